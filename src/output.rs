//! Output files of commands: "What a command writes … has mode 600 (folders 700), is written beside and renamed,
//! follows no link, and is never the database, its `-wal` or `-shm`, or a file that is being read: exit 1 before
//! anything is done."

use std::fs::{self, DirBuilder, File};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use tempfile::TempPath;

pub const PARTIAL: &str = ".partial";

/// Files that a command uses and never overwrites, under any name.
#[derive(Default)]
pub struct ProtectedFiles(Vec<ProtectedFile>);

struct ProtectedFile {
    resolved: PathBuf,
    /// Device and inode; `None` if the file does not exist.
    file: Option<(u64, u64)>,
    reason: &'static str,
}

impl ProtectedFiles {
    /// Adds a file and why it is protected: "is being read".
    pub fn add(&mut self, path: &Path, reason: &'static str) {
        self.0.push(ProtectedFile { resolved: resolve_links(path), file: file_identity(path), reason });
    }

    /// Adds all files of another set.
    pub fn merge(mut self, others: ProtectedFiles) -> Self {
        self.0.extend(others.0);
        self
    }

    /// Refuses a path that leads to a protected file, also by a link or another name of the file.
    pub fn check_unprotected(&self, path: &Path) -> Result<()> {
        let (resolved, file) = (resolve_links(path), file_identity(path));
        let is_same = |used: &&ProtectedFile| used.resolved == resolved || file.is_some() && used.file == file;
        match self.0.iter().find(is_same) {
            Some(used) => bail!("{} {}: name another file", path.display(), used.reason),
            None => Ok(()),
        }
    }
}

/// The checked path of an output file.
pub struct Destination {
    path: PathBuf,
    replaces: bool,
}

impl Destination {
    /// Checks a path that must not exist, not even as a broken link.
    pub fn new(path: &Path, in_use: &ProtectedFiles) -> Result<Self> {
        check_path(path, in_use)?;
        if path_exists(path) {
            let shown = path.display();
            bail!("{shown} already exists and was left unchanged: name a new file, or move that one away");
        }
        Ok(Self { path: path.to_owned(), replaces: false })
    }

    /// Checks a path that must not exist, or must be a regular file that `check_existing` accepts.
    pub fn replacing(
        path: &Path,
        in_use: &ProtectedFiles,
        check_existing: impl FnOnce() -> Result<()>,
    ) -> Result<Self> {
        check_path(path, in_use)?;
        let replaces = path_exists(path);
        if replaces {
            if !path.symlink_metadata()?.is_file() {
                let shown = path.display();
                bail!("{shown} is a link or not a regular file, and was left unchanged: name another file");
            }
            // not opened here: closing a database would release the locks that SQLite holds on it
            check_existing()?;
        }
        Ok(Self { path: path.to_owned(), replaces })
    }

    /// Creates an empty file beside the path, readable by its owner alone.
    pub fn create_draft(self) -> Result<(Draft, File)> {
        let mut prefix = self.path.file_name().unwrap_or_default().to_owned();
        prefix.push(".");
        let file = tempfile::Builder::new()
            .prefix(&prefix)
            .suffix(PARTIAL)
            .tempfile_in(parent_folder(&self.path))
            .with_context(|| format!("{} cannot be written", self.path.display()))?;
        let (file, partial) = file.into_parts();
        Ok((Draft { partial, destination: self }, file))
    }
}

/// Refuses a path that is a folder, is in no folder, or is protected.
fn check_path(path: &Path, in_use: &ProtectedFiles) -> Result<()> {
    if path.file_name().is_none() {
        bail!("{} is a folder: name a file in it", path.display());
    }
    if !parent_folder(path).is_dir() {
        let (path, folder) = (path.display(), parent_folder(path).display());
        bail!("{path} cannot be written: there is no folder {folder}");
    }
    in_use.check_unprotected(path)
}

/// The file while it is written, removed on drop unless it is renamed.
pub struct Draft {
    partial: TempPath,
    destination: Destination,
}

impl Draft {
    /// Returns the path of the file while it is written.
    pub fn partial(&self) -> &Path {
        &self.partial
    }

    /// Returns the path that the file gets.
    pub fn path(&self) -> &Path {
        &self.destination.path
    }

    /// Renames the file to its final path, atomically. A file that appeared there since the check is not overwritten.
    pub fn rename_into_place(self) -> Result<()> {
        let Self { partial, destination: Destination { path, replaces } } = self;
        let shown = path.display();
        let cannot = || format!("{shown} cannot be written");
        File::open(&partial).and_then(|file| file.sync_all()).with_context(cannot)?;
        let named = if replaces { partial.persist(&path) } else { partial.persist_noclobber(&path) };
        match named.map_err(|refused| refused.error) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                bail!("{shown} was created meanwhile and was left unchanged")
            }
            named => named.and_then(|()| sync_parent_folder(&path)).with_context(cannot),
        }
    }
}

/// Creates the folder and its missing parents with mode 700. An existing folder is unchanged, a link is refused.
pub fn create_private_folder(path: &Path) -> Result<()> {
    // without a trailing slash, which would follow a link
    let path: PathBuf = path.components().collect();
    let shown = path.display();
    if path.is_symlink() {
        bail!("{shown} is a link: name the folder that it leads to");
    }
    if path.exists() && !path.is_dir() {
        bail!("{shown} is a file: name a folder");
    }
    DirBuilder::new().recursive(true).mode(0o700).create(&path).with_context(|| format!("{shown} cannot be written"))
}

/// Returns device and inode, which identify a file under any name; `None` if it does not exist.
pub fn file_identity(path: &Path) -> Option<(u64, u64)> {
    let file = fs::metadata(path).ok()?;
    Some((file.dev(), file.ino()))
}

/// Returns whether the path exists, also as a broken link.
pub fn path_exists(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// Returns the folder of a path; `.` for a bare name.
pub fn parent_folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Syncs the file's folder, so that names survive a power cut.
pub fn sync_parent_folder(path: &Path) -> io::Result<()> {
    File::open(parent_folder(path))?.sync_all()
}

/// Resolves links in the path of an existing or future file.
pub fn resolve_links(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| {
        let folder = parent_folder(path);
        folder.canonicalize().unwrap_or_else(|_| folder.to_owned()).join(path.file_name().unwrap_or_default())
    })
}
