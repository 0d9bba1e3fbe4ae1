//! enrollments.csv: who is enrolled for a training, in a class or as e-learning.

use super::classes;
use super::columns::{choice, datetime, flag, id, money, text};
use super::file::{Default, File, Rule};
use super::persons::person;
use super::trainings::training;

/// The file. "CancelledBy takes the values of `Geannuleerd_door` (in state 2 the default is `Reden
/// onbekend`) …; a row that takes an enrolment out of state 2 without naming them empties them."
pub static FILE: File = File {
    name: "enrollments.csv",
    about: "who is enrolled for a training, in a class or as e-learning",
    dutch: ("Inschrijvingen", "wie is ingeschreven voor een training, in een klas of als e-learning"),
    table: "enrollment",
    columns: &[
        id(),
        person(),
        training(),
        text("ClassCode", "class", "the class; e-learning when empty").dutch("Klas", "de klas; e-learning als het leeg is")
            .open_key()
            .naming(&classes::FILE, "NULL"),
        datetime("EnrolledAt", "enrolled_at", "when it was made").dutch("Ingeschreven op", "wanneer de inschrijving is gemaakt").key(),
        choice(
            "State",
            "state",
            &["0", "1", "2", "3"],
            "0 registered, 1 approved, 2 cancelled, 3 scheduled",
        ).dutch("Status", "0 aangemeld, 1 goedgekeurd, 2 geannuleerd, 3 ingepland")
        .required(),
        flag("OnWaitingList", "on_waiting_list", "whether the person waits for a place").dutch("Op wachtlijst", "of de persoon op een plaats wacht"),
        flag("AddedFromCatalog", "added_from_catalog", "whether the person asked for it").dutch("Uit catalogus", "of de persoon er zelf om vroeg"),
        datetime("ChangedAt", "changed_at", "when it last changed; EnrolledAt when empty").dutch("Gewijzigd op", "wanneer zij het laatst veranderde; als het leeg is, toen zij werd gemaakt")
            .or(Default::Query { says: "the EnrolledAt", sql: "SELECT s.\"EnrolledAt\"" }),
        datetime("CancelledAt", "cancelled_at", "when it was cancelled").dutch("Geannuleerd op", "wanneer zij is geannuleerd")
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
        ).dutch("Geannuleerd door", "door wie; in status 2 Reden onbekend als het leeg is")
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
        ).dutch("Annuleringsreden", "hoe")
        .on_stored(
            "CASE WHEN coalesce(s.State, v.State) = '2'
                  THEN coalesce(s.CancellationReason, v.CancellationReason)
                  ELSE coalesce(s.CancellationReason, '') END",
        ),
        money("Costs", "costs", "what it costs; as the training when empty").dutch("Kosten", "wat het kost; als de training wanneer het leeg is"),
        text("Payment", "payment", "who pays").dutch("Betaling", "wie betaalt"),
    ],
    rules: &[TRAINING_OF_ITS_CLASS, CANCELLED_AT, CANCELLED_BY, CANCELLATION_REASON, FULL],
    ..File::PLAIN
};

/// "an enrolment whose training is not its class's"
const TRAINING_OF_ITS_CLASS: Rule = Rule {
    column: "ClassCode",
    select: "
        SELECT line, ClassCode AS value, '{} is a class of ' || training || ', not of ' || TrainingCode AS message
        FROM (SELECT line, ClassCode, TrainingCode,
                     coalesce((SELECT TrainingCode FROM stage_classes WHERE Code = ClassCode),
                              (SELECT TrainingCode FROM classes_csv WHERE Code = ClassCode)) AS training
              FROM next_enrollments AS next CROSS JOIN link_enrollments AS link ON link.n = next.n
              WHERE fresh AND ClassCode <> '' AND link.training IS NOT NULL)
        WHERE training <> TrainingCode",
    ..Rule::PLAIN
};

/// "the three cancellation columns only with state 2"
const CANCELLED_AT: Rule = Rule {
    column: "CancelledAt",
    select: "
        SELECT line, CancelledAt AS value, '{} is only for State 2, not ' || State AS message
        FROM next_enrollments WHERE State NOT IN ('', '2') AND CancelledAt <> ''",
    ..Rule::PLAIN
};

