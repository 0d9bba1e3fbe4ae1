-- The domain model of lms-appliance: tables that hold the organisation's data, and the views that say
-- the rules which several operations share. It is embedded in the binary and run once, on a new file.
--
-- Conventions
--   * A datetime is the service's wall time as text, 'yyyy-MM-ddTHH:mm:ss'; a date is 'yyyy-MM-dd', a time
--     of day 'HH:mm:ss'. Text in this form compares and sorts as time does. Each is checked to exist in
--     the calendar: strftime() writes a day that does not exist differently from how it was given.
--   * Moments of the ledger, of credentials and of connector errors are the machine's own, in UTC, and
--     end in 'Z': `--now` does not touch them.
--   * Money is whole cents. A boolean is 0 or 1. An optional text without a value is '', an optional
--     number or datetime without a value is NULL.
--   * Ids are 1 to 2147483647 (the wire's int) and never given twice: AUTOINCREMENT remembers the largest
--     that a table ever held. Id 0 is the placeholder that stands where a reference is due and none known.
--   * service_now() is the service's clock as a datetime; the store provides it on every connection and
--     keeps it still for the length of one answer.

------------------------------------------------------------------------------------------------ persons

CREATE TABLE account_level (
    id          INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 2147483647),
    name        TEXT    NOT NULL UNIQUE CHECK (name <> ''),
    is_default  INTEGER NOT NULL DEFAULT 0 CHECK (is_default IN (0, 1))
) STRICT;
CREATE UNIQUE INDEX account_level_one_default ON account_level (is_default) WHERE is_default = 1;

CREATE TABLE function (
    id          INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 0 AND 2147483647),
    name        TEXT    NOT NULL UNIQUE CHECK (name <> '')
) STRICT;

-- A division or location; the tree has no cycles (the import refuses them, a longer one than a self-loop
-- cannot be said as a constraint).
CREATE TABLE division (
    id          INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 0 AND 2147483647),
    name        TEXT    NOT NULL UNIQUE CHECK (name <> ''),
    parent      INTEGER REFERENCES division CHECK (parent <> id)
) STRICT;
CREATE INDEX division_of_parent ON division (parent) WHERE parent IS NOT NULL;

CREATE TABLE person_group (
    id          INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 2147483647),
    name        TEXT    NOT NULL UNIQUE CHECK (name <> '')
) STRICT;

CREATE TABLE person (
    id                    INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 0 AND 2147483647),
    external_identifier   TEXT    NOT NULL UNIQUE CHECK (external_identifier <> '' OR id = 0),
    first_name            TEXT    NOT NULL CHECK (first_name <> ''),
    insertion             TEXT    NOT NULL DEFAULT '',
    family_name           TEXT    NOT NULL CHECK (family_name <> ''),
    email                 TEXT    NOT NULL CHECK (email <> '' OR id = 0),
    -- NULL only for the placeholder, which has whatever level is the default
    account_level         INTEGER REFERENCES account_level CHECK (account_level IS NOT NULL OR id = 0),
    function              INTEGER NOT NULL DEFAULT 0 REFERENCES function,
    division              INTEGER NOT NULL DEFAULT 0 REFERENCES division,
    cost_centre           TEXT    NOT NULL DEFAULT '',
    phone_number          TEXT    NOT NULL DEFAULT '',
    contract_start        TEXT    CHECK (contract_start IS strftime('%Y-%m-%dT%H:%M:%S', contract_start)),
    contract_end          TEXT    CHECK (contract_end IS strftime('%Y-%m-%dT%H:%M:%S', contract_end)),
    -- deferred: a person may stand above the manager in a file, and managers may form a cycle
    manager               INTEGER NOT NULL DEFAULT 0 REFERENCES person DEFERRABLE INITIALLY DEFERRED,
    employee_type         TEXT    NOT NULL DEFAULT 'Intern' CHECK (employee_type IN ('Intern', 'Extern')),
    has_activated_account INTEGER NOT NULL DEFAULT 0 CHECK (has_activated_account IN (0, 1)),
    -- an anonymised person stays dismissed
    anonymised            INTEGER NOT NULL DEFAULT 0
                          CHECK (anonymised IN (0, 1) AND (anonymised = 0 OR contract_end IS NOT NULL))
) STRICT;
CREATE INDEX person_of_manager ON person (manager);
CREATE INDEX person_of_email ON person (email COLLATE NOCASE);
CREATE INDEX person_of_function ON person (function);
CREATE INDEX person_of_division ON person (division);
CREATE INDEX person_of_account_level ON person (account_level);

CREATE TABLE group_member (
    id            INTEGER PRIMARY KEY,
    person_group  INTEGER NOT NULL REFERENCES person_group,
    person        INTEGER NOT NULL REFERENCES person,
    UNIQUE (person_group, person)
) STRICT;
CREATE INDEX group_member_of_person ON group_member (person);

------------------------------------------------------------------------------------------------ catalog

CREATE TABLE step (
    id            INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 2147483647),
    title         TEXT    NOT NULL UNIQUE CHECK (title <> ''),
    introduction  TEXT    NOT NULL DEFAULT '',
    position      INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE category (
    id            INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 2147483647),
    step          INTEGER NOT NULL REFERENCES step,
    title         TEXT    NOT NULL CHECK (title <> ''),
    position      INTEGER NOT NULL DEFAULT 0,
    UNIQUE (step, title),
    UNIQUE (id, step)
) STRICT;

