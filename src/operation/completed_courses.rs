//! CompletedCourses: "results (courses and blocks) whose finish date lies in the range, persons dismissed
//! or not, by finish, person id, training". The columns are those of the specification's
//! completedCoursesTable.

use super::reported::{TAUGHT, columns, person, select};
use super::{
    Contents, Field, GrantedWith, Lookup, Operation, Rule, SUCCESS, Table, date_parameter, int,
    money_text, optional_zoned_datetime, text,
};

pub const OPERATION: Operation = Operation {
    name: "CompletedCourses",
    summary: "What was completed in a period: courses and course blocks, with class, costs and certificate.",
    granted_with: GrantedWith::Reports,
    request: &[date_parameter("fromDate"), date_parameter("toDate")],
    root: "ApiResponseOfDataTable",
    error_on_success: false,
    flag: SUCCESS,
    rule: Some(Rule::Range("fromDate", "toDate")),
    contents: Contents::Table(Table {
        row: "completedCoursesTable",
        select: SELECT,
        columns: COLUMNS,
    }),
};

/// The rows come in the order of the index on the finish.
const SELECT: &str = select!(
    "_",
    "FROM completed_course
     WHERE Afronddatum BETWEEN :fromDate AND :toDate || 'T23:59:59'
     ORDER BY Afronddatum, person, training"
);

const COLUMNS: &[Field] = columns!("_", optional_zoned_datetime, PERSON);

/// What is told of a person.
static PERSON: Lookup = person!(
    "iif(insertion = '', '', insertion || ' ') || family_name",
    "Uit_dienst"
);
