//! The ledger: what each import, call or command changed in which row, so that it can be told and undone.
//!
//! It speaks in the data files' terms: a file, a row's id in that file's table, and cells by column as the views
//! `…_csv` of `schema.sql` give them. Here stands how an entry is written by calls and commands; [`imports`] are its
//! numbered entries, whose changes `exchange` writes many at a time. [`history`] reads it back, [`touches`] tells what
//! of it counts for a field, [`provenance`] where a value came from, [`feed`] what became of each row,
//! [`position`] from where a client continues with those, [`quotations`] where it names a person,
//! [`audit`] who did what; [`retention`] and [`blanks`] forget.
//!
//! All of it works on whatever connection it is given; whose transaction that is, is told by who calls.

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

/// Who does what: the head of a ledger entry.
#[derive(Debug, Clone)]
pub struct Attribution {
    /// Through which door the change comes.
    pub door: Origin,
    /// The credential's name, or `user@host`.
    pub actor: String,
    /// The operation, the path imported, or the command.
    pub action: String,
}

/// A door through which the data are changed; an import makes its entry itself, with its number.
#[derive(Debug, Clone, Copy)]
pub enum Origin {
    /// A call of an operation.
    Call,
    /// A command of the command line.
    Command,
}

/// One entry that is being written. It comes into being with the first change recorded: what changes
/// nothing leaves no trace.
pub struct LedgerEntry<'a> {
    connection: &'a Connection,
    by: &'a Attribution,
    id: Option<i64>,
}

impl<'a> LedgerEntry<'a> {
    /// An entry of what is done by this one, not yet written.
    pub fn new(connection: &'a Connection, by: &'a Attribution) -> Self {
        Self { connection, by, id: None }
    }

    /// Who makes the change: the credential's name, or `user@host`.
    pub fn actor(&self) -> &str {
        &self.by.actor
    }

    /// Records that the row was created.
    pub fn created(&mut self, file: &DataFile, row: i64) -> rusqlite::Result<()> {
        self.record(file, row, "created", None)
    }

    /// Records that cells of the row were changed; `old` are the changed ones, as they were.
    pub fn changed(&mut self, file: &DataFile, row: i64, old: Map<String, Value>) -> rusqlite::Result<()> {
        self.record(file, row, "changed", Some(Value::Object(old).to_string()))
    }

    /// Records what changes no row of a data file: its head says all, and nothing is added to it.
    pub fn act(self) -> rusqlite::Result<()> {
        self.begin("act").map(drop)
    }

    fn record(&mut self, file: &DataFile, row: i64, kind: &str, old: Option<String>) -> rusqlite::Result<()> {
        let id = self.id()?;
        self.connection
            .prepare_cached("INSERT INTO ledger_change (ledger, file, row, kind, old) VALUES (?, ?, ?, ?, ?)")?
            .execute(params![id, file.name, row, kind, old])?;
        Ok(())
    }

    fn id(&mut self) -> rusqlite::Result<i64> {
        if let Some(id) = self.id {
            return Ok(id);
        }
        let door = match self.by.door {
            Origin::Call => "call",
            Origin::Command => "command",
        };
        Ok(*self.id.insert(self.begin(door)?))
    }

    fn begin(&self, kind: &str) -> rusqlite::Result<i64> {
        let Attribution { actor, action, .. } = self.by;
        self.connection
            .prepare_cached("INSERT INTO ledger (at, kind, actor, action) VALUES (?, ?, ?, ?)")?
            .execute(params![instant_text(), kind, actor, action])?;
        Ok(self.connection.last_insert_rowid())
    }
}

/// A row of a data file: its columns in order, each with its cell.
pub type RecordedCells = Vec<(String, String)>;

/// The row's cells as they are now; `None` when it is gone.
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

/// The cells, as they were, of the columns in which a row was changed.
pub fn changed_cells(before: RecordedCells, after: &[(String, String)]) -> Map<String, Value> {
    let pairs = before.into_iter().zip(after);
    pairs.filter(|(before, after)| before != *after).map(|((column, cell), _)| (column, cell.into())).collect()
}
