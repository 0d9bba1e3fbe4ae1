//! GetPersonAgenda: "one item per contact moment of each class that the person has an enrolment for, with
//! the state of the one that counts".

use super::prelude::*;
use crate::datafile::persons;
use crate::model::enumeration::STATES;

pub const OPERATION: Operation = Operation {
    request: &[text_parameter("identifier")
        .described(descriptions::EXTERNAL_IDENTIFIER)
        .dutch("Persoon", "Het nummer in het HR-systeem.")
        .refers_to(&persons::FILE, "ExternalIdentifier")],
    success_element: "Succes",
    rules: &[ArgumentRule::Exists {
        // `id > 0` excludes the placeholder person, whose identifier is empty: an empty parameter must find nobody
        select: "SELECT id FROM known_person WHERE external_identifier = :identifier AND id > 0",
        entity: Entity::Person,
    }],
    ..Operation::report(
        "GetPersonAgenda",
        get("/persons/by-external-id/{identifier}/agenda"),
        "The sessions of the classes that a person is or was enrolled in.",
        "ApiResponseOfListOfAgendaDTO",
        Contents::List(ListSchema::of_objects("AgendaDTO", query(AGENDA), FIELDS)),
    )
    .dutch("Agenda van een persoon", "De bijeenkomsten van de klassen waarvoor iemand is of was ingeschreven.")
};

const FIELDS: &[Field] = &[
    int("id").described(descriptions::SESSION_ID),
    text("agendaItem").described(descriptions::TRAINING_TITLE),
    text("agendaDatum").described("Date in words, such as 09 maart 2026."),
    int("classID").described(descriptions::CLASS_ID),
    text("externalIdentifier").described(descriptions::EXTERNAL_IDENTIFIER),
    int("State").described("State of the enrolment").enumerated(&STATES),
    boolean("Cancelled").described("Whether the class is cancelled."),
    text("type").described("Always training."),
    text("agendaHyperlink").described("Always #."),
    text("agendaTarget").described("Always empty."),
];

const AGENDA: &str = "
    SELECT d.id                   AS id,
           t.title                AS agendaItem,
           d.date_in_words        AS agendaDatum,
           c.id                   AS classID,
           p.external_identifier  AS externalIdentifier,
           e.state                AS State,
           c.is_cancelled         AS Cancelled,
           'training'             AS type,
           '#'                    AS agendaHyperlink,
           ''                     AS agendaTarget
    FROM known_person AS p
         CROSS JOIN class_enrollment AS e ON e.person = p.id
         CROSS JOIN class AS c ON c.id = e.class
         CROSS JOIN LearningModule AS t ON t.key = c.training
         CROSS JOIN contact_moment AS d ON d.class = c.id
    WHERE p.external_identifier = :identifier AND p.id > 0
    ORDER BY d.date, d.starts_at, d.id";
