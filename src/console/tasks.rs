//! Tasks: what people do with a person or a class, such as enrolling. A [`Task`] declares the fields of its form, and
//! the rows of data files with the source of each cell; its pages, rules and result follow. Carrying it out is one
//! import of these rows, so that the rules and messages of imports apply at its fields.

pub mod class;
mod declaration;
mod form;
pub mod person;

use anyhow::Result;

use super::components::{DAY, Form, FormField, Input, TaskLinks};
use super::data::names::Names;
use super::edit::{self, EditOutcome, RowEdit, ShownRow, digest};
use super::page::{PageAnswer, PageContent};
use super::page_context::PageContext;
use super::request::moment;
use super::saved_message::saved_message;
use super::undo::{self, UndoOutcome};
use crate::datafile::cell::parse_cell;
use crate::datafile::file::{Column, DataFile, Domain};
use crate::datafile::find_cell;
use crate::exchange::merge::error_table::ImportError;
use crate::ledger::imports::{self, ImportRun, ImportedFileCounts};
use crate::ledger::{RecordedCells, find_cells};
use crate::model::message::MessageName;
use crate::store::Snapshot;
use crate::store::listing;
use crate::store::operator::Role;
use declaration::{CellSource, FieldKind, Task, TaskField, TaskRecord, TaskRow};

/// The most changed rows of a task that is undone at once; one with more is undone on the page of its import.
const UNDONE_HERE: i64 = 500;

/// The person or class of a task.
pub struct TaskSubject<'a> {
    pub context: &'a PageContext<'a>,
    pub snapshot: &'a Snapshot<'a>,
    /// The first segment of its page.
    pub page: &'static str,
    pub file: &'static DataFile,
    pub row: i64,
    pub cells: RecordedCells,
    pub tasks: &'static [Task],
    /// The class is cancelled or the person is dismissed: only the tasks that are still possible are offered.
    pub is_closed: bool,
}

/// A task with its person or class.
pub struct TaskView<'a> {
    pub subject: &'a TaskSubject<'a>,
    pub task: &'static Task,
}

/// The errors that prevent a task, and the warnings to confirm.
#[derive(Default)]
struct TaskNotice {
    /// Errors of fields, by name.
    fields: Vec<(String, String)>,
    /// Errors of rows of a sheet, by key.
    sheet: Vec<(String, String)>,
    others: Vec<String>,
    warnings: Vec<String>,
}

