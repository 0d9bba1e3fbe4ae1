//! Output files of commands. The contract says: "What a command writes … has mode 600 (folders 700), is written
//! beside and renamed, follows no link, and is never the database, its `-wal` or `-shm`, or a file that is being read:
//! exit 1 before anything is done."

use std::fs::{self, DirBuilder, File};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use tempfile::TempPath;

use crate::model::message::{Message, MessageName};

pub const PARTIAL_SUFFIX: &str = ".partial";

/// Files that a command must never overwrite, by any name or link.
#[derive(Default)]
pub struct ProtectedFiles(Vec<ProtectedFile>);

struct ProtectedFile {
    path_without_links: PathBuf,
    /// Recognises the file by a hard link, which has another path. `None` if the file does not exist.
    identity: Option<DeviceAndInode>,
    /// The end of the error message, such as "is being read".
    reason: MessageName,
}

impl ProtectedFiles {
    /// Protects a file, which need not exist. `reason` ends the error message.
    pub fn add(&mut self, path: &Path, reason: MessageName) {
        self.0.push(ProtectedFile { path_without_links: resolve_links(path), identity: file_identity(path), reason });
    }

    pub fn merge(mut self, others: ProtectedFiles) -> Self {
        self.0.extend(others.0);
        self
    }

    /// Refuses a path that leads to a protected file, even if the path is a link or another name of the file.
    pub fn check_unprotected(&self, path: &Path) -> Result<()> {
        let (path_without_links, identity) = (resolve_links(path), file_identity(path));
        let is_same_file = |protected: &&ProtectedFile| {
            let has_same_path = protected.path_without_links == path_without_links;
            // two files that do not exist both have no identity
            let has_same_identity = identity.is_some() && protected.identity == identity;
            has_same_path || has_same_identity
        };
        match self.0.iter().find(is_same_file) {
            Some(protected) => bail!(path_message(MessageName::ProtectedFile, path).with_part(protected.reason)),
            None => Ok(()),
        }
    }
}

pub struct Destination {
    path: PathBuf,
    /// Whether the path had a file when it was checked, which may be replaced.
    replaces_existing: bool,
}

impl Destination {
    /// Checks a path that must not exist. A broken link counts as existing.
    pub fn new(path: &Path, protected: &ProtectedFiles) -> Result<Self> {
        check_path(path, protected)?;
        ensure!(!path_exists(path), path_message(MessageName::OutputExists, path));
        Ok(Self { path: path.to_owned(), replaces_existing: false })
    }

    /// Checks a path that must not exist, or must be a regular file that `check_existing` accepts.
    pub fn replacing(
        path: &Path,
        protected: &ProtectedFiles,
        check_existing: impl FnOnce() -> Result<()>,
    ) -> Result<Self> {
        check_path(path, protected)?;
        let replaces_existing = path_exists(path);
        if replaces_existing {
            ensure!(path.symlink_metadata()?.is_file(), path_message(MessageName::OutputNotRegular, path));
            // this function must not open the file: closing a database file would release SQLite's locks
            check_existing()?;
        }
        Ok(Self { path: path.to_owned(), replaces_existing })
    }

    /// Creates an empty file beside the path, such as `out.csv.Xk29aQ.partial`. Only the owner can read the file.
    pub fn create_draft(self) -> Result<(Draft, File)> {
        // in the same folder, because a rename cannot move a file to another file system
        let mut prefix = self.path.file_name().unwrap_or_default().to_owned();
        prefix.push(".");
        let file = tempfile::Builder::new()
            .prefix(&prefix)
            .suffix(PARTIAL_SUFFIX)
            .tempfile_in(parent_folder(&self.path))
            .with_context(|| path_message(MessageName::OutputNotWritten, &self.path))?;
        let (file, partial) = file.into_parts();
        Ok((Draft { partial, destination: self }, file))
    }
}

/// Checks that the path names a file in an existing folder, and is not protected.
fn check_path(path: &Path, protected: &ProtectedFiles) -> Result<()> {
    let folder = parent_folder(path);
    ensure!(path.file_name().is_some(), path_message(MessageName::OutputIsFolder, path));
    ensure!(folder.is_dir(), path_message(MessageName::OutputWithoutFolder, path).with(folder.display()));
    protected.check_unprotected(path)
}

/// A file that is being written beside its destination. Dropping the draft removes an unfinished file.
pub struct Draft {
    partial: TempPath,
    destination: Destination,
}

impl Draft {
    pub fn partial(&self) -> &Path {
        &self.partial
    }

    pub fn path(&self) -> &Path {
        &self.destination.path
    }

    /// Syncs the file and moves it to the destination. Fails if a new file has taken a free destination.
    pub fn rename_into_place(self) -> Result<()> {
        let Self { partial, destination: Destination { path, replaces_existing } } = self;
        let cannot_write = || path_message(MessageName::OutputNotWritten, &path);
        // the content must be durable before the name: a power cut must not leave an empty file
        File::open(&partial).and_then(|file| file.sync_all()).with_context(cannot_write)?;
        let renamed = if replaces_existing { partial.persist(&path) } else { partial.persist_noclobber(&path) };
        match renamed.map_err(|error| error.error) {
            // another process created the file after the path was checked
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                bail!(path_message(MessageName::OutputCreatedMeanwhile, &path))
            }
            renamed => renamed.and_then(|()| sync_parent_folder(&path)).with_context(cannot_write),
        }
    }
}

/// Creates the folder and its missing parents with mode 700. An existing folder stays unchanged. A link is refused.
pub fn create_private_folder(path: &Path) -> Result<()> {
    // a trailing slash would follow a link: `components` removes the slash
    let path: PathBuf = path.components().collect();
    ensure!(!path.is_symlink(), path_message(MessageName::FolderIsLink, &path));
    ensure!(!path.exists() || path.is_dir(), path_message(MessageName::FolderIsFile, &path));
    let created = DirBuilder::new().recursive(true).mode(0o700).create(&path);
    created.with_context(|| path_message(MessageName::OutputNotWritten, &path))
}

/// Returns a message whose first argument is a path.
pub fn path_message(name: MessageName, path: &Path) -> Message {
    Message::new(name).with(path.display())
}

/// The numbers of device and inode. They identify a file, whatever name leads to the file.
pub type DeviceAndInode = (u64, u64);

pub fn file_identity(path: &Path) -> Option<DeviceAndInode> {
    let file = fs::metadata(path).ok()?;
    Some((file.dev(), file.ino()))
}

/// Returns whether a path exists. A broken link counts as existing.
pub fn path_exists(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// Returns the folder of a path, or `.` for a name without a folder.
pub fn parent_folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Syncs the file's folder, so that the file's name survives a power cut.
pub fn sync_parent_folder(path: &Path) -> io::Result<()> {
    File::open(parent_folder(path))?.sync_all()
}

/// Resolves the links in a path. The last part of the path need not exist.
pub fn resolve_links(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| {
        // only an existing path can be resolved: resolves the folder of a missing file
        let folder = parent_folder(path);
        let resolved_folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        resolved_folder.join(path.file_name().unwrap_or_default())
    })
}
