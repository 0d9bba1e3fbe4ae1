//! trainings.csv: courses (opleidingen) and course blocks (opleidingsblokken).

use super::columns::{choice, flag, id, int, long_text, money, text};
use super::file::{Column, DataFile, DefaultCell, Domain, IdSource};
use super::rule::RowRule;
use super::{categories, steps};

/// "Training ids are unique within their type, so a course and a block may share a number."
pub static FILE: DataFile = DataFile {
    name: "trainings.csv",
    about: "courses (Learning) and course blocks (Longterm)",
    dutch: ("Trainingen", "opleidingen (Learning) en opleidingsblokken (Longterm)"),
    table: "LearningModule",
    title: &["Title"],
    listed: &["Code", "Type", "StepTitle", "CategoryTitle", "IsMandatory", "IsActive"],
    columns: &[
        id(),
        text("Code", "its code").dutch("Code", "de code").key(),
        choice("Type", &["Learning", "Longterm"], "a course or a course block; never changes")
            .dutch("Soort", "een opleiding of een opleidingsblok; verandert nooit")
            .required(),
        text("Title", "its title").dutch("Titel", "de titel").required(),
        text("StepTitle", "the step it stands in")
            .dutch("Stap", "de stap waarin zij staat")
            .required()
            .naming(&steps::FILE, "step"),
        text("CategoryTitle", "the category of that step")
            .dutch("Categorie", "de categorie van die stap")
            .required()
            .naming_with(&["StepTitle"], &categories::FILE, "category"),
        text("Version", "its version").dutch("Versie", "de versie"),
        long_text("Description", "HTML about it").dutch("Omschrijving", "HTML erover"),
        Column::new("Image", Domain::Image, "its picture").dutch("Afbeelding", "de afbeelding"),
        text("ImageName", "what the picture shows").dutch("Naam van afbeelding", "wat er op de afbeelding staat"),
        flag("IsMandatory", "whether it is due to everyone who has it")
            .dutch("Verplicht", "of zij moet voor iedereen die haar heeft"),
        flag("IsActive", "whether it is given at present")
            .dutch("Actief", "of zij nu gegeven wordt")
            .or(DefaultCell::Text("true")),
        flag("IsVisibleInCatalog", "whether the catalog shows it")
            .dutch("In catalogus", "of de catalogus haar toont")
            .or(DefaultCell::Text("true")),
        money("Costs", "what it costs").dutch("Kosten", "wat zij kost"),
        int("ValidityMonths", 1, "how long a result is valid; always when empty")
            .dutch("Geldig (maanden)", "hoe lang een resultaat geldig is; altijd als het leeg is")
            .dutch("Geldig (maanden)", "hoe lang een resultaat geldig is; altijd als het leeg is"),
        flag("HasCertificate", "whether it gives a certificate")
            .dutch("Met certificaat", "of zij een certificaat geeft"),
    ],
    ids: IdSource::Within {
        column: "Type",
        highest: "SELECT highest FROM training_id WHERE type = s.\"Type\"",
        row: "id + iif(s.\"Type\" = 'Learning', 0, 2147483648)",
    },
    rules: &[SAME_TYPE, PICTURE_IS_THERE],
    ..DataFile::PLAIN
};

pub const fn training() -> Column {
    text("TrainingCode", "the training").dutch("Training", "de training").key().naming(&FILE, "training")
}

/// "a changed Type of a training"
const SAME_TYPE: RowRule = RowRule::query(
    "Type",
    "
        SELECT n.line, n.Type AS value, json_array('OtherType', n.Code, t.type) AS message
        FROM next_trainings AS n CROSS JOIN LearningModule AS t ON t.key = n.row
        WHERE NOT n.fresh AND n.changed AND n.Type NOT IN ('', t.type)",
);

/// "A picture that is referred to and missing is a fault."
const PICTURE_IS_THERE: RowRule = RowRule::rows(
    "Image",
    "json_array('PictureMissing')",
    "Image LIKE 'images/%'
     AND NOT EXISTS (SELECT 1 FROM image WHERE name = substr(Image, 8))
     AND NOT EXISTS (SELECT 1 FROM stage_images WHERE Name = substr(Image, 8))",
);
