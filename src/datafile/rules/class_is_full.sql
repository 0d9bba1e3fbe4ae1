WITH touched AS MATERIALIZED (
    SELECT l.class, CAST(CASE
        WHEN EXISTS (SELECT 1 FROM plan_classes WHERE row = l.class)
        THEN (SELECT nullif(n.MaxPersons, '') FROM plan_classes AS p CROSS JOIN next_classes AS n ON n.n = p.n
              WHERE p.row = l.class)
        ELSE (SELECT max_persons FROM class WHERE id = l.class) END AS INTEGER) AS most
    FROM plan_enrollments AS p CROSS JOIN link_enrollments AS l ON l.n = p.n
    WHERE l.class IS NOT NULL GROUP BY l.class
    -- only classes with more rows than places, in any state, are examined further
    HAVING max(p.changed) AND most < sum(p.fresh) + (SELECT count(*) FROM enrollment WHERE class = l.class)
), given AS MATERIALIZED (
    SELECT l.class, l.person, n.ClassCode AS code, n.line, n.changed, n.EnrolledAt AS at,
           n.State = '3' AND n.OnWaitingList = 'false' AS sits
    FROM next_enrollments AS n CROSS JOIN link_enrollments AS l ON l.n = n.n
    WHERE EXISTS (SELECT 1 FROM touched) AND l.class IN (SELECT class FROM touched) AND l.person IS NOT NULL
), latest AS MATERIALIZED (
    SELECT class, person, sits, max(at) FROM (
        SELECT class, person, sits, at FROM given
        UNION ALL
        SELECT e.class, e.person, e.state = 3 AND NOT e.on_waiting_list, e.enrolled_at
        FROM touched AS t CROSS JOIN enrollment AS e ON e.class = t.class
        WHERE NOT EXISTS (SELECT 1 FROM plan_enrollments WHERE row = e.id)
              AND NOT EXISTS (SELECT 1 FROM removals_enrollments WHERE row = e.id))
    GROUP BY class, person
), crowded AS MATERIALIZED (
    SELECT t.class, t.most,
           EXISTS (SELECT 1 FROM class AS c WHERE c.id = t.class AND c.begins <= service_now())
           OR EXISTS (SELECT 1 FROM link_class_dates AS l CROSS JOIN next_class_dates AS n ON n.n = l.n
                      WHERE l.class = t.class AND n.Date || 'T' || n."From" <= service_now()) AS has_begun
    FROM touched AS t CROSS JOIN latest AS l ON l.class = t.class
    WHERE l.sits AND EXISTS (SELECT 1 FROM given WHERE class = t.class AND changed AND sits)
    GROUP BY t.class HAVING count(*) > t.most
)
SELECT (SELECT max(line) FROM given WHERE class = c.class AND changed AND sits) AS line,
       (SELECT code FROM given WHERE class = c.class) AS value,
       json_array('ClassIsFull', most, count(*)) AS message
FROM crowded AS c CROSS JOIN latest AS l ON l.class = c.class AND l.sits
WHERE has_begun OR coalesce(
    (SELECT nullif(n.ContractEndTime, '') FROM plan_persons AS p CROSS JOIN next_persons AS n ON n.n = p.n
     WHERE p.row = l.person),
    (SELECT contract_end FROM person
     WHERE id = l.person AND NOT EXISTS (SELECT 1 FROM plan_persons WHERE row = l.person)),
    '9999') > service_now()
GROUP BY c.class HAVING count(*) > most
