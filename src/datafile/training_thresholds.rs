//! training_thresholds.csv: which trainings must be completed before another.

use super::columns::text;
use super::file::{File, Rule};
use super::trainings;
use super::trainings::training;

/// The file.
pub static FILE: File = File {
    name: "training_thresholds.csv",
    about: "which trainings must be completed before another",
    dutch: (
        "Drempels",
        "welke trainingen voor een andere afgerond moeten zijn",
    ),
    table: "training_threshold",
    columns: &[
        training(),
        text(
            "RequiredTrainingCode",
            "required",
            "the training that comes first",
        )
        .dutch("Eerst nodig", "de training die eerst komt")
        .key()
        .naming(&trainings::FILE, "NULL"),
    ],
    rules: &[NOT_ITSELF, CIRCLE],
    ..File::PLAIN
};

/// "a training that requires itself"
const NOT_ITSELF: Rule = Rule {
    column: "RequiredTrainingCode",
    select: "
        SELECT line, RequiredTrainingCode AS value, '{} cannot require itself' AS message
        FROM next_training_thresholds WHERE fresh AND RequiredTrainingCode = TrainingCode",
    ..Rule::PLAIN
};

/// "trainings that require each other in a circle": nobody can begin with any of them. Every new row that closes one
/// is named.
const CIRCLE: Rule = Rule {
    column: "RequiredTrainingCode",
    select: "
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
        SELECT line, required AS value, '{} requires ' || training || ' too, itself or by others' AS message
        FROM before WHERE at = training",
    ..Rule::WARNING
};
