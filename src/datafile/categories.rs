//! categories.csv: the categories of trainings inside a step.

use super::columns::{id, order, text};
use super::file::File;
use super::steps;

/// The file.
pub static FILE: File = File {
    name: "categories.csv",
    about: "the categories inside each step",
    table: "category",
    columns: &[
        id(),
        text("StepTitle", "the step")
            .key()
            .naming(&steps::FILE, "step"),
        text("Title", "its title").key(),
        order("its place in the step"),
    ],
    ..File::PLAIN
};