-- A training picture, as imported; `content_type` is found from the content.
CREATE TABLE image (
    name          TEXT    PRIMARY KEY CHECK (name <> ''),
    content_type  TEXT    NOT NULL CHECK (content_type IN ('image/png', 'image/jpeg', 'image/webp')),
    content       BLOB    NOT NULL,
    digest        TEXT    NOT NULL
) STRICT;

-- A training: a course (opleiding, `Learning`) or a course block (opleidingsblok, `Longterm`). Its id is
-- unique within its type, so a course and a block may share a number; `key` is ours and never leaves.
CREATE TABLE LearningModule (
    key                    INTEGER PRIMARY KEY AUTOINCREMENT,
    type                   TEXT    NOT NULL CHECK (type IN ('Learning', 'Longterm')),
    id                     INTEGER NOT NULL CHECK (id BETWEEN 1 AND 2147483647),
    code                   TEXT    NOT NULL UNIQUE CHECK (code <> ''),
    title                  TEXT    NOT NULL CHECK (title <> ''),
    step                   INTEGER NOT NULL REFERENCES step,
    category               INTEGER NOT NULL,
    version                TEXT    NOT NULL DEFAULT '',
    description            TEXT    NOT NULL DEFAULT '',
    image                  TEXT    NOT NULL DEFAULT '',
    image_name             TEXT    NOT NULL DEFAULT '',
    is_mandatory           INTEGER NOT NULL DEFAULT 0 CHECK (is_mandatory IN (0, 1)),
    is_active              INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
    is_visible_in_catalog  INTEGER NOT NULL DEFAULT 1 CHECK (is_visible_in_catalog IN (0, 1)),
    costs                  INTEGER,
    validity_months        INTEGER CHECK (validity_months > 0),
    has_certificate        INTEGER NOT NULL DEFAULT 0 CHECK (has_certificate IN (0, 1)),
    UNIQUE (type, id),
    UNIQUE (key, type),
    FOREIGN KEY (category, step) REFERENCES category (id, step)
) STRICT;
CREATE INDEX LearningModule_of_category ON LearningModule (category, step);
CREATE INDEX LearningModule_by_title ON LearningModule (type, title COLLATE NOCASE, id);

-- The largest id that trainings of a type ever held: what AUTOINCREMENT is to the other tables.
CREATE TABLE training_id (
    type     TEXT    PRIMARY KEY CHECK (type IN ('Learning', 'Longterm')),
    highest  INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
INSERT INTO training_id (type) VALUES ('Learning'), ('Longterm');
CREATE TRIGGER training_id_given AFTER INSERT ON LearningModule BEGIN
    UPDATE training_id SET highest = NEW.id WHERE type = NEW.type AND highest < NEW.id;
END;

-- The modules of which a course is composed.
CREATE TABLE LearningTasks (
    id     INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 2147483647),
    code   TEXT    NOT NULL UNIQUE CHECK (code <> ''),
    title  TEXT    NOT NULL CHECK (title <> ''),
    kind   TEXT    NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE LearningModuleTasks (
    id        INTEGER PRIMARY KEY,
    module    INTEGER NOT NULL REFERENCES LearningModule,
    task      INTEGER NOT NULL REFERENCES LearningTasks,
    position  INTEGER NOT NULL DEFAULT 0,
    UNIQUE (module, task)
) STRICT;
CREATE INDEX LearningModuleTasks_of_task ON LearningModuleTasks (task);

-- The constant type columns let the foreign keys say that a block is Longterm and a course Learning.
CREATE TABLE block_course (
    id           INTEGER PRIMARY KEY,
    block        INTEGER NOT NULL,
    block_type   TEXT    NOT NULL DEFAULT 'Longterm' CHECK (block_type = 'Longterm'),
    course       INTEGER NOT NULL,
    course_type  TEXT    NOT NULL DEFAULT 'Learning' CHECK (course_type = 'Learning'),
    position     INTEGER NOT NULL DEFAULT 0,
    UNIQUE (block, course),
    FOREIGN KEY (block, block_type) REFERENCES LearningModule (key, type),
    FOREIGN KEY (course, course_type) REFERENCES LearningModule (key, type)
) STRICT;
CREATE INDEX block_course_of_course ON block_course (course);

CREATE TABLE training_threshold (
    id        INTEGER PRIMARY KEY,
    training  INTEGER NOT NULL REFERENCES LearningModule,
    required  INTEGER NOT NULL REFERENCES LearningModule CHECK (required <> training),
    UNIQUE (training, required)
) STRICT;
CREATE INDEX training_threshold_of_required ON training_threshold (required);

CREATE TABLE training_trainer (
    id        INTEGER PRIMARY KEY,
    training  INTEGER NOT NULL REFERENCES LearningModule,
    person    INTEGER NOT NULL REFERENCES person,
    UNIQUE (training, person)
) STRICT;
CREATE INDEX training_trainer_of_person ON training_trainer (person);

------------------------------------------------------------------------------------------ learning paths

CREATE TABLE learning_path (
    id     INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 2147483647),
    title  TEXT    NOT NULL UNIQUE CHECK (title <> '')
) STRICT;

CREATE TABLE learning_path_training (
    id             INTEGER PRIMARY KEY,
    learning_path  INTEGER NOT NULL REFERENCES learning_path,
    training       INTEGER NOT NULL REFERENCES LearningModule,
    UNIQUE (learning_path, training)
) STRICT;
CREATE INDEX learning_path_training_of_training ON learning_path_training (training);

