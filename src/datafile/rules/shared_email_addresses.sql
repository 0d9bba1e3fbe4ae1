WITH employed AS (
    SELECT line, Email, is_changed, count(*) OVER (PARTITION BY Email COLLATE NOCASE) AS rows_with_address
    FROM next_persons
    WHERE Email <> '' AND (ContractEndTime = '' OR ContractEndTime > service_now())
)
SELECT line, Email AS value, json_array('SharedAddress') AS message
FROM employed
WHERE is_changed AND (rows_with_address > 1 OR EXISTS (
    SELECT 1 FROM person AS other
    WHERE other.email = employed.Email COLLATE NOCASE
          AND (other.contract_end IS NULL OR other.contract_end > service_now())
          AND NOT EXISTS (SELECT 1 FROM plan_persons WHERE row = other.id)
          AND NOT EXISTS (SELECT 1 FROM removals_persons WHERE row = other.id)))
