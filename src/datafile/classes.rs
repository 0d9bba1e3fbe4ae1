//! classes.csv: the groups in which a training is given (lichtingen).

use super::columns::{choice, datetime, flag, id, int, long_text, text};
use super::file::{Default, File, Rule};
use super::{groups, trainings};

/// The file.
pub static FILE: File = File {
    name: "classes.csv",
    about: "the classes in which trainings are given",
    dutch: ("Klassen", "de klassen waarin trainingen gegeven worden"),
    table: "class",
    title: &["Name"],
    columns: &[
        id(),
        text("Code", "code", "its code")
            .dutch("Code", "de code")
            .key(),
        text("TrainingCode", "training", "the training")
            .dutch("Training", "de training")
            .required()
            .naming(&trainings::FILE, "NULL"),
        text("Name", "name", "its name")
            .dutch("Naam", "de naam")
            .required(),
        text("GroupName", "person_group", "the group it is for")
            .dutch("Groep", "de groep waarvoor zij is")
            .naming(&groups::FILE, "NULL"),
        int("MinPersons", "min_persons", 0, "how many it needs")
            .dutch("Minimum", "hoeveel deelnemers er nodig zijn"),
        int(
            "MaxPersons",
            "max_persons",
            0,
            "how many it has places for; no limit when empty",
        )
        .dutch(
            "Plaatsen",
            "voor hoeveel er plaats is; onbeperkt als het leeg is",
        ),
        long_text("Memo", "memo", "HTML for its planners")
            .dutch("Memo", "HTML voor wie haar plant"),
        flag(
            "ShowMemoInReport",
            "show_memo_in_report",
            "whether reports show the memo",
        )
        .dutch("Memo in rapporten", "of rapporten het memo tonen"),
        flag(
            "IsVisibleInCatalog",
            "is_visible_in_catalog",
            "whether the catalog shows it",
        )
        .dutch("In catalogus", "of de catalogus haar toont")
        .or(Default::Text("true")),
        flag(
            "IsVisibleInCalendar",
            "is_visible_in_calendar",
            "whether the calendar shows it",
        )
        .dutch("In kalender", "of de kalender haar toont")
        .or(Default::Text("true")),
        flag(
            "OfferExternally",
            "offer_externally",
            "whether it is open to persons from outside",
        )
        .dutch("Voor externen", "of zij open is voor mensen van buiten"),
        flag("IsArchived", "is_archived", "whether it is put away")
            .dutch("Gearchiveerd", "of zij is weggeborgen"),
        flag(
            "IsCancelled",
            "is_cancelled",
            "whether it does not take place",
        )
        .dutch("Geannuleerd", "of zij niet doorgaat"),
        flag(
            "FilterByDivision",
            "filter_by_division",
            "whether only its divisions see it",
        )
        .dutch("Alleen eigen divisies", "of alleen haar divisies haar zien"),
        flag(
            "HasWaitingList",
            "has_waiting_list",
            "whether one can wait for a place",
        )
        .dutch("Wachtlijst", "of men op een plaats kan wachten"),
        int(
            "WaitingListCapacity",
            "waiting_list_capacity",
            0,
            "how many may wait",
        )
        .dutch("Plaatsen op wachtlijst", "hoeveel er kunnen wachten"),
        datetime(
            "EditDeadline",
            "edit_deadline",
            "until when enrolments can change",
        )
        .dutch(
            "Wijzigen tot",
            "tot wanneer inschrijvingen te wijzigen zijn",
        ),
        datetime(
            "RegistrationDeadline",
            "registration_deadline",
            "until when one can enrol",
        )
        .dutch("Inschrijven tot", "tot wanneer men zich kan inschrijven"),
        int(
            "LockDaysTillStart",
            "lock_days_till_start",
            0,
            "days before its start on which it opens",
        )
        .dutch(
            "Open vóór begin (dagen)",
            "hoeveel dagen voor het begin zij opengaat",
        ),
        choice(
            "CompletionType",
            "completion_type",
            &["Normal", "Stream", "ETicket"],
            "how attendance is registered",
        )
        .dutch("Aanwezigheid", "hoe aanwezigheid wordt vastgelegd")
        .or(Default::Text("Normal")),
        flag(
            "IsUnderConstruction",
            "is_under_construction",
            "whether it is not to be seen yet",
        )
        .dutch("In opbouw", "of zij nog niet te zien is"),
    ],
    rules: &[FEWEST_AND_MOST, TRAINING_OF_ITS_ENROLMENTS, FULL],
    ..File::PLAIN
};

/// "MinPersons above MaxPersons"
const FEWEST_AND_MOST: Rule = Rule {
    column: "MaxPersons",
    select: "
        SELECT line, MaxPersons AS value, '{} is less than MinPersons, ' || MinPersons AS message
        FROM next_classes
        WHERE MaxPersons <> '' AND MinPersons <> ''
              AND CAST(MinPersons AS INTEGER) > CAST(MaxPersons AS INTEGER)",
    ..Rule::PLAIN
};

/// "an enrolment whose training is not its class's … a result whose class is another training's", when it
/// is the class that changes.
const TRAINING_OF_ITS_ENROLMENTS: Rule = Rule {
    column: "TrainingCode",
    select: "
        SELECT n.line, n.TrainingCode AS value,
               '{} is not the training of this class, ' || t.code
               || ', for which it has enrolments or results' AS message
        FROM next_classes AS n CROSS JOIN link_classes AS l ON l.n = n.n CROSS JOIN class AS c ON c.id = n.row
             CROSS JOIN LearningModule AS t ON t.key = c.training
        WHERE NOT n.fresh AND n.changed AND n.TrainingCode <> t.code AND l.training IS NOT NULL
              AND (EXISTS (SELECT 1 FROM enrollment AS e WHERE e.class = c.id)
                   OR EXISTS (SELECT 1 FROM FinishedModule AS f WHERE f.class = c.id))",
    ..Rule::PLAIN
};

/// "more enrolled than MaxPersons", when it is the class that changes.
const FULL: Rule = Rule {
    column: "MaxPersons",
    select: "
        SELECT line, MaxPersons AS value, '{} is less than the ' || enrolled || ' who are enrolled' AS message
        FROM (SELECT line, MaxPersons, (SELECT count(*) FROM enrolled WHERE class = row) AS enrolled
              FROM next_classes WHERE changed AND NOT fresh AND MaxPersons <> '')
        WHERE enrolled > CAST(MaxPersons AS INTEGER)",
    ..Rule::WARNING
};
