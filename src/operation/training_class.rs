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
                "c.id AS key, c.id AS Id, c.name AS Name, c.max_persons AS MaximumEnrollments,
                 c.min_persons AS MinimumEnrollments, c.is_cancelled AS IsCancelled,
                 c.is_archived AS IsArchived, c.is_visible_in_catalog AS IsVisibleInCatalog,
                 c.is_visible_in_calendar AS IsVisibleInCalendar,
                 c.offer_externally AS VisibleExternally, c.has_waiting_list AS HasWaitingList,
                 c.waiting_list_capacity AS MaximumWaitingListEnrollments, c.training AS training",
                "",
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
            list("Enrollments", &Self::ENROLLMENTS).says("Ids of the persons enrolled."),
            list("WaitingListEnrollments", &Self::WAITING_LIST_ENROLLMENTS)
                .says("Ids of the persons on the waiting list."),
            object("Training", TRAINING).says("The training that is given."),
        ]),
    };

    const DATES: Each = Each {
        element: "TrainingClassDate",
        rows: composed(|| {
            level::<F>(
                "c.id AS parent, d.id AS key, d.id AS Id, d.date AS Date, d.starts_at AS StartsAt,
                 d.ends_at AS EndsAt, d.location_name AS [Location.Name],
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
            list("TrainerIds", &Self::TRAINERS).says("Ids of its trainers."),
        ]),
    };

    const TRAINERS: Each = ids(|| {
        level::<F>(
            "t.contact_moment AS parent, t.person AS int",
            "CROSS JOIN contact_moment_trainer AS t ON t.class = c.id",
            ", t.date, t.starts_at, t.person",
        )
    });

    const ENROLLMENTS: Each = ids(|| {
        level::<F>(
            "c.id AS parent, e.person AS int",
            "CROSS JOIN enrolled AS e ON e.class = c.id",
            ", e.person",
        )
    });

    /// Few classes have anyone who waits: the others are passed over.
    const WAITING_LIST_ENROLLMENTS: Each = ids(|| {
        level::<F>(
            "c.id AS parent, w.person AS int",
            "CROSS JOIN waiting AS w ON w.class = c.id
                 AND c.id IN (SELECT class FROM class_enrollment INDEXED BY class_enrollment_waiting
                              WHERE on_waiting_list)",
            ", w.person",
        )
    });
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
const fn ids(select: fn() -> String) -> Each {
    Each {
        element: "int",
        rows: composed(select),
        item: Item::Value(Value::Int),
    }
}
