//! CompletedCourses: "results (courses and blocks) whose finish date lies in the range, persons dismissed
//! or not, by finish, person id, training". The columns are those of the specification's
//! completedCoursesTable.

use super::reported::{Names, columns, person, select};
use super::request::date_parameter;
use super::rest::get;
use super::shape::*;
use super::{Operation, Rule};

pub const OPERATION: Operation = Operation {
    request: &[date_parameter("fromDate"), date_parameter("toDate")],
    rules: &[Rule::Range("fromDate", "toDate")],
    ..Operation::report(
        "CompletedCourses",
        get("/completed-courses"),
        "What was completed in a period: courses and course blocks, with class, costs and certificate.",
        "ApiResponseOfDataTable",
        Contents::Table(Each {
            element: "completedCoursesTable",
            // the rows come in the order of the index on the finish.
            rows: composed(|| {
                select(
                    NAMES,
                    "FROM completed_course
                 WHERE Afronddatum BETWEEN :fromDate AND :toDate || 'T23:59:59'
                 ORDER BY Afronddatum, person, training",
                )
            }),
            item: Item::Fields(COLUMNS),
        }),
    )
};

const COLUMNS: &[Field] = &columns(NAMES, Value::ZonedDateTime, Absent::Left, &PERSON);

const NAMES: &Names = &Names {
    dismissed: "Uit_dienst",
    cancelled_by: "Geannuleerd_door",
    certificate: "Certificaat_behaald",
    percentage: "Percentage_gereed",
};

/// What is told of a person.
static PERSON: Lookup = Lookup {
    key: "person",
    select: Sql::Made(|| {
        person(
            "iif(insertion = '', '', insertion || ' ') || family_name",
            NAMES.dismissed,
        )
    }),
    again: Again::AnyTime,
};
