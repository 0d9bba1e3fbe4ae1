//! Where data files go: a new or empty folder, or a new .zip.
//!
//! What is written stands under a name that ends in `.partial` until all of it is there, so that an export
//! that is cut off is never taken for a whole one.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const PARTIAL: &str = ".partial";

/// A folder or a .zip that is being written.
pub enum Target {
    /// The folder and the files written.
    Folder(PathBuf, Vec<String>),
    /// The archive and where it goes.
    Zip(Box<ZipWriter<BufWriter<File>>>, PathBuf),
}

impl Target {
    /// Prepares the folder, or the .zip if the path ends so. What is there already is refused, or replaced
    /// when `overwrite`: in a folder only the files of the same names.
    pub fn create(path: &Path, overwrite: bool) -> Result<Self> {
        let cannot = || format!("{} cannot be written", path.display());
        if path
            .extension()
            .is_some_and(|ending| ending.eq_ignore_ascii_case("zip"))
        {
            if path.exists() && !overwrite {
                bail!(
                    "{} is there already; --overwrite replaces it",
                    path.display()
                );
            }
            let file = File::create(partial(path)).with_context(cannot)?;
            let writer = ZipWriter::new(BufWriter::new(file));
            return Ok(Target::Zip(Box::new(writer), path.to_owned()));
        }
        fs::create_dir_all(path).with_context(cannot)?;
        if !is_empty(path).with_context(cannot)? && !overwrite {
            bail!(
                "{} is not empty; --overwrite replaces the data files in it",
                path.display()
            );
        }
        Ok(Target::Folder(path.to_owned(), Vec::new()))
    }

    /// Writes one file.
    pub fn file(
        &mut self,
        name: &str,
        write: impl FnOnce(&mut dyn Write) -> Result<()>,
    ) -> Result<()> {
        match self {
            Target::Folder(path, written) => {
                if let Some((folder, _)) = name.split_once('/') {
                    fs::create_dir_all(path.join(folder))?;
                }
                let file = File::create(partial(&path.join(name)))?;
                let mut file = BufWriter::new(file);
                write(&mut file)?;
                file.into_inner()
                    .map_err(|error| error.into_error())?
                    .sync_all()?;
                written.push(name.to_owned());
            }
            Target::Zip(archive, _) => {
                // the date is always the zip's first: the same data are the same bytes
                archive.start_file(name, SimpleFileOptions::default().large_file(true))?;
                write(archive)?;
            }
        }
        Ok(())
    }

    /// Gives what was written its name.
    pub fn finish(self) -> Result<()> {
        match self {
            Target::Folder(path, written) => {
                for name in written {
                    let path = path.join(name);
                    fs::rename(partial(&path), path)?;
                }
            }
            Target::Zip(archive, path) => {
                let file = archive.finish()?;
                file.into_inner()
                    .map_err(|error| error.into_error())?
                    .sync_all()?;
                fs::rename(partial(&path), path)?;
            }
        }
        Ok(())
    }
}

/// Whether nothing is in the folder but what an export that was cut off has left.
fn is_empty(folder: &Path) -> std::io::Result<bool> {
    for entry in folder.read_dir()? {
        if !entry?.file_name().to_string_lossy().ends_with(PARTIAL) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The name under which a file is written.
fn partial(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(PARTIAL);
    name.into()
}
