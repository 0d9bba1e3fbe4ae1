SELECT n.line, n.TrainingCode AS value,
       json_array('TrainingOfItsEnrolments', t.code) AS message
FROM next_classes AS n CROSS JOIN link_classes AS l ON l.n = n.n CROSS JOIN class AS c ON c.id = n.row
     CROSS JOIN LearningModule AS t ON t.key = c.training
WHERE NOT n.fresh AND n.changed AND n.TrainingCode <> t.code AND l.training IS NOT NULL
      AND (EXISTS (SELECT 1 FROM enrollment AS e WHERE e.class = c.id)
           OR EXISTS (SELECT 1 FROM FinishedModule AS f WHERE f.class = c.id))
