//! A pool of reading connections. A snapshot takes a connection, begins a transaction on it, and returns it when
//! dropped. When a newer copy replaces the file of a replica, later snapshots read the newer copy.

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
use crate::model::message::MessageName;
use crate::model::time::Clock;
use crate::output::path_message;

/// The most idle connections. Further connections are closed when they are returned.
const MAX_IDLE: usize = 32;

pub(super) struct Readers {
    cache_kib: u32,
    idle: Mutex<IdleConnections>,
    /// A permit for each paired snapshot. Half of the cores read ahead with paired snapshots.
    paired_permits: Semaphore,
}

#[derive(Default)]
struct IdleConnections {
    /// The file of a replica to which the connections belong; `None` before the first check, and if it is missing.
    file: Option<FileIdentity>,
    /// Whether the last check found the replica's file missing or unusable.
    is_refused: bool,
    databases: Vec<Database>,
    /// The number of discards so far. A connection of an earlier generation is closed when it is returned.
    generation: u64,
}

impl IdleConnections {
    /// Closes the idle connections, and makes returned connections be closed.
    fn discard(&mut self) {
        self.databases.clear();
        self.generation += 1;
    }
}

/// The inode and the modification time. A later file may have the same inode.
type FileIdentity = (u64, SystemTime);

impl Readers {
    pub(super) fn new(cache_kib: u32) -> Self {
        let paired_permits = Semaphore::new(available_parallelism().map_or(0, |cores| cores.get() / 2));
        Self { cache_kib, idle: Mutex::default(), paired_permits }
    }
}

impl Store {
    /// Closes idle connections now, and connections in use when they are returned. Later snapshots open the file again,
    /// because SQLite may have cached pages of a truncated file.
    pub fn discard_readers(&self) {
        lock(&self.readers.idle).discard();
    }

    /// Checks the replica's file, and discards the idle connections if a newer copy has replaced it. Fails if the file is
    /// missing or unusable, and logs this once.
    fn ensure_usable_replica(&self, idle: &mut IdleConnections) -> rusqlite::Result<()> {
        let file = file_identity(&self.path);
        let is_other_file = idle.file != file;
        // an earlier request has refused this file, and logged the error
        if !is_other_file && idle.is_refused {
            return Err(sqlite_error(SQLITE_CANTOPEN));
        }
        // `idle.file` is `None` before the first request: then a missing file is no other file, but must fail the check
        if is_other_file || file.is_none() {
            idle.discard();
            // refused until the check below succeeds
            (idle.file, idle.is_refused) = (file, true);
            check_replica_file(&self.path, &self.clock).map_err(|error| {
                tracing::error!("ALL REQUESTS ARE REFUSED until there is a usable copy: {error:#}");
                sqlite_error(SQLITE_CANTOPEN)
            })?;
            idle.is_refused = false;
        }
        Ok(())
    }

    /// Begins a snapshot of the present data.
    pub fn snapshot(&self) -> rusqlite::Result<Snapshot<'_>> {
        self.begin_snapshot(None)
    }

    /// Begins a snapshot whose queries fail with `SQLITE_INTERRUPT` once `cancellation` has a reason.
    pub fn cancellable_snapshot(&self, cancellation: &Arc<Cancellation>) -> rusqlite::Result<Snapshot<'_>> {
        self.begin_snapshot(Some(cancellation))
    }

    fn begin_snapshot(&self, cancellation: Option<&Arc<Cancellation>>) -> rusqlite::Result<Snapshot<'_>> {
        let connection = self.take_connection()?;
        connection.set_service_now();
        connection.begin(cancellation)
    }

    /// Returns a cancellable snapshot. It has a paired snapshot with the same data, unless no permit is free or a commit
    /// intervenes:
    /// 1. The second connection reads its data version, then this snapshot begins.
    /// 2. The first read of each snapshot determines the data that it sees.
    /// 3. If the data version of the second snapshot is still the same, no commit intervened between the first reads.
    pub fn snapshot_for_prefetching(&self, cancellation: &Arc<Cancellation>) -> rusqlite::Result<Snapshot<'_>> {
        let connection = self.take_connection()?;
        // after this read, the connection sees all earlier commits
        data_version(&connection)?;
        let reserved = self.reserve_paired_connection();
        connection.set_service_now();
        let mut snapshot = connection.begin(Some(cancellation))?;
        if let Some(reserved) = reserved {
            let paired = snapshot.pair_if_same_version(reserved, cancellation);
            // without a paired snapshot, or after an error in it, the response is only slower
            snapshot.paired = paired.ok().flatten().map(Box::new);
        }
        Ok(snapshot)
    }

    /// Returns a connection for a paired snapshot; `None` if no permit is free. Also returns `None` for a replica, because
    /// its file may be replaced meanwhile, and after an error.
    fn reserve_paired_connection(&self) -> Option<ReservedConnection<'_>> {
        if self.is_replica() {
            return None;
        }
        let permit = self.readers.paired_permits.try_acquire().ok()?;
        let connection = self.take_connection().ok()?;
        let data_version = data_version(&connection).ok()?;
        Some(ReservedConnection { connection, permit, data_version })
    }

    /// Takes an idle connection, or opens a connection.
    fn take_connection(&self) -> rusqlite::Result<PooledConnection<'_>> {
        let mut idle = lock(&self.readers.idle);
        if self.is_replica() {
            self.ensure_usable_replica(&mut idle)?;
        }
        let (database, generation) = (idle.databases.pop(), idle.generation);
        // other requests need not wait while a connection is opened
        drop(idle);
        let database = match database {
            Some(database) => database,
            None => {
                let database = Database::open_read_only(&self.path, &self.clock)?;
                database.pragma_update(None, "cache_size", -i64::from(self.readers.cache_kib))?;
                database
            }
        };
        Ok(PooledConnection { store: self, database: Some(database), generation })
    }
}

