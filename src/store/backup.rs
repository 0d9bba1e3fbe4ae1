//! `backup`: a copy of the database as it is at one moment, also while it is served and written to.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use super::copy::{Draft, JOURNALS, Journal, SHARED_MEMORY, Watch, beside, folder, is_there};
use super::{Open, open};
use crate::model::time::Clock;

/// Copies the database at `path` to a new file `to`: "a consistent copy of a live database, checked after
/// writing, … never over an existing file".
pub fn backup(path: &Path, clock: &Clock, to: &Path, watch: &Watch) -> Result<()> {
    let database = open(path, clock, Open::Backup)?;
    refuse_what_is_there(path, to)?;
    Draft::write(&database, clock, to, Journal::Rollback, watch)?.name_new()
}

fn refuse_what_is_there(path: &Path, to: &Path) -> Result<()> {
    if to.file_name().is_none() {
        bail!("{} is a folder: name a file in it", to.display());
    }
    if !folder(to).is_dir() {
        bail!(
            "{} cannot be written: there is no folder {}",
            to.display(),
            folder(to).display()
        );
    }
    let path = path.canonicalize()?;
    if to.canonicalize().is_ok_and(|to| to == path) {
        bail!("{} is the database itself: name a new file", to.display());
    }
    // looked at before what is there: these are there for as long as the database is open
    let to_be = place(to);
    for part in JOURNALS.iter().chain([&SHARED_MEMORY]) {
        if to_be == beside(&path, part) {
            bail!(
                "{} is a name that the database needs: name another file",
                to.display()
            );
        }
    }
    if is_there(to) {
        bail!(
            "{} is there already and is left as it is: name a new file, or move that one away",
            to.display()
        );
    }
    // SQLite would take what lies there for the copy's own changes
    for part in JOURNALS {
        let journal = beside(to, part);
        if is_there(&journal) {
            bail!(
                "{} is there, left by another database, and would spoil the copy: move it away",
                journal.display()
            );
        }
    }
    Ok(())
}

/// Where the file will be.
fn place(path: &Path) -> PathBuf {
    let folder = folder(path);
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    folder.join(path.file_name().unwrap_or_default())
}
