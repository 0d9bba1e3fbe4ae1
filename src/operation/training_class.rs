//! What the three lists of classes share: "the same TrainingClass structure", with its queries. "The three
//! class-list operations … differ only in filtering", and so do their files.
//!
//! The texts of the queries are put together when the program is compiled: each level repeats the filter, so
//! that none reads a row that the answer does not hold, and each comes in the order of the classes.

use super::{Field, Item, Value, int, text};

/// The query of one level: what of the classes that a filter lets through, joined with what, in which order
/// within a class.
macro_rules! of_listed_classes {
    (
        select $columns:literal, join $joined:literal, order $order:literal,
        index $index:literal, filter $filter:literal
    ) => {
        concat!(
            "SELECT ",
            $columns,
            " FROM class AS c INDEXED BY ",
            $index,
            " CROSS JOIN ",
            $joined,
            " WHERE ",
            $filter,
            " AND NOT c.is_under_construction AND (NOT c.is_archived OR :includeArchived)",
            " ORDER BY c.begins, c.id",
            $order
        )
    };
}

/// The list of the TrainingClasses that `filter`, a condition on the class `c`, lets through; `index` gives
/// the classes in the answer's order and finds those that meet the condition.
macro_rules! training_classes {
    (index $index:literal, filter $filter:literal) => {{
        use $crate::operation::training_class::{LOCATION, PERSON_ID, TRAINING, of_listed_classes};
        use $crate::operation::{
            Each, Item, boolean, date, int, list, nil_int, object, text, time,
        };

        const TRAINERS: Each = Each {
            element: "int",
            select: of_listed_classes!(
                select "t.contact_moment AS parent, t.person AS int",
                join "contact_moment_trainer AS t ON t.class = c.id",
                order ", t.date, t.starts_at, t.person",
                index $index, filter $filter
            ),
            item: PERSON_ID,
        };
        const DATES: Each = Each {
            element: "TrainingClassDate",
            select: of_listed_classes!(
                select "c.id AS parent, d.id AS key, d.id AS Id, d.date AS Date, d.starts_at AS StartsAt,
                        d.ends_at AS EndsAt, d.location_name AS [Location.Name],
                        d.location_address AS [Location.Address]",
                join "class_date AS d ON d.class = c.id",
                order ", d.date, d.starts_at",
                index $index, filter $filter
            ),
            item: Item::Fields(&[
                int("Id"),
                date("Date"),
                time("StartsAt"),
                time("EndsAt"),
                object("Location", LOCATION),
                list("TrainerIds", &TRAINERS),
            ]),
        };
        const ENROLLMENTS: Each = Each {
            element: "int",
            select: of_listed_classes!(
                select "c.id AS parent, e.person AS int",
                join "enrolled AS e ON e.class = c.id",
                order ", e.person",
                index $index, filter $filter
            ),
            item: PERSON_ID,
        };
        const WAITING_LIST_ENROLLMENTS: Each = Each {
            element: "int",
            select: of_listed_classes!(
                select "c.id AS parent, w.person AS int",
                join "waiting AS w ON w.class = c.id",
                order ", w.person",
                index $index, filter $filter
            ),
            item: PERSON_ID,
        };
        Each {
            element: "TrainingClass",
            select: of_listed_classes!(
                select "c.id AS key, c.id AS Id, c.name AS Name, c.max_persons AS MaximumEnrollments,
                        c.min_persons AS MinimumEnrollments, c.is_cancelled AS IsCancelled,
                        c.is_archived AS IsArchived, c.is_visible_in_catalog AS IsVisibleInCatalog,
                        c.is_visible_in_calendar AS IsVisibleInCalendar,
                        c.offer_externally AS VisibleExternally, c.has_waiting_list AS HasWaitingList,
                        c.waiting_list_capacity AS MaximumWaitingListEnrollments, t.id AS [Training.Id],
                        t.type AS [Training.Type], t.title AS [Training.Name]",
                join "LearningModule AS t ON t.key = c.training",
                order "",
                index $index, filter $filter
            ),
            item: Item::Fields(&[
                int("Id"),
                text("Name"),
                nil_int("MaximumEnrollments"),
                nil_int("MinimumEnrollments"),
                boolean("IsCancelled"),
                boolean("IsArchived"),
                boolean("IsVisibleInCatalog"),
                boolean("IsVisibleInCalendar"),
                boolean("VisibleExternally"),
                boolean("HasWaitingList"),
                nil_int("MaximumWaitingListEnrollments"),
                list("Dates", &DATES),
                list("Enrollments", &ENROLLMENTS),
                list("WaitingListEnrollments", &WAITING_LIST_ENROLLMENTS),
                object("Training", TRAINING),
            ]),
        }
    }};
}

pub(super) use {of_listed_classes, training_classes};

/// An item of a list of ids.
pub const PERSON_ID: Item = Item::Value(Value::Int);

/// The elements of a contact moment's location.
pub const LOCATION: &[Field] = &[text("Name"), text("Address")];

/// The elements of a class's training.
pub const TRAINING: &[Field] = &[int("Id"), text("Type"), text("Name")];
