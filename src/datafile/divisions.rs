//! divisions.csv: the tree of divisions and locations.

use super::columns::{id, text};
use super::file::{Alone, File, Rule};

/// The file.
pub static FILE: File = File {
    name: "divisions.csv",
    about: "the tree of divisions and locations",
    dutch: ("Divisies", "de boom van divisies en locaties"),
    table: "division",
    columns: &[
        id(),
        text("Name", "name", "its name")
            .dutch("Naam", "de naam")
            .key(),
        text("ParentName", "parent", "the division above it")
            .dutch("Valt onder", "de divisie erboven")
            .naming(&FILE, "NULL"),
    ],
    placeholder: Some("Locatie onbekend"),
    rules: &[NO_CYCLES, RESEMBLING],
    // one with others above or below it is changed by imports only, and does not come in alone
    alone: Alone::Created,
    ..File::PLAIN
};

/// "Divisions form a tree (no cycles …)". Every row of the file that closes a cycle is named.
/// Each row that changes is followed upwards, so the time is that of the rows times the depth of the tree.
const NO_CYCLES: Rule = Rule {
    column: "ParentName",
    select: "
        WITH RECURSIVE above (line, name, at, value) AS (
            SELECT line, Name, ParentName, ParentName FROM next_divisions
            WHERE changed AND ParentName <> ''
            UNION
            SELECT above.line, above.name, d.ParentName, above.value
            FROM above CROSS JOIN after_divisions AS d
            WHERE d.Name = above.at AND d.ParentName <> '' AND above.at <> above.name
        )
        SELECT line, value, '{} is ' || name || ' itself or stands below it; divisions form a tree' AS message
        FROM above WHERE at = name",
    ..Rule::PLAIN
};

/// "a new function or division that resembles a stored one (named)": the first hundred, which are told.
const RESEMBLING: Rule = Rule {
    column: "Name",
    select: "
        SELECT n.line, n.Name AS value, '{} is new, and resembles ' || min(t.name) AS message
        FROM (SELECT line, Name FROM next_divisions WHERE fresh AND NOT implied LIMIT 100) AS n
             CROSS JOIN division AS t ON t.id > 0 AND resembles(n.Name, t.name)
        GROUP BY n.Name",
    ..Rule::WARNING
};
