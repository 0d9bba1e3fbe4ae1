//! Tasks of operators with a person or a class. A [`Task`] declares the fields of a form, and the rows that the task
//! writes into data files. A task is carried out as an import of these rows, with the rules and errors of imports.

pub mod class;
mod declaration;
mod form;
pub mod person;

use anyhow::Result;

use super::components::{DAY_OPTION, TaskLinks, date_input_name};
use super::data::row_names::RowNames;
use super::edit::{self, Confirmation, EditOutcome, RowEdit, ShownRow, digest_cells};
use super::imports::count_changed_rows;
use super::saved_message::add_saved_message;
use super::undo;
use super::{PageAnswer, PageContent, PageContext};
use crate::datafile::cell::parse_cell;
use crate::datafile::file::{Column, DataFile};
use crate::datafile::find_cell;
use crate::exchange::merge::error_table::ImportError;
use crate::ledger::imports::{self, ImportRun};
use crate::ledger::{RecordedCells, find_cells};
use crate::model::message::MessageName;
use crate::model::time;
use crate::store::Snapshot;
use crate::store::operator::Role;
use crate::store::row_listing;
use declaration::{CHECKLIST_LABEL, CellSource, FieldKind, Task, TaskField, TaskRow, TaskSourceRow};

const MAX_ROWS_UNDONE_WITHOUT_PREVIEW: i64 = 500;

/// The person or class to which tasks apply.
pub struct TaskTarget<'a> {
    pub context: &'a PageContext<'a>,
    pub snapshot: &'a Snapshot<'a>,
    /// The first path segment of the page of the person or class.
    pub page: &'static str,
    pub file: &'static DataFile,
    pub row: i64,
    pub cells: RecordedCells,
    pub tasks: &'static [Task],
    /// Is the class cancelled or the person dismissed? Then impossible tasks have no link.
    pub is_closed: bool,
}

/// A task, and the person or class to which it applies.
pub struct TaskView<'a> {
    pub target: &'a TaskTarget<'a>,
    pub task: &'static Task,
}

/// The declaration of an edit's row, and the row from which the edit was made.
struct EditBasis {
    task_row: &'static TaskRow,
    source_row: TaskSourceRow,
}

#[derive(Default)]
struct TaskNotice {
    /// Pairs of the name of a field and an error.
    field_errors: Vec<(String, String)>,
    /// Pairs of the key of a checklist's row and an error.
    checklist_errors: Vec<(String, String)>,
    other_errors: Vec<String>,
    warnings: Vec<String>,
}

impl TaskNotice {
    fn of_error(error: impl Into<String>) -> Self {
        Self { other_errors: vec![error.into()], ..Self::default() }
    }
}

