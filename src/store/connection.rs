//! Database connections: settings, and the SQL functions that `schema.sql` uses, such as `service_now()`.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use anyhow::Context;
use jiff::Span;
use jiff::civil::DateTime;
use rusqlite::config::DbConfig;
use rusqlite::functions::FunctionFlags;
use rusqlite::{Connection, ErrorCode, MAIN_DB, OpenFlags, Transaction, TransactionBehavior, ffi};

use super::lock_wait;
use crate::model::time::{self, Clock};

const STATEMENTS_KEPT: usize = 128;

/// The size in bytes to which the write-ahead log is truncated after a checkpoint. An import or a slow reader can make
/// it grow, and nothing else shrinks it while the service runs.
const LOG_KEPT: u32 = 16 * 1024 * 1024;

/// The page cache of a connection for bulk writes, since triggers touch pages all over the file.
const BULK_KIB: u32 = 32 * 1024;

/// SQLite VM steps between checks of the stop flag.
const STEPS_AT_ONCE: i32 = 10_000;

/// Deterministic: SQLite then calls the function once per statement, not per row.
const HARMLESS: FunctionFlags =
    FunctionFlags::SQLITE_UTF8.union(FunctionFlags::SQLITE_DETERMINISTIC).union(FunctionFlags::SQLITE_INNOCUOUS);

/// Each connection is used by one thread at a time.
const READ_WRITE: OpenFlags = OpenFlags::SQLITE_OPEN_READ_WRITE.union(OpenFlags::SQLITE_OPEN_NO_MUTEX);

/// A connection, and the time that `service_now()` returns on it.
pub struct Database {
    connection: Connection,
    clock: Clock,
    now: Arc<Mutex<String>>,
    /// Set to true to stop all work on it.
    stop: OnceLock<Arc<AtomicBool>>,
}

impl Database {
    /// Opens for reading and writing. With `create`, creates a missing file.
    pub fn writing(path: &Path, clock: &Clock, create: bool) -> rusqlite::Result<Self> {
        let mut flags = READ_WRITE;
        flags.set(OpenFlags::SQLITE_OPEN_CREATE, create);
        if create {
            // the file will hold personal data, so only its owner may read it; on failure SQLite reports why
            let _ = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
        }
        let database = Self::connect(&plain(path), clock, flags)?;
        // secure_delete: anonymised values must not remain in the file
        database.execute_batch(&format!(
            "PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;
             PRAGMA journal_size_limit = {LOG_KEPT}; PRAGMA cache_size = -{BULK_KIB};"
        ))?;
        Ok(database)
    }

    pub fn reading(path: &Path, clock: &Clock) -> rusqlite::Result<Self> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        Self::connect(&plain(path), clock, flags)
    }

    /// Opens for reading, but with write access if possible: on a read-only connection SQLite ignores CHECK
    /// constraints, so that `check` could not find violations, and leaves the write-ahead log and its index behind.
    pub fn open_for_reading(path: &Path, clock: &Clock) -> rusqlite::Result<Self> {
        let database = Self::connect(&plain(path), clock, READ_WRITE)?;
        database.execute_batch("PRAGMA query_only = ON;")?;
        Ok(database)
    }

    /// Opens read-only without leaving files beside the database. With a write-ahead log SQLite would create one on
    /// the first read, unless the file is opened as immutable. That is safe if no log exists, since anyone who has
    /// such a file open has one.
    pub fn open_immutable(path: &Path, clock: &Clock) -> rusqlite::Result<Self> {
        if !is_closed(path).unwrap_or(false) {
            return Self::reading(path, clock);
        }
        let mut uri = String::from("file:");
        let whole = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        for byte in whole.as_os_str().as_bytes() {
            match byte {
                b'/' | b'.' | b'-' | b'_' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => {
                    uri.push(char::from(*byte));
                }
                _ => uri.push_str(&format!("%{byte:02X}")),
            }
        }
        uri.push_str("?immutable=1");
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
        Self::connect(Path::new(&uri), clock, flags)
    }

    /// Opens exclusively: fails with `DatabaseBusy` while another process has the file open, and keeps others out
    /// until it is closed. Fails with `ReadOnly` if the file cannot be written.
    pub fn open_exclusive(path: &Path, clock: &Clock) -> rusqlite::Result<Self> {
        let database = Self::connect(&plain(path), clock, READ_WRITE)?;
        if database.is_read_only()? {
            return Err(failure(ffi::SQLITE_READONLY));
        }
        database.busy_timeout(Duration::ZERO)?;
        // set before the first read: only then does it lock the whole file, not just the log
        database.execute_batch("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT;")?;
        Ok(database)
    }

    pub fn in_memory(clock: &Clock) -> rusqlite::Result<Self> {
        let database = Self::connect(Path::new(":memory:"), clock, READ_WRITE)?;
        database.execute_batch("PRAGMA foreign_keys = ON;")?;
        Ok(database)
    }

    fn connect(path: &Path, clock: &Clock, flags: OpenFlags) -> rusqlite::Result<Self> {
        let connection = guarded(path, flags)?;
        lock_wait::configure(&connection)?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS_KEPT);
        let now = Arc::new(Mutex::new(time::text(clock.now())));
        let given = Arc::clone(&now);
        connection.create_scalar_function("service_now", 0, HARMLESS, move |_| {
            Ok(given.lock().expect("no panic while held").clone())
        })?;
        // SQLite's own lower() converts ASCII letters only
        connection.create_scalar_function("lower_case", 1, HARMLESS, |arguments| {
            Ok(arguments.get_raw(0).as_str()?.to_lowercase())
        })?;
        let zone = clock.clone();
        connection.create_scalar_function("months_later", 2, HARMLESS, move |arguments| {
            let (text, months) = (arguments.get::<Option<String>>(0)?, arguments.get(1)?);
            Ok(months_later(&zone, text, months))
        })?;
        let zone = clock.clone();
        connection.create_scalar_function("wall_time", 1, HARMLESS, move |arguments| {
            let instant = arguments.get::<Option<String>>(0)?.and_then(|instant| instant.parse().ok());
            Ok(instant.map(|instant| time::text(zone.wall(instant))))
        })?;
        Ok(Self { connection, clock: clock.clone(), now, stop: OnceLock::new() })
    }

    /// Sets `service_now()` to the current time, and returns it.
    pub fn set_now(&self) -> DateTime {
        let now = self.clock.now();
        *self.now.lock().expect("no panic while held") = time::text(now);
        now
    }

    /// Sets `service_now()` to the other connection's time.
    pub fn set_now_of(&self, other: &Database) {
        let now = other.now.lock().expect("no panic while held").clone();
        *self.now.lock().expect("no panic while held") = now;
    }

    /// Makes setting `stop` interrupt all work on the connection.
    pub fn stop_when(&self, stop: &Arc<AtomicBool>) -> rusqlite::Result<()> {
        let stop = self.stop.get_or_init(|| Arc::clone(stop));
        let stop = Arc::clone(stop);
        self.progress_handler(STEPS_AT_ONCE, Some(move || stop.load(Relaxed)))
    }

    /// Returns the flag that stops the connection, for work beside it.
    pub fn stop_flag(&self) -> Option<Arc<AtomicBool>> {
        self.stop.get().cloned()
    }

    /// Fails with `SQLITE_INTERRUPT` if the connection was stopped. For waits outside SQLite, which checks its own statements.
    pub fn check_stopped(&self) -> rusqlite::Result<()> {
        match self.stop.get().is_some_and(|stop| stop.load(Relaxed)) {
            true => Err(failure(ffi::SQLITE_INTERRUPT)),
            false => Ok(()),
        }
    }

    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    pub(super) fn begin(&mut self) -> anyhow::Result<Transaction<'_>> {
        self.transaction_with_behavior(TransactionBehavior::Immediate).context("the database cannot be written")
    }

    pub fn is_read_only(&self) -> rusqlite::Result<bool> {
        self.is_readonly(MAIN_DB)
    }
}

