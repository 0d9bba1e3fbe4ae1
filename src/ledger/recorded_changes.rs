//! The successive changes of a row, and which of them count: undone ones do not.

use rusqlite::{Connection, params};
use serde_json::{Map, Value};

use super::RecordedCells;
use super::history::{
    ChangeOrigin, JOIN_MAPPING, ORIGIN_COLUMNS, cell_text, kind_message, read_origin, recorded_cells, shown_cell,
};
use crate::datafile::file::DataFile;
use crate::model::message::MessageName;

/// A change of one row, with the recorded old cells.
#[derive(Debug)]
pub struct RecordedChange {
    /// The number of the change.
    pub change: i64,
    /// The id of the entry that this change's entry undoes.
    undoes: Option<i64>,
    /// The old cells: of the changed columns, or all if the row was removed.
    old: Map<String, Value>,
    pub origin: ChangeOrigin,
    /// `created`, `changed` or `removed`.
    pub kind: String,
}

impl RecordedChange {
    /// Returns whether the change affected a column: creation and removal affect all.
    pub fn has_column(&self, column: &str) -> bool {
        self.kind != "changed" || self.old.contains_key(column)
    }

    pub fn kind_message(&self) -> MessageName {
        kind_message(&self.kind)
    }

    /// Returns the cells that the row had when it was removed.
    pub fn removed_cells(&self) -> RecordedCells {
        self.old.iter().map(|(column, cell)| (column.clone(), shown_cell(cell_text(cell)))).collect()
    }

    /// Returns the changed columns; none if the row was created or removed.
    pub fn changed_columns(&self) -> impl Iterator<Item = &str> {
        self.old.keys().map(String::as_str).filter(|_| self.kind == "changed")
    }
}

/// Returns the changes of a row from the change number `from` on, the oldest first.
pub fn list_recorded_changes(
    connection: &Connection,
    file: &DataFile,
    row: i64,
    from: i64,
) -> rusqlite::Result<Vec<RecordedChange>> {
    let mut changes = connection.prepare_cached(&format!(
        "SELECT {ORIGIN_COLUMNS}, c.id, c.ledger AS entry, l.undoes, c.kind, c.old
         FROM ledger_change AS c CROSS JOIN ledger AS l ON l.id = c.ledger {JOIN_MAPPING}
         WHERE c.row = ? AND c.file = ? AND c.id >= ? ORDER BY c.id"
    ))?;
    changes
        .query_and_then(params![row, file.name, from], |row| {
            Ok(RecordedChange {
                change: row.get(9)?,
                undoes: row.get(11)?,
                kind: row.get(12)?,
                old: recorded_cells(row, 13)?,
                origin: read_origin(row)?,
            })
        })?
        .collect()
}

/// Returns the changes without undone ones and their undos, in order. The last one set the field's value.
pub fn without_undone<'t>(changes: impl IntoIterator<Item = &'t RecordedChange>) -> Vec<&'t RecordedChange> {
    let mut effective: Vec<&RecordedChange> = Vec::new();
    let mut undone: Vec<(&RecordedChange, &RecordedChange)> = Vec::new();
    for change in changes {
        let undoes = |last: &&RecordedChange| change.undoes == Some(last.origin.entry);
        if let Some(last) = effective.pop_if(|last| undoes(last)) {
            undone.push((change, last));
        } else if let Some((_, redone)) = undone.pop_if(|(undo, _)| undoes(undo)) {
            effective.push(redone);
        } else {
            effective.push(change);
        }
    }
    effective
}
