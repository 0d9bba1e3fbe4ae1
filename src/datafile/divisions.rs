//! divisions.csv: the tree of divisions and locations.

use super::columns::{id_column, text_column};
use super::file::{DataFile, RecheckScope};
use super::rule::RowRule;

pub static FILE: DataFile = DataFile {
    name: "divisions.csv",
    labels: ["Divisions", "Divisies"],
    add_row_label: ["Add a division", "Divisie toevoegen"],
    about: ["the divisions and locations, and which belongs to which", "de organisatiestructuur: divisies en locaties"],
    table: "division",
    columns: &[
        id_column(),
        text_column("Name", "its name").dutch("Naam").key(),
        text_column("ParentName", "the division above it")
            .labels("Belongs to", "Valt onder")
            .refers_to(&FILE, "parent"),
    ],
    placeholder_name: Some("Locatie onbekend"),
    rules: &[NO_CYCLES, RowRule::warn_of_similar_names("Name", &FILE)],
    // a changed division cannot be rechecked without the divisions above and below it
    recheck_scope: RecheckScope::Created,
    ..DataFile::DEFAULTS
};

/// "Divisions form a tree (no cycles …)". Finds each changed row that is in a cycle.
const NO_CYCLES: RowRule = RowRule::forbid_results("ParentName", include_str!("rules/division_cycles.sql"));
