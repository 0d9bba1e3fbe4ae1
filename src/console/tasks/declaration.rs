//! The declaration of a task: the fields of the form, the rows that the task writes, and the source of each cell.

use anyhow::Result;

use super::TaskView;
use crate::console::translations::TextSelector;
use crate::datafile::file::{Column, DataFile};
use crate::ledger::RecordedCells;

/// An action of an editor or owner with a person or a class, such as enrolling a person.
pub struct Task {
    /// The last segment of the form's address, such as `enrol` in `person/7/enrol`.
    pub path: &'static str,
    pub label: TextSelector,
    pub description: TextSelector,
    /// The path of another task of the person or class, which the description mentions. The form has a link to it.
    pub mentioned_task: Option<&'static str>,
    /// Returns facts of the person or class, which are shown above the description. Returns `None` without such facts.
    pub facts: fn(&TaskView) -> Result<Option<String>>,
    /// Returns a note below the description. Returns `None` if there is nothing to note.
    pub note: fn(&TaskView) -> Result<Option<String>>,
    /// The text of the link that leaves the form.
    pub cancel_label: TextSelector,
    /// Returns the reason why the task is impossible now. Returns `None` if the task is possible.
    pub obstacle: fn(&TaskView) -> Result<Option<&'static str>>,
    /// Returns a text with the time from which the task is possible, which is shown instead of the obstacle. Returns
    /// `None` if waiting does not make the task possible.
    pub possible_from: fn(&TaskView) -> Result<Option<String>>,
    /// Returns the task's own warnings. The operator must confirm these warnings and those of the import.
    pub warnings: fn(&TaskView) -> Result<Vec<String>>,
    /// Does the task cancel or end something? The button is then red.
    pub is_destructive: bool,
    /// Is the task offered at each row of a list, and not at the top of the page?
    pub is_per_row: bool,
    pub fields: &'static [TaskField],
    pub rows: &'static [TaskRow],
}

/// A field of a task's form. Its value fills a cell of each row that the task writes into `file`.
pub struct TaskField {
    pub file: &'static DataFile,
    /// The column of the cell, which is also the name of the form field.
    pub column: &'static str,
    pub kind: FieldKind,
    pub is_required: bool,
    /// Returns the value when the form opens. Without this function, a field of the file of the task's person or class
    /// has the stored cell, and any other field is empty.
    pub initial: Option<fn(&TaskView) -> Result<String>>,
    /// Returns the label. Without this function, the label is the label of the column.
    pub label: Option<TextSelector>,
    /// Returns an error of the value that an import would not find. Returns `None` if there is no such error.
    pub check: fn(&TaskView) -> Result<Option<&'static str>>,
    /// Returns the explanation below the field. Without this function, the column's explanation is shown.
    pub hint: Option<fn(&TaskView) -> Result<String>>,
}

/// The cell and the label of an option.
pub type FieldOption = (String, String);

pub enum FieldKind {
    /// The usual input for the column.
    Column,
    /// A field on which the next fields depend. Until the value is valid, the form ends with this field.
    Deciding,
    OneOf(fn(&TaskView) -> Result<Vec<FieldOption>>),
    /// One of these options, on which the next fields depend, as with [`FieldKind::Deciding`].
    DecidingOneOf(fn(&TaskView) -> Result<Vec<FieldOption>>),
    /// A day, on which texts of other fields depend. For today, the current time is stored.
    Day,
    /// One of these options, or a day that the operator enters.
    OneOfOrDay(fn(&TaskView) -> Result<Vec<FieldOption>>),
    /// A checklist of these rows. The operator ticks a row, or enters a text beside it.
    Checklist(fn(&TaskView) -> Result<Vec<TaskSourceRow>>),
}

/// The declaration of rows that a task writes into a data file: one row for each source row.
pub struct TaskRow {
    pub file: &'static DataFile,
    /// Does the task create rows? Otherwise it changes the stored rows in `source_rows`.
    pub is_new: bool,
    pub source_rows: fn(&TaskView) -> Result<Vec<TaskSourceRow>>,
    /// The sources of cells, by column. By default, the sources are the key of a stored row and the form's fields.
    pub cells: &'static [(&'static str, CellSource)],
}

