//! learning_paths.csv: sets of trainings that are due to whom they reach.

use super::columns::{id, text};
use super::file::File;

/// The file.
pub static FILE: File = File {
    name: "learning_paths.csv",
    about: "sets of trainings for whom they are linked to",
    table: "learning_path",
    columns: &[id(), text("Title", "title", "its title").key()],
    ..File::PLAIN
};
