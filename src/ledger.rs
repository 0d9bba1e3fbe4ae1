//! The ledger: what each import, call or command changed in which row, so that it can be shown and undone.
//! It uses the terms of data files: a file, a row's id in its table, and cells by column as the `…_csv` views return
//! them. This module writes entries of calls and commands; [`imports`] are numbered entries whose changes `exchange`
//! writes in bulk. The caller controls the transaction.

/// Reads a struct from a row: each field from the column of its name, unless it has a value.
macro_rules! read_row {
    (@field $row:ident $field:ident) => { $row.get(stringify!($field))? };
    (@field $row:ident $field:ident $value:expr) => { $value };
    ($row:ident => $name:ident { $($field:ident $(: $value:expr)?),* $(,)? }) => {
        Ok($name { $($field: read_row!(@field $row $field $($value)?)),* })
    };
}

pub mod audit;
pub mod blanks;
pub mod feed;
pub mod history;
pub mod imports;
pub mod position;
pub mod provenance;
pub mod quotations;
pub mod retention;
pub mod touches;

use rusqlite::types::Value as Cell;
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde_json::{Map, Value};

use crate::datafile::file::DataFile;
use crate::model::time::instant_text;

/// Who makes a change, and by which action.
#[derive(Debug, Clone)]
pub struct Attribution {
    pub origin: Origin,
    /// The credential's name, or `user@host`.
    pub actor: String,
    /// The operation, the imported path, or the command.
    pub action: String,
}

/// Where a change comes from; imports have entries of their own.
#[derive(Debug, Clone, Copy)]
pub enum Origin {
    Call,
    /// A command, or an action in the console.
    Command,
}

/// An entry under construction, which the first recorded change creates.
pub struct LedgerEntry<'a> {
    connection: &'a Connection,
    by: &'a Attribution,
    id: Option<i64>,
}

impl<'a> LedgerEntry<'a> {
    pub fn new(connection: &'a Connection, by: &'a Attribution) -> Self {
        Self { connection, by, id: None }
    }

    pub fn actor(&self) -> &str {
        &self.by.actor
    }

    pub fn created(&mut self, file: &DataFile, row: i64) -> rusqlite::Result<()> {
        self.record(file, row, "created", None)
    }

    /// Records that cells of a row were changed, with their old values.
    pub fn changed(&mut self, file: &DataFile, row: i64, old: Map<String, Value>) -> rusqlite::Result<()> {
        self.record(file, row, "changed", Some(Value::Object(old).to_string()))
    }

    /// Records an action that changes no row of a data file.
    pub fn act(self) -> rusqlite::Result<()> {
        self.begin("act").map(drop)
    }

    fn record(&mut self, file: &DataFile, row: i64, kind: &str, old: Option<String>) -> rusqlite::Result<()> {
        let id = self.id()?;
        let sql = "INSERT INTO ledger_change (ledger, file, row, kind, old) VALUES (?, ?, ?, ?, ?)";
        self.connection.prepare_cached(sql)?.execute(params![id, file.name, row, kind, old]).map(drop)
    }

    fn id(&mut self) -> rusqlite::Result<i64> {
        if let Some(id) = self.id {
            return Ok(id);
        }
        let kind = match self.by.origin {
            Origin::Call => "call",
            Origin::Command => "command",
        };
        Ok(*self.id.insert(self.begin(kind)?))
    }

    fn begin(&self, kind: &str) -> rusqlite::Result<i64> {
        let Attribution { actor, action, .. } = self.by;
        let sql = "INSERT INTO ledger (at, kind, actor, action) VALUES (?, ?, ?, ?)";
        self.connection.prepare_cached(sql)?.execute(params![instant_text(), kind, actor, action])?;
        Ok(self.connection.last_insert_rowid())
    }
}

pub type RecordedCells = Vec<(String, String)>;

/// Returns the row's current cells; `None` if it is gone.
pub fn cells(connection: &Connection, file: &DataFile, row: i64) -> rusqlite::Result<Option<RecordedCells>> {
    connection
        .prepare_cached(&format!("SELECT * FROM {}_csv WHERE key = ?", file.stem()))?
        .query_row([row], |row| {
            // the first column is `key`
            file.columns.iter().zip(1..).map(|(column, at)| Ok((column.name.to_owned(), cell(row, at)?))).collect()
        })
        .optional()
}

fn cell(row: &Row, at: usize) -> rusqlite::Result<String> {
    Ok(match row.get(at)? {
        Cell::Integer(number) => number.to_string(),
        Cell::Text(text) => text,
        other => unreachable!("a cell is a number or a text, not {other:?}"),
    })
}

/// Returns the old cells of the changed columns.
pub fn changed_cells(before: RecordedCells, after: &[(String, String)]) -> Map<String, Value> {
    let pairs = before.into_iter().zip(after);
    pairs.filter(|(before, after)| before != *after).map(|((column, cell), _)| (column, cell.into())).collect()
}
