//! The tasks with a class.

use anyhow::Result;

use super::TaskView;
use super::declaration::{CellSource, FieldKind, Task, TaskField, TaskRecord, TaskRow, once, stored_subject};
use super::person::{enrolled_already, is_waiting, on_waiting_list, places, state};
use crate::datafile::{
    absences, cell_of, class_dates, class_trainers, classes, enrollments, persons, results, trainings,
};
use crate::ledger::{RecordedCells, cells};
use crate::store::class::{self, ContactMoment, MemberStatus, members, moments, open_classes, unrecorded};
use CellSource::{Derived, Each, Field, Fixed, Now, Sheet, Subject};

/// The most persons or classes to choose from, and the most rows of a sheet.
const SHOWN: u32 = 200;

const PERSON: (&str, CellSource) = ("PersonExternalIdentifier", Field("PersonExternalIdentifier"));
const EACH_PERSON: (&str, CellSource) = ("PersonExternalIdentifier", Each("PersonExternalIdentifier"));
const TRAINING: (&str, CellSource) = ("TrainingCode", Subject("TrainingCode"));
const CLASS: (&str, CellSource) = ("ClassCode", Subject("Code"));

/// The key of an enrolment, whose cells the record has.
const ENROLLMENT: [(&str, CellSource); 4] = [
    EACH_PERSON,
    ("TrainingCode", Each("TrainingCode")),
    ("ClassCode", Each("ClassCode")),
    ("EnrolledAt", Each("EnrolledAt")),
];

const fn cancelled(by: &'static str) -> [(&'static str, CellSource); 8] {
    let [person, training, class, enrolled_at] = ENROLLMENT;
    [
        person,
        training,
        class,
        enrolled_at,
        ("State", Fixed("2")),
        ("ChangedAt", Now),
        ("CancelledAt", Now),
        ("CancelledBy", Fixed(by)),
    ]
}