impl TaskSubject<'_> {
    pub fn cell(&self, name: &str) -> &str {
        find_cell(&self.cells, name)
    }

    /// Returns the key of the person or class, which the ledger's actions of its tasks contain.
    fn key(&self) -> &str {
        self.file.key_columns().next().map_or("", |(_, column)| self.cell(column.name))
    }

    pub fn path(&self) -> String {
        format!("{}/{}", self.page, self.row)
    }

    /// Returns whether the operator may carry out the task of this path now.
    pub fn can_carry_out(&self, path: &str) -> Result<bool> {
        let mut tasks = self.tasks.iter().filter(|task| task.path == path && self.context.may(task.role));
        tasks.next().map_or(Ok(false), |task| self.is_possible(task))
    }

    /// Returns whether nothing prevents the task.
    fn is_possible(&self, task: &'static Task) -> Result<bool> {
        Ok((task.obstacle)(&TaskView { subject: self, task })?.is_none())
    }

    /// Adds links to its tasks, for those who may carry them out. The first possible one is the main one.
    pub fn add_links(&self, content: &mut PageContent) -> Result<()> {
        let context = self.context;
        let mut links = Vec::new();
        let mut has_main = false;
        for task in self.tasks.iter().filter(|task| context.may(task.role) && !task.is_per_row) {
            let is_possible = self.is_possible(task)?;
            if self.is_closed && !is_possible {
                continue;
            }
            let is_main = !has_main && is_possible;
            has_main |= is_main;
            let kind = if task.is_grave {
                "grave"
            } else if is_main {
                "main"
            } else {
                ""
            };
            let at = if is_main { 0 } else { links.len() };
            links.insert(
                at,
                (context.address(&format!("{}/{}", self.path(), task.path)), (task.label)(context.words), kind),
            );
        }
        if !links.is_empty() {
            content.add(&TaskLinks { label: context.words.tasks, links });
        }
        Ok(())
    }

    /// Shows the form of a task.
    pub fn show(&self, path: &str) -> Result<PageAnswer> {
        self.with_task(path, |view| view.form_page(TaskNotice::default()))
    }

    /// Carries a task out, or undoes one.
    pub fn change(&self, path: &str) -> Result<PageAnswer> {
        match path {
            "undo" => self.undo_import(),
            _ => self.with_task(path, |view| view.carry_out()),
        }
    }

    /// Answers with `then` for the task of this path, if the operator may carry it out.
    fn with_task(&self, path: &str, then: impl FnOnce(&TaskView) -> Result<PageAnswer>) -> Result<PageAnswer> {
        let Some(task) = self.tasks.iter().find(|task| task.path == path) else {
            return Ok(PageAnswer::Nothing);
        };
        self.context.changing_as(task.role, || then(&TaskView { subject: self, task }))
    }

    /// Returns the import of this number if a task or the form of a row made it, about this person or class.
    fn find_import(&self, number: i64) -> Result<Option<ImportRun>> {
        let run = imports::find_import(self.snapshot, number)?.filter(|run| run.kind == "import");
        Ok(run.filter(|run| {
            let key = edit::parse_action(&run.action).map(|(_, key)| key);
            key.is_some_and(|key| format!(", {key}, ").contains(&format!(", {}, ", self.key())))
        }))
    }

    /// Shows the changes that the previous task made, unless they are undone, with a button that undoes them.
    pub fn show_previous_task(&self, content: &mut PageContent) -> Result<()> {
        let (context, words) = (self.context, self.context.words);
        let number = |name: &str| context.request.query.get(name)?.parse::<i64>().ok();
        if let Some(number) = number("undone")
            && let Some(run) = self.find_import(number)?.filter(|run| !run.undone_by.is_empty())
        {
            let name = context.entry_name(&run.kind, &run.action, number);
            content.add_success(&words.undone.replace("{}", &name));
        }
        let Some(run) = number("saved").map(|number| self.find_import(number)).transpose()?.flatten() else {
            return Ok(());
        };
        if !run.undone_by.is_empty() {
            return Ok(());
        }
        content.add_success(&saved_message(context, self.snapshot, &run)?);
        if context.may(Role::Editor) {
            let fields = vec![FormField::new("number", "", Input::Hidden).with_value(run.number.to_string())];
            let action = context.address(&format!("{}/undo", self.path()));
            content.add(&Form::changing(context, words.undo, action, fields, words.undo));
        }
        Ok(())
    }

    /// Returns the number of rows that an import created, changed or removed.
    fn change_count(&self, run: &ImportRun) -> Result<i64> {
        Ok(imports::list_imported_files(self.snapshot, run.id)?.iter().map(ImportedFileCounts::changes).sum())
    }

    /// Undoes the import of the form's number, if a task made it here and it is small; else leads to its page.
    fn undo_import(&self) -> Result<PageAnswer> {
        let (context, words) = (self.context, self.context.words);
        let Ok(number) = context.request.form.text_of("number").parse::<i64>() else {
            return Ok(PageAnswer::Nothing);
        };
        context.changing(|| {
            let Some(run) = self.find_import(number)? else {
                return Ok(PageAnswer::To(format!("imports/{number}/undo")));
            };
            if self.change_count(&run)? > UNDONE_HERE {
                return Ok(PageAnswer::To(format!("imports/{number}/undo")));
            }
            let mut content = PageContent::new(words.refused);
            match undo::undo_now(context, number)? {
                UndoOutcome::Done(_) => return Ok(PageAnswer::To(format!("{}?undone={number}", self.path()))),
                UndoOutcome::Nothing(why) => {
                    let why = undo::with_names(context, self.snapshot, &why)?;
                    content.wrong(&format!("{}{}", words.not_undone, why.text(context.language)));
                }
                UndoOutcome::Refused(errors) => {
                    for error in &errors {
                        let obstacle = undo::obstacle_text(context, self.snapshot, error)?;
                        content.wrong(&format!("{}{obstacle}", words.not_undone));
                    }
                }
            }
            content.link(context.address(&self.path()), &self.file.row_title(&self.cells));
            Ok(PageAnswer::Page(content))
        })
    }
}

