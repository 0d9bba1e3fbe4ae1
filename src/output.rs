//! A file that a command writes: "What a command writes … has mode 600 (folders 700), is written beside and renamed,
//! follows no link, and is never the database, its `-wal` or `-shm`, or a file that is being read: exit 1 before
//! anything is done."
//!
//! A [`Destination`] is where it may go, once everything that speaks against that has been looked at; a [`Draft`] is it while
//! it is written, and gone when dropped. What is in a file is left to those who write it.

use std::fs::{self, DirBuilder, File};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use tempfile::TempPath;

/// What the name of a file ends in while it is written.
pub const PARTIAL: &str = ".partial";

/// Files that a command works on or reads, and never writes over, whatever they are called.
#[derive(Default)]
pub struct ProtectedFiles(Vec<ProtectedFile>);

struct ProtectedFile {
    place: PathBuf,
    file: Option<(u64, u64)>,
    why: &'static str,
}

impl ProtectedFiles {
    /// One more, and why nothing is written there: "is being read".
    pub fn add(&mut self, path: &Path, why: &'static str) {
        self.0.push(ProtectedFile { place: resolve(path), file: identity(path), why });
    }

    pub fn and(mut self, others: ProtectedFiles) -> Self {
        self.0.extend(others.0);
        self
    }

    /// Refuses a path that leads to one of them: by a link, by another name of the same file, or by the name that it
    /// will have once it is there.
    pub fn refuse(&self, path: &Path) -> Result<()> {
        let (place, file) = (resolve(path), identity(path));
        let same = |used: &&ProtectedFile| used.place == place || file.is_some() && used.file == file;
        match self.0.iter().find(same) {
            Some(used) => bail!("{} {}: name another file", path.display(), used.why),
            None => Ok(()),
        }
    }
}

/// Where a file may be written.
pub struct Destination {
    path: PathBuf,
    replaces: bool,
}

impl Destination {
    /// A name that nothing has, be it a link that leads nowhere.
    pub fn new(path: &Path, in_use: &ProtectedFiles) -> Result<Self> {
        look(path, in_use)?;
        if is_there(path) {
            let shown = path.display();
            bail!("{shown} is there already and is left as it is: name a new file, or move that one away");
        }
        Ok(Self { path: path.to_owned(), replaces: false })
    }

    /// A name that nothing has, or a plain file that may be replaced, as `of_its_kind` finds or refuses.
    pub fn instead(path: &Path, in_use: &ProtectedFiles, of_its_kind: impl FnOnce() -> Result<()>) -> Result<Self> {
        look(path, in_use)?;
        let replaces = is_there(path);
        if replaces {
            if !path.symlink_metadata()?.is_file() {
                let shown = path.display();
                bail!("{shown} is a link or no plain file, and is left as it is: name another file");
            }
            // it is not opened here: to close a database would give up the locks that SQLite holds on it
            of_its_kind()?;
        }
        Ok(Self { path: path.to_owned(), replaces })
    }

    /// An empty file beside the place, that only its owner may read.
    pub fn draft(self) -> Result<(Draft, File)> {
        let mut prefix = self.path.file_name().unwrap_or_default().to_owned();
        prefix.push(".");
        let file = tempfile::Builder::new()
            .prefix(&prefix)
            .suffix(PARTIAL)
            .tempfile_in(folder(&self.path))
            .with_context(|| format!("{} cannot be written", self.path.display()))?;
        let (file, partial) = file.into_parts();
        let destination = self;
        Ok((Draft { partial, destination }, file))
    }
}

/// What speaks against a path whatever is there.
fn look(path: &Path, in_use: &ProtectedFiles) -> Result<()> {
    if path.file_name().is_none() {
        bail!("{} is a folder: name a file in it", path.display());
    }
    if !folder(path).is_dir() {
        let (path, folder) = (path.display(), folder(path).display());
        bail!("{path} cannot be written: there is no folder {folder}");
    }
    in_use.refuse(path)
}

/// A file that is being written under a name of its own.
pub struct Draft {
    partial: TempPath,
    destination: Destination,
}

impl Draft {
    /// The name that it has while it is written.
    pub fn partial(&self) -> &Path {
        &self.partial
    }

    /// The name that it is to have.
    pub fn path(&self) -> &Path {
        &self.destination.path
    }

    /// Gives it its name. Whoever opens that name finds what was there or all of this, never none and never half; what
    /// came there since the place was looked at stays.
    pub fn name(self) -> Result<()> {
        let Self { partial, destination } = self;
        let Destination { path, replaces } = destination;
        let shown = path.display();
        let cannot = || format!("{shown} cannot be written");
        File::open(&partial).and_then(|file| file.sync_all()).with_context(cannot)?;
        let named = match replaces {
            true => partial.persist(&path),
            false => partial.persist_noclobber(&path),
        };
        match named.map_err(|refused| refused.error) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                bail!("{shown} is there since a moment ago and is left as it is")
            }
            named => named.and_then(|()| sync_folder(&path)).with_context(cannot),
        }
    }
}

/// Makes the folder, and those above it that are missing, for its maker alone. One that is there stays as it is; a
/// link to one is refused.
pub fn make_folder(path: &Path) -> Result<()> {
    // without the slash at its end, by which a link would be followed
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

/// Which file a path leads to, if any.
pub fn identity(path: &Path) -> Option<(u64, u64)> {
    let file = fs::metadata(path).ok()?;
    Some((file.dev(), file.ino()))
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

/// Where the file is, or will be, without links.
pub fn resolve(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| {
        let folder = folder(path);
        folder.canonicalize().unwrap_or_else(|_| folder.to_owned()).join(path.file_name().unwrap_or_default())
    })
}
