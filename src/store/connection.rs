//! A connection as every room below `store` gets it: settings, the `service_now()` of `schema.sql`.

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

/// How many prepared statements a connection keeps: more than the binary has.
const STATEMENTS_KEPT: usize = 128;

/// How many bytes the write-ahead log may keep once what was in it is in the database. An import, or a reader that
/// takes its time, lets it grow to any size, and as long as the service runs nothing else would make it smaller.
const LOG_KEPT: u32 = 16 * 1024 * 1024;

/// The page cache of a connection that may write much: what triggers keep lies all over the file.
const BULK_KIB: u32 = 32 * 1024;

/// How many steps of SQLite's machine pass between two looks at whether to stop.
const STEPS_AT_ONCE: i32 = 10_000;

/// Deterministic within a statement: SQLite then asks once a statement, not once a row.
const HARMLESS: FunctionFlags =
    FunctionFlags::SQLITE_UTF8.union(FunctionFlags::SQLITE_DETERMINISTIC).union(FunctionFlags::SQLITE_INNOCUOUS);

/// Every connection is of one thread at a time.
const READ_WRITE: OpenFlags = OpenFlags::SQLITE_OPEN_READ_WRITE.union(OpenFlags::SQLITE_OPEN_NO_MUTEX);

/// One connection to the file, and the moment that `service_now()` gives on it.
pub struct Database {
    connection: Connection,
    clock: Clock,
    now: Arc<Mutex<String>>,
    /// Once this is true nothing more is done on it.
    stop: OnceLock<Arc<AtomicBool>>,
}

impl Database {
    /// Connects for reading and writing; creates an empty file when `create` and there is none.
    pub fn writing(path: &Path, clock: &Clock, create: bool) -> rusqlite::Result<Self> {
        let mut flags = READ_WRITE;
        flags.set(OpenFlags::SQLITE_OPEN_CREATE, create);
        if create {
            // it will hold personal data: not for everybody's eyes; where that fails SQLite says why
            let _ = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
        }
        let database = Self::connect(&plain(path), clock, flags)?;
        // secure_delete: what is anonymised must not be left in the file
        database.execute_batch(&format!(
            "PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;
             PRAGMA journal_size_limit = {LOG_KEPT}; PRAGMA cache_size = -{BULK_KIB};"
        ))?;
        Ok(database)
    }

