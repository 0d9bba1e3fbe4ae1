//! Uploaded files in a temporary folder.

use std::path::PathBuf;

use tempfile::TempDir;

use crate::model::message::Message;

/// Uploaded files. The folder is deleted when the upload is dropped.
pub struct Upload {
    pub folder: TempDir,
    pub names: Vec<String>,
    /// Why a file was refused; then nothing is imported. `None` if every file was accepted.
    pub rejection: Option<Message>,
    /// The maximum of [`Source::check_unpacked_size`](super::source::Source::check_unpacked_size).
    pub max_unpacked_bytes: u64,
}

impl Upload {
    /// Returns whether no file was uploaded, not even a rejected file.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty() && self.rejection.is_none()
    }

    /// Returns the path to import: the uploaded .zip if it is the only file, else the folder.
    pub fn source_path(&self) -> PathBuf {
        match self.names.as_slice() {
            [only] if only.to_lowercase().ends_with(".zip") => self.folder.path().join(only),
            _ => self.folder.path().to_owned(),
        }
    }

    /// Returns the path of the uploaded file if it is the only file, else the folder.
    pub fn file_path(&self) -> PathBuf {
        match self.names.as_slice() {
            [only] => self.folder.path().join(only),
            _ => self.folder.path().to_owned(),
        }
    }

    /// Removes the path of the temporary folder from the text of an error.
    pub fn strip_folder(&self, text: &str) -> String {
        text.replace(&format!("{}/", self.folder.path().display()), "")
    }
}
