//! training_thresholds.csv: which trainings must be completed before another.

use super::file::{File, Rule, text, training};

/// The file.
pub const FILE: File = File {
    name: "training_thresholds.csv",
    about: "which trainings must be completed before another",
    table: "training_threshold",
    columns: &[
        training(),
        text(
            "RequiredTrainingCode",
            "required",
            "the training that comes first",
        )
        .key()
        .naming("trainings.csv", "NULL"),
    ],
    rules: &[NOT_ITSELF],
    ..File::PLAIN
};

/// "a training that requires itself"
const NOT_ITSELF: Rule = Rule {
    column: "RequiredTrainingCode",
    warns: false,
    select: "
        SELECT line, RequiredTrainingCode AS value, '{} cannot require itself' AS message
        FROM next_training_thresholds WHERE fresh AND RequiredTrainingCode = TrainingCode",
};
