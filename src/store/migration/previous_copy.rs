//! The copy made before a migration, `F.v<N>.bak`.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Result;

use crate::output::{Destination, file_identity};
use crate::store::connection::Database;
use crate::store::copy::{CopyObserver, ROLLBACK, copy, free_name, in_use, names};

/// Copies the database beside itself under a free name. An identical copy from an aborted migration is reused.
pub fn copy_before_migration(
    database: &Database,
    path: &Path,
    version: i32,
    stop: &Arc<AtomicBool>,
) -> Result<PathBuf> {
    let ending = format!(".v{version}.bak");
    let target = free_name(path, &ending);
    let (draft, _) = Destination::new(&target, &in_use(path))?.create_draft()?;
    let watch = CopyObserver { report: &|_| (), stop: Arc::clone(stop) };
    copy(database, database.clock(), &draft, ROLLBACK, &watch)?;
    let mut earlier = names(path, &ending).take_while(|name| *name != target);
    // closing a second handle of the database would release its locks
    let is_database = |name: &PathBuf| file_identity(name) == file_identity(path);
    match earlier.find(|name| !is_database(name) && is_same(name, draft.partial()).unwrap_or(false)) {
        Some(earlier) => Ok(earlier),
        None => draft.rename_into_place().map(|()| target),
    }
}

fn is_same(one: &Path, other: &Path) -> io::Result<bool> {
    let (about, length) = (one.symlink_metadata()?, other.metadata()?.len());
    if !about.is_file() || about.len() != length {
        return Ok(false);
    }
    let mut one = BufReader::new(File::open(one)?);
    let mut other = BufReader::new(File::open(other)?);
    let mut are_same = header(&mut one)? == header(&mut other)?;
    while are_same {
        let (left, right) = (one.fill_buf()?, other.fill_buf()?);
        let length = left.len().min(right.len());
        if length == 0 {
            break;
        }
        are_same = left[..length] == right[..length];
        one.consume(length);
        other.consume(length);
    }
    Ok(are_same)
}

/// Returns a file's header without change counters, version and journal mode.
fn header(file: &mut impl Read) -> io::Result<[u8; 100]> {
    let mut header = [0; 100];
    file.read_exact(&mut header)?;
    for about in [18..20, 24..28, 40..44, 92..100] {
        header[about].fill(0);
    }
    Ok(header)
}
