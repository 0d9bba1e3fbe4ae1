//! The columns of both course tables, CompletedCourses and StartedCourses, with their lookups.

use super::prelude::*;

/// The columns about a class and its training. The key is a class id, or without a class, a negated training key.
pub static CLASS_AND_TRAINING: Lookup = Lookup::new(
    "class_or_training",
    // "`Contactmomenten`: `d-M-yyyy HH:mm-HH:mm`, joined by `, `"; "`Trainers`: full names joined by `, `, by
    // person id, of the class, without a class of the training"
    "
SELECT t.key AS training, coalesce(c.name, '') AS Lichting, coalesce(m.moments, '') AS Contactmomenten,
    coalesce(iif(:key > 0,
                 (SELECT group_concat(full_name, ', ')
                  FROM (SELECT full_name FROM class_trainer AS r CROSS JOIN known_person AS p ON p.id = r.person
                        WHERE r.class = :key GROUP BY r.person ORDER BY r.person)),
                 (SELECT group_concat(full_name, ', ')
                  FROM (SELECT full_name FROM training_trainer AS r CROSS JOIN known_person AS p ON p.id = r.person
                        WHERE r.training = -:key ORDER BY r.person))), '') AS Trainers
FROM LearningModule AS t
     LEFT JOIN class AS c ON c.id = :key
     LEFT JOIN timetable AS m ON m.class = :key
WHERE t.key = coalesce((SELECT training FROM class WHERE id = :key), -:key)",
);

static TRAINING: Lookup = Lookup::new(
    "training",
    "SELECT t.id AS OpleidingsId, t.title AS Opleiding, s.title AS Trede, t.code AS Opleidingscode
         FROM LearningModule AS t CROSS JOIN step AS s ON s.id = t.step WHERE t.key = :key",
);

/// Returns the query for the columns about a person. `family_name` is SQL for `Achternaam`, `dismissed` a column's
/// name. Its first three columns are the keys of further lookups.
pub fn person_query(family_name: &str, dismissed: &str) -> String {
    format!(
        "SELECT division, function, manager, first_name AS Voornaam, {family_name} AS Achternaam,
             external_identifier AS Personeelsnummer, email AS Email, cost_centre AS Kostenplaats,
             iif(is_dismissed, 'Ja', 'Nee') AS [{dismissed}], employee_type AS Medewerkertype
         FROM known_person WHERE id = :key"
    )
}

static DIVISION: Lookup =
    Lookup::new("division", "SELECT location AS Locatie, division AS Divisie FROM reported_division WHERE id = :key");

static FUNCTION: Lookup = Lookup::new("function", "SELECT name AS Functie FROM function WHERE id = :key");

static MANAGER: Lookup =
    Lookup::new("manager", "SELECT manager AS Leidinggevende FROM reported_manager WHERE id = :key");

/// The columns of one of the reports CompletedCourses and StartedCourses that differ in the other report.
pub struct ReportSpecificColumns {
    pub status: Field,
    pub started: Field,
    pub finished: Field,
    pub expires: Field,
    pub family_name: Field,
    pub payment: Field,
    pub dismissed: Field,
    pub enrolled: Field,
    pub changed: Field,
    pub cancelled: Field,
    pub cancelled_by: Field,
    pub certificate: Field,
    pub percentage: Field,
}

/// Returns the columns of a report: "Column order in both tables: that of the completedCoursesTable". `person` is the
/// lookup of the columns about a person.
#[rustfmt::skip]
pub const fn course_columns(specific: &ReportSpecificColumns, person: &'static Lookup) -> [Field; 33] {
    [
        int("OpleidingsId").with_lookup(&CLASS_AND_TRAINING).then_lookup(&TRAINING).described(descriptions::TRAINING_ID),
        text("Opleiding").with_lookup(&CLASS_AND_TRAINING).then_lookup(&TRAINING).described(descriptions::TRAINING_TITLE),
        text("Lichting").with_lookup(&CLASS_AND_TRAINING).described("Name of the class (lichting); empty if there is no class."),
        text("Trede").with_lookup(&CLASS_AND_TRAINING).then_lookup(&TRAINING).described(descriptions::STEP),
        text("Contactmomenten").with_lookup(&CLASS_AND_TRAINING).described("The class's dates as d-M-yyyy HH:mm-HH:mm, joined by commas."),
        text("Trainers").with_lookup(&CLASS_AND_TRAINING).described("Full names of the trainers of the class, or if there is no class, of the training."),
        text("Opleidingscode").with_lookup(&CLASS_AND_TRAINING).then_lookup(&TRAINING).described(descriptions::TRAINING_CODE),
        text("Versie").described(descriptions::VERSION),
        specific.status,
        specific.started,
        specific.finished,
        specific.expires,
        text("Voornaam").with_lookup(person).described(descriptions::FIRST_NAME),
        specific.family_name.with_lookup(person),
        text("Personeelsnummer").with_lookup(person).described(descriptions::EXTERNAL_IDENTIFIER),
        text("Locatie").with_lookup(person).then_lookup(&DIVISION).described(descriptions::DIVISION),
        text("Divisie").with_lookup(person).then_lookup(&DIVISION).described(descriptions::TOPMOST_DIVISION).labelled("Topmost division", "Hoofddivisie"),
        text("Functie").with_lookup(person).then_lookup(&FUNCTION).described(descriptions::FUNCTION),
        text("Email").with_lookup(person).described(descriptions::EMAIL),
        text("Leidinggevende").with_lookup(person).then_lookup(&MANAGER).described("Full name of the manager."),
        text("Kostenplaats").with_lookup(person).described(descriptions::COST_CENTRE),
        money("Kosten").or_empty().described("Costs of taking part, from the enrolment or else the training."),
        specific.payment,
        specific.dismissed.with_lookup(person).described("Whether the person has left: Ja or Nee."),
        specific.enrolled.described("Date of the enrolment."),
        specific.changed.described("Date on which the enrolment last changed."),
        specific.cancelled.described("Date on which the enrolment was cancelled; no value if it was not."),
        specific.cancelled_by.described("By whom or why the enrolment was cancelled, such as Geannuleerd door planner; empty if it was not."),
        text("Annuleringsreden").described("No show or Afgemeld; empty when neither applies."),
        specific.certificate,
        text("Verplicht").described(descriptions::MANDATORY),
        text("Medewerkertype").with_lookup(person).described("Intern for own staff, Extern for hired staff."),
        specific.percentage,
    ]
}

/// Returns the query of a report on courses. Its first two columns are the keys with which the lookups of
/// [`course_columns`] find the class or training and the person. `from_clause` begins with `FROM`, and ends with the
/// conditions and the order.
pub fn course_query(specific: &ReportSpecificColumns, from_clause: &str) -> String {
    let [cancelled_by, certificate, percentage] =
        [specific.cancelled_by, specific.certificate, specific.percentage].map(|field| field.name);
    format!(
        "SELECT class_or_training, person, Versie, Status, Startdatum, Afronddatum, Verloopdatum, Kosten,
             Betaling, Inschrijfdatum, Mutatiedatum, Annuleringsdatum,
             Geannuleerd_door AS [{cancelled_by}], Annuleringsreden,
             Certificaat_behaald AS [{certificate}], Verplicht, Percentage_gereed AS [{percentage}]
         {from_clause}"
    )
}
