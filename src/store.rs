//! The database file: opening it, one writer that groups commits, readers with snapshots of their own.
//!
//! Nothing here knows what is asked of the data or how it is sent; the rules of the domain stand in
//! `schema.sql`. Readers never wait for the writer (WAL), and what a change answers is answered only after
//! its group is on disk (`synchronous=FULL`).

pub mod account;
pub mod action;
pub mod anonymisation;
pub mod backup;
pub mod backups;
pub mod cancellation;
mod change_error;
pub mod check;
pub mod class;
pub mod connection;
pub mod connector_error;
pub mod copy;
pub mod credential;
pub mod derived;
pub mod failure;
pub mod header_match;
pub mod image;
pub mod integrity;
pub mod ledger_batches;
pub mod listing;
pub mod lock_wait;
pub mod mapping;
mod materialized;
pub mod migration;
pub mod operator;
pub mod overview;
pub mod person;
pub mod portfolio;
mod reader;
pub mod restore;
pub mod retention;
pub mod schema;
pub mod schema_difference;
pub mod similar_names;
mod writer;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use backups::Backups;
use connection::Database;

use crate::model::time::Clock;
use cancellation::Cancellation;
pub use change_error::{ChangeError, WriteError};
pub use reader::{Readers, Snapshot};
/// What goes wrong with the database, whatever it is.
pub use rusqlite::Error;
pub use schema::{OpenMode, in_memory, open, remove_unused};
pub use writer::{Change, Writer};

/// The page cache of the one who writes while the service runs.
const WRITER_KIB: i32 = 2048;

/// The page cache, in KiB, of each connection that reads while the service runs, where nothing else is configured.
///
/// The file is never mapped: a read that fails under a map ends the process with SIGBUS, and SQLite cannot report it.
pub const READER_KIB: u32 = 512;

/// What a running service does with its database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    Write,
    Read,
    /// It reads, and goes on with whatever newer copy is given the file's name.
    Follow,
}

/// An open database of a running service.
pub struct Store {
    /// Dropped before the writer, so that its closing is the last and leaves no `-wal` file.
    readers: Readers,
    writer: Writer,
    /// Tells other processes that the file is in use where no writer does so, also while nobody reads.
    #[expect(dead_code, reason = "it is there to be open")]
    held: Option<Mutex<Database>>,
    access: Access,
    path: PathBuf,
    /// The copies that are made of it.
    pub backups: Backups,
}

impl Store {
    /// Opens the file for service. Where it is only read every change is refused as one that cannot be written.
    /// Each connection that reads has a page cache of `cache` KiB.
    pub fn new(path: &Path, clock: &Clock, access: Access, cache: u32) -> anyhow::Result<Self> {
        let (writer, held) = match access {
            Access::Write => {
                let database = open(path, clock, OpenMode::Create)?;
                schema_difference::refuse_foreign_objects(&database, path)?;
                database.pragma_update(None, "cache_size", -WRITER_KIB)?;
                (Writer::start(database), None)
            }
            Access::Read => {
                let database = open(path, clock, OpenMode::ReadOnly)?;
                schema_difference::refuse_foreign_objects(&database, path)?;
                lock_file(&database)?;
                (Writer::refusing(), Some(Mutex::new(database)))
            }
            Access::Follow => {
                reader::acceptable(path, clock)?;
                (Writer::refusing(), None)
            }
        };
        Ok(Self {
            path: path.to_owned(),
            access,
            readers: Readers::new(path, clock, cache, access == Access::Follow),
            writer,
            held,
            backups: Backups::new(path, clock, None, &Arc::default()),
        })
    }

    /// A snapshot of the data as it is now, on a connection of its own.
    pub fn snapshot(&self) -> rusqlite::Result<Snapshot<'_>> {
        self.readers.snapshot(None::<fn() -> bool>)
    }

    /// The same for an answer: what is asked of it is interrupted when the answer is not wanted any more.
    pub fn snapshot_while(&self, wanted: &Arc<Cancellation>) -> rusqlite::Result<Snapshot<'_>> {
        let wanted = Arc::clone(wanted);
        // not SQLite's interrupt: one that comes late would meet the next who borrows the connection
        self.readers.snapshot(Some(move || wanted.reason().is_some()))
    }

    /// The same for an answer that may be long, with a twin where there may be a second thread.
    pub fn long_snapshot_while(&self, wanted: &Arc<Cancellation>) -> rusqlite::Result<Snapshot<'_>> {
        let wanted = Arc::clone(wanted);
        self.readers.paired_snapshots(move || wanted.reason().is_some())
    }

    /// Closes the connections that read, after one of them met an error.
    pub fn discard_readers(&self) {
        self.readers.discard();
    }

    /// Whether the file can be read, and whoever writes it does.
    pub fn answers(&self) -> bool {
        let read = self
            .snapshot()
            .and_then(|snapshot| snapshot.query_row("SELECT count(*) FROM account_level", [], |_| Ok(())));
        if read.is_err() {
            self.discard_readers();
        }
        read.is_ok() && self.writer.answers()
    }

    /// Whether changes are made at all.
    pub fn is_writable(&self) -> bool {
        self.access == Access::Write
    }

    /// Whether the file is a copy that newer ones replace.
    pub fn is_followed(&self) -> bool {
        self.access == Access::Follow
    }

    /// How old the copy is that is followed: since when nothing new has come.
    pub fn copy_age(&self) -> Option<Duration> {
        let changed = self.is_followed().then(|| fs::metadata(&self.path).ok()?.modified().ok());
        // by a clock that was ahead it is new
        changed.flatten().map(|at| at.elapsed().unwrap_or_default())
    }

    pub fn writer(&self) -> &Writer {
        &self.writer
    }
}

/// Makes the connection hold the file. With a write-ahead log it does so from its first look on; without one,
/// as in a backup that is served, only a transaction does.
fn lock_file(database: &Database) -> rusqlite::Result<()> {
    let mode: String = database.pragma_query_value(None, "journal_mode", |row| row.get(0))?;
    if mode != "wal" {
        database.execute_batch("BEGIN; SELECT count(*) FROM sqlite_schema")?;
    }
    Ok(())
}
