//! functions.csv: what persons do.

use super::file::{Alone, File, id, text};

/// The file.
pub const FILE: File = File {
    name: "functions.csv",
    about: "what persons do",
    table: "function",
    columns: &[id(), text("Name", "name", "its name").key()],
    placeholder: Some("Functie onbekend"),
    alone: Alone::Created,
    ..File::PLAIN
};
