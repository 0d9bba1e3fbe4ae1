//! The changes of a row. A change that was not undone is effective.

use rusqlite::{Connection, Result, Row, params, params_from_iter};
use serde_json::{Map, Value};

use super::RecordedCells;
use super::history::{ChangeOrigin, JOIN_MAPPING, ORIGIN_COLUMNS, cell_text, read_origin, recorded_cells, shown_cell};
use super::query::{query_all, query_optional};
use crate::datafile::file::{Column, DataFile};

#[derive(Debug)]
pub struct RecordedChange {
    /// The number of the change in the feed.
    pub number: i64,
    /// The id of the ledger entry that this change undoes; `None` if the change is not part of an undo.
    undoes: Option<i64>,
    /// The old cells of the changed columns, of all columns if the row was removed, of none if it was created.
    old: Map<String, Value>,
    pub origin: ChangeOrigin,
    /// `created`, `changed` or `removed`.
    pub kind: String,
}

impl RecordedChange {
    /// Returns whether the change affected a column. A creation or a removal affects every column.
    pub fn has_column(&self, column: &str) -> bool {
        self.kind != "changed" || self.old.contains_key(column)
    }

    /// Returns the old cells. For a removal, these are all cells of the removed row.
    pub fn removed_cells(&self) -> RecordedCells {
        self.old.iter().map(|(column, cell)| (column.clone(), shown_cell(cell_text(cell)))).collect()
    }

    /// Returns the changed columns; none if the row was created or removed.
    pub fn changed_columns(&self) -> impl Iterator<Item = &str> {
        let columns = (self.kind == "changed").then(|| self.old.keys());
        columns.into_iter().flatten().map(String::as_str)
    }
}

/// The number `from` with which [`list_row_changes`] returns all changes.
pub const FIRST_CHANGE: i64 = 0;

/// Returns the changes of a row from the change number `from` on, the oldest first.
pub fn list_row_changes(connection: &Connection, file: &DataFile, row: i64, from: i64) -> Result<Vec<RecordedChange>> {
    let sql = select_changes("c.row = ? AND c.file = ? AND c.id >= ? ORDER BY c.id");
    query_all(connection, &sql, params![row, file.name, from], read_change)
}

/// Returns the last removal of a row with this key; `None` if no such row was removed, or if the key is incomplete.
pub fn find_removal(connection: &Connection, file: &DataFile, key: &[String]) -> Result<Option<RecordedChange>> {
    if key.len() != file.key_columns().count() {
        return Ok(None);
    }
    // a removal records all cells of the row in `old`, a JSON object; in it, ids are numbers
    let has_cell = |(_, column): (usize, &Column)| format!("AND CAST(c.old ->> '{}' AS TEXT) = ?", column.name);
    let has_key: String = file.key_columns().map(has_cell).collect();
    let sql = select_changes(&format!("c.file = ? AND c.kind = 'removed' {has_key} ORDER BY c.id DESC LIMIT 1"));
    let parameters = [file.name].into_iter().chain(key.iter().map(String::as_str));
    query_optional(connection, &sql, params_from_iter(parameters), read_change)
}

fn select_changes(condition: &str) -> String {
    format!(
        "SELECT {ORIGIN_COLUMNS}, c.id, l.undoes, c.kind AS change, c.old
         FROM ledger_change AS c CROSS JOIN ledger AS l ON l.id = c.ledger {JOIN_MAPPING}
         WHERE {condition}"
    )
}

fn read_change(row: &Row) -> Result<RecordedChange> {
    read_row!(row => RecordedChange {
        number: row.get("id")?, undoes, kind: row.get("change")?, old: recorded_cells(row)?, origin: read_origin(row)?
    })
}

/// Returns the effective changes, the oldest first. Omits undone changes and undos. Ignores an undo that was undone: if
/// 2 undoes 1, and 3 undoes 2, then 1 is effective. `changes` are those of one field or one row, the oldest first.
pub fn effective_changes<'t>(changes: impl IntoIterator<Item = &'t RecordedChange>) -> Vec<&'t RecordedChange> {
    // each effective change, with the entry that made it effective: its own entry or, after an undo, the redo
    let mut effective: Vec<(&RecordedChange, i64)> = Vec::new();
    // each change that is undone, with the entry of the undo
    let mut undone: Vec<(&RecordedChange, i64)> = Vec::new();
    for change in changes {
        let entry = change.origin.entry;
        let undoes = |earlier_entry: i64| change.undoes == Some(earlier_entry);
        // only the last effective change can be undone: a later change would be a conflict. The undo of a redone change
        // names either the change or its redo
        let is_undone =
            |(last, effective_by): &mut (&RecordedChange, i64)| undoes(last.origin.entry) || undoes(*effective_by);
        if let Some((undone_change, _)) = effective.pop_if(is_undone) {
            undone.push((undone_change, entry));
        // a redo: it undoes the undo, so the change is effective again
        } else if let Some((redone_change, _)) = undone.pop_if(|(_, undo)| undoes(*undo)) {
            effective.push((redone_change, entry));
        } else {
            effective.push((change, entry));
        }
    }
    effective.into_iter().map(|(change, _)| change).collect()
}
