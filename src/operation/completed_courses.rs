//! CompletedCourses: "results (courses and blocks) whose finish date lies in the range, persons dismissed
//! or not, by finish, person id, training". The columns are those of the specification's
//! completedCoursesTable.

use super::reported::{TAUGHT, person};
use super::{
    Contents, Field, GrantedWith, Lookup, Operation, Rule, SUCCESS, Table, date_parameter, int,
    money_text, optional_zoned_datetime, text,
};
use crate::operation::Arguments;

pub const OPERATION: Operation = Operation {
    name: "CompletedCourses",
    summary: "What was completed in a period: courses and course blocks, with class, costs and certificate.",
    granted_with: GrantedWith::Reports,
    request: &[date_parameter("fromDate"), date_parameter("toDate")],
    root: "ApiResponseOfDataTable",
    error_on_success: false,
    flag: SUCCESS,
    rule: Some(Rule::Arguments(from_is_not_later)),
    contents: Contents::Table(Table {
        row: "completedCoursesTable",
        select: SELECT,
        columns: COLUMNS,
    }),
};

fn from_is_not_later(arguments: &Arguments) -> Option<&'static str> {
    (arguments.text("fromDate") > arguments.text("toDate"))
        .then_some("fromDate is later than toDate.")
}

/// The rows come in the order of the index on the finish; only those of one person and one moment are sorted.
const SELECT: &str = "
SELECT class_or_training, person, Versie, Status, Startdatum, Afronddatum, Verloopdatum, Kosten,
    Betaling, Inschrijfdatum, Mutatiedatum, Annuleringsdatum, Geannuleerd_door, Annuleringsreden,
    Certificaat_behaald, Verplicht, Percentage_gereed
FROM completed_course
WHERE Afronddatum BETWEEN :fromDate AND :toDate || 'T23:59:59'
ORDER BY Afronddatum, person, training";

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
    optional_zoned_datetime("Startdatum"),
    optional_zoned_datetime("Afronddatum"),
    optional_zoned_datetime("Verloopdatum"),
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
    text("Uit_dienst").of(&PERSON),
    optional_zoned_datetime("Inschrijfdatum"),
    optional_zoned_datetime("Mutatiedatum"),
    optional_zoned_datetime("Annuleringsdatum"),
    text("Geannuleerd_door"),
    text("Annuleringsreden"),
    text("Certificaat_behaald"),
    text("Verplicht"),
    text("Medewerkertype").of(&PERSON),
    text("Percentage_gereed"),
];

/// What is told of a person.
static PERSON: Lookup = person!(
    "iif(insertion = '', '', insertion || ' ') || family_name",
    "Uit_dienst"
);
