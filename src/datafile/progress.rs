//! progress.csv: how far persons are with trainings.

use super::columns::datetime;
use super::file::{Column, Default, Domain, File};
use super::persons::person;
use super::trainings::training;

/// The file.
pub static FILE: File = File {
    name: "progress.csv",
    about: "how far persons are with trainings",
    table: "progress",
    columns: &[
        person(),
        training(),
        datetime("StartedAt", "when the person began").required(),
        Column::new("PercentComplete", Domain::Int(0, 100), "how much is done")
            .or(Default::Text("0")),
    ],
    ..File::PLAIN
};
