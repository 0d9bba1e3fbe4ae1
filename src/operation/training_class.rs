//! What the three lists of classes share: "the same TrainingClass structure", with its queries. "The three
//! class-list operations … differ only in filtering", and so do their files.
//!
//! Each level repeats the filter, so that none reads a row that the answer does not hold, and each comes in the
//! order of the classes.

use std::marker::PhantomData;

use super::request::{Parameter, bool_parameter};
use super::shape::*;
use crate::model::meaning;

/// Whether archived classes are asked for.
pub const INCLUDE_ARCHIVED: Parameter = bool_parameter("includeArchived")
    .says("Whether to answer archived classes too.")
    .dutch("Ook gearchiveerde", "Of ook gearchiveerde klassen komen.");

/// Which classes a list holds.
pub trait Filter: 'static {
    /// The index that gives the classes in the answer's order and finds those that meet the condition.
    const INDEX: &'static str;
    /// A condition on the class `c`.
    const CONDITION: &'static str;
}

/// The levels of the list of the classes that a filter lets through.
pub struct TrainingClasses<F>(PhantomData<F>);

/// The query of one level: what of the classes, joined with what, in which order within a class.
fn level<F: Filter>(columns: &str, joined: &str, order: &str) -> String {
    let (index, condition) = (F::INDEX, F::CONDITION);
    format!(
        "SELECT {columns} FROM class AS c INDEXED BY {index} {joined}
         WHERE {condition} AND NOT c.is_under_construction AND (NOT c.is_archived OR :includeArchived)
         ORDER BY c.begins, c.id{order}"
    )
}

impl<F: Filter> TrainingClasses<F> {
    /// The list itself.
    pub const EACH: Each = Each {
        element: "TrainingClass",
        rows: composed(|| {
            level::<F>(
                "c.id AS key, r.enrolled AS Enrollments, r.waiting AS WaitingListEnrollments,
                 c.id AS Id, c.name AS Name, c.max_persons AS MaximumEnrollments,
                 c.min_persons AS MinimumEnrollments, c.is_cancelled AS IsCancelled,
                 c.is_archived AS IsArchived, c.is_visible_in_catalog AS IsVisibleInCatalog,
                 c.is_visible_in_calendar AS IsVisibleInCalendar,
                 c.offer_externally AS VisibleExternally, c.has_waiting_list AS HasWaitingList,
                 c.waiting_list_capacity AS MaximumWaitingListEnrollments, c.training AS training",
                "LEFT JOIN current_roster AS r ON r.class = c.id",
                "",
            )
        }),
        item: Item::Fields(&[
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
            int("MaximumWaitingListEnrollments")
                .nillable()
                .says(meaning::MOST_WAITING),
            list("Dates", &Self::DATES).says("The contact moments, by date."),
            list("Enrollments", &IDS).says("Ids of the persons enrolled."),
            list("WaitingListEnrollments", &IDS).says("Ids of the persons on the waiting list."),
            object("Training", TRAINING).says("The training that is given."),
        ]),
    };

    const DATES: Each = Each {
        element: "TrainingClassDate",
        rows: composed(|| {
            level::<F>(
                "c.id AS parent, d.id AS key, d.trainer_ids AS TrainerIds, d.id AS Id,
                 d.date AS Date, d.starts_at AS StartsAt, d.ends_at AS EndsAt, d.location_name AS [Location.Name],
                 d.location_address AS [Location.Address]",
                "CROSS JOIN class_date AS d ON d.class = c.id",
                ", d.date, d.starts_at",
            )
        }),
        item: Item::Fields(&[
            int("Id").says(meaning::MOMENT_ID),
            field("Date", Value::Date).says(meaning::DATE),
            field("StartsAt", Value::Time).says("When it begins."),
            field("EndsAt", Value::Time).says("When it ends."),
            object("Location", LOCATION).says("Where it is."),
            list("TrainerIds", &IDS).says("Ids of its trainers."),
        ]),
    };
}

const TRAINING: &[Field] = &[
    int("Id").of(&TAUGHT).says(meaning::TRAINING_ID),
    text("Type").of(&TAUGHT).says(meaning::TRAINING_TYPE),
    text("Name").of(&TAUGHT).says(meaning::TRAINING_TITLE),
];

static TAUGHT: Lookup = Lookup {
    key: "training",
    select: Sql::Text(
        "SELECT id AS Id, type AS Type, title AS Name FROM LearningModule WHERE key = :key",
    ),
    again: Again::AnyTime,
};

const LOCATION: &[Field] = &[
    text("Name").says(meaning::LOCATION),
    text("Address").says(meaning::ADDRESS),
];

/// A list of ids.
const IDS: Each = Each {
    element: "int",
    rows: Rows::Held,
    item: Item::Value(Value::Int),
};
