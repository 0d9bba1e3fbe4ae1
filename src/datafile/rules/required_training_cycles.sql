WITH RECURSIVE requirement (training, required) AS MATERIALIZED (
    SELECT TrainingCode, RequiredTrainingCode FROM after_training_thresholds
    WHERE RequiredTrainingCode <> TrainingCode
), path (line, training, required, last_required) AS (
    SELECT line, TrainingCode, RequiredTrainingCode, RequiredTrainingCode FROM next_training_thresholds
    WHERE is_new AND RequiredTrainingCode <> TrainingCode
    UNION
    SELECT path.line, path.training, path.required, requirement.required
    FROM path CROSS JOIN requirement ON requirement.training = path.last_required
    WHERE path.last_required <> path.training
)
SELECT line, required AS value, json_array('RequiredInCircle', training) AS message
FROM path WHERE last_required = training
