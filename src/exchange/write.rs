//! Without and with the write lock: "it holds the write lock as briefly as it can (reading and checking come
//! before it, and again what changed meanwhile)".

use std::cell::Cell;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::store::connection::Database;

/// What is said when nothing came of it.
pub const FAILED: &str = "it cannot be written; nothing was changed";

/// "an import waits up to 60 s" for the write lock.
const PATIENCE: Duration = Duration::from_secs(60);

/// How often it looks whether the lock is free. A busy service holds it nearly always, for some milliseconds at a
/// time: who looks ten times a second, as SQLite does by itself, may look in vain for long.
const LOOK: Duration = Duration::from_millis(1);

thread_local! {
    /// Since when this thread waits for the lock.
    static WAITING: Cell<Instant> = Cell::new(Instant::now());
}

/// Whether to look again; called by SQLite while the lock is not free, with how often it was called before.
fn wait(before: i32) -> bool {
    if before == 0 {
        WAITING.set(Instant::now());
    }
    thread::sleep(LOOK);
    WAITING.get().elapsed() < PATIENCE
}

/// While rows are written, which sorts nothing, the indexes want more cache.
const WRITING: &str = "PRAGMA main.cache_size = -24576;";

/// One snapshot of the data, in which only temporary tables are written.
pub fn snapshot(database: &Database) -> rusqlite::Result<Transaction<'_>> {
    Transaction::new_unchecked(database, TransactionBehavior::Deferred)
}

/// A transaction with the write lock.
pub fn lock(database: &Database) -> Result<Transaction<'_>> {
    database.busy_handler(Some(wait))?;
    database.execute_batch(WRITING)?;
    Transaction::new_unchecked(database, TransactionBehavior::Immediate)
        .context("another process holds the database's write lock")
}

/// A number that changes when another connection has changed the data.
pub fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("PRAGMA main.data_version", [], |row| row.get(0))
}
