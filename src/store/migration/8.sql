-- Version 8: tokens of credentials beside their password, and mappings of foreign files.
CREATE TABLE credential_token (
    credential    INTEGER NOT NULL REFERENCES credential ON DELETE CASCADE,
    prefix        TEXT    NOT NULL,   -- its first characters, by which it is listed and revoked
    digest        TEXT    NOT NULL UNIQUE,   -- of the whole token, which is random
    created_at    TEXT    NOT NULL,
    expires_at    TEXT,   -- NULL: never
    last_used_at  TEXT,
    PRIMARY KEY (credential, prefix)
) STRICT, WITHOUT ROWID;

-- Mappings of foreign files, and which one each import used.
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

CREATE TABLE ledger_mapping (
    ledger   INTEGER NOT NULL REFERENCES ledger ON DELETE CASCADE,
    file     TEXT    NOT NULL,   -- 'persons.csv'
    name     TEXT    NOT NULL,
    version  INTEGER NOT NULL,
    PRIMARY KEY (ledger, file)
) STRICT, WITHOUT ROWID;

-- Imports over REST, as jobs.
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
