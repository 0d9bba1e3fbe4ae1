WITH RECURSIVE above (line, name, at, value) AS (
    SELECT line, Name, ParentName, ParentName FROM next_divisions
    WHERE changed AND ParentName <> ''
    UNION
    SELECT above.line, above.name, d.ParentName, above.value
    FROM above CROSS JOIN after_divisions AS d
    WHERE d.Name = above.at AND d.ParentName <> '' AND above.at <> above.name
)
SELECT line, value, json_array('DivisionBelowItself', name) AS message
FROM above WHERE at = name
