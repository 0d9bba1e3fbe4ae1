//! Makes the copy `F.v<N>.bak` before a migration.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Result;

use crate::output::{Destination, file_identity};
use crate::store::connection::Database;
use crate::store::copy::{CopyObserver, JournalMode, copy_and_check, free_name, numbered_names, protected_files};

/// Makes a copy beside the database, unless an aborted migration left an equal copy. Returns the path of the copy.
pub fn copy_before_migration(
    database: &Database,
    path: &Path,
    version: i32,
    stop: &Arc<AtomicBool>,
) -> Result<PathBuf> {
    // the first name at which nothing exists; copies of aborted migrations may have the names before it
    let ending = format!(".v{version}.bak");
    let target = free_name(path, &ending);
    let (draft, _) = Destination::new(&target, &protected_files(path))?.create_draft()?;
    let observer = CopyObserver { report: &|_| (), stop: Arc::clone(stop) };
    copy_and_check(database, database.clock(), &draft, JournalMode::ROLLBACK, &observer)?;
    let mut earlier_copies = numbered_names(path, &ending).take_while(|name| *name != target);
    // a name may be a link to the database: opening and closing the database again would release its locks
    let is_database = |name: &PathBuf| file_identity(name) == file_identity(path);
    let is_equal = |name: &PathBuf| !is_database(name) && is_same_copy(name, draft.partial()).unwrap_or(false);
    match earlier_copies.find(is_equal) {
        // the draft is removed
        Some(earlier_copy) => Ok(earlier_copy),
        None => draft.rename_into_place().map(|()| target),
    }
}

/// Returns whether the earlier file is a regular file and equals the new copy, except some fields of the header.
fn is_same_copy(earlier: &Path, new: &Path) -> io::Result<bool> {
    let metadata = earlier.symlink_metadata()?;
    if !metadata.is_file() || metadata.len() != new.metadata()?.len() {
        return Ok(false);
    }
    let mut earlier = BufReader::new(File::open(earlier)?);
    let mut new = BufReader::new(File::open(new)?);
    let mut is_same = comparable_header(&mut earlier)? == comparable_header(&mut new)?;
    while is_same {
        let (earlier_bytes, new_bytes) = (earlier.fill_buf()?, new.fill_buf()?);
        let length = earlier_bytes.len().min(new_bytes.len());
        // the files have equal lengths, so both end here
        if length == 0 {
            break;
        }
        is_same = earlier_bytes[..length] == new_bytes[..length];
        earlier.consume(length);
        new.consume(length);
    }
    Ok(is_same)
}

/// Returns a file's header, without the fields in which copies differ: journal mode, counters and SQLite's version.
fn comparable_header(file: &mut impl Read) -> io::Result<[u8; 100]> {
    let mut header = [0; 100];
    file.read_exact(&mut header)?;
    // by SQLite's format: write and read version (the journal mode), change counter, schema cookie, SQLite's version
    for field in [18..20, 24..28, 40..44, 92..100] {
        header[field].fill(0);
    }
    Ok(header)
}
