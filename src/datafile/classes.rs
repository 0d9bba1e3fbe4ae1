//! classes.csv: the groups in which a training is given (lichtingen).

use super::columns::{choice, datetime, flag, id, int, long_text, text};
use super::file::{Column, DataFile, DefaultCell};
use super::rule::RowRule;
use super::{groups, trainings};

pub static FILE: DataFile = DataFile {
    name: "classes.csv",
    about: "the classes in which trainings are given",
    dutch: ("Klassen", "de klassen waarin trainingen gegeven worden"),
    table: "class",
    title: &["Name"],
    listed: &["Code", "TrainingCode", "MaxPersons", "IsCancelled", "IsArchived"],
    columns: &[
        id(),
        text("Code", "its code").dutch("Code").key(),
        text("TrainingCode", "the training").dutch("Training").required().refers_to(&trainings::FILE, "training"),
        text("Name", "its name").dutch("Naam").required(),
        text("GroupName", "the group it is for")
            .dutch("Groep")
            .hint("The group that the class is for.", "De groep waarvoor de klas bedoeld is.")
            .refers_to(&groups::FILE, "person_group"),
        int("MinPersons", 0, "how many it needs").dutch("Minimum"),
        int("MaxPersons", 0, "how many it has places for; no limit when empty")
            .dutch("Plaatsen")
            .hint("If empty, there is no limit.", "Leeg laten = onbeperkt.")
            .dutch("Plaatsen"),
        long_text("Memo", "HTML for its planners").dutch("Memo").hint("HTML, for planners.", "HTML, voor planners."),
        flag("ShowMemoInReport", "whether reports show the memo").dutch("Memo in rapporten"),
        flag("IsVisibleInCatalog", "whether the catalogue shows it")
            .dutch("In catalogus")
            .or_default(DefaultCell::Text("true")),
        flag("IsVisibleInCalendar", "whether the calendar shows it")
            .dutch("In kalender")
            .or_default(DefaultCell::Text("true")),
        flag("OfferExternally", "whether it is open to persons from outside")
            .dutch("Voor externen")
            .hint("Open to persons from outside.", "Open voor mensen van buiten."),
        flag("IsArchived", "whether it is put away").dutch("Gearchiveerd"),
        flag("IsCancelled", "whether it does not take place").dutch("Geannuleerd"),
        flag("FilterByDivision", "whether only its divisions see it")
            .dutch("Alleen eigen divisies")
            .hint("Only its own divisions see the class.", "Alleen de eigen divisies zien de klas."),
        flag("HasWaitingList", "whether one can wait for a place").dutch("Wachtlijst"),
        int("WaitingListCapacity", 0, "how many may wait").dutch("Plaatsen op wachtlijst"),
        datetime("EditDeadline", "until when enrolments can change")
            .dutch("Wijzigen tot")
            .hint("Until when enrolments can change.", "Tot wanneer inschrijvingen te wijzigen zijn."),
        datetime("RegistrationDeadline", "until when one can enrol").dutch("Inschrijven tot"),
        int("LockDaysTillStart", 0, "days before its start on which it opens")
            .dutch("Open vóór begin (dagen)")
            .hint("So many days before it begins, the class opens.", "Zoveel dagen voor het begin gaat de klas open."),
        choice("CompletionType", &["Normal", "Stream", "ETicket"], "how attendance is registered")
            .dutch("Aanwezigheid")
            .or_default(DefaultCell::Text("Normal")),
        flag("IsUnderConstruction", "whether it is not to be seen yet")
            .dutch("In opbouw")
            .hint("Not visible yet.", "Nog niet zichtbaar."),
    ],
    rules: &[FEWEST_AND_MOST, TRAINING_OF_ITS_ENROLMENTS, FULL],
    ..DataFile::PLAIN
};

/// Declares the key column that refers to a class.
pub const fn class_column() -> Column {
    text("ClassCode", "the class").dutch("Klas").key().refers_to(&FILE, "class")
}

/// "MinPersons above MaxPersons"
const FEWEST_AND_MOST: RowRule = RowRule::forbid_rows(
    "MaxPersons",
    "json_array('FewerThanMinimum', MinPersons)",
    "MaxPersons <> '' AND MinPersons <> ''
     AND CAST(MinPersons AS INTEGER) > CAST(MaxPersons AS INTEGER)",
);

/// "an enrolment whose training is not its class's … a result whose class is another training's", for a changed class.
const TRAINING_OF_ITS_ENROLMENTS: RowRule =
    RowRule::forbid_results("TrainingCode", include_str!("rules/training_of_its_enrolments.sql"));

/// "more enrolled than MaxPersons", for a changed class that takes place.
const FULL: RowRule = RowRule::forbid_results(
    "MaxPersons",
    "
        SELECT line, MaxPersons AS value, json_array('FewerThanEnrolled', enrolled) AS message
        FROM (SELECT line, MaxPersons, (SELECT count(*) FROM enrolled WHERE class = row) AS enrolled
              FROM next_classes WHERE changed AND NOT fresh AND MaxPersons <> '' AND IsCancelled <> 'true')
        WHERE enrolled > CAST(MaxPersons AS INTEGER)",
)
.only_warns();
