//! learning_paths.csv: sets of trainings for certain persons.

use super::columns::{id, text};
use super::file::{Column, DataFile};

pub static FILE: DataFile = DataFile {
    name: "learning_paths.csv",
    about: "sets of trainings for whom they are linked to",
    dutch: ("Leerpaden", "groepen trainingen voor wie eraan gekoppeld is"),
    table: "learning_path",
    columns: &[id(), text("Title", "its title").dutch("Titel").key()],
    ..DataFile::PLAIN
};

/// The learning path of a row, as part of the key.
pub const fn learning_path() -> Column {
    text("LearningPathTitle", "the learning path").dutch("Leerpad").key().naming(&FILE, "learning_path")
}
