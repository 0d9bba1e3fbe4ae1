//! functions.csv: what persons do.

use super::file::{File, id, text};

/// The file.
pub const FILE: File = File {
    name: "functions.csv",
    table: "function",
    columns: &[id(), text("Name", "name").key()],
    placeholder: Some("Functie onbekend"),
    whole: false,
    retire: None,
    rules: &[],
    make_room: "",
};
