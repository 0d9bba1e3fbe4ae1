-- Version 5: a contact moment has the ids of its trainers.
ALTER TABLE class_date RENAME TO old_class_date;

CREATE TABLE class_date (
    id                  INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 2147483647),
    class               INTEGER NOT NULL REFERENCES class,
    date                TEXT    NOT NULL CHECK (date IS strftime('%Y-%m-%d', date)),
    starts_at           TEXT    NOT NULL CHECK (starts_at IS strftime('%H:%M:%S', starts_at)),
    ends_at             TEXT    NOT NULL CHECK (ends_at IS strftime('%H:%M:%S', ends_at) AND ends_at > starts_at),
    location_name       TEXT    NOT NULL DEFAULT '',
    location_address    TEXT    NOT NULL DEFAULT '',
    meeting_id          INTEGER,
    task                INTEGER REFERENCES LearningTasks,
    stream_available    INTEGER NOT NULL DEFAULT 0 CHECK (stream_available IN (0, 1)),
    stream_password     TEXT    NOT NULL DEFAULT '',
    eticket_information TEXT    NOT NULL DEFAULT '',
    reservation_id      INTEGER,
    -- Ids of its trainers in order, 'id id …', kept by the triggers below as the view `class_date_trainers` says.
    trainer_ids         TEXT    NOT NULL DEFAULT '',
    UNIQUE (class, date, starts_at),
    UNIQUE (id, class)
) STRICT;

INSERT INTO class_date
SELECT id, class, date, starts_at, ends_at, location_name, location_address, meeting_id, task, stream_available,
       stream_password, eticket_information, reservation_id, ''
FROM old_class_date;

DROP TABLE old_class_date;
