//! steps.csv: the steps of the catalog.

use super::columns::{id, long_text, order, text};
use super::file::DataFile;

pub static FILE: DataFile = DataFile {
    name: "steps.csv",
    about: "the steps of the catalogue",
    dutch: ("Stappen", "de stappen van de catalogus"),
    table: "step",
    columns: &[
        id(),
        text("Title", "its title").dutch("Titel").key(),
        long_text("Introduction", "HTML above its trainings")
            .dutch("Inleiding")
            .hint("HTML above the trainings.", "HTML boven de trainingen."),
        order("its place among the steps"),
    ],
    ..DataFile::PLAIN
};
