//! learning_paths.csv: sets of trainings for certain persons.

use super::columns::{id, text};
use super::file::{Column, DataFile};

pub static FILE: DataFile = DataFile {
    name: "learning_paths.csv",
    about: "sets of trainings for an audience",
    dutch: ("Leerpaden", "reeksen trainingen voor een doelgroep"),
    table: "learning_path",
    columns: &[id(), text("Title", "its title").dutch("Titel").key()],
    ..DataFile::PLAIN
};

/// Declares the key column that refers to a learning path.
pub const fn learning_path_column() -> Column {
    text("LearningPathTitle", "the learning path").dutch("Leerpad").key().refers_to(&FILE, "learning_path")
}
