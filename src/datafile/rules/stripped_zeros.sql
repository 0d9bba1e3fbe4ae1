WITH fresh AS MATERIALIZED (
    SELECT line, ExternalIdentifier AS own, ltrim(ExternalIdentifier, '0') AS bare FROM next_persons
    WHERE fresh
)
SELECT f.line, f.own AS value,
       json_array(iif(length(f.own) < length(max(p.external_identifier)), 'ZeroStripped', 'ZeroAdded'),
                  max(p.external_identifier)) AS message
-- compares with the identifier without zeros, and with identifiers that begin with a zero; both use an index
FROM fresh AS f CROSS JOIN person AS p ON p.id IN (
    SELECT id FROM person WHERE external_identifier = f.bare
    UNION ALL
    SELECT id FROM person
    WHERE ltrim(external_identifier, '0') = f.bare AND external_identifier >= '0' AND external_identifier < '1')
WHERE p.id > 0
GROUP BY f.line
