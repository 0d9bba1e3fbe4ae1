//! classes.csv: the classes (lichtingen) in which trainings are given.

use super::columns::{
    choice_column, datetime_column, flag_column, id_column, int_column, long_text_column, text_column,
};
use super::file::{Column, DataFile};
use super::rule::RowRule;
use super::{groups, trainings};

pub static FILE: DataFile = DataFile {
    name: "classes.csv",
    labels: ["Classes", "Klassen"],
    add_row_label: ["Add a class", "Klas toevoegen"],
    about: ["the classes in which trainings are given", "de klassen waarin trainingen gegeven worden"],
    table: "class",
    title: &["Name"],
    listed: &["Code", "TrainingCode", "MaxPersons", "IsCancelled", "IsArchived"],
    columns: &[
        id_column(),
        text_column("Code", "its code").dutch("Code").key(),
        text_column("TrainingCode", "the training")
            .labels("Training", "Training")
            .required()
            .refers_to(&trainings::FILE, "training"),
        text_column("Name", "its name").dutch("Naam").required(),
        text_column("GroupName", "the group it is for")
            .labels("Group", "Groep")
            .hint("The group that the class is for.", "De groep waarvoor de klas bedoeld is.")
            .refers_to(&groups::FILE, "person_group"),
        int_column("MinPersons", 0, "the least number of persons").labels("Minimum", "Minimum"),
        int_column("MaxPersons", 0, "the number of places; empty for no limit")
            .labels("Places", "Plaatsen")
            .hint("If empty, there is no limit.", "Leeg laten = onbeperkt."),
        long_text_column("Memo", "a note for planners, which may contain HTML").dutch("Memo").hint(
            "A note for planners; employees do not see it. May contain HTML.",
            "Een notitie voor planners; medewerkers zien die niet. Mag HTML bevatten.",
        ),
        flag_column("ShowMemoInReport", "whether reports show the memo").dutch("Memo in rapporten"),
        flag_column("IsVisibleInCatalog", "whether the catalogue shows it")
            .labels("Visible in catalogue", "In catalogus")
            .or_default("true"),
        flag_column("IsVisibleInCalendar", "whether the calendar shows it").dutch("In kalender").or_default("true"),
        flag_column("OfferExternally", "whether it is open to persons from outside")
            .dutch("Voor externen")
            .hint("Open to persons from outside.", "Open voor mensen van buiten."),
        flag_column("IsArchived", "whether it is archived").labels("Archived", "Gearchiveerd").shown_as_badge("note"),
        flag_column("IsCancelled", "whether it does not take place")
            .labels("Cancelled", "Geannuleerd")
            .shown_as_badge("wrong"),
        flag_column("FilterByDivision", "whether only employees of certain divisions may enrol")
            .dutch("Alleen bepaalde divisies")
            .hint(
                "Only employees of certain divisions may enrol. This system does not check it.",
                "Alleen medewerkers van bepaalde divisies kunnen zich inschrijven. Dit systeem controleert dat niet.",
            ),
        flag_column("HasWaitingList", "whether it has a waiting list").dutch("Wachtlijst"),
        int_column("WaitingListCapacity", 0, "how many persons can wait").dutch("Plaatsen op wachtlijst"),
        datetime_column("EditDeadline", "until when enrolments can change").dutch("Uiterste wijzigdatum").hint(
            "After this time, employees can no longer change their enrolment.",
            "Daarna kunnen medewerkers hun inschrijving niet meer wijzigen.",
        ),
        datetime_column("RegistrationDeadline", "until when persons can enrol").dutch("Uiterste inschrijfdatum"),
        int_column(
            "LockDaysTillStart",
            0,
            "how many days before its first session participants get access to the content",
        )
        .labels("Content opens (days before)", "Inhoud open (dagen vooraf)")
        .hint(
            "Participants get access to the content this many days before the first session. If empty, at any time.",
            "Zoveel dagen voor de eerste bijeenkomst krijgen deelnemers toegang tot de inhoud. Leeg laten = altijd.",
        ),
        choice_column("CompletionType", &["Normal", "Stream", "ETicket"], "how attendance is registered")
            .labels("Attendance recorded by", "Aanwezigheid vastleggen via")
            .or_default("Normal"),
        flag_column("IsUnderConstruction", "whether it is not visible yet")
            .labels("Under construction", "In opbouw")
            .shown_as_badge("note")
            .hint("Not visible yet.", "Nog niet zichtbaar."),
    ],
    rules: &[MINIMUM_NOT_ABOVE_MAXIMUM, TRAINING_IS_OF_ENROLMENTS, ENOUGH_PLACES],
    ..DataFile::DEFAULTS
};

pub const fn class_column() -> Column {
    text_column("ClassCode", "the class").labels("Class", "Klas").key().refers_to(&FILE, "class")
}

/// Refuses fewer places than the least number of persons. Cells are texts, so they are compared as integers.
const MINIMUM_NOT_ABOVE_MAXIMUM: RowRule = RowRule::forbid_rows(
    "MaxPersons",
    "json_array('FewerThanMinimum', MinPersons)",
    "MaxPersons <> '' AND MinPersons <> ''
     AND CAST(MinPersons AS INTEGER) > CAST(MaxPersons AS INTEGER)",
);

/// In changed classes: "an enrolment whose training is not its class's … a result whose class is another training's".
const TRAINING_IS_OF_ENROLMENTS: RowRule =
    RowRule::forbid_results("TrainingCode", include_str!("rules/changed_training_of_class.sql"));

/// Warns of a changed class, unless it is cancelled, with "more enrolled than MaxPersons".
const ENOUGH_PLACES: RowRule = RowRule::forbid_results(
    "MaxPersons",
    "
        SELECT line, MaxPersons AS value, json_array('FewerThanEnrolled', enrolled) AS message
        FROM (SELECT line, MaxPersons, (SELECT count(*) FROM enrolled WHERE class = row) AS enrolled
              FROM next_classes WHERE is_changed AND NOT is_new AND MaxPersons <> '' AND IsCancelled <> 'true')
        WHERE enrolled > CAST(MaxPersons AS INTEGER)",
)
.only_warns();
