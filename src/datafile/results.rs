//! results.csv: completed trainings.

use super::classes;
use super::columns::{datetime_column, flag_column, id_column, text_column};
use super::file::{Column, DataFile, Domain};
use super::persons::person_column;
use super::rule::RowRule;
use super::trainings::training_column;

/// In a new result, an empty ValidUntil becomes FinishedAt plus the training's ValidityMonths, or `never` without
/// ValidityMonths. In a stored result, an empty ValidUntil changes nothing, even if ValidityMonths has changed.
pub static FILE: DataFile = DataFile {
    name: "results.csv",
    labels: ["Results", "Resultaten"],
    add_row_label: ["Add a result", "Resultaat toevoegen"],
    about: ["completed trainings", "afgeronde trainingen"],
    table: "FinishedModule",
    columns: &[
        id_column(),
        person_column(),
        training_column(),
        datetime_column("FinishedAt", "when it was completed").labels("Completed on", "Afgerond op").key(),
        text_column("ClassCode", "the class, if any").labels("Class", "Klas").refers_to(&classes::FILE, "class"),
        datetime_column("StartedAt", "when the person began").labels("Started on", "Begonnen op"),
        Column::new(
            "ValidUntil",
            Domain::DatetimeOrNever,
            "until when it is valid; by default, by the ValidityMonths that the training has at the time of the import",
        )
        .dutch("Geldig tot")
        .hint(
            "A date, or type never for no end date. If empty, the training decides.",
            "Een datum, of typ never voor onbeperkt geldig. Leeg laten = zo lang als de training bepaalt.",
        )
        .or_query(
            "FinishedAt + ValidityMonths, else never",
            "SELECT coalesce(months_later(record.FinishedAt, CAST(nullif(coalesce(
                 (SELECT ValidityMonths FROM stage_trainings WHERE Code = record.TrainingCode),
                 (SELECT validity_months FROM LearningModule WHERE code = record.TrainingCode)), '') AS INTEGER)),
                 'never')",
        )
        .updated_to("coalesce(nullif(record.ValidUntil, ''), stored.ValidUntil)"),
        flag_column("CertificateObtained", "whether a certificate was given").dutch("Certificaat behaald"),
        text_column("Version", "the training's version at the time").dutch("Versie"),
    ],
    rules: &[FINISH_IS_NOT_IN_FUTURE, CLASS_IS_OF_TRAINING, START_BEFORE_FINISH, VALID_AFTER_FINISH],
    ..DataFile::DEFAULTS
};

/// Refuses "a finish later than now", only in new results.
const FINISH_IS_NOT_IN_FUTURE: RowRule = RowRule::forbid_rows(
    "FinishedAt",
    "json_array('FinishedLaterThanNow', service_now())",
    "is_new AND FinishedAt > service_now()",
);

/// Refuses a result in a class of another training. An imported class counts before the stored one. A row without a
/// known training has an error of its own.
const CLASS_IS_OF_TRAINING: RowRule = RowRule::forbid_results(
    "ClassCode",
    "
        SELECT line, ClassCode AS value, json_array('ClassOfOtherTraining', training, TrainingCode) AS message
        FROM (SELECT line, ClassCode, TrainingCode,
                     coalesce((SELECT TrainingCode FROM stage_classes WHERE Code = ClassCode),
                              (SELECT TrainingCode FROM classes_csv WHERE Code = ClassCode)) AS training
              FROM next_results AS next CROSS JOIN link_results AS link ON link.record = next.record
              WHERE is_changed AND ClassCode <> '' AND link.training IS NOT NULL)
        WHERE training <> TrainingCode",
);

const START_BEFORE_FINISH: RowRule =
    RowRule::forbid_rows("StartedAt", "json_array('StartsAfterFinish', FinishedAt)", "StartedAt > FinishedAt");

/// Refuses "a ValidUntil before the finish"; `never` sorts after every datetime.
const VALID_AFTER_FINISH: RowRule =
    RowRule::forbid_rows("ValidUntil", "json_array('ValidBeforeFinish', FinishedAt)", "ValidUntil < FinishedAt");
