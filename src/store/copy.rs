//! A copy of a database as one plain file that is never there by half: it is written beside its name, read
//! back, checked, and only then given the name.
//!
//! The pages are copied as they are, by SQLite's online backup inside one read transaction. Writers go on
//! beside it and cannot send the copy back to its start, as they would between the steps of a backup
//! without a transaction; and it ends sooner than `VACUUM INTO`, which makes every row and index anew while
//! the write-ahead log that the transaction pins grows.

use std::fs::{self, File, Metadata, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::{Context, Result, bail};
use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};
use tempfile::TempPath;

use super::check;
use super::connection::Database;
pub use super::connection::beside;
use crate::model::time::Clock;

/// How many pages are copied between two looks at the progress.
const PAGES_AT_ONCE: i32 = 1024;

/// How many steps of SQLite's machine pass between two looks at whether to stop.
const STEPS_AT_ONCE: i32 = 10_000;

/// How many sentences tell what is wrong with a copy.
const TOLD: usize = 5;

/// What SQLite keeps beside a database: changes that are not in it yet, or that are to be taken back; and
/// what it rebuilds from those.
pub const JOURNALS: [&str; 2] = ["-wal", "-journal"];
pub const SHARED_MEMORY: &str = "-shm";

/// How far a copy is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// So many of so many bytes are written.
    Copied(u64, u64),
    /// All is written; the copy is being checked.
    Checking,
}

/// Who follows a copy, and may end it.
pub struct Watch<'a> {
    /// Is told how far it is.
    pub told: &'a dyn Fn(Progress),
    /// Once this is true the copy is given up.
    pub stop: Arc<AtomicBool>,
}

impl Default for Watch<'_> {
    /// Nobody.
    fn default() -> Self {
        Self {
            told: &|_| (),
            stop: Arc::default(),
        }
    }
}

impl Watch<'_> {
    fn go_on(&self) -> Result<()> {
        match self.stop.load(Relaxed) {
            true => bail!("the copy was stopped"),
            false => Ok(()),
        }
    }
}

/// How changes are to be made in the copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Journal {
    /// With a rollback journal: reading needs nothing beside the file, so that it can lie anywhere.
    Rollback,
    /// With a write-ahead log, as a database that is served.
    WriteAhead,
}

impl Journal {
    fn mode(self) -> &'static str {
        match self {
            Journal::Rollback => "DELETE",
            Journal::WriteAhead => "WAL",
        }
    }
}

/// A copy that is whole and checked, and has no name yet. It is gone when dropped.
pub struct Draft {
    partial: TempPath,
    path: PathBuf,
}

impl Draft {
    /// Copies what `source` holds at this moment to a file beside `path` that only its owner may read.
    pub fn write(
        source: &Connection,
        clock: &Clock,
        path: &Path,
        journal: Journal,
        watch: &Watch,
    ) -> Result<Self> {
        let cannot = || format!("{} cannot be written", path.display());
        let not = || format!("{} is not written", path.display());
        let partial = partial(path).with_context(cannot)?;
        let rest = Rest(&partial);
        copy_pages(source, &partial, journal, watch).with_context(not)?;
        File::open(&partial)
            .and_then(|file| file.sync_all())
            .with_context(cannot)?;
        (watch.told)(Progress::Checking);
        verify(&partial, clock, watch).with_context(not)?;
        drop(rest);
        Ok(Self {
            partial,
            path: path.to_owned(),
        })
    }

    /// Gives the copy the owner and the permissions of this file.
    pub fn belong_as(&self, file: &Metadata) -> io::Result<()> {
        let own = self.partial.metadata()?;
        let (user, group) = (file.uid(), file.gid());
        if (own.uid(), own.gid()) != (user, group) {
            chown(&self.partial, Some(user), Some(group))?;
        }
        fs::set_permissions(&self.partial, Permissions::from_mode(file.mode() & 0o777))
    }

    /// Gives the copy its name, which no file has.
    pub fn name_new(self) -> Result<()> {
        self.name(|partial, path| partial.persist_noclobber(path))
    }

