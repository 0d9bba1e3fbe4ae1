//! The result of the newest import, for monitoring. The ledger has no entry for a failed import.

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Result, params};

use crate::model::time::format_instant;

/// The names of results in `/metrics` and in the table.
pub const RESULTS: [&str; 4] = ["applied", "errors", "guard", "failed"];

/// The newest import, even if it failed.
pub struct LastImport {
    /// The instant at which the import ended, in UTC.
    pub at: String,
    /// The imported path, or the name of the job.
    pub action: String,
    /// One of the texts in [`RESULTS`].
    pub result: String,
    /// The number of created, changed and removed rows.
    pub rows: i64,
}

pub fn find(connection: &Connection) -> Result<Option<LastImport>> {
    let select = "SELECT at, action, result, rows FROM last_import";
    connection.query_row(select, [], |row| read_row!(row => LastImport { at, action, result, rows })).optional()
}

pub fn record(connection: &Connection, at: Timestamp, action: &str, result: &str, rows: u64) -> Result<()> {
    let sql = "INSERT OR REPLACE INTO last_import (id, at, action, result, rows) VALUES (1, ?, ?, ?, ?)";
    let rows = i64::try_from(rows).unwrap_or(i64::MAX);
    connection.execute(sql, params![format_instant(at), action, result, rows]).map(drop)
}
