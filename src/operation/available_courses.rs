//! AvailableCourses: "every active training of type Learning, by title".

use super::{Contents, GrantedWith, Operation, SUCCESS, Table, int, money_text, text};

pub const OPERATION: Operation = Operation {
    name: "AvailableCourses",
    summary: "The active courses; course blocks are not among them.",
    granted_with: GrantedWith::Reports,
    request: &[],
    root: "ApiResponseOfDataTable",
    error_on_success: false,
    flag: SUCCESS,
    rule: None,
    contents: Contents::Table(Table {
        row: "availableCoursesTable",
        select: "SELECT t.id AS OpleidingsId, t.title AS Opleiding, t.code AS Opleidingscode,
                     t.version AS Versie, s.title AS Trede, iif(t.is_mandatory, 'Ja', 'Nee') AS Verplicht,
                     t.costs AS Kosten
                 FROM LearningModule AS t CROSS JOIN step AS s ON s.id = t.step
                 WHERE t.is_active AND t.type = 'Learning'
                 ORDER BY t.title COLLATE NOCASE, t.id",
        columns: &[
            int("OpleidingsId"),
            text("Opleiding"),
            text("Opleidingscode"),
            text("Versie"),
            text("Trede"),
            text("Verplicht"),
            money_text("Kosten"),
        ],
    }),
};