/// A row from whose cells a task makes a row: a stored row, or a row of a checklist.
#[derive(Default, Clone)]
pub struct TaskSourceRow {
    /// The id of a stored row; `None` for a row of a checklist.
    pub stored_row: Option<i64>,
    pub cells: RecordedCells,
}

/// The name of the cell with the label of a checklist's row.
pub const CHECKLIST_LABEL: &str = "label";

#[derive(Clone, Copy)]
pub enum CellSource {
    Fixed(&'static str),
    Now,
    /// The value of the form field with this name. A stored cell that already has the value is not written.
    Field(&'static str),
    /// The cell of the task's person or class in this column.
    TargetCell(&'static str),
    /// The cell of the source row, which is stored, in this column.
    StoredCell(&'static str),
    /// The text beside the source row in the checklist of this form field.
    ChecklistText(&'static str),
    Derived(fn(&TaskView) -> Result<String>),
}

impl TaskRow {
    /// Declares a single new row.
    pub const fn new(file: &'static DataFile) -> Self {
        Self { file, is_new: true, source_rows: |_| Ok(vec![TaskSourceRow::default()]), cells: &[] }
    }

    /// Declares a new row for each source row, such as one for each ticked row of a checklist.
    pub const fn for_each(self, source_rows: fn(&TaskView) -> Result<Vec<TaskSourceRow>>) -> Self {
        Self { source_rows, ..self }
    }

    /// Declares a change of each of these stored rows.
    pub const fn changing(self, source_rows: fn(&TaskView) -> Result<Vec<TaskSourceRow>>) -> Self {
        Self { is_new: false, source_rows, ..self }
    }

    pub const fn cells(self, cells: &'static [(&'static str, CellSource)]) -> Self {
        Self { cells, ..self }
    }
}

impl Task {
    pub const DEFAULTS: Task = Task {
        path: "",
        label: |_| "",
        description: |_| "",
        mentioned_task: None,
        facts: |_| Ok(None),
        note: |_| Ok(None),
        cancel_label: |words| words.cancel,
        obstacle: |_| Ok(None),
        possible_from: |_| Ok(None),
        warnings: |_| Ok(Vec::new()),
        is_destructive: false,
        is_per_row: false,
        fields: &[],
        rows: &[],
    };

    /// Returns whether the complete form has a field on whose value the options or texts of other fields depend.
    pub fn has_dependent_fields(&self) -> bool {
        self.fields.iter().any(|field| matches!(field.kind, FieldKind::Deciding | FieldKind::Day))
    }
}

/// The value that selects no radio button. No option has this value, because cells are trimmed.
pub const NOTHING_CHOSEN: &str = " ";

/// Returns the person or class as the only source row, for tasks that change the person or class.
pub fn target_row(view: &TaskView) -> Result<Vec<TaskSourceRow>> {
    Ok(vec![TaskSourceRow { stored_row: Some(view.target.row), cells: view.target.cells.clone() }])
}

impl TaskField {
    /// Declares an optional field with the usual input, label and hint of the column.
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

    pub const fn required(self) -> Self {
        Self { is_required: true, ..self }
    }

    pub const fn kind(self, kind: FieldKind) -> Self {
        Self { kind, ..self }
    }

    pub const fn initial(self, initial: fn(&TaskView) -> Result<String>) -> Self {
        Self { initial: Some(initial), ..self }
    }

    pub const fn label(self, label: TextSelector) -> Self {
        Self { label: Some(label), ..self }
    }

    pub const fn check(self, check: fn(&TaskView) -> Result<Option<&'static str>>) -> Self {
        Self { check, ..self }
    }

    pub const fn hint(self, hint: fn(&TaskView) -> Result<String>) -> Self {
        Self { hint: Some(hint), ..self }
    }

    /// Returns the column. Panics if a declaration names an unknown column.
    pub fn column(&self) -> &'static Column {
        let (_, column) = self.file.find_column(self.column).expect("a declared column");
        column
    }
}

impl TaskSourceRow {
    /// Returns the first cell, which identifies the row in a checklist.
    pub fn key(&self) -> String {
        self.cells.first().map(|(_, cell)| cell.clone()).unwrap_or_default()
    }
}
