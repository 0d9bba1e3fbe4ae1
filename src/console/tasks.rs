//! Tasks of operators with a person or a class. A [`Task`] declares the fields of a form, and the rows that the task
//! writes into data files. A task is carried out as an import of these rows, with the rules and errors of imports.

pub mod class;
mod declaration;
mod form;
pub mod person;
mod row_edits;

use std::collections::HashSet;

use anyhow::Result;

use super::components::{DAY_OPTION, LIST_SUFFIX, REFRESH, TaskLinks, date_input_name};
use super::data::row_names::RowNames;
use super::edit::{self, Confirmation, EditOutcome, RowEdit, ShownRow, digest_cells};
use super::imports::count_changed_rows;
use super::message_names::{error_detail, field_error_text};
use super::saved_message::{MAX_LISTED_CHANGES, add_saved_message};
use super::undo;
use super::{PageAnswer, PageContent, PageContext};
use crate::datafile::cell::parse_cell;
use crate::datafile::file::DataFile;
use crate::datafile::{find_cell, persons};
use crate::exchange::merge::error_table::ImportError;
use crate::ledger::imports::{self, ImportRun};
use crate::ledger::{RecordedCells, find_cells};
use crate::model::message::MessageName;
use crate::model::time;
use crate::store::Snapshot;
use crate::store::operator::Role;
use crate::store::row_listing;
use declaration::{CellSource, FieldKind, Task, TaskField};
use row_edits::EditBasis;

/// The person or class to which tasks apply.
pub struct TaskTarget<'a> {
    pub context: &'a PageContext<'a>,
    pub snapshot: &'a Snapshot<'a>,
    /// The first path segment of the page of the person or class.
    pub page: &'static str,
    /// The file of the person or class: `persons.csv` or `classes.csv`.
    pub file: &'static DataFile,
    pub row: i64,
    pub cells: RecordedCells,
    pub tasks: &'static [Task],
    /// Is the class cancelled or the person dismissed? Then the page does not explain why tasks are impossible.
    pub is_closed: bool,
}

/// A task, and the person or class to which it applies.
pub struct TaskView<'a> {
    pub target: &'a TaskTarget<'a>,
    pub task: &'static Task,
}

/// The problems that prevented a task, which its form shows.
#[derive(Default)]
struct TaskNotice {
    /// Pairs of the name of a field and an error.
    field_errors: Vec<(String, String)>,
    /// Pairs of the key of a checklist's row and an error.
    checklist_errors: Vec<(String, String)>,
    other_errors: Vec<String>,
    warnings: Vec<String>,
}

