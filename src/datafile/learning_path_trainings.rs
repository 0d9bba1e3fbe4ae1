//! learning_path_trainings.csv: the trainings of each learning path.

use super::file::File;
use super::learning_paths::learning_path;
use super::trainings::training;

/// The file.
pub static FILE: File = File {
    name: "learning_path_trainings.csv",
    about: "the trainings of each learning path",
    table: "learning_path_training",
    columns: &[learning_path(), training()],
    ..File::PLAIN
};
