//! tasks.csv: the modules of which courses are composed.

use super::columns::{id, text};
use super::file::DataFile;

pub static FILE: DataFile = DataFile {
    name: "tasks.csv",
    about: "the modules of which courses are composed",
    dutch: ("Onderdelen", "de onderdelen waaruit opleidingen bestaan"),
    table: "LearningTasks",
    title: &["Title"],
    columns: &[
        id(),
        text("Code", "its code").dutch("Code").key(),
        text("Title", "its title").dutch("Titel").required(),
        text("Kind", "what it is: a film, a test, ...").dutch("Soort"),
    ],
    ..DataFile::PLAIN
};
