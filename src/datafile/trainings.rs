//! trainings.csv: courses (opleidingen) and course blocks (opleidingsblokken).

use super::columns::{choice, flag, id, int, long_text, money, text};
use super::file::{Column, Default, Domain, File, Ids};
use super::rule::Rule;
use super::{categories, steps};

/// The file. "Training ids are unique within their type, so a course and a block may share a number."
pub static FILE: File = File {
    name: "trainings.csv",
    about: "courses (Learning) and course blocks (Longterm)",
    table: "LearningModule",
    columns: &[
        id(),
        text("Code", "its code").key(),
        choice(
            "Type",
            &["Learning", "Longterm"],
            "a course or a course block; never changes",
        )
        .required(),
        text("Title", "its title").required(),
        text("StepTitle", "the step it stands in")
            .required()
            .naming(&steps::FILE, "step"),
        text("CategoryTitle", "the category of that step")
            .required()
            .naming_with(&["StepTitle"], &categories::FILE, "category"),
        text("Version", "its version"),
        long_text("Description", "HTML about it"),
        Column::new("Image", Domain::Image, "its picture"),
        text("ImageName", "what the picture shows"),
        flag("IsMandatory", "whether it is due to everyone who has it"),
        flag("IsActive", "whether it is given at present").or(Default::Text("true")),
        flag("IsVisibleInCatalog", "whether the catalog shows it").or(Default::Text("true")),
        money("Costs", "what it costs"),
        int(
            "ValidityMonths",
            1,
            "how long a result is valid; always when empty",
        ),
        flag("HasCertificate", "whether it gives a certificate"),
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
    text("TrainingCode", "the training")
        .key()
        .naming(&FILE, "training")
}

/// "a changed Type of a training"
const SAME_TYPE: Rule = Rule::query(
    "Type",
    "
        SELECT n.line, n.Type AS value, '{} is not the Type of ' || n.Code || ', which is ' || t.type
               || ' and cannot change' AS message
        FROM next_trainings AS n CROSS JOIN LearningModule AS t ON t.key = n.row
        WHERE NOT n.fresh AND n.changed AND n.Type NOT IN ('', t.type)",
);

/// "A picture that is referred to and missing is a fault."
const PICTURE_IS_THERE: Rule = Rule::rows(
    "Image",
    "'{} is neither in the folder images/ nor in the database'",
    "changed AND Image LIKE 'images/%'
     AND NOT EXISTS (SELECT 1 FROM image WHERE name = substr(Image, 8))
     AND NOT EXISTS (SELECT 1 FROM stage_images WHERE Name = substr(Image, 8))",
);
