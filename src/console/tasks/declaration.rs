//! What a task is: the fields of its form and the rows that it writes, with the source of each cell.

use anyhow::Result;

use super::TaskView;
use crate::console::translations::Translations;
use crate::datafile::file::{Column, DataFile};
use crate::ledger::RecordedCells;
use crate::store::operator::Role;

/// Something that people do with a person or a class.
pub struct Task {
    /// The last segment of its address.
    pub path: &'static str,
    pub label: fn(&Translations) -> &'static str,
    /// A sentence that says what the task does.
    pub description: fn(&Translations) -> &'static str,
    /// Who may carry it out.
    pub role: Role,
    /// Returns why the task is impossible now; `None` if it is possible.
    pub obstacle: fn(&TaskView) -> Result<Option<&'static str>>,
    /// Returns when time itself makes an impossible task possible; `None` if it does not.
    pub possible_from: fn(&TaskView) -> Result<Option<String>>,
    /// Returns the warnings to confirm that an import would not give.
    pub warnings: fn(&TaskView) -> Result<Vec<String>>,
    /// Is its effect drastic?
    pub is_grave: bool,
    /// Is it offered at each row of a list instead?
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
    /// Returns its value when the form is opened; by default the cell of the person or class.
    pub initial: Option<fn(&TaskView) -> Result<String>>,
    /// Its name; by default that of the column.
    pub label: Option<fn(&Translations) -> &'static str>,
    /// Returns why its value is refused although an import would accept it; `None` if it is not.
    pub check: fn(&TaskView) -> Result<Option<&'static str>>,
    /// Returns the explanation below it; by default that of the column.
    pub hint: Option<fn(&TaskView) -> Result<String>>,
}

/// A choice of a field: its cell and label.
pub type FieldChoice = (String, String);

/// The input of a field, where the column does not determine it.
pub enum FieldKind {
    Column,
    /// The other fields depend on it, so it comes first.
    First,
    /// One of these choices.
    OneOf(fn(&TaskView) -> Result<Vec<FieldChoice>>),
    /// One of these choices, which come first as with [`FieldKind::First`].
    FirstOf(fn(&TaskView) -> Result<Vec<FieldChoice>>),
    /// A datetime of which the day alone matters.
    Day,
    /// One of these, or a day.
    OneOfOrDay(fn(&TaskView) -> Result<Vec<FieldChoice>>),
    /// A row to tick for each of these records, with a text if it is not ticked.
    Sheet(fn(&TaskView) -> Result<Vec<TaskRecord>>),
}

impl FieldKind {
    pub fn is_day(&self) -> bool {
        matches!(self, Self::Day)
    }
}

/// Rows that a task writes.
pub struct TaskRow {
    pub file: &'static DataFile,
    /// Does it create rows? Others change stored ones.
    pub is_new: bool,
    /// The records, for each of which it writes a row.
    pub records: fn(&TaskView) -> Result<Vec<TaskRecord>>,
    pub cells: &'static [(&'static str, CellSource)],
}

/// The source of a row to write: the id and cells of a stored row, or cells alone.
#[derive(Default, Clone)]
pub struct TaskRecord {
    pub row: Option<i64>,
    pub cells: RecordedCells,
}

/// The source of a cell.
pub enum CellSource {
    Fixed(&'static str),
    /// The present moment.
    Now,
    /// The field of this name; if a stored row has its value already, it is left alone.
    Field(&'static str),
    /// A cell of the person or class.
    Subject(&'static str),
    /// A cell of the record.
    Record(&'static str),
    /// The text of the record's row in the sheet of this field.
    Sheet(&'static str),
    Derived(fn(&TaskView) -> Result<String>),
}

impl Task {
    pub const PLAIN: Task = Task {
        path: "",
        label: |_| "",
        description: |_| "",
        role: Role::Editor,
        obstacle: no_obstacle,
        possible_from: |_| Ok(None),
        warnings: |_| Ok(Vec::new()),
        is_grave: false,
        is_per_row: false,
        fields: &[],
        rows: &[],
    };
}

pub fn no_obstacle(_: &TaskView) -> Result<Option<&'static str>> {
    Ok(None)
}

/// The value of a choice when nothing is chosen: cells are trimmed, so none equals a blank.
pub const NOTHING_CHOSEN: &str = " ";

/// Returns one record without cells, for a task that writes one row.
pub fn one_empty_record(_: &TaskView) -> Result<Vec<TaskRecord>> {
    Ok(vec![TaskRecord::default()])
}

/// Returns the stored row of the person or class.
pub fn subject_record(view: &TaskView) -> Result<Vec<TaskRecord>> {
    Ok(vec![TaskRecord { row: Some(view.subject.row), cells: view.subject.cells.clone() }])
}

pub fn today(view: &TaskView) -> Result<String> {
    Ok(view.now()[..10].to_owned())
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
            check: no_obstacle,
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
    /// Returns its first cell, which distinguishes it from the other rows of a sheet.
    pub fn key(&self) -> String {
        self.cells.first().map(|(_, cell)| cell.clone()).unwrap_or_default()
    }
}
