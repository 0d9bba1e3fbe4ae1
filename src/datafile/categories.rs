//! categories.csv: the categories of trainings inside a step.

use super::columns::{id_column, order_column, text_column};
use super::file::DataFile;
use super::steps;

pub static FILE: DataFile = DataFile {
    name: "categories.csv",
    labels: ["Categories", "Categorieën"],
    add_row_label: ["Add a category", "Categorie toevoegen"],
    about: ["the categories inside each step", "de categorieën in elke stap"],
    table: "category",
    title: &["Title"],
    columns: &[
        id_column(),
        text_column("StepTitle", "the step").labels("Step", "Stap").key().refers_to(&steps::FILE, "step"),
        text_column("Title", "its title").dutch("Titel").key(),
        order_column("its place in the step"),
    ],
    ..DataFile::DEFAULTS
};
