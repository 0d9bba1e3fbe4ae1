//! The tasks with a class.

use anyhow::Result;

use super::declaration::{
    CHECKLIST_LABEL, CellSource, FieldKind, FieldOption, NOTHING_CHOSEN, Task, TaskField, TaskRow, TaskSourceRow,
    target_row,
};
use super::person::{
    CANCELLED, NEW_STATE, ON_WAITING_LIST, begin_label, class_label_with_places, obstacle_to_enrol,
    obstacle_to_join_class, places_text, warn_if_enrolled,
};
use super::{TaskView, row_with_key};
use crate::datafile::{
    absences, class_dates, class_trainers, classes, enrollments, find_cell, persons, results, trainings,
};
use crate::ledger::{RecordedCells, find_cells};
use crate::store::class::{
    self, ContactMoment, MemberStatus, contact_moments, count_members, find_member, members, open_classes,
};
use CellSource::{ChecklistText, Derived, Fixed, Now, StoredCell, TargetCell};
use FieldKind::{Checklist, DecidingOneOf, OneOf};

/// The maximum number of participants in the checklist. With long names, a page has 95 kB.
const MAX_CHECKLIST_ROWS: u32 = 250;

/// The maximum number of participants, and of waiting persons, from whom a person to move is chosen.
const MAX_MEMBERS_TO_MOVE: u32 = 200;

/// The maximum number of classes to which a person can be moved.
const MAX_DESTINATION_CLASSES: u32 = 200;

const LISTED_TO_MOVE: [MemberStatus; 2] = [MemberStatus::Enrolled, MemberStatus::Waiting];

const PERSON_OF_SOURCE: (&str, CellSource) = ("PersonExternalIdentifier", StoredCell("PersonExternalIdentifier"));
const TRAINING: (&str, CellSource) = ("TrainingCode", TargetCell("TrainingCode"));
const CLASS: (&str, CellSource) = ("ClassCode", TargetCell("Code"));

/// Returns the cells that cancel an enrolment. `cancelled_by` is the reason that the data file records.
const fn cancelled_enrollment_cells(cancelled_by: &'static str) -> [(&'static str, CellSource); 4] {
    [("State", Fixed(CANCELLED)), ("ChangedAt", Now), ("CancelledAt", Now), ("CancelledBy", Fixed(cancelled_by))]
}