pub static TASKS: [Task; 6] = [
    Task {
        path: "presence",
        label: |words| words.take_attendance,
        says: |words| words.take_attendance_says,
        obstacle: has_ended,
        fields: &[TaskField::new(&results::FILE, PRESENT)
            .label(|words| words.present)
            .kind(FieldKind::Sheet(sheet))
            .hint(reason)],
        rows: &[
            TaskRow {
                file: &results::FILE,
                is_new: true,
                each: present,
                cells: &[
                    EACH_PERSON,
                    TRAINING,
                    ("FinishedAt", Derived(end)),
                    CLASS,
                    ("StartedAt", Derived(start)),
                    ("CertificateObtained", Derived(certificate)),
                    ("Version", Derived(version)),
                ],
            },
            TaskRow {
                file: &absences::FILE,
                is_new: true,
                each: absent,
                cells: &[
                    EACH_PERSON,
                    CLASS,
                    ("CreationDate", Now),
                    ("TaskCode", Fixed("")),
                    ("AbsenceReason", Sheet(PRESENT)),
                ],
            },
        ],
        ..Task::PLAIN
    },
    Task {
        path: "participant",
        label: |words| words.add_participant,
        says: |words| words.add_participant_says,
        obstacle: not_cancelled,
        warnings: |view| {
            let person = view.named(&persons::FILE, "PersonExternalIdentifier")?.map(|(row, _)| row);
            let enrolled = enrolled_already(view, person, training(view)?)?;
            let is_over = is_over(view)?.then(|| view.context().words.class_is_over.to_owned());
            Ok(enrolled.into_iter().chain(is_over).collect())
        },
        fields: &[TaskField::new(&enrollments::FILE, "PersonExternalIdentifier")
            .label(|words| words.person)
            .required()
            .check(is_new_here)
            .hint(places_here)],
        rows: &[TaskRow {
            file: &enrollments::FILE,
            is_new: true,
            each: once,
            cells: &[
                PERSON,
                TRAINING,
                CLASS,
                ("EnrolledAt", Now),
                ("State", Derived(state_here)),
                ("OnWaitingList", Derived(on_waiting_list_here)),
            ],
        }],
        ..Task::PLAIN
    },
    Task {
        path: "move",
        label: |words| words.move_to_class,
        says: |words| words.move_to_class_says,
        obstacle: can_be_moved,
        fields: &[
            TaskField::new(&enrollments::FILE, "PersonExternalIdentifier")
                .label(|words| words.person)
                .kind(FieldKind::FirstOf(participants))
                .required(),
            TaskField::new(&enrollments::FILE, "ClassCode")
                .label(|words| words.class)
                .kind(FieldKind::OneOf(other_classes))
                .required(),
        ],
        rows: &[
            TaskRow {
                file: &enrollments::FILE,
                is_new: false,
                each: enrollment,
                cells: &cancelled("Omgepland door planner"),
            },
            TaskRow {
                file: &enrollments::FILE,
                is_new: true,
                each: enrollment,
                cells: &[
                    EACH_PERSON,
                    TRAINING,
                    ("ClassCode", Field("ClassCode")),
                    ("EnrolledAt", Now),
                    ("State", Derived(state)),
                    ("OnWaitingList", Derived(on_waiting_list)),
                    ("AddedFromCatalog", Each("AddedFromCatalog")),
                    ("Costs", Each("Costs")),
                    ("Payment", Each("Payment")),
                ],
            },
        ],
        ..Task::PLAIN
    },
    Task {
        path: "date",
        label: |words| words.add_date,
        says: |words| words.add_date_says,
        obstacle: not_cancelled,
        warnings: |view| {
            let is_past = *view.canonical(&class_dates::FILE, "Date")? < view.now()[..10];
            Ok(is_past.then(|| view.context().words.date_is_past.to_owned()).into_iter().collect())
        },
        fields: &[
            TaskField::new(&class_dates::FILE, "Date").required(),
            TaskField::new(&class_dates::FILE, "From").required(),
            TaskField::new(&class_dates::FILE, "Till").required(),
            TaskField::new(&class_dates::FILE, "LocationName").initial(last_place),
            TaskField::new(&class_dates::FILE, "LocationAddress").initial(last_address),
        ],
        rows: &[TaskRow {
            file: &class_dates::FILE,
            is_new: true,
            each: once,
            cells: &[
                CLASS,
                ("Date", Field("Date")),
                ("From", Field("From")),
                ("Till", Field("Till")),
                ("LocationName", Field("LocationName")),
                ("LocationAddress", Field("LocationAddress")),
            ],
        }],
        ..Task::PLAIN
    },
    Task {
        path: "trainer",
        label: |words| words.add_trainer,
        says: |words| words.add_trainer_says,
        obstacle: not_cancelled,
        fields: &[
            TaskField::new(&class_trainers::FILE, "PersonExternalIdentifier").label(|words| words.person).required(),
            TaskField::new(&class_trainers::FILE, "Date")
                .label(|words| words.moments)
                .kind(FieldKind::OneOf(all_moments)),
        ],
        rows: &[TaskRow {
            file: &class_trainers::FILE,
            is_new: true,
            each: once,
            cells: &[CLASS, PERSON, ("Date", Derived(date)), ("From", Derived(from))],
        }],
        ..Task::PLAIN
    },
    Task {
        path: "cancel",
        label: |words| words.cancel_class,
        says: |words| words.cancel_class_says,
        obstacle: not_cancelled,
        is_grave: true,
        fields: &[TaskField::new(&enrollments::FILE, "State")
            .label(|words| words.enrolments)
            .kind(FieldKind::OneOf(enrollments_of_cancelled))
            .initial(two)
            .required()],
        rows: &[
            TaskRow {
                file: &classes::FILE,
                is_new: false,
                each: stored_subject,
                cells: &[("Code", Subject("Code")), ("IsCancelled", Fixed("true"))],
            },
            TaskRow {
                file: &enrollments::FILE,
                is_new: false,
                each: all_enrollments,
                cells: &cancelled("Geannuleerd door planner"),
            },
        ],
        ..Task::PLAIN
    },
];

