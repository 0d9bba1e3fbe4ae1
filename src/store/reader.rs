//! Readers: connections for reading that are kept and lent out, each with a snapshot of its own.
//!
//! A file that is followed is replaced by newer ones of its name. Who reads keeps the one that was opened; from then on
//! the newer one is lent.

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
use crate::model::time::Clock;

/// Connections that wait for the next answer; those beyond are closed when they come back.
const KEPT: usize = 32;

/// After how many instructions of SQLite's machine a query is asked whether its answer is still wanted: that takes it
/// a tenth of a millisecond or so.
const ASKED_EVERY: c_int = 10_000;

/// Lends connections for reading.
pub struct Readers {
    path: PathBuf,
    clock: Clock,
    /// The page cache of each connection, in KiB.
    cache: u32,
    /// Whether the file is replaced by newer ones.
    follow: bool,
    idle: Mutex<IdleConnections>,
    /// How many more answers may have a second thread.
    places: AtomicUsize,
}

/// The connections that wait.
#[derive(Default)]
struct IdleConnections {
    /// Which file they have open, where it is followed.
    file: Option<FileIdentity>,
    /// The one that was looked at last, where it cannot be read, or is not there.
    refused: Option<Option<FileIdentity>>,
    databases: Vec<Database>,
    /// How often connections were discarded: one that was lent before is closed when it comes back.
    discarded: u64,
}

/// Inode, and when it was written: one that had the name before may have it again, with what is newer.
type FileIdentity = (u64, SystemTime);

impl Readers {
    pub(super) fn new(path: &Path, clock: &Clock, cache: u32, follow: bool) -> Self {
        Self {
            path: path.to_owned(),
            clock: clock.clone(),
            cache,
            follow,
            idle: Mutex::default(),
            places: AtomicUsize::new(available_parallelism().map_or(0, |cores| cores.get() / 2)),
        }
    }

    pub(super) fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Closes all connections, those that are lent when they come back. SQLite may have cached pages of a file that was
    /// cut off as empty ones, and keeps them when the file is whole again.
    pub(super) fn discard(&self) {
        let mut idle = self.idle.lock().expect("no panic while held");
        idle.discarded += 1;
        idle.databases.clear();
    }

    /// A connection that waits, if one does, which file it has open, where it is followed, and how often connections
    /// were discarded.
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

    /// Another file has the name, or none: those who wait go. One that cannot be read is told of once.
    fn reopen(&self, idle: &mut IdleConnections, file: Option<FileIdentity>) -> rusqlite::Result<()> {
        idle.databases.clear();
        idle.file = None;
        if idle.refused == Some(file) {
            return Err(failure(SQLITE_CANTOPEN));
        }
        if let Err(error) = acceptable(&self.path, &self.clock) {
            tracing::error!("NOTHING IS ANSWERED until there is another copy: {error:#}");
            idle.refused = Some(file);
            return Err(failure(SQLITE_CANTOPEN));
        }
        (idle.file, idle.refused) = (file, None);
        Ok(())
    }

    /// A snapshot on which a query is interrupted once it `gives_up`.
    pub(super) fn snapshot<F>(&self, gives_up: Option<F>) -> rusqlite::Result<Snapshot<'_>>
    where
        F: FnMut() -> bool + Send + 'static,
    {
        let snapshot = self.connection()?;
        snapshot.set_now();
        snapshot.begin(gives_up)?;
        Ok(snapshot)
    }

    /// The same with a twin, where there may be one and nobody writes just then.
    pub(super) fn paired_snapshots<F>(&self, gives_up: F) -> rusqlite::Result<Snapshot<'_>>
    where
        F: FnMut() -> bool + Clone + Send + 'static,
    {
        let mut snapshot = self.connection()?;
        // it has all that it needs before the twin has anything
        snapshot.data_version()?;
        let twin = self.reserve_second_reader();
        snapshot.set_now();
        snapshot.begin(Some(gives_up.clone()))?;
        if let Some((twin, version)) = twin {
            let twin = snapshot.pair_if_same_version(twin, version, gives_up);
            snapshot.twin = twin.ok().flatten().map(Box::new);
        }
        Ok(snapshot)
    }

    /// A connection for a twin, where there is a core for it; and the version of the data that it sees. Not of a file that
    /// is followed: its name may be another's between two openings.
    fn reserve_second_reader(&self) -> Option<(Snapshot<'_>, i64)> {
        if self.follow {
            return None;
        }
        let one_less = |places: usize| places.checked_sub(1);
        let placed = self.places.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less);
        let place = placed.is_ok().then_some(SecondReaderPermit(&self.places))?;
        let mut twin = self.connection().ok()?;
        twin.place = Some(place);
        let version = twin.data_version().ok()?;
        Some((twin, version))
    }

    /// A connection, on which nothing has begun.
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
        Ok(Snapshot { readers: self, database: Some(database), file, discarded, twin: None, place: None })
    }
}

/// Room for a second thread, until it is dropped.
struct SecondReaderPermit<'a>(&'a AtomicUsize);

impl Drop for SecondReaderPermit<'_> {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// Which file a path leads to, if any.
fn identity(path: &Path) -> Option<FileIdentity> {
    let file = fs::metadata(path).ok()?;
    Some((file.ino(), file.modified().ok()?))
}

/// Refuses a file that is not one of ours, or that cannot be replaced: what SQLite keeps beside a database with a
/// write-ahead log goes by its name, and would be taken for the next one's.
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

/// The data as it was at one moment, and that moment as `service_now()`. It ends when dropped, so that the
/// write-ahead log can be reset.
pub struct Snapshot<'a> {
    readers: &'a Readers,
    /// `None` only while it is being dropped.
    database: Option<Database>,
    /// Which file it is of, where that is followed.
    file: Option<FileIdentity>,
    /// How often connections had been discarded when it was lent.
    discarded: u64,
    /// Another one of the same moment.
    twin: Option<Box<Snapshot<'a>>>,
    place: Option<SecondReaderPermit<'a>>,
}

impl<'a> Snapshot<'a> {
    /// Returns whether it is of a file that newer copies replace.
    pub fn is_followed(&self) -> bool {
        self.readers.follow
    }

    /// Another snapshot of the same moment, for a second thread; there is one at most.
    pub fn take_paired_snapshot(&mut self) -> Option<Snapshot<'a>> {
        self.twin.take().map(|twin| *twin)
    }

    /// The twin, if it sees what this one does: no change was made between two looks of the one, between which the other
    /// looked.
    fn pair_if_same_version<F>(
        &self,
        twin: Snapshot<'a>,
        version: i64,
        gives_up: F,
    ) -> rusqlite::Result<Option<Snapshot<'a>>>
    where
        F: FnMut() -> bool + Send + 'static,
    {
        // what begins does not look at the data yet
        self.data_version()?;
        twin.set_now_of(self);
        twin.begin(Some(gives_up))?;
        Ok((twin.data_version()? == version).then_some(twin))
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

    /// Differs after each change that was made by others.
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
