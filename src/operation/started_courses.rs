//! StartedCourses: "enrolments whose enrolment date lies in the range, by enrolment, person id, training,
//! without those that a result belongs to and those not cancelled that a later enrolment … replaces". The
//! columns are those of the completedCoursesTable, "with the specification's encoded names".

use super::reported::{TAUGHT, person};
use super::{
    Arguments, Contents, Field, GrantedWith, Lookup, Operation, Rule, SUCCESS, Table,
    date_parameter, int, money_text, short_date, text,
};

pub const OPERATION: Operation = Operation {
    name: "StartedCourses",
    summary: "Enrolments made in a period that no result belongs to yet, with their status.",
    granted_with: GrantedWith::Reports,
    request: &[date_parameter("fromDate"), date_parameter("tillDate")],
    root: "ApiResponseOfDataTable",
    error_on_success: false,
    flag: SUCCESS,
    rule: Some(Rule::Arguments(from_is_not_later)),
    contents: Contents::Table(Table {
        row: "startedCoursesTable",
        select: SELECT,
        columns: COLUMNS,
    }),
};

fn from_is_not_later(arguments: &Arguments) -> Option<&'static str> {
    (arguments.text("fromDate") > arguments.text("tillDate"))
        .then_some("fromDate is later than tillDate.")
}

/// The rows come in the order of the index on the enrolment; only those of one person and one moment are
/// sorted.
const SELECT: &str = "
SELECT class_or_training, person, Versie, Status, Startdatum, Afronddatum, Verloopdatum, Kosten,
    Betaling, Inschrijfdatum, Mutatiedatum, Annuleringsdatum, Geannuleerd_x0020_door,
    Annuleringsreden, Certificaat_x0020_behaald, Verplicht, Percentage_x0020_gereed
FROM started_course
WHERE enrolled_at BETWEEN :fromDate AND :tillDate || 'T23:59:59'
ORDER BY enrolled_at, person, training, enrollment";

const COLUMNS: &[Field] = &[
    int("OpleidingsId").of(&TAUGHT),
    text("Opleiding").of(&TAUGHT),
    text("Lichting").of(&TAUGHT),
    text("Trede").of(&TAUGHT),
    text("Contactmomenten").of(&TAUGHT),
    text("Trainers").of(&TAUGHT),
    text("Opleidingscode").of(&TAUGHT),
    text("Versie"),
    text("Status"),
    short_date("Startdatum"),
    short_date("Afronddatum"),
    short_date("Verloopdatum"),
    text("Voornaam").of(&PERSON),
    text("Achternaam").of(&PERSON),
    text("Personeelsnummer").of(&PERSON),
    text("Locatie").of(&PERSON),
    text("Divisie").of(&PERSON),
    text("Functie").of(&PERSON),
    text("Email").of(&PERSON),
    text("Leidinggevende").of(&PERSON),
    text("Kostenplaats").of(&PERSON),
    money_text("Kosten"),
    text("Betaling"),
    text("Uit_x0020_dienst").of(&PERSON),
    short_date("Inschrijfdatum"),
    short_date("Mutatiedatum"),
    short_date("Annuleringsdatum"),
    text("Geannuleerd_x0020_door"),
    text("Annuleringsreden"),
    text("Certificaat_x0020_behaald"),
    text("Verplicht"),
    text("Medewerkertype").of(&PERSON),
    text("Percentage_x0020_gereed"),
];

/// What is told of a person: "started `Berg, van den` (no comma without insertion)".
static PERSON: Lookup = person!(
    "family_name || iif(insertion = '', '', ', ' || insertion)",
    "Uit_x0020_dienst"
);