/// Returns the label of the task in the request's path, such as `classes/3/cancel`; `None` for other paths.
pub fn find_label(context: &PageContext) -> Option<&'static str> {
    let [page, _row, path] = &context.request.path[..] else { return None };
    let tasks: &[Task] = match page.as_str() {
        "person" => &person::TASKS,
        "classes" => &class::TASKS,
        _ => return None,
    };
    tasks.iter().find(|task| task.path == path).map(|task| (task.label)(context.words))
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

    /// Returns the key of the person or class, such as `E7`.
    pub fn key(&self) -> &str {
        self.file.key_columns().next().map_or("", |(_, column)| self.cell(column.name))
    }

    /// Returns the path of the page about the person or class, such as `person/7`.
    pub fn path(&self) -> String {
        format!("{}/{}", self.page, self.row)
    }

    pub fn can_carry_out(&self, task_path: &str) -> Result<bool> {
        match self.tasks.iter().find(|task| task.path == task_path) {
            Some(task) if self.context.has_role(Role::Editor) => {
                Ok((task.obstacle)(&TaskView { target: self, task })?.is_none())
            }
            _ => Ok(false),
        }
    }

    /// Adds links to the possible tasks, and the obstacles to the others, unless the operator is a viewer. The first link
    /// is the main task. Omits destructive tasks, which [`Self::add_destructive_links`] adds.
    pub fn add_links(&self, content: &mut PageContent) -> Result<()> {
        self.add_links_if(content, |task| !task.is_destructive)
    }

    /// Adds links to the tasks that cancel or end something. They belong at the end of the page, apart from other tasks.
    pub fn add_destructive_links(&self, content: &mut PageContent) -> Result<()> {
        self.add_links_if(content, |task| task.is_destructive)
    }

    fn add_links_if(&self, content: &mut PageContent, is_wanted: fn(&Task) -> bool) -> Result<()> {
        let (context, words) = (self.context, self.context.words);
        if !context.has_role(Role::Editor) {
            return Ok(());
        }
        let (mut links, mut obstacles) = (Vec::new(), Vec::new());
        for task in self.tasks.iter().filter(|task| !task.is_per_row && is_wanted(task)) {
            let label = (task.label)(words);
            let css_class = match (task.is_destructive, links.is_empty()) {
                (true, _) => "danger",
                (false, true) => "primary",
                (false, false) => "",
            };
            match (TaskView { target: self, task }).obstacle_text()? {
                None => links.push((context.address(&format!("{}/{}", self.path(), task.path)), label, css_class)),
                // the page of a cancelled class or dismissed person explains already why few tasks are possible
                Some(_) if self.is_closed => {}
                Some(obstacle) => obstacles.push((label, obstacle)),
            }
        }
        if !links.is_empty() || !obstacles.is_empty() {
            content.add(&TaskLinks { label: words.tasks, links, obstacles });
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

    /// Returns the import with this number, if a form or task has made it for a row whose key contains that of this person
    /// or class.
    fn find_import(&self, number: i64) -> Result<Option<ImportRun>> {
        // an undo has a number, too
        let run = imports::find_import(self.snapshot, number)?.filter(|run| run.kind == "import");
        Ok(run.filter(|run| {
            edit::parse_action(&run.action).is_some_and(|edit| contains_key(edit.joined_key, self.key()))
        }))
    }

    /// Returns the action of an import of these edits. The action has the key of the person or class, by which
    /// [`Self::find_import`] finds the import.
    fn ledger_action(&self, edits: &[RowEdit]) -> String {
        match edits {
            // for example a result, whose key has the person's key and the training's key
            [edit] if edit.key_cells().any(|cell| cell == self.key()) => edit.ledger_action(),
            _ => edit::ledger_action(self.file, self.key()),
        }
    }

    /// Adds a message if the query names a task that was saved or undone. A saved task also gets an undo button.
    pub fn add_task_message(&self, content: &mut PageContent) -> Result<()> {
        let context = self.context;
        let find_import = |field: &str| match context.request.query.text_of(field).parse() {
            Ok(number) => self.find_import(number),
            Err(_) => Ok(None),
        };
        // the message must match the ledger: an old address can name an import that was undone or redone since
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
            // without `run`, the import is not by a task for this person or class: its preview shows what it changed
            let changed_rows = run.map(|run| count_changed_rows(self.snapshot, run.id)).transpose()?;
            if changed_rows.is_none_or(|count| count > i64::from(MAX_LISTED_CHANGES)) {
                return Ok(PageAnswer::Redirect(format!("imports/{number}/undo")));
            }
            let refusal = undo::undo_now(context, number, (&self.path(), &self.file.row_title(&self.cells)))?;
            // the undo of a creation removes the row: the list of persons or classes shows the outcome
            let is_stored = find_cells(&*context.snapshot()?, self.file, self.row)?.is_some();
            let path = if is_stored { self.path() } else { self.page.to_owned() };
            Ok(refusal.unwrap_or_else(|| PageAnswer::Redirect(format!("{path}?undone={number}"))))
        })
    }
}

/// Returns whether the cells of `key` are among the cells of `joined_key`. In both, the cells are joined by `, `:
/// `E7, FA-1` contains `E7`.
fn contains_key(joined_key: &str, key: &str) -> bool {
    format!(", {joined_key}, ").contains(&format!(", {key}, "))
}

/// Returns the id and the cells of the row with this key; `None` for an empty or unknown key.
pub fn row_with_key(snapshot: &Snapshot, file: &'static DataFile, key: &str) -> Result<Option<(i64, RecordedCells)>> {
    if key.is_empty() {
        return Ok(None);
    }
    match row_listing::find_row_by_key(snapshot, file, key)? {
        Some(row) if row > 0 => Ok(find_cells(snapshot, file, row)?.map(|cells| (row, cells))),
        // a placeholder has a row id below 1
        _ => Ok(None),
    }
}

