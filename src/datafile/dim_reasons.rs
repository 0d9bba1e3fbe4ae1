//! dim_reasons.csv: why a training is dimmed for a person.

use super::columns::{id, text};
use super::file::DataFile;

pub static FILE: DataFile = DataFile {
    name: "dim_reasons.csv",
    about: "why a training may be dimmed",
    dutch: ("Dimredenen", "waarom een training gedimd mag zijn"),
    table: "dim_reason",
    title: &["Reason"],
    columns: &[id().key(), text("Reason", "the reason").dutch("Reden", "de reden").required()],
    ..DataFile::PLAIN
};
