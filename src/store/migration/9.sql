-- Version 9: a second factor of operators, and calendar feeds.
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

-- Calendar feeds. A subject may be removed and restored by an undo: its feed is found again by its id.
CREATE TABLE calendar_feed (
    kind        TEXT    NOT NULL CHECK (kind IN ('class', 'person', 'division')),
    subject     INTEGER NOT NULL,          -- the id in the table of this kind
    secret      TEXT    NOT NULL UNIQUE,   -- the random part of the address
    created_at  TEXT    NOT NULL,
    PRIMARY KEY (kind, subject)
) STRICT, WITHOUT ROWID;
