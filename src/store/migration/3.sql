-- Version 3: operators, who come in to the console. Identifiers with zeros before them have an index.
CREATE TABLE operator (
    id                 INTEGER PRIMARY KEY AUTOINCREMENT,
    name               TEXT    NOT NULL UNIQUE CHECK (name <> ''),
    role               TEXT    NOT NULL CHECK (role IN ('viewer', 'editor', 'owner')),
    password_hash      TEXT    NOT NULL,
    created_at         TEXT    NOT NULL,
    last_signed_in_at  TEXT
) STRICT;
