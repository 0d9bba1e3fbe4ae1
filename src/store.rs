//! Opens the database file. One writer commits changes in groups. Readers take snapshots and never wait for the writer.
//! The writer returns from a change once its group is on disk (`synchronous=FULL`).

pub mod account;
pub mod anonymisation;
pub mod automatic_backups;
pub mod backup;
pub mod calendar_feed;
pub mod cancellation;
mod change_error;
pub mod check;
pub mod class;
pub mod connection;
pub mod connector_error;
pub mod copy;
pub mod credential;
pub mod derived;
pub mod import_job;
pub mod integrity;
pub mod last_import;
pub mod ledger_action;
pub mod ledger_pruning;
pub mod ledger_reader;
pub mod lock_wait;
pub mod mapping;
mod materialized_tables;
pub mod migration;
pub mod operator;
pub mod overview;
pub mod person;
pub mod portfolio;
mod reader;
pub mod restore;
pub mod retention;
pub mod row_listing;
pub mod schema;
pub mod schema_difference;
pub mod second_factor;
pub mod similar_names;
pub mod sqlite_message;
pub mod training_image;
mod writer;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use automatic_backups::Backups;
use connection::Database;

use crate::model::time::Clock;
pub use change_error::{ChangeError, WriteError, is_disk_full, is_locked, is_unavailable};
use reader::Readers;
pub use reader::Snapshot;
pub use rusqlite::Error;
pub use schema::{OpenMode, in_memory, open, remove_unused};
pub use writer::{Change, Writer};

const WRITER_CACHE_KIB: i32 = 2048;

/// The default page cache of a reader, in KiB. The file is never memory-mapped: a failing read would raise SIGBUS.
pub const READER_CACHE_KIB: u32 = 512;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    Write,
    /// Only reads the database (`--read-only`). Other processes cannot replace or migrate the file meanwhile.
    Read,
    /// Reads a replica (`--follow`): a copy of another machine's database, which newer copies replace. Later snapshots
    /// read the newer copy.
    Replica,
}

pub struct Store {
    /// Dropped before the writer, so that the writer's connection closes last and removes the `-wal` file.
    readers: Readers,
    writer: Writer,
    /// `Some` with [`Access::Read`].
    #[expect(dead_code, reason = "the lock is only held")]
    file_lock: Option<FileLock>,
    access: Access,
    path: PathBuf,
    clock: Clock,
    pub backups: Backups,
}

impl Store {
    /// Opens the database. Fails if it has a changed, unknown or missing trigger or view. Creates a missing file with
    /// [`Access::Write`]. `reader_cache_kib` is the page cache of each reader.
    pub fn new(path: &Path, clock: &Clock, access: Access, reader_cache_kib: u32) -> anyhow::Result<Self> {
        let (writer, file_lock) = match access {
            Access::Write => {
                let database = open(path, clock, OpenMode::Create)?;
                schema_difference::refuse_foreign_objects(&database, path)?;
                database.pragma_update(None, "cache_size", -WRITER_CACHE_KIB)?;
                (Writer::start(database), None)
            }
            Access::Read => {
                let database = open(path, clock, OpenMode::ReadOnly)?;
                schema_difference::refuse_foreign_objects(&database, path)?;
                (Writer::read_only(), Some(FileLock::acquire(database)?))
            }
            // not locked: newer copies replace the file
            Access::Replica => {
                reader::check_replica_file(path, clock)?;
                (Writer::read_only(), None)
            }
        };
        Ok(Self {
            path: path.to_owned(),
            access,
            clock: clock.clone(),
            readers: Readers::new(reader_cache_kib),
            writer,
            file_lock,
            backups: Backups::without_plan(path, clock),
        })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Opens another connection, for a change that does not go through the writer.
    pub fn open_connection(&self) -> anyhow::Result<Database> {
        open(&self.path, self.clock(), OpenMode::Existing)
    }

    /// Returns whether the file can be read and the writer works, for health checks. If reading fails, later snapshots
    /// reopen the file.
    pub fn is_responsive(&self) -> bool {
        let select = "SELECT count(*) FROM account_level";
        let read = self.snapshot().and_then(|snapshot| snapshot.query_row(select, [], |_| Ok(())));
        if read.is_err() {
            self.discard_readers();
        }
        read.is_ok() && self.writer.is_responsive()
    }

    pub fn is_writable(&self) -> bool {
        self.access == Access::Write
    }

    pub fn is_replica(&self) -> bool {
        self.access == Access::Replica
    }

    /// Returns the time since a newer copy replaced the replica's file; `None` without a replica or without the file.
    pub fn replica_age(&self) -> Option<Duration> {
        let replaced_at = self.is_replica().then(|| fs::metadata(&self.path).ok()?.modified().ok())?;
        // zero if the clock was ahead when the file was replaced
        replaced_at.map(|time| time.elapsed().unwrap_or_default())
    }

    pub fn writer(&self) -> &Writer {
        &self.writer
    }
}

/// A connection by which other processes see the file as in use, until it is dropped.
struct FileLock(#[expect(dead_code, reason = "the connection is only kept open")] Mutex<Database>);

impl FileLock {
    /// Locks the file: in WAL mode by any read, else by an open read transaction.
    fn acquire(database: Database) -> rusqlite::Result<Self> {
        let mode: String = database.pragma_query_value(None, "journal_mode", |row| row.get(0))?;
        if mode != "wal" {
            database.execute_batch("BEGIN; SELECT count(*) FROM sqlite_schema")?;
        }
        Ok(Self(Mutex::new(database)))
    }
}
