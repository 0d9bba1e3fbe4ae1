//! trainings.csv: courses (opleidingen) and course blocks (opleidingsblokken).

use super::columns::{choice, flag, id, int, long_text, money, text};
use super::file::{Column, Default, Domain, File, Ids, Rule};
use super::{categories, steps};

/// The file. "Training ids are unique within their type, so a course and a block may share a number."
pub static FILE: File = File {
    name: "trainings.csv",
    about: "courses (Learning) and course blocks (Longterm)",
    table: "LearningModule",
    columns: &[
        id(),
        text("Code", "code", "its code").key(),
        choice(
            "Type",
            "type",
            &["Learning", "Longterm"],
            "a course or a course block; never changes",
        )
        .required(),
        text("Title", "title", "its title").required(),
        text("StepTitle", "step", "the step it stands in")
            .required()
            .naming(&steps::FILE, "NULL"),
        text("CategoryTitle", "category", "the category of that step")
            .required()
            .naming_with(&["StepTitle"], &categories::FILE, "NULL"),
        text("Version", "version", "its version"),
        long_text("Description", "description", "HTML about it"),
        Column::new("Image", "image", Domain::Image, "its picture"),
        text("ImageName", "image_name", "what the picture shows"),
        flag(
            "IsMandatory",
            "is_mandatory",
            "whether it is due to everyone who has it",
        ),
        flag("IsActive", "is_active", "whether it is given at present").or(Default::Text("true")),
        flag(
            "IsVisibleInCatalog",
            "is_visible_in_catalog",
            "whether the catalog shows it",
        )
        .or(Default::Text("true")),
        money("Costs", "costs", "what it costs"),
        int(
            "ValidityMonths",
            "validity_months",
            1,
            "how long a result is valid; always when empty",
        ),
        flag(
            "HasCertificate",
            "has_certificate",
            "whether it gives a certificate",
        ),
    ],
    ids: Ids::Within {
        column: "Type",
        highest: "SELECT highest FROM training_id WHERE type = s.\"Type\"",
        row: "id + iif(s.\"Type\" = 'Learning', 0, 2147483648)",
    },
    rules: &[SAME_TYPE, PICTURE_IS_THERE],
    ..File::PLAIN
};

/// Part of the key: the training that the row is about.
pub const fn training() -> Column {
    text("TrainingCode", "training", "the training")
        .key()
        .naming(&FILE, "NULL")
}

/// "a changed Type of a training"
const SAME_TYPE: Rule = Rule {
    column: "Type",
    select: "
        SELECT n.line, n.Type AS value, '{} is not the Type of ' || n.Code || ', which is ' || t.type
               || ' and cannot change' AS message
        FROM next_trainings AS n CROSS JOIN LearningModule AS t ON t.key = n.row
        WHERE NOT n.fresh AND n.changed AND n.Type NOT IN ('', t.type)",
    ..Rule::PLAIN
};

/// "A picture that is referred to and missing is a fault."
const PICTURE_IS_THERE: Rule = Rule {
    column: "Image",
    select: "
        SELECT line, Image AS value, '{} is neither in the folder images/ nor in the database' AS message
        FROM next_trainings
        WHERE changed AND Image LIKE 'images/%'
              AND NOT EXISTS (SELECT 1 FROM image WHERE name = substr(Image, 8))
              AND NOT EXISTS (SELECT 1 FROM stage_images WHERE Name = substr(Image, 8))",
    ..Rule::PLAIN
};
