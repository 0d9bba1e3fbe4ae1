//! The result of the newest import that was to change the data, for monitoring. Failed imports have no entry in the ledger.

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, params};

use crate::model::time::second;

/// The results, as `/metrics` and the table name them.
pub const RESULTS: [&str; 4] = ["applied", "errors", "guard", "failed"];

pub struct LastImport {
    /// When it ended, in UTC.
    pub at: String,
    /// What was imported: a path, or a job.
    pub action: String,
    /// How it ended: one of [`RESULTS`].
    pub result: String,
    /// How many rows were created, changed or removed.
    pub rows: i64,
}

pub fn find(connection: &Connection) -> rusqlite::Result<Option<LastImport>> {
    let select = "SELECT at, action, result, rows FROM last_import";
    let read = |row: &rusqlite::Row| {
        Ok(LastImport { at: row.get(0)?, action: row.get(1)?, result: row.get(2)?, rows: row.get(3)? })
    };
    connection.query_row(select, [], read).optional()
}

/// Records an import that has ended, in place of the one before.
pub fn record(connection: &Connection, at: Timestamp, action: &str, result: &str, rows: u64) -> rusqlite::Result<()> {
    connection.execute(
        "INSERT OR REPLACE INTO last_import (id, at, action, result, rows) VALUES (1, ?, ?, ?, ?)",
        params![second(at), action, result, i64::try_from(rows).unwrap_or(i64::MAX)],
    )?;
    Ok(())
}
