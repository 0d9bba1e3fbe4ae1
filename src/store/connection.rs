//! Opens database connections, and adds the SQL functions that `schema.sql` uses, such as `service_now()`.

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
use rusqlite::types::ValueRef;
use rusqlite::{Connection, ErrorCode, MAIN_DB, OpenFlags, Transaction, TransactionBehavior, ffi};

use super::lock_wait;
use crate::model::lock::lock;
use crate::model::time::{self, Clock};

const CACHED_STATEMENTS: usize = 128;

/// The size to which SQLite truncates the write-ahead log after a checkpoint. Nothing else shrinks the log.
const MAX_LOG_BYTES: u32 = 16 * 1024 * 1024;

/// The page cache for bulk changes, in KiB. The triggers of bulk changes touch pages all over the file.
const BULK_CACHE_KIB: u32 = 32 * 1024;

/// The number of SQLite VM steps (about 0.1 ms) between two checks whether to stop.
pub(super) const STEPS_PER_CHECK: i32 = 10_000;

/// SQLite calls a deterministic function with constant arguments once per statement, instead of once per row.
const FUNCTION_FLAGS: FunctionFlags =
    FunctionFlags::SQLITE_UTF8.union(FunctionFlags::SQLITE_DETERMINISTIC).union(FunctionFlags::SQLITE_INNOCUOUS);

/// SQLite needs no mutex, because only one thread at a time uses a connection.
pub(super) const READ_WRITE: OpenFlags = OpenFlags::SQLITE_OPEN_READ_WRITE.union(OpenFlags::SQLITE_OPEN_NO_MUTEX);

const READ_ONLY: OpenFlags = OpenFlags::SQLITE_OPEN_READ_ONLY.union(OpenFlags::SQLITE_OPEN_NO_MUTEX);

/// A connection that has the SQL functions of `schema.sql`.
pub struct Database {
    connection: Connection,
    clock: Clock,
    /// The time that `service_now()` returns. It is set when a transaction begins, so that all its queries use the same
    /// time, while the time of `clock` proceeds. The SQL function shares it, hence the mutex.
    service_now: Arc<Mutex<String>>,
    /// The flag that interrupts the queries of this connection once it is true; unset before [`Self::stop_when`].
    stop_flag: OnceLock<Arc<AtomicBool>>,
}

impl Database {
    pub fn open_writable(path: &Path, clock: &Clock, create: bool) -> rusqlite::Result<Self> {
        let mut flags = READ_WRITE;
        flags.set(OpenFlags::SQLITE_OPEN_CREATE, create);
        if create {
            // mode 600, because the file will hold personal data; if this fails, SQLite reports why
            let _ = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
        }
        let database = Self::connect(&as_file_path(path), clock, flags)?;
        // secure_delete: anonymised values must not remain in the file
        database.execute_batch(&format!(
            "PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;
             PRAGMA journal_size_limit = {MAX_LOG_BYTES}; PRAGMA cache_size = -{BULK_CACHE_KIB};"
        ))?;
        Ok(database)
    }

    pub fn open_read_only(path: &Path, clock: &Clock) -> rusqlite::Result<Self> {
        Self::connect(&as_file_path(path), clock, READ_ONLY)
    }

    /// Opens for queries only, but with write access if possible: `integrity_check` skips CHECK constraints
    /// on a read-only connection, which would also leave the write-ahead log behind.
    pub fn open_query_only(path: &Path, clock: &Clock) -> rusqlite::Result<Self> {
        let database = Self::connect(&as_file_path(path), clock, READ_WRITE)?;
        database.execute_batch("PRAGMA query_only = ON;")?;
        Ok(database)
    }

    /// Opens read-only. A database in WAL mode without a log file is opened as immutable, so that SQLite creates no
    /// files beside it. This is safe: without a log file, no process has the database open.
    pub fn open_immutable(path: &Path, clock: &Clock) -> rusqlite::Result<Self> {
        if !is_closed_wal_database(path).unwrap_or(false) {
            return Self::open_read_only(path, clock);
        }
        // only a URI can have the option `immutable`: other characters of the path are percent-encoded
        let absolute = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let encode = |byte: &u8| match char::from(*byte) {
            c if c.is_ascii_alphanumeric() || "/.-_".contains(c) => c.to_string(),
            _ => format!("%{byte:02X}"),
        };
        let uri_path: String = absolute.as_os_str().as_bytes().iter().map(encode).collect();
        let uri = format!("file:{uri_path}?immutable=1");
        Self::connect(Path::new(&uri), clock, READ_ONLY | OpenFlags::SQLITE_OPEN_URI)
    }

