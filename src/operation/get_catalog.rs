//! GetCatalog: the trainings that can be followed, by step and category, and the places left in their classes.

use super::prelude::*;

pub const OPERATION: Operation = Operation::report(
    "GetCatalog",
    get("/catalog"),
    "The trainings of the catalogue, by step and category, with the classes that are open for enrolment.",
    "ApiResponseOfListOfCatalogItem",
    Contents::List(ListSchema::of_objects("CatalogItem", query(ITEM_QUERY), ITEM_FIELDS)),
)
.dutch(
    "Catalogus",
    "De trainingen van de catalogus, per stap en categorie, met de klassen waarvoor men zich nog kan inschrijven.",
);

const ITEM_QUERY: &str = "
    SELECT s.id AS key, s.title AS Title
    FROM step AS s INDEXED BY step_in_order
    WHERE EXISTS (SELECT 1 FROM category AS g CROSS JOIN catalog_training AS t ON t.category = g.id
                  WHERE g.step = s.id)
    ORDER BY s.position, s.id";

const ITEM_FIELDS: &[Field] = &[
    text("Title").described("Title of the step (trede)."),
    list("CatSubject", &SUBJECTS).described("The categories of the step that hold trainings."),
];

const SUBJECTS: ListSchema = ListSchema::of_objects("CatSubject", query(SUBJECT_QUERY), SUBJECT_FIELDS);

const SUBJECT_QUERY: &str = "
    SELECT s.id AS parent, g.id AS key, g.title AS Subject
    FROM step AS s INDEXED BY step_in_order
         CROSS JOIN category AS g INDEXED BY category_in_order ON g.step = s.id
    WHERE EXISTS (SELECT 1 FROM catalog_training AS t WHERE t.category = g.id)
    ORDER BY s.position, s.id, g.position, g.id";

const SUBJECT_FIELDS: &[Field] = &[
    text("Subject").described("Title of the category."),
    list("CatTrainingInfo", &TRAININGS).described("The trainings of the category, by title."),
];

/// A query of a level below the categories.
#[derive(Default)]
struct CatalogQuery {
    columns: &'static str,
    /// SQL that joins further tables.
    joins: &'static str,
    /// The columns that sort the rows of a training, after a comma.
    then_by: &'static str,
}

/// "Trainings by title": "without regard to ASCII case, then type (`Learning` first), then id": the order of `t.key`.
fn catalog_query(CatalogQuery { columns, joins, then_by }: CatalogQuery) -> String {
    format!(
        "SELECT {columns} FROM step AS s INDEXED BY step_in_order
             CROSS JOIN category AS g INDEXED BY category_in_order ON g.step = s.id
             CROSS JOIN catalog_training AS t ON t.category = g.id {joins}
         ORDER BY s.position, s.id, g.position, g.id, t.title COLLATE NOCASE, t.key{then_by}"
    )
}

const TRAININGS: ListSchema =
    ListSchema::of_objects("CatTrainingInfo", query_made_by(trainings_query), TRAINING_FIELDS);

/// The trainings of each category, with the key of the category as `parent`.
fn trainings_query() -> String {
    catalog_query(CatalogQuery {
        columns: "g.id AS parent, t.key AS key, t.title AS Title, t.image AS Image,
                t.description AS Description, t.id AS Id, t.costs AS costs",
        ..CatalogQuery::default()
    })
}

const TRAINING_FIELDS: &[Field] = &[
    text("Title").described(descriptions::TRAINING_TITLE),
    field("Image", FieldValue::Picture).described("Address of the training's picture; empty when there is none."),
    text("Description").described("What the training is about, as HTML."),
    int("Id").described(descriptions::TRAINING_ID),
    money("costs").or_empty().described("Costs of taking part; no value if unknown."),
    list("Trainers", &TRAINING_TRAINERS).described("The trainers of the training."),
    list("TrainingData", &TRAINING_DATA)
        .optional()
        .described("The sessions of the classes that are open for enrolment."),
    always_empty_list("Sites").described(descriptions::NEVER_FILLED),
    always_empty_list("RelatedTrainings").described(descriptions::NEVER_FILLED),
];

const TRAINING_TRAINERS: ListSchema =
    ListSchema::of_objects("UserInfo", query_made_by(training_trainers_query), USER_FIELDS);

/// The trainers of each training, without anonymised persons.
fn training_trainers_query() -> String {
    catalog_query(CatalogQuery {
        columns: "t.key AS parent, r.person AS person",
        joins: "CROSS JOIN training_trainer AS r ON r.training = t.key
                 AND r.person NOT IN (SELECT id FROM person WHERE anonymised)",
        then_by: ", r.person",
    })
}

const TRAINING_DATA: ListSchema =
    ListSchema::of_objects("CatTrainingData", query_made_by(training_sessions_query), TRAINING_DATA_FIELDS);

/// The sessions (contact moments) of the open classes of each training, by date.
/// "`AvailablePlaces` = maximum − enrolled, not below 0; nil when there is no maximum."
fn training_sessions_query() -> String {
    catalog_query(CatalogQuery {
        columns: "t.key AS parent, d.trainer_ids AS Trainers, c.id AS subscriptionId,
                coalesce(c.person_group, 0) AS groupId, c.name AS ClassName, d.date AS Date,
                d.shown_time AS Time, d.location_name AS Location, d.location_address AS Adress,
                iif(c.max_persons IS NULL, NULL, max(0, c.max_persons - r.enrolled_count)) AS AvailablePlaces,
                c.has_waiting_list AS HasWaitingList",
        joins: "CROSS JOIN catalog_class AS c ON c.training = t.key
              LEFT JOIN current_roster AS r ON r.class = c.id
              CROSS JOIN contact_moment AS d ON d.class = c.id",
        then_by: ", d.date, d.starts_at, d.id",
    })
}

const TRAINING_DATA_FIELDS: &[Field] = &[
    int("subscriptionId").described(descriptions::CLASS_ID),
    int("groupId").described(descriptions::GROUP_ID),
    text("ClassName").described(descriptions::CLASS_NAME),
    field("Date", FieldValue::ShortDate).described("Day of the session, as d-M-yyyy."),
    text("Time").described("Start and end, as HH:mm-HH:mm."),
    text("Location").described(descriptions::LOCATION),
    text("Adress").described(descriptions::ADDRESS),
    int("AvailablePlaces")
        .nillable()
        .described("How many places are left, never below 0; no value if there is no maximum."),
    boolean("HasWaitingList").described(descriptions::WAITING_LIST),
    list("Trainers", &CLASS_TRAINERS).described("The trainers of the session."),
];

const CLASS_TRAINERS: ListSchema = ListSchema::of_objects("UserInfo", RowSource::EmbeddedInOuterRow, USER_FIELDS);

const USER_FIELDS: &[Field] = &[
    int("Id").with_lookup(&TRAINER).described(descriptions::PERSON_ID),
    text("Name").with_lookup(&TRAINER).described("Full name of the trainer."),
    text("EmailAddress").with_lookup(&TRAINER).described(descriptions::EMAIL),
];

static TRAINER: Lookup = Lookup::new(
    "person",
    "SELECT id AS Id, full_name AS Name, email AS EmailAddress FROM known_person WHERE id = :key",
);
