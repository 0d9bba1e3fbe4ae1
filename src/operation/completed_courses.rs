//! CompletedCourses: "results (courses and blocks) whose finish date lies in the range, persons dismissed
//! or not, by finish, person id, training". The columns are those of the specification's
//! completedCoursesTable.

use super::{
    Contents, Field, GrantedWith, Lookup, Operation, Rule, SUCCESS, Table, date_parameter, int,
    lookup, money_text, optional_zoned_datetime, text,
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
SELECT OpleidingsId, Opleiding, Lichting, Trede, Contactmomenten, Trainers, Opleidingscode, Versie, Status,
    Startdatum, Afronddatum, Verloopdatum, Voornaam, Achternaam, Personeelsnummer, Locatie, Divisie, Functie,
    Email, Leidinggevende, Kostenplaats, Kosten, Betaling, Uit_dienst, Inschrijfdatum, Mutatiedatum,
    Annuleringsdatum, Geannuleerd_door, Annuleringsreden, Certificaat_behaald, Verplicht, Medewerkertype,
    Percentage_gereed
FROM completed_course
WHERE Afronddatum BETWEEN :fromDate AND :toDate || 'T23:59:59'
ORDER BY Afronddatum, person, type, OpleidingsId";

const COLUMNS: &[Field] = &[
    int("OpleidingsId"),
    text("Opleiding"),
    text("Lichting"),
    text("Trede"),
    lookup("Contactmomenten", &MOMENTS),
    lookup("Trainers", &TRAINERS),
    text("Opleidingscode"),
    text("Versie"),
    text("Status"),
    optional_zoned_datetime("Startdatum"),
    optional_zoned_datetime("Afronddatum"),
    optional_zoned_datetime("Verloopdatum"),
    text("Voornaam"),
    text("Achternaam"),
    text("Personeelsnummer"),
    text("Locatie"),
    text("Divisie"),
    text("Functie"),
    text("Email"),
    text("Leidinggevende"),
    text("Kostenplaats"),
    money_text("Kosten"),
    text("Betaling"),
    text("Uit_dienst"),
    optional_zoned_datetime("Inschrijfdatum"),
    optional_zoned_datetime("Mutatiedatum"),
    optional_zoned_datetime("Annuleringsdatum"),
    text("Geannuleerd_door"),
    text("Annuleringsreden"),
    text("Certificaat_behaald"),
    text("Verplicht"),
    text("Medewerkertype"),
    text("Percentage_gereed"),
];

/// "`Contactmomenten`: `d-M-yyyy HH:mm-HH:mm`, joined by `, `", of the class.
pub const MOMENTS: Lookup = Lookup {
    select: "SELECT group_concat(moment, ', ') AS Contactmomenten
             FROM (SELECT shown_date || ' ' || shown_time AS moment FROM contact_moment
                   WHERE class = :key ORDER BY date, starts_at)",
};

/// "`Trainers`: full names joined by `, `, by person id, of the class, without a class of the training", the
/// class by its id, the training by its negative key.
pub const TRAINERS: Lookup = Lookup {
    select: "SELECT group_concat(full_name, ', ') AS Trainers
             FROM (SELECT full_name FROM known_person
                   WHERE id IN (SELECT person FROM class_trainer WHERE class = :key
                                UNION SELECT person FROM training_trainer WHERE training = -:key)
                   ORDER BY id)",
};