pub static TASKS: [Task; 6] = [
    Task {
        path: "presence",
        label: |words| words.take_attendance,
        description: |words| words.take_attendance_explanation,
        note: |view| {
            let text = view.context().words.participants_in_next_round;
            note_of_unlisted(view, &[MemberStatus::WithoutOutcome], MAX_CHECKLIST_ROWS, text)
        },
        obstacle: obstacle_to_attendance,
        possible_from: |view| {
            // waiting helps only if the class is not cancelled, and its last contact moment is in the future
            let end = class::start_and_end(view.snapshot(), view.target.row)?.map(|(_, end)| end);
            let is_cancelled = obstacle_to_task_with_class(view)?.is_some();
            let end = end.filter(|end| !is_cancelled && *end > view.now());
            Ok(end.map(|end| view.text_with_date(view.context().words.possible_after_last_session, &end)))
        },
        fields: &[TaskField::new(&results::FILE, PRESENCE_FIELD)
            .label(|words| words.present)
            .kind(Checklist(participants_without_outcome))
            .hint(|view| Ok(view.context().words.reason_of_absence.to_owned()))],
        rows: &[
            TaskRow::new(&results::FILE).for_each(present_participants).cells(&[
                PERSON_OF_SOURCE,
                TRAINING,
                ("FinishedAt", Derived(class_end)),
                CLASS,
                ("StartedAt", Derived(class_start)),
                ("CertificateObtained", Derived(|view| training_cell(view, "HasCertificate"))),
                ("Version", Derived(|view| training_cell(view, "Version"))),
            ]),
            TaskRow::new(&absences::FILE).for_each(absent_participants).cells(&[
                PERSON_OF_SOURCE,
                CLASS,
                ("CreationDate", Now),
                ("TaskCode", Fixed("")),
                ("AbsenceReason", ChecklistText(PRESENCE_FIELD)),
            ]),
        ],
        ..Task::DEFAULTS
    },
    Task {
        path: "participant",
        label: |words| words.add_participant,
        description: |words| words.add_participant_explanation,
        facts: begin_and_places,
        obstacle: obstacle_to_task_with_class,
        warnings: |view| {
            let person = view.referenced_row(&persons::FILE, "PersonExternalIdentifier")?.map(|(row, _)| row);
            let enrolled = warn_if_enrolled(view, person, training_of_class(view)?.map(|(row, _)| row))?;
            Ok([enrolled, warn_if_over(view)?].concat())
        },
        fields: &[TaskField::new(&enrollments::FILE, "PersonExternalIdentifier").required().check(check_participant)],
        rows: &[TaskRow::new(&enrollments::FILE).cells(&[
            TRAINING,
            CLASS,
            ("EnrolledAt", Now),
            NEW_STATE,
            ON_WAITING_LIST,
        ])],
        ..Task::DEFAULTS
    },
    Task {
        path: "move",
        label: |words| words.move_to_class,
        description: |words| words.move_to_class_explanation,
        note: |view| {
            // the form of a chosen person does not list the others
            if view.referenced_row(&persons::FILE, "PersonExternalIdentifier")?.is_some() {
                return Ok(None);
            }
            let text = view.context().words.participants_on_class_page;
            note_of_unlisted(view, &LISTED_TO_MOVE, MAX_MEMBERS_TO_MOVE, text)
        },
        obstacle: obstacle_to_move,
        warnings: warn_if_over,
        is_per_row: true,
        fields: &[
            TaskField::new(&enrollments::FILE, "PersonExternalIdentifier")
                .kind(DecidingOneOf(participant_options))
                .required(),
            TaskField::new(&enrollments::FILE, "ClassCode").kind(OneOf(destination_class_options)).required(),
        ],
        rows: &[
            // a move cancels the old enrolment, and creates one in the chosen class with the same costs
            TaskRow::new(&enrollments::FILE)
                .changing(enrollments_of_chosen_person)
                .cells(&cancelled_enrollment_cells("Omgepland door planner")),
            TaskRow::new(&enrollments::FILE).for_each(enrollments_of_chosen_person).cells(&[
                PERSON_OF_SOURCE,
                TRAINING,
                ("EnrolledAt", Now),
                NEW_STATE,
                ON_WAITING_LIST,
                ("AddedFromCatalog", StoredCell("AddedFromCatalog")),
                ("Costs", StoredCell("Costs")),
                ("Payment", StoredCell("Payment")),
            ]),
        ],
        ..Task::DEFAULTS
    },
    Task {
        path: "date",
        label: |words| words.add_session,
        description: |words| words.add_session_explanation,
        obstacle: obstacle_to_task_with_class,
        warnings: |view| {
            let is_past = *view.canonical_value(&class_dates::FILE, "Date")? < view.now()[..10];
            Ok(is_past.then(|| view.context().words.date_is_past.to_owned()).into_iter().collect())
        },
        fields: &[
            TaskField::new(&class_dates::FILE, "Date").required(),
            TaskField::new(&class_dates::FILE, "From").required(),
            TaskField::new(&class_dates::FILE, "Till").required(),
            TaskField::new(&class_dates::FILE, "LocationName").initial(last_location),
            TaskField::new(&class_dates::FILE, "LocationAddress").initial(last_address),
        ],
        rows: &[TaskRow::new(&class_dates::FILE).cells(&[CLASS])],
        ..Task::DEFAULTS
    },
    Task {
        path: "trainer",
        label: |words| words.add_trainer,
        description: |words| words.add_trainer_explanation,
        obstacle: obstacle_to_task_with_class,
        fields: &[
            TaskField::new(&class_trainers::FILE, "PersonExternalIdentifier").required(),
            TaskField::new(&class_trainers::FILE, "Date").label(|words| words.sessions).kind(OneOf(moment_options)),
        ],
        rows: &[TaskRow::new(&class_trainers::FILE).cells(&[
            CLASS,
            ("Date", Derived(moment_date)),
            ("From", Derived(moment_start)),
        ])],
        ..Task::DEFAULTS
    },
    Task {
        path: "cancel",
        label: |words| words.cancel_class,
        description: |words| words.cancel_class_explanation,
        cancel_label: |words| words.back_to_class,
        obstacle: obstacle_to_task_with_class,
        warnings: warn_if_over,
        is_destructive: true,
        fields: &[TaskField::new(&enrollments::FILE, "State")
            .label(|words| words.enrolments)
            .kind(OneOf(cancel_or_keep_options))
            .initial(initial_choice_for_enrollments)
            .required()],
        rows: &[
            TaskRow::new(&classes::FILE).changing(target_row).cells(&[("IsCancelled", Fixed("true"))]),
            TaskRow::new(&enrollments::FILE)
                .changing(enrollments_to_cancel)
                .cells(&cancelled_enrollment_cells("Geannuleerd door planner")),
        ],
        ..Task::DEFAULTS
    },
];

