//! Transactions without and with the write lock. An import holds the write lock as briefly as possible (contract §7).

use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior};

use crate::model::message::{Message, MessageName};
use crate::store::connection::Database;
use crate::store::derived;

/// The longest wait for the write lock (contract §7).
const LOCK_TIMEOUT: Duration = Duration::from_secs(60);

/// The time between two attempts. SQLite's own ten attempts per second could all fail, because a busy service holds the
/// lock most of the time, for milliseconds each.
const RETRY_INTERVAL: Duration = Duration::from_millis(1);

const REPORT_AFTER: Duration = Duration::from_millis(500);

/// Sets the page cache for writing, in KiB. Writing needs more than checking, because of the indexes.
const CACHE_FOR_WRITING: &str = "PRAGMA main.cache_size = -24576;";

pub fn write_error_message() -> Message {
    MessageName::NotWritten.into()
}

/// Limits the page caches, and the memory of the sorter, to 8 MiB each, for reading and checking.
pub fn limit_memory(database: &Connection) -> rusqlite::Result<()> {
    database.execute_batch("PRAGMA main.cache_size = -8192; PRAGMA temp.cache_size = -8192;")
}

/// Begins a transaction that reads one state of the data. It may write temporary tables, and has no write lock.
pub fn begin_snapshot(database: &Database) -> rusqlite::Result<Transaction<'_>> {
    Transaction::new_unchecked(database, TransactionBehavior::Deferred)
}

/// Begins a transaction with the write lock. Waits for it up to [`LOCK_TIMEOUT`], and calls `report_waiting` once if
/// another process holds the lock for long. Fails with `OperationInterrupted` if the import is stopped meanwhile.
pub fn acquire_write_lock<'d>(database: &'d Database, report_waiting: &dyn Fn()) -> Result<Transaction<'d>> {
    database.execute_batch(CACHE_FOR_WRITING)?;
    // SQLite must not wait itself: this loop retries more often (see `RETRY_INTERVAL`), and can be stopped
    database.busy_timeout(Duration::ZERO)?;
    let start = Instant::now();
    let mut is_reported = false;
    let transaction = loop {
        database.check_stopped()?;
        match Transaction::new_unchecked(database, TransactionBehavior::Immediate) {
            Err(error) if is_busy(&error) && start.elapsed() < LOCK_TIMEOUT => thread::sleep(RETRY_INTERVAL),
            result => break result,
        }
        if !is_reported && start.elapsed() >= REPORT_AFTER {
            is_reported = true;
            report_waiting();
        }
    };
    database.busy_timeout(LOCK_TIMEOUT)?;
    transaction.context(Message::from(MessageName::WriteLockHeld))
}

/// Rebuilds the dirty rows of materialized tables after an import or undo. Each batch has its own transaction, so that
/// other writers can write in between. Ignores a failure: later writers rebuild the remaining rows.
pub fn rebuild_dirty_rows(database: &Database) {
    let rebuild = || -> Result<()> {
        while derived::has_dirty_rows(database)? {
            let transaction = acquire_write_lock(database, &|| ())?;
            derived::rebuild_dirty_batch(database)?;
            transaction.commit()?;
        }
        Ok(())
    };
    let _ = rebuild();
}

fn is_busy(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
}

/// Returns a number that changes whenever another connection changes the data.
pub fn data_version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("PRAGMA main.data_version", [], |row| row.get(0))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::model::time::Clock;
    use crate::store::{OpenMode, open};

    #[test]
    fn a_stopped_import_does_not_wait_for_the_lock() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lms.sqlite");
        let clock = Clock::new("Europe/Amsterdam", None).unwrap();
        let holder = open(&path, &clock, OpenMode::Create).unwrap();
        let transaction = acquire_write_lock(&holder, &|| ()).unwrap();
        let database = open(&path, &clock, OpenMode::Existing).unwrap();
        database.stop_when(&Arc::new(AtomicBool::new(true))).unwrap();
        let refused: rusqlite::Error = acquire_write_lock(&database, &|| ()).err().unwrap().downcast().unwrap();
        assert_eq!(refused.sqlite_error_code(), Some(ErrorCode::OperationInterrupted));
        drop(transaction);
    }
}
