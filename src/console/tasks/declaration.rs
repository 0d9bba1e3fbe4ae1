//! The declaration of a task: the fields of its form, and the rows that it writes with the source of each cell.

use anyhow::Result;

use super::TaskView;
use crate::console::translations::Translations;
use crate::datafile::file::{Column, DataFile};
use crate::ledger::RecordedCells;
use crate::store::operator::Role;

/// What an operator can do with a person or a class, such as enrolling a person.
pub struct Task {
    /// The last segment of its address.
    pub path: &'static str,
    pub label: fn(&Translations) -> &'static str,
    /// A sentence about the effect of the task.
    pub description: fn(&Translations) -> &'static str,
    /// The lowest role that may carry it out.
    pub role: Role,
    /// Returns why the task is impossible now; `None` if it is possible.
    pub obstacle: fn(&TaskView) -> Result<Option<&'static str>>,
    /// Returns when an impossible task becomes possible by the passage of time; `None` if it does not.
    pub possible_from: fn(&TaskView) -> Result<Option<String>>,
    /// Returns warnings beside those of the import. The operator must confirm all of them.
    pub warnings: fn(&TaskView) -> Result<Vec<String>>,
    /// Does it cancel or end something? Its button is red.
    pub is_destructive: bool,
    /// Is it offered at each row of a list instead of at the top of the page?
    pub is_per_row: bool,
    pub fields: &'static [TaskField],
    pub rows: &'static [TaskRow],
}

/// A field of a task's form, which fills a column.
pub struct TaskField {
    pub file: &'static DataFile,
    pub column: &'static str,
    pub kind: FieldKind,
    pub is_required: bool,
    /// Returns the value when the form opens; `None` for the cell of the person or class.
    pub initial: Option<fn(&TaskView) -> Result<String>>,
    /// `None` for the label of the column.
    pub label: Option<fn(&Translations) -> &'static str>,
    /// Returns the error of a value that an import would accept; `None` if it is valid.
    pub check: fn(&TaskView) -> Result<Option<&'static str>>,
    /// Returns the explanation below the field; `None` for that of the column.
    pub hint: Option<fn(&TaskView) -> Result<String>>,
}

/// An option of a field: its cell and label.
pub type FieldOption = (String, String);

/// The input of a field.
pub enum FieldKind {
    /// The input that the column determines.
    Column,
    /// The next fields depend on its value. Until it is valid, the form ends with this field.
    First,
    /// One of these options.
    OneOf(fn(&TaskView) -> Result<Vec<FieldOption>>),
    /// One of these options. Like for [`FieldKind::First`], the next fields depend on it.
    FirstOneOf(fn(&TaskView) -> Result<Vec<FieldOption>>),
    /// The day of a datetime.
    Day,
    /// One of these options, or a day that the operator enters.
    OneOfOrDay(fn(&TaskView) -> Result<Vec<FieldOption>>),
    /// A row to tick for each of these records, with a text if it is not ticked.
    Checklist(fn(&TaskView) -> Result<Vec<TaskRecord>>),
}

/// Rows that a task writes into a data file, one for each record.
pub struct TaskRow {
    pub file: &'static DataFile,
    /// Does it create rows? Otherwise it changes stored rows.
    pub is_new: bool,
    /// Returns the records from which the rows are made.
    pub records: fn(&TaskView) -> Result<Vec<TaskRecord>>,
    pub cells: &'static [(&'static str, CellSource)],
}

/// A source of a row: stored cells, or cells such as those of a row of a checklist.
#[derive(Default, Clone)]
pub struct TaskRecord {
    /// The id of a stored row; `None` if the cells are not stored.
    pub row: Option<i64>,
    pub cells: RecordedCells,
}

/// The cell of a record with the label of its row in a checklist.
pub const CHECKLIST_LABEL: &str = "label";

/// The source of a cell.
pub enum CellSource {
    Fixed(&'static str),
    /// The current local time.
    Now,
    /// The value of the field of this name. A stored cell that already has the value is not written.
    Field(&'static str),
    /// A cell of the person or class.
    Subject(&'static str),
    /// A cell of the record.
    Record(&'static str),
    /// The text of the record's row in the checklist of this field.
    ChecklistText(&'static str),
    Derived(fn(&TaskView) -> Result<String>),
}

impl Task {
    /// The defaults of declarations.
    pub const DEFAULTS: Task = Task {
        path: "",
        label: |_| "",
        description: |_| "",
        role: Role::Editor,
        obstacle: |_| Ok(None),
        possible_from: |_| Ok(None),
        warnings: |_| Ok(Vec::new()),
        is_destructive: false,
        is_per_row: false,
        fields: &[],
        rows: &[],
    };
}

/// The value that selects no radio button. It equals no option, because cells are trimmed.
pub const NOTHING_CHOSEN: &str = " ";

/// Returns one record without cells, for a task that creates one row.
pub fn one_empty_record(_: &TaskView) -> Result<Vec<TaskRecord>> {
    Ok(vec![TaskRecord::default()])
}

/// Returns the stored row of the person or class.
pub fn subject_record(view: &TaskView) -> Result<Vec<TaskRecord>> {
    Ok(vec![TaskRecord { row: Some(view.subject.row), cells: view.subject.cells.clone() }])
}

impl TaskField {
    pub const fn new(file: &'static DataFile, column: &'static str) -> Self {
        Self {
            file,
            column,
            kind: FieldKind::Column,
            is_required: false,
            initial: None,
            label: None,
            check: |_| Ok(None),
            hint: None,
        }
    }

    pub const fn required(mut self) -> Self {
        self.is_required = true;
        self
    }

    pub const fn kind(mut self, kind: FieldKind) -> Self {
        self.kind = kind;
        self
    }

    pub const fn initial(mut self, initial: fn(&TaskView) -> Result<String>) -> Self {
        self.initial = Some(initial);
        self
    }

    pub const fn label(mut self, label: fn(&Translations) -> &'static str) -> Self {
        self.label = Some(label);
        self
    }

    pub const fn check(mut self, check: fn(&TaskView) -> Result<Option<&'static str>>) -> Self {
        self.check = check;
        self
    }

    pub const fn hint(mut self, hint: fn(&TaskView) -> Result<String>) -> Self {
        self.hint = Some(hint);
        self
    }

    pub fn column(&self) -> &'static Column {
        self.file.find_column(self.column).expect("a declared column").1
    }
}

impl TaskRecord {
    /// Returns the first cell, which identifies the record among the rows of a checklist.
    pub fn key(&self) -> String {
        self.cells.first().map(|(_, cell)| cell.clone()).unwrap_or_default()
    }
}
