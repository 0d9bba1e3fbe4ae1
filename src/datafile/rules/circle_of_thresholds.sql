WITH RECURSIVE edge (training, required) AS MATERIALIZED (
    SELECT TrainingCode, RequiredTrainingCode FROM after_training_thresholds
    WHERE RequiredTrainingCode <> TrainingCode
), before (line, training, required, at) AS (
    SELECT line, TrainingCode, RequiredTrainingCode, RequiredTrainingCode FROM next_training_thresholds
    WHERE fresh AND RequiredTrainingCode <> TrainingCode
    UNION
    SELECT before.line, before.training, before.required, edge.required
    FROM before CROSS JOIN edge ON edge.training = before.at
    WHERE before.at <> before.training
)
SELECT line, required AS value, json_array('RequiredInCircle', training) AS message
FROM before WHERE at = training