    /// Connects for reading only.
    pub fn reading(path: &Path, clock: &Clock) -> rusqlite::Result<Self> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        Self::connect(&plain(path), clock, flags)
    }

    /// Connects for looking only, and yet as one who may write: on a read-only connection SQLite passes over
    /// the CHECK constraints when it reads the schema, so that no check could find one broken, and it leaves the
    /// write-ahead log and its index behind. Where the file cannot be written it is such a connection all the same.
    pub fn looking(path: &Path, clock: &Clock) -> rusqlite::Result<Self> {
        let database = Self::connect(&plain(path), clock, READ_WRITE)?;
        database.execute_batch("PRAGMA query_only = ON;")?;
        Ok(database)
    }

    /// Connects for reading only, and leaves nothing beside the file either. One with a write-ahead log would
    /// get that log and its index at the first look, unless it is taken for a file that nobody changes: that is so
    /// where there is no log, since whoever has such a file open has one.
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

    /// Connects as the only one: `DatabaseBusy` where another process has the file open, if only idly, and
    /// until this connection is closed no other gets in. `ReadOnly` where the file cannot be written.
    pub fn open_exclusive(path: &Path, clock: &Clock) -> rusqlite::Result<Self> {
        let database = Self::connect(&plain(path), clock, READ_WRITE)?;
        if database.is_read_only()? {
            return Err(failure(ffi::SQLITE_READONLY));
        }
        database.busy_timeout(Duration::ZERO)?;
        // said before the first look at the file: only so does it lock the whole file, and not just its log
        database.execute_batch("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT;")?;
        Ok(database)
    }

    /// A new database that is gone when dropped.
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
        // SQLite's own lower() knows the letters of ASCII alone
        connection.create_scalar_function("lower_case", 1, HARMLESS, |arguments| {
            Ok(arguments.get_raw(0).as_str()?.to_lowercase())
        })?;
        let zone = clock.clone();
        connection.create_scalar_function("months_later", 2, HARMLESS, move |arguments| {
            let (text, months) = (arguments.get::<Option<String>>(0)?, arguments.get(1)?);
            Ok(months_later(&zone, text, months))
        })?;
        Ok(Self { connection, clock: clock.clone(), now, stop: OnceLock::new() })
    }

    /// Looks at the clock: from here until the next call `service_now()` is this moment.
    pub fn set_now(&self) -> DateTime {
        let now = self.clock.now();
        *self.now.lock().expect("no panic while held") = time::text(now);
        now
    }

    /// `service_now()` is the same moment as on the other.
    pub fn set_now_of(&self, other: &Database) {
        let now = other.now.lock().expect("no panic while held").clone();
        *self.now.lock().expect("no panic while held") = now;
    }

    /// Once this is true, whatever is being done on the connection ends as interrupted.
    pub fn stop_when(&self, stop: &Arc<AtomicBool>) -> rusqlite::Result<()> {
        let stop = self.stop.get_or_init(|| Arc::clone(stop));
        let stop = Arc::clone(stop);
        self.progress_handler(STEPS_AT_ONCE, Some(move || stop.load(Relaxed)))
    }

    /// Refuses when it is to do nothing more: for what waits without SQLite.
    pub fn check_stopped(&self) -> rusqlite::Result<()> {
        match self.stop.get().is_some_and(|stop| stop.load(Relaxed)) {
            true => Err(failure(ffi::SQLITE_INTERRUPT)),
            false => Ok(()),
        }
    }

    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Begins a change, when nobody else makes one any more.
    pub(super) fn begin(&mut self) -> anyhow::Result<Transaction<'_>> {
        self.transaction_with_behavior(TransactionBehavior::Immediate).context("the database cannot be written")
    }

    /// Whether the file cannot be written.
    pub fn is_read_only(&self) -> rusqlite::Result<bool> {
        self.is_readonly(MAIN_DB)
    }
}

/// What SQLite says with such a code.
pub(super) fn failure(code: i32) -> rusqlite::Error {
    rusqlite::Error::SqliteFailure(ffi::Error::new(code), None)
}

/// Whether this is the end of something that [`Database::stop_when`] stopped.
pub fn is_stopped(error: &anyhow::Error) -> bool {
    let cause = error.downcast_ref::<rusqlite::Error>();
    cause.and_then(rusqlite::Error::sqlite_error_code) == Some(ErrorCode::OperationInterrupted)
}

/// Connects so that what is planted in a file's schema can do no harm: it calls nothing but functions that are marked
/// as harmless, and nothing that is said to this connection can spoil the file.
pub(super) fn guarded(path: &Path, flags: OpenFlags) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(path, flags)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    Ok(connection)
}

/// The path, so that SQLite takes it for that of a file whatever it is called: `:memory:` is none by itself.
fn plain(path: &Path) -> PathBuf {
    Path::new(".").join(path)
}

/// Whether it is a database with a write-ahead log that nobody has open.
pub(super) fn is_closed(path: &Path) -> std::io::Result<bool> {
    Ok(has_log(path)? && !sidecar_path(path, "-wal").exists())
}

/// Whether it is a database that is read with a write-ahead log.
pub(super) fn has_log(path: &Path) -> std::io::Result<bool> {
    let mut header = [0; 20];
    File::open(path)?.read_exact(&mut header)?;
    // the byte at offset 19 says how it is read: 2 is with a write-ahead log
    Ok(header[19] == 2)
}

/// The file that SQLite keeps beside a database under its name and this ending.
pub fn sidecar_path(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    name.into()
}

/// The datetime that many calendar months later, "clamped" to the month's end; NULL without either, and past
/// the calendar's end.
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
            Database::looking,
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
