//! A pool of reading connections, each with its own snapshot. When a newer copy replaces a followed file, later
//! snapshots read the newer copy.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread::available_parallelism;
use std::time::SystemTime;

use anyhow::{Result, bail};
use rusqlite::ffi::SQLITE_CANTOPEN;
use tokio::sync::{Semaphore, SemaphorePermit};

use super::cancellation::Cancellation;
use super::connection::{Database, STEPS_PER_CHECK, has_wal_mode, sqlite_error};
use super::schema::refuse_special_file;
use super::schema_difference::refuse_foreign_objects;
use super::{OpenMode, Store, open};
use crate::model::lock::lock;
use crate::model::time::Clock;

const MAX_IDLE: usize = 32;

pub(super) struct Readers {
    cache_kib: u32,
    idle: Mutex<IdleConnections>,
    second_readers: Semaphore,
}

#[derive(Default)]
struct IdleConnections {
    file: Option<FileIdentity>,
    /// Whether the last check found the followed file missing or unusable.
    is_refused: bool,
    databases: Vec<Database>,
    /// The number of discards. A connection that was taken before the latest discard is closed on return.
    discards: u64,
}

impl IdleConnections {
    fn discard(&mut self) {
        self.databases.clear();
        self.discards += 1;
    }
}

/// The inode and the modification time. A later file may have the same inode.
type FileIdentity = (u64, SystemTime);

impl Readers {
    pub(super) fn new(cache_kib: u32) -> Self {
        let second_readers = Semaphore::new(available_parallelism().map_or(0, |cores| cores.get() / 2));
        Self { cache_kib, idle: Mutex::default(), second_readers }
    }
}

impl Store {
    /// Closes idle connections now, and used connections when they are returned. Later snapshots open the file again,
    /// because SQLite may have cached pages of a truncated file.
    pub fn discard_readers(&self) {
        lock(&self.readers.idle).discard();
    }

    /// Switches to the file that has the followed path now. A missing or unusable file is logged once.
    fn follow(&self, idle: &mut IdleConnections) -> rusqlite::Result<()> {
        let file = file_identity(&self.path);
        if idle.file == file && idle.is_refused {
            return Err(sqlite_error(SQLITE_CANTOPEN));
        }
        if idle.file != file || file.is_none() {
            idle.discard();
            (idle.file, idle.is_refused) = (file, true);
            check_followable(&self.path, &self.clock).map_err(|error| {
                tracing::error!("ALL REQUESTS ARE REFUSED until there is a usable copy: {error:#}");
                sqlite_error(SQLITE_CANTOPEN)
            })?;
            idle.is_refused = false;
        }
        Ok(())
    }

