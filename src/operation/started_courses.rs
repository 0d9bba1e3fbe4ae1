//! StartedCourses: "enrolments whose enrolment date lies in the range, by enrolment, person id, training,
//! without those that a result belongs to and those not cancelled that a later enrolment … replaces". The
//! columns are those of the completedCoursesTable, "with the specification's encoded names".

use super::reported::{TAUGHT, columns, person, select};
use super::{
    Contents, Field, GrantedWith, Lookup, Operation, Rule, SUCCESS, Table, date_parameter, int,
    money_text, short_date, text,
};

pub const OPERATION: Operation = Operation {
    name: "StartedCourses",
    summary: "Enrolments made in a period that no result belongs to yet, with their status.",
    granted_with: GrantedWith::Reports,
    request: &[date_parameter("fromDate"), date_parameter("tillDate")],
    root: "ApiResponseOfDataTable",
    error_on_success: false,
    flag: SUCCESS,
    rule: Some(Rule::Range("fromDate", "tillDate")),
    contents: Contents::Table(Table {
        row: "startedCoursesTable",
        select: SELECT,
        columns: COLUMNS,
    }),
};

/// The rows come in the order of the index on the enrolment.
const SELECT: &str = select!(
    "_x0020_",
    "FROM started_course
     WHERE enrolled_at BETWEEN :fromDate AND :tillDate || 'T23:59:59'
     ORDER BY enrolled_at, person, training, enrollment"
);

const COLUMNS: &[Field] = columns!("_x0020_", short_date, PERSON);

/// What is told of a person: "started `Berg, van den` (no comma without insertion)".
static PERSON: Lookup = person!(
    "family_name || iif(insertion = '', '', ', ' || insertion)",
    "Uit_x0020_dienst"
);
