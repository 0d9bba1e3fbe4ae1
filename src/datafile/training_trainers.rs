//! training_trainers.csv: who teaches a training.

use super::file::File;
use super::persons::person;
use super::trainings::training;

pub static FILE: File = File {
    name: "training_trainers.csv",
    about: "who teaches a training",
    dutch: ("Trainers per training", "wie een training geeft"),
    table: "training_trainer",
    columns: &[training(), person()],
    ..File::PLAIN
};
