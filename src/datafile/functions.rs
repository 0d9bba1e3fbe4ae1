//! functions.csv: the functions of persons.

use super::columns::{id, text};
use super::file::{DataFile, RecheckScope};
use super::rule::RowRule;

pub static FILE: DataFile = DataFile {
    name: "functions.csv",
    about: "what persons do",
    dutch: ("Functies", "wat personen doen"),
    table: "function",
    columns: &[id(), text("Name", "its name").dutch("Naam", "de naam").key()],
    placeholder: Some("Functie onbekend"),
    rules: &[RowRule::resembling("Name", &FILE)],
    alone: RecheckScope::Created,
    ..DataFile::PLAIN
};