/// The column of the field with the checklist. A ticked participant was present.
const PRESENCE_FIELD: &str = "FinishedAt";

/// Returns a note if the class has more members than a form lists, which is at most `most` of each status. The note is
/// `text` with the number of the other members.
fn note_of_unlisted(view: &TaskView, statuses: &[MemberStatus], most: u32, text: &str) -> Result<Option<String>> {
    let mut unlisted = 0;
    for status in statuses {
        unlisted += count_members(view.snapshot(), view.target.row, *status)?.saturating_sub(most);
    }
    Ok((unlisted > 0).then(|| text.replace("{}", &unlisted.to_string())))
}

fn obstacle_to_task_with_class(view: &TaskView) -> Result<Option<&'static str>> {
    let is_cancelled = view.target.cell("IsCancelled") == "true";
    Ok(is_cancelled.then_some(view.context().words.class_is_cancelled))
}

/// Returns why attendance cannot be taken: the class is cancelled or not over, or every participant has an outcome.
fn obstacle_to_attendance(view: &TaskView) -> Result<Option<&'static str>> {
    if let Some(obstacle) = obstacle_to_task_with_class(view)? {
        return Ok(Some(obstacle));
    }
    let words = view.context().words;
    Ok(match is_class_over(view)? {
        false => Some(words.attendance_after_last_session),
        true => participants_without_outcome(view)?.is_empty().then_some(words.everyone_is_recorded),
    })
}

/// Returns whether the last contact moment has ended. Returns false for a class without contact moments.
fn is_class_over(view: &TaskView) -> Result<bool> {
    Ok(class::start_and_end(view.snapshot(), view.target.row)?.is_some_and(|(_, end)| end <= view.now()))
}

fn warn_if_over(view: &TaskView) -> Result<Vec<String>> {
    Ok(is_class_over(view)?.then(|| view.context().words.class_is_over.to_owned()).into_iter().collect())
}

/// Refuses a person who cannot be enrolled in any class, or who is in this class already.
fn check_participant(view: &TaskView) -> Result<Option<&'static str>> {
    let Some((person, cells)) = view.referenced_row(&persons::FILE, "PersonExternalIdentifier")? else {
        return Ok(None);
    };
    Ok(obstacle_to_enrol(view, &cells).or(obstacle_to_join_class(view, view.target.row, person)?))
}

/// Describes when the class begins, and its places: `23 Mar 2026 09:00, places left: 3`.
fn begin_and_places(view: &TaskView) -> Result<Option<String>> {
    let class = class::find(view.snapshot(), view.target.row)?;
    Ok(class.map(|class| format!("{}, {}", begin_label(view, &class), places_text(view, &class))))
}

