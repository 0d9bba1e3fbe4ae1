//! A pool of reading connections, each with its own snapshot. A followed file is replaced by newer ones of its name, which
//! later readers get.

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
use crate::model::lock::lock;
use crate::model::time::Clock;

/// The most idle connections.
const MAX_IDLE: usize = 32;

/// SQLite VM steps between checks for cancellation, about 0.1 ms.
const STEPS_PER_CHECK: c_int = 10_000;

pub struct Readers {
    path: PathBuf,
    clock: Clock,
    cache: u32,
    follow: bool,
    idle: Mutex<IdleConnections>,
    /// The second reading threads still available.
    second_readers: AtomicUsize,
}

#[derive(Default)]
struct IdleConnections {
    /// The file that they have open, if followed.
    file: Option<FileIdentity>,
    /// The last file that was unusable or missing.
    refused: Option<Option<FileIdentity>>,
    databases: Vec<Database>,
    /// The number of discards: connections taken before the latest one are closed on return.
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

    /// Closes all connections, take_idle ones on return: SQLite may have cached pages of a truncated file as empty.
    pub(super) fn discard(&self) {
        let mut idle = lock(&self.idle);
        idle.discarded += 1;
        idle.databases.clear();
    }

    /// Returns an idle connection, its file if followed, and the number of discards.
    fn take_idle(&self) -> rusqlite::Result<(Option<Database>, Option<FileIdentity>, u64)> {
        let mut idle = lock(&self.idle);
        if self.follow {
            let file = identity(&self.path);
            if file.is_none() || idle.file != file {
                self.reopen(&mut idle, file)?;
            }
        }
        Ok((idle.databases.pop(), idle.file, idle.discarded))
    }

    /// Switches to a new file. An unusable one is logged once.
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

    /// Returns a snapshot whose queries stop once `is_cancelled` returns true.
    pub(super) fn snapshot(
        &self,
        is_cancelled: Option<impl FnMut() -> bool + Send + 'static>,
    ) -> rusqlite::Result<Snapshot<'_>> {
        let snapshot = self.connection()?;
        snapshot.set_now();
        snapshot.begin(is_cancelled)?;
        Ok(snapshot)
    }

    /// Returns a paired snapshot, if a second thread is available and nobody writes at this moment.
    pub(super) fn paired_snapshots(
        &self,
        is_cancelled: impl FnMut() -> bool + Clone + Send + 'static,
    ) -> rusqlite::Result<Snapshot<'_>> {
        let mut snapshot = self.connection()?;
        // a read makes the first snapshot see everything before the second one opens
        snapshot.data_version()?;
        let paired = self.reserve_second_reader();
        snapshot.set_now();
        snapshot.begin(Some(is_cancelled.clone()))?;
        if let Some((paired, version)) = paired {
            let paired = snapshot.pair_if_same_version(paired, version, is_cancelled);
            snapshot.paired = paired.ok().flatten().map(Box::new);
        }
        Ok(snapshot)
    }

    /// Returns a second connection if a core is free, and the data version that it sees. A followed file may be replaced
    /// between two opens.
    fn reserve_second_reader(&self) -> Option<(Snapshot<'_>, i64)> {
        if self.follow {
            return None;
        }
        let one_less = |second_readers: usize| second_readers.checked_sub(1);
        let reserved = self.second_readers.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less);
        let permit = reserved.is_ok().then_some(SecondReaderPermit(&self.second_readers))?;
        let mut paired = self.connection().ok()?;
        paired.permit = Some(permit);
        let version = paired.data_version().ok()?;
        Some((paired, version))
    }

    fn connection(&self) -> rusqlite::Result<Snapshot<'_>> {
        let (idle, file, discarded) = self.take_idle()?;
        let database = match idle {
            Some(database) => database,
            None => {
                let database = Database::reading(&self.path, &self.clock)?;
                database.pragma_update(None, "cache_size", -i64::from(self.cache))?;
                database
            }
        };
        Ok(Snapshot { readers: self, database: Some(database), file, discarded, paired: None, permit: None })
    }
}

/// A permit for a second reading thread; dropping it returns the permit.
struct SecondReaderPermit<'a>(&'a AtomicUsize);

impl Drop for SecondReaderPermit<'_> {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

fn identity(path: &Path) -> Option<FileIdentity> {
    let file = fs::metadata(path).ok()?;
    Some((file.ino(), file.modified().ok()?))
}

/// Refuses a file that is not ours, or that cannot be replaced: SQLite would apply a write-ahead log to the next file.
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

/// The data at one moment, and that moment as `service_now()`.
pub struct Snapshot<'a> {
    readers: &'a Readers,
    /// `None` only during drop.
    database: Option<Database>,
    file: Option<FileIdentity>,
    discarded: u64,
    paired: Option<Box<Snapshot<'a>>>,
    permit: Option<SecondReaderPermit<'a>>,
}

impl<'a> Snapshot<'a> {
    pub fn is_followed(&self) -> bool {
        self.readers.follow
    }

    /// Takes the paired snapshot for a second thread; there is at most one.
    pub fn take_paired_snapshot(&mut self) -> Option<Snapshot<'a>> {
        self.paired.take().map(|paired| *paired)
    }

    /// Returns the second snapshot if both see the same data: none changed around the reads of the other.
    fn pair_if_same_version(
        &self,
        paired: Snapshot<'a>,
        version: i64,
        is_cancelled: impl FnMut() -> bool + Send + 'static,
    ) -> rusqlite::Result<Option<Snapshot<'a>>> {
        // BEGIN alone does not read
        self.data_version()?;
        paired.set_now_of(self);
        paired.begin(Some(is_cancelled))?;
        Ok((paired.data_version()? == version).then_some(paired))
    }

    fn begin(&self, is_cancelled: Option<impl FnMut() -> bool + Send + 'static>) -> rusqlite::Result<()> {
        self.prepare_cached("BEGIN")?.execute([])?;
        match is_cancelled {
            Some(_) => self.progress_handler(STEPS_PER_CHECK, is_cancelled),
            None => Ok(()),
        }
    }

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
        let rolled_back = database
            .progress_handler(0, None::<fn() -> bool>)
            .and_then(|()| database.prepare_cached("ROLLBACK"))
            .and_then(|mut rollback| rollback.execute([]));
        if rolled_back.is_err() {
            return; // closing the connection ends its snapshot too
        }
        let mut idle = lock(&self.readers.idle);
        if idle.databases.len() < MAX_IDLE && idle.file == self.file && idle.discarded == self.discarded {
            idle.databases.push(database);
        }
    }
}
