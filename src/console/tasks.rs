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
use super::undo::{self, UndoOutcome};
use crate::datafile::cell::canonical;
use crate::datafile::file::{Column, DataFile, Domain};
use crate::datafile::{FILES, cell_of};
use crate::exchange::merge::error_table::ImportError;
use crate::ledger::history::{self, ChangeQuery};
use crate::ledger::imports::{self, ImportRun};
use crate::ledger::{RecordedCells, cells};
use crate::model::message::MessageName;
use crate::store::Snapshot;
use crate::store::listing;
use crate::store::operator::Role;
use declaration::{CellSource, FieldKind, Task, TaskField, TaskRecord, TaskRow};

/// The most changed rows shown after a task; one with more is undone on the page of its import.
const SHOWN_CHANGES: u32 = 11;
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

/// What prevents a task from being carried out, or must be confirmed.
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
        cell_of(&self.cells, name)
    }

    /// Returns its key, which the actions of its tasks contain.
    fn key(&self) -> &str {
        self.file.key().next().map_or("", |(_, column)| self.cell(column.name))
    }

    pub fn path(&self) -> String {
        format!("{}/{}", self.page, self.row)
    }

    /// Returns whether the operator may carry out the task of this path now.
    pub fn can_carry_out(&self, path: &str) -> Result<bool> {
        let mut tasks = self.tasks.iter().filter(|task| task.path == path && self.context.may(task.role));
        tasks.next().map_or(Ok(false), |task| self.is_possible(task))
    }

    fn is_possible(&self, task: &'static Task) -> Result<bool> {
        Ok((task.obstacle)(&TaskView { subject: self, task })?.is_none())
    }

    /// Adds links to its tasks, for those who may carry them out. The first possible one is the main one.
    pub fn add_links(&self, content: &mut PageContent) -> Result<()> {
        let context = self.context;
        let mut links = Vec::new();
        let mut has_main = false;
        for task in self.tasks.iter().filter(|task| context.may(task.role)) {
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
        self.with_task(path, |view| view.page(TaskNotice::default()))
    }

    /// Carries a task out, or undoes one.
    pub fn change(&self, path: &str) -> Result<PageAnswer> {
        match path {
            "undo" => self.undo(),
            _ => self.with_task(path, |view| view.carry_out()),
        }
    }

    fn with_task(&self, path: &str, then: impl FnOnce(&TaskView) -> Result<PageAnswer>) -> Result<PageAnswer> {
        let Some(task) = self.tasks.iter().find(|task| task.path == path) else {
            return Ok(PageAnswer::Nothing);
        };
        self.context.changing_as(task.role, || then(&TaskView { subject: self, task }))
    }

    /// Returns the import of this number if a task or the form of a row made it, about this person or class.
    fn edit(&self, number: i64) -> Result<Option<ImportRun>> {
        let run = imports::find(self.snapshot, number)?.filter(|run| run.kind == "import");
        Ok(run.filter(|run| {
            let what = FILES.iter().find_map(|file| run.action.strip_prefix(&edit::action(file, "")));
            what.is_some_and(|what| format!(", {what}, ").contains(&format!(", {}, ", self.key())))
        }))
    }

    /// Shows what the previous task did, if it still holds, with a button to undo it.
    pub fn show_done(&self, content: &mut PageContent) -> Result<()> {
        let (context, words) = (self.context, self.context.words);
        let number = |name: &str| context.request.query.get(name)?.parse::<i64>().ok();
        if let Some(number) = number("undone")
            && self.edit(number)?.is_some_and(|run| !run.undone_by.is_empty())
        {
            content.add_success(&words.undone.replace("{}", &number.to_string()));
        }
        let Some(run) = number("saved").map(|number| self.edit(number)).transpose()?.flatten() else {
            return Ok(());
        };
        if !run.undone_by.is_empty() {
            return Ok(());
        }
        content.add_success(&words.saved.replace("{}", &run.number.to_string()));
        let names = Names::new(context, self.snapshot);
        let changes = history::page(self.snapshot, ChangeQuery::Entry(run.id), 0, SHOWN_CHANGES)?;
        for change in &changes {
            content.note(&names.change(change)?);
        }
        let more = self.change_count(&run)? - changes.len() as i64;
        if more > 0 {
            content.link(
                context.address(&format!("imports/{}", run.number)),
                &words.and_more.replace("{}", &more.to_string()),
            );
        }
        if context.may(Role::Editor) {
            let fields = vec![FormField::new("number", "", Input::Hidden).with_value(run.number.to_string())];
            let action = context.address(&format!("{}/undo", self.path()));
            content.add(&Form::changing(context, words.undo, action, fields, words.undo));
        }
        Ok(())
    }

    fn change_count(&self, run: &ImportRun) -> Result<i64> {
        let files = imports::files(self.snapshot, run.id)?;
        Ok(files.iter().map(|file| file.counts[0] + file.counts[1] + file.counts[3]).sum())
    }

    fn undo(&self) -> Result<PageAnswer> {
        let (context, words) = (self.context, self.context.words);
        let Ok(number) = context.request.form.text_of("number").parse::<i64>() else {
            return Ok(PageAnswer::Nothing);
        };
        context.changing(|| {
            let Some(run) = self.edit(number)? else { return Ok(PageAnswer::To(format!("imports/{number}/undo"))) };
            if self.change_count(&run)? > UNDONE_HERE {
                return Ok(PageAnswer::To(format!("imports/{number}/undo")));
            }
            let mut content = PageContent::new(words.refused);
            match undo::undo(context, number)? {
                UndoOutcome::Done(_) => return Ok(PageAnswer::To(format!("{}?undone={number}", self.path()))),
                UndoOutcome::Nothing(why) => {
                    content.wrong(&format!("{}{}", words.not_undone, why.text(context.language)));
                }
                UndoOutcome::Refused(errors) => {
                    let errors = errors.iter().map(|error| context.import_error(error));
                    errors.for_each(|error| content.wrong(&format!("{}{error}", words.not_undone)));
                }
            }
            content.link(context.address(&self.path()), &self.file.title_of(&self.cells));
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

    pub fn now(&self) -> String {
        crate::model::time::text(self.snapshot().clock().now())
    }

    /// Returns the row that a field names.
    pub fn named(&self, file: &'static DataFile, field: &str) -> Result<Option<(i64, RecordedCells)>> {
        self.row_of(file, &self.value(field)?)
    }

    /// Returns the value of a field in the form that is stored; empty if it has none.
    pub fn canonical(&self, file: &'static DataFile, field: &str) -> Result<String> {
        let (_, column) = file.column(field).expect("a declared column");
        Ok(canonical(column, &moment(&self.value(field)?), self.snapshot().clock()).unwrap_or_default().into_owned())
    }

    pub fn row_of(&self, file: &'static DataFile, key: &str) -> Result<Option<(i64, RecordedCells)>> {
        let row = listing::row(self.snapshot(), file, key)?.filter(|row| !key.is_empty() && *row > 0);
        let Some(row) = row else { return Ok(None) };
        Ok(cells(self.snapshot(), file, row)?.map(|cells| (row, cells)))
    }

    fn is_sent(&self, name: &str) -> bool {
        let request = self.context().request;
        request.form.get(name).or_else(|| request.query.get(name)).is_some()
    }

    /// Returns what a field holds: what was sent, else what the address has, else its initial value.
    pub fn value(&self, name: &str) -> Result<String> {
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

    /// Returns whether a field that the others depend on is still to be filled in.
    fn waits_for(&self, field: &TaskField) -> Result<bool> {
        Ok(match field.kind {
            FieldKind::First => {
                let [reference] = field.column().references() else { return Ok(false) };
                self.named(reference.to, field.column)?.is_none()
            }
            FieldKind::FirstOf(known) => {
                let value = self.value(field.column)?;
                !known(self)?.iter().any(|(known, _)| *known == value)
            }
            _ => false,
        })
    }

    /// Returns the rows to write, each with its declaration and record.
    fn edits(&self) -> Result<Vec<(RowEdit, &'static TaskRow, TaskRecord)>> {
        let mut edits = Vec::new();
        for row in self.task.rows {
            for record in (row.each)(self)? {
                let mut set = Vec::new();
                for (name, source) in row.cells {
                    let (_, column) = row.file.column(name).expect("a declared column");
                    let cell = self.cell(column, source, &record)?;
                    let is_same = !row.is_new && cell == cell_of(&record.cells, name);
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

    fn cell(&self, column: &Column, source: &CellSource, record: &TaskRecord) -> Result<String> {
        Ok(match source {
            CellSource::Fixed(cell) => (*cell).to_owned(),
            CellSource::Now => self.now(),
            CellSource::Field(name) => {
                let value = self.value(name)?;
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
            CellSource::Each(name) => cell_of(&record.cells, name).to_owned(),
            CellSource::Sheet(field) => {
                let form = &self.context().request.form;
                form.text_of(&format!("{field}.{}", record.key())).trim().to_owned()
            }
            CellSource::Derived(derive) => derive(self)?,
        })
    }

    /// Returns a digest of the person or class, if the task changes it.
    fn seen(&self) -> String {
        let is_changed = self.task.rows.iter().any(|row| row.file.name == self.subject.file.name);
        if is_changed { digest(&self.subject.cells) } else { String::new() }
    }

    /// Returns the errors of fields whose values an import would accept.
    fn unmet(&self) -> Result<TaskNotice> {
        let mut notice = TaskNotice::default();
        for field in self.task.fields {
            let mut error = (field.check)(self)?;
            let is_without_day = self.context().request.form.get(field.column) == Some(DAY);
            if is_without_day && self.value(field.column)?.is_empty() {
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

    fn carry_out(&self) -> Result<PageAnswer> {
        let (context, form) = (self.context(), &self.context().request.form);
        if let Some(obstacle) = (self.task.obstacle)(self)? {
            return Ok(PageAnswer::Refused(obstacle));
        }
        let unmet = self.unmet()?;
        if !unmet.fields.is_empty() {
            return self.page(unmet);
        }
        let edits = self.edits()?;
        let changes =
            |edit: &RowEdit| edit.shown == ShownRow::New || edit.cells.iter().any(|(column, _)| !column.is_key());
        if !edits.iter().any(|(edit, ..)| changes(edit)) {
            return Ok(PageAnswer::To(self.subject.path()));
        }
        if form.text_of("seen") != self.seen() {
            return self
                .page(TaskNotice { others: vec![context.words.changed_since.to_owned()], ..Default::default() });
        }
        // the row of the ledger's action: of several rows, that of the person or class
        let action = match edits.as_slice() {
            [(edit, ..)] if edit.key().any(|cell| cell == self.subject.key()) => {
                edit::action(edit.file, &edit.key().collect::<Vec<_>>().join(", "))
            }
            _ => edit::action(self.subject.file, self.subject.key()),
        };
        let (rows, sources): (Vec<_>, Vec<_>) = edits.into_iter().map(|(edit, row, of)| (edit, (row, of))).unzip();
        let own = (self.task.warnings)(self)?;
        let notice = match edit::save(context, &rows, action, form.get("confirmed").is_some(), !own.is_empty())? {
            EditOutcome::Saved { number, .. } => {
                return Ok(PageAnswer::To(format!("{}?saved={number}", self.subject.path())));
            }
            EditOutcome::Meanwhile => {
                TaskNotice { others: vec![context.words.changed_since.to_owned()], ..Default::default() }
            }
            EditOutcome::Exists { at, row } => self.exists(rows[at].file, row)?,
            EditOutcome::Refused(errors) => self.placed(&errors, &sources),
            EditOutcome::Warned(warnings) => TaskNotice {
                warnings: own
                    .into_iter()
                    .chain(warnings.iter().map(|warning| warning.labelled_detail(context.language)))
                    .collect(),
                ..TaskNotice::default()
            },
        };
        self.page(notice)
    }

    /// Returns the notice that this row exists already.
    fn exists(&self, file: &'static DataFile, row: i64) -> Result<TaskNotice> {
        let cells = cells(self.snapshot(), file, row)?.unwrap_or_default();
        let title = Names::new(self.context(), self.snapshot()).title(file, &cells)?;
        let says = self.context().words.exists_already.replace("{}", &title);
        Ok(TaskNotice { others: vec![says], ..TaskNotice::default() })
    }

    /// Places errors of an import at the fields from which their cells come.
    fn placed(&self, errors: &[ImportError], sources: &[(&'static TaskRow, TaskRecord)]) -> TaskNotice {
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
                    let label = cell_of(&record.cells, "label");
                    let name = label.split(" · ").next().unwrap_or_default();
                    let says = match error.message.name {
                        MessageName::ValueRequired => self.context().words.reason_needed.replace("{}", name),
                        _ => error.labelled_detail(self.context().language),
                    };
                    notice.sheet.push((record.key(), says));
                }
                _ => notice.others.push(self.labelled(error)),
            }
        }
        notice
    }

    fn labelled(&self, error: &ImportError) -> String {
        let label = error.data_file.label_of(&error.column, self.context().language);
        let label = if label.is_empty() { label } else { format!("{label}: ") };
        format!("{label}{}", error.labelled_detail(self.context().language))
    }
}
