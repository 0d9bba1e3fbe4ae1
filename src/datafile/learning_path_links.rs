//! learning_path_links.csv: to whom a learning path applies.

use super::columns::{choice, text};
use super::file::DataFile;
use super::learning_paths::learning_path;
use super::reference::Reference;
use super::{divisions, functions, groups, persons};

pub static FILE: DataFile = DataFile {
    name: "learning_path_links.csv",
    about: "through what a learning path reaches persons",
    dutch: ("Toewijzingen van leerpaden", "waardoor een leerpad personen bereikt"),
    table: "learning_path_link",
    columns: &[
        learning_path(),
        choice(
            "LinkType",
            &["Person", "Function", "Location", "Group", "Theme"],
            "one person, a function, a location and all below it, a group, or who chose it as theme",
        )
        .dutch(
            "Toewijzing",
            "één persoon, een functie, een locatie met alles eronder, een groep, of wie het als thema koos",
        )
        .key(),
        text("LinkValue", "its external identifier, function, division or group; of a theme, who chose it")
            .dutch("Met", "het personeelsnummer, de functie, de divisie of de groep; van een thema wie het koos")
            .unstored()
            .key()
            .naming_one_of(LINKED),
    ],
    ..DataFile::PLAIN
};

static LINKED: &[Reference] = &[
    linked(&["Person", "Theme"], &persons::FILE, "person"),
    linked(&["Function"], &functions::FILE, "function"),
    linked(&["Location"], &divisions::FILE, "division"),
    linked(&["Group"], &groups::FILE, "person_group"),
];

const fn linked(types: &'static [&'static str], to: &'static DataFile, stored: &'static str) -> Reference {
    Reference { when: Some(("LinkType", types)), ..Reference::to(to, stored) }
}