-- Through what a path reaches persons: one person, everyone with a function, at a location or below it,
-- in a group, or who chose it as theme. Exactly the column that the type names is set.
CREATE TABLE learning_path_link (
    id             INTEGER PRIMARY KEY,
    learning_path  INTEGER NOT NULL REFERENCES learning_path,
    link_type      TEXT    NOT NULL CHECK (link_type IN ('Person', 'Function', 'Location', 'Group', 'Theme')),
    person         INTEGER REFERENCES person       CHECK ((person IS NOT NULL) = (link_type IN ('Person', 'Theme'))),
    function       INTEGER REFERENCES function     CHECK ((function IS NOT NULL) = (link_type = 'Function')),
    division       INTEGER REFERENCES division     CHECK ((division IS NOT NULL) = (link_type = 'Location')),
    person_group   INTEGER REFERENCES person_group CHECK ((person_group IS NOT NULL) = (link_type = 'Group'))
) STRICT;
CREATE UNIQUE INDEX learning_path_link_key
    ON learning_path_link (learning_path, link_type, coalesce(person, function, division, person_group));
CREATE INDEX learning_path_link_of_person ON learning_path_link (person) WHERE person IS NOT NULL;
CREATE INDEX learning_path_link_of_function ON learning_path_link (function) WHERE function IS NOT NULL;
CREATE INDEX learning_path_link_of_division ON learning_path_link (division) WHERE division IS NOT NULL;
CREATE INDEX learning_path_link_of_group ON learning_path_link (person_group) WHERE person_group IS NOT NULL;

------------------------------------------------------------------------------------------------- classes

CREATE TABLE class (
    id                      INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 2147483647),
    code                    TEXT    NOT NULL UNIQUE CHECK (code <> ''),
    training                INTEGER NOT NULL REFERENCES LearningModule,
    name                    TEXT    NOT NULL CHECK (name <> ''),
    person_group            INTEGER REFERENCES person_group,
    min_persons             INTEGER CHECK (min_persons >= 0),
    max_persons             INTEGER CHECK (max_persons >= 0 AND (min_persons IS NULL OR min_persons <= max_persons)),
    memo                    TEXT    NOT NULL DEFAULT '',
    show_memo_in_report     INTEGER NOT NULL DEFAULT 0 CHECK (show_memo_in_report IN (0, 1)),
    is_visible_in_catalog   INTEGER NOT NULL DEFAULT 1 CHECK (is_visible_in_catalog IN (0, 1)),
    is_visible_in_calendar  INTEGER NOT NULL DEFAULT 1 CHECK (is_visible_in_calendar IN (0, 1)),
    offer_externally        INTEGER NOT NULL DEFAULT 0 CHECK (offer_externally IN (0, 1)),
    is_archived             INTEGER NOT NULL DEFAULT 0 CHECK (is_archived IN (0, 1)),
    is_cancelled            INTEGER NOT NULL DEFAULT 0 CHECK (is_cancelled IN (0, 1)),
    filter_by_division      INTEGER NOT NULL DEFAULT 0 CHECK (filter_by_division IN (0, 1)),
    has_waiting_list        INTEGER NOT NULL DEFAULT 0 CHECK (has_waiting_list IN (0, 1)),
    waiting_list_capacity   INTEGER CHECK (waiting_list_capacity >= 0),
    edit_deadline           TEXT    CHECK (edit_deadline IS strftime('%Y-%m-%dT%H:%M:%S', edit_deadline)),
    registration_deadline   TEXT    CHECK (registration_deadline IS strftime('%Y-%m-%dT%H:%M:%S', registration_deadline)),
    lock_days_till_start    INTEGER CHECK (lock_days_till_start >= 0),
    completion_type         TEXT    NOT NULL DEFAULT 'Normal' CHECK (completion_type IN ('Normal', 'Stream', 'ETicket')),
    is_under_construction   INTEGER NOT NULL DEFAULT 0 CHECK (is_under_construction IN (0, 1)),
    UNIQUE (id, training)
) STRICT;
CREATE INDEX class_of_training ON class (training);
CREATE INDEX class_of_group ON class (person_group) WHERE person_group IS NOT NULL;

-- A contact moment of a class.
CREATE TABLE class_date (
    id                  INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 2147483647),
    class               INTEGER NOT NULL REFERENCES class,
    date                TEXT    NOT NULL CHECK (date IS strftime('%Y-%m-%d', date)),
    starts_at           TEXT    NOT NULL CHECK (starts_at IS strftime('%H:%M:%S', starts_at)),
    ends_at             TEXT    NOT NULL CHECK (ends_at IS strftime('%H:%M:%S', ends_at) AND ends_at > starts_at),
    location_name       TEXT    NOT NULL DEFAULT '',
    location_address    TEXT    NOT NULL DEFAULT '',
    meeting_id          INTEGER,
    task                INTEGER REFERENCES LearningTasks,
    stream_available    INTEGER NOT NULL DEFAULT 0 CHECK (stream_available IN (0, 1)),
    stream_password     TEXT    NOT NULL DEFAULT '',
    eticket_information TEXT    NOT NULL DEFAULT '',
    reservation_id      INTEGER,
    UNIQUE (class, date, starts_at),
    UNIQUE (id, class)
) STRICT;
CREATE INDEX class_date_of_task ON class_date (task) WHERE task IS NOT NULL;

-- A trainer of one contact moment, or (class_date NULL) of every contact moment of the class.
CREATE TABLE class_trainer (
    id          INTEGER PRIMARY KEY,
    class       INTEGER NOT NULL REFERENCES class,
    person      INTEGER NOT NULL REFERENCES person,
    class_date  INTEGER,
    FOREIGN KEY (class_date, class) REFERENCES class_date (id, class)
) STRICT;
CREATE UNIQUE INDEX class_trainer_key ON class_trainer (class, person, coalesce(class_date, 0));
CREATE INDEX class_trainer_of_person ON class_trainer (person);
CREATE INDEX class_trainer_of_date ON class_trainer (class_date) WHERE class_date IS NOT NULL;

