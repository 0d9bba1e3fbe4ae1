-- Version 3: operators, who come in to the console, and what they say that foreign headers mean. What the reports tell of
-- is kept in their order, and the portfolio's counts are summed; what stands in these tables is derived, as every
-- migration does.
CREATE TABLE operator (
    id                 INTEGER PRIMARY KEY AUTOINCREMENT,
    name               TEXT    NOT NULL UNIQUE CHECK (name <> ''),
    role               TEXT    NOT NULL CHECK (role IN ('viewer', 'editor', 'owner')),
    password_hash      TEXT    NOT NULL,
    created_at         TEXT    NOT NULL,
    last_signed_in_at  TEXT
) STRICT;

CREATE TABLE header_match (
    file    TEXT NOT NULL,   -- 'persons.csv'
    header  TEXT NOT NULL,
    meant   TEXT NOT NULL,   -- the column; '' where the header is left out
    PRIMARY KEY (file, header)
) STRICT, WITHOUT ROWID;

CREATE TABLE reported_result (
    finished_at  TEXT    NOT NULL,
    person       INTEGER NOT NULL,
    training     INTEGER NOT NULL,
    result       INTEGER NOT NULL,
    enrollment   INTEGER,
    PRIMARY KEY (finished_at, person, training)
) STRICT, WITHOUT ROWID;

CREATE TABLE reported_enrollment (
    enrolled_at       TEXT    NOT NULL,
    person            INTEGER NOT NULL,
    training          INTEGER NOT NULL,
    enrollment        INTEGER NOT NULL,
    started_at        TEXT,
    percent_complete  INTEGER,
    finished_before   TEXT,
    valid_until       TEXT,
    PRIMARY KEY (enrolled_at, person, training, enrollment)
) STRICT, WITHOUT ROWID;

CREATE TABLE portfolio_block (
    block              INTEGER PRIMARY KEY,
    offered            INTEGER NOT NULL,
    offered_inactive   INTEGER NOT NULL,
    completed          INTEGER NOT NULL,
    completed_inactive INTEGER NOT NULL
) STRICT;
