//! training_trainers.csv: the trainers of trainings.

use super::file::DataFile;
use super::persons::person_column;
use super::trainings::training_column;

pub static FILE: DataFile = DataFile {
    name: "training_trainers.csv",
    labels: ["Training trainers", "Trainers per training"],
    add_row_label: ["Add a trainer to a training", "Trainer toevoegen aan training"],
    about: ["who teaches a training", "wie een training geeft"],
    table: "training_trainer",
    columns: &[training_column(), person_column()],
    ..DataFile::DEFAULTS
};
