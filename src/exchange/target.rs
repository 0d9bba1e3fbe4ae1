//! The target of an export: a new or empty folder, or a new .zip. Files are written as drafts, and renamed when all
//! files are complete, so that an aborted export never looks complete.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use crate::datafile::FILES;
use crate::datafile::images::PICTURE_PREFIX;
use crate::model::message::MessageName;
use crate::output::{
    Destination, Draft, PARTIAL_SUFFIX, ProtectedFiles, create_private_folder, path_exists, path_message,
};

/// The place to which an export writes files. [`Self::finish`] makes them visible.
pub enum ExportTarget<'a> {
    /// A folder, and the drafts that are written so far.
    Folder(ExportFolder<'a>, Vec<Draft>),
    /// An archive, and its draft.
    Zip(Box<ZipWriter<BufWriter<File>>>, Draft),
}

/// A folder that exists, and whose files may be replaced with `overwrite`.
pub struct ExportFolder<'a> {
    path: &'a Path,
    overwrite: bool,
    /// The files that are never replaced, such as the database.
    protected: &'a ProtectedFiles,
}

impl<'a> ExportTarget<'a> {
    /// Prepares a .zip if the path ends in `.zip`, else a folder. With `overwrite`, replaces files of the same names,
    /// except `protected` files. Without it, refuses an existing .zip, and a folder that has files.
    pub fn create(path: &'a Path, overwrite: bool, protected: &'a ProtectedFiles) -> Result<Self> {
        match path.extension() {
            Some(extension) if extension.eq_ignore_ascii_case("zip") => Self::create_zip(path, overwrite, protected),
            _ => Ok(ExportTarget::Folder(ExportFolder::prepare(path, overwrite, protected)?, Vec::new())),
        }
    }

    /// Prepares a .zip. Even with `overwrite`, replaces only an existing .zip that has data files.
    fn create_zip(path: &Path, overwrite: bool, protected: &ProtectedFiles) -> Result<Self> {
        let exists = path_exists(path);
        let destination = Destination::replacing(path, protected, || match is_export(path)? {
            true => Ok(()),
            false => bail!(path_message(MessageName::ZipWithoutDataFiles, path)),
        })?;
        if exists && !overwrite {
            bail!(path_message(MessageName::ZipExists, path));
        }
        let (draft, file) = destination.create_draft()?;
        let writer = ZipWriter::new(BufWriter::new(file));
        Ok(ExportTarget::Zip(Box::new(writer), draft))
    }

    /// Writes a file or a picture with this name. `write` writes the content. The file gets its name in
    /// [`Self::finish`].
    pub fn write_file(&mut self, name: &str, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
        match self {
            ExportTarget::Folder(folder, written) => {
                let (draft, file) = folder.destination(name)?.create_draft()?;
                let mut file = BufWriter::new(file);
                write(&mut file)?;
                file.flush()?;
                written.push(draft);
            }
            ExportTarget::Zip(archive, _) => {
                // all entries have the same fixed date, so that equal data give equal bytes
                archive.start_file(name, SimpleFileOptions::default().large_file(true))?;
                write(archive)?;
            }
        }
        Ok(())
    }

    /// Completes the export: gives all files their names. Without this call, only drafts remain.
    pub fn finish(self) -> Result<()> {
        match self {
            ExportTarget::Folder(_, written) => written.into_iter().try_for_each(Draft::rename_into_place),
            ExportTarget::Zip(archive, draft) => {
                archive.finish()?.flush()?;
                draft.rename_into_place()
            }
        }
    }
}

impl<'a> ExportFolder<'a> {
    /// Creates the folder, and checks that each data file can be written.
    fn prepare(path: &'a Path, overwrite: bool, protected: &'a ProtectedFiles) -> Result<Self> {
        create_private_folder(path)?;
        if !overwrite && !has_only_drafts(path)? {
            bail!(path_message(MessageName::FolderNotEmpty, path));
        }
        let folder = Self { path, overwrite, protected };
        // fails before anything is written
        for file in FILES {
            folder.destination(file.name)?;
        }
        Ok(folder)
    }

    /// Returns the destination of a file, which may exist only with `overwrite`. Creates the folder for a picture.
    fn destination(&self, name: &str) -> Result<Destination> {
        let path = self.path.join(name);
        if name.starts_with(PICTURE_PREFIX) {
            create_private_folder(&self.path.join(PICTURE_PREFIX))?;
        }
        let accept_any_file = || Ok(());
        match self.overwrite {
            true => Destination::replacing(&path, self.protected, accept_any_file),
            false => Destination::new(&path, self.protected),
        }
    }
}

/// Returns whether a file is a .zip with a data file, at the top or in any folder.
fn is_export(path: &Path) -> Result<bool> {
    let file = File::open(path).with_context(|| path_message(MessageName::Unreadable, path))?;
    let Ok(archive) = ZipArchive::new(file) else { return Ok(false) };
    Ok(archive.file_names().flatten().any(|path| {
        let name = path.rsplit('/').next().unwrap_or_default();
        FILES.iter().any(|file| file.name == name)
    }))
}

/// Returns whether a folder has no files except drafts of an aborted export.
fn has_only_drafts(folder: &Path) -> std::io::Result<bool> {
    for entry in folder.read_dir()? {
        if !entry?.file_name().to_string_lossy().ends_with(PARTIAL_SUFFIX) {
            return Ok(false);
        }
    }
    Ok(true)
}