pub(super) fn failure(code: i32) -> rusqlite::Error {
    rusqlite::Error::SqliteFailure(ffi::Error::new(code), None)
}

/// Returns whether an error was caused by [`Database::stop_when`].
pub fn is_stopped(error: &anyhow::Error) -> bool {
    let cause = error.downcast_ref::<rusqlite::Error>();
    cause.and_then(rusqlite::Error::sqlite_error_code) == Some(ErrorCode::OperationInterrupted)
}

/// Opens so that a manipulated schema can do no harm: it can only call functions marked as innocuous, and no SQL on
/// this connection can corrupt the file.
pub(super) fn guarded(path: &Path, flags: OpenFlags) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(path, flags)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    Ok(connection)
}

/// Returns a path that SQLite takes for a file whatever its name, such as `:memory:`.
fn plain(path: &Path) -> PathBuf {
    Path::new(".").join(path)
}

/// Returns whether it is a database with a write-ahead log that nobody has open.
pub(super) fn is_closed(path: &Path) -> std::io::Result<bool> {
    Ok(has_log(path)? && !sidecar_path(path, "-wal").exists())
}

/// Returns whether it is a database in write-ahead mode.
pub(super) fn has_log(path: &Path) -> std::io::Result<bool> {
    let mut header = [0; 20];
    File::open(path)?.read_exact(&mut header)?;
    // the byte at offset 19 is the read version: 2 means write-ahead log
    Ok(header[19] == 2)
}

/// Returns the path of SQLite's file beside a database with this suffix.
pub fn sidecar_path(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    name.into()
}

/// Adds calendar months to a datetime, "clamped" to the month's end; NULL if either is NULL or past the calendar's
/// end.
fn months_later(clock: &Clock, datetime: Option<String>, months: Option<i64>) -> Option<String> {
    let span = Span::new().try_months(months?).ok()?;
    let later = clock.parse(&datetime?)?.checked_add(span).ok()?;
    clock.wall_time(later).map(time::text)
}

impl std::ops::Deref for Database {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.connection
    }
}

impl std::ops::DerefMut for Database {
    fn deref_mut(&mut self) -> &mut Connection {
        &mut self.connection
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{OpenMode, open};

    #[test]
    fn no_connection_trusts_the_schema_or_lets_it_be_forged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lms.sqlite");
        let clock = Clock::new("Europe/Amsterdam", None).unwrap();
        drop(open(&path, &clock, OpenMode::Create).unwrap());
        for connect in [
            |path: &Path, clock: &Clock| Database::writing(path, clock, false),
            Database::reading,
            Database::open_for_reading,
            Database::open_immutable,
            Database::open_exclusive,
            |_: &Path, clock: &Clock| Database::in_memory(clock),
        ] {
            let database = connect(&path, &clock).unwrap();
            let trusted = database.db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA);
            let defensive = database.db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE);
            assert_eq!((trusted, defensive), (Ok(false), Ok(true)));
        }
    }
}
