//! functions.csv: the functions of persons.

use super::columns::{id_column, text_column};
use super::file::{DataFile, RecheckScope};
use super::rule::RowRule;

pub static FILE: DataFile = DataFile {
    name: "functions.csv",
    labels: ["Functions", "Functies"],
    add_row_label: ["Add a function", "Functie toevoegen"],
    about: ["job titles", "functies van medewerkers"],
    table: "function",
    columns: &[id_column(), text_column("Name", "its name").dutch("Naam").key()],
    placeholder_name: Some("Functie onbekend"),
    rules: &[RowRule::warn_of_similar_names("Name", &FILE)],
    recheck_scope: RecheckScope::Created,
    ..DataFile::DEFAULTS
};
