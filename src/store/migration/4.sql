-- Version 4: what the reports tell of a result or an enrolment stands whole where they read it, the enrolment that counts of
-- a person for a class is kept, and so are the timetables of classes. What stands in these tables is derived, as every
-- migration does.
DROP TABLE reported_result;
DROP TABLE reported_enrollment;

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

CREATE TABLE class_enrollment (
    class            INTEGER NOT NULL,
    person           INTEGER NOT NULL,
    state            INTEGER NOT NULL,
    on_waiting_list  INTEGER NOT NULL,
    PRIMARY KEY (class, person)
) STRICT, WITHOUT ROWID;

CREATE TABLE timetable (
    class      INTEGER PRIMARY KEY,
    moments    TEXT NOT NULL,   -- 'd-M-yyyy HH:mm-HH:mm, …'
    dates      TEXT NOT NULL,   -- 'd-M-yyyy, …'
    locations  TEXT NOT NULL    -- each once
) STRICT;