impl TaskTarget<'_> {
    pub fn cell(&self, name: &str) -> &str {
        find_cell(&self.cells, name)
    }

    /// Returns the key of the person or class.
    pub fn key(&self) -> &str {
        self.file.key_columns().next().map_or("", |(_, column)| self.cell(column.name))
    }

    pub fn path(&self) -> String {
        format!("{}/{}", self.page, self.row)
    }

    pub fn can_carry_out(&self, task_path: &str) -> Result<bool> {
        let task = self.tasks.iter().find(|task| task.path == task_path && self.context.has_role(Role::Editor));
        task.map_or(Ok(false), |task| self.is_possible(task))
    }

    fn is_possible(&self, task: &'static Task) -> Result<bool> {
        Ok((task.obstacle)(&TaskView { target: self, task })?.is_none())
    }

    /// Adds links to the tasks, unless the operator is a viewer. The first possible task is the main task.
    pub fn add_links(&self, content: &mut PageContent) -> Result<()> {
        let context = self.context;
        if !context.has_role(Role::Editor) {
            return Ok(());
        }
        let mut links = Vec::new();
        let mut has_main = false;
        for task in self.tasks.iter().filter(|task| !task.is_per_row) {
            let is_possible = self.is_possible(task)?;
            if self.is_closed && !is_possible {
                continue;
            }
            let is_main = !has_main && is_possible;
            has_main |= is_main;
            let css_class = match (task.is_destructive, is_main) {
                (true, _) => "danger",
                (false, true) => "primary",
                (false, false) => "",
            };
            let address = context.address(&format!("{}/{}", self.path(), task.path));
            let index = if is_main { 0 } else { links.len() };
            links.insert(index, (address, (task.label)(context.words), css_class));
        }
        if !links.is_empty() {
            content.add(&TaskLinks { label: context.words.tasks, links });
        }
        Ok(())
    }

    pub fn show_task(&self, task_path: &str) -> Result<PageAnswer> {
        self.with_task(task_path, |view| view.form_page(TaskNotice::default()))
    }

    pub fn submit_task(&self, task_path: &str) -> Result<PageAnswer> {
        match task_path {
            "undo" => self.undo_import(),
            _ => self.with_task(task_path, |view| view.carry_out()),
        }
    }

    fn with_task(&self, task_path: &str, answer: impl FnOnce(&TaskView) -> Result<PageAnswer>) -> Result<PageAnswer> {
        let Some(task) = self.tasks.iter().find(|task| task.path == task_path) else { return Ok(PageAnswer::NotFound) };
        self.context.with_editor_access(|| answer(&TaskView { target: self, task }))
    }

    /// Returns the import with this number, if a form or task for this person or class made the import.
    fn find_import(&self, number: i64) -> Result<Option<ImportRun>> {
        let run = imports::find_import(self.snapshot, number)?.filter(|run| run.kind == "import");
        // the action names the edited row, whose key contains the key of the person or class
        let has_key = |action: &str| edit::parse_action(action).is_some_and(|(_, key)| contains_key(key, self.key()));
        Ok(run.filter(|run| has_key(&run.action)))
    }

    /// Adds a message if the query names a task that was saved or undone. A saved task also gets an undo button.
    pub fn add_task_message(&self, content: &mut PageContent) -> Result<()> {
        let context = self.context;
        let find_import = |field: &str| -> Result<Option<ImportRun>> {
            let number = context.request.query.get(field).and_then(|number| number.parse().ok());
            Ok(number.map(|number| self.find_import(number)).transpose()?.flatten())
        };
        if let Some(run) = find_import("undone")?.filter(|run| !run.undone_by.is_empty()) {
            let name = context.entry_name(&run.kind, &run.action, run.number);
            content.add_success(&context.words.undone.replace("{}", &name));
        }
        if let Some(run) = find_import("saved")?.filter(|run| run.undone_by.is_empty()) {
            add_saved_message(context, self.snapshot, &run, &format!("{}/undo", self.path()), content)?;
        }
        Ok(())
    }

    /// Undoes the import that the form names. Redirects to a preview if it is large or not by a task for this target.
    fn undo_import(&self) -> Result<PageAnswer> {
        let context = self.context;
        let Ok(number) = context.request.form.text_of("number").parse::<i64>() else { return Ok(PageAnswer::NotFound) };
        context.with_editor_access(|| {
            let run = self.find_import(number)?;
            let changed_rows = run.map(|run| count_changed_rows(self.snapshot, run.id)).transpose()?;
            if changed_rows.is_none_or(|count| count > MAX_ROWS_UNDONE_WITHOUT_PREVIEW) {
                return Ok(PageAnswer::Redirect(format!("imports/{number}/undo")));
            }
            let Some(mut content) = undo::undo_now(context, number)? else {
                return Ok(PageAnswer::Redirect(format!("{}?undone={number}", self.path())));
            };
            content.add_link(context.address(&self.path()), &self.file.row_title(&self.cells));
            Ok(PageAnswer::Page(content))
        })
    }
}

/// Returns whether the cells of `key` are among the cells of `joined_key`. In both, the cells are joined by `, `.
fn contains_key(joined_key: &str, key: &str) -> bool {
    format!(", {joined_key}, ").contains(&format!(", {key}, "))
}