/// The column of the sheet.
const PRESENT: &str = "FinishedAt";

fn not_cancelled(view: &TaskView) -> Result<Option<&'static str>> {
    let is_cancelled = view.subject.cell("IsCancelled") == "true";
    Ok(is_cancelled.then_some(view.context().words.class_is_cancelled))
}

/// "present → result with finish at the last contact moment", which cannot be later than now.
fn has_ended(view: &TaskView) -> Result<Option<&'static str>> {
    if let Some(obstacle) = not_cancelled(view)? {
        return Ok(Some(obstacle));
    }
    let words = view.context().words;
    Ok(match is_over(view)? {
        false => Some(words.has_not_ended),
        true => sheet(view)?.is_empty().then_some(words.is_recorded),
    })
}

fn is_over(view: &TaskView) -> Result<bool> {
    Ok(class::extent(view.snapshot(), view.subject.row)?.is_some_and(|(_, end)| end <= view.now()))
}

fn is_new_here(view: &TaskView) -> Result<Option<&'static str>> {
    let Some((person, _)) = view.named(&persons::FILE, "PersonExternalIdentifier")? else { return Ok(None) };
    let is_in = !class::enrollments(view.snapshot(), view.subject.row, Some(person))?.is_empty();
    Ok(is_in.then_some(view.context().words.is_in_class))
}

fn places_here(view: &TaskView) -> Result<String> {
    let class = class::find(view.snapshot(), view.subject.row)?;
    Ok(class.map(|class| places(view, &class)).unwrap_or_default())
}

fn on_waiting_list_here(view: &TaskView) -> Result<String> {
    Ok(is_waiting(view, Some(view.subject.row))?.to_string())
}

fn state_here(view: &TaskView) -> Result<String> {
    Ok(if is_waiting(view, Some(view.subject.row))? { "0" } else { "3" }.to_owned())
}

fn sheet(view: &TaskView) -> Result<Vec<TaskRecord>> {
    let record = |member: class::ClassMember| {
        let label = member.label();
        let cells = [("PersonExternalIdentifier", member.identifier), ("label", label)];
        TaskRecord { row: None, cells: cells.map(|(name, cell)| (name.to_owned(), cell)).into() }
    };
    Ok(unrecorded(view.snapshot(), view.subject.row, SHOWN)?.into_iter().map(record).collect())
}

fn present(view: &TaskView) -> Result<Vec<TaskRecord>> {
    Ok(sheet(view)?.into_iter().filter(|record| view.is_ticked(PRESENT, &record.key())).collect())
}

fn absent(view: &TaskView) -> Result<Vec<TaskRecord>> {
    Ok(sheet(view)?.into_iter().filter(|record| !view.is_ticked(PRESENT, &record.key())).collect())
}

fn reason(view: &TaskView) -> Result<String> {
    Ok(view.context().words.reason_of_absence.to_owned())
}

fn start(view: &TaskView) -> Result<String> {
    Ok(class::extent(view.snapshot(), view.subject.row)?.unwrap_or_default().0)
}

fn end(view: &TaskView) -> Result<String> {
    Ok(class::extent(view.snapshot(), view.subject.row)?.unwrap_or_default().1)
}

fn training(view: &TaskView) -> Result<Option<(i64, RecordedCells)>> {
    view.row_of(&trainings::FILE, view.subject.cell("TrainingCode"))
}

fn training_cell(view: &TaskView, name: &str) -> Result<String> {
    Ok(training(view)?.map(|(_, cells)| cell_of(&cells, name).to_owned()).unwrap_or_default())
}

fn certificate(view: &TaskView) -> Result<String> {
    training_cell(view, "HasCertificate")
}

fn version(view: &TaskView) -> Result<String> {
    training_cell(view, "Version")
}

fn can_be_moved(view: &TaskView) -> Result<Option<&'static str>> {
    let words = view.context().words;
    if class::enrollments(view.snapshot(), view.subject.row, None)?.is_empty() {
        return Ok(Some(words.nobody_to_move));
    }
    Ok(other_classes(view)?.is_empty().then_some(words.no_other_class))
}

