-- Version 3: operators, who come in to the console, and what they say that foreign headers mean.
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