impl TaskView<'_> {
    pub fn context(&self) -> &PageContext<'_> {
        self.subject.context
    }

    pub fn snapshot(&self) -> &Snapshot<'_> {
        self.subject.snapshot
    }

    /// Returns the present moment in the service's zone, such as `2026-03-09T12:00:00`.
    pub fn now(&self) -> String {
        crate::model::time::format_wall_time(self.snapshot().clock().now())
    }

    /// Returns the row of a file whose key this field holds, with its cells; `None` if there is none.
    pub fn referenced_row(&self, file: &'static DataFile, field: &str) -> Result<Option<(i64, RecordedCells)>> {
        self.row_with_key(file, &self.field_value(field)?)
    }

    /// Returns the value of a field in the form that is stored; empty if it has none.
    pub fn canonical_value(&self, file: &'static DataFile, field: &str) -> Result<String> {
        let (_, column) = file.find_column(field).expect("a declared column");
        Ok(parse_cell(column, &moment(&self.field_value(field)?), self.snapshot().clock())
            .unwrap_or_default()
            .into_owned())
    }

    /// Returns the row of a file with this key and its cells; `None` for an empty or unknown key.
    pub fn row_with_key(&self, file: &'static DataFile, key: &str) -> Result<Option<(i64, RecordedCells)>> {
        let row = listing::find_row_by_key(self.snapshot(), file, key)?.filter(|row| !key.is_empty() && *row > 0);
        let Some(row) = row else { return Ok(None) };
        Ok(find_cells(self.snapshot(), file, row)?.map(|cells| (row, cells)))
    }

    fn is_sent(&self, name: &str) -> bool {
        let request = self.context().request;
        request.form.get(name).or_else(|| request.query.get(name)).is_some()
    }

    /// Returns the value of a field: from the form, else from the address, else its initial value.
    pub fn field_value(&self, name: &str) -> Result<String> {
        let request = self.context().request;
        let sent = |name: &str| request.form.get(name).or_else(|| request.query.get(name));
        match sent(name) {
            Some(DAY) => return Ok(sent(&format!("{name}.{DAY}")).unwrap_or_default().trim().to_owned()),
            Some(sent) => return Ok(sent.trim().to_owned()),
            None => {}
        }
        match self.task.fields.iter().find(|field| field.column == name) {
            Some(TaskField { initial: Some(initial), .. }) => initial(self),
            Some(field) if field.file.name == self.subject.file.name => Ok(self.subject.cell(name).to_owned()),
            _ => Ok(String::new()),
        }
    }

    /// Returns whether a row of a sheet is ticked.
    pub fn is_ticked(&self, field: &str, key: &str) -> bool {
        let form = &self.context().request.form;
        !self.context().request.is_post || form.all(field).iter().any(|ticked| ticked == key)
    }

    /// Returns whether this field, on which the others depend, still has no valid value.
    fn awaits(&self, field: &TaskField) -> Result<bool> {
        Ok(match field.kind {
            FieldKind::First => {
                let [reference] = field.column().references() else { return Ok(false) };
                self.referenced_row(reference.to, field.column)?.is_none()
            }
            FieldKind::FirstOf(known) => {
                let value = self.field_value(field.column)?;
                !known(self)?.iter().any(|(known, _)| *known == value)
            }
            _ => false,
        })
    }

    /// Returns the rows to write, each with its declaration and record.
    fn row_edits(&self) -> Result<Vec<(RowEdit, &'static TaskRow, TaskRecord)>> {
        let mut edits = Vec::new();
        for row in self.task.rows {
            for record in (row.records)(self)? {
                let mut set = Vec::new();
                for (name, source) in row.cells {
                    let (_, column) = row.file.find_column(name).expect("a declared column");
                    let cell = self.resolve_cell(column, source, &record)?;
                    let is_same = !row.is_new && cell == find_cell(&record.cells, name);
                    if column.is_key() || !(is_same && matches!(source, CellSource::Field(_))) {
                        set.push((column, cell));
                    }
                }
                let shown = match record.row.filter(|_| !row.is_new) {
                    Some(stored) => ShownRow::Row(stored, digest(&record.cells)),
                    None => ShownRow::New,
                };
                edits.push((RowEdit { file: row.file, cells: set, shown }, row, record));
            }
        }
        Ok(edits)
    }

    /// Returns the cell to write in a column, from its declared source.
    fn resolve_cell(&self, column: &Column, source: &CellSource, record: &TaskRecord) -> Result<String> {
        Ok(match source {
            CellSource::Fixed(cell) => (*cell).to_owned(),
            CellSource::Now => self.now(),
            CellSource::Field(name) => {
                let value = self.field_value(name)?;
                let is_day = self.task.fields.iter().any(|field| field.column == *name && field.kind.is_day());
                if is_day && *value == self.now()[..10] {
                    // a day that is not over has no end yet
                    self.now()
                } else if matches!(column.domain, Domain::Datetime | Domain::DatetimeOrNever) {
                    moment(&value)
                } else {
                    value
                }
            }
            CellSource::Subject(name) => self.subject.cell(name).to_owned(),
            CellSource::Record(name) => find_cell(&record.cells, name).to_owned(),
            CellSource::Sheet(field) => {
                let form = &self.context().request.form;
                form.text_of(&format!("{field}.{}", record.key())).trim().to_owned()
            }
            CellSource::Derived(derive) => derive(self)?,
        })
    }

    /// Returns a digest of the person or class if the task changes it, else an empty text. The form sends it back, so
    /// that a change made meanwhile is noticed.
    fn subject_digest(&self) -> String {
        let is_changed = self.task.rows.iter().any(|row| row.file.name == self.subject.file.name);
        if is_changed { digest(&self.subject.cells) } else { String::new() }
    }

    /// Returns the errors that an import would not find: a declared check, a missing day, an unknown choice.
    fn check_fields(&self) -> Result<TaskNotice> {
        let mut notice = TaskNotice::default();
        for field in self.task.fields {
            let mut error = (field.check)(self)?;
            let is_without_day = self.context().request.form.get(field.column) == Some(DAY);
            if is_without_day && self.field_value(field.column)?.is_empty() {
                error = error.or(Some(self.context().words.fill_in));
            }
            if let FieldKind::OneOf(known) | FieldKind::FirstOf(known) = &field.kind {
                let sent = self.context().request.form.get(field.column).map(str::trim);
                let known = known(self)?;
                let is_known = sent.is_some_and(|sent| known.iter().any(|(known, _)| known == sent));
                error = error.or((!is_known).then_some(self.context().words.choose_one));
            }
            notice.fields.extend(error.map(|error| (field.column.to_owned(), error.to_owned())));
        }
        Ok(notice)
    }

    /// Carries the task out in one import and leads to the page of the person or class. With errors or unconfirmed
    /// warnings it shows the form again.
    fn carry_out(&self) -> Result<PageAnswer> {
        let (context, form) = (self.context(), &self.context().request.form);
        if let Some(obstacle) = (self.task.obstacle)(self)? {
            return Ok(PageAnswer::Refused(obstacle));
        }
        let notice = self.check_fields()?;
        if !notice.fields.is_empty() {
            return self.form_page(notice);
        }
        let edits = self.row_edits()?;
        let changes =
            |edit: &RowEdit| edit.shown == ShownRow::New || edit.cells.iter().any(|(column, _)| !column.is_key());
        if !edits.iter().any(|(edit, ..)| changes(edit)) {
            return Ok(PageAnswer::To(self.subject.path()));
        }
        if form.text_of("seen") != self.subject_digest() {
            return self
                .form_page(TaskNotice { others: vec![context.words.changed_since.to_owned()], ..Default::default() });
        }
        // the row of the ledger's action: of several rows, that of the person or class
        let action = match edits.as_slice() {
            [(edit, ..)] if edit.key().any(|cell| cell == self.subject.key()) => {
                edit::ledger_action(edit.file, &edit.key().collect::<Vec<_>>().join(", "))
            }
            _ => edit::ledger_action(self.subject.file, self.subject.key()),
        };
        let (rows, sources): (Vec<_>, Vec<_>) = edits.into_iter().map(|(edit, row, of)| (edit, (row, of))).unzip();
        let own = (self.task.warnings)(self)?;
        let notice = match edit::save(context, &rows, action, form.get("confirmed").is_some(), !own.is_empty())? {
            EditOutcome::Saved { number, .. } => {
                return Ok(PageAnswer::To(format!("{}?saved={number}", self.subject.path())));
            }
            EditOutcome::ChangedMeanwhile => {
                TaskNotice { others: vec![context.words.changed_since.to_owned()], ..Default::default() }
            }
            EditOutcome::Exists { at, row } => self.exists_notice(rows[at].file, row)?,
            EditOutcome::Refused(errors) => self.import_error_notice(&errors, &sources),
            EditOutcome::Warned(warnings) => TaskNotice {
                warnings: own
                    .into_iter()
                    .chain(warnings.iter().map(|warning| warning.labelled_detail(context.language)))
                    .collect(),
                ..TaskNotice::default()
            },
        };
        self.form_page(notice)
    }

    /// Returns the notice that the row to create exists already.
    fn exists_notice(&self, file: &'static DataFile, row: i64) -> Result<TaskNotice> {
        let cells = find_cells(self.snapshot(), file, row)?.unwrap_or_default();
        let title = Names::new(self.context(), self.snapshot()).title(file, &cells)?;
        let says = self.context().words.exists_already.replace("{}", &title);
        Ok(TaskNotice { others: vec![says], ..TaskNotice::default() })
    }

    /// Places errors of an import at the fields from which their cells come.
    fn import_error_notice(&self, errors: &[ImportError], sources: &[(&'static TaskRow, TaskRecord)]) -> TaskNotice {
        let mut notice = TaskNotice::default();
        for error in errors {
            let mut rows = sources.iter().filter(|(row, _)| row.file.name == error.file);
            // the header is the first line
            let at = usize::try_from(error.line - 2).ok().and_then(|at| rows.nth(at));
            let source = at.and_then(|(row, record)| {
                let cell = row.cells.iter().find(|(name, _)| *name == error.column);
                cell.map(|(_, source)| (source, record))
            });
            match source {
                Some((CellSource::Field(name), _)) => {
                    notice.fields.push(((*name).to_owned(), self.context().field_error(error)));
                }
                Some((CellSource::Sheet(_), record)) => {
                    let label = find_cell(&record.cells, "label");
                    let name = label.split(" · ").next().unwrap_or_default();
                    let says = match error.message.name {
                        MessageName::ValueRequired => self.context().words.reason_needed.replace("{}", name),
                        _ => error.labelled_detail(self.context().language),
                    };
                    notice.sheet.push((record.key(), says));
                }
                _ => notice.others.push(self.labelled_error(error)),
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
