-- Version 6: the contact moments of a class are kept beside its roster. What stands in it is derived, as every migration does.
DROP TABLE roster;

CREATE TABLE roster (
    class      INTEGER PRIMARY KEY,
    is_marked  INTEGER NOT NULL,
    moments    TEXT    NOT NULL DEFAULT '',   -- view `class_moments`
    -- When the first of them leaves, where that is before the class begins. Between the two all depends on now.
    leaves     TEXT,
    enrolled   TEXT    NOT NULL DEFAULT '',   -- ids in order, 'id id …'
    waiting    TEXT    NOT NULL DEFAULT '',   -- likewise
    taken      INTEGER NOT NULL DEFAULT 0   -- how many are enrolled
) STRICT;