    /// Opens and locks the file. Fails with `DatabaseBusy` if it is in use, with `ReadOnly` if it cannot be written.
    pub fn open_exclusive(path: &Path, clock: &Clock) -> rusqlite::Result<Self> {
        let database = Self::connect(&as_file_path(path), clock, READ_WRITE)?;
        if database.is_read_only()? {
            return Err(sqlite_error(ffi::SQLITE_READONLY));
        }
        database.busy_timeout(Duration::ZERO)?;
        // the mode is set before the first read: set later, it would lock the log only
        database.execute_batch("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT;")?;
        Ok(database)
    }

    pub fn in_memory(clock: &Clock) -> rusqlite::Result<Self> {
        let database = Self::connect(Path::new(":memory:"), clock, READ_WRITE)?;
        database.execute_batch("PRAGMA foreign_keys = ON;")?;
        Ok(database)
    }

    /// Opens a connection with these flags, a lock timeout and the SQL functions. Until [`Self::set_service_now`] is
    /// called, `service_now()` returns the time of this call.
    fn connect(path: &Path, clock: &Clock, flags: OpenFlags) -> rusqlite::Result<Self> {
        let connection = open_guarded(path, flags)?;
        lock_wait::set_lock_timeout(&connection)?;
        connection.set_prepared_statement_cache_capacity(CACHED_STATEMENTS);
        let service_now = Arc::new(Mutex::new(time::format_wall_time(clock.now())));
        let stop_flag = OnceLock::new();
        let database = Self { connection, clock: clock.clone(), service_now, stop_flag };
        database.add_time_functions()?;
        add_text_functions(&database)?;
        Ok(database)
    }

    /// Adds `service_now()`; `months_later(datetime, months)`; and `wall_time(instant)`, which converts an instant in
    /// UTC to local time. The last two return NULL for NULL and invalid values.
    fn add_time_functions(&self) -> rusqlite::Result<()> {
        let service_now = Arc::clone(&self.service_now);
        self.create_scalar_function("service_now", 0, FUNCTION_FLAGS, move |_| Ok(lock(&service_now).clone()))?;
        let clock = self.clock.clone();
        self.create_scalar_function("months_later", 2, FUNCTION_FLAGS, move |arguments| {
            // NULL for the months of a training whose results never expire
            let (datetime, months) = (arguments.get::<Option<String>>(0)?, arguments.get(1)?);
            Ok(datetime.zip(months).and_then(|(datetime, months)| months_later(&clock, &datetime, months)))
        })?;
        let clock = self.clock.clone();
        self.create_scalar_function("wall_time", 1, FUNCTION_FLAGS, move |arguments| {
            let instant = arguments.get::<Option<String>>(0)?.and_then(|instant| instant.parse().ok());
            Ok(instant.map(|instant| time::format_wall_time(clock.to_wall_time(instant))))
        })
    }

    /// Sets the time that `service_now()` returns in SQL to the current time, and returns this time.
    pub fn set_service_now(&self) -> DateTime {
        let now = self.clock.now();
        *lock(&self.service_now) = time::format_wall_time(now);
        now
    }

    /// Makes `service_now()` return the same time as on the other connection.
    pub fn copy_service_now_from(&self, other: &Database) {
        let now = lock(&other.service_now).clone();
        *lock(&self.service_now) = now;
    }

    /// Interrupts the queries on the connection once `stop` is true: they fail with `SQLITE_INTERRUPT`. A second call
    /// keeps the flag of the first call.
    pub fn stop_when(&self, stop: &Arc<AtomicBool>) -> rusqlite::Result<()> {
        let stop = Arc::clone(self.stop_flag.get_or_init(|| Arc::clone(stop)));
        self.progress_handler(STEPS_PER_CHECK, Some(move || stop.load(Relaxed)))
    }

    pub fn stop_flag(&self) -> Option<Arc<AtomicBool>> {
        self.stop_flag.get().cloned()
    }

