//! The ledger: what each import, call or command changed in which row, so that it can be told and undone.
//!
//! It speaks in the data files' terms: a file's name, a row's id in that file's table, and cells by column
//! as the views `…_csv` of `schema.sql` give them.

use rusqlite::types::Value as Cell;
use rusqlite::{Connection, OptionalExtension, Row, Statement, params};
use serde_json::{Map, Value};

use crate::model::time::instant_text;

/// Who does what: the head of a ledger entry.
#[derive(Debug, Clone)]
pub struct Source {
    /// What kind of thing changes the data.
    pub kind: Kind,
    /// The credential's name, or `user@host`.
    pub actor: String,
    /// The operation, the path imported, or the command.
    pub action: String,
}

/// What kind of thing changes the data; an import makes its entry itself, with its number.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// A call of an operation.
    Call,
    /// A command of the command line.
    Command,
}

/// One entry that is being written. It comes into being with the first change recorded: what changes
/// nothing leaves no trace.
pub struct Entry<'a> {
    connection: &'a Connection,
    source: &'a Source,
    id: Option<i64>,
}

impl<'a> Entry<'a> {
    /// An entry of this source, not yet written.
    pub fn new(connection: &'a Connection, source: &'a Source) -> Self {
        Self {
            connection,
            source,
            id: None,
        }
    }

    /// Who makes the change: the credential's name, or `user@host`.
    pub fn actor(&self) -> &str {
        &self.source.actor
    }

    /// Records that the row was created.
    pub fn created(&mut self, file: &str, row: i64) -> rusqlite::Result<()> {
        self.record(file, row, "created", None)
    }

    /// Records that cells of the row were changed; `old` are the changed ones, as they were.
    pub fn changed(
        &mut self,
        file: &str,
        row: i64,
        old: Map<String, Value>,
    ) -> rusqlite::Result<()> {
        self.record(file, row, "changed", Some(Value::Object(old).to_string()))
    }

    /// Records what changes no row of a data file: its head says all, and nothing is added to it.
    pub fn act(self) -> rusqlite::Result<()> {
        self.begin("act").map(drop)
    }

    fn record(
        &mut self,
        file: &str,
        row: i64,
        kind: &str,
        old: Option<String>,
    ) -> rusqlite::Result<()> {
        let id = self.id()?;
        self.connection
            .prepare_cached(
                "INSERT INTO ledger_change (ledger, file, row, kind, old) VALUES (?, ?, ?, ?, ?)",
            )?
            .execute(params![id, file, row, kind, old])?;
        Ok(())
    }

    fn id(&mut self) -> rusqlite::Result<i64> {
        if let Some(id) = self.id {
            return Ok(id);
        }
        let kind = match self.source.kind {
            Kind::Call => "call",
            Kind::Command => "command",
        };
        Ok(*self.id.insert(self.begin(kind)?))
    }

    fn begin(&self, kind: &str) -> rusqlite::Result<i64> {
        let Source { actor, action, .. } = self.source;
        self.connection
            .prepare_cached("INSERT INTO ledger (at, kind, actor, action) VALUES (?, ?, ?, ?)")?
            .execute(params![instant_text(), kind, actor, action])?;
        Ok(self.connection.last_insert_rowid())
    }
}

/// What stands for a cell of whom anonymising made forgotten: "field names stay". Cells are trimmed, so that no other
/// is this, and one that was empty is still known from it.
pub const BLANKED: &str = " ";

/// A row of a data file: its columns in order, each with its cell.
pub type Cells = Vec<(String, String)>;

/// The row's cells as they are now; `None` when it is gone.
pub fn cells(connection: &Connection, file: &str, row: i64) -> rusqlite::Result<Option<Cells>> {
    let mut statement = connection.prepare_cached(&of_view(file))?;
    let columns = named_columns(&statement);
    statement
        .query_row([row], |row| {
            // the first column is `key`
            let cells = columns.into_iter().zip(1..);
            cells
                .map(|(column, at)| Ok((column, cell(row, at)?)))
                .collect()
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

/// The columns of a data file, in order.
pub fn columns(connection: &Connection, file: &str) -> rusqlite::Result<Vec<String>> {
    Ok(named_columns(&*connection.prepare_cached(&of_view(file))?))
}

fn of_view(file: &str) -> String {
    let stem = file.strip_suffix(".csv").unwrap_or(file);
    format!("SELECT * FROM {stem}_csv WHERE key = ?")
}

fn named_columns(statement: &Statement) -> Vec<String> {
    let names = statement.column_names().into_iter().skip(1);
    names.map(str::to_owned).collect()
}

/// The cells, as they were, of the columns in which a row was changed.
pub fn changed_cells(before: Cells, after: &[(String, String)]) -> Map<String, Value> {
    let pairs = before.into_iter().zip(after);
    pairs
        .filter(|(before, after)| before != *after)
        .map(|((column, cell), _)| (column, cell.into()))
        .collect()
}
