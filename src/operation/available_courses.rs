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
        select: "SELECT id AS OpleidingsId, title AS Opleiding, code AS Opleidingscode, version AS Versie,
                     step AS Trede, mandatory AS Verplicht, costs AS Kosten
                 FROM reported_training WHERE is_active AND type = 'Learning'
                 ORDER BY title COLLATE NOCASE, id",
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
