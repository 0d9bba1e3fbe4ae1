//! A pool of reading connections, each with its own snapshot.
//!
//! A followed file is replaced by newer ones of its name. A reader keeps the file that it opened; later readers get
//! the newer one.

use std::fs;
use std::os::raw::c_int;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::available_parallelism;
use std::time::SystemTime;

use anyhow::{Result, bail};
use rusqlite::ffi::SQLITE_CANTOPEN;

use super::connection::{Database, failure, has_log};
use super::schema::refuse_special;
use super::schema_difference::refuse_foreign_objects;
use super::{OpenMode, open};
use crate::datafile::file::DataFile;
use crate::model::time::Clock;

/// The most idle connections; surplus ones are closed when they are returned.
const KEPT: usize = 32;

/// SQLite VM steps between checks for cancellation: about a tenth of a millisecond.
const ASKED_EVERY: c_int = 10_000;

pub struct Readers {
    path: PathBuf,
    clock: Clock,
    cache: u32,
    follow: bool,
    idle: Mutex<IdleConnections>,
    /// The number of second reading threads still available.
    second_readers: AtomicUsize,
}

#[derive(Default)]
struct IdleConnections {
    /// The file that they have open, if followed.
    file: Option<FileIdentity>,
    /// The last file that could not be read, or that was missing.
    refused: Option<Option<FileIdentity>>,
    databases: Vec<Database>,
    /// How often connections were discarded: connections lent before that are closed on return.
    discarded: u64,
}

/// Inode and modification time: a later file may reuse the inode.
type FileIdentity = (u64, SystemTime);

impl Readers {
    pub(super) fn new(path: &Path, clock: &Clock, cache: u32, follow: bool) -> Self {
        Self {
            path: path.to_owned(),
            clock: clock.clone(),
            cache,
            follow,
            idle: Mutex::default(),
            second_readers: AtomicUsize::new(available_parallelism().map_or(0, |cores| cores.get() / 2)),
        }
    }

    pub(super) fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Closes all connections, including lent ones on return. SQLite may have cached pages of a truncated file as
    /// empty and would keep them after the file is restored.
    pub(super) fn discard(&self) {
        let mut idle = self.idle.lock().expect("no panic while held");
        idle.discarded += 1;
        idle.databases.clear();
    }

    /// Takes an idle connection, with its file if followed, and the number of discards.
    fn lent(&self) -> rusqlite::Result<(Option<Database>, Option<FileIdentity>, u64)> {
        let mut idle = self.idle.lock().expect("no panic while held");
        if self.follow {
            let file = identity(&self.path);
            if file.is_none() || idle.file != file {
                self.reopen(&mut idle, file)?;
            }
        }
        Ok((idle.databases.pop(), idle.file, idle.discarded))
    }

    /// Switches to a new file of the same name, and closes idle connections. An unreadable file is logged once.
    fn reopen(&self, idle: &mut IdleConnections, file: Option<FileIdentity>) -> rusqlite::Result<()> {
        idle.databases.clear();
        idle.file = None;
        if idle.refused == Some(file) {
            return Err(failure(SQLITE_CANTOPEN));
        }
        if let Err(error) = acceptable(&self.path, &self.clock) {
            tracing::error!("ALL REQUESTS ARE REFUSED until there is a usable copy: {error:#}");
            idle.refused = Some(file);
            return Err(failure(SQLITE_CANTOPEN));
        }
        (idle.file, idle.refused) = (file, None);
        Ok(())
    }

    /// Returns a snapshot whose queries stop once `gives_up` returns true.
    pub(super) fn snapshot<F>(&self, gives_up: Option<F>) -> rusqlite::Result<Snapshot<'_>>
    where
        F: FnMut() -> bool + Send + 'static,
    {
        let snapshot = self.connection()?;
        snapshot.set_now();
        snapshot.begin(gives_up)?;
        Ok(snapshot)
    }

    /// Returns a paired snapshot, if a second thread is available and nobody writes at this moment.
    pub(super) fn paired_snapshots<F>(&self, gives_up: F) -> rusqlite::Result<Snapshot<'_>>
    where
        F: FnMut() -> bool + Clone + Send + 'static,
    {
        let mut snapshot = self.connection()?;
        // a read makes the first snapshot see everything before the second one opens
        snapshot.data_version()?;
        let paired = self.reserve_second_reader();
        snapshot.set_now();
        snapshot.begin(Some(gives_up.clone()))?;
        if let Some((paired, version)) = paired {
            let paired = snapshot.pair_if_same_version(paired, version, gives_up);
            snapshot.paired = paired.ok().flatten().map(Box::new);
        }
        Ok(snapshot)
    }

