//! dim_reasons.csv: why a training is dimmed for a person.

use super::columns::{id, text};
use super::file::File;

/// The file.
pub static FILE: File = File {
    name: "dim_reasons.csv",
    about: "why a training may be dimmed",
    table: "dim_reason",
    columns: &[id().key(), text("Reason", "the reason").required()],
    ..File::PLAIN
};
