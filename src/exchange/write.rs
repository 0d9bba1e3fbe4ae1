//! Without and with the write lock: "it holds the write lock as briefly as it can (reading and checking come
//! before it, and again what changed meanwhile)".

use std::time::Duration;

use anyhow::{Context, Result};
use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::store::connection::Database;

/// What is said when nothing came of it.
pub const FAILED: &str = "it cannot be written; nothing was changed";

/// "an import waits up to 60 s" for the write lock.
const PATIENCE: Duration = Duration::from_secs(60);

/// While rows are written, which sorts nothing, the indexes want more cache.
const WRITING: &str = "PRAGMA main.cache_size = -24576;";

/// One snapshot of the data, in which only temporary tables are written.
pub fn snapshot(database: &Database) -> rusqlite::Result<Transaction<'_>> {
    Transaction::new_unchecked(database, TransactionBehavior::Deferred)
}

/// A transaction with the write lock.
pub fn lock(database: &Database) -> Result<Transaction<'_>> {
    database.busy_timeout(PATIENCE)?;
    database.execute_batch(WRITING)?;
    Transaction::new_unchecked(database, TransactionBehavior::Immediate)
        .context("another process holds the database's write lock")
}

/// A number that changes when another connection has changed the data.
pub fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("PRAGMA main.data_version", [], |row| row.get(0))
}
