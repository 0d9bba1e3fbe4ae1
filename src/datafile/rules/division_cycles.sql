WITH RECURSIVE ancestor (line, division, name, first_parent) AS (
    SELECT line, Name, ParentName, ParentName FROM next_divisions
    WHERE is_changed AND ParentName <> ''
    UNION
    SELECT ancestor.line, ancestor.division, parent.ParentName, ancestor.first_parent
    FROM ancestor CROSS JOIN after_divisions AS parent
    WHERE parent.Name = ancestor.name AND parent.ParentName <> '' AND ancestor.name <> ancestor.division
)
SELECT line, first_parent AS value, json_array('DivisionBelowItself', division) AS message
FROM ancestor WHERE name = division
