//! GetHistoricAbsences: absences from classes and their costs, "by creation date, id".

use super::prelude::*;

pub const OPERATION: Operation = Operation::report(
    "GetHistoricAbsences",
    get("/historic-absences"),
    "Absences from classes, with their reasons and costs.",
    "ApiResponseOfListOfHistoricAbsenceReasonDTO",
    Contents::List(ListSchema::of_objects("HistoricAbsenceReasonDTO", query(ABSENCES), FIELDS)),
)
.sorted_by("CreationDate")
.dutch("Afwezigheid", "Wie er in een klas afwezig was, met redenen en kosten.");

const ABSENCES: &str = "
    SELECT person, class, TaskTitle, AbsenceReason, CreationDate, PublicCosts, HiddenCosts
    FROM historic_absence ORDER BY CreationDate, id";

#[rustfmt::skip]
const FIELDS: &[Field] = &[
    text("PersonExternalIdentifier").with_lookup(&PERSON).described(descriptions::EXTERNAL_IDENTIFIER),
    text("PersonFirstName").with_lookup(&PERSON).described(descriptions::FIRST_NAME),
    text("PersonNameInsertion").with_lookup(&PERSON).described(descriptions::INSERTION),
    text("PersonFamilyName").with_lookup(&PERSON).described(descriptions::FAMILY_NAME),
    text("Location").with_lookup(&PERSON).then_lookup(&DIVISION).described(descriptions::DIVISION),
    text("Division").with_lookup(&PERSON).then_lookup(&DIVISION).described(descriptions::TOPMOST_DIVISION).labelled("Topmost division", "Hoofddivisie"),
    text("GroupClassTitle").with_lookup(&CLASS).described(descriptions::CLASS_NAME),
    text("GroupClassLocations").with_lookup(&CLASS).described("Locations of the class's sessions, without repeats, separated by commas."),
    text("GroupClassDates").with_lookup(&CLASS).described("Dates of the class's sessions as d-M-yyyy, separated by commas."),
    text("TrainingCode").with_lookup(&CLASS).then_lookup(&TRAINING).described(descriptions::TRAINING_CODE),
    text("TrainingType").with_lookup(&CLASS).then_lookup(&TRAINING).described(descriptions::TRAINING_TYPE),
    text("TrainingTitle").with_lookup(&CLASS).then_lookup(&TRAINING).described(descriptions::TRAINING_TITLE),
    text("TaskTitle").described("Title of the module that was missed; empty if no module is recorded."),
    text("AbsenceReason").described("Why the person was absent."),
    datetime("CreationDate").described("When the absence was registered."),
    money("PublicCosts").described("Public costs of the absence."),
    money("HiddenCosts").described("Additional costs of the absence, which are not public."),
    text("KostenPlaats").with_lookup(&PERSON).described(descriptions::COST_CENTRE),
];

static PERSON: Lookup = Lookup::new(
    "person",
    "SELECT division, external_identifier AS PersonExternalIdentifier,
                 first_name AS PersonFirstName, insertion AS PersonNameInsertion,
                 family_name AS PersonFamilyName, cost_centre AS KostenPlaats
             FROM known_person WHERE id = :key",
);

static DIVISION: Lookup =
    Lookup::new("division", "SELECT location AS Location, division AS Division FROM reported_division WHERE id = :key");

/// The columns about the class. "`GroupClassLocations`: distinct, in order of contact moment; `GroupClassDates`:
/// `d-M-yyyy`, one per contact moment; joined by `, `."
static CLASS: Lookup = Lookup::new(
    "class",
    "SELECT c.training AS training, c.name AS GroupClassTitle,
                coalesce(m.locations, '') AS GroupClassLocations, coalesce(m.dates, '') AS GroupClassDates
             FROM class AS c LEFT JOIN timetable AS m ON m.class = c.id
             WHERE c.id = :key",
);

static TRAINING: Lookup = Lookup::new(
    "training",
    "SELECT code AS TrainingCode, type AS TrainingType, title AS TrainingTitle
             FROM LearningModule WHERE key = :key",
);
