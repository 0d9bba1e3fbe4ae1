//! Uploaded files in a temporary folder.

use std::path::PathBuf;

use tempfile::TempDir;

/// Uploaded files. Dropping the upload deletes its folder.
pub struct Upload {
    pub folder: TempDir,
    /// The names of the files in the folder.
    pub names: Vec<String>,
    /// Why a file was refused. Then nothing is imported.
    pub rejection: Option<String>,
    /// The most bytes that the files may have when unpacked.
    pub max_unpacked_bytes: u64,
}

impl Upload {
    /// Returns the path to import: the file if a single .zip was uploaded, else the folder.
    pub fn source_path(&self) -> PathBuf {
        match self.names.as_slice() {
            [only] if only.to_lowercase().ends_with(".zip") => self.folder.path().join(only),
            _ => self.folder.path().to_owned(),
        }
    }

    /// Returns the path of the file if a single one was uploaded, else the folder.
    pub fn file_path(&self) -> PathBuf {
        match self.names.as_slice() {
            [only] => self.folder.path().join(only),
            _ => self.folder.path().to_owned(),
        }
    }

    /// Removes the path of the temporary folder from an error text.
    pub fn strip_folder(&self, text: &str) -> String {
        text.replace(&format!("{}/", self.folder.path().display()), "")
    }
}
