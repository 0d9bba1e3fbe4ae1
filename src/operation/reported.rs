//! What the reports have in common: what they tell of a division, a function and a manager; and of the two tables of
//! courses the columns, and what they tell of a person, a class and a training, looked up once for each.

use super::shape::*;

/// All that both tables tell of a class with its training, up to `Opleidingscode`; of the training alone
/// where there is no class.
pub static TAUGHT: Lookup = Lookup {
    key: "class_or_training",
    // "`Contactmomenten`: `d-M-yyyy HH:mm-HH:mm`, joined by `, `"; "`Trainers`: full names joined by `, `, by
    // person id, of the class, without a class of the training"
    select: Sql::Text(
        "
SELECT t.key AS training, coalesce(c.name, '') AS Lichting,
    coalesce((SELECT group_concat(moment, ', ')
              FROM (SELECT shown_date || ' ' || shown_time AS moment FROM contact_moment
                    WHERE class = :key ORDER BY date, starts_at)), '') AS Contactmomenten,
    coalesce((SELECT group_concat(full_name, ', ')
              FROM (SELECT full_name FROM known_person
                    WHERE id IN (SELECT person FROM class_trainer WHERE class = :key
                                 UNION SELECT person FROM training_trainer WHERE training = -:key)
                    ORDER BY id)), '') AS Trainers
FROM LearningModule AS t
     LEFT JOIN class AS c ON c.id = :key
WHERE t.key = coalesce((SELECT training FROM class WHERE id = :key), -:key)",
    ),
    again: Again::AnyTime,
};

/// What they tell of the training.
static TRAINING: Lookup = Lookup {
    key: "training",
    select: Sql::Text(
        "SELECT t.id AS OpleidingsId, t.title AS Opleiding, s.title AS Trede, t.code AS Opleidingscode
         FROM LearningModule AS t CROSS JOIN step AS s ON s.id = t.step WHERE t.key = :key",
    ),
    again: Again::AnyTime,
};

/// What both tables tell of a person; `family_name` gives `Achternaam`, `dismissed` is what the column is called
/// that says whether he left.
pub fn person(family_name: &str, dismissed: &str) -> String {
    format!(
        "SELECT division, function, manager, first_name AS Voornaam, {family_name} AS Achternaam,
             external_identifier AS Personeelsnummer, email AS Email, cost_centre AS Kostenplaats,
             iif(is_dismissed, 'Ja', 'Nee') AS [{dismissed}], employee_type AS Medewerkertype
         FROM known_person WHERE id = :key"
    )
}

/// Where a person is.
static DIVISION: Lookup = Lookup {
    key: "division",
    select: Sql::Text(
        "SELECT location AS Locatie, division AS Divisie FROM reported_division WHERE id = :key",
    ),
    again: Again::AnyTime,
};

static FUNCTION: Lookup = Lookup {
    key: "function",
    select: Sql::Text("SELECT name AS Functie FROM function WHERE id = :key"),
    again: Again::AnyTime,
};

/// Whom a person reports to.
static MANAGER: Lookup = Lookup {
    key: "manager",
    select: Sql::Text("SELECT manager AS Leidinggevende FROM reported_manager WHERE id = :key"),
    again: Again::AnyTime,
};

/// The names of two words, which the tables write each in its own way.
pub struct Names {
    pub dismissed: &'static str,
    pub cancelled_by: &'static str,
    pub certificate: &'static str,
    pub percentage: &'static str,
}

/// "Column order in both tables: that of the completedCoursesTable": a date is such a value, and becomes that
/// without one; `person` is the lookup of the person.
pub const fn columns(
    names: &Names,
    date: Value,
    absent: Absent,
    person: &'static Lookup,
) -> [Field; 33] {
    const fn dated(name: &'static str, value: Value, absent: Absent) -> Field {
        Field {
            absent,
            ..field(name, value)
        }
    }
    [
        int("OpleidingsId").of(&TAUGHT).then(&TRAINING),
        text("Opleiding").of(&TAUGHT).then(&TRAINING),
        text("Lichting").of(&TAUGHT),
        text("Trede").of(&TAUGHT).then(&TRAINING),
        text("Contactmomenten").of(&TAUGHT),
        text("Trainers").of(&TAUGHT),
        text("Opleidingscode").of(&TAUGHT).then(&TRAINING),
        text("Versie"),
        text("Status"),
        dated("Startdatum", date, absent),
        dated("Afronddatum", date, absent),
        dated("Verloopdatum", date, absent),
        text("Voornaam").of(person),
        text("Achternaam").of(person),
        text("Personeelsnummer").of(person),
        text("Locatie").of(person).then(&DIVISION),
        text("Divisie").of(person).then(&DIVISION),
        text("Functie").of(person).then(&FUNCTION),
        text("Email").of(person),
        text("Leidinggevende").of(person).then(&MANAGER),
        text("Kostenplaats").of(person),
        money("Kosten").or_empty(),
        text("Betaling"),
        text(names.dismissed).of(person),
        dated("Inschrijfdatum", date, absent),
        dated("Mutatiedatum", date, absent),
        dated("Annuleringsdatum", date, absent),
        text(names.cancelled_by),
        text("Annuleringsreden"),
        text(names.certificate),
        text("Verplicht"),
        text("Medewerkertype").of(person),
        text(names.percentage),
    ]
}

/// The query of a table: the keys of its lookups and the columns that are the rows' own.
pub fn select(names: &Names, from: &str) -> String {
    let Names {
        cancelled_by,
        certificate,
        percentage,
        ..
    } = names;
    format!(
        "SELECT class_or_training, person, Versie, Status, Startdatum, Afronddatum, Verloopdatum, Kosten,
             Betaling, Inschrijfdatum, Mutatiedatum, Annuleringsdatum,
             Geannuleerd_door AS [{cancelled_by}], Annuleringsreden,
             Certificaat_behaald AS [{certificate}], Verplicht, Percentage_gereed AS [{percentage}]
         {from}"
    )
}
