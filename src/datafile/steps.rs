//! steps.csv: the steps of the catalog.

use super::columns::{id_column, long_text_column, order_column, text_column};
use super::file::DataFile;

pub static FILE: DataFile = DataFile {
    name: "steps.csv",
    labels: ["Steps", "Stappen"],
    add_row_label: ["Add a step", "Stap toevoegen"],
    about: [
        "the main sections of the catalogue and of portfolios",
        "de hoofdindeling van de catalogus en de portfolio's",
    ],
    table: "step",
    columns: &[
        id_column(),
        text_column("Title", "its title").dutch("Titel").key(),
        long_text_column("Introduction", "HTML above its trainings")
            .dutch("Inleiding")
            .hint("Shown above the trainings. May contain HTML.", "Staat boven de trainingen. Mag HTML bevatten."),
        order_column("its place among the steps"),
    ],
    ..DataFile::DEFAULTS
};