---------------------------------------------------------------------------------------- learning progress

CREATE TABLE dim_reason (
    id      INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 2147483647),
    reason  TEXT    NOT NULL CHECK (reason <> '')
) STRICT;

CREATE TABLE dimming (
    id          INTEGER PRIMARY KEY,
    person      INTEGER NOT NULL REFERENCES person,
    training    INTEGER NOT NULL REFERENCES LearningModule,
    dim_reason  INTEGER NOT NULL REFERENCES dim_reason,
    UNIQUE (person, training)
) STRICT;
CREATE INDEX dimming_of_training ON dimming (training);
CREATE INDEX dimming_of_reason ON dimming (dim_reason);

-- State: 0 registered, 1 approved by the manager, 2 rejected or cancelled, 3 scheduled.
CREATE TABLE enrollment (
    id                   INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 2147483647),
    person               INTEGER NOT NULL REFERENCES person,
    training             INTEGER NOT NULL REFERENCES LearningModule,
    class                INTEGER,
    enrolled_at          TEXT    NOT NULL CHECK (enrolled_at IS strftime('%Y-%m-%dT%H:%M:%S', enrolled_at)),
    state                INTEGER NOT NULL CHECK (state BETWEEN 0 AND 3),
    on_waiting_list      INTEGER NOT NULL DEFAULT 0 CHECK (on_waiting_list IN (0, 1)),
    added_from_catalog   INTEGER NOT NULL DEFAULT 0 CHECK (added_from_catalog IN (0, 1)),
    changed_at           TEXT    NOT NULL CHECK (changed_at IS strftime('%Y-%m-%dT%H:%M:%S', changed_at)),
    cancelled_at         TEXT    CHECK (cancelled_at IS strftime('%Y-%m-%dT%H:%M:%S', cancelled_at)),
    cancelled_by         TEXT    NOT NULL DEFAULT '' CHECK (cancelled_by IN ('',
        'Reden onbekend', 'Geweigerd door planner', 'Geweigerd door leidinggevende',
        'Geannuleerd door medewerker', 'Geannuleerd door planner', 'Omgepland door medewerker',
        'Omgepland door planner', 'Omgepland door teaminschrijving', 'Medewerker uit dienst',
        'Overgeplaatst van wachtlijst')),
    cancellation_reason  TEXT    NOT NULL DEFAULT '' CHECK (cancellation_reason IN ('', 'No show', 'Afgemeld')),
    costs                INTEGER,
    payment              TEXT    NOT NULL DEFAULT '',
    -- a cancelled enrolment says by whom; any other says nothing of a cancellation
    CHECK ((state = 2) = (cancelled_by <> '')),
    CHECK (state = 2 OR (cancelled_at IS NULL AND cancellation_reason = '')),
    FOREIGN KEY (class, training) REFERENCES class (id, training)
) STRICT;
CREATE UNIQUE INDEX enrollment_key ON enrollment (person, training, coalesce(class, 0), enrolled_at);
CREATE INDEX enrollment_of_class ON enrollment (class, person) WHERE class IS NOT NULL;
CREATE INDEX enrollment_of_training ON enrollment (training);
CREATE INDEX enrollment_by_date ON enrollment (enrolled_at, person);

CREATE TABLE progress (
    id                INTEGER PRIMARY KEY,
    person            INTEGER NOT NULL REFERENCES person,
    training          INTEGER NOT NULL REFERENCES LearningModule,
    started_at        TEXT    NOT NULL CHECK (started_at IS strftime('%Y-%m-%dT%H:%M:%S', started_at)),
    percent_complete  INTEGER NOT NULL DEFAULT 0 CHECK (percent_complete BETWEEN 0 AND 100),
    UNIQUE (person, training)
) STRICT;
CREATE INDEX progress_of_training ON progress (training);

-- A result: the registration of a completed training. valid_until NULL is valid without limit.
CREATE TABLE FinishedModule (
    id                    INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 2147483647),
    person                INTEGER NOT NULL REFERENCES person,
    training              INTEGER NOT NULL REFERENCES LearningModule,
    finished_at           TEXT    NOT NULL CHECK (finished_at IS strftime('%Y-%m-%dT%H:%M:%S', finished_at)),
    class                 INTEGER,
    started_at            TEXT    CHECK (started_at IS strftime('%Y-%m-%dT%H:%M:%S', started_at)
                                         AND (started_at IS NULL OR started_at <= finished_at)),
    valid_until           TEXT    CHECK (valid_until IS strftime('%Y-%m-%dT%H:%M:%S', valid_until)
                                         AND (valid_until IS NULL OR valid_until >= finished_at)),
    certificate_obtained  INTEGER NOT NULL DEFAULT 0 CHECK (certificate_obtained IN (0, 1)),
    version               TEXT    NOT NULL DEFAULT '',
    UNIQUE (person, training, finished_at),
    FOREIGN KEY (class, training) REFERENCES class (id, training)
) STRICT;
CREATE INDEX FinishedModule_of_training ON FinishedModule (training);
CREATE INDEX FinishedModule_by_finish ON FinishedModule (finished_at, person);
CREATE INDEX FinishedModule_of_class ON FinishedModule (class) WHERE class IS NOT NULL;

