//! What the three lists of classes share: "the same TrainingClass structure", with its queries. "The three
//! class-list operations … differ only in filtering", and so do their files.
//!
//! Each level repeats the filter, so that none reads a row that the answer does not hold, and each comes in the
//! order of the classes.

use std::marker::PhantomData;

use super::shape::*;

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
        "SELECT {columns} FROM class AS c INDEXED BY {index} CROSS JOIN {joined}
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
                 c.waiting_list_capacity AS MaximumWaitingListEnrollments, t.id AS [Training.Id],
                 t.type AS [Training.Type], t.title AS [Training.Name]",
                "LearningModule AS t ON t.key = c.training",
                "",
            )
        }),
        item: Item::Fields(&[
            int("Id"),
            text("Name"),
            int("MaximumEnrollments").nillable(),
            int("MinimumEnrollments").nillable(),
            boolean("IsCancelled"),
            boolean("IsArchived"),
            boolean("IsVisibleInCatalog"),
            boolean("IsVisibleInCalendar"),
            boolean("VisibleExternally"),
            boolean("HasWaitingList"),
            int("MaximumWaitingListEnrollments").nillable(),
            list("Dates", &Self::DATES),
            list("Enrollments", &Self::ENROLLMENTS),
            list("WaitingListEnrollments", &Self::WAITING_LIST_ENROLLMENTS),
            object("Training", &[int("Id"), text("Type"), text("Name")]),
        ]),
    };

    const DATES: Each = Each {
        element: "TrainingClassDate",
        rows: composed(|| {
            level::<F>(
                "c.id AS parent, d.id AS key, d.id AS Id, d.date AS Date, d.starts_at AS StartsAt,
                 d.ends_at AS EndsAt, d.location_name AS [Location.Name],
                 d.location_address AS [Location.Address]",
                "class_date AS d ON d.class = c.id",
                ", d.date, d.starts_at",
            )
        }),
        item: Item::Fields(&[
            int("Id"),
            field("Date", Value::Date),
            field("StartsAt", Value::Time),
            field("EndsAt", Value::Time),
            object("Location", &[text("Name"), text("Address")]),
            list("TrainerIds", &Self::TRAINERS),
        ]),
    };

    const TRAINERS: Each = ids(|| {
        level::<F>(
            "t.contact_moment AS parent, t.person AS int",
            "contact_moment_trainer AS t ON t.class = c.id",
            ", t.date, t.starts_at, t.person",
        )
    });

    const ENROLLMENTS: Each = ids(|| {
        level::<F>(
            "c.id AS parent, e.person AS int",
            "enrolled AS e ON e.class = c.id",
            ", e.person",
        )
    });

    /// Few classes have anyone who waits: the others are passed over.
    const WAITING_LIST_ENROLLMENTS: Each = ids(|| {
        level::<F>(
            "c.id AS parent, w.person AS int",
            "waiting AS w ON w.class = c.id
                 AND c.id IN (SELECT class FROM enrollment INDEXED BY enrollment_waiting
                              WHERE class IS NOT NULL AND on_waiting_list)",
            ", w.person",
        )
    });
}

/// A list of ids.
const fn ids(select: fn() -> String) -> Each {
    Each {
        element: "int",
        rows: composed(select),
        item: Item::Value(Value::Int),
    }
}
