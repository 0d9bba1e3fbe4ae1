//! tasks.csv: the modules of which courses are composed.

use super::columns::{id_column, text_column};
use super::file::DataFile;

pub static FILE: DataFile = DataFile {
    name: "tasks.csv",
    labels: ["Modules", "Onderdelen"],
    add_row_label: ["Add a module", "Onderdeel toevoegen"],
    about: [
        "the parts that courses are made of, such as a film or a test",
        "de delen waaruit opleidingen bestaan, zoals een film of een toets",
    ],
    table: "LearningTasks",
    title: &["Title"],
    columns: &[
        id_column(),
        text_column("Code", "its code").dutch("Code").key(),
        text_column("Title", "its title").dutch("Titel").required(),
        text_column("Kind", "what it is: a film, a test, ...").dutch("Soort"),
    ],
    ..DataFile::DEFAULTS
};