CREATE TABLE absence (
    id            INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 2147483647),
    person        INTEGER NOT NULL REFERENCES person,
    class         INTEGER NOT NULL REFERENCES class,
    created_at    TEXT    NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%S', created_at)),
    task          INTEGER REFERENCES LearningTasks,
    reason        TEXT    NOT NULL CHECK (reason <> ''),
    public_costs  INTEGER NOT NULL DEFAULT 0,
    hidden_costs  INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX absence_key ON absence (person, class, created_at, coalesce(task, 0));
CREATE INDEX absence_of_class ON absence (class);
CREATE INDEX absence_by_creation ON absence (created_at);
CREATE INDEX absence_of_task ON absence (task) WHERE task IS NOT NULL;

---------------------------------------------------------------------------------------------- the gate

-- Who may call. Only argon2id hashes in PHC form are kept. While an old password still holds after a
-- rotation, both hashes have the same salt, so that one computation serves for both and a login takes as
-- long as any other.
CREATE TABLE credential (
    id                  INTEGER PRIMARY KEY AUTOINCREMENT,
    name                TEXT    NOT NULL UNIQUE CHECK (name <> ''),
    password_hash       TEXT    NOT NULL,
    old_password_hash   TEXT,
    old_password_until  TEXT    CHECK ((old_password_until IS NULL) = (old_password_hash IS NULL)),
    always_envelope     INTEGER NOT NULL DEFAULT 0 CHECK (always_envelope IN (0, 1)),
    created_at          TEXT    NOT NULL,
    last_used_at        TEXT
) STRICT;

-- `operation` is the operation's neutral name.
CREATE TABLE credential_grant (
    credential  INTEGER NOT NULL REFERENCES credential ON DELETE CASCADE,
    operation   TEXT    NOT NULL,
    PRIMARY KEY (credential, operation)
) STRICT, WITHOUT ROWID;

CREATE TABLE connector_error (
    id          INTEGER PRIMARY KEY,
    at          TEXT    NOT NULL,
    credential  TEXT    NOT NULL,
    connector   TEXT    NOT NULL DEFAULT '',
    message     TEXT    NOT NULL
) STRICT;
CREATE INDEX connector_error_at ON connector_error (at);

-------------------------------------------------------------------------------------------- the ledger

-- One row for each thing that changed the organisation's data: an import, the undo of one, a provisioning
-- call, a command. Imports and undos are numbered from 1.
CREATE TABLE ledger (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    at      TEXT    NOT NULL,
    kind    TEXT    NOT NULL CHECK (kind IN ('import', 'undo', 'call', 'command')),
    number  INTEGER UNIQUE CHECK ((number IS NOT NULL) = (kind IN ('import', 'undo'))),
    actor   TEXT    NOT NULL,   -- the credential's name, or user@host
    action  TEXT    NOT NULL    -- the operation, the path imported, the command
) STRICT;
CREATE INDEX ledger_at ON ledger (at);

CREATE TABLE ledger_file (
    ledger     INTEGER NOT NULL REFERENCES ledger ON DELETE CASCADE,
    file       TEXT    NOT NULL,   -- 'persons.csv'
    digest     TEXT    NOT NULL,   -- BLAKE2b-256 of the file's bytes, hexadecimal
    created    INTEGER NOT NULL,
    updated    INTEGER NOT NULL,
    unchanged  INTEGER NOT NULL,
    removed    INTEGER NOT NULL,
    PRIMARY KEY (ledger, file)
) STRICT, WITHOUT ROWID;

-- What became of one row. A created row has no old values: what it was created with is what the next
-- change found, or what stands there now. A changed row keeps the old values only of the fields that
-- changed, a removed row those of all: a JSON object of the data file's columns and cells.
CREATE TABLE ledger_change (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    ledger  INTEGER NOT NULL REFERENCES ledger ON DELETE CASCADE,
    file    TEXT    NOT NULL,      -- 'persons.csv'
    row     INTEGER NOT NULL,      -- the row's id in the file's table
    line    INTEGER,               -- of the file, when an import did it
    kind    TEXT    NOT NULL CHECK (kind IN ('created', 'changed', 'removed')),
    old     TEXT    CHECK ((old IS NULL) = (kind = 'created'))
) STRICT;
CREATE INDEX ledger_change_of_row ON ledger_change (row, file);
CREATE INDEX ledger_change_of_ledger ON ledger_change (ledger);

------------------------------------------------------------------------------------------------- views

-- "Employed: ContractEndTime is empty or later than now. IsDismissed is its opposite, always derived."
-- Anonymised persons are in no operation's answer, so they are not here; the placeholder (id 0) is.
CREATE VIEW known_person AS
SELECT person.*,
       first_name || iif(insertion = '', '', ' ' || insertion) || ' ' || family_name AS full_name,
       contract_end IS NOT NULL AND contract_end <= service_now() AS is_dismissed
FROM person
WHERE NOT anonymised;

-- A person as somebody's manager: an anonymised one reads as the placeholder.
CREATE VIEW shown_manager AS
SELECT id AS key,
       iif(anonymised, 0, id)                  AS id,
       iif(anonymised, '', external_identifier) AS external_identifier,
       iif(anonymised, 'Manager', first_name)  AS first_name,
       iif(anonymised, '', insertion)          AS insertion,
       iif(anonymised, 'onbekend', family_name) AS family_name
FROM person;

