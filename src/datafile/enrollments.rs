//! enrollments.csv: enrolments for a training, in a class or as e-learning.

use super::classes;
use super::columns::{
    choice_column, datetime_column, enumerated_column, flag_column, id_column, money_column, text_column,
};
use super::file::DataFile;
use super::persons::person_column;
use super::rule::RowRule;
use super::trainings::training_column;
use crate::model::enumeration::STATES;

/// In state 2 (cancelled), an empty CancelledBy becomes `Reden onbekend`. A row that takes an enrolment out of
/// state 2 empties CancelledAt, CancelledBy and CancellationReason if it lacks them.
pub static FILE: DataFile = DataFile {
    name: "enrollments.csv",
    labels: ["Enrolments", "Inschrijvingen"],
    add_row_label: ["Add an enrolment", "Inschrijving toevoegen"],
    about: [
        "who is enrolled for a training, in a class or as e-learning",
        "wie is ingeschreven voor een training, in een klas of als e-learning",
    ],
    table: "enrollment",
    listed: &["PersonExternalIdentifier", "TrainingCode", "ClassCode", "State", "EnrolledAt"],
    columns: &[
        id_column(),
        person_column(),
        training_column(),
        text_column("ClassCode", "the class; empty for e-learning")
            .labels("Class", "Klas")
            .hint("If empty, it is e-learning.", "Leeg laten = e-learning.")
            .optional_key()
            .refers_to(&classes::FILE, "class"),
        datetime_column("EnrolledAt", "when it was made").labels("Enrolled on", "Ingeschreven op").key(),
        enumerated_column("State", &STATES, "the state of the enrolment").labels("Status", "Status").required(),
        flag_column("OnWaitingList", "whether the person waits for a place")
            .dutch("Op wachtlijst")
            .shown_as_badge("note"),
        flag_column("AddedFromCatalog", "whether the person requested it")
            .labels("Added from catalogue", "Uit catalogus")
            .hint("The person asked for it.", "Zelf aangevraagd via de catalogus."),
        datetime_column("ChangedAt", "when it last changed; by default EnrolledAt")
            .labels("Changed on", "Gewijzigd op")
            .hint("If empty, the time of enrolment.", "Leeg laten = moment van inschrijven.")
            .or_query("the EnrolledAt", "SELECT record.\"EnrolledAt\""),
        datetime_column("CancelledAt", "when it was cancelled").labels("Cancelled on", "Geannuleerd op").updated_to(
            "CASE WHEN coalesce(record.State, stored.State) = '2' THEN coalesce(record.CancelledAt, stored.CancelledAt)
                      ELSE coalesce(record.CancelledAt, '') END",
        ),
        choice_column("CancelledBy", CANCELLED_BY, "who cancelled it; by default Reden onbekend in state 2")
            .dutch("Geannuleerd door")
            .hint(
                "If empty for a cancelled enrolment: Reden onbekend.",
                "Leeg laten bij een annulering = Reden onbekend.",
            )
            .or_query("in State 2 Reden onbekend", "SELECT iif(record.State = '2', 'Reden onbekend', '')")
            .updated_to(
                "CASE WHEN coalesce(record.State, stored.State) <> '2' THEN coalesce(record.CancelledBy, '')
                      ELSE coalesce(nullif(coalesce(record.CancelledBy, stored.CancelledBy), ''),
                                    'Reden onbekend') END",
            ),
        choice_column("CancellationReason", &["No show", "Afgemeld"], "why it was cancelled")
            .dutch("Annuleringsreden")
            .updated_to(
                "CASE WHEN coalesce(record.State, stored.State) = '2'
                      THEN coalesce(record.CancellationReason, stored.CancellationReason)
                      ELSE coalesce(record.CancellationReason, '') END",
            ),
        money_column("Costs", "what it costs; by default the costs of the training")
            .dutch("Kosten")
            .hint("If empty, the costs of the training.", "Leeg laten = kosten van de training."),
        text_column("Payment", "who pays").dutch("Betaling"),
    ],
    rules: &[
        CLASS_IS_OF_TRAINING,
        only_when_cancelled("CancelledAt"),
        only_when_cancelled("CancelledBy"),
        only_when_cancelled("CancellationReason"),
        // warns of "more enrolled than MaxPersons": once for each full class, at the last changed row of the class.
        RowRule::forbid_results("ClassCode", include_str!("rules/classes_over_capacity.sql")).only_warns(),
    ],
    ..DataFile::DEFAULTS
};

const CANCELLED_BY: &[&str] = &[
    "Reden onbekend",
    "Geweigerd door planner",
    "Geweigerd door leidinggevende",
    "Geannuleerd door medewerker",
    "Geannuleerd door planner",
    "Omgepland door medewerker",
    "Omgepland door planner",
    "Omgepland door teaminschrijving",
    "Medewerker uit dienst",
    "Overgeplaatst van wachtlijst",
];

/// Refuses a new enrolment in a class of another training. An imported class counts before the stored one. A row
/// without a known training has an error of its own.
const CLASS_IS_OF_TRAINING: RowRule = RowRule::forbid_results(
    "ClassCode",
    "
        SELECT line, ClassCode AS value, json_array('ClassOfOtherTraining', training, TrainingCode) AS message
        FROM (SELECT line, ClassCode, TrainingCode,
                     coalesce((SELECT TrainingCode FROM stage_classes WHERE Code = ClassCode),
                              (SELECT TrainingCode FROM classes_csv WHERE Code = ClassCode)) AS training
              FROM next_enrollments AS next CROSS JOIN link_enrollments AS link ON link.record = next.record
              WHERE is_new AND ClassCode <> '' AND link.training IS NOT NULL)
        WHERE training <> TrainingCode",
);

const fn only_when_cancelled(column: &'static str) -> RowRule {
    RowRule::forbid_rows(column, "json_array('OnlyWhenCancelled', State)", "State NOT IN ('', '2') AND value <> ''")
}
