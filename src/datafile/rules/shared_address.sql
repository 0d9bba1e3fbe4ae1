WITH employed AS (
    SELECT line, Email, changed, count(*) OVER (PARTITION BY Email COLLATE NOCASE) AS here
    FROM next_persons
    WHERE Email <> '' AND (ContractEndTime = '' OR ContractEndTime > service_now())
)
SELECT line, Email AS value, json_array('SharedAddress') AS message
FROM employed
WHERE changed AND (here > 1 OR EXISTS (
    SELECT 1 FROM person AS p
    WHERE p.email = employed.Email COLLATE NOCASE
          AND (p.contract_end IS NULL OR p.contract_end > service_now())
          AND NOT EXISTS (SELECT 1 FROM plan_persons WHERE row = p.id)
          AND NOT EXISTS (SELECT 1 FROM removals_persons WHERE row = p.id)))
