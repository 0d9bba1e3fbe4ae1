//! What the three lists of classes share: "the same TrainingClass structure", with its query. "The three
//! class-list operations … differ only in filtering", and so do their files.

use super::request::{Parameter, bool_parameter};
use super::shape::*;
use crate::model::meaning;

/// Whether archived classes are asked for.
pub const INCLUDE_ARCHIVED: Parameter = bool_parameter("includeArchived")
    .says("Whether to answer archived classes too.")
    .dutch("Ook gearchiveerde", "Of ook gearchiveerde klassen komen.");

/// Which classes a list holds.
pub trait ClassFilter: 'static {
    /// The index that gives the classes in the answer's order and finds those that meet the condition.
    const INDEX: &'static str;
    /// A condition on the class `c`.
    const CONDITION: &'static str;
}

/// The classes that a filter lets through.
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

/// The list of them.
pub const fn training_classes<F: ClassFilter>() -> ListSchema {
    ListSchema { element: "TrainingClass", rows: composed(classes::<F>), item: ListItem::Fields(FIELDS) }
}

const FIELDS: &[Field] = &[
    int("Id").says(meaning::CLASS_ID),
    text("Name").says(meaning::CLASS_NAME),
    int("MaximumEnrollments").nillable().says(meaning::MOST),
    int("MinimumEnrollments").nillable().says(meaning::LEAST),
    boolean("IsCancelled").says(meaning::CANCELLED),
    boolean("IsArchived").says(meaning::ARCHIVED),
    boolean("IsVisibleInCatalog").says(meaning::IN_CATALOG),
    boolean("IsVisibleInCalendar").says(meaning::IN_CALENDAR),
    boolean("VisibleExternally").says(meaning::EXTERNALLY),
    boolean("HasWaitingList").says(meaning::WAITING_LIST),
    int("MaximumWaitingListEnrollments").nillable().says(meaning::MOST_WAITING),
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
        int("Id").says(meaning::MOMENT_ID),
        field("Date", FieldValue::Date).says(meaning::DATE),
        field("StartsAt", FieldValue::Time).says("When it begins."),
        field("EndsAt", FieldValue::Time).says("When it ends."),
        object("Location", LOCATION).says("Where it is."),
        list("TrainerIds", &IDS).says("Ids of its trainers."),
    ]),
};

const TRAINING: &[Field] = &[
    int("Id").of(&TAUGHT).says(meaning::TRAINING_ID),
    text("Type").of(&TAUGHT).says(meaning::TRAINING_TYPE),
    text("Name").of(&TAUGHT).says(meaning::TRAINING_TITLE),
];

static TAUGHT: Lookup = Lookup {
    key: "training",
    select: QueryText::Text("SELECT id AS Id, type AS Type, title AS Name FROM LearningModule WHERE key = :key"),
    again: RepeatRule::AnyTime,
};

const LOCATION: &[Field] = &[text("Name").says(meaning::LOCATION), text("Address").says(meaning::ADDRESS)];

/// A list of ids.
const IDS: ListSchema = ListSchema { element: "int", rows: RowSource::Held, item: ListItem::Value(FieldValue::Int) };
