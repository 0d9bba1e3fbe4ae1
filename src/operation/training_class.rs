//! The response schema and query of the three class lists: "the same TrainingClass structure". "The three class-list
//! operations … differ only in filtering", and so do their files.

use super::request::{Parameter, bool_parameter};
use super::response_schema::*;
use crate::model::descriptions;

pub const INCLUDE_ARCHIVED: Parameter = bool_parameter("includeArchived")
    .says("Whether to answer archived classes too.")
    .dutch("Ook gearchiveerde", "Of ook gearchiveerde klassen komen.");

/// Which classes a list contains.
pub trait ClassFilter: 'static {
    /// The index that finds the classes in the answer's order.
    const INDEX: &'static str;
    /// The condition on the class `c`.
    const CONDITION: &'static str;
}

/// Returns the query for the classes of a filter.
fn classes<F: ClassFilter>() -> String {
    let (index, condition) = (F::INDEX, F::CONDITION);
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

/// Returns the schema of their list.
pub const fn training_classes<F: ClassFilter>() -> ListSchema {
    ListSchema { element: "TrainingClass", rows: composed(classes::<F>), item: ListItem::Fields(FIELDS) }
}

const FIELDS: &[Field] = &[
    int("Id").says(descriptions::CLASS_ID),
    text("Name").says(descriptions::CLASS_NAME),
    int("MaximumEnrollments").nillable().says(descriptions::MOST),
    int("MinimumEnrollments").nillable().says(descriptions::LEAST),
    boolean("IsCancelled").says(descriptions::CANCELLED),
    boolean("IsArchived").says(descriptions::ARCHIVED),
    boolean("IsVisibleInCatalog").says(descriptions::IN_CATALOG),
    boolean("IsVisibleInCalendar").says(descriptions::IN_CALENDAR),
    boolean("VisibleExternally").says(descriptions::EXTERNALLY),
    boolean("HasWaitingList").says(descriptions::WAITING_LIST),
    int("MaximumWaitingListEnrollments").nillable().says(descriptions::MOST_WAITING),
    list("Dates", &DATES).says("The contact moments, by date."),
    list("Enrollments", &IDS).says("Ids of the persons enrolled."),
    list("WaitingListEnrollments", &IDS).says("Ids of the persons on the waiting list."),
    object("Training", TRAINING).says("The training that is given."),
];

/// The contact moments of a class.
const DATES: ListSchema = ListSchema {
    element: "TrainingClassDate",
    rows: RowSource::Held,
    item: ListItem::Fields(&[
        int("Id").says(descriptions::MOMENT_ID),
        field("Date", FieldValue::Date).says(descriptions::DATE),
        field("StartsAt", FieldValue::Time).says("When it begins."),
        field("EndsAt", FieldValue::Time).says("When it ends."),
        object("Location", LOCATION).says("Where it is."),
        list("TrainerIds", &IDS).says("Ids of its trainers."),
    ]),
};

const TRAINING: &[Field] = &[
    int("Id").of(&TAUGHT).says(descriptions::TRAINING_ID),
    text("Type").of(&TAUGHT).says(descriptions::TRAINING_TYPE),
    text("Name").of(&TAUGHT).says(descriptions::TRAINING_TITLE),
];

static TAUGHT: Lookup = Lookup {
    key: "training",
    select: QueryText::Text("SELECT id AS Id, type AS Type, title AS Name FROM LearningModule WHERE key = :key"),
    again: RepeatRule::AnyTime,
};

const LOCATION: &[Field] = &[text("Name").says(descriptions::LOCATION), text("Address").says(descriptions::ADDRESS)];

const IDS: ListSchema = ListSchema { element: "int", rows: RowSource::Held, item: ListItem::Value(FieldValue::Int) };
