//! groups.csv: groups of persons.

use super::columns::{id_column, text_column};
use super::file::DataFile;

pub static FILE: DataFile = DataFile {
    name: "groups.csv",
    labels: ["Groups", "Groepen"],
    add_row_label: ["Add a group", "Groep toevoegen"],
    about: ["groups of persons", "groepen van personen"],
    table: "person_group",
    columns: &[id_column(), text_column("Name", "its name").dutch("Naam").key()],
    ..DataFile::DEFAULTS
};
