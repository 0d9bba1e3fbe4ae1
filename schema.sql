-- The schema of a new database: tables, then derived objects (indexes, triggers, views). A migration drops derived
-- objects and materialized tables, changes other tables, and then creates the dropped objects from here.
-- src/store/materialized_tables.rs generates the triggers of materialized tables, and src/datafile the views of data
-- files, such as persons_csv. Comments inside tables that store data never change: SQLite stores these comments, and
-- `check` compares them.
--
-- Conventions
--   * A datetime is the service's wall time, 'yyyy-MM-ddTHH:mm:ss'; a date is 'yyyy-MM-dd', a time of day 'HH:mm:ss'.
--     Comparing it with strftime() rejects days that do not exist.
--   * Times of the ledger, of credentials and of connector errors are the machine's, in UTC, and end in 'Z'.
--   * Money is in cents. A boolean is 0 or 1. An absent text is '', an absent number or datetime is NULL.
--   * Ids are 1 to 2147483647 and never given twice (AUTOINCREMENT). Id 0 is the placeholder for an unknown reference.
--   * service_now() is the time of the service's clock. It does not change during a response.

-- ====================================================== 1. Tables

------------------------------------------------------------------------------------------------ persons

CREATE TABLE account_level (
    id          INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 2147483647),
    name        TEXT    NOT NULL UNIQUE CHECK (name <> ''),
    is_default  INTEGER NOT NULL DEFAULT 0 CHECK (is_default IN (0, 1))
) STRICT;

CREATE TABLE function (
    id          INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 0 AND 2147483647),
    name        TEXT    NOT NULL UNIQUE CHECK (name <> '')
) STRICT;

-- A division or location, in a tree. Imports refuse cycles; a constraint can only refuse a division as its own parent.
CREATE TABLE division (
    id          INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 0 AND 2147483647),
    name        TEXT    NOT NULL UNIQUE CHECK (name <> ''),
    parent      INTEGER REFERENCES division CHECK (parent <> id)
) STRICT;

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

CREATE TABLE group_member (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    person_group  INTEGER NOT NULL REFERENCES person_group,
    person        INTEGER NOT NULL REFERENCES person,
    UNIQUE (person_group, person)
) STRICT;

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

CREATE TABLE image (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    name          TEXT    NOT NULL UNIQUE CHECK (name <> ''),
    content_type  TEXT    NOT NULL CHECK (content_type IN ('image/png', 'image/jpeg', 'image/webp')),
    content       BLOB    NOT NULL,
    digest        TEXT    NOT NULL
) STRICT;

-- A training: a course (opleiding, `Learning`) or a course block (opleidingsblok, `Longterm`). The id is unique within
-- the type. Other tables refer to `key`, which combines type and id, and sorts by type and then id.
CREATE TABLE LearningModule (
    key                    INTEGER PRIMARY KEY CHECK (key = id + iif(type = 'Learning', 0, 2147483648)),
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

-- The largest id ever given to a training of each type.
CREATE TABLE training_id (
    type     TEXT    PRIMARY KEY CHECK (type IN ('Learning', 'Longterm')),
    highest  INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
INSERT INTO training_id (type) VALUES ('Learning'), ('Longterm');

CREATE TABLE LearningTasks (
    id     INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 2147483647),
    code   TEXT    NOT NULL UNIQUE CHECK (code <> ''),
    title  TEXT    NOT NULL CHECK (title <> ''),
    kind   TEXT    NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE LearningModuleTasks (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    module    INTEGER NOT NULL REFERENCES LearningModule,
    task      INTEGER NOT NULL REFERENCES LearningTasks,
    position  INTEGER NOT NULL DEFAULT 0,
    UNIQUE (module, task)
) STRICT;

-- A course of a course block. With the constant columns, foreign keys enforce the types of the two trainings.
CREATE TABLE block_course (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    block        INTEGER NOT NULL,
    block_type   TEXT    NOT NULL DEFAULT 'Longterm' CHECK (block_type = 'Longterm'),
    course       INTEGER NOT NULL,
    course_type  TEXT    NOT NULL DEFAULT 'Learning' CHECK (course_type = 'Learning'),
    position     INTEGER NOT NULL DEFAULT 0,
    UNIQUE (block, course),
    FOREIGN KEY (block, block_type) REFERENCES LearningModule (key, type),
    FOREIGN KEY (course, course_type) REFERENCES LearningModule (key, type)
) STRICT;

CREATE TABLE training_threshold (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    training  INTEGER NOT NULL REFERENCES LearningModule,
    required  INTEGER NOT NULL REFERENCES LearningModule CHECK (required <> training),
    UNIQUE (training, required)
) STRICT;

CREATE TABLE training_trainer (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    training  INTEGER NOT NULL REFERENCES LearningModule,
    person    INTEGER NOT NULL REFERENCES person,
    UNIQUE (training, person)
) STRICT;

------------------------------------------------------------------------------------------ learning paths

CREATE TABLE learning_path (
    id     INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 2147483647),
    title  TEXT    NOT NULL UNIQUE CHECK (title <> '')
) STRICT;

CREATE TABLE learning_path_training (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    learning_path  INTEGER NOT NULL REFERENCES learning_path,
    training       INTEGER NOT NULL REFERENCES LearningModule,
    UNIQUE (learning_path, training)
) STRICT;

-- A link of a learning path to a person, function, division or group. Only the column of the type is set.
CREATE TABLE learning_path_link (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    learning_path  INTEGER NOT NULL REFERENCES learning_path,
    link_type      TEXT    NOT NULL CHECK (link_type IN ('Person', 'Function', 'Location', 'Group', 'Theme')),
    person         INTEGER REFERENCES person       CHECK ((person IS NOT NULL) = (link_type IN ('Person', 'Theme'))),
    function       INTEGER REFERENCES function     CHECK ((function IS NOT NULL) = (link_type = 'Function')),
    division       INTEGER REFERENCES division     CHECK ((division IS NOT NULL) = (link_type = 'Location')),
    person_group   INTEGER REFERENCES person_group CHECK ((person_group IS NOT NULL) = (link_type = 'Group'))
) STRICT;

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
    -- When its first contact moment starts, kept by the triggers below; a class without one begins 'never',
    -- which sorts after every datetime. "A class *has begun* when its first contact moment has."
    begins                  TEXT    NOT NULL DEFAULT 'never',
    -- "the datetime on which access opens (start of the first contact moment minus that many days), nil
    -- when unset or without contact moments"
    content_opens           TEXT    GENERATED ALWAYS AS
                            (strftime('%Y-%m-%dT%H:%M:%S', begins, '-' || lock_days_till_start || ' days')) VIRTUAL,
    UNIQUE (id, training)
) STRICT;

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
    -- Ids of its trainers in order, 'id id …', kept by the triggers below as the view `class_date_trainers` says.
    trainer_ids         TEXT    NOT NULL DEFAULT '',
    UNIQUE (class, date, starts_at),
    UNIQUE (id, class)
) STRICT;

