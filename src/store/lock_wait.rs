//! Waits for a database lock that another process holds.

use std::path::Path;
use std::sync::OnceLock;
use std::thread;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode};

use super::connection::Database;
use crate::model::time::Clock;

const LOCK_TIMEOUT: Duration = Duration::from_secs(10);

const PAUSE: Duration = Duration::from_millis(20);

/// A wait is reported after this number of pauses: one second.
const PAUSES_BEFORE_REPORT: i32 = 50;

/// The callback that reports a long wait. It is global, because SQLite passes no context to a busy handler.
static REPORT_WAIT: OnceLock<fn()> = OnceLock::new();

/// Sets the callback that reports long waits, for later connections. A service sets none: it answers 503.
pub fn set_wait_report(report: fn()) {
    REPORT_WAIT.get_or_init(|| report);
}

/// Returns whether another process has the database open. Returns false if the database cannot be opened.
pub fn is_in_use(path: &Path, clock: &Clock) -> bool {
    Database::open_exclusive(path, clock).is_err_and(|error| error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy))
}

/// Makes a connection wait for a lock for at most [`LOCK_TIMEOUT`]. A long wait is reported if a callback is set.
pub(super) fn set_lock_timeout(connection: &Connection) -> rusqlite::Result<()> {
    match REPORT_WAIT.get() {
        Some(_) => connection.busy_handler(Some(wait)),
        None => connection.busy_timeout(LOCK_TIMEOUT),
    }
}

/// Sleeps before the next attempt to lock. `pauses` counts earlier pauses. Returns false once the timeout is reached.
fn wait(pauses: i32) -> bool {
    if PAUSE.saturating_mul(pauses.unsigned_abs()) >= LOCK_TIMEOUT {
        return false;
    }
    if pauses == PAUSES_BEFORE_REPORT
        && let Some(report) = REPORT_WAIT.get()
    {
        report();
    }
    thread::sleep(PAUSE);
    true
}
