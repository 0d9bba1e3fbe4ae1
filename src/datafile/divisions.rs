//! divisions.csv: the tree of divisions and locations.

use super::columns::{id, text};
use super::file::{DataFile, RecheckScope};
use super::rule::RowRule;

pub static FILE: DataFile = DataFile {
    name: "divisions.csv",
    about: "the tree of divisions and locations",
    dutch: ("Divisies", "de boom van divisies en locaties"),
    table: "division",
    columns: &[
        id(),
        text("Name", "its name").dutch("Naam").key(),
        text("ParentName", "the division above it").dutch("Valt onder").naming(&FILE, "parent"),
    ],
    placeholder: Some("Locatie onbekend"),
    rules: &[NO_CYCLES, RowRule::resembling("Name", &FILE)],
    // a division with others above or below it is only changed by imports, and cannot be rechecked alone
    alone: RecheckScope::Created,
    ..DataFile::PLAIN
};

/// "Divisions form a tree (no cycles …)". Names every row of the file that closes a cycle. Follows each changed row
/// upwards: the time is the number of rows times the depth of the tree.
const NO_CYCLES: RowRule = RowRule::query("ParentName", include_str!("rules/cycle_of_divisions.sql"));