-- ApiPerson, with its elements as columns: what GetPersonByServiceId, …ByExternalId and …ByEmail answer.
-- CROSS JOIN is SQLite's way to say in which order to look: the person first, so that answers in the
-- order of ids need no sorting and an index on a person's field is used.
CREATE VIEW api_person AS
SELECT p.id                        AS Id,
       p.external_identifier       AS ExternalIdentifier,
       p.first_name                AS FirstName,
       p.insertion                 AS Insertion,
       p.family_name               AS FamilyName,
       p.email                     AS Email,
       l.name                      AS AccountLevel,
       -- "some employed person names this person as manager"
       p.id > 0 AND EXISTS (SELECT 1 FROM known_person AS e WHERE e.manager = p.id AND NOT e.is_dismissed)
                                   AS IsManager,
       f.name                      AS FunctionName,
       f.id                        AS FunctionId,
       d.name                      AS DivisionName,
       d.id                        AS DivisionId,
       p.cost_centre               AS CostCentre,
       p.phone_number              AS PhoneNumber,
       p.contract_start            AS ContractStartTime,
       p.contract_end              AS ContractEndTime,
       m.id                        AS ManagerId
FROM known_person AS p
     -- the placeholder has no level of its own: it shows the default
     CROSS JOIN account_level AS l
         ON l.id = coalesce(p.account_level, (SELECT id FROM account_level WHERE is_default = 1))
     CROSS JOIN function AS f ON f.id = p.function
     CROSS JOIN division AS d ON d.id = p.division
     CROSS JOIN shown_manager AS m ON m.key = p.manager;

-- BasicPersonInfo, with its elements as columns. The placeholder "is never a row of its own".
CREATE VIEW basic_person_info AS
SELECT p.id                        AS ServiceId,
       p.external_identifier       AS ExternalId,
       p.first_name                AS FirstName,
       p.insertion                 AS Insertion,
       p.family_name               AS FamilyName,
       p.email                     AS Email,
       l.name                      AS AccountLevel,
       m.id                        AS ManagerServiceId,
       m.external_identifier       AS ManagerExternalId,
       m.first_name                AS ManagerFirstName,
       m.insertion                 AS ManagerInsertion,
       m.family_name               AS ManagerFamilyName,
       f.name                      AS Function,
       d.name                      AS Division,
       p.has_activated_account     AS HasActivatedAccount,
       p.is_dismissed              AS IsDismissed
FROM known_person AS p
     CROSS JOIN account_level AS l ON l.id = p.account_level
     CROSS JOIN shown_manager AS m ON m.key = p.manager
     CROSS JOIN function AS f ON f.id = p.function
     CROSS JOIN division AS d ON d.id = p.division
WHERE p.id > 0;

-- "`Locatie`/`Location` is the person's own and `Divisie`/`Division` its topmost ancestor (itself when it
-- has no parent)."
CREATE VIEW topmost_division AS
WITH RECURSIVE below (division, topmost) AS (
    SELECT id, name FROM division WHERE parent IS NULL
    UNION ALL
    SELECT division.id, below.topmost FROM below JOIN division ON division.parent = below.division
)
SELECT division, topmost FROM below;

-- A person as the reports tell of one; whoever left is told of too.
CREATE VIEW reported_person AS
SELECT p.id, p.external_identifier, p.first_name, p.insertion, p.family_name, p.email, p.cost_centre,
       p.employee_type,
       iif(p.is_dismissed, 'Ja', 'Nee')  AS dismissed,
       d.name                            AS location,
       top.topmost                       AS division,
       f.name                            AS function,
       m.first_name || iif(m.insertion = '', '', ' ' || m.insertion) || ' ' || m.family_name
                                         AS manager
FROM known_person AS p
     CROSS JOIN division AS d ON d.id = p.division
     CROSS JOIN topmost_division AS top ON top.division = p.division
     CROSS JOIN function AS f ON f.id = p.function
     CROSS JOIN shown_manager AS m ON m.key = p.manager;

-- A training as the reports tell of one.
CREATE VIEW reported_training AS
SELECT t.key, t.type, t.id, t.code, t.title, t.version, t.costs, t.has_certificate, t.is_active,
       iif(t.is_mandatory, 'Ja', 'Nee')  AS mandatory,
       s.title                           AS step
FROM LearningModule AS t CROSS JOIN step AS s ON s.id = t.step;

-- The contact moments of a class as the reports write them, in the order in which they always come: "by
-- date, start, id" (no two of a class have both in common).
CREATE VIEW reported_moment AS
SELECT class, date || starts_at AS position, location_name AS location,
       ltrim(substr(date, 9, 2), '0') || '-' || ltrim(substr(date, 6, 2), '0') || '-' || substr(date, 1, 4)
                                                             AS day,
       substr(starts_at, 1, 5) || '-' || substr(ends_at, 1, 5) AS time
FROM class_date;

-- The enrolment of a result: "A result belongs to the latest enrolment of the same person, training and
-- class (or both without class) made on or before the finish date, in any state; when there is none, to the
-- latest of the same person and training made on or before it that is not cancelled and not for a class
-- whose first contact moment lies after the finish. Date parts are compared."
CREATE VIEW result AS
SELECT f.*,
       coalesce(
           (SELECT e.id FROM enrollment AS e
            WHERE e.person = f.person AND e.training = f.training AND coalesce(e.class, 0) = coalesce(f.class, 0)
                  AND e.enrolled_at <= substr(f.finished_at, 1, 10) || 'T23:59:59'
            ORDER BY e.enrolled_at DESC LIMIT 1),
           (SELECT e.id FROM enrollment AS e
            WHERE e.person = f.person AND e.training = f.training AND e.state <> 2
                  AND e.enrolled_at <= substr(f.finished_at, 1, 10) || 'T23:59:59'
                  AND (e.class IS NULL
                       OR coalesce((SELECT min(date) FROM class_date WHERE class = e.class), '')
                          <= substr(f.finished_at, 1, 10))
            ORDER BY e.enrolled_at DESC, e.id DESC LIMIT 1)
       ) AS enrollment
