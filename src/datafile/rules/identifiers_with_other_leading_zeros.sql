WITH new_person AS MATERIALIZED (
    SELECT line, ExternalIdentifier AS identifier, ltrim(ExternalIdentifier, '0') AS without_zeros FROM next_persons
    WHERE is_new
)
SELECT new_person.line, new_person.identifier AS value,
       json_array(iif(length(new_person.identifier) < length(max(stored.external_identifier)),
                      'ZeroStripped', 'ZeroAdded'),
                  max(stored.external_identifier)) AS message
-- compares with the identifier without zeros, and with identifiers that begin with a zero; both use an index
FROM new_person CROSS JOIN person AS stored ON stored.id IN (
    SELECT id FROM person WHERE external_identifier = new_person.without_zeros
    UNION ALL
    SELECT id FROM person
    WHERE ltrim(external_identifier, '0') = new_person.without_zeros
          AND external_identifier >= '0' AND external_identifier < '1')
WHERE stored.id > 0
GROUP BY new_person.line
