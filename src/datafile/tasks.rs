//! tasks.csv: the modules of which courses are composed.

use super::columns::{id, text};
use super::file::File;

/// The file.
pub static FILE: File = File {
    name: "tasks.csv",
    about: "the modules of which courses are composed",
    table: "LearningTasks",
    columns: &[
        id(),
        text("Code", "its code").key(),
        text("Title", "its title").required(),
        text("Kind", "what it is: a film, a test, ..."),
    ],
    ..File::PLAIN
};
