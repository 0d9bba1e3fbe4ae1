-- Version 2: an act, which is what a command did that changed no row of a data file, has a kind of its own.
ALTER TABLE ledger RENAME TO old_ledger;

CREATE TABLE ledger (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    at      TEXT    NOT NULL,
    kind    TEXT    NOT NULL CHECK (kind IN ('import', 'undo', 'call', 'command', 'act')),
    number  INTEGER UNIQUE CHECK ((number IS NOT NULL) = (kind IN ('import', 'undo'))),
    undoes  INTEGER REFERENCES ledger CHECK ((undoes IS NOT NULL) = (kind = 'undo')),
    actor   TEXT    NOT NULL,   -- the credential's name, or user@host
    action  TEXT    NOT NULL    -- the operation, the path imported, the command, what was undone
) STRICT;

INSERT INTO ledger
SELECT id, at,
       iif(kind = 'command' AND id NOT IN (SELECT ledger FROM ledger_change), 'act', kind),
       number, undoes, actor, action
FROM old_ledger;

DROP TABLE old_ledger;
