WITH fresh AS MATERIALIZED (
    SELECT line, ExternalIdentifier AS own, ltrim(ExternalIdentifier, '0') AS bare FROM next_persons
    WHERE fresh
)
SELECT f.line, f.own AS value,
       '{} is new and ' || max(p.external_identifier) || ' is stored: '
       || iif(length(f.own) < length(max(p.external_identifier)), 'did Excel strip the zero?',
              'was it stripped of a zero?')
       || ' --allow-similar takes it as another person' AS message
FROM person AS p CROSS JOIN fresh AS f ON f.bare = ltrim(p.external_identifier, '0')
WHERE p.id > 0
GROUP BY f.line