    /// Fails with `SQLITE_INTERRUPT` if the connection was stopped. Call this in loops that spend time outside SQLite.
    pub fn check_stopped(&self) -> rusqlite::Result<()> {
        let is_stopped = self.stop_flag.get().is_some_and(|stop| stop.load(Relaxed));
        if is_stopped { Err(sqlite_error(ffi::SQLITE_INTERRUPT)) } else { Ok(()) }
    }

    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Begins a transaction that has the write lock from the start. Waits for the lock as set for the connection.
    pub(super) fn begin(&mut self) -> anyhow::Result<Transaction<'_>> {
        self.transaction_with_behavior(TransactionBehavior::Immediate).context("the database cannot be written")
    }

    pub fn is_read_only(&self) -> rusqlite::Result<bool> {
        self.is_readonly(MAIN_DB)
    }
}

/// Adds `lower_case(text)` and `contains_word(word, column, …)`, which is true if a column contains the word, ignoring
/// the case of ASCII letters.
fn add_text_functions(connection: &Connection) -> rusqlite::Result<()> {
    // SQLite's own lower() converts ASCII letters only
    connection.create_scalar_function("lower_case", 1, FUNCTION_FLAGS, |arguments| {
        Ok(arguments.get_raw(0).as_str()?.to_lowercase())
    })?;
    // one call for all columns of a row takes half the time of a LIKE for each column
    connection.create_scalar_function("contains_word", -1, FUNCTION_FLAGS, |arguments| {
        let word = arguments.get_raw(0).as_bytes()?;
        Ok((1..arguments.len()).any(|column| match arguments.get_raw(column) {
            ValueRef::Text(text) => contains_ignoring_case(text, word),
            ValueRef::Integer(number) => contains_ignoring_case(number.to_string().as_bytes(), word),
            _ => false,
        }))
    })
}

fn contains_ignoring_case(text: &[u8], word: &[u8]) -> bool {
    word.is_empty() || text.windows(word.len()).any(|part| part.eq_ignore_ascii_case(word))
}

pub(super) fn sqlite_error(code: i32) -> rusqlite::Error {
    rusqlite::Error::SqliteFailure(ffi::Error::new(code), None)
}

/// Returns whether an error was caused by [`Database::stop_when`].
pub fn is_stopped(error: &anyhow::Error) -> bool {
    let cause = error.downcast_ref::<rusqlite::Error>();
    cause.and_then(rusqlite::Error::sqlite_error_code) == Some(ErrorCode::OperationInterrupted)
}

/// Opens a connection on which a manipulated schema cannot corrupt the file or call dangerous functions.
pub(super) fn open_guarded(path: &Path, flags: OpenFlags) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(path, flags)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    Ok(connection)
}

/// Returns a path that SQLite takes for a file, even if the file's name is `:memory:`.
fn as_file_path(path: &Path) -> PathBuf {
    Path::new(".").join(path)
}

/// Returns whether the file is a database in WAL mode that no process has open.
pub(super) fn is_closed_wal_database(path: &Path) -> std::io::Result<bool> {
    Ok(has_wal_mode(path)? && !sidecar_path(path, "-wal").exists())
}

/// Returns whether the header says that the database is in WAL mode. Does not open the file as a database.
pub(super) fn has_wal_mode(path: &Path) -> std::io::Result<bool> {
    let mut header = [0; 20];
    File::open(path)?.read_exact(&mut header)?;
    // the byte at offset 19 is the read version; 2 means write-ahead log
    Ok(header[19] == 2)
}

/// Returns the path of a file beside the database. SQLite names these files by a suffix, such as `-wal`.
pub fn sidecar_path(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

/// Adds calendar months to a datetime. A day after the end of the month becomes the last day; `None` if out of range.
pub fn months_later(clock: &Clock, datetime: &str, months: i64) -> Option<String> {
    let span = Span::new().try_months(months).ok()?;
    let later = clock.parse_datetime(datetime)?.checked_add(span).ok()?;
    clock.skip_gap(later).map(time::format_wall_time)
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
    fn every_connection_distrusts_the_schema_and_is_defensive() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lms.sqlite");
        let clock = Clock::new("Europe/Amsterdam", None).unwrap();
        drop(open(&path, &clock, OpenMode::Create).unwrap());
        for connect in [
            |path: &Path, clock: &Clock| Database::open_writable(path, clock, false),
            Database::open_read_only,
            Database::open_query_only,
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
