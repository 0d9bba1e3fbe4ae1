//! A connection as every room below `store` gets it: settings, the `service_now()` of `schema.sql`.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use jiff::Span;
use jiff::civil::DateTime;
use rusqlite::functions::FunctionFlags;
use rusqlite::{Connection, OpenFlags};

use crate::model::time::{self, Clock};

/// How many prepared statements a connection keeps: more than the binary has.
const STATEMENTS_KEPT: usize = 128;

/// One connection to the file, and the moment that `service_now()` gives on it.
pub struct Database {
    connection: Connection,
    clock: Clock,
    now: Arc<Mutex<String>>,
}

impl Database {
    /// Connects for reading and writing; creates an empty file when `create` and there is none.
    pub fn writing(path: &Path, clock: &Clock, create: bool) -> rusqlite::Result<Self> {
        let mut flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        flags.set(OpenFlags::SQLITE_OPEN_CREATE, create);
        let database = Self::connect(path, clock, flags)?;
        // secure_delete: what is anonymised must not be left in the file
        database.execute_batch(
            "PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;",
        )?;
        Ok(database)
    }

    /// Connects for reading only. Its page cache is `cache_kib` KiB: one connection stands behind each
    /// answer in flight, and the operating system caches the file anyway.
    pub fn reading(path: &Path, clock: &Clock, cache_kib: u32) -> rusqlite::Result<Self> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let database = Self::connect(path, clock, flags)?;
        database.execute_batch(&format!("PRAGMA cache_size = -{cache_kib};"))?;
        Ok(database)
    }

    /// Connects for looking only, and yet as one who may write: on a read-only connection SQLite passes over
    /// the CHECK constraints when it reads the schema, so that no check could find one broken. Where the
    /// file cannot be written it is such a connection all the same.
    pub fn looking(path: &Path, clock: &Clock) -> rusqlite::Result<Self> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let database = Self::connect(path, clock, flags)?;
        database.execute_batch("PRAGMA query_only = ON;")?;
        Ok(database)
    }

    fn connect(path: &Path, clock: &Clock, flags: OpenFlags) -> rusqlite::Result<Self> {
        let connection = Connection::open_with_flags(path, flags)?;
        connection.busy_timeout(Duration::from_secs(10))?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS_KEPT);
        let now = Arc::new(Mutex::new(time::text(clock.now())));
        let given = Arc::clone(&now);
        // deterministic within a statement: SQLite then asks once a statement, not once a row
        connection.create_scalar_function(
            "service_now",
            0,
            FunctionFlags::SQLITE_UTF8
                | FunctionFlags::SQLITE_DETERMINISTIC
                | FunctionFlags::SQLITE_INNOCUOUS,
            move |_| Ok(given.lock().expect("no panic while held").clone()),
        )?;
        // SQLite's own lower() knows the letters of ASCII alone
        connection.create_scalar_function(
            "lower_case",
            1,
            FunctionFlags::SQLITE_UTF8
                | FunctionFlags::SQLITE_DETERMINISTIC
                | FunctionFlags::SQLITE_INNOCUOUS,
            |arguments| Ok(arguments.get_raw(0).as_str()?.to_lowercase()),
        )?;
        let zone = clock.clone();
        connection.create_scalar_function(
            "months_later",
            2,
            FunctionFlags::SQLITE_UTF8
                | FunctionFlags::SQLITE_DETERMINISTIC
                | FunctionFlags::SQLITE_INNOCUOUS,
            move |arguments| {
                let (text, months) = (arguments.get::<Option<String>>(0)?, arguments.get(1)?);
                Ok(months_later(&zone, text, months))
            },
        )?;
        Ok(Self {
            connection,
            clock: clock.clone(),
            now,
        })
    }

    /// Looks at the clock: from here until the next call `service_now()` is this moment.
    pub fn set_now(&self) -> DateTime {
        let now = self.clock.now();
        *self.now.lock().expect("no panic while held") = time::text(now);
        now
    }

    /// The service's clock.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }
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
