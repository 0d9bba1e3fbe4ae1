//! enrollments.csv: who is enrolled for a training, in a class or as e-learning.

use super::file::{Default, File, Rule, choice, datetime, flag, id, money, person, text, training};

/// The file. "CancelledBy takes the values of `Geannuleerd_door` (in state 2 the default is `Reden
/// onbekend`) …; a row that takes an enrolment out of state 2 without naming them empties them."
pub const FILE: File = File {
    name: "enrollments.csv",
    about: "who is enrolled for a training, in a class or as e-learning",
    table: "enrollment",
    columns: &[
        id(),
        person(),
        training(),
        text("ClassCode", "class", "the class; e-learning when empty")
            .open_key()
            .naming("classes.csv", "NULL"),
        datetime("EnrolledAt", "enrolled_at", "when it was made").key(),
        choice(
            "State",
            "state",
            &["0", "1", "2", "3"],
            "0 registered, 1 approved, 2 cancelled, 3 scheduled",
        )
        .required(),
        flag("OnWaitingList", "on_waiting_list", "whether the person waits for a place"),
        flag("AddedFromCatalog", "added_from_catalog", "whether the person asked for it"),
        datetime("ChangedAt", "changed_at", "when it last changed; EnrolledAt when empty")
            .or(Default::Query { says: "the EnrolledAt", sql: "SELECT s.\"EnrolledAt\"" }),
        datetime("CancelledAt", "cancelled_at", "when it was cancelled")
            .on_stored(
                "CASE WHEN coalesce(s.State, v.State) = '2' THEN coalesce(s.CancelledAt, v.CancelledAt)
                      ELSE coalesce(s.CancelledAt, '') END",
            ),
        choice(
            "CancelledBy",
            "cancelled_by",
            &[
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
            ],
            "by whom; in state 2 Reden onbekend when empty",
        )
        .or(Default::Query { says: "in State 2 Reden onbekend", sql: "SELECT iif(s.State = '2', 'Reden onbekend', '')" })
        .on_stored(
            "CASE WHEN coalesce(s.State, v.State) <> '2' THEN coalesce(s.CancelledBy, '')
                  ELSE coalesce(nullif(coalesce(s.CancelledBy, v.CancelledBy), ''), 'Reden onbekend') END",
        ),
        choice(
            "CancellationReason",
            "cancellation_reason",
            &["No show", "Afgemeld"],
            "how",
        )
        .on_stored(
            "CASE WHEN coalesce(s.State, v.State) = '2'
                  THEN coalesce(s.CancellationReason, v.CancellationReason)
                  ELSE coalesce(s.CancellationReason, '') END",
        ),
        money("Costs", "costs", "what it costs; as the training when empty"),
        text("Payment", "payment", "who pays"),
    ],
    rules: &[TRAINING_OF_ITS_CLASS, CANCELLED_AT, CANCELLED_BY, CANCELLATION_REASON],
    ..File::PLAIN
};

/// "an enrolment whose training is not its class's"
const TRAINING_OF_ITS_CLASS: Rule = Rule {
    column: "ClassCode",
    warns: false,
    select: "
        SELECT line, ClassCode AS value, '{} is a class of ' || training || ', not of ' || TrainingCode AS message
        FROM (SELECT line, ClassCode, TrainingCode,
                     coalesce((SELECT TrainingCode FROM stage_classes WHERE Code = ClassCode),
                              (SELECT TrainingCode FROM classes_csv WHERE Code = ClassCode)) AS training
              FROM next_enrollments AS next CROSS JOIN link_enrollments AS link ON link.n = next.n
              WHERE fresh AND ClassCode <> '' AND link.training IS NOT NULL)
        WHERE training <> TrainingCode",
};

/// "the three cancellation columns only with state 2"
const CANCELLED_AT: Rule = Rule {
    column: "CancelledAt",
    warns: false,
    select: "
        SELECT line, CancelledAt AS value, '{} is only for State 2, not ' || State AS message
        FROM next_enrollments WHERE State NOT IN ('', '2') AND CancelledAt <> ''",
};

const CANCELLED_BY: Rule = Rule {
    column: "CancelledBy",
    warns: false,
    select: "
        SELECT line, CancelledBy AS value, '{} is only for State 2, not ' || State AS message
        FROM next_enrollments WHERE State NOT IN ('', '2') AND CancelledBy <> ''",
};

const CANCELLATION_REASON: Rule = Rule {
    column: "CancellationReason",
    warns: false,
    select: "
        SELECT line, CancellationReason AS value, '{} is only for State 2, not ' || State AS message
        FROM next_enrollments WHERE State NOT IN ('', '2') AND CancellationReason <> ''",
};
