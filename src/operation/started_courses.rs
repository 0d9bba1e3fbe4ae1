//! StartedCourses: "enrolments whose enrolment date lies in the range, by enrolment, person id, training,
//! without those that a result belongs to and those not cancelled that a later enrolment … replaces". The
//! columns are those of the completedCoursesTable, "with the specification's encoded names".

use super::prelude::*;
use super::report_columns::{ReportSpecificColumns, course_columns, course_query, person_query};

pub const OPERATION: Operation = Operation {
    request: &[
        date_parameter("fromDate")
            .described("Enrolments made on or after this day.")
            .dutch("Vanaf", "Inschrijvingen op of na deze dag."),
        date_parameter("tillDate")
            .described("Enrolments made on or before this day.")
            .dutch("Tot en met", "Inschrijvingen op of vóór deze dag."),
    ],
    rules: &[ArgumentRule::DateRange { from: "fromDate", till: "tillDate" }],
    sorted_by: Some("Inschrijfdatum"),
    ..Operation::report(
        "StartedCourses",
        get("/started-courses"),
        "Trainings for which persons enrolled in a period, and which they have not completed yet, with the status of the enrolment.",
        "ApiResponseOfDataTable",
        Contents::Table(ListSchema::of_objects("startedCoursesTable", query_made_by(courses_query), COLUMNS)),
    )
    .dutch(
        "Gestarte trainingen",
        "Trainingen waarvoor personen zich in een periode hebben ingeschreven en die zij nog niet hebben afgerond, met de status van de inschrijving.",
    )
};

/// Returns the query. Its order is that of the index on the enrolment date.
fn courses_query() -> String {
    course_query(
        OWN_COLUMNS,
        "FROM started_course
         WHERE enrolled_at BETWEEN :fromDate AND :tillDate || 'T23:59:59'
         ORDER BY enrolled_at, person, training, enrollment",
    )
}

const COLUMNS: &[Field] = &course_columns(OWN_COLUMNS, &PERSON);

const OWN_COLUMNS: &ReportSpecificColumns = &ReportSpecificColumns {
    status: text("Status").described("In aanbod, Goedgekeurd, Ingepland, Gestart or Geannuleerd (te laat)."),
    started: short_date("Startdatum").described("The latest start since the enrolment; empty if there is none."),
    finished: short_date("Afronddatum")
        .described("When the training was last completed before the enrolment; empty if never.")
        .labelled("Last completed before", "Vorige keer afgerond"),
    expires: short_date("Verloopdatum")
        .described("Until when the result is valid; empty if it has no end date.")
        .labelled("That result valid until", "Vorige keer geldig tot"),
    family_name: text("Achternaam")
        .with_prefix_after_comma()
        .described("Family name, then a comma and the name prefix."),
    payment: text("Betaling").described("Always empty."),
    dismissed: text("Uit dienst"),
    enrolled: short_date("Inschrijfdatum"),
    changed: short_date("Mutatiedatum"),
    cancelled: short_date("Annuleringsdatum"),
    cancelled_by: text("Geannuleerd door"),
    certificate: text("Certificaat behaald").described("Nee; N.v.t. if the training gives no certificate."),
    percentage: text("Percentage gereed").described("Progress as X%; N.v.t. if there is none since the enrolment."),
};

const fn short_date(name: &'static str) -> Field {
    field(name, FieldValue::ShortDate)
}

/// The columns about the person: "started `Berg, van den` (no comma without insertion)".
static PERSON: Lookup = Lookup::composed("person", || {
    person_query("family_name || iif(insertion = '', '', ', ' || insertion)", OWN_COLUMNS.dismissed.name)
});
