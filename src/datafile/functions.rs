//! functions.csv: what persons do.

use super::columns::{id, text};
use super::file::{Alone, File};
use super::rule::Rule;

pub static FILE: File = File {
    name: "functions.csv",
    about: "what persons do",
    dutch: ("Functies", "wat personen doen"),
    table: "function",
    columns: &[id(), text("Name", "its name").dutch("Naam", "de naam").key()],
    placeholder: Some("Functie onbekend"),
    rules: &[Rule::resembling("Name", &FILE)],
    alone: Alone::Created,
    ..File::PLAIN
};
