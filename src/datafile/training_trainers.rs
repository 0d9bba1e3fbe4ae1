//! training_trainers.csv: the trainers of trainings.

use super::file::DataFile;
use super::persons::person_column;
use super::trainings::training_column;

pub static FILE: DataFile = DataFile {
    name: "training_trainers.csv",
    about: "who teaches a training",
    dutch: ("Trainers per training", "wie een training geeft"),
    table: "training_trainer",
    columns: &[training_column(), person_column()],
    ..DataFile::DEFAULTS
};