    /// Reserves a second connection if a core is free, and returns the data version that it sees. Not for a followed
    /// file, whose name may change hands between two opens.
    fn reserve_second_reader(&self) -> Option<(Snapshot<'_>, i64)> {
        if self.follow {
            return None;
        }
        let one_less = |second_readers: usize| second_readers.checked_sub(1);
        let placed = self.second_readers.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less);
        let place = placed.is_ok().then_some(SecondReaderPermit(&self.second_readers))?;
        let mut paired = self.connection().ok()?;
        paired.place = Some(place);
        let version = paired.data_version().ok()?;
        Some((paired, version))
    }

    /// Returns a connection without a transaction.
    fn connection(&self) -> rusqlite::Result<Snapshot<'_>> {
        let (idle, file, discarded) = self.lent()?;
        let database = match idle {
            Some(database) => database,
            None => {
                let database = Database::reading(&self.path, &self.clock)?;
                database.pragma_update(None, "cache_size", -i64::from(self.cache))?;
                database
            }
        };
        Ok(Snapshot { readers: self, database: Some(database), file, discarded, paired: None, place: None })
    }
}

/// A permit for a second reading thread; dropping it returns the permit.
struct SecondReaderPermit<'a>(&'a AtomicUsize);

impl Drop for SecondReaderPermit<'_> {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// Returns the identity of the file at a path.
fn identity(path: &Path) -> Option<FileIdentity> {
    let file = fs::metadata(path).ok()?;
    Some((file.ino(), file.modified().ok()?))
}

/// Refuses a file that is not ours, or that cannot be replaced: a write-ahead log beside a database belongs to its
/// name, so SQLite would apply it to the next file.
pub(super) fn acceptable(path: &Path, clock: &Clock) -> Result<()> {
    refuse_special(path)?;
    if has_log(path).unwrap_or(false) {
        bail!(
            "{} has a write-ahead log, and cannot be followed: `lms-appliance backup` and scripts/publish-copy \
             make copies without one",
            path.display()
        );
    }
    refuse_foreign_objects(&open(path, clock, OpenMode::ReadOnly)?, path)
}

/// The data at one moment, and that moment as `service_now()`. Dropping it lets the write-ahead log be reset.
pub struct Snapshot<'a> {
    readers: &'a Readers,
    /// `None` only during drop.
    database: Option<Database>,
    /// The file, if followed.
    file: Option<FileIdentity>,
    /// The number of discards when it was lent.
    discarded: u64,
    /// The paired snapshot.
    paired: Option<Box<Snapshot<'a>>>,
    place: Option<SecondReaderPermit<'a>>,
}

impl<'a> Snapshot<'a> {
    /// Returns whether it is of a file that newer copies replace.
    pub fn is_followed(&self) -> bool {
        self.readers.follow
    }

    /// Takes the paired snapshot for a second thread; there is at most one.
    pub fn take_paired_snapshot(&mut self) -> Option<Snapshot<'a>> {
        self.paired.take().map(|paired| *paired)
    }

    /// Returns the second snapshot if both see the same data: no change occurred between two reads of the first, with
    /// a read of the second between them.
    fn pair_if_same_version<F>(
        &self,
        paired: Snapshot<'a>,
        version: i64,
        gives_up: F,
    ) -> rusqlite::Result<Option<Snapshot<'a>>>
    where
        F: FnMut() -> bool + Send + 'static,
    {
        // BEGIN alone does not read
        self.data_version()?;
        paired.set_now_of(self);
        paired.begin(Some(gives_up))?;
        Ok((paired.data_version()? == version).then_some(paired))
    }

    fn begin<F>(&self, gives_up: Option<F>) -> rusqlite::Result<()>
    where
        F: FnMut() -> bool + Send + 'static,
    {
        self.prepare_cached("BEGIN")?.execute([])?;
        match gives_up {
            Some(_) => self.progress_handler(ASKED_EVERY, gives_up),
            None => Ok(()),
        }
    }

    /// Returns a number that changes with each commit of another connection.
    /// Returns the number of rows of a data file.
    pub fn count_rows(&self, file: &DataFile) -> rusqlite::Result<i64> {
        let present = file.placeholder.map_or("", |_| "WHERE rowid > 0");
        let count = format!("SELECT count(*) FROM {} {present}", file.table);
        self.prepare_cached(&count)?.query_row([], |row| row.get(0))
    }

    fn data_version(&self) -> rusqlite::Result<i64> {
        let mut version = self.prepare_cached("PRAGMA data_version")?;
        version.query_row([], |row| row.get(0))
    }
}

impl std::ops::Deref for Snapshot<'_> {
    type Target = Database;

    fn deref(&self) -> &Database {
        self.database.as_ref().expect("present until dropped")
    }
}

impl Drop for Snapshot<'_> {
    fn drop(&mut self) {
        let database = self.database.take().expect("dropped once");
        let ended = database
            .progress_handler(0, None::<fn() -> bool>)
            .and_then(|()| database.prepare_cached("ROLLBACK"))
            .and_then(|mut rollback| rollback.execute([]));
        if ended.is_err() {
            return; // closing the connection ends its snapshot too
        }
        let mut idle = self.readers.idle.lock().expect("no panic while held");
        if idle.databases.len() < KEPT && idle.file == self.file && idle.discarded == self.discarded {
            idle.databases.push(database);
        }
    }
}