fn file_identity(path: &Path) -> Option<FileIdentity> {
    let file = fs::metadata(path).ok()?;
    Some((file.ino(), file.modified().ok()?))
}

/// Fails if the file is not ours, or is in WAL mode: SQLite would apply the log to the next copy that replaces the file.
pub(super) fn check_replica_file(path: &Path, clock: &Clock) -> Result<()> {
    refuse_special_file(path)?;
    if has_wal_mode(path).unwrap_or(false) {
        bail!(path_message(MessageName::ReplicaWithLog, path));
    }
    refuse_foreign_objects(&open(path, clock, OpenMode::ReadOnly)?, path)
}

/// A connection of the pool. Each of its queries sees the data of its own moment, until [`Self::begin`].
struct PooledConnection<'a> {
    store: &'a Store,
    /// `None` only during drop.
    database: Option<Database>,
    /// The value of [`IdleConnections::generation`] when the connection was taken.
    generation: u64,
}

/// A connection for a paired snapshot, with the data version that it sees.
struct ReservedConnection<'a> {
    connection: PooledConnection<'a>,
    permit: SemaphorePermit<'a>,
    data_version: i64,
}

impl<'a> PooledConnection<'a> {
    /// Begins a read transaction. Its queries fail with `SQLITE_INTERRUPT` once `cancellation` has a reason.
    fn begin(self, cancellation: Option<&Arc<Cancellation>>) -> rusqlite::Result<Snapshot<'a>> {
        self.prepare_cached("BEGIN")?.execute([])?;
        if let Some(cancellation) = cancellation.cloned() {
            // not `sqlite3_interrupt`, which could stop a later query of the connection
            self.progress_handler(STEPS_PER_CHECK, Some(move || cancellation.reason().is_some()))?;
        }
        Ok(Snapshot { connection: self, paired: None, _permit: None })
    }
}

/// A connection in a read transaction, which sees the data of one moment. `service_now()` returns this moment.
pub struct Snapshot<'a> {
    connection: PooledConnection<'a>,
    /// A second snapshot with the same data, until it is taken.
    paired: Option<Box<Snapshot<'a>>>,
    /// `Some` in a paired snapshot.
    _permit: Option<SemaphorePermit<'a>>,
}

impl<'a> Snapshot<'a> {
    pub fn is_replica(&self) -> bool {
        self.connection.store.is_replica()
    }

    /// Takes the snapshot with the same data, for a second thread; `None` if there is none, or if it was taken before.
    pub fn take_paired_snapshot(&mut self) -> Option<Snapshot<'a>> {
        self.paired.take().map(|paired| *paired)
    }

    /// Begins the paired snapshot. Returns it if its data version is still the same as before this snapshot began.
    fn pair_if_same_version(
        &self,
        reserved: ReservedConnection<'a>,
        cancellation: &Arc<Cancellation>,
    ) -> rusqlite::Result<Option<Snapshot<'a>>> {
        // the first read determines the data that a snapshot sees, not BEGIN
        data_version(self)?;
        reserved.connection.copy_service_now_from(self);
        let paired = Snapshot { _permit: Some(reserved.permit), ..reserved.connection.begin(Some(cancellation))? };
        let has_same_data = data_version(&paired)? == reserved.data_version;
        Ok(has_same_data.then_some(paired))
    }
}

/// Returns a number that changes when another connection commits. It is only comparable within one connection.
fn data_version(database: &Database) -> rusqlite::Result<i64> {
    database.prepare_cached("PRAGMA data_version")?.query_row([], |row| row.get(0))
}

impl std::ops::Deref for Snapshot<'_> {
    type Target = Database;

    fn deref(&self) -> &Database {
        &self.connection
    }
}

impl std::ops::Deref for PooledConnection<'_> {
    type Target = Database;

    fn deref(&self) -> &Database {
        self.database.as_ref().expect("present until dropped")
    }
}

impl Drop for PooledConnection<'_> {
    /// Ends the snapshot, and returns the connection to the pool.
    fn drop(&mut self) {
        let database = self.database.take().expect("dropped once");
        // the handler is removed, because it would cancel later snapshots on the connection
        let rolled_back = database
            .progress_handler(0, None::<fn() -> bool>)
            .and_then(|()| database.prepare_cached("ROLLBACK"))
            .and_then(|mut rollback| rollback.execute([]));
        if rolled_back.is_err() {
            return; // closing the connection ends its snapshot too
        }
        let mut idle = lock(&self.store.readers.idle);
        // otherwise, the connection is closed here
        if idle.databases.len() < MAX_IDLE && idle.generation == self.generation {
            idle.databases.push(database);
        }
    }
}