impl TaskView<'_> {
    pub fn context(&self) -> &PageContext<'_> {
        self.target.context
    }

    pub fn snapshot(&self) -> &Snapshot<'_> {
        self.target.snapshot
    }

    /// Returns the current time in the stored form, such as `2026-03-09T09:30:00`.
    pub fn now(&self) -> String {
        time::format_wall_time(self.snapshot().clock().now())
    }

    /// Returns why the task is impossible now, with the time from which it is possible if this is known. Returns `None` if
    /// the task is possible.
    fn obstacle_text(&self) -> Result<Option<String>> {
        let Some(obstacle) = (self.task.obstacle)(self)? else { return Ok(None) };
        let text_with_time = (self.task.possible_from)(self)?;
        Ok(Some(text_with_time.unwrap_or_else(|| obstacle.to_owned())))
    }

    fn text_with_date(&self, text: &str, date: &str) -> String {
        text.replace("{}", &self.context().language.format_date(date))
    }

    /// Returns the id and cells of the row of `file` whose key is the value of a field; `None` without such a row.
    pub fn referenced_row(&self, file: &'static DataFile, field: &str) -> Result<Option<(i64, RecordedCells)>> {
        row_with_key(self.snapshot(), file, &self.field_value(field)?)
    }

    /// Returns the value of a field in its stored form. Returns an empty text if the value is invalid.
    pub fn canonical_value(&self, file: &'static DataFile, field: &str) -> Result<String> {
        let (_, column) = file.find_column(field).expect("a declared column");
        Ok(parse_cell(column, &self.field_value(field)?, self.snapshot().clock()).unwrap_or_default().into_owned())
    }

    /// Returns the value of a field in the form, or else in the address. A link can fill in fields, and a form with a
    /// deciding field sends its values in the address.
    fn sent_value(&self, name: &str) -> Option<&str> {
        let request = self.context().request;
        request.form.get(name).or_else(|| request.query.get(name))
    }

    /// Returns the sent value of a field, trimmed. If the form was not sent yet, returns the initial value, which is
    /// empty for an unknown field.
    pub fn field_value(&self, name: &str) -> Result<String> {
        match self.sent_value(name) {
            // radio buttons: the chosen button has a date input beside it, and the value is the day in this input
            Some(DAY_OPTION) => {
                let day = self.sent_value(&date_input_name(name)).unwrap_or_default();
                return Ok(day.trim().to_owned());
            }
            Some(value) => return Ok(value.trim().to_owned()),
            None => {}
        }
        let Some(field) = self.task.fields.iter().find(|field| field.column == name) else { return Ok(String::new()) };
        // the stored cell of the person or class is the initial value only of a field that changes this cell
        let is_cell_of_target = field.file.name == self.target.file.name;
        match field.initial {
            Some(initial) => initial(self),
            None if is_cell_of_target => Ok(self.target.cell(name).to_owned()),
            None => Ok(String::new()),
        }
    }

    /// Returns the keys of the ticked rows of a checklist. `None` when the form opens: then all rows are ticked.
    pub fn ticked_keys(&self, field: &str) -> Option<HashSet<&str>> {
        let request = self.context().request;
        request.is_post.then(|| request.form.values(&format!("{field}{LIST_SUFFIX}")).collect())
    }

    /// Returns whether the form ends with this field: the next fields depend on its value, which is not valid yet.
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

    /// Returns a digest of the target's row and of the offered options, to detect changes by others. Returns an empty
    /// text if the task does not change the target's row.
    fn target_digest(&self) -> Result<String> {
        if self.task.rows.iter().all(|row| row.file.name != self.target.file.name) {
            return Ok(String::new());
        }
        // the operator chose among the options: other options, like another row, need another look
        let mut shown = self.target.cells.clone();
        for field in self.task.fields {
            if let FieldKind::OneOf(options) = field.kind {
                shown.extend(options(self)?);
            }
        }
        Ok(digest_cells(&shown))
    }

    fn check_fields(&self) -> Result<TaskNotice> {
        let mut notice = TaskNotice::default();
        for field in self.task.fields {
            let error = self.field_error(field)?;
            notice.field_errors.extend(error.map(|error| (field.column.to_owned(), error.to_owned())));
        }
        Ok(notice)
    }

    fn field_error(&self, field: &TaskField) -> Result<Option<&'static str>> {
        let words = self.context().words;
        if let Some(error) = (field.check)(self)? {
            return Ok(Some(error));
        }
        let sent = self.context().request.form.get(field.column);
        let is_day_chosen = sent == Some(DAY_OPTION);
        if is_day_chosen && self.field_value(field.column)?.is_empty() {
            return Ok(Some(words.value_required));
        }
        // of an option and a day, only one can be meant
        let has_day = self.sent_value(&date_input_name(field.column)).is_some_and(|day| !day.is_empty());
        if matches!(field.kind, FieldKind::OneOfOrDay(_)) && !is_day_chosen && has_day {
            return Ok(Some(words.choose_day_or_clear_it));
        }
        if let FieldKind::OneOf(options) | FieldKind::DecidingOneOf(options) = field.kind {
            let options = options(self)?;
            let is_option = sent.is_some_and(|sent| options.iter().any(|(option, _)| option == sent.trim()));
            return Ok((!is_option).then_some(words.choose_one));
        }
        Ok(None)
    }

    fn carry_out(&self) -> Result<PageAnswer> {
        let (context, form) = (self.context(), &self.context().request.form);
        if let Some(obstacle) = (self.task.obstacle)(self)? {
            return Ok(PageAnswer::Forbidden(obstacle));
        }
        if form.get(REFRESH).is_some() {
            return self.form_page(TaskNotice::default());
        }
        let notice = self.check_fields()?;
        if !notice.field_errors.is_empty() {
            return self.form_page(notice);
        }
        let (edits, bases) = self.row_edits()?;
        // an edit of a stored row that sets only the key changes nothing
        let has_change =
            |edit: &RowEdit| edit.shown == ShownRow::New || edit.cells.iter().any(|(column, _)| !column.is_key());
        if !edits.iter().any(has_change) {
            return Ok(PageAnswer::Redirect(self.target.path()));
        }
        // `edit::save` finds changes of the edited rows, but not of the options from which the operator chose
        if form.text_of(edit::SHOWN_DIGEST) != self.target_digest()? {
            return self.form_page(TaskNotice::of_error(context.words.form_is_outdated));
        }
        // the import finds its own warnings; one confirmation covers both
        let task_warnings = (self.task.warnings)(self)?;
        let confirmation = Confirmation {
            is_confirmed: form.get(edit::CONFIRMED).is_some(),
            has_form_warnings: !task_warnings.is_empty(),
        };
        let notice = match edit::save(context, &edits, &self.target.ledger_action(&edits), confirmation)? {
            EditOutcome::Saved { number, .. } => {
                return Ok(PageAnswer::Redirect(format!("{}?saved={number}", self.target.path())));
            }
            EditOutcome::ChangedMeanwhile => TaskNotice::of_error(context.words.form_is_outdated),
            EditOutcome::KeyExists { file, row } => self.existing_row_notice(file, row)?,
            EditOutcome::Refused(errors) => self.import_error_notice(&errors, &bases)?,
            EditOutcome::Warned(warnings) => {
                let names = RowNames::new(context, self.snapshot());
                let import_warnings = warnings.iter().map(|warning| error_detail(context, &names, warning));
                let warnings = task_warnings.into_iter().map(Ok).chain(import_warnings).collect::<Result<_>>()?;
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
    fn import_error_notice(&self, errors: &[ImportError], bases: &[EditBasis]) -> Result<TaskNotice> {
        let context = self.context();
        let names = RowNames::new(context, self.snapshot());
        let mut notice = TaskNotice::default();
        for error in errors {
            let column = error.data_file.find_column(&error.column).map(|(_, column)| column);
            let referenced_file = column.and_then(|column| Some(column.references().first()?.to));
            // the import reads one file of edits per data file, with an edit on each line
            let mut bases_in_file = bases.iter().filter(|basis| basis.task_row.file.name == error.file);
            let index_in_file = usize::try_from(error.line - edit::FIRST_ROW_LINE);
            let edit_basis = index_in_file.ok().and_then(|index| bases_in_file.nth(index));
            let cell_source = edit_basis.and_then(|EditBasis { task_row, source_row }| {
                let (_, column) = task_row.file.find_column(&error.column)?;
                Some((self.cell_source(task_row, column)?, source_row))
            });
            match cell_source {
                Some((CellSource::Field(name), _)) => {
                    notice
                        .field_errors
                        .push((name.to_owned(), field_error_text(context, &names, error, referenced_file)?));
                }
                Some((CellSource::ChecklistText(_), checklist_row)) => {
                    let key = checklist_row.key();
                    let text = match error.message.name {
                        MessageName::ValueRequired => context
                            .words
                            .reason_needed
                            .replace("{}", &names.name_of_row_with_key(&persons::FILE, &key)?),
                        _ => error_detail(context, &names, error)?,
                    };
                    notice.checklist_errors.push((key, text));
                }
                // an error of a whole row has no label
                _ => {
                    let label = error.data_file.column_label(&error.column, context.language);
                    let separator = if label.is_empty() { "" } else { ": " };
                    notice.other_errors.push(format!("{label}{separator}{}", error_detail(context, &names, error)?));
                }
            }
        }
        Ok(notice)
    }
}
