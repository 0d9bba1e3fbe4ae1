//! learning_paths.csv: sets of trainings for certain persons.

use super::columns::{id_column, text_column};
use super::file::{Column, DataFile};

pub static FILE: DataFile = DataFile {
    name: "learning_paths.csv",
    labels: ["Learning paths", "Leerpaden"],
    add_row_label: ["Add a learning path", "Leerpad toevoegen"],
    about: ["sets of trainings for an audience", "reeksen trainingen voor een doelgroep"],
    table: "learning_path",
    columns: &[id_column(), text_column("Title", "its title").dutch("Titel").key()],
    ..DataFile::DEFAULTS
};

pub const fn learning_path_column() -> Column {
    text_column("LearningPathTitle", "the learning path")
        .labels("Learning path", "Leerpad")
        .key()
        .refers_to(&FILE, "learning_path")
}