/// Returns the participants with neither a result nor an absence, as the rows of the checklist.
fn participants_without_outcome(view: &TaskView) -> Result<Vec<TaskSourceRow>> {
    let checklist_row = |member: class::ClassMember| {
        let label = member.label();
        // the first cell is the key of the checklist's row
        let cells = [("PersonExternalIdentifier", member.identifier), (CHECKLIST_LABEL, label)];
        TaskSourceRow { stored_row: None, cells: cells.map(|(name, cell)| (name.to_owned(), cell)).into() }
    };
    let members = members(view.snapshot(), view.target.row, MemberStatus::WithoutOutcome, 0, MAX_CHECKLIST_ROWS)?;
    Ok(members.into_iter().map(checklist_row).collect())
}

fn present_participants(view: &TaskView) -> Result<Vec<TaskSourceRow>> {
    Ok(participants_by_presence(view)?.0)
}

fn absent_participants(view: &TaskView) -> Result<Vec<TaskSourceRow>> {
    Ok(participants_by_presence(view)?.1)
}

/// Returns the present and the absent participants.
fn participants_by_presence(view: &TaskView) -> Result<(Vec<TaskSourceRow>, Vec<TaskSourceRow>)> {
    let present_keys = view.ticked_keys(PRESENCE_FIELD);
    let is_present = |row: &TaskSourceRow| present_keys.as_ref().is_none_or(|keys| keys.contains(&*row.key()));
    Ok(participants_without_outcome(view)?.into_iter().partition(is_present))
}

fn class_start(view: &TaskView) -> Result<String> {
    Ok(class::start_and_end(view.snapshot(), view.target.row)?.map(|(start, _)| start).unwrap_or_default())
}

fn class_end(view: &TaskView) -> Result<String> {
    Ok(class::start_and_end(view.snapshot(), view.target.row)?.map(|(_, end)| end).unwrap_or_default())
}

fn training_of_class(view: &TaskView) -> Result<Option<(i64, RecordedCells)>> {
    row_with_key(view.snapshot(), &trainings::FILE, view.target.cell("TrainingCode"))
}

fn training_cell(view: &TaskView, name: &str) -> Result<String> {
    Ok(training_of_class(view)?.map(|(_, cells)| find_cell(&cells, name).to_owned()).unwrap_or_default())
}

/// Returns why nobody can be moved: the class has no participants, or the training has no other open class.
fn obstacle_to_move(view: &TaskView) -> Result<Option<&'static str>> {
    let words = view.context().words;
    if class::current_enrollments(view.snapshot(), view.target.row, None)?.is_empty() {
        return Ok(Some(words.nobody_to_move));
    }
    Ok(destination_class_options(view)?.is_empty().then_some(words.no_other_class))
}

/// Returns the first participants and waiting persons, and the chosen person. Each has a link that chooses the person.
fn participant_options(view: &TaskView) -> Result<Vec<FieldOption>> {
    let chosen = view.referenced_row(&persons::FILE, "PersonExternalIdentifier")?.map(|(row, _)| row);
    let mut options = Vec::new();
    for status in LISTED_TO_MOVE {
        let mut listed = members(view.snapshot(), view.target.row, status, 0, MAX_MEMBERS_TO_MOVE)?;
        if let Some(person) = chosen.filter(|person| listed.iter().all(|member| member.row != *person)) {
            listed.extend(find_member(view.snapshot(), view.target.row, status, person)?);
        }
        options.extend(listed.into_iter().map(|member| (member.identifier.clone(), member.label())));
    }
    Ok(options)
}

/// Returns the other open classes of the training. Once a person is chosen, omits the classes of this person.
fn destination_class_options(view: &TaskView) -> Result<Vec<FieldOption>> {
    let training = training_of_class(view)?.map(|(row, _)| row);
    let person = view.referenced_row(&persons::FILE, "PersonExternalIdentifier")?.map(|(row, _)| row);
    let mut options = Vec::new();
    for class in open_classes(view.snapshot(), training.unwrap_or_default(), MAX_DESTINATION_CLASSES)? {
        let is_member = person.is_some() && !class::current_enrollments(view.snapshot(), class.row, person)?.is_empty();
        if class.row != view.target.row && !is_member {
            options.push((class.code.clone(), class_label_with_places(view, &class)));
        }
    }
    Ok(options)
}