/// Returns those who participate or wait.
fn participants(view: &TaskView) -> Result<Vec<(String, String)>> {
    let all = [MemberStatus::Enrolled, MemberStatus::Waiting]
        .map(|status| members(view.snapshot(), view.subject.row, status, 0, SHOWN));
    let mut choices = Vec::new();
    for member in all.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().flatten() {
        choices.push((member.identifier.clone(), member.label()));
    }
    Ok(choices)
}

/// Returns the other open classes of the training, without those that the person, if one is chosen, is in.
fn other_classes(view: &TaskView) -> Result<Vec<(String, String)>> {
    let training = training(view)?.map(|(row, _)| row);
    let person = view.named(&persons::FILE, "PersonExternalIdentifier")?.map(|(row, _)| row);
    let mut choices = Vec::new();
    for class in open_classes(view.snapshot(), training.unwrap_or_default(), SHOWN)? {
        let is_other = class.row != view.subject.row;
        if is_other && (person.is_none() || class::enrollments(view.snapshot(), class.row, person)?.is_empty()) {
            choices.push((class.code.clone(), places(view, &class)));
        }
    }
    Ok(choices)
}

fn stored_enrollments(view: &TaskView, person: Option<i64>) -> Result<Vec<TaskRecord>> {
    let rows = class::enrollments(view.snapshot(), view.subject.row, person)?;
    let record = |row| {
        Ok(TaskRecord { row: Some(row), cells: cells(view.snapshot(), &enrollments::FILE, row)?.unwrap_or_default() })
    };
    rows.into_iter().map(record).collect()
}

/// Returns the enrolment of the chosen person that counts.
fn enrollment(view: &TaskView) -> Result<Vec<TaskRecord>> {
    match view.named(&persons::FILE, "PersonExternalIdentifier")? {
        Some((person, _)) => stored_enrollments(view, Some(person)),
        None => Ok(Vec::new()),
    }
}

fn all_enrollments(view: &TaskView) -> Result<Vec<TaskRecord>> {
    match view.value("State")?.as_str() {
        "2" => stored_enrollments(view, None),
        _ => Ok(Vec::new()),
    }
}

fn enrollments_of_cancelled(view: &TaskView) -> Result<Vec<(String, String)>> {
    let words = view.context().words;
    let count = class::enrollments(view.snapshot(), view.subject.row, None)?.len();
    let cancel = words.cancel_enrollments.replace("{}", &count.to_string());
    Ok(vec![("2".to_owned(), cancel), (String::new(), words.keep_enrollments.to_owned())])
}

fn two(_: &TaskView) -> Result<String> {
    Ok("2".to_owned())
}

fn last_moment(view: &TaskView) -> Result<Option<ContactMoment>> {
    Ok(moments(view.snapshot(), view.subject.row)?.pop())
}

fn last_place(view: &TaskView) -> Result<String> {
    Ok(last_moment(view)?.map(|moment| moment.place[0].clone()).unwrap_or_default())
}

fn last_address(view: &TaskView) -> Result<String> {
    Ok(last_moment(view)?.map(|moment| moment.place[1].clone()).unwrap_or_default())
}

/// Returns every contact moment, and all of them.
fn all_moments(view: &TaskView) -> Result<Vec<(String, String)>> {
    let all = (String::new(), view.context().words.every_moment.to_owned());
    let moment = |moment: ContactMoment| {
        let begins = moment.time.split('-').next().unwrap_or_default();
        (format!("{}T{begins}", moment.date), format!("{} {}", view.context().language.date(&moment.date), moment.time))
    };
    Ok([all].into_iter().chain(moments(view.snapshot(), view.subject.row)?.into_iter().map(moment)).collect())
}

fn date(view: &TaskView) -> Result<String> {
    Ok(view.value("Date")?.split('T').next().unwrap_or_default().to_owned())
}

fn from(view: &TaskView) -> Result<String> {
    Ok(view.value("Date")?.split_once('T').map(|(_, from)| from.to_owned()).unwrap_or_default())
}
