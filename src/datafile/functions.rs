//! functions.csv: what persons do.

use super::columns::{id, text};
use super::file::{Alone, File, Rule};

/// The file.
pub static FILE: File = File {
    name: "functions.csv",
    about: "what persons do",
    dutch: ("Functies", "wat personen doen"),
    table: "function",
    columns: &[
        id(),
        text("Name", "name", "its name")
            .dutch("Naam", "de naam")
            .key(),
    ],
    placeholder: Some("Functie onbekend"),
    rules: &[RESEMBLING],
    alone: Alone::Created,
    ..File::PLAIN
};

/// "a new function or division that resembles a stored one (named)": the first hundred, which are told.
const RESEMBLING: Rule = Rule {
    column: "Name",
    select: "
        SELECT n.line, n.Name AS value, '{} is new, and resembles ' || min(t.name) AS message
        FROM (SELECT line, Name FROM next_functions WHERE fresh AND NOT implied LIMIT 100) AS n
             CROSS JOIN function AS t ON t.id > 0 AND resembles(n.Name, t.name)
        GROUP BY n.Name",
    ..Rule::WARNING
};
