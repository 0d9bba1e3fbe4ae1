//! AvailableCourses: "every active training of type Learning, by title".

use super::prelude::*;

pub const OPERATION: Operation = Operation::report(
    "AvailableCourses",
    get("/available-courses"),
    "The active courses, without course blocks (sets of courses).",
    "ApiResponseOfDataTable",
    Contents::Table(ListSchema::of_objects("availableCoursesTable", query(COURSES), COLUMNS)),
)
.sorted_by("Opleiding")
.dutch("Beschikbare opleidingen", "De actieve opleidingen, zonder opleidingsblokken.");

const COURSES: &str = "
    SELECT t.id AS OpleidingsId, t.title AS Opleiding, t.code AS Opleidingscode, t.version AS Versie, s.title AS Trede,
           iif(t.is_mandatory, 'Ja', 'Nee') AS Verplicht, t.costs AS Kosten
    FROM LearningModule AS t CROSS JOIN step AS s ON s.id = t.step
    WHERE t.is_active AND t.type = 'Learning'
    ORDER BY t.title COLLATE NOCASE, t.id";

const COLUMNS: &[Field] = &[
    int("OpleidingsId").described(descriptions::TRAINING_ID),
    text("Opleiding").described(descriptions::TRAINING_TITLE),
    text("Opleidingscode").described(descriptions::TRAINING_CODE),
    text("Versie").described(descriptions::VERSION),
    text("Trede").described(descriptions::STEP),
    text("Verplicht").described(descriptions::MANDATORY),
    money("Kosten").or_empty().described("Costs of taking part; no value if unknown."),
];
