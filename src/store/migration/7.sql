-- Version 7: entries of the ledger have a random tag, and the history of changes has a row of its own.
ALTER TABLE ledger RENAME TO old_ledger;

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

INSERT INTO ledger (id, at, kind, number, undoes, actor, action)
SELECT id, at, kind, number, undoes, actor, action FROM old_ledger;

DROP TABLE old_ledger;

-- Which history of changes this file has: one row, part of every position that a client keeps (src/ledger/feed.rs).
CREATE TABLE feed (
    id          INTEGER PRIMARY KEY CHECK (id = 1),
    lineage     INTEGER NOT NULL DEFAULT (random()),   -- `restore` gives a new one
    pruned      INTEGER NOT NULL DEFAULT 0,   -- the largest number of a change that was forgotten; 0: none was
    pruned_tag  INTEGER NOT NULL DEFAULT 0    -- the tag of its entry
) STRICT;

-- The last number that is missing: after it every change is there.
INSERT INTO feed (id, pruned)
SELECT 1, iif(newest.seq > coalesce((SELECT max(id) FROM ledger_change), 0), newest.seq,
              coalesce((SELECT max(c.id) - 1 FROM ledger_change AS c
                        WHERE NOT EXISTS (SELECT 1 FROM ledger_change AS before WHERE before.id = c.id - 1)), 0))
FROM (SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'ledger_change'), 0) AS seq) AS newest;
