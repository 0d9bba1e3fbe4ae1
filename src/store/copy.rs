//! Copies a database into a draft file, and checks the copy. SQLite's online backup runs inside a read transaction, so
//! that writers cannot restart it. `VACUUM INTO` would be slower, so the write-ahead log would grow more.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::{Context, Result, bail};
use rusqlite::Connection;
use rusqlite::backup::{Backup, Progress, StepResult};

pub use super::connection::sidecar_path;
use super::connection::{Database, READ_WRITE, open_guarded};
use super::integrity::{check_integrity, collect_problems, summarize};
use crate::model::message::{Message, MessageName};
use crate::model::time::Clock;
use crate::output::{Draft, ProtectedFiles, path_exists, path_message, resolve_links};

const PAGES_PER_STEP: i32 = 1024;

/// The suffixes of SQLite's files that have uncommitted or unapplied changes. They are [`SIDECAR_SUFFIXES`], too.
pub const JOURNAL_SUFFIXES: [&str; 2] = ["-wal", "-journal"];

/// The suffixes of all files that SQLite creates beside a database: the journals, and the memory that processes share.
pub const SIDECAR_SUFFIXES: [&str; 3] = ["-wal", "-journal", "-shm"];

/// Returns the paths that no output may overwrite: the database, and SQLite's files beside the database.
pub fn protected_files(path: &Path) -> ProtectedFiles {
    let mut protected_files = ProtectedFiles::default();
    protected_files.add(path, MessageName::DatabaseItself);
    let resolved = resolve_links(path);
    for suffix in SIDECAR_SUFFIXES {
        protected_files.add(&sidecar_path(&resolved, suffix), MessageName::NameOfDatabase);
    }
    protected_files
}

/// Returns the names `F<ending>`, `F<ending>-2`, `F<ending>-3` and so on, for a database `F`.
pub fn numbered_names(path: &Path, ending: &str) -> impl Iterator<Item = PathBuf> {
    let numbered = (2..).map(move |number| sidecar_path(path, &format!("{ending}-{number}")));
    std::iter::once(sidecar_path(path, ending)).chain(numbered)
}

/// Returns the first of [`numbered_names`] for which neither a file nor one of the [`SIDECAR_SUFFIXES`] exists.
pub fn free_name(path: &Path, ending: &str) -> PathBuf {
    let is_used = |name: &Path| {
        path_exists(name) || SIDECAR_SUFFIXES.iter().any(|suffix| path_exists(&sidecar_path(name, suffix)))
    };
    numbered_names(path, ending).find(|name| !is_used(name)).expect("numbers do not end")
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CopyProgress {
    /// The number of bytes copied so far, and the total number of bytes.
    Copied(u64, u64),
    Checking,
}

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

impl JournalMode {
    /// The mode without a write-ahead log. SQLite can read a file in this mode where it cannot create files beside it.
    pub const ROLLBACK: Self = Self("DELETE");

    pub const WRITE_AHEAD: Self = Self("WAL");
}

/// Copies a database into a draft, and checks the copy. If copying fails or is stopped, no file remains.
pub fn copy_and_check(
    source: &Connection,
    clock: &Clock,
    draft: &Draft,
    journal: JournalMode,
    observer: &CopyObserver,
) -> Result<()> {
    let failure = || path_message(MessageName::CopyNotWritten, draft.path());
    // checking a copy in WAL mode creates files beside it: they are removed on return
    let _sidecars = SidecarFiles(draft.partial());
    copy_pages(source, draft.partial(), journal, observer).with_context(failure)?;
    (observer.report)(CopyProgress::Checking);
    verify(draft.partial(), clock, observer).with_context(failure)
}

/// SQLite's files beside the draft at this path. Dropping this value removes the files.
struct SidecarFiles<'a>(&'a Path);

impl Drop for SidecarFiles<'_> {
    fn drop(&mut self) {
        for suffix in SIDECAR_SUFFIXES {
            let _ = fs::remove_file(sidecar_path(self.0, suffix));
        }
    }
}

/// Copies all pages of one snapshot of the source to the empty file `partial`, and sets the copy's journal mode.
fn copy_pages(source: &Connection, partial: &Path, journal: JournalMode, observer: &CopyObserver) -> Result<()> {
    // no process reads the draft before it is renamed, so it needs no journal, and is flushed once at the end
    let mut copy = open_guarded(partial, READ_WRITE)?;
    copy.execute_batch("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")?;
    let snapshot = source.unchecked_transaction()?;
    let page_size: u32 = snapshot.pragma_query_value(None, "page_size", |row| row.get(0))?;
    // the first read begins the transaction
    snapshot.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
    run_backup(&Backup::new(&snapshot, &mut copy)?, page_size, observer)?;
    drop(snapshot);
    // the copied header contains the source's journal mode
    copy.pragma_update(None, "journal_mode", journal.0)?;
    Ok(copy.close().map_err(|(_, error)| error)?)
}

/// Copies the pages step by step. Fails if `observer` stops the copy, or if a file is locked.
fn run_backup(backup: &Backup, page_size: u32, observer: &CopyObserver) -> Result<()> {
    let bytes = |pages: i32| u64::try_from(pages).unwrap_or_default() * u64::from(page_size);
    loop {
        let step = backup.step(PAGES_PER_STEP)?;
        // the numbers of pages after this step
        let Progress { remaining, pagecount } = backup.progress();
        observer.check_stopped()?;
        (observer.report)(CopyProgress::Copied(bytes(pagecount - remaining), bytes(pagecount)));
        match step {
            StepResult::More => {}
            StepResult::Done => return Ok(()),
            _ => bail!(Message::new(MessageName::CopyLocked)),
        }
    }
}

fn verify(copy: &Path, clock: &Clock, observer: &CopyObserver) -> Result<()> {
    let database = Database::open_query_only(copy, clock)?;
    database.stop_when(&observer.stop)?;
    let problems: Vec<_> = collect_problems(|report| check_integrity(&database, report))?;
    // a stopped check reports that it could not run, which does not mean damage
    observer.check_stopped()?;
    if problems.is_empty() {
        return Ok(());
    }
    let summary = summarize(problems).replace('\n', " ");
    bail!(Message::new(MessageName::CopyDamaged).with(summary))
}
