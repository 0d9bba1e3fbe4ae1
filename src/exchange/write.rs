//! Without and with the write lock: "it holds the write lock as briefly as it can (reading and checking come
//! before it, and again what changed meanwhile)".

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior};

use crate::store::connection::Database;

/// What is said when nothing came of it.
pub const FAILED: &str = "it cannot be written; nothing was changed";

/// "an import waits up to 60 s" for the write lock.
const PATIENCE: Duration = Duration::from_secs(60);

/// How often it looks whether the lock is free. A busy service holds it nearly always, for some milliseconds at a
/// time: who looks ten times a second, as SQLite does by itself, may look in vain for long.
const LOOK: Duration = Duration::from_millis(1);

/// How long it waits before it says so: a service that writes now and then is not worth a line.
const SILENT: Duration = Duration::from_millis(500);

/// While rows are written, which sorts nothing, the indexes want more cache.
const WRITING: &str = "PRAGMA main.cache_size = -24576;";

/// One snapshot of the data, in which only temporary tables are written.
pub fn snapshot(database: &Database) -> rusqlite::Result<Transaction<'_>> {
    Transaction::new_unchecked(database, TransactionBehavior::Deferred)
}

/// A transaction with the write lock; `waiting` is called once, when others hold it for long.
pub fn lock<'d>(database: &'d Database, waiting: &dyn Fn()) -> Result<Transaction<'d>> {
    database.execute_batch(WRITING)?;
    database.busy_timeout(LOOK)?;
    let begin = Instant::now();
    let mut silent = true;
    let lock = loop {
        match Transaction::new_unchecked(database, TransactionBehavior::Immediate) {
            Err(error) if is_busy(&error) && begin.elapsed() < PATIENCE => {}
            other => break other.context("another process holds the database's write lock")?,
        }
        if silent && begin.elapsed() >= SILENT {
            silent = false;
            waiting();
        }
    };
    database.busy_timeout(PATIENCE)?;
    Ok(lock)
}

fn is_busy(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
}

/// A number that changes when another connection has changed the data.
pub fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("PRAGMA main.data_version", [], |row| row.get(0))
}
