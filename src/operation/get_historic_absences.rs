//! GetHistoricAbsences: who was absent from which class and what it cost, "by creation date, id".

use super::Operation;
use super::rest::get;
use super::shape::*;
use crate::model::meaning;

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

#[rustfmt::skip]
const FIELDS: &[Field] = &[
    text("PersonExternalIdentifier").of(&PERSON).says(meaning::EXTERNAL_IDENTIFIER),
    text("PersonFirstName").of(&PERSON).says(meaning::FIRST_NAME),
    text("PersonNameInsertion").of(&PERSON).says(meaning::INSERTION),
    text("PersonFamilyName").of(&PERSON).says(meaning::FAMILY_NAME),
    text("Location").of(&PERSON).says(meaning::DIVISION),
    text("Division").of(&PERSON).says(meaning::TOPMOST_DIVISION),
    text("GroupClassTitle").of(&CLASS).says(meaning::CLASS_NAME),
    text("GroupClassLocations").of(&CLASS).says("Places of the class's contact moments, each once, joined by commas."),
    text("GroupClassDates").of(&CLASS).says("Dates of the class's contact moments as d-M-yyyy, joined by commas."),
    text("TrainingCode").of(&CLASS).says(meaning::TRAINING_CODE),
    text("TrainingType").of(&CLASS).says(meaning::TRAINING_TYPE),
    text("TrainingTitle").of(&CLASS).says(meaning::TRAINING_TITLE),
    text("TaskTitle").says("Title of the module that was missed; empty when it was none in particular."),
    text("AbsenceReason").says("Why the person was absent."),
    datetime("CreationDate").says("When the absence was registered."),
    money("PublicCosts").says("What the absence cost, as may be shown."),
    money("HiddenCosts").says("What it cost beside that, not public."),
    text("KostenPlaats").of(&PERSON).says(meaning::COST_CENTRE),
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
