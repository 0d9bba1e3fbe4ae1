//! The response schema and the query of the three class lists. "The three class-list operations … differ only in
//! filtering", and have "the same TrainingClass structure".

use super::prelude::*;

pub const INCLUDE_ARCHIVED: Parameter = bool_parameter("includeArchived")
    .described("Include archived classes.")
    .dutch("Ook gearchiveerde", "Ook gearchiveerde klassen.");

/// Returns the query for the classes that meet `condition`, which names a class `c`. The index must have the order of
/// the answer, so that SQLite does not sort. `current_roster` (alias `r`) has the lists of a class: its sessions, and
/// the ids of enrolled and waiting persons.
pub fn classes_query(index: &str, condition: &str) -> String {
    format!(
        "SELECT r.moments AS Dates, r.enrolled AS Enrollments, r.waiting AS WaitingListEnrollments,
                c.id AS Id, c.name AS Name, c.max_persons AS MaximumEnrollments,
                c.min_persons AS MinimumEnrollments, c.is_cancelled AS IsCancelled,
                c.is_archived AS IsArchived, c.is_visible_in_catalog AS IsVisibleInCatalog,
                c.is_visible_in_calendar AS IsVisibleInCalendar,
                c.offer_externally AS VisibleExternally, c.has_waiting_list AS HasWaitingList,
                c.waiting_list_capacity AS MaximumWaitingListEnrollments, c.training AS training
         FROM class AS c INDEXED BY {index} LEFT JOIN current_roster AS r ON r.class = c.id
         WHERE {condition} AND NOT c.is_under_construction AND (NOT c.is_archived OR :includeArchived)
         ORDER BY c.begins, c.id"
    )
}

/// Declares a list of elements `TrainingClass`. `make_query` returns the SQL for its rows: a call of [`classes_query`]
/// with the condition of the list.
pub const fn class_list_schema(make_query: fn() -> String) -> ListSchema {
    ListSchema::of_objects("TrainingClass", query_made_by(make_query), FIELDS)
}

const FIELDS: &[Field] = &[
    int("Id").described(descriptions::CLASS_ID),
    text("Name").described(descriptions::CLASS_NAME),
    int("MaximumEnrollments").nillable().described(descriptions::MAX_PARTICIPANTS),
    int("MinimumEnrollments").nillable().described(descriptions::MIN_PARTICIPANTS),
    boolean("IsCancelled").described(descriptions::CANCELLED),
    boolean("IsArchived").described(descriptions::ARCHIVED),
    boolean("IsVisibleInCatalog").described(descriptions::IN_CATALOG),
    boolean("IsVisibleInCalendar").described(descriptions::IN_CALENDAR),
    boolean("VisibleExternally").described(descriptions::OFFERED_EXTERNALLY),
    boolean("HasWaitingList").described(descriptions::WAITING_LIST),
    int("MaximumWaitingListEnrollments").nillable().described(descriptions::MAX_WAITING),
    list("Dates", &DATES).described("The sessions, by date."),
    list("Enrollments", &IDS).described("Ids of the persons enrolled."),
    list("WaitingListEnrollments", &IDS).described("Ids of the persons on the waiting list."),
    object("Training", TRAINING).described("The training of the class."),
];

const DATES: ListSchema = ListSchema::of_objects("TrainingClassDate", RowSource::EmbeddedInOuterRow, DATE_FIELDS);

const DATE_FIELDS: &[Field] = &[
    int("Id").described(descriptions::SESSION_ID),
    field("Date", FieldValue::Date).described(descriptions::DATE),
    field("StartsAt", FieldValue::Time).described("When the session begins."),
    field("EndsAt", FieldValue::Time).described("When the session ends."),
    object("Location", LOCATION).described("Where the session is."),
    list("TrainerIds", &IDS).described("Ids of the trainers of the session."),
];

const TRAINING: &[Field] = &[
    int("Id").with_lookup(&TRAINING_LOOKUP).described(descriptions::TRAINING_ID),
    text("Type").with_lookup(&TRAINING_LOOKUP).described(descriptions::TRAINING_TYPE),
    text("Name").with_lookup(&TRAINING_LOOKUP).described(descriptions::TRAINING_TITLE),
];

static TRAINING_LOOKUP: Lookup =
    Lookup::new("training", "SELECT id AS Id, type AS Type, title AS Name FROM LearningModule WHERE key = :key");

const LOCATION: &[Field] =
    &[text("Name").described(descriptions::LOCATION), text("Address").described(descriptions::ADDRESS)];

const IDS: ListSchema = ListSchema::of_values("int", RowSource::EmbeddedInOuterRow, FieldValue::Int);
