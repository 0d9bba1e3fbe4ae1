//! The edits of a task: the rows that the task writes, made from its declaration, its form and stored rows.

use anyhow::Result;

use super::TaskView;
use super::declaration::{CellSource, FieldKind, TaskRow, TaskSourceRow};
use crate::console::edit::{ColumnCells, RowEdit, ShownRow, digest_cells};
use crate::console::request::date_part;
use crate::datafile::file::Column;
use crate::datafile::find_cell;

/// The declaration of an edit's row, and the row from which the edit was made.
pub(super) struct EditBasis {
    pub(super) task_row: &'static TaskRow,
    pub(super) source_row: TaskSourceRow,
}

impl TaskView<'_> {
    /// Returns the edits of the task, and the basis of each edit in the same order.
    pub(super) fn row_edits(&self) -> Result<(Vec<RowEdit>, Vec<EditBasis>)> {
        let (mut edits, mut bases) = (Vec::new(), Vec::new());
        for task_row in self.task.rows {
            for source_row in (task_row.source_rows)(self)? {
                let cells = self.edited_cells(task_row, &source_row)?;
                // a new row can be made from a stored row, which then stays as it is
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

    /// Returns the cells to write into a row: the key, all cells that come from another source than a field, and the
    /// fields: all of a new row, or those that the operator changed.
    fn edited_cells(&self, task_row: &TaskRow, source_row: &TaskSourceRow) -> Result<ColumnCells> {
        let mut cells = Vec::new();
        for column in task_row.file.columns {
            let Some(source) = self.cell_source(task_row, column) else { continue };
            let cell = self.resolve_cell(source, source_row)?;
            let is_stored_cell = !task_row.is_new && cell == find_cell(&source_row.cells, column.name);
            let is_unchanged_field = matches!(source, CellSource::Field(_)) && is_stored_cell;
            if is_unchanged_field && !column.is_key() {
                continue;
            }
            cells.push((column, cell));
        }
        Ok(cells)
    }

    /// Returns the source of a cell. If the task declares none, a key cell of a stored row comes from that row, and any
    /// other cell from the form field of the same column. Returns `None` without such a field: the task does not write
    /// the column.
    pub(super) fn cell_source(&self, row: &TaskRow, column: &Column) -> Option<CellSource> {
        if let Some((_, declared)) = row.cells.iter().find(|(name, _)| *name == column.name) {
            return Some(*declared);
        }
        if !row.is_new && column.is_key() {
            return Some(CellSource::StoredCell(column.name));
        }
        let mut fields = self.task.fields.iter();
        let has_field = fields.any(|field| field.file.name == row.file.name && field.column == column.name);
        has_field.then_some(CellSource::Field(column.name))
    }

    fn resolve_cell(&self, source: CellSource, source_row: &TaskSourceRow) -> Result<String> {
        Ok(match source {
            CellSource::Fixed(cell) => cell.to_owned(),
            CellSource::Now => self.now(),
            CellSource::Field(name) => {
                let (value, now) = (self.field_value(name)?, self.now());
                let mut fields = self.task.fields.iter();
                let is_day = fields.any(|field| field.column == name && matches!(field.kind, FieldKind::Day));
                let is_today = date_part(&now) == Some(&value);
                // for today, the current time is stored; a day alone would be stored as midnight
                if is_day && is_today { now } else { value }
            }
            CellSource::TargetCell(name) => self.target.cell(name).to_owned(),
            CellSource::StoredCell(name) => find_cell(&source_row.cells, name).to_owned(),
            CellSource::ChecklistText(field) => {
                let form = &self.context().request.form;
                form.text_of(&format!("{field}.{}", source_row.key())).trim().to_owned()
            }
            CellSource::Derived(derive) => derive(self)?,
        })
    }
}
