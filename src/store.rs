//! The database file: opening it, one writer that groups commits, readers with snapshots of their own.
//!
//! Nothing here knows what is asked of the data or how it is sent; the rules of the domain stand in
//! `schema.sql`. Readers never wait for the writer (WAL), and what a change answers is answered only after
//! its group is on disk (`synchronous=FULL`).

pub mod anonymise;
pub mod check;
pub mod connection;
pub mod connector_error;
pub mod credential;
pub mod history;
pub mod image;
pub mod imports;
pub mod ledger;
pub mod portfolio;
mod reader;
pub mod schema;
mod writer;

use std::path::Path;

use crate::model::time::Clock;
pub use reader::{Readers, Snapshot};
pub use schema::{Open, open};
pub use writer::{Change, WriteError, Writer};

/// An open database of a running service.
pub struct Store {
    /// Dropped before the writer, so that its closing is the last and leaves no `-wal` file.
    readers: Readers,
    writer: Writer,
}

impl Store {
    /// Opens the file for service. `writable` is false with `--read-only`: every change is then refused as
    /// one that cannot be written.
    pub fn new(path: &Path, clock: &Clock, writable: bool) -> anyhow::Result<Self> {
        let writer = if writable {
            Writer::start(open(path, clock, Open::Serve)?)
        } else {
            open(path, clock, Open::ReadOnly)?;
            Writer::refusing()
        };
        Ok(Self {
            readers: Readers::new(path, clock),
            writer,
        })
    }

    /// A snapshot of the data as it is now, on a connection of its own.
    pub fn snapshot(&self) -> rusqlite::Result<Snapshot<'_>> {
        self.readers.snapshot()
    }

    /// The one who writes.
    pub fn writer(&self) -> &Writer {
        &self.writer
    }
}
