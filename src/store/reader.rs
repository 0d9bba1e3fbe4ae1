//! Readers: connections for reading that are kept and lent out, each with a snapshot of its own.

use std::os::raw::c_int;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use super::connection::{Database, Pages};
use super::wanted::Wanted;
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
    pages: Pages,
    idle: Mutex<Vec<Database>>,
}

impl Readers {
    pub(super) fn new(path: &Path, clock: &Clock, pages: Pages) -> Self {
        Self {
            path: path.to_owned(),
            clock: clock.clone(),
            pages,
            idle: Mutex::new(Vec::new()),
        }
    }

    pub(super) fn snapshot(&self, wanted: Option<Arc<Wanted>>) -> rusqlite::Result<Snapshot<'_>> {
        let idle = self.idle.lock().expect("no panic while held").pop();
        let database = match idle {
            Some(database) => database,
            None => Database::reading(&self.path, &self.clock, self.pages)?,
        };
        database.set_now();
        database.prepare_cached("BEGIN")?.execute([])?;
        // not SQLite's interrupt: one that comes late would meet the next who borrows the connection
        let gives_up = wanted.map(|wanted| move || wanted.unwanted().is_some());
        if gives_up.is_some() {
            database.progress_handler(ASKED_EVERY, gives_up)?;
        }
        Ok(Snapshot {
            readers: self,
            database: Some(database),
        })
    }
}

/// The data as it was at one moment, and that moment as `service_now()`. It ends when dropped, so that the
/// write-ahead log can be reset.
pub struct Snapshot<'a> {
    readers: &'a Readers,
    /// `None` only while it is being dropped.
    database: Option<Database>,
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
        if idle.len() < KEPT {
            idle.push(database);
        }
    }
}
