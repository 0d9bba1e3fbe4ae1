//! What the two tables of courses have in common: their columns, and what they tell of a person, a class and a
//! training, looked up once for each.

use super::{Again, Lookup};

/// All that both tables tell of a class with its training, up to `Opleidingscode`; of the training alone
/// where there is no class.
pub static TAUGHT: Lookup = Lookup {
    key: "class_or_training",
    // "`Contactmomenten`: `d-M-yyyy HH:mm-HH:mm`, joined by `, `"; "`Trainers`: full names joined by `, `, by
    // person id, of the class, without a class of the training"
    select: "
SELECT t.id AS OpleidingsId, t.title AS Opleiding, coalesce(c.name, '') AS Lichting, s.title AS Trede,
    coalesce((SELECT group_concat(moment, ', ')
              FROM (SELECT shown_date || ' ' || shown_time AS moment FROM contact_moment
                    WHERE class = :key ORDER BY date, starts_at)), '') AS Contactmomenten,
    coalesce((SELECT group_concat(full_name, ', ')
              FROM (SELECT full_name FROM known_person
                    WHERE id IN (SELECT person FROM class_trainer WHERE class = :key
                                 UNION SELECT person FROM training_trainer WHERE training = -:key)
                    ORDER BY id)), '') AS Trainers,
    t.code AS Opleidingscode
FROM LearningModule AS t
     CROSS JOIN step AS s ON s.id = t.step
     LEFT JOIN class AS c ON c.id = :key
WHERE t.key = coalesce((SELECT training FROM class WHERE id = :key), -:key)",
    again: Again::AnyTime,
};

/// What both tables tell of a person; `$family_name` gives `Achternaam`, `$dismissed` is what the column is
/// called that says whether he left.
macro_rules! person {
    ($family_name:literal, $dismissed:literal) => {
        $crate::operation::Lookup {
            key: "person",
            select: concat!(
                "SELECT first_name AS Voornaam, ",
                $family_name,
                " AS Achternaam, external_identifier AS Personeelsnummer, location AS Locatie,
                     division AS Divisie, function AS Functie, email AS Email, manager AS Leidinggevende,
                     cost_centre AS Kostenplaats, dismissed AS ",
                $dismissed,
                ", employee_type AS Medewerkertype FROM reported_person WHERE id = :key"
            ),
            again: $crate::operation::Again::AnyTime,
        }
    };
}
pub(super) use person;

/// "Column order in both tables: that of the completedCoursesTable": `$blank` stands for the blank in a name,
/// `$date` writes a date, `$person` is the lookup of the person.
macro_rules! columns {
    ($blank:literal, $date:ident, $person:ident) => {
        &[
            int("OpleidingsId").of(&TAUGHT),
            text("Opleiding").of(&TAUGHT),
            text("Lichting").of(&TAUGHT),
            text("Trede").of(&TAUGHT),
            text("Contactmomenten").of(&TAUGHT),
            text("Trainers").of(&TAUGHT),
            text("Opleidingscode").of(&TAUGHT),
            text("Versie"),
            text("Status"),
            $date("Startdatum"),
            $date("Afronddatum"),
            $date("Verloopdatum"),
            text("Voornaam").of(&$person),
            text("Achternaam").of(&$person),
            text("Personeelsnummer").of(&$person),
            text("Locatie").of(&$person),
            text("Divisie").of(&$person),
            text("Functie").of(&$person),
            text("Email").of(&$person),
            text("Leidinggevende").of(&$person),
            text("Kostenplaats").of(&$person),
            money_text("Kosten"),
            text("Betaling"),
            text(concat!("Uit", $blank, "dienst")).of(&$person),
            $date("Inschrijfdatum"),
            $date("Mutatiedatum"),
            $date("Annuleringsdatum"),
            text(concat!("Geannuleerd", $blank, "door")),
            text("Annuleringsreden"),
            text(concat!("Certificaat", $blank, "behaald")),
            text("Verplicht"),
            text("Medewerkertype").of(&$person),
            text(concat!("Percentage", $blank, "gereed")),
        ]
    };
}
pub(super) use columns;

/// The query of a table: the keys of its lookups and the columns that are the rows' own, `$from` where.
macro_rules! select {
    ($blank:literal, $from:literal) => {
        concat!(
            "SELECT class_or_training, person, Versie, Status, Startdatum, Afronddatum, Verloopdatum, Kosten,
                 Betaling, Inschrijfdatum, Mutatiedatum, Annuleringsdatum, Geannuleerd",
            $blank,
            "door, Annuleringsreden, Certificaat",
            $blank,
            "behaald, Verplicht, Percentage",
            $blank,
            "gereed ",
            $from
        )
    };
}
pub(super) use select;