-- A trainer of one contact moment; of all contact moments of the class if class_date is NULL.
CREATE TABLE class_trainer (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    class       INTEGER NOT NULL REFERENCES class,
    person      INTEGER NOT NULL REFERENCES person,
    class_date  INTEGER,
    FOREIGN KEY (class_date, class) REFERENCES class_date (id, class)
) STRICT;

---------------------------------------------------------------------------------------- learning progress

CREATE TABLE dim_reason (
    id      INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 2147483647),
    reason  TEXT    NOT NULL CHECK (reason <> '')
) STRICT;

CREATE TABLE dimming (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    person      INTEGER NOT NULL REFERENCES person,
    training    INTEGER NOT NULL REFERENCES LearningModule,
    dim_reason  INTEGER NOT NULL REFERENCES dim_reason,
    UNIQUE (person, training)
) STRICT;

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

CREATE TABLE progress (
    id                INTEGER PRIMARY KEY AUTOINCREMENT,
    person            INTEGER NOT NULL REFERENCES person,
    training          INTEGER NOT NULL REFERENCES LearningModule,
    started_at        TEXT    NOT NULL CHECK (started_at IS strftime('%Y-%m-%dT%H:%M:%S', started_at)),
    percent_complete  INTEGER NOT NULL DEFAULT 0 CHECK (percent_complete BETWEEN 0 AND 100),
    UNIQUE (person, training)
) STRICT;

-- A result: a completed training. If valid_until is NULL, the result never expires.
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

------------------------------------------------------------------------------------- materialized tables

-- The data of CompletedCourses and StartedCourses that do not depend on the current time. The views are
-- `result_with_enrollment` and `open_enrollment`.
CREATE TABLE reported_result (
    finished_at           TEXT    NOT NULL,
    person                INTEGER NOT NULL,
    training              INTEGER NOT NULL,
    result                INTEGER NOT NULL,
    class                 INTEGER,          -- the result's, else the enrolment's
    started_at            TEXT,
    valid_until           TEXT,
    certificate_obtained  INTEGER NOT NULL,
    version               TEXT    NOT NULL,
    enrollment            INTEGER,
    enrolled_at           TEXT,
    changed_at            TEXT,
    cancelled_at          TEXT,
    cancelled_by          TEXT,
    cancellation_reason   TEXT,
    costs                 INTEGER,
    payment               TEXT,
    PRIMARY KEY (finished_at, person, training)
) STRICT, WITHOUT ROWID;

CREATE TABLE reported_enrollment (
    enrolled_at           TEXT    NOT NULL,
    person                INTEGER NOT NULL,
    training              INTEGER NOT NULL,
    enrollment            INTEGER NOT NULL,
    started_at            TEXT,
    percent_complete      INTEGER,
    finished_before       TEXT,
    valid_until           TEXT,
    class                 INTEGER,
    state                 INTEGER NOT NULL,
    on_waiting_list       INTEGER NOT NULL,
    changed_at            TEXT    NOT NULL,
    cancelled_at          TEXT,
    cancelled_by          TEXT    NOT NULL,
    cancellation_reason   TEXT    NOT NULL,
    costs                 INTEGER,
    PRIMARY KEY (enrolled_at, person, training, enrollment)
) STRICT, WITHOUT ROWID;

-- The latest enrolment of each person for each class. The view is `latest_enrollment`.
CREATE TABLE class_enrollment (
    class            INTEGER NOT NULL,
    person           INTEGER NOT NULL,
    state            INTEGER NOT NULL,
    on_waiting_list  INTEGER NOT NULL,
    PRIMARY KEY (class, person)
) STRICT, WITHOUT ROWID;

-- The contact moments of each class as texts of reports, sorted by date and start. The view is `class_timetable`.
CREATE TABLE timetable (
    class      INTEGER PRIMARY KEY,
    moments    TEXT NOT NULL,   -- 'd-M-yyyy HH:mm-HH:mm, …'
    dates      TEXT NOT NULL,   -- 'd-M-yyyy, …'
    locations  TEXT NOT NULL    -- each once
) STRICT;

-- The contact moments, participants and waiting persons of each class as texts. The view is `class_roster`. A change
-- marks the row of the class as dirty, and the writer rebuilds dirty rows. Until then, readers compute these rows.
CREATE TABLE roster (
    class      INTEGER PRIMARY KEY,
    is_dirty  INTEGER NOT NULL,
    moments    TEXT    NOT NULL DEFAULT '',   -- view `class_moments`
    -- the first end of a contract before the class begins; between these times, the persons depend on the current time
    first_departure  TEXT,
    enrolled   TEXT    NOT NULL DEFAULT '',   -- ids in order, 'id id …'
    waiting    TEXT    NOT NULL DEFAULT '',   -- ids in order, 'id id …'
    enrolled_count   INTEGER NOT NULL DEFAULT 0
) STRICT;

--------------------------------------------------------------------- the number of trainings in a portfolio

-- The number of trainings in each person's portfolio, to find a page deep in the list. The placeholder and anonymised
-- persons have no row.
CREATE TABLE portfolio_count (
    person             INTEGER PRIMARY KEY,
    contract_end       TEXT,
    offered            INTEGER NOT NULL,  -- active trainings in the portfolio
    offered_inactive   INTEGER NOT NULL,
    completed          INTEGER NOT NULL,  -- active trainings that are completed and not in the portfolio
    completed_inactive INTEGER NOT NULL
) STRICT;

-- The sums over blocks of 256 ids, only of persons whose contract has no end. Requests add the other persons. The view
-- is `portfolio_sum`.
CREATE TABLE portfolio_block (
    block              INTEGER PRIMARY KEY,
    offered            INTEGER NOT NULL,
    offered_inactive   INTEGER NOT NULL,
    completed          INTEGER NOT NULL,
    completed_inactive INTEGER NOT NULL
) STRICT;

-- Persons whose counts are dirty. 0 means all persons, and -256 all persons from id 256 on.
CREATE TABLE portfolio_dirty_person (person INTEGER PRIMARY KEY) STRICT;

---------------------------------------------------------------------------------------------- the gate

-- Callers of the API. Password hashes are argon2id in PHC form. A valid old password has the same salt as the current
-- password, so that one computation checks both.
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

