//! The successive changes of a row, and which of them count: undone ones do not.

use rusqlite::{Connection, params};
use serde_json::{Map, Value};

use super::RecordedCells;
use super::history::{ChangeOrigin, MAPPED, ORIGIN, kind_message, origin, recorded_cells, shown_cell, text};
use crate::datafile::file::DataFile;
use crate::model::message::MessageName;

#[derive(Debug)]
pub struct Touch {
    pub change: i64,
    /// The entry that this change's entry undoes.
    undoes: Option<i64>,
    /// The cells before: of the changed columns, or all if it removed the row.
    old: Map<String, Value>,
    pub origin: ChangeOrigin,
    pub kind: String,
}

impl Touch {
    pub fn has(&self, column: &str) -> bool {
        self.kind != "changed" || self.old.contains_key(column)
    }

    pub fn kind_message(&self) -> MessageName {
        kind_message(&self.kind)
    }

    /// Returns the cells before, if it removed the row.
    pub fn cells(&self) -> RecordedCells {
        self.old.iter().map(|(column, cell)| (column.clone(), shown_cell(text(cell)))).collect()
    }

    /// Returns the changed columns if the row existed before and after.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        self.old.keys().map(String::as_str).filter(|_| self.kind == "changed")
    }
}

pub fn touches(connection: &Connection, file: &DataFile, row: i64, from: i64) -> rusqlite::Result<Vec<Touch>> {
    let mut touches = connection.prepare_cached(&format!(
        "SELECT {ORIGIN}, c.id, c.ledger AS entry, l.undoes, c.kind, c.old
         FROM ledger_change AS c CROSS JOIN ledger AS l ON l.id = c.ledger {MAPPED}
         WHERE c.row = ? AND c.file = ? AND c.id >= ? ORDER BY c.id"
    ))?;
    touches
        .query_and_then(params![row, file.name, from], |row| {
            Ok(Touch {
                change: row.get(9)?,
                undoes: row.get(11)?,
                kind: row.get(12)?,
                old: recorded_cells(row, 13)?,
                origin: origin(row)?,
            })
        })?
        .collect()
}

/// Returns the changes of a field without undone ones and their undos. The last one set the field's value.
pub fn effective_touches<'t>(touches: impl IntoIterator<Item = &'t Touch>) -> Vec<&'t Touch> {
    let mut effective: Vec<&Touch> = Vec::new();
    let mut undone: Vec<(&Touch, &Touch)> = Vec::new();
    for touch in touches {
        let undoes = |last: &&Touch| touch.undoes == Some(last.origin.entry);
        if let Some(last) = effective.pop_if(|last| undoes(last)) {
            undone.push((touch, last));
        } else if let Some((_, redone)) = undone.pop_if(|(undo, _)| undoes(undo)) {
            effective.push(redone);
        } else {
            effective.push(touch);
        }
    }
    effective
}
