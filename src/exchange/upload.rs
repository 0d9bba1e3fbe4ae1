//! Uploaded files in a temporary folder.

use std::path::PathBuf;

use tempfile::TempDir;

/// An upload: files in a temporary folder, deleted with it.
pub struct Upload {
    pub folder: TempDir,
    pub names: Vec<String>,
    /// Why a file was refused. Then nothing is imported.
    pub rejection: Option<String>,
    /// The most bytes that the files may have when unpacked.
    pub max_unpacked_bytes: u64,
}

impl Upload {
    /// Returns the path to import: that of a single .zip, else the folder.
    pub fn source_path(&self) -> PathBuf {
        match self.names.as_slice() {
            [only] if only.to_lowercase().ends_with(".zip") => self.folder.path().join(only),
            _ => self.folder.path().to_owned(),
        }
    }

    /// Returns the path of a single file, else of the folder.
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