const CANCELLED_BY: Rule = Rule {
    column: "CancelledBy",
    select: "
        SELECT line, CancelledBy AS value, '{} is only for State 2, not ' || State AS message
        FROM next_enrollments WHERE State NOT IN ('', '2') AND CancelledBy <> ''",
    ..Rule::PLAIN
};

const CANCELLATION_REASON: Rule = Rule {
    column: "CancellationReason",
    select: "
        SELECT line, CancellationReason AS value, '{} is only for State 2, not ' || State AS message
        FROM next_enrollments WHERE State NOT IN ('', '2') AND CancellationReason <> ''",
    ..Rule::PLAIN
};

/// "more enrolled than MaxPersons": told once for a class, at its last row that changes. Who sits is as in section 5:
/// "The latest enrolment of a person for a class counts … A dismissed person is neither in a class that has not begun."
const FULL: Rule = Rule {
    column: "ClassCode",
    select: "
        WITH touched AS MATERIALIZED (
            SELECT l.class, CAST(CASE
                WHEN EXISTS (SELECT 1 FROM plan_classes WHERE row = l.class)
                THEN (SELECT nullif(n.MaxPersons, '') FROM plan_classes AS p CROSS JOIN next_classes AS n ON n.n = p.n
                      WHERE p.row = l.class)
                ELSE (SELECT max_persons FROM class WHERE id = l.class) END AS INTEGER) AS most
            FROM plan_enrollments AS p CROSS JOIN link_enrollments AS l ON l.n = p.n
            WHERE l.class IS NOT NULL GROUP BY l.class
            -- more rows than places, whatever they say: few classes are looked at further
            HAVING max(p.changed) AND most < sum(p.fresh) + (SELECT count(*) FROM enrollment WHERE class = l.class)
        ), given AS MATERIALIZED (
            SELECT l.class, l.person, n.ClassCode AS code, n.line, n.changed, n.EnrolledAt AS at,
                   n.State = '3' AND n.OnWaitingList = 'false' AS sits
            FROM next_enrollments AS n CROSS JOIN link_enrollments AS l ON l.n = n.n
            WHERE EXISTS (SELECT 1 FROM touched) AND l.class IN (SELECT class FROM touched) AND l.person IS NOT NULL
        ), latest AS MATERIALIZED (
            SELECT class, person, sits, max(at) FROM (
                SELECT class, person, sits, at FROM given
                UNION ALL
                SELECT e.class, e.person, e.state = 3 AND NOT e.on_waiting_list, e.enrolled_at
                FROM touched AS t CROSS JOIN enrollment AS e ON e.class = t.class
                WHERE NOT EXISTS (SELECT 1 FROM plan_enrollments WHERE row = e.id)
                      AND NOT EXISTS (SELECT 1 FROM gone_enrollments WHERE row = e.id))
            GROUP BY class, person
        ), crowded AS MATERIALIZED (
            SELECT t.class, t.most,
                   EXISTS (SELECT 1 FROM class AS c WHERE c.id = t.class AND c.begins <= service_now())
                   OR EXISTS (SELECT 1 FROM link_class_dates AS l CROSS JOIN next_class_dates AS n ON n.n = l.n
                              WHERE l.class = t.class AND n.Date || 'T' || n.\"From\" <= service_now()) AS has_begun
            FROM touched AS t CROSS JOIN latest AS l ON l.class = t.class
            WHERE l.sits GROUP BY t.class HAVING count(*) > t.most
        )
        SELECT (SELECT max(line) FROM given WHERE class = c.class AND changed) AS line,
               (SELECT code FROM given WHERE class = c.class) AS value,
               '{} has places for ' || most || ', and ' || count(*) || ' are enrolled' AS message
        FROM crowded AS c CROSS JOIN latest AS l ON l.class = c.class AND l.sits
        WHERE has_begun OR coalesce(
            (SELECT nullif(n.ContractEndTime, '') FROM plan_persons AS p CROSS JOIN next_persons AS n ON n.n = p.n
             WHERE p.row = l.person),
            (SELECT contract_end FROM person
             WHERE id = l.person AND NOT EXISTS (SELECT 1 FROM plan_persons WHERE row = l.person)),
            '9999') > service_now()
        GROUP BY c.class HAVING count(*) > most",
    ..Rule::WARNING
};
