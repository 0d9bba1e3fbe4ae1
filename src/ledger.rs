//! The ledger records the changes that imports, calls and commands make to rows, to show and to undo them. A change
//! names a data file and the id of a row. Its old cells are those of the view `…_csv`. [`imports`] creates the entries
//! of imports, whose changes `exchange` writes in bulk. The caller controls the transaction.

/// Reads a struct from a row. A field without an expression is read from the column with the field's name.
macro_rules! read_row {
    (@field $row:ident $field:ident) => { $row.get(stringify!($field))? };
    (@field $row:ident $field:ident $value:expr) => { $value };
    ($row:ident => $name:ident { $($field:ident $(: $value:expr)?),* $(,)? }) => {
        Ok($name { $($field: read_row!(@field $row $field $($value)?)),* })
    };
}

pub mod action;
pub mod audit;
pub mod blanking;
pub mod feed;
pub mod feed_position;
pub mod history;
pub mod imports;
pub mod person_columns;
pub mod provenance;
pub mod query;
pub mod recorded_changes;
pub mod retention;

use action::{Action, to_stored_text};
use query::query_optional;
use rusqlite::types::Value as Cell;
use rusqlite::{Connection, Result, Row, params};
use serde_json::{Map, Value};

use crate::datafile::file::DataFile;
use crate::model::time::current_instant;

/// Who makes a change, and by which action. The change's ledger entry stores it.
#[derive(Debug, Clone)]
pub struct Attribution {
    pub origin: Origin,
    /// The name of the credential, or `user@host`.
    pub actor: String,
    pub action: Action,
}

impl Attribution {
    /// Attributes an action in the console to an operator. It has the origin of commands; its text names the console.
    pub fn in_console(operator: &str, action: impl Into<Action>) -> Self {
        Self { origin: Origin::Command, actor: operator.to_owned(), action: action::in_console(action) }
    }
}

/// The origin of a change that is not an import. Imports have entries of their own, see [`imports`].
#[derive(Debug, Clone, Copy)]
pub enum Origin {
    Call,
    /// A command, or an action in the console.
    Command,
}

/// An entry of the ledger. It is stored with its first recorded change.
pub struct LedgerEntry<'a> {
    connection: &'a Connection,
    attribution: &'a Attribution,
    /// `None` until the entry is stored.
    id: Option<i64>,
}

impl<'a> LedgerEntry<'a> {
    pub fn new(connection: &'a Connection, attribution: &'a Attribution) -> Self {
        Self { connection, attribution, id: None }
    }

    pub fn actor(&self) -> &str {
        &self.attribution.actor
    }

    /// Records that the row with this id was created. Stores no cells: the row itself, or its later changes, have them.
    pub fn record_creation(&mut self, file: &DataFile, row: i64) -> Result<()> {
        self.insert_change(file, row, "created", None)
    }

    /// Records a change of the row with this id. `old` has the previous cells of the changed columns.
    pub fn record_change(&mut self, file: &DataFile, row: i64, old: Map<String, Value>) -> Result<()> {
        self.insert_change(file, row, "changed", Some(Value::Object(old).to_string()))
    }

    /// Records an action that changes no row of a data file, such as a sign-in. Consumes the entry, which has no changes.
    pub fn record_action(self) -> Result<()> {
        self.insert_entry("act").map(drop)
    }

    /// Stores a change, and before the first change the entry. `kind` is `created` or `changed`.
    fn insert_change(&mut self, file: &DataFile, row: i64, kind: &str, old: Option<String>) -> Result<()> {
        let entry = self.ensure_stored()?;
        let sql = "INSERT INTO ledger_change (ledger, file, row, kind, old) VALUES (?, ?, ?, ?, ?)";
        self.connection.prepare_cached(sql)?.execute(params![entry, file.name, row, kind, old]).map(drop)
    }

    /// Returns the id of the entry. Stores the entry at the first call, so that a change without an effect leaves no entry.
    fn ensure_stored(&mut self) -> Result<i64> {
        if let Some(id) = self.id {
            return Ok(id);
        }
        let kind = match self.attribution.origin {
            Origin::Call => "call",
            Origin::Command => "command",
        };
        Ok(*self.id.insert(self.insert_entry(kind)?))
    }

    /// Stores the entry with the current time, and returns its id. `kind` is `call`, `command`, or `act` for an action that
    /// changes no row.
    fn insert_entry(&self, kind: &str) -> Result<i64> {
        let Attribution { actor, action, .. } = self.attribution;
        let sql = "INSERT INTO ledger (at, kind, actor, action) VALUES (?, ?, ?, ?)";
        self.connection.prepare_cached(sql)?.execute(params![
            current_instant(),
            kind,
            actor,
            to_stored_text(action)
        ])?;
        Ok(self.connection.last_insert_rowid())
    }
}

/// The cells of a row, each with its column, in the order of the data file.
pub type RecordedCells = Vec<(String, String)>;

/// Returns the current cells of a row; `None` if the row does not exist.
pub fn find_cells(connection: &Connection, file: &DataFile, row: i64) -> Result<Option<RecordedCells>> {
    let sql = format!("SELECT * FROM {}_csv WHERE row_id = ?", file.stem());
    query_optional(connection, &sql, [row], |row| {
        // column 0 is the row's id
        let indexed_columns = file.columns.iter().zip(1..);
        indexed_columns.map(|(column, index)| Ok((column.name.to_owned(), read_cell(row, index)?))).collect()
    })
}

/// Returns a cell of a view `…_csv` as text. In these views, only ids are numbers.
fn read_cell(row: &Row, index: usize) -> Result<String> {
    Ok(match row.get(index)? {
        Cell::Integer(number) => number.to_string(),
        Cell::Text(text) => text,
        other => unreachable!("a cell is a number or a text, not {other:?}"),
    })
}

/// Returns the old cells of the changed columns of a row. `before` and `after` have the same columns in the same order.
pub fn changed_cells(before: RecordedCells, after: &[(String, String)]) -> Map<String, Value> {
    let pairs = before.into_iter().zip(after);
    let changed = pairs.filter(|(before, after)| before != *after);
    changed.map(|((column, old_cell), _)| (column, old_cell.into())).collect()
}
