//! StartedCourses: "enrolments whose enrolment date lies in the range, by enrolment, person id, training,
//! without those that a result belongs to and those not cancelled that a later enrolment … replaces". The
//! columns are those of the completedCoursesTable, "with the specification's encoded names".

use super::reported::{Names, columns, person, select};
use super::request::date_parameter;
use super::rest::get;
use super::shape::*;
use super::{Operation, Rule};

pub const OPERATION: Operation = Operation {
    request: &[date_parameter("fromDate"), date_parameter("tillDate")],
    rules: &[Rule::Range("fromDate", "tillDate")],
    ..Operation::report(
        "StartedCourses",
        get("/started-courses"),
        "Enrolments made in a period that no result belongs to yet, with their status.",
        "ApiResponseOfDataTable",
        Contents::Table(Each {
            element: "startedCoursesTable",
            // the rows come in the order of the index on the enrolment.
            rows: composed(|| {
                select(
                    NAMES,
                    "FROM started_course
                 WHERE enrolled_at BETWEEN :fromDate AND :tillDate || 'T23:59:59'
                 ORDER BY enrolled_at, person, training, enrollment",
                )
            }),
            item: Item::Fields(COLUMNS),
        }),
    )
};

const COLUMNS: &[Field] = &columns(NAMES, Value::ShortDate, Absent::Empty, &PERSON);

const NAMES: &Names = &Names {
    dismissed: "Uit dienst",
    cancelled_by: "Geannuleerd door",
    certificate: "Certificaat behaald",
    percentage: "Percentage gereed",
};

/// What is told of a person: "started `Berg, van den` (no comma without insertion)".
static PERSON: Lookup = Lookup {
    key: "person",
    select: Sql::Made(|| {
        person(
            "family_name || iif(insertion = '', '', ', ' || insertion)",
            NAMES.dismissed,
        )
    }),
    again: Again::AnyTime,
};
