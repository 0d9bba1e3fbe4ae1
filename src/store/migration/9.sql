-- Version 9: a second factor of operators, calendar feeds, and the result of the newest import.
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

-- The console's matches of headers are replaced by mappings, which are made at the next import.
DROP TABLE header_match;

-- The result of the newest import, for monitoring: failed ones are not in the ledger.
CREATE TABLE last_import (
    id      INTEGER PRIMARY KEY CHECK (id = 1),
    at      TEXT    NOT NULL,
    action  TEXT    NOT NULL,   -- the imported path, or the job
    result  TEXT    NOT NULL CHECK (result IN ('applied', 'errors', 'guard', 'failed')),
    rows    INTEGER NOT NULL    -- created, changed or removed
) STRICT;
