//! learning_path_links.csv: the audiences of learning paths.

use super::columns::{choice_column, text_column};
use super::file::DataFile;
use super::learning_paths::learning_path_column;
use super::reference::{Reference, ReferenceCondition};
use super::{divisions, functions, groups, persons};

pub static FILE: DataFile = DataFile {
    name: "learning_path_links.csv",
    labels: ["Audiences of learning paths", "Doelgroepen van leerpaden"],
    add_row_label: ["Add an audience of a learning path", "Doelgroep van leerpad toevoegen"],
    about: [
        "who gets a learning path: everyone in a function, division or group, one person, or a person who chose it",
        "wie een leerpad krijgt: iedereen met een functie of in een divisie of groep, één persoon, of wie het zelf koos",
    ],
    table: "learning_path_link",
    columns: &[
        learning_path_column(),
        choice_column(
            "LinkType",
            &["Person", "Function", "Location", "Group", "Theme"],
            "one person, a function, a location and all below it, a group, or a person who chose it as a theme",
        )
        .labels("Kind of audience", "Soort doelgroep")
        .choice_names(&[
            ["one person", "één persoon"],
            ["function", "functie"],
            ["a division and all divisions below it", "een divisie en alles eronder"],
            ["group", "groep"],
            ["a person who chose it as a theme", "een persoon die het als thema koos"],
        ])
        .key(),
        text_column(
            "LinkValue",
            "the external identifier, function, division or group; of a theme, the identifier of the person \
             who chose it",
        )
        .labels("Audience", "Doelgroep")
        .unstored()
        .key()
        .refers_to_one_of(AUDIENCES),
    ],
    ..DataFile::DEFAULTS
};

static AUDIENCES: &[Reference] = &[
    audience_reference(&["Person", "Theme"], &persons::FILE, "person"),
    audience_reference(&["Function"], &functions::FILE, "function"),
    audience_reference(&["Location"], &divisions::FILE, "division"),
    audience_reference(&["Group"], &groups::FILE, "person_group"),
];

/// Declares the reference of `LinkValue` in rows whose `LinkType` is one of `types`.
const fn audience_reference(
    types: &'static [&'static str],
    to: &'static DataFile,
    id_column: &'static str,
) -> Reference {
    let only_if = Some(ReferenceCondition { column: "LinkType", values: types });
    Reference { only_if, ..Reference::new(to, id_column) }
}
