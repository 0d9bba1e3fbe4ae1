//! learning_paths.csv: sets of trainings that are due to whom they reach.

use super::columns::{id, text};
use super::file::File;

/// The file.
pub static FILE: File = File {
    name: "learning_paths.csv",
    about: "sets of trainings for whom they are linked to",
    dutch: (
        "Leerpaden",
        "groepen trainingen voor wie eraan gekoppeld is",
    ),
    table: "learning_path",
    columns: &[
        id(),
        text("Title", "title", "its title")
            .dutch("Titel", "de titel")
            .key(),
    ],
    ..File::PLAIN
};
