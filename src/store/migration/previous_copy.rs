//! The copy made before a migration, `F.v<N>.bak`.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Result;

use crate::output::{Destination, file_identity};
use crate::store::connection::Database;
use crate::store::copy::{CopyObserver, ROLLBACK, copy, free_name, numbered_names, protected_files};

/// Copies the database to a free name beside it. Returns the path of the copy, or of an identical copy that an aborted
/// migration left.
pub fn copy_before_migration(
    database: &Database,
    path: &Path,
    version: i32,
    stop: &Arc<AtomicBool>,
) -> Result<PathBuf> {
    let ending = format!(".v{version}.bak");
    let target = free_name(path, &ending);
    let (draft, _) = Destination::new(&target, &protected_files(path))?.create_draft()?;
    let observer = CopyObserver { report: &|_| (), stop: Arc::clone(stop) };
    copy(database, database.clock(), &draft, ROLLBACK, &observer)?;
    let mut earlier = numbered_names(path, &ending).take_while(|name| *name != target);
    // the database must not be opened again: closing any handle of it would release its locks
    let is_database = |name: &PathBuf| file_identity(name) == file_identity(path);
    match earlier.find(|name| !is_database(name) && is_same(name, draft.partial()).unwrap_or(false)) {
        Some(earlier) => Ok(earlier),
        None => draft.rename_into_place().map(|()| target),
    }
}

fn is_same(one: &Path, other: &Path) -> io::Result<bool> {
    let (metadata, length) = (one.symlink_metadata()?, other.metadata()?.len());
    if !metadata.is_file() || metadata.len() != length {
        return Ok(false);
    }
    let mut one = BufReader::new(File::open(one)?);
    let mut other = BufReader::new(File::open(other)?);
    let mut is_same = header(&mut one)? == header(&mut other)?;
    while is_same {
        let (left, right) = (one.fill_buf()?, other.fill_buf()?);
        let length = left.len().min(right.len());
        if length == 0 {
            break;
        }
        is_same = left[..length] == right[..length];
        one.consume(length);
        other.consume(length);
    }
    Ok(is_same)
}

/// Returns a file's header with zeros for the parts in which copies differ: journal mode, change counters and SQLite's
/// version.
fn header(file: &mut impl Read) -> io::Result<[u8; 100]> {
    let mut header = [0; 100];
    file.read_exact(&mut header)?;
    for part in [18..20, 24..28, 40..44, 92..100] {
        header[part].fill(0);
    }
    Ok(header)
}
