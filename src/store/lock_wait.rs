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

/// The number of pauses after which a wait is reported: one second.
const REPORTED_AT: i32 = 50;

static REPORT: OnceLock<fn()> = OnceLock::new();

/// Sets the callback that reports long waits, for connections opened later. A service sets none: it answers 503.
pub fn set_wait_report(report: fn()) {
    REPORT.get_or_init(|| report);
}

/// Returns whether another process has the database open.
pub fn is_in_use(path: &Path, clock: &Clock) -> bool {
    Database::open_exclusive(path, clock).is_err_and(|error| error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy))
}

pub(super) fn configure(connection: &Connection) -> rusqlite::Result<()> {
    match REPORT.get() {
        Some(_) => connection.busy_handler(Some(wait)),
        None => connection.busy_timeout(LOCK_TIMEOUT),
    }
}

/// Pauses before the next attempt. Returns false once the timeout is reached. `attempts` counts earlier calls for the lock.
fn wait(attempts: i32) -> bool {
    if PAUSE.saturating_mul(attempts.unsigned_abs()) >= LOCK_TIMEOUT {
        return false;
    }
    if attempts == REPORTED_AT
        && let Some(report) = REPORT.get()
    {
        report();
    }
    thread::sleep(PAUSE);
    true
}