CREATE TABLE credential_grant (
    credential  INTEGER NOT NULL REFERENCES credential ON DELETE CASCADE,
    operation   TEXT    NOT NULL,
    PRIMARY KEY (credential, operation)
) STRICT, WITHOUT ROWID;

-- Tokens, with which a client can sign in as a credential over REST. Only the digests are stored.
CREATE TABLE credential_token (
    credential    INTEGER NOT NULL REFERENCES credential ON DELETE CASCADE,
    prefix        TEXT    NOT NULL,   -- its first characters, by which it is listed and revoked
    digest        TEXT    NOT NULL UNIQUE,   -- of the whole token, which is random
    created_at    TEXT    NOT NULL,
    expires_at    TEXT,   -- NULL: never
    last_used_at  TEXT,
    PRIMARY KEY (credential, prefix)
) STRICT, WITHOUT ROWID;

-- Users of the console. Passwords are stored as for credentials.
CREATE TABLE operator (
    id                 INTEGER PRIMARY KEY AUTOINCREMENT,
    name               TEXT    NOT NULL UNIQUE CHECK (name <> ''),
    role               TEXT    NOT NULL CHECK (role IN ('viewer', 'editor', 'owner')),
    password_hash      TEXT    NOT NULL,
    created_at         TEXT    NOT NULL,
    last_signed_in_at  TEXT
) STRICT;

CREATE TABLE operator_second_factor (
    operator    INTEGER PRIMARY KEY REFERENCES operator ON DELETE CASCADE,
    secret      BLOB    NOT NULL,   -- of RFC 6238
    last_step   INTEGER NOT NULL,   -- the newest time step of a used code: no code counts twice
    created_at  TEXT    NOT NULL
) STRICT;

-- Recovery codes of a second factor. A used code is removed.
CREATE TABLE operator_recovery_code (
    operator  INTEGER NOT NULL REFERENCES operator_second_factor ON DELETE CASCADE,
    digest    TEXT    NOT NULL,   -- of the code, which is random
    PRIMARY KEY (operator, digest)
) STRICT, WITHOUT ROWID;