/// Returns the id and the cells of the row with this key; `None` for an empty or unknown key.
pub fn row_with_key(snapshot: &Snapshot, file: &'static DataFile, key: &str) -> Result<Option<(i64, RecordedCells)>> {
    // a placeholder has a row id below 1
    let row = row_listing::find_row_by_key(snapshot, file, key)?.filter(|row| !key.is_empty() && *row > 0);
    let Some(row) = row else { return Ok(None) };
    Ok(find_cells(snapshot, file, row)?.map(|cells| (row, cells)))
}

impl TaskView<'_> {
    pub fn context(&self) -> &PageContext<'_> {
        self.target.context
    }

    pub fn snapshot(&self) -> &Snapshot<'_> {
        self.target.snapshot
    }

    pub fn now(&self) -> String {
        time::format_wall_time(self.snapshot().clock().now())
    }

    fn text_with_date(&self, text: &str, date: &str) -> String {
        text.replace("{}", &self.context().language.format_date(date))
    }

    pub fn referenced_row(&self, file: &'static DataFile, field: &str) -> Result<Option<(i64, RecordedCells)>> {
        row_with_key(self.snapshot(), file, &self.field_value(field)?)
    }

    /// Returns the value of a field in its stored form. Returns an empty text if the value is invalid.
    pub fn canonical_value(&self, file: &'static DataFile, field: &str) -> Result<String> {
        let (_, column) = file.find_column(field).expect("a declared column");
        Ok(parse_cell(column, &self.field_value(field)?, self.snapshot().clock()).unwrap_or_default().into_owned())
    }

    fn sent_value(&self, name: &str) -> Option<&str> {
        let request = self.context().request;
        request.form.get(name).or_else(|| request.query.get(name))
    }

    /// Returns the sent value of a field. If the form was not sent yet, returns the initial value.
    pub fn field_value(&self, name: &str) -> Result<String> {
        match self.sent_value(name) {
            Some(DAY_OPTION) => {
                return Ok(self.sent_value(&date_input_name(name)).unwrap_or_default().trim().to_owned());
            }
            Some(value) => return Ok(value.trim().to_owned()),
            None => {}
        }
        match self.task.fields.iter().find(|field| field.column == name) {
            Some(TaskField { initial: Some(initial), .. }) => initial(self),
            Some(field) if field.file.name == self.target.file.name => Ok(self.target.cell(name).to_owned()),
            _ => Ok(String::new()),
        }
    }

    /// Returns whether a row of a checklist is ticked. All rows are ticked when the form opens.
    pub fn is_ticked(&self, field: &str, key: &str) -> bool {
        let form = &self.context().request.form;
        !self.context().request.is_post || form.get_all(field).iter().any(|ticked| ticked == key)
    }

    /// Returns whether the form must end with this field until the field has a valid value.
    fn is_last_shown_field(&self, field: &TaskField) -> Result<bool> {
        Ok(match field.kind {
            FieldKind::Deciding => {
                let [reference] = field.column().references() else { return Ok(false) };
                self.referenced_row(reference.to, field.column)?.is_none()
            }
            FieldKind::DecidingOneOf(options) => {
                let value = self.field_value(field.column)?;
                !options(self)?.iter().any(|(option, _)| *option == value)
            }
            _ => false,
        })
    }

    /// Returns the edits of the task, each with its basis. Omits fields that were left unchanged, but never the key.
    fn row_edits(&self) -> Result<(Vec<RowEdit>, Vec<EditBasis>)> {
        let (mut edits, mut bases) = (Vec::new(), Vec::new());
        for task_row in self.task.rows {
            for source_row in (task_row.source_rows)(self)? {
                let mut cells = Vec::new();
                for column in task_row.file.columns {
                    let Some(source) = self.cell_source(task_row, column) else { continue };
                    let cell = self.resolve_cell(source, &source_row)?;
                    let is_stored_cell = !task_row.is_new && cell == find_cell(&source_row.cells, column.name);
                    let is_left_unchanged = is_stored_cell && matches!(source, CellSource::Field(_));
                    if column.is_key() || !is_left_unchanged {
                        cells.push((column, cell));
                    }
                }
                let shown = match source_row.stored_row.filter(|_| !task_row.is_new) {
                    Some(row) => ShownRow::Stored { row, digest: digest_cells(&source_row.cells) },
                    None => ShownRow::New,
                };
                edits.push(RowEdit { file: task_row.file, cells, shown, is_removal: false });
                bases.push(EditBasis { task_row, source_row });
            }
        }
        Ok((edits, bases))
    }

    /// Returns the declared source of a cell. By default, the key of a stored row comes from that row, and other cells
    /// come from the form fields of their columns.
    fn cell_source(&self, row: &TaskRow, column: &Column) -> Option<CellSource> {
        let declared = row.cells.iter().find(|(name, _)| *name == column.name).map(|(_, source)| *source);
        let key = (!row.is_new && column.is_key()).then_some(CellSource::SourceCell(column.name));
        let mut fields = self.task.fields.iter().filter(|field| field.file.name == row.file.name);
        let field = fields.find(|field| field.column == column.name);
        declared.or(key).or(field.map(|field| CellSource::Field(field.column)))
    }

    fn resolve_cell(&self, source: CellSource, source_row: &TaskSourceRow) -> Result<String> {
        Ok(match source {
            CellSource::Fixed(cell) => cell.to_owned(),
            CellSource::Now => self.now(),
            CellSource::Field(name) => {
                let value = self.field_value(name)?;
                let is_day =
                    self.task.fields.iter().any(|field| field.column == name && matches!(field.kind, FieldKind::Day));
                if is_day && *value == self.now()[..10] {
                    // for today, the current time is stored; a day alone would be stored as midnight
                    self.now()
                } else {
                    value
                }
            }
            CellSource::TargetCell(name) => self.target.cell(name).to_owned(),
            CellSource::SourceCell(name) => find_cell(&source_row.cells, name).to_owned(),
            CellSource::ChecklistText(field) => {
                let form = &self.context().request.form;
                form.text_of(&format!("{field}.{}", source_row.key())).trim().to_owned()
            }
            CellSource::Derived(derive) => derive(self)?,
        })
    }

    /// Returns a digest of the target's row and of the offered options, to detect changes by others. Returns an empty
    /// text if the task does not change the target's row.
    fn target_digest(&self) -> Result<String> {
        if self.task.rows.iter().all(|row| row.file.name != self.target.file.name) {
            return Ok(String::new());
        }
        let mut shown = self.target.cells.clone();
        for field in self.task.fields {
            if let FieldKind::OneOf(options) = field.kind {
                shown.extend(options(self)?);
            }
        }
        Ok(digest_cells(&shown))
    }

    /// Returns the errors that an import would not find: failed checks, missing days, unknown options, and a day beside
    /// another chosen option.
    fn check_fields(&self) -> Result<TaskNotice> {
        let mut notice = TaskNotice::default();
        for field in self.task.fields {
            let mut error = (field.check)(self)?;
            let sent = self.context().request.form.get(field.column);
            if sent == Some(DAY_OPTION) && self.field_value(field.column)?.is_empty() {
                error = error.or(Some(self.context().words.value_required));
            }
            let has_unchosen_day = matches!(field.kind, FieldKind::OneOfOrDay(_))
                && sent != Some(DAY_OPTION)
                && self.sent_value(&date_input_name(field.column)).is_some_and(|day| !day.is_empty());
            error = error.or(has_unchosen_day.then_some(self.context().words.choose_day_or_clear_it));
            if let FieldKind::OneOf(options) | FieldKind::DecidingOneOf(options) = &field.kind {
                let options = options(self)?;
                let is_option = sent.is_some_and(|sent| options.iter().any(|(option, _)| option == sent.trim()));
                error = error.or((!is_option).then_some(self.context().words.choose_one));
            }
            notice.field_errors.extend(error.map(|error| (field.column.to_owned(), error.to_owned())));
        }
        Ok(notice)
    }

    fn carry_out(&self) -> Result<PageAnswer> {
        let (context, form) = (self.context(), &self.context().request.form);
        if let Some(obstacle) = (self.task.obstacle)(self)? {
            return Ok(PageAnswer::Forbidden(obstacle));
        }
        let notice = self.check_fields()?;
        if !notice.field_errors.is_empty() {
            return self.form_page(notice);
        }
        let (edits, bases) = self.row_edits()?;
        let has_change =
            |edit: &RowEdit| edit.shown == ShownRow::New || edit.cells.iter().any(|(column, _)| !column.is_key());
        if !edits.iter().any(has_change) {
            return Ok(PageAnswer::Redirect(self.target.path()));
        }
        if form.text_of(edit::SHOWN_DIGEST) != self.target_digest()? {
            return self.form_page(TaskNotice::of_error(context.words.form_is_outdated));
        }
        // the ledger names the only edited row, if its key contains the target's key, or else the target
        let ledger_action = match edits.as_slice() {
            [edit] if edit.key_cells().any(|cell| cell == self.target.key()) => edit.ledger_action(),
            _ => edit::ledger_action(self.target.file, self.target.key()),
        };
        let task_warnings = (self.task.warnings)(self)?;
        let confirmation = Confirmation {
            is_confirmed: form.get(edit::CONFIRMED).is_some(),
            form_has_warnings: !task_warnings.is_empty(),
        };
        let notice = match edit::save(context, &edits, &ledger_action, confirmation)? {
            EditOutcome::Saved { number, .. } => {
                return Ok(PageAnswer::Redirect(format!("{}?saved={number}", self.target.path())));
            }
            EditOutcome::ChangedMeanwhile => TaskNotice::of_error(context.words.form_is_outdated),
            EditOutcome::KeyExists { file, row } => self.existing_row_notice(file, row)?,
            EditOutcome::Refused(errors) => self.import_error_notice(&errors, &bases),
            EditOutcome::Warned(warnings) => {
                let import_warnings = warnings.iter().map(|warning| warning.labelled_detail(context.language));
                let warnings = task_warnings.into_iter().chain(import_warnings).collect();
                TaskNotice { warnings, ..TaskNotice::default() }
            }
        };
        self.form_page(notice)
    }

    fn existing_row_notice(&self, file: &'static DataFile, row: i64) -> Result<TaskNotice> {
        let cells = find_cells(self.snapshot(), file, row)?.unwrap_or_default();
        let title = RowNames::new(self.context(), self.snapshot()).title(file, &cells)?;
        Ok(TaskNotice::of_error(self.context().words.exists_already.replace("{}", &title)))
    }

    /// Assigns the errors of the import to the fields of the wrong cells. `bases` has an element for each edit.
    fn import_error_notice(&self, errors: &[ImportError], bases: &[EditBasis]) -> TaskNotice {
        let mut notice = TaskNotice::default();
        for error in errors {
            let mut bases_in_file = bases.iter().filter(|basis| basis.task_row.file.name == error.file);
            let index_in_file = usize::try_from(error.line - edit::FIRST_ROW_LINE);
            let edit_basis = index_in_file.ok().and_then(|index| bases_in_file.nth(index));
            let cell_source = edit_basis.and_then(|EditBasis { task_row, source_row }| {
                let (_, column) = task_row.file.find_column(&error.column)?;
                Some((self.cell_source(task_row, column)?, source_row))
            });
            match cell_source {
                Some((CellSource::Field(name), _)) => {
                    notice.field_errors.push((name.to_owned(), self.context().field_error_text(error)));
                }
                Some((CellSource::ChecklistText(_), checklist_row)) => {
                    // the label begins with the person's name
                    let label = find_cell(&checklist_row.cells, CHECKLIST_LABEL);
                    let name = label.split(" · ").next().unwrap_or_default();
                    let text = match error.message.name {
                        MessageName::ValueRequired => self.context().words.reason_needed.replace("{}", name),
                        _ => error.labelled_detail(self.context().language),
                    };
                    notice.checklist_errors.push((checklist_row.key(), text));
                }
                _ => notice.other_errors.push(self.labelled_error(error)),
            }
        }
        notice
    }

    fn labelled_error(&self, error: &ImportError) -> String {
        let label = error.data_file.column_label(&error.column, self.context().language);
        let label = if label.is_empty() { label } else { format!("{label}: ") };
        format!("{label}{}", error.labelled_detail(self.context().language))
    }
}