    /// Gives the copy its name, in place of the file that has it: whoever opens that name finds the one or
    /// the other, never none and never half.
    pub fn name_instead(self) -> Result<()> {
        self.name(|partial, path| partial.persist(path))
    }

    fn name(
        self,
        persist: impl FnOnce(TempPath, &Path) -> Result<(), tempfile::PathPersistError>,
    ) -> Result<()> {
        let Self { partial, path } = self;
        match persist(partial, &path).map_err(|refused| refused.error) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => bail!(
                "{} is there since a moment ago and is left as it is",
                path.display()
            ),
            named => named
                .and_then(|()| sync_folder(&path))
                .with_context(|| format!("{} cannot be written", path.display())),
        }
    }
}

/// An empty file beside the path, that only its owner may read.
fn partial(path: &Path) -> io::Result<TempPath> {
    let mut prefix = path.file_name().unwrap_or_default().to_owned();
    prefix.push(".");
    let file = tempfile::Builder::new()
        .prefix(&prefix)
        .suffix(".partial")
        .tempfile_in(folder(path))?;
    Ok(file.into_temp_path())
}

/// What SQLite keeps beside a file that is being written: gone when dropped, however the writing ended.
struct Rest<'a>(&'a Path);

impl Drop for Rest<'_> {
    fn drop(&mut self) {
        for part in JOURNALS.iter().chain([&SHARED_MEMORY]) {
            let _ = fs::remove_file(beside(self.0, part));
        }
    }
}

fn copy_pages(source: &Connection, partial: &Path, journal: Journal, watch: &Watch) -> Result<()> {
    // until it has its name nobody needs it: nothing is journalled, and it is flushed once, at the end
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut copy = Connection::open_with_flags(partial, flags)?;
    copy.execute_batch(
        "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF",
    )?;
    let snapshot = source.unchecked_transaction()?;
    let page_size: u32 = snapshot.pragma_query_value(None, "page_size", |row| row.get(0))?;
    // the transaction begins with the first look
    snapshot.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
    let backup = Backup::new(&snapshot, &mut copy)?;
    loop {
        let step = backup.step(PAGES_AT_ONCE)?;
        let progress = backup.progress();
        let bytes = |pages: i32| u64::try_from(pages).unwrap_or_default() * u64::from(page_size);
        watch.go_on()?;
        (watch.told)(Progress::Copied(
            bytes(progress.pagecount - progress.remaining),
            bytes(progress.pagecount),
        ));
        match step {
            StepResult::More => {}
            StepResult::Done => break,
            _ => bail!("a file of ours is locked by another process"),
        }
    }
    drop(backup);
    drop(snapshot);
    // the copy says of itself what its source does, which may be the other
    copy.pragma_update(None, "journal_mode", journal.mode())?;
    copy.close().map_err(|(_, error)| error)?;
    Ok(())
}

/// "Checked after writing".
fn verify(copy: &Path, clock: &Clock, watch: &Watch) -> Result<()> {
    let database = Database::looking(copy, clock)?;
    let stop = Arc::clone(&watch.stop);
    database.progress_handler(STEPS_AT_ONCE, Some(move || stop.load(Relaxed)))?;
    let mut wrong = Vec::new();
    check::integrity(&database, |sentence| {
        wrong.push(sentence.replace('\n', " "));
        Ok(())
    })?;
    watch.go_on()?;
    if wrong.is_empty() {
        return Ok(());
    }
    let more = wrong.len().saturating_sub(TOLD);
    wrong.truncate(TOLD);
    if more > 0 {
        wrong.push(format!("and {more} more"));
    }
    bail!(
        "what was copied is damaged, and `lms-appliance check` on it tells all: {}",
        wrong.join("; ")
    )
}

/// Whether anything has this name, be it a link that leads nowhere.
pub fn is_there(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// The folder that the file is in.
pub fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Makes sure that the names in the file's folder outlast a power cut.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    File::open(folder(path))?.sync_all()
}
