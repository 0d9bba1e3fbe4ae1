//! trainings.csv: courses (opleidingen) and course blocks (opleidingsblokken).

use super::columns::{choice_column, flag_column, id_column, int_column, long_text_column, money_column, text_column};
use super::file::{Column, DataFile, Domain, IdSource};
use super::rule::RowRule;
use super::{categories, steps};

/// "Training ids are unique within their type, so a course and a block may share a number."
pub static FILE: DataFile = DataFile {
    name: "trainings.csv",
    labels: ["Trainings", "Trainingen"],
    add_row_label: ["Add a training", "Training toevoegen"],
    about: ["courses and course blocks", "opleidingen en opleidingsblokken"],
    table: "LearningModule",
    title: &["Title"],
    listed: &["Code", "Type", "StepTitle", "CategoryTitle", "IsMandatory", "IsActive"],
    columns: &[
        id_column(),
        text_column("Code", "its code").dutch("Code").key(),
        choice_column("Type", &["Learning", "Longterm"], "a course or a course block; never changes")
            .dutch("Soort")
            .choice_names(&[["course", "opleiding"], ["course block", "opleidingsblok"]])
            .hint(
                "A course block consists of courses. This cannot be changed after the training was added.",
                "Een opleidingsblok bestaat uit opleidingen. Bij een bestaande training kunt u dit niet wijzigen.",
            )
            .required(),
        text_column("Title", "its title").dutch("Titel").required(),
        text_column("StepTitle", "the step of the training")
            .labels("Step", "Stap")
            .required()
            .refers_to(&steps::FILE, "step"),
        text_column("CategoryTitle", "the category of that step")
            .labels("Category", "Categorie")
            .required()
            .refers_with(&["StepTitle"], &categories::FILE, "category"),
        text_column("Version", "its version").dutch("Versie"),
        long_text_column("Description", "a description in HTML")
            .dutch("Omschrijving")
            .hint("May contain HTML.", "Mag HTML bevatten."),
        Column::new("Image", Domain::Image, "its picture").dutch("Afbeelding"),
        text_column("ImageName", "what the picture shows")
            .labels("Image description", "Beschrijving van afbeelding")
            .hint("What the picture shows.", "Wat de afbeelding toont."),
        flag_column("IsMandatory", "whether it is mandatory for everyone who has it").dutch("Verplicht").hint(
            "For everyone who has the training in the portfolio.",
            "Voor iedereen met deze training in het portfolio.",
        ),
        flag_column("IsActive", "whether it is given now").dutch("Actief").or_default("true"),
        flag_column("IsVisibleInCatalog", "whether the catalogue shows it")
            .labels("Visible in catalogue", "In catalogus")
            .or_default("true"),
        money_column("Costs", "what it costs").dutch("Kosten"),
        int_column("ValidityMonths", 1, "how many months a result is valid; empty for always")
            .labels("Valid (months)", "Geldig (maanden)")
            .hint("If empty, a result is valid without an end date.", "Leeg laten = onbeperkt geldig."),
        flag_column("HasCertificate", "whether it gives a certificate").dutch("Met certificaat"),
    ],
    ids: IdSource::Within {
        column: "Type",
        highest_sql: "SELECT highest FROM training_id WHERE type = record.\"Type\"",
        row_sql: "record.id + iif(record.\"Type\" = 'Learning', 0, 2147483648)",
    },
    rules: &[TYPE_IS_UNCHANGED, PICTURE_EXISTS],
    ..DataFile::DEFAULTS
};

pub const fn training_column() -> Column {
    text_column("TrainingCode", "the training").labels("Training", "Training").key().refers_to(&FILE, "training")
}

/// Refuses another type for a stored training, because the type is part of its id.
const TYPE_IS_UNCHANGED: RowRule = RowRule::forbid_results(
    "Type",
    "
        SELECT next.line, next.Type AS value, json_array('OtherType', next.Code, stored.type) AS message
        FROM next_trainings AS next CROSS JOIN LearningModule AS stored ON stored.key = next.row
        WHERE NOT next.is_new AND next.is_changed AND next.Type NOT IN ('', stored.type)",
);

/// "A picture that is referred to and missing is a fault." Its name begins at character 8, after `images/`.
const PICTURE_EXISTS: RowRule = RowRule::forbid_rows(
    "Image",
    "json_array('PictureMissing')",
    "Image LIKE 'images/%'
     AND NOT EXISTS (SELECT 1 FROM image WHERE name = substr(Image, 8))
     AND NOT EXISTS (SELECT 1 FROM stage_images WHERE Name = substr(Image, 8))",
);
