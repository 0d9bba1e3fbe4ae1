//! AvailableCourses: "every active training of type Learning, by title".

use super::Operation;
use super::rest::get;
use super::shape::*;
use crate::model::meaning;

pub const OPERATION: Operation = Operation::report(
    "AvailableCourses",
    get("/available-courses"),
    "The active courses; course blocks are not among them.",
    "ApiResponseOfDataTable",
    Contents::Table(ListSchema {
        element: "availableCoursesTable",
        rows: query(
            "SELECT t.id AS OpleidingsId, t.title AS Opleiding, t.code AS Opleidingscode,
                     t.version AS Versie, s.title AS Trede, iif(t.is_mandatory, 'Ja', 'Nee') AS Verplicht,
                     t.costs AS Kosten
                 FROM LearningModule AS t CROSS JOIN step AS s ON s.id = t.step
                 WHERE t.is_active AND t.type = 'Learning'
                 ORDER BY t.title COLLATE NOCASE, t.id",
        ),
        item: ListItem::Fields(&[
            int("OpleidingsId").says(meaning::TRAINING_ID),
            text("Opleiding").says(meaning::TRAINING_TITLE),
            text("Opleidingscode").says(meaning::TRAINING_CODE),
            text("Versie").says(meaning::VERSION),
            text("Trede").says(meaning::STEP),
            text("Verplicht").says(meaning::MANDATORY),
            money("Kosten").or_empty().says("What taking part costs; none when that is not known."),
        ]),
    }),
)
.dutch("Beschikbare opleidingen", "De actieve opleidingen, zonder opleidingsblokken.");
