WITH changed_class AS MATERIALIZED (
    SELECT link.class, CAST(CASE
        WHEN EXISTS (SELECT 1 FROM plan_classes WHERE row = link.class)
        THEN (SELECT nullif(next.MaxPersons, '')
              FROM plan_classes AS planned CROSS JOIN next_classes AS next ON next.record = planned.record
              WHERE planned.row = link.class)
        ELSE (SELECT max_persons FROM class WHERE id = link.class) END AS INTEGER) AS places
    FROM plan_enrollments AS planned CROSS JOIN link_enrollments AS link ON link.record = planned.record
    WHERE link.class IS NOT NULL GROUP BY link.class
    -- a quick check: a class is not over capacity if its rows in any state are at most its places
    HAVING max(planned.is_changed)
           AND places < sum(planned.is_new) + (SELECT count(*) FROM enrollment WHERE class = link.class)
), imported AS MATERIALIZED (
    SELECT link.class, link.person, next.ClassCode AS class_code, next.line, next.is_changed,
           next.EnrolledAt AS enrolled_at, next.State = '3' AND next.OnWaitingList = 'false' AS has_place
    FROM next_enrollments AS next CROSS JOIN link_enrollments AS link ON link.record = next.record
    WHERE EXISTS (SELECT 1 FROM changed_class) AND link.class IN (SELECT class FROM changed_class)
          AND link.person IS NOT NULL
), latest AS MATERIALIZED (
    SELECT class, person, has_place, max(enrolled_at) FROM (
        SELECT class, person, has_place, enrolled_at FROM imported
        UNION ALL
        SELECT stored.class, stored.person, stored.state = 3 AND NOT stored.on_waiting_list, stored.enrolled_at
        FROM changed_class CROSS JOIN enrollment AS stored ON stored.class = changed_class.class
        WHERE NOT EXISTS (SELECT 1 FROM plan_enrollments WHERE row = stored.id)
              AND NOT EXISTS (SELECT 1 FROM removals_enrollments WHERE row = stored.id))
    GROUP BY class, person
), full_class AS MATERIALIZED (
    SELECT changed_class.class, changed_class.places,
           EXISTS (SELECT 1 FROM class WHERE class.id = changed_class.class AND class.begins <= service_now())
           OR EXISTS (SELECT 1 FROM link_class_dates AS link CROSS JOIN next_class_dates AS next ON next.record = link.record
                      WHERE link.class = changed_class.class
                            AND next.Date || 'T' || next."From" <= service_now()) AS has_begun
    FROM changed_class CROSS JOIN latest ON latest.class = changed_class.class
    WHERE latest.has_place
          AND EXISTS (SELECT 1 FROM imported WHERE class = changed_class.class AND is_changed AND has_place)
    GROUP BY changed_class.class HAVING count(*) > changed_class.places
)
SELECT (SELECT max(line) FROM imported WHERE class = full_class.class AND is_changed AND has_place) AS line,
       (SELECT class_code FROM imported WHERE class = full_class.class) AS value,
       json_array('ClassIsFull', places, count(*)) AS message
FROM full_class CROSS JOIN latest ON latest.class = full_class.class AND latest.has_place
WHERE has_begun OR coalesce(
    (SELECT nullif(next.ContractEndTime, '')
     FROM plan_persons AS planned CROSS JOIN next_persons AS next ON next.record = planned.record
     WHERE planned.row = latest.person),
    (SELECT contract_end FROM person
     WHERE id = latest.person AND NOT EXISTS (SELECT 1 FROM plan_persons WHERE row = latest.person)),
    '9999') > service_now()
GROUP BY full_class.class HAVING count(*) > places
