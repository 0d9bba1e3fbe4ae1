//! classes.csv: the groups in which a training is given (lichtingen).

use super::columns::{choice, datetime, flag, id, int, long_text, text};
use super::file::{Column, Default, File};
use super::rule::Rule;
use super::{groups, trainings};

/// The file.
pub static FILE: File = File {
    name: "classes.csv",
    about: "the classes in which trainings are given",
    table: "class",
    columns: &[
        id(),
        text("Code", "its code").key(),
        text("TrainingCode", "the training")
            .required()
            .naming(&trainings::FILE, "training"),
        text("Name", "its name").required(),
        text("GroupName", "the group it is for").naming(&groups::FILE, "person_group"),
        int("MinPersons", 0, "how many it needs"),
        int(
            "MaxPersons",
            0,
            "how many it has places for; no limit when empty",
        ),
        long_text("Memo", "HTML for its planners"),
        flag("ShowMemoInReport", "whether reports show the memo"),
        flag("IsVisibleInCatalog", "whether the catalog shows it").or(Default::Text("true")),
        flag("IsVisibleInCalendar", "whether the calendar shows it").or(Default::Text("true")),
        flag(
            "OfferExternally",
            "whether it is open to persons from outside",
        ),
        flag("IsArchived", "whether it is put away"),
        flag("IsCancelled", "whether it does not take place"),
        flag("FilterByDivision", "whether only its divisions see it"),
        flag("HasWaitingList", "whether one can wait for a place"),
        int("WaitingListCapacity", 0, "how many may wait"),
        datetime("EditDeadline", "until when enrolments can change"),
        datetime("RegistrationDeadline", "until when one can enrol"),
        int(
            "LockDaysTillStart",
            0,
            "days before its start on which it opens",
        ),
        choice(
            "CompletionType",
            &["Normal", "Stream", "ETicket"],
            "how attendance is registered",
        )
        .or(Default::Text("Normal")),
        flag("IsUnderConstruction", "whether it is not to be seen yet"),
    ],
    rules: &[FEWEST_AND_MOST, TRAINING_OF_ITS_ENROLMENTS, FULL],
    ..File::PLAIN
};

/// Part of the key: the class that the row is about.
pub const fn class() -> Column {
    text("ClassCode", "the class").key().naming(&FILE, "class")
}

/// "MinPersons above MaxPersons"
const FEWEST_AND_MOST: Rule = Rule::rows(
    "MaxPersons",
    "'{} is less than MinPersons, ' || MinPersons",
    "MaxPersons <> '' AND MinPersons <> ''
     AND CAST(MinPersons AS INTEGER) > CAST(MaxPersons AS INTEGER)",
);

/// "an enrolment whose training is not its class's … a result whose class is another training's", when it
/// is the class that changes.
const TRAINING_OF_ITS_ENROLMENTS: Rule = Rule::query(
    "TrainingCode",
    include_str!("rules/training_of_its_enrolments.sql"),
);

/// "more enrolled than MaxPersons", when it is the class that changes.
const FULL: Rule = Rule::query(
    "MaxPersons",
    "
        SELECT line, MaxPersons AS value, '{} is less than the ' || enrolled || ' who are enrolled' AS message
        FROM (SELECT line, MaxPersons, (SELECT count(*) FROM enrolled WHERE class = row) AS enrolled
              FROM next_classes WHERE changed AND NOT fresh AND MaxPersons <> '')
        WHERE enrolled > CAST(MaxPersons AS INTEGER)",
).only_warns();
