//! Transactions without and with the write lock: "it holds the write lock as briefly as it can (reading and checking
//! come before it, and again what changed meanwhile)".

use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior};

use crate::model::message::{Message, MessageName};
use crate::store::connection::Database;
use crate::store::derived;

/// "an import waits up to 60 s" for the write lock.
const LOCK_TIMEOUT: Duration = Duration::from_secs(60);

/// The time between two attempts. A busy service nearly always holds the lock, for milliseconds at a time, so that SQLite's
/// own ten attempts per second could fail for long.
const RETRY_INTERVAL: Duration = Duration::from_millis(1);

/// The time after which waiting is reported.
const REPORT_AFTER: Duration = Duration::from_millis(500);

/// Page cache settings that bound the memory of reading and checking. The limit for the data also applies to SQLite's
/// sorter.
const CHECKING: &str = "PRAGMA main.cache_size = -8192; PRAGMA temp.cache_size = -8192;";

/// Page cache settings for writing, where indexes need more cache and nothing is sorted.
const WRITING: &str = "PRAGMA main.cache_size = -24576;";

/// Returns the message of an import that could not be written.
pub fn write_error_message() -> Message {
    MessageName::NotWritten.into()
}

/// Limits the memory of reading and checking.
pub fn limit_memory(database: &Connection) -> rusqlite::Result<()> {
    database.execute_batch(CHECKING)
}

/// Begins a snapshot in which only temporary tables are written.
pub fn begin_snapshot(database: &Database) -> rusqlite::Result<Transaction<'_>> {
    Transaction::new_unchecked(database, TransactionBehavior::Deferred)
}

/// Begins a transaction with the write lock; calls `waiting` once if others hold it for long.
pub fn acquire_write_lock<'d>(database: &'d Database, waiting: &dyn Fn()) -> Result<Transaction<'d>> {
    database.execute_batch(WRITING)?;
    database.busy_timeout(Duration::ZERO)?;
    let begin = Instant::now();
    let mut is_reported = false;
    let locked = loop {
        database.check_stopped()?;
        match Transaction::new_unchecked(database, TransactionBehavior::Immediate) {
            Err(error) if is_busy(&error) && begin.elapsed() < LOCK_TIMEOUT => thread::sleep(RETRY_INTERVAL),
            locked => break locked,
        }
        if !is_reported && begin.elapsed() >= REPORT_AFTER {
            is_reported = true;
            waiting();
        }
    };
    database.busy_timeout(LOCK_TIMEOUT)?;
    locked.context("another process holds the database's write lock")
}

/// Rebuilds dirty rows in several transactions, so that others can write in between. If it fails, later writers rebuild
/// the rest.
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

/// Returns a number that changes when another connection changes the data.
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
