//! GetHistoricAbsences: who was absent from which class and what it cost, "by creation date, id".

use super::Operation;
use super::rest::get;
use super::shape::*;

pub const OPERATION: Operation = Operation::report(
    "GetHistoricAbsences",
    get("/historic-absences"),
    "Absences from classes, with their reasons and costs.",
    "ApiResponseOfListOfHistoricAbsenceReasonDTO",
    Contents::Each(Each {
        element: "HistoricAbsenceReasonDTO",
        rows: query(
            "SELECT person, class, TaskTitle, AbsenceReason, CreationDate, PublicCosts, HiddenCosts
                 FROM historic_absence ORDER BY CreationDate, id",
        ),
        item: Item::Fields(FIELDS),
    }),
);

const FIELDS: &[Field] = &[
    text("PersonExternalIdentifier").of(&PERSON),
    text("PersonFirstName").of(&PERSON),
    text("PersonNameInsertion").of(&PERSON),
    text("PersonFamilyName").of(&PERSON),
    text("Location").of(&PERSON),
    text("Division").of(&PERSON),
    text("GroupClassTitle").of(&CLASS),
    text("GroupClassLocations").of(&CLASS),
    text("GroupClassDates").of(&CLASS),
    text("TrainingCode").of(&CLASS),
    text("TrainingType").of(&CLASS),
    text("TrainingTitle").of(&CLASS),
    text("TaskTitle"),
    text("AbsenceReason"),
    datetime("CreationDate"),
    money("PublicCosts"),
    money("HiddenCosts"),
    text("KostenPlaats").of(&PERSON),
];

/// Who was absent.
static PERSON: Lookup = Lookup {
    key: "person",
    select: Sql::Text("SELECT external_identifier AS PersonExternalIdentifier, first_name AS PersonFirstName,
                 insertion AS PersonNameInsertion, family_name AS PersonFamilyName, location AS Location,
                 division AS Division, cost_centre AS KostenPlaats
             FROM reported_person WHERE id = :key"),
    again: Again::AnyTime,
};

/// From what. "`GroupClassLocations`: distinct, in order of contact moment; `GroupClassDates`: `d-M-yyyy`, one
/// per contact moment; joined by `, `."
static CLASS: Lookup = Lookup {
    key: "class",
    select: Sql::Text("SELECT c.name AS GroupClassTitle,
                 coalesce((SELECT group_concat(location_name, ', ')
                           FROM (SELECT location_name FROM contact_moment
                                 WHERE class = :key AND location_name <> ''
                                 GROUP BY location_name ORDER BY min(date || starts_at))), '')
                     AS GroupClassLocations,
                 coalesce((SELECT group_concat(shown_date, ', ')
                           FROM (SELECT shown_date FROM contact_moment
                                 WHERE class = :key ORDER BY date, starts_at)), '') AS GroupClassDates,
                 t.code AS TrainingCode, t.type AS TrainingType, t.title AS TrainingTitle
             FROM class AS c CROSS JOIN LearningModule AS t ON t.key = c.training
             WHERE c.id = :key"),
    again: Again::AnyTime,
};
