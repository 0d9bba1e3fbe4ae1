//! What touched a row one change after the other, and which of it counts: what an undo took back does not.

use rusqlite::{Connection, params};
use serde_json::{Map, Value};

use super::RecordedCells;
use super::history::{ChangeOrigin, MAPPED, ORIGIN, origin, recorded_cells, shown_cell, text};
use crate::datafile::file::DataFile;

/// One change of a row, as far as it matters for what came of it later.
#[derive(Debug)]
pub struct Touch {
    /// Its place in the ledger.
    pub change: i64,
    /// The entry that its entry took back.
    undoes: Option<i64>,
    /// The cells that it found: those of the columns that it changed, all when it removed the row.
    found: Map<String, Value>,
    pub origin: ChangeOrigin,
    /// `created`, `changed` or `removed`.
    pub kind: String,
}

impl Touch {
    pub fn has(&self, column: &str) -> bool {
        self.kind != "changed" || self.found.contains_key(column)
    }

    /// The cells that it found, where it removed the row.
    pub fn cells(&self) -> RecordedCells {
        self.found.iter().map(|(column, cell)| (column.clone(), shown_cell(text(cell)))).collect()
    }

    /// The columns that it changed, where the row was there before and after.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        self.found.keys().map(String::as_str).filter(|_| self.kind == "changed")
    }
}

/// All changes of a row from the place `from` on, in their order.
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
                found: recorded_cells(row, 13)?,
                origin: origin(row)?,
            })
        })?
        .collect()
}

/// Of what touched a field, in its order, that which counts: a touch that an undo took back does not, nor
/// does that undo, unless it was taken back itself. The last gave the field its value.
pub fn effective_touches<'t>(touches: impl IntoIterator<Item = &'t Touch>) -> Vec<&'t Touch> {
    let mut standing: Vec<&Touch> = Vec::new();
    let mut taken_back: Vec<(&Touch, &Touch)> = Vec::new();
    for touch in touches {
        let undoes = |last: &&Touch| touch.undoes == Some(last.origin.entry);
        if let Some(last) = standing.pop_if(|last| undoes(last)) {
            taken_back.push((touch, last));
        } else if let Some((_, again)) = taken_back.pop_if(|(undo, _)| undoes(undo)) {
            standing.push(again);
        } else {
            standing.push(touch);
        }
    }
    standing
}
