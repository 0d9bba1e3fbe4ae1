//! training_thresholds.csv: the trainings that must be completed before another training.

use super::columns::text_column;
use super::file::DataFile;
use super::rule::RowRule;
use super::trainings;
use super::trainings::training_column;

pub static FILE: DataFile = DataFile {
    name: "training_thresholds.csv",
    labels: ["Entry requirements", "Instapeisen"],
    add_row_label: ["Add an entry requirement", "Instapeis toevoegen"],
    about: [
        "which trainings must be completed before another",
        "welke trainingen iemand eerst moet afronden om een andere te volgen",
    ],
    table: "training_threshold",
    columns: &[
        training_column(),
        text_column("RequiredTrainingCode", "the training that comes first")
            .labels("Required training", "Vereiste training")
            .key()
            .refers_to(&trainings::FILE, "required"),
    ],
    rules: &[DOES_NOT_REQUIRE_ITSELF, NO_CYCLES],
    ..DataFile::DEFAULTS
};

const DOES_NOT_REQUIRE_ITSELF: RowRule = RowRule::forbid_rows(
    "RequiredTrainingCode",
    "json_array('RequiresItself')",
    "is_new AND RequiredTrainingCode = TrainingCode",
);

/// Warns of "trainings that require each other in a circle". Finds each new row that closes a cycle.
const NO_CYCLES: RowRule =
    RowRule::forbid_results("RequiredTrainingCode", include_str!("rules/required_training_cycles.sql")).only_warns();
