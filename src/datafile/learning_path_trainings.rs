//! learning_path_trainings.csv: the trainings of each learning path.

use super::file::DataFile;
use super::learning_paths::learning_path_column;
use super::trainings::training_column;

pub static FILE: DataFile = DataFile {
    name: "learning_path_trainings.csv",
    labels: ["Learning path trainings", "Trainingen per leerpad"],
    add_row_label: ["Add a training to a learning path", "Training toevoegen aan leerpad"],
    about: ["the trainings of each learning path", "de trainingen van elk leerpad"],
    table: "learning_path_training",
    columns: &[learning_path_column(), training_column()],
    ..DataFile::DEFAULTS
};