FROM FinishedModule AS f;

-- The rows of CompletedCourses, with what orders them. Contactmomenten names the class that has them, Trainers the class or, by its
-- negative key, the training.
CREATE VIEW completed_course AS
SELECT r.person                                           AS person,
       t.type                                             AS type,
       t.id                                               AS OpleidingsId,
       t.title                                            AS Opleiding,
       coalesce(c.name, '')                               AS Lichting,
       t.step                                             AS Trede,
       c.id                                               AS Contactmomenten,
       coalesce(c.id, -t.key)                             AS Trainers,
       t.code                                             AS Opleidingscode,
       iif(r.version = '', t.version, r.version)          AS Versie,
       iif(r.valid_until < service_now(), 'Verlopen', 'Afgerond') AS Status,
       r.started_at                                       AS Startdatum,
       r.finished_at                                      AS Afronddatum,
       r.valid_until                                      AS Verloopdatum,
       p.first_name                                       AS Voornaam,
       iif(p.insertion = '', '', p.insertion || ' ') || p.family_name AS Achternaam,
       p.external_identifier                              AS Personeelsnummer,
       p.location                                         AS Locatie,
       p.division                                         AS Divisie,
       p.function                                         AS Functie,
       p.email                                            AS Email,
       p.manager                                          AS Leidinggevende,
       p.cost_centre                                      AS Kostenplaats,
       coalesce(e.costs, t.costs)                         AS Kosten,
       coalesce(e.payment, '')                            AS Betaling,
       p.dismissed                                        AS Uit_dienst,
       e.enrolled_at                                      AS Inschrijfdatum,
       e.changed_at                                       AS Mutatiedatum,
       e.cancelled_at                                     AS Annuleringsdatum,
       coalesce(e.cancelled_by, '')                       AS Geannuleerd_door,
       coalesce(e.cancellation_reason, '')                AS Annuleringsreden,
       iif(t.has_certificate, iif(r.certificate_obtained, 'Ja', 'Nee'), 'N.v.t.') AS Certificaat_behaald,
       t.mandatory                                        AS Verplicht,
       p.employee_type                                    AS Medewerkertype,
       '100%'                                             AS Percentage_gereed
FROM result AS r
     CROSS JOIN reported_person AS p ON p.id = r.person
     CROSS JOIN reported_training AS t ON t.key = r.training
     LEFT JOIN enrollment AS e ON e.id = r.enrollment
     -- "Lichting, Contactmomenten and Trainers are of the result's class, else of that enrolment's"
     LEFT JOIN class AS c ON c.id = coalesce(r.class, e.class);

-- An enrolment with what happened since it was made, day by day: the latest start of the training, and how
-- far the person is.
CREATE VIEW started_enrollment AS
SELECT e.*,
       (SELECT max(started_at) FROM (
            SELECT started_at FROM progress WHERE person = e.person AND training = e.training
            UNION ALL
            SELECT started_at FROM FinishedModule WHERE person = e.person AND training = e.training)
        WHERE started_at >= substr(e.enrolled_at, 1, 10)) AS started_at,
       (SELECT percent_complete FROM progress
        WHERE person = e.person AND training = e.training AND started_at >= substr(e.enrolled_at, 1, 10))
                                                          AS percent_complete
FROM enrollment AS e;

-- The rows of StartedCourses, with what orders them: "enrolments …, without those that a result belongs to and those not cancelled
-- that a later enrolment of the person for the same training and class (or both without) replaces".
CREATE VIEW started_course AS
SELECT e.enrolled_at                                      AS enrolled_at,
       e.person                                           AS person,
       t.type                                             AS type,
       e.id                                               AS enrollment,
       t.id                                               AS OpleidingsId,
       t.title                                            AS Opleiding,
       coalesce(c.name, '')                               AS Lichting,
       t.step                                             AS Trede,
       c.id                                               AS Contactmomenten,
       coalesce(c.id, -t.key)                             AS Trainers,
       t.code                                             AS Opleidingscode,
       t.version                                          AS Versie,
       CASE WHEN e.state = 2                              THEN 'Geannuleerd (te laat)'
            WHEN e.started_at IS NOT NULL                 THEN 'Gestart'
            -- "On the waiting list state 3 reads as 0"
            WHEN e.state = 3 AND NOT e.on_waiting_list    THEN 'Ingepland'
            WHEN e.state = 1                              THEN 'Goedgekeurd'
            ELSE 'In aanbod' END                          AS Status,
       e.started_at                                       AS Startdatum,
       before.finished_at                                 AS Afronddatum,
       before.valid_until                                 AS Verloopdatum,
       p.first_name                                       AS Voornaam,
       p.family_name || iif(p.insertion = '', '', ', ' || p.insertion) AS Achternaam,
       p.external_identifier                              AS Personeelsnummer,
       p.location                                         AS Locatie,
       p.division                                         AS Divisie,
       p.function                                         AS Functie,
       p.email                                            AS Email,
       p.manager                                          AS Leidinggevende,
       p.cost_centre                                      AS Kostenplaats,
       coalesce(e.costs, t.costs)                         AS Kosten,
       ''                                                 AS Betaling,
       p.dismissed                                        AS Uit_x0020_dienst,
       e.enrolled_at                                      AS Inschrijfdatum,
       e.changed_at                                       AS Mutatiedatum,
       e.cancelled_at                                     AS Annuleringsdatum,
       e.cancelled_by                                     AS Geannuleerd_x0020_door,
       e.cancellation_reason                              AS Annuleringsreden,
       iif(t.has_certificate, 'Nee', 'N.v.t.')            AS Certificaat_x0020_behaald,
       t.mandatory                                        AS Verplicht,
       p.employee_type                                    AS Medewerkertype,
       coalesce(e.percent_complete || '%', 'N.v.t.')      AS Percentage_x0020_gereed