    pub fn snapshot(&self) -> rusqlite::Result<Snapshot<'_>> {
        self.begin_snapshot(None)
    }

    pub fn cancellable_snapshot(&self, cancellation: &Arc<Cancellation>) -> rusqlite::Result<Snapshot<'_>> {
        self.begin_snapshot(Some(cancellation))
    }

    fn begin_snapshot(&self, cancellation: Option<&Arc<Cancellation>>) -> rusqlite::Result<Snapshot<'_>> {
        let snapshot = self.take_connection()?;
        snapshot.set_service_now();
        snapshot.begin(cancellation)?;
        Ok(snapshot)
    }

    /// Returns a cancellable snapshot, with a paired snapshot if a second thread is available and no commit intervenes.
    pub fn snapshot_for_streaming(&self, cancellation: &Arc<Cancellation>) -> rusqlite::Result<Snapshot<'_>> {
        let mut snapshot = self.take_connection()?;
        // after this read, the connection sees all earlier commits
        snapshot.data_version()?;
        let second_reader = self.reserve_second_reader();
        snapshot.set_service_now();
        snapshot.begin(Some(cancellation))?;
        if let Some((second_snapshot, version)) = second_reader {
            let paired = snapshot.pair_if_same_version(second_snapshot, version, cancellation);
            snapshot.paired = paired.ok().flatten().map(Box::new);
        }
        Ok(snapshot)
    }

    /// Returns a second connection and the data version that it sees; `None` if no second thread is available. Also
    /// returns `None` if a copy is followed, because the copy may be replaced meanwhile.
    fn reserve_second_reader(&self) -> Option<(Snapshot<'_>, i64)> {
        if self.is_following_copy() {
            return None;
        }
        let permit = self.readers.second_readers.try_acquire().ok()?;
        let mut paired = self.take_connection().ok()?;
        paired.permit = Some(permit);
        let version = paired.data_version().ok()?;
        Some((paired, version))
    }

    /// Takes an idle connection, or opens a connection. No transaction has begun on it.
    fn take_connection(&self) -> rusqlite::Result<Snapshot<'_>> {
        let mut idle = lock(&self.readers.idle);
        if self.is_following_copy() {
            self.follow(&mut idle)?;
        }
        let (database, discards) = (idle.databases.pop(), idle.discards);
        drop(idle);
        let database = match database {
            Some(database) => database,
            None => {
                let database = Database::open_read_only(&self.path, &self.clock)?;
                database.pragma_update(None, "cache_size", -i64::from(self.readers.cache_kib))?;
                database
            }
        };
        Ok(Snapshot { store: self, database: Some(database), discards, paired: None, permit: None })
    }
}

fn file_identity(path: &Path) -> Option<FileIdentity> {
    let file = fs::metadata(path).ok()?;
    Some((file.ino(), file.modified().ok()?))
}

/// Fails if the file is not ours, or is in WAL mode: SQLite would apply the log to a copy that replaces the file.
pub(super) fn check_followable(path: &Path, clock: &Clock) -> Result<()> {
    refuse_special_file(path)?;
    if has_wal_mode(path).unwrap_or(false) {
        bail!(
            "{} has a write-ahead log, and cannot be followed: `lms-appliance backup` and scripts/publish-copy \
             make copies without one",
            path.display()
        );
    }
    refuse_foreign_objects(&open(path, clock, OpenMode::ReadOnly)?, path)
}

/// A connection that sees the data of one moment. `service_now()` returns this moment.
pub struct Snapshot<'a> {
    store: &'a Store,
    /// `None` only during drop.
    database: Option<Database>,
    discards: u64,
    paired: Option<Box<Snapshot<'a>>>,
    permit: Option<SemaphorePermit<'a>>,
}

impl<'a> Snapshot<'a> {
    pub fn is_following_copy(&self) -> bool {
        self.store.is_following_copy()
    }

    /// Takes the paired snapshot, for a second thread; `None` if there is none, or if it was taken before.
    pub fn take_paired_snapshot(&mut self) -> Option<Snapshot<'a>> {
        self.paired.take().map(|paired| *paired)
    }

    /// Returns the second snapshot if its data version is still `version`: then both see the same data.
    fn pair_if_same_version(
        &self,
        paired: Snapshot<'a>,
        version: i64,
        cancellation: &Arc<Cancellation>,
    ) -> rusqlite::Result<Option<Snapshot<'a>>> {
        // BEGIN reads nothing: the snapshot begins with this read
        self.data_version()?;
        paired.copy_service_now_from(self);
        paired.begin(Some(cancellation))?;
        Ok((paired.data_version()? == version).then_some(paired))
    }

    fn begin(&self, cancellation: Option<&Arc<Cancellation>>) -> rusqlite::Result<()> {
        self.prepare_cached("BEGIN")?.execute([])?;
        let Some(cancellation) = cancellation.cloned() else { return Ok(()) };
        // not `sqlite3_interrupt`, which could stop a later query of the connection
        self.progress_handler(STEPS_PER_CHECK, Some(move || cancellation.reason().is_some()))
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
        let mut idle = lock(&self.store.readers.idle);
        if idle.databases.len() < MAX_IDLE && idle.discards == self.discards {
            idle.databases.push(database);
        }
    }
}
