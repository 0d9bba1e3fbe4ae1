//! learning_path_trainings.csv: the trainings of each learning path.

use super::columns::text;
use super::file::File;
use super::learning_paths;
use super::trainings::training;

/// The file.
pub static FILE: File = File {
    name: "learning_path_trainings.csv",
    about: "the trainings of each learning path",
    dutch: ("Trainingen per leerpad", "de trainingen van elk leerpad"),
    table: "learning_path_training",
    columns: &[
        text("LearningPathTitle", "learning_path", "the learning path")
            .dutch("Leerpad", "het leerpad")
            .key()
            .naming(&learning_paths::FILE, "NULL"),
        training(),
    ],
    ..File::PLAIN
};
