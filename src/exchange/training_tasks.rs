//! training_tasks.csv: the modules of each training.

use super::file::{File, order, text};

/// The file.
pub const FILE: File = File {
    name: "training_tasks.csv",
    about: "the modules of each training",
    table: "LearningModuleTasks",
    columns: &[
        text("TrainingCode", "module", "the training")
            .key()
            .naming("trainings.csv", "NULL"),
        text("TaskCode", "task", "the module")
            .key()
            .naming("tasks.csv", "NULL"),
        order("its place in the training"),
    ],
    ..File::PLAIN
};