-- Mappings, which convert files of other systems to data files. The versions of a removed mapping stay.
CREATE TABLE mapping_version (
    name     TEXT    NOT NULL,
    version  INTEGER NOT NULL,   -- 1, 2, …; never used again, also after a removal
    content  TEXT    NOT NULL,   -- TOML, as it was set
    PRIMARY KEY (name, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE mapping (
    name     TEXT    PRIMARY KEY,
    version  INTEGER NOT NULL,
    FOREIGN KEY (name, version) REFERENCES mapping_version
) STRICT, WITHOUT ROWID;

-- The result of the newest import, for monitoring: the ledger has no failed imports.
CREATE TABLE last_import (
    id      INTEGER PRIMARY KEY CHECK (id = 1),
    at      TEXT    NOT NULL,
    action  TEXT    NOT NULL,   -- the imported path, or the job
    result  TEXT    NOT NULL CHECK (result IN ('applied', 'errors', 'guard', 'failed')),
    rows    INTEGER NOT NULL    -- created, changed or removed
) STRICT;

-- Calendar feeds. The subject is no foreign key: an undo may restore a removed subject with the same id.
CREATE TABLE calendar_feed (
    kind        TEXT    NOT NULL CHECK (kind IN ('class', 'person', 'division')),
    subject     INTEGER NOT NULL,          -- the id in the table of this kind
    secret      TEXT    NOT NULL UNIQUE,   -- the random part of the address
    created_at  TEXT    NOT NULL,
    PRIMARY KEY (kind, subject)
) STRICT, WITHOUT ROWID;

CREATE TABLE connector_error (
    id          INTEGER PRIMARY KEY,
    at          TEXT    NOT NULL,
    credential  TEXT    NOT NULL,
    connector   TEXT    NOT NULL DEFAULT '',
    message     TEXT    NOT NULL
) STRICT;

-------------------------------------------------------------------------------------------- the ledger

-- Imports and undos (numbered from 1), provisioning calls, commands, and actions that changed no row of a data file.
-- `action` of a command or of an action that changed no row is a message: a JSON array of its name and arguments.
CREATE TABLE ledger (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    at      TEXT    NOT NULL,
    kind    TEXT    NOT NULL CHECK (kind IN ('import', 'undo', 'call', 'command', 'act')),
    number  INTEGER UNIQUE CHECK ((number IS NOT NULL) = (kind IN ('import', 'undo'))),
    undoes  INTEGER REFERENCES ledger CHECK ((undoes IS NOT NULL) = (kind = 'undo')),
    actor   TEXT    NOT NULL,   -- the credential's name, or user@host
    action  TEXT    NOT NULL,   -- the operation, the path imported, the command, what was undone
    tag     INTEGER NOT NULL DEFAULT (random() & 4294967295)   -- tells it from an entry with the same id in another copy
) STRICT;

CREATE TABLE ledger_file (
    ledger     INTEGER NOT NULL REFERENCES ledger ON DELETE CASCADE,
    file       TEXT    NOT NULL,   -- 'persons.csv'
    digest     TEXT    NOT NULL,   -- BLAKE2b-256 of the file's bytes, hexadecimal; '' of an undo, which reads none
    created    INTEGER NOT NULL,
    updated    INTEGER NOT NULL,
    unchanged  INTEGER NOT NULL,
    removed    INTEGER NOT NULL,
    PRIMARY KEY (ledger, file)
) STRICT, WITHOUT ROWID;

CREATE TABLE ledger_mapping (
    ledger   INTEGER NOT NULL REFERENCES ledger ON DELETE CASCADE,
    file     TEXT    NOT NULL,   -- 'persons.csv'
    name     TEXT    NOT NULL,
    version  INTEGER NOT NULL,
    PRIMARY KEY (ledger, file)
) STRICT, WITHOUT ROWID;

CREATE TABLE import_job (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    credential  TEXT    NOT NULL,   -- its name
    key         TEXT,               -- the client's Idempotency-Key
    digest      TEXT    NOT NULL,   -- of the uploaded files, hexadecimal
    query       TEXT    NOT NULL,   -- the options of the request
    created_at  TEXT    NOT NULL,
    ended_at    TEXT,
    state       TEXT    NOT NULL
        CHECK (state IN ('queued', 'reading', 'checking', 'applying', 'done', 'failed', 'cancelled')),
    code        TEXT,               -- why it failed
    progress    INTEGER NOT NULL DEFAULT 0,   -- the percentage of bytes read
    number      INTEGER,            -- of the import
    files       TEXT    NOT NULL DEFAULT '[]',   -- counts, as JSON
    groups      TEXT    NOT NULL DEFAULT '[]',   -- errors by kind and column, as JSON
    errors      TEXT    NOT NULL DEFAULT '[]',   -- single errors, as JSON
    first_errors  TEXT  NOT NULL DEFAULT '[]'    -- the first of them
) STRICT;

-- A change of a row. `old` has the previous cells of the changed columns, or of the removed row, as a JSON object.
CREATE TABLE ledger_change (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    ledger  INTEGER NOT NULL REFERENCES ledger ON DELETE CASCADE,
    file    TEXT    NOT NULL,      -- 'persons.csv'
    row     INTEGER NOT NULL,      -- the row's id in the file's table
    line    INTEGER,               -- of the file, when an import did it
    source  TEXT,                  -- the file whose line it is, where that is another: persons.csv names functions
    kind    TEXT    NOT NULL CHECK (kind IN ('created', 'changed', 'removed')),
    old     TEXT    CHECK ((old IS NULL) = (kind = 'created'))
) STRICT;

-- The history of changes of this database, in one row. Positions that clients store contain the lineage
-- (src/ledger/feed.rs).
CREATE TABLE feed (
    id          INTEGER PRIMARY KEY CHECK (id = 1),
    lineage     INTEGER NOT NULL DEFAULT (random()),   -- `restore` gives a new one
    pruned      INTEGER NOT NULL DEFAULT 0,   -- the largest number of a change that was forgotten; 0: none was
    pruned_tag  INTEGER NOT NULL DEFAULT 0    -- the tag of its entry
) STRICT;

-- ====================================================== 2. Indexes and triggers

------------------------------------------------------------------------------------------------ persons

CREATE UNIQUE INDEX account_level_one_default ON account_level (is_default) WHERE is_default = 1;
CREATE INDEX division_of_parent ON division (parent) WHERE parent IS NOT NULL;
CREATE INDEX person_of_manager ON person (manager);
CREATE INDEX import_job_of_credential ON import_job (credential, key);
CREATE INDEX person_of_email ON person (email COLLATE NOCASE);
-- The columns that a search reads, in the order of the search results. Also finds family names that begin with a word.
CREATE INDEX person_searched
    ON person (family_name COLLATE NOCASE, first_name, insertion, external_identifier, email);
CREATE INDEX person_of_first_name ON person (first_name COLLATE NOCASE);
CREATE INDEX person_of_function ON person (function);
CREATE INDEX person_of_division ON person (division);
CREATE INDEX person_of_account_level ON person (account_level);
CREATE INDEX person_of_identifier_without_zeros ON person (ltrim(external_identifier, '0'))
    WHERE external_identifier >= '0' AND external_identifier < '1';
CREATE INDEX person_anonymised ON person (id) WHERE anonymised;
CREATE INDEX group_member_of_person ON group_member (person, person_group);

------------------------------------------------------------------------------------------------ catalog

CREATE UNIQUE INDEX step_in_order ON step (position, id);
CREATE UNIQUE INDEX category_in_order ON category (step, position, id);
CREATE INDEX LearningModule_of_category ON LearningModule (category, step);
CREATE INDEX LearningModule_by_title ON LearningModule (type, title COLLATE NOCASE, id);
CREATE UNIQUE INDEX LearningModule_in_catalog ON LearningModule (category, title COLLATE NOCASE, key)
    WHERE is_active = 1 AND is_visible_in_catalog = 1;
CREATE TRIGGER training_id_after_insert_of_LearningModule AFTER INSERT ON LearningModule BEGIN
    UPDATE training_id SET highest = NEW.id WHERE type = NEW.type AND highest < NEW.id;
END;
CREATE INDEX LearningModuleTasks_of_task ON LearningModuleTasks (task);
CREATE INDEX block_course_of_course ON block_course (course);
CREATE INDEX training_threshold_of_required ON training_threshold (required);
CREATE INDEX training_trainer_of_person ON training_trainer (person, training);

------------------------------------------------------------------------------------------ learning paths

CREATE INDEX learning_path_training_of_training ON learning_path_training (training);
CREATE UNIQUE INDEX learning_path_link_key
    ON learning_path_link (learning_path, link_type, coalesce(person, function, division, person_group));
CREATE INDEX learning_path_link_of_person ON learning_path_link (person, link_type, learning_path)
    WHERE person IS NOT NULL;
CREATE INDEX learning_path_link_of_function ON learning_path_link (function) WHERE function IS NOT NULL;
CREATE INDEX learning_path_link_of_division ON learning_path_link (division) WHERE division IS NOT NULL;
CREATE INDEX learning_path_link_of_group ON learning_path_link (person_group) WHERE person_group IS NOT NULL;

------------------------------------------------------------------------------------------------- classes

-- Covers the lists of classes, sorted by first contact moment and id. Classes without contact moments are last.
CREATE UNIQUE INDEX class_in_order ON class (begins, id, is_under_construction, is_archived);
CREATE UNIQUE INDEX class_of_training ON class (training, begins, id, is_under_construction, is_archived);
CREATE INDEX class_of_group ON class (person_group) WHERE person_group IS NOT NULL;
CREATE INDEX class_date_of_task ON class_date (task) WHERE task IS NOT NULL;
CREATE TRIGGER class_begins_after_insert_of_class_date AFTER INSERT ON class_date BEGIN
    UPDATE class SET begins = (SELECT begins FROM class_start WHERE class = NEW.class) WHERE id = NEW.class;
END;
CREATE TRIGGER class_begins_after_update_of_class_date AFTER UPDATE OF class, date, starts_at ON class_date BEGIN
    UPDATE class SET begins = (SELECT begins FROM class_start WHERE class_start.class = class.id)
    WHERE id IN (OLD.class, NEW.class);
END;
CREATE TRIGGER class_begins_after_delete_of_class_date AFTER DELETE ON class_date BEGIN
    UPDATE class SET begins = (SELECT begins FROM class_start WHERE class = OLD.class) WHERE id = OLD.class;
END;
CREATE UNIQUE INDEX class_trainer_key ON class_trainer (class, person, coalesce(class_date, 0));
CREATE INDEX class_trainer_of_person ON class_trainer (person);
CREATE INDEX class_trainer_of_date ON class_trainer (class_date) WHERE class_date IS NOT NULL;

-- An INSERT computes the trainers of a contact moment again. If class_date is NULL, it computes all contact moments of
-- the class.
CREATE VIEW dirty_trainers AS SELECT class, id AS class_date FROM class_date;
CREATE TRIGGER trainers_fill INSTEAD OF INSERT ON dirty_trainers BEGIN
    UPDATE class_date
    SET trainer_ids = (SELECT trainer_ids FROM class_date_trainers AS t WHERE t.class_date = class_date.id)
    WHERE id = NEW.class_date OR NEW.class_date IS NULL AND class = NEW.class;
END;
CREATE TRIGGER trainers_after_insert_of_class_date AFTER INSERT ON class_date BEGIN
    INSERT INTO dirty_trainers VALUES (NEW.class, NEW.id);
END;
CREATE TRIGGER trainers_after_update_of_class_date AFTER UPDATE OF class ON class_date BEGIN
    INSERT INTO dirty_trainers VALUES (NEW.class, NEW.id);
END;
CREATE TRIGGER trainers_after_insert_of_class_trainer AFTER INSERT ON class_trainer BEGIN
    INSERT INTO dirty_trainers VALUES (NEW.class, NEW.class_date);
END;
CREATE TRIGGER trainers_after_update_of_class_trainer AFTER UPDATE ON class_trainer BEGIN
    INSERT INTO dirty_trainers VALUES (OLD.class, OLD.class_date), (NEW.class, NEW.class_date);
END;
CREATE TRIGGER trainers_after_delete_of_class_trainer AFTER DELETE ON class_trainer BEGIN
    INSERT INTO dirty_trainers VALUES (OLD.class, OLD.class_date);
END;
CREATE TRIGGER trainers_after_update_of_person AFTER UPDATE OF anonymised ON person
WHEN NEW.anonymised <> OLD.anonymised BEGIN
    INSERT INTO dirty_trainers SELECT class, class_date FROM class_trainer WHERE person = NEW.id;
END;

---------------------------------------------------------------------------------------- learning progress

CREATE INDEX dimming_of_training ON dimming (training);
-- The learning portfolio reads the relations of persons to trainings from the indexes `…_of_person` only.
CREATE INDEX dimming_of_person ON dimming (person, training, dim_reason);
CREATE INDEX dimming_of_reason ON dimming (dim_reason);
CREATE UNIQUE INDEX enrollment_key ON enrollment (person, training, coalesce(class, 0), enrolled_at);
CREATE INDEX enrollment_of_class ON enrollment (class, person, enrolled_at) WHERE class IS NOT NULL;
CREATE INDEX enrollment_of_person
    ON enrollment (person, training, class, enrolled_at, state, added_from_catalog);
CREATE INDEX enrollment_of_training ON enrollment (training);
CREATE INDEX progress_of_person ON progress (person, training, started_at);
CREATE INDEX progress_of_training ON progress (training);
CREATE INDEX FinishedModule_of_person
    ON FinishedModule (person, training, finished_at, valid_until, started_at);
CREATE INDEX FinishedModule_of_training ON FinishedModule (training);
CREATE INDEX FinishedModule_of_class ON FinishedModule (class) WHERE class IS NOT NULL;
CREATE UNIQUE INDEX absence_key ON absence (person, class, created_at, coalesce(task, 0));
CREATE INDEX absence_of_class ON absence (class);
CREATE INDEX absence_by_creation ON absence (created_at);
CREATE INDEX absence_of_task ON absence (task) WHERE task IS NOT NULL;

------------------------------------------------------------------------------------- materialized tables

CREATE INDEX class_enrollment_of_person ON class_enrollment (person);

CREATE INDEX roster_to_rebuild ON roster (class) WHERE is_dirty;

--------------------------------------------------------------------- the number of trainings in a portfolio

CREATE INDEX portfolio_count_ending ON portfolio_count
    (contract_end, person, offered, offered_inactive, completed, completed_inactive) WHERE contract_end IS NOT NULL;
CREATE TRIGGER portfolio_block_after_insert_of_portfolio_count AFTER INSERT ON portfolio_count WHEN NEW.contract_end IS NULL BEGIN
    INSERT INTO portfolio_block
    VALUES (NEW.person >> 8, NEW.offered, NEW.offered_inactive, NEW.completed, NEW.completed_inactive)
    ON CONFLICT DO UPDATE SET
        offered = offered + NEW.offered, offered_inactive = offered_inactive + NEW.offered_inactive,
        completed = completed + NEW.completed, completed_inactive = completed_inactive + NEW.completed_inactive;
END;
CREATE TRIGGER portfolio_block_after_delete_of_portfolio_count AFTER DELETE ON portfolio_count WHEN OLD.contract_end IS NULL BEGIN
    UPDATE portfolio_block SET
        offered = offered - OLD.offered, offered_inactive = offered_inactive - OLD.offered_inactive,
        completed = completed - OLD.completed, completed_inactive = completed_inactive - OLD.completed_inactive
    WHERE block = OLD.person >> 8;
END;

---------------------------------------------------------------------------------------------- the gate

CREATE INDEX connector_error_at ON connector_error (at);

-------------------------------------------------------------------------------------------- the ledger

CREATE INDEX ledger_at ON ledger (at);
CREATE INDEX ledger_of_undone ON ledger (undoes) WHERE undoes IS NOT NULL;
CREATE INDEX ledger_change_of_row ON ledger_change (row, file);
CREATE INDEX ledger_change_of_ledger ON ledger_change (ledger);
CREATE INDEX ledger_change_of_removal ON ledger_change (file) WHERE kind = 'removed';

-- ====================================================== 3. Views

-- The rows that portfolio_block must have.
CREATE VIEW portfolio_sum AS
SELECT person >> 8 AS block,
       sum(iif(contract_end IS NULL, offered, 0))            AS offered,
       sum(iif(contract_end IS NULL, offered_inactive, 0))   AS offered_inactive,
       sum(iif(contract_end IS NULL, completed, 0))          AS completed,
       sum(iif(contract_end IS NULL, completed_inactive, 0)) AS completed_inactive
FROM portfolio_count
GROUP BY person >> 8;

-- The start of each class, from its contact moments. Triggers store the start in class.begins.
CREATE VIEW class_start AS
SELECT id AS class,
       coalesce((SELECT date || 'T' || starts_at FROM class_date WHERE class_date.class = class.id
                 ORDER BY date, starts_at LIMIT 1), 'never') AS begins
FROM class;

-- The persons who are not anonymised, and the placeholder (id 0). No response has anonymised persons. A person is
-- dismissed if the contract has ended by now, else employed.
CREATE VIEW known_person AS
SELECT person.*,
       first_name || iif(insertion = '', '', ' ' || insertion) || ' ' || family_name AS full_name,
       contract_end IS NOT NULL AND contract_end <= service_now() AS is_dismissed
FROM person
WHERE NOT anonymised;

-- Each person as a manager in responses. An anonymised person looks like the placeholder.
CREATE VIEW shown_manager AS
SELECT id AS person,
       iif(anonymised, 0, id)                  AS id,
       iif(anonymised, '', external_identifier) AS external_identifier,
       iif(anonymised, 'Manager', first_name)  AS first_name,
       iif(anonymised, '', insertion)          AS insertion,
       iif(anonymised, 'onbekend', family_name) AS family_name
FROM person;

-- The elements of an ApiPerson as columns. CROSS JOIN makes SQLite begin with the person, and so use the indexes of
-- persons.
CREATE VIEW api_person AS
SELECT p.id                        AS Id,
       p.external_identifier       AS ExternalIdentifier,
       p.first_name                AS FirstName,
       p.insertion                 AS Insertion,
       p.family_name               AS FamilyName,
       p.email                     AS Email,
       l.name                      AS AccountLevel,
       -- true if this person is the manager of an employed person
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
     -- the placeholder has no level, and is shown with the default level
     CROSS JOIN account_level AS l
         ON l.id = coalesce(p.account_level, (SELECT id FROM account_level WHERE is_default = 1))
     CROSS JOIN function AS f ON f.id = p.function
     CROSS JOIN division AS d ON d.id = p.division
     CROSS JOIN shown_manager AS m ON m.person = p.manager;

-- The elements of a BasicPersonInfo and the keys of its lookups. Omits the placeholder.
CREATE VIEW basic_person_info AS
SELECT account_level, manager, function, division,
       id                          AS ServiceId,
       external_identifier         AS ExternalId,
       first_name                  AS FirstName,
       insertion                   AS Insertion,
       family_name                 AS FamilyName,
       email                       AS Email,
       has_activated_account       AS HasActivatedAccount,
       is_dismissed                AS IsDismissed
FROM known_person
WHERE id > 0;

-- Each division in reports. `location` is its name; `division` is the name of its topmost ancestor, or its own name if
-- it has no parent.
CREATE VIEW reported_division AS
SELECT d.id, d.name AS location,
       -- most trees have at most three levels, for which recursion would take six times as long
       CASE WHEN d.parent IS NULL      THEN d.name
            WHEN above.parent IS NULL  THEN above.name
            WHEN higher.parent IS NULL THEN higher.name
            ELSE (WITH RECURSIVE up (name, parent) AS (
                      SELECT higher.name, higher.parent
                      UNION
                      SELECT next.name, next.parent FROM up JOIN division AS next ON next.id = up.parent)
                  SELECT name FROM up WHERE parent IS NULL) END AS division
FROM division AS d
     LEFT JOIN division AS above ON above.id = d.parent
     LEFT JOIN division AS higher ON higher.id = above.parent;

-- The full name of each person as a manager in reports.
CREATE VIEW reported_manager AS
SELECT person AS id, first_name || iif(insertion = '', '', ' ' || insertion) || ' ' || family_name AS manager
FROM shown_manager;

-- Each result with the id of its enrolment: the latest enrolment of the person for the same training and class up to
-- the day of the finish, in any state. Without such an enrolment, the latest enrolment for the training up to that day
-- that is not cancelled and not for a class that begins later. NULL as class is a class, too.
CREATE VIEW result AS
SELECT f.*,
       coalesce(
           (SELECT e.id FROM enrollment AS e
            WHERE e.person = f.person AND e.training = f.training AND e.class IS f.class
                  AND e.enrolled_at <= substr(f.finished_at, 1, 10) || 'T23:59:59'
            ORDER BY e.enrolled_at DESC LIMIT 1),
           (SELECT e.id FROM enrollment AS e
            WHERE e.person = f.person AND e.training = f.training AND e.state <> 2
                  AND e.enrolled_at <= substr(f.finished_at, 1, 10) || 'T23:59:59'
                  AND (e.class IS NULL
                       OR (SELECT begins = 'never' OR begins <= substr(f.finished_at, 1, 10) || 'T23:59:59'
                           FROM class WHERE id = e.class))
            ORDER BY e.enrolled_at DESC, e.id DESC LIMIT 1)
       ) AS enrollment
FROM FinishedModule AS f;

-- The rows that reported_result must have: each result with the columns of its enrolment.
CREATE VIEW result_with_enrollment AS
SELECT r.finished_at, r.person, r.training, r.id AS result,
       -- reports show the result's class, else that of the enrolment
       coalesce(r.class, e.class) AS class,
       r.started_at, r.valid_until, r.certificate_obtained, r.version,
       e.id AS enrollment, e.enrolled_at, e.changed_at, e.cancelled_at, e.cancelled_by, e.cancellation_reason,
       e.costs, e.payment
FROM result AS r LEFT JOIN enrollment AS e ON e.id = r.enrollment;

-- The rows that reported_enrollment must have: the enrolments without a result. Omits an enrolment that is not
-- cancelled if the person has a later enrolment for the same training and class (NULL counts as a class). Each row has
-- the latest start and the progress of the training since the day of the enrolment. Each row also has the person's
-- latest result for the training before that day.
CREATE VIEW open_enrollment AS
SELECT e.enrolled_at, e.person, e.training, e.id AS enrollment,
       (SELECT max(started_at) FROM (
            SELECT started_at FROM progress WHERE person = e.person AND training = e.training
            UNION ALL
            SELECT started_at FROM FinishedModule WHERE person = e.person AND training = e.training)
        WHERE started_at >= substr(e.enrolled_at, 1, 10)) AS started_at,
       (SELECT percent_complete FROM progress
        WHERE person = e.person AND training = e.training AND started_at >= substr(e.enrolled_at, 1, 10))
                                                          AS percent_complete,
       before.finished_at                                 AS finished_before,
       before.valid_until                                 AS valid_until,
       e.class, e.state, e.on_waiting_list, e.changed_at, e.cancelled_at, e.cancelled_by, e.cancellation_reason, e.costs
FROM enrollment AS e
     LEFT JOIN FinishedModule AS before ON before.id = (
         SELECT f.id FROM FinishedModule AS f
         WHERE f.person = e.person AND f.training = e.training AND f.finished_at < substr(e.enrolled_at, 1, 10)
         ORDER BY f.finished_at DESC LIMIT 1)
WHERE NOT EXISTS (SELECT 1 FROM result AS r
                  WHERE r.person = e.person AND r.training = e.training AND r.enrollment = e.id)
  AND (e.state = 2
       OR NOT EXISTS (SELECT 1 FROM enrollment AS later
                      WHERE later.person = e.person AND later.training = e.training
                        AND later.class IS e.class
                        AND later.enrolled_at > e.enrolled_at));

-- The rows of CompletedCourses, with the keys of lookups: the person, and the class or the negative training.
CREATE VIEW completed_course AS
SELECT o.person                                           AS person,
       o.training                                         AS training,
       coalesce(o.class, -o.training)                     AS class_or_training,
       iif(o.version = '', t.version, o.version)          AS Versie,
       iif(o.valid_until < service_now(), 'Verlopen', 'Afgerond') AS Status,
       o.started_at                                       AS Startdatum,
       o.finished_at                                      AS Afronddatum,
       o.valid_until                                      AS Verloopdatum,
       coalesce(o.costs, t.costs)                         AS Kosten,
       coalesce(o.payment, '')                            AS Betaling,
       o.enrolled_at                                      AS Inschrijfdatum,
       o.changed_at                                       AS Mutatiedatum,
       o.cancelled_at                                     AS Annuleringsdatum,
       coalesce(o.cancelled_by, '')                       AS Geannuleerd_door,
       coalesce(o.cancellation_reason, '')                AS Annuleringsreden,
       iif(t.has_certificate, iif(o.certificate_obtained, 'Ja', 'Nee'), 'N.v.t.') AS Certificaat_behaald,
       iif(t.is_mandatory, 'Ja', 'Nee')                   AS Verplicht,
       '100%'                                             AS Percentage_gereed
FROM reported_result AS o
     CROSS JOIN LearningModule AS t ON t.key = o.training
WHERE o.person NOT IN (SELECT id FROM person WHERE anonymised);

-- The rows of StartedCourses, with the keys of their lookups.
CREATE VIEW started_course AS
SELECT o.enrolled_at                                      AS enrolled_at,
       o.person                                           AS person,
       o.training                                         AS training,
       o.enrollment                                       AS enrollment,
       coalesce(o.class, -o.training)                     AS class_or_training,
       t.version                                          AS Versie,
       CASE WHEN o.state = 2                              THEN 'Geannuleerd (te laat)'
            WHEN o.started_at IS NOT NULL                 THEN 'Gestart'
            -- on the waiting list, state 3 counts as state 0
            WHEN o.state = 3 AND NOT o.on_waiting_list    THEN 'Ingepland'
            WHEN o.state = 1                              THEN 'Goedgekeurd'
            ELSE 'In aanbod' END                          AS Status,
       o.started_at                                       AS Startdatum,
       o.finished_before                                  AS Afronddatum,
       o.valid_until                                      AS Verloopdatum,
       coalesce(o.costs, t.costs)                         AS Kosten,
       ''                                                 AS Betaling,
       o.enrolled_at                                      AS Inschrijfdatum,
       o.changed_at                                       AS Mutatiedatum,
       o.cancelled_at                                     AS Annuleringsdatum,
       o.cancelled_by                                     AS Geannuleerd_door,
       o.cancellation_reason                              AS Annuleringsreden,
       iif(t.has_certificate, 'Nee', 'N.v.t.')            AS Certificaat_behaald,
       iif(t.is_mandatory, 'Ja', 'Nee')                   AS Verplicht,
       coalesce(o.percent_complete || '%', 'N.v.t.')      AS Percentage_gereed
FROM reported_enrollment AS o
     CROSS JOIN LearningModule AS t ON t.key = o.training
WHERE o.person NOT IN (SELECT id FROM person WHERE anonymised);

-- The rows of GetHistoricAbsences, with the keys of their lookups.
CREATE VIEW historic_absence AS
SELECT a.id, a.person, a.class,
       coalesce(k.title, '')                              AS TaskTitle,
       a.reason                                           AS AbsenceReason,
       a.created_at                                       AS CreationDate,
       a.public_costs                                     AS PublicCosts,
       a.hidden_costs                                     AS HiddenCosts
FROM absence AS a
     LEFT JOIN LearningTasks AS k ON k.id = a.task
WHERE a.person NOT IN (SELECT id FROM person WHERE anonymised);

-- The rows that class_enrollment must have: the latest enrolment of a person for a class. A person has no two
-- enrolments for a class with the same time. On the waiting list, state 3 counts as state 0.
CREATE VIEW latest_enrollment AS
SELECT e.class, e.person, iif(e.on_waiting_list AND e.state = 3, 0, e.state) AS state, e.on_waiting_list
FROM enrollment AS e
WHERE e.class IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM enrollment AS later INDEXED BY enrollment_of_class
                  WHERE later.class = e.class AND later.person = e.person AND later.enrolled_at > e.enrolled_at);

-- The persons with an enrolment for a class: enrolled, waiting, or neither.
CREATE VIEW class_participant AS
SELECT class, person,
       state = 3 AND NOT on_waiting_list  AS is_enrolled,
       on_waiting_list AND state <> 2     AS is_waiting
FROM class_enrollment
WHERE person NOT IN (SELECT id FROM person WHERE anonymised);

-- The current participants and waiting persons. Unless the class has begun, a dismissed person is neither. CROSS JOIN
-- makes SQLite begin with the class, and read it once.
CREATE VIEW participant AS
SELECT e.*
FROM class AS c
     CROSS JOIN class_participant AS e ON e.class = c.id
WHERE c.begins <= service_now()
      OR NOT EXISTS (SELECT 1 FROM person AS p WHERE p.id = e.person AND p.contract_end <= service_now());

CREATE VIEW enrolled AS SELECT class, person FROM participant WHERE is_enrolled;

CREATE VIEW waiting AS SELECT class, person FROM participant WHERE is_waiting;

-- The contact moments of each class as one text, in order. U+001E separates contact moments, and U+001F their values:
-- trainer ids, id, date, start, end, location and address. U+FFFD replaces separators in locations.
CREATE VIEW class_moments AS
SELECT c.id AS class,
       coalesce((SELECT group_concat(moment, char(0x1E)) FROM (
           SELECT trainer_ids || char(0x1F) || id || char(0x1F) || date || char(0x1F) || starts_at || char(0x1F)
                  || ends_at || char(0x1F)
                  || replace(replace(location_name, char(0x1E), char(0xFFFD)), char(0x1F), char(0xFFFD)) || char(0x1F)
                  || replace(replace(location_address, char(0x1E), char(0xFFFD)), char(0x1F), char(0xFFFD)) AS moment
           FROM class_date WHERE class_date.class = c.id ORDER BY date, starts_at)), '')   AS moments
FROM class AS c;

-- The rows that roster must have.
CREATE VIEW class_roster AS
SELECT c.id AS class,
       FALSE AS is_dirty,
       (SELECT moments FROM class_moments AS m WHERE m.class = c.id)                       AS moments,
       (SELECT min(p.contract_end) FROM class_participant AS e CROSS JOIN person AS p ON p.id = e.person
        WHERE e.class = c.id AND (is_enrolled OR is_waiting)
              AND p.contract_end < c.begins)                                               AS first_departure,
       coalesce((SELECT group_concat(person, ' ') FROM (
           SELECT person FROM class_participant AS e
           WHERE e.class = c.id AND is_enrolled ORDER BY person)), '')                     AS enrolled,
       coalesce((SELECT group_concat(person, ' ') FROM (
           SELECT person FROM class_participant AS e
           WHERE e.class = c.id AND is_waiting ORDER BY person)), '')                      AS waiting,
       (SELECT count(*) FROM class_participant AS e WHERE e.class = c.id AND is_enrolled)  AS enrolled_count
FROM class AS c;

-- The rosters at the current time: stored values if they are current, else computed values. CASE stops at the first
-- match.
CREATE VIEW current_roster AS
SELECT class,
       iif(is_dirty, (SELECT moments FROM class_moments AS m WHERE m.class = r.class), moments) AS moments,
       iif(is_current, enrolled, (SELECT group_concat(person, ' ') FROM (
           SELECT person FROM enrolled AS e WHERE e.class = r.class ORDER BY person)))  AS enrolled,
       iif(is_current, waiting, (SELECT group_concat(person, ' ') FROM (
           SELECT person FROM waiting AS w WHERE w.class = r.class ORDER BY person)))   AS waiting,
       iif(is_current, enrolled_count, (SELECT count(*) FROM enrolled AS e WHERE e.class = r.class)) AS enrolled_count
FROM (SELECT *, CASE WHEN is_dirty                        THEN FALSE
                     WHEN first_departure IS NULL         THEN TRUE
                     WHEN first_departure > service_now() THEN TRUE
                     ELSE (SELECT begins FROM class WHERE class.id = roster.class) <= service_now() END AS is_current
      FROM roster) AS r;

-- The contact moments, with formatted dates and times.
CREATE VIEW contact_moment AS
SELECT class_date.*,
       substr(starts_at, 1, 5)                          AS shown_start,
       substr(ends_at, 1, 5)                            AS shown_end,
       printf('%.5s-%.5s', starts_at, ends_at)          AS shown_time,                       -- HH:mm-HH:mm
       printf('%d-%d-%.4s', substr(date, 9), substr(date, 6, 2), date)
                                                        AS shown_date,                       -- d-M-yyyy
       substr(date, 9) || ' '
           || CASE substr(date, 6, 2)
                  WHEN '01' THEN 'januari'   WHEN '02' THEN 'februari' WHEN '03' THEN 'maart'
                  WHEN '04' THEN 'april'     WHEN '05' THEN 'mei'      WHEN '06' THEN 'juni'
                  WHEN '07' THEN 'juli'      WHEN '08' THEN 'augustus' WHEN '09' THEN 'september'
                  WHEN '10' THEN 'oktober'   WHEN '11' THEN 'november' WHEN '12' THEN 'december'
              END
           || ' ' || substr(date, 1, 4)                 AS date_in_words                     -- dd MMMM yyyy
FROM class_date;

-- The rows that timetable must have.
CREATE VIEW class_timetable AS
SELECT c.id AS class,
       (SELECT group_concat(moment, ', ')
        FROM (SELECT shown_date || ' ' || shown_time AS moment FROM contact_moment
              WHERE class = c.id ORDER BY date, starts_at))  AS moments,
       (SELECT group_concat(shown_date, ', ')
        FROM (SELECT shown_date FROM contact_moment
              WHERE class = c.id ORDER BY date, starts_at))  AS dates,
       -- each location once, in the order of contact moments
       coalesce((SELECT group_concat(location_name, ', ')
                 FROM (SELECT location_name FROM class_date
                       WHERE class = c.id AND location_name <> ''
                       GROUP BY location_name ORDER BY min(date || starts_at))), '')  AS locations
FROM class AS c
WHERE EXISTS (SELECT 1 FROM class_date WHERE class_date.class = c.id);

-- The trainers of each contact moment, each once: its own trainers, and those of all contact moments of the class.
CREATE VIEW contact_moment_trainer AS
SELECT d.class, d.date, d.starts_at, d.id AS contact_moment, t.person
FROM class_date AS d
     CROSS JOIN class_trainer AS t ON t.class = d.class
WHERE t.person NOT IN (SELECT id FROM person WHERE anonymised)
  AND (t.class_date IS NULL
       OR t.class_date = d.id
          AND NOT EXISTS (SELECT 1 FROM class_trainer AS always
                          WHERE always.class = t.class AND always.person = t.person
                            AND coalesce(always.class_date, 0) = 0));

-- The value that class_date.trainer_ids must have.
CREATE VIEW class_date_trainers AS
SELECT d.id AS class_date,
       coalesce((SELECT group_concat(person, ' ') FROM (
           SELECT person FROM contact_moment_trainer AS t
           WHERE t.class = d.class AND t.contact_moment = d.id ORDER BY person)), '') AS trainer_ids
FROM class_date AS d;

CREATE VIEW catalog_training AS
SELECT * FROM LearningModule WHERE is_active = 1 AND is_visible_in_catalog = 1;

-- The classes of the catalog. A registration deadline at midnight lasts to the end of its day.
CREATE VIEW catalog_class AS
SELECT *
FROM class
WHERE begins > service_now()
  AND is_visible_in_catalog AND NOT is_archived AND NOT is_cancelled AND NOT is_under_construction
  AND (registration_deadline IS NULL
       OR registration_deadline > service_now()
       OR registration_deadline = date(service_now()) || 'T00:00:00');

-------------------------------------------------------------------------- the rows of every new database

INSERT INTO function (id, name) VALUES (0, 'Functie onbekend');
INSERT INTO division (id, name) VALUES (0, 'Locatie onbekend');
INSERT INTO person (id, external_identifier, first_name, family_name, email)
VALUES (0, '', 'Manager', 'onbekend', '');

-- The specification has only the names ADMIN and TRAINER. account_levels.csv replaces the other names.
INSERT INTO account_level (name, is_default) VALUES
    ('ADMIN', 0), ('TRAINER', 0), ('LEARNER', 1), ('MANAGER', 0),
    ('PLANNER', 0), ('COACH', 0), ('AUTHOR', 0), ('REPORTER', 0);

INSERT INTO feed (id) VALUES (1);
