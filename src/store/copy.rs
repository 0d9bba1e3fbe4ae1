//! A copy of a database as one plain file: it is written as a draft, read back and checked, and whoever asked for it
//! gives it its name.
//!
//! The pages are copied as they are, by SQLite's online backup inside one read transaction. Writers go on
//! beside it and cannot send the copy back to its start, as they would between the steps of a backup
//! without a transaction; and it ends sooner than `VACUUM INTO`, which makes every row and index anew while
//! the write-ahead log that the transaction pins grows.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::{Context, Result, bail};
use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};

pub use super::connection::sidecar_path;
use super::connection::{Database, guarded};
use super::integrity::{integrity, summarize};
use crate::model::time::Clock;
use crate::output::{Draft, ProtectedFiles, is_there, resolve};

/// How many pages are copied between two looks at the progress.
const PAGES_AT_ONCE: i32 = 1024;

/// What SQLite keeps beside a database: changes that are not in it yet, or that are to be taken back; and
/// what it rebuilds from those.
pub const JOURNALS: [&str; 2] = ["-wal", "-journal"];
pub const SHARED_MEMORY: &str = "-shm";

/// The database at this path, as what a command may not write over.
pub fn in_use(path: &Path) -> ProtectedFiles {
    let mut in_use = ProtectedFiles::default();
    in_use.add(path, "is the database itself");
    let place = resolve(path);
    for part in JOURNALS.iter().chain([&SHARED_MEMORY]) {
        in_use.add(&sidecar_path(&place, part), "is a name that the database needs");
    }
    in_use
}

/// The names for a copy beside the database: with this ending, and with numbers after it.
pub fn names(path: &Path, ending: &str) -> impl Iterator<Item = PathBuf> {
    let numbered = (2..).map(move |number| sidecar_path(path, &format!("{ending}-{number}")));
    std::iter::once(sidecar_path(path, ending)).chain(numbered)
}

/// The first of them that nothing has, nor what SQLite would look for beside it.
pub fn free_name(path: &Path, ending: &str) -> PathBuf {
    let parts = || JOURNALS.iter().chain([&SHARED_MEMORY, &""]);
    let is_free = |name: &PathBuf| !parts().any(|part| is_there(&sidecar_path(name, part)));
    names(path, ending).find(is_free).expect("numbers do not end")
}

/// How far a copy is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CopyProgress {
    /// So many of so many bytes are written.
    Copied(u64, u64),
    /// All is written; the copy is being checked.
    Checking,
}

/// Who follows a copy, and may end it.
pub struct CopyObserver<'a> {
    /// Is told how far it is.
    pub told: &'a dyn Fn(CopyProgress),
    /// Once this is true the copy is given up.
    pub stop: Arc<AtomicBool>,
}

impl CopyObserver<'_> {
    fn check_stopped(&self) -> Result<()> {
        match self.stop.load(Relaxed) {
            true => bail!("the copy was stopped"),
            false => Ok(()),
        }
    }
}

/// How changes are to be made in the copy: SQLite's word for it.
pub struct JournalMode(&'static str);

/// With a rollback journal: reading needs nothing beside the file, so that it can lie anywhere.
pub const ROLLBACK: JournalMode = JournalMode("DELETE");

/// With a write-ahead log, as a database that is served.
pub const WRITE_AHEAD: JournalMode = JournalMode("WAL");

/// Copies what `source` holds at this moment to the file that is being written.
pub fn copy(
    source: &Connection,
    clock: &Clock,
    draft: &Draft,
    journal: JournalMode,
    watch: &CopyObserver,
) -> Result<()> {
    let not = || format!("{} is not written", draft.path().display());
    let rest = SidecarFiles(draft.partial());
    copy_pages(source, draft.partial(), journal, watch).with_context(not)?;
    (watch.told)(CopyProgress::Checking);
    verify(draft.partial(), clock, watch).with_context(not)?;
    drop(rest);
    Ok(())
}

/// What SQLite keeps beside a file that is being written: gone when dropped, however the writing ended.
struct SidecarFiles<'a>(&'a Path);

impl Drop for SidecarFiles<'_> {
    fn drop(&mut self) {
        for part in JOURNALS.iter().chain([&SHARED_MEMORY]) {
            let _ = fs::remove_file(sidecar_path(self.0, part));
        }
    }
}

fn copy_pages(source: &Connection, partial: &Path, journal: JournalMode, watch: &CopyObserver) -> Result<()> {
    // until it has its name nobody needs it: no journal is written, and it is flushed once, at the end
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut copy = guarded(partial, flags)?;
    copy.execute_batch("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")?;
    let snapshot = source.unchecked_transaction()?;
    let page_size: u32 = snapshot.pragma_query_value(None, "page_size", |row| row.get(0))?;
    // the transaction begins with the first look
    snapshot.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
    let backup = Backup::new(&snapshot, &mut copy)?;
    loop {
        let step = backup.step(PAGES_AT_ONCE)?;
        let progress = backup.progress();
        let bytes = |pages: i32| u64::try_from(pages).unwrap_or_default() * u64::from(page_size);
        watch.check_stopped()?;
        (watch.told)(CopyProgress::Copied(bytes(progress.pagecount - progress.remaining), bytes(progress.pagecount)));
        match step {
            StepResult::More => {}
            StepResult::Done => break,
            _ => bail!("a file of ours is locked by another process"),
        }
    }
    drop(backup);
    drop(snapshot);
    // the copy says of itself what its source does, which may be the other
    copy.pragma_update(None, "journal_mode", journal.0)?;
    copy.close().map_err(|(_, error)| error)?;
    Ok(())
}

/// "Checked after writing".
fn verify(copy: &Path, clock: &Clock, watch: &CopyObserver) -> Result<()> {
    let database = Database::looking(copy, clock)?;
    database.stop_when(&watch.stop)?;
    let mut wrong = Vec::new();
    integrity(&database, |sentence| {
        wrong.push(sentence.replace('\n', " "));
        Ok(())
    })?;
    watch.check_stopped()?;
    if wrong.is_empty() {
        return Ok(());
    }
    bail!("what was copied is damaged, and `lms-appliance check` on it tells all: {}", summarize(wrong))
}
