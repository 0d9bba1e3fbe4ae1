-- An organisation with :results results, the same each time.
PRAGMA synchronous = OFF;
-- what is made below refers to what is there
PRAGMA foreign_keys = OFF;
BEGIN;

INSERT INTO division (id, name, parent) VALUES (1, 'Zorggroep Noord', NULL);
WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
INSERT INTO division (id, name, parent) SELECT i, 'Locatie ' || i, i / 6 + 1 FROM n;

WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
INSERT INTO function (id, name) SELECT i, 'Functie ' || i FROM n;

WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
INSERT INTO person (id, external_identifier, first_name, insertion, family_name, email, account_level, function,
                    division, cost_centre, contract_end, manager, employee_type)
SELECT i, printf('E%06d', i), 'Voornaam' || (i % 997), iif(i % 4 = 0, 'van den', ''), 'Achternaam' || i,
       'persoon' || i || '@example.nl', 3, 1 + i % 60, 2 + i % 199, 'K' || (i % 300),
       iif(i % 11 = 0, '2025-01-01T00:00:00', NULL), i / 12, iif(i % 13 = 0, 'Extern', 'Intern')
FROM n;

INSERT INTO step (id, title) VALUES (1, 'Basis'), (2, 'Verdieping'), (3, 'Specialisatie'), (4, 'Leiderschap');
INSERT INTO category (id, step, title) VALUES (1, 1, 'A'), (2, 2, 'B'), (3, 3, 'C'), (4, 4, 'D');

WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
INSERT INTO LearningModule (key, type, id, code, title, step, category, version, is_mandatory, costs, has_certificate)
SELECT i, 'Learning', i, 'T' || i, 'Training over onderwerp ' || i, 1 + i % 4, 1 + i % 4,
       '1.' || (i % 5), i % 3 = 0, iif(i % 2, 12500, NULL), i % 2
FROM n;

WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
INSERT INTO class (id, code, training, name) SELECT i, 'C' || i, 1 + i % 500, 'Lichting ' || i FROM n;

WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9999)
INSERT INTO class_date (class, date, starts_at, ends_at, location_name)
SELECT 1 + i / 2, date('2020-01-01', '+' || (i * 7 % 2000) || ' days'), printf('%02d:00:00', 9 + i % 4),
       printf('%02d:30:00', 12 + i % 4), 'Lokaal ' || (i % 40)
FROM n;

INSERT INTO class_trainer (class, person) SELECT id, 1 + id * 7 % 20000 FROM class;
INSERT INTO training_trainer (training, person) SELECT key, 1 + key * 31 % 20000 FROM LearningModule;

-- in the order of time; the persons come around again and again
WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < :results - 1),
made AS (
    SELECT i, 1 + i % 20000 AS person, 1 + (i * 7919 + i / 20000 * 10) % 500 AS training,
           unixepoch('2020-01-01') + i * 190 AS second
    FROM n
)
INSERT INTO FinishedModule (person, training, finished_at, class, started_at, valid_until, certificate_obtained,
                            version)
SELECT person, training, strftime('%Y-%m-%dT%H:%M:%S', second, 'unixepoch'),
       iif(i % 2, nullif(500 * (i % 10) + training - 1, 0), NULL),
       strftime('%Y-%m-%dT%H:%M:%S', second - 86400 * (i % 30), 'unixepoch'),
       iif(i % 3, strftime('%Y-%m-%dT%H:%M:%S', second + 86400 * 700, 'unixepoch'), NULL),
       i % 2, iif(i % 5, '', '2.0')
FROM made;

-- nine of ten results have an enrolment before them, some of these without the class, some cancelled
INSERT INTO enrollment (person, training, class, enrolled_at, state, changed_at, cancelled_by, cancelled_at, costs)
SELECT person, training, iif(id % 7, class, NULL),
       strftime('%Y-%m-%dT%H:%M:%S', finished_at, '-' || (10 + id % 50) || ' days'), iif(id % 20, 3, 2),
       strftime('%Y-%m-%dT%H:%M:%S', finished_at, '-' || (5 + id % 5) || ' days'),
       iif(id % 20, '', 'Geannuleerd door planner'), iif(id % 20, NULL, finished_at), iif(id % 6, NULL, 9900)
FROM FinishedModule
WHERE id % 10 <> 0;

COMMIT;
