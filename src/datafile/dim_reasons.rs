//! dim_reasons.csv: why a training is dimmed for a person.

use super::columns::{id, text};
use super::file::DataFile;

pub static FILE: DataFile = DataFile {
    name: "dim_reasons.csv",
    about: "reasons for being exempt",
    dutch: ("Redenen van vrijstelling", "waarom iemand van een training is vrijgesteld"),
    table: "dim_reason",
    title: &["Reason"],
    columns: &[id().key(), text("Reason", "the reason").dutch("Reden").required()],
    ..DataFile::PLAIN
};
