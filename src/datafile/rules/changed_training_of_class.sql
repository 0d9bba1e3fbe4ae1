SELECT next.line, next.TrainingCode AS value,
       json_array('TrainingOfItsEnrolments', stored_training.code) AS message
FROM next_classes AS next CROSS JOIN link_classes AS link ON link.record = next.record
     CROSS JOIN class AS stored ON stored.id = next.row
     CROSS JOIN LearningModule AS stored_training ON stored_training.key = stored.training
WHERE NOT next.is_new AND next.is_changed AND next.TrainingCode <> stored_training.code AND link.training IS NOT NULL
      AND (EXISTS (SELECT 1 FROM enrollment WHERE enrollment.class = stored.id)
           OR EXISTS (SELECT 1 FROM FinishedModule WHERE FinishedModule.class = stored.id))