/// Returns the latest enrolment of `person` in the class; with `None`, those of all participants and waiting persons.
fn current_enrollments(view: &TaskView, person: Option<i64>) -> Result<Vec<TaskSourceRow>> {
    let rows = class::current_enrollments(view.snapshot(), view.target.row, person)?;
    let source_row = |row| {
        Ok(TaskSourceRow {
            stored_row: Some(row),
            cells: find_cells(view.snapshot(), &enrollments::FILE, row)?.unwrap_or_default(),
        })
    };
    rows.into_iter().map(source_row).collect()
}

fn enrollments_of_chosen_person(view: &TaskView) -> Result<Vec<TaskSourceRow>> {
    match view.referenced_row(&persons::FILE, "PersonExternalIdentifier")? {
        Some((person, _)) => current_enrollments(view, Some(person)),
        None => Ok(Vec::new()),
    }
}

/// Returns the enrolments that end with the class; none if the operator chose to keep the enrolments.
fn enrollments_to_cancel(view: &TaskView) -> Result<Vec<TaskSourceRow>> {
    if view.field_value("State")? == CANCELLED { current_enrollments(view, None) } else { Ok(Vec::new()) }
}

/// Returns the two options for the enrolments of a cancelled class. The value is the new state; empty means no change.
fn cancel_or_keep_options(view: &TaskView) -> Result<Vec<FieldOption>> {
    let words = view.context().words;
    let count = class::current_enrollments(view.snapshot(), view.target.row, None)?.len();
    let cancel = words.cancel_enrolments_too.replace("{}", &count.to_string());
    Ok(vec![(CANCELLED.to_owned(), cancel), (String::new(), words.keep_enrolments.to_owned())])
}

/// Returns the option to keep the enrolments if the class has none. Otherwise the operator must choose.
fn initial_choice_for_enrollments(view: &TaskView) -> Result<String> {
    let has_enrollments = !class::current_enrollments(view.snapshot(), view.target.row, None)?.is_empty();
    Ok(if has_enrollments { NOTHING_CHOSEN.to_owned() } else { String::new() })
}

/// Returns the location of the last contact moment, as a proposal for the next moment.
fn last_location(view: &TaskView) -> Result<String> {
    let last_moment = contact_moments(view.snapshot(), view.target.row)?.pop();
    Ok(last_moment.map(|moment| moment.location).unwrap_or_default())
}

fn last_address(view: &TaskView) -> Result<String> {
    let last_moment = contact_moments(view.snapshot(), view.target.row)?.pop();
    Ok(last_moment.map(|moment| moment.address).unwrap_or_default())
}

/// Returns an option for all contact moments, and for each moment an option whose value is the moment's start.
fn moment_options(view: &TaskView) -> Result<Vec<FieldOption>> {
    let all = (String::new(), view.context().words.all_sessions.to_owned());
    let option = |moment: ContactMoment| {
        // `moment.time` is a period such as `09:00-16:30`
        let start = moment.time.split('-').next().unwrap_or_default();
        let label = format!("{} {}", view.context().language.format_date(&moment.date), moment.time);
        (format!("{}T{start}", moment.date), label)
    };
    let moments = contact_moments(view.snapshot(), view.target.row)?;
    Ok([all].into_iter().chain(moments.into_iter().map(option)).collect())
}

/// Returns the date of the chosen contact moment, or an empty text if all moments are chosen.
fn moment_date(view: &TaskView) -> Result<String> {
    Ok(view.field_value("Date")?.split('T').next().unwrap_or_default().to_owned())
}

/// Returns the start of the chosen contact moment, such as `09:00`, or an empty text if all moments are chosen.
fn moment_start(view: &TaskView) -> Result<String> {
    Ok(view.field_value("Date")?.split_once('T').map(|(_, from)| from.to_owned()).unwrap_or_default())
}
