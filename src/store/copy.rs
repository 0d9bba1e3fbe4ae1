//! Copies a database into one file: written as a draft, read back and checked. SQLite's online backup runs inside a read
//! transaction, so that writers cannot restart it. `VACUUM INTO` would be slower, while the write-ahead log grows.

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
use crate::output::{Draft, ProtectedFiles, path_exists, resolve_links};

const PAGES_PER_STEP: i32 = 1024;

/// SQLite's files of uncommitted or unapplied changes beside a database.
pub const JOURNALS: [&str; 2] = ["-wal", "-journal"];
pub const SHARED_MEMORY: &str = "-shm";

/// Returns the database at this path as a protected file.
pub fn in_use(path: &Path) -> ProtectedFiles {
    let mut in_use = ProtectedFiles::default();
    in_use.add(path, "is the database itself");
    let place = resolve_links(path);
    for part in JOURNALS.iter().chain([&SHARED_MEMORY]) {
        in_use.add(&sidecar_path(&place, part), "is a name that the database needs");
    }
    in_use
}

/// Returns names beside the database: with this suffix, then with numbers.
pub fn names(path: &Path, ending: &str) -> impl Iterator<Item = PathBuf> {
    let numbered = (2..).map(move |number| sidecar_path(path, &format!("{ending}-{number}")));
    std::iter::once(sidecar_path(path, ending)).chain(numbered)
}

/// Returns the first candidate that neither exists nor has journal files.
pub fn free_name(path: &Path, ending: &str) -> PathBuf {
    let parts = || JOURNALS.iter().chain([&SHARED_MEMORY, &""]);
    let is_free = |name: &PathBuf| !parts().any(|part| path_exists(&sidecar_path(name, part)));
    names(path, ending).find(is_free).expect("numbers do not end")
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CopyProgress {
    Copied(u64, u64),
    Checking,
}

/// Receives the progress of a copy, and can stop it.
pub struct CopyObserver<'a> {
    pub report: &'a dyn Fn(CopyProgress),
    pub stop: Arc<AtomicBool>,
}

impl CopyObserver<'_> {
    fn check_stopped(&self) -> Result<()> {
        if self.stop.load(Relaxed) { bail!("the copy was stopped") } else { Ok(()) }
    }
}

pub struct JournalMode(&'static str);

/// A rollback journal: the file is readable anywhere, without files beside it.
pub const ROLLBACK: JournalMode = JournalMode("DELETE");

/// A write-ahead log, as for a served database.
pub const WRITE_AHEAD: JournalMode = JournalMode("WAL");

pub fn copy(
    source: &Connection,
    clock: &Clock,
    draft: &Draft,
    journal: JournalMode,
    watch: &CopyObserver,
) -> Result<()> {
    let context = || format!("{} is not written", draft.path().display());
    let sidecars = SidecarFiles(draft.partial());
    copy_pages(source, draft.partial(), journal, watch).with_context(context)?;
    (watch.report)(CopyProgress::Checking);
    verify(draft.partial(), clock, watch).with_context(context)?;
    drop(sidecars);
    Ok(())
}

/// Removes SQLite's files beside a draft on drop.
struct SidecarFiles<'a>(&'a Path);

impl Drop for SidecarFiles<'_> {
    fn drop(&mut self) {
        for part in JOURNALS.iter().chain([&SHARED_MEMORY]) {
            let _ = fs::remove_file(sidecar_path(self.0, part));
        }
    }
}

fn copy_pages(source: &Connection, partial: &Path, journal: JournalMode, watch: &CopyObserver) -> Result<()> {
    // nobody reads the draft before it is renamed: no journal, and one flush at the end
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut copy = guarded(partial, flags)?;
    copy.execute_batch("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")?;
    let snapshot = source.unchecked_transaction()?;
    let page_size: u32 = snapshot.pragma_query_value(None, "page_size", |row| row.get(0))?;
    // the first read begins the transaction
    snapshot.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
    let backup = Backup::new(&snapshot, &mut copy)?;
    loop {
        let step = backup.step(PAGES_PER_STEP)?;
        let progress = backup.progress();
        let bytes = |pages: i32| u64::try_from(pages).unwrap_or_default() * u64::from(page_size);
        watch.check_stopped()?;
        (watch.report)(CopyProgress::Copied(bytes(progress.pagecount - progress.remaining), bytes(progress.pagecount)));
        match step {
            StepResult::More => {}
            StepResult::Done => break,
            _ => bail!("one of our files is locked by another process"),
        }
    }
    drop(backup);
    drop(snapshot);
    // the copy inherits the source's journal mode, which may be another
    copy.pragma_update(None, "journal_mode", journal.0)?;
    copy.close().map_err(|(_, error)| error)?;
    Ok(())
}

/// "Checked after writing".
fn verify(copy: &Path, clock: &Clock, watch: &CopyObserver) -> Result<()> {
    let database = Database::open_for_reading(copy, clock)?;
    database.stop_when(&watch.stop)?;
    let mut problems = Vec::new();
    integrity(&database, |sentence| {
        problems.push(sentence.replace('\n', " "));
        Ok(())
    })?;
    watch.check_stopped()?;
    if problems.is_empty() {
        return Ok(());
    }
    bail!("the copied data is damaged; `lms-appliance check` on the copy reports all errors: {}", summarize(problems))
}