FROM started_enrollment AS e
     CROSS JOIN reported_person AS p ON p.id = e.person
     CROSS JOIN reported_training AS t ON t.key = e.training
     LEFT JOIN class AS c ON c.id = e.class
     -- "`Afronddatum` and `Verloopdatum` are those of the person's latest result for the training finished on
     -- a day before that of the enrolment."
     LEFT JOIN FinishedModule AS before ON before.id = (
         SELECT f.id FROM FinishedModule AS f
         WHERE f.person = e.person AND f.training = e.training AND f.finished_at < substr(e.enrolled_at, 1, 10)
         ORDER BY f.finished_at DESC LIMIT 1)
WHERE NOT EXISTS (SELECT 1 FROM result AS r
                  WHERE r.person = e.person AND r.training = e.training AND r.enrollment = e.id)
  AND (e.state = 2
       OR NOT EXISTS (SELECT 1 FROM enrollment AS later
                      WHERE later.person = e.person AND later.training = e.training
                        AND coalesce(later.class, 0) = coalesce(e.class, 0)
                        AND later.enrolled_at > e.enrolled_at));

-- The rows of GetHistoricAbsences. GroupClassLocations and GroupClassDates name the class.
CREATE VIEW historic_absence AS
SELECT a.id,
       p.external_identifier                              AS PersonExternalIdentifier,
       p.first_name                                       AS PersonFirstName,
       p.insertion                                        AS PersonNameInsertion,
       p.family_name                                      AS PersonFamilyName,
       p.location                                         AS Location,
       p.division                                         AS Division,
       c.name                                             AS GroupClassTitle,
       c.id                                               AS GroupClassLocations,
       c.id                                               AS GroupClassDates,
       t.code                                             AS TrainingCode,
       t.type                                             AS TrainingType,
       t.title                                            AS TrainingTitle,
       coalesce(k.title, '')                              AS TaskTitle,
       a.reason                                           AS AbsenceReason,
       a.created_at                                       AS CreationDate,
       a.public_costs                                     AS PublicCosts,
       a.hidden_costs                                     AS HiddenCosts,
       p.cost_centre                                      AS KostenPlaats
FROM absence AS a
     CROSS JOIN reported_person AS p ON p.id = a.person
     CROSS JOIN class AS c ON c.id = a.class
     CROSS JOIN LearningModule AS t ON t.key = c.training
     LEFT JOIN LearningTasks AS k ON k.id = a.task;

-- The rows of persons.csv, its columns and cells; `key` is the row's id, for the ledger.
CREATE VIEW persons_csv AS
SELECT p.id                                                         AS key,
       p.id                                                         AS Id,
       p.external_identifier                                        AS ExternalIdentifier,
       p.first_name                                                 AS FirstName,
       p.insertion                                                  AS Insertion,
       p.family_name                                                AS FamilyName,
       p.email                                                      AS Email,
       l.name                                                       AS AccountLevel,
       iif(p.function = 0, '', f.name)                              AS FunctionName,
       iif(p.division = 0, '', d.name)                              AS DivisionName,
       p.cost_centre                                                AS CostCentre,
       p.phone_number                                               AS PhoneNumber,
       coalesce(p.contract_start, '')                               AS ContractStartTime,
       coalesce(p.contract_end, '')                                 AS ContractEndTime,
       m.external_identifier                                        AS ManagerExternalIdentifier,
       p.employee_type                                              AS EmployeeType,
       iif(p.has_activated_account, 'true', 'false')                AS HasActivatedAccount,
       iif(p.anonymised, 'true', 'false')                           AS Anonymised
FROM person AS p
     CROSS JOIN account_level AS l ON l.id = p.account_level
     CROSS JOIN function AS f ON f.id = p.function
     CROSS JOIN division AS d ON d.id = p.division
     CROSS JOIN person AS m ON m.id = p.manager
WHERE p.id > 0;

CREATE VIEW functions_csv AS
SELECT id AS key, id AS Id, name AS Name FROM function WHERE id > 0;

CREATE VIEW divisions_csv AS
SELECT d.id AS key, d.id AS Id, d.name AS Name, coalesce(parent.name, '') AS ParentName
FROM division AS d LEFT JOIN division AS parent ON parent.id = d.parent
WHERE d.id > 0;

CREATE VIEW account_levels_csv AS
SELECT id AS key, name AS Name, iif(is_default, 'true', 'false') AS IsDefault FROM account_level;

------------------------------------------------------------------------------ what every database holds

INSERT INTO function (id, name) VALUES (0, 'Functie onbekend');
INSERT INTO division (id, name) VALUES (0, 'Locatie onbekend');
INSERT INTO person (id, external_identifier, first_name, family_name, email)
VALUES (0, '', 'Manager', 'onbekend', '');

-- Only ADMIN and TRAINER are names of the specification; the other six are placeholders of ours, which an
-- operator replaces with account_levels.csv.
INSERT INTO account_level (name, is_default) VALUES
    ('ADMIN', 0), ('TRAINER', 0), ('LEARNER', 1), ('MANAGER', 0),
    ('PLANNER', 0), ('COACH', 0), ('AUTHOR', 0), ('REPORTER', 0);
