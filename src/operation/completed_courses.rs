//! CompletedCourses: "results (courses and blocks) whose finish date lies in the range, persons dismissed or not, by
//! finish, person id, training". The columns are those of the specification's completedCoursesTable.

use super::prelude::*;
use super::report_columns::{ReportSpecificColumns, course_columns, course_query, person_query};

pub const OPERATION: Operation = Operation {
    request: &[
        date_parameter("fromDate")
            .described("Trainings completed on or after this day.")
            .dutch("Vanaf", "Trainingen die op of na deze dag zijn afgerond."),
        date_parameter("toDate")
            .described("Trainings completed on or before this day.")
            .dutch("Tot en met", "Trainingen die op of vóór deze dag zijn afgerond."),
    ],
    rules: &[ArgumentRule::DateRange { from: "fromDate", till: "toDate" }],
    sorted_by: Some("Afronddatum"),
    ..Operation::report(
        "CompletedCourses",
        get("/completed-courses"),
        "What was completed in a period: courses and course blocks, with class, costs and certificate.",
        "ApiResponseOfDataTable",
        Contents::Table(ListSchema::of_objects("completedCoursesTable", query_made_by(courses_query), COLUMNS)),
    )
    .dutch(
        "Afgeronde trainingen",
        "Wat in een periode is afgerond: opleidingen en opleidingsblokken, met klas, kosten en certificaat.",
    )
};

/// Returns the query. Its order is that of the index on the finish date.
fn courses_query() -> String {
    course_query(
        OWN_COLUMNS,
        "FROM completed_course
         WHERE Afronddatum BETWEEN :fromDate AND :toDate || 'T23:59:59'
         ORDER BY Afronddatum, person, training",
    )
}

const COLUMNS: &[Field] = &course_columns(OWN_COLUMNS, &PERSON);

const OWN_COLUMNS: &ReportSpecificColumns = &ReportSpecificColumns {
    status: text("Status").described("Afgerond, or Verlopen if the result is no longer valid."),
    started: optional_datetime("Startdatum").described("When the training was started; no value if unknown."),
    finished: optional_datetime("Afronddatum").described("When the training was completed."),
    expires: optional_datetime("Verloopdatum")
        .described("Until when the result is valid; no value if it has no end date."),
    family_name: text("Achternaam").described("Family name with the name prefix before it."),
    payment: text("Betaling").described("How the enrolment is paid, if that is known."),
    dismissed: text("Uit_dienst"),
    enrolled: optional_datetime("Inschrijfdatum"),
    changed: optional_datetime("Mutatiedatum"),
    cancelled: optional_datetime("Annuleringsdatum"),
    cancelled_by: text("Geannuleerd_door"),
    certificate: text("Certificaat_behaald").described("Ja or Nee; N.v.t. if the training gives no certificate."),
    percentage: text("Percentage_gereed").described("Always 100%."),
};

const fn optional_datetime(name: &'static str) -> Field {
    field(name, FieldValue::ZonedDateTime).optional()
}

static PERSON: Lookup = Lookup::composed("person", || {
    person_query("iif(insertion = '', '', insertion || ' ') || family_name", OWN_COLUMNS.dismissed.name)
});
