//! training_tasks.csv: the modules of each training.

use super::columns::{order_column, text_column};
use super::file::DataFile;
use super::{tasks, trainings};

pub static FILE: DataFile = DataFile {
    name: "training_tasks.csv",
    labels: ["Modules of trainings", "Onderdelen per training"],
    add_row_label: ["Add a module to a training", "Onderdeel toevoegen aan training"],
    about: ["the modules of each training", "welke onderdelen bij welke training horen"],
    table: "LearningModuleTasks",
    columns: &[
        text_column("TrainingCode", "the training")
            .labels("Training", "Training")
            .key()
            .refers_to(&trainings::FILE, "module"),
        text_column("TaskCode", "the module").labels("Module", "Onderdeel").key().refers_to(&tasks::FILE, "task"),
        order_column("its place in the training"),
    ],
    ..DataFile::DEFAULTS
};
