//! The tasks with a person.

use anyhow::Result;

use super::TaskView;
use super::declaration::{CellSource, FieldKind, FieldOption, NOTHING_CHOSEN, Task, TaskField, TaskRow, target_row};
use crate::console::classes::WITHOUT_MOMENTS;
use crate::datafile::{
    absences, classes, dim_reasons, dimmings, enrollments, find_cell, group_members, groups, persons, results,
    trainings,
};
use crate::ledger::RecordedCells;
use crate::store::class::{self, ClassSummary, begun_classes_of_person, future_classes_of_person, open_classes};
use crate::store::connection::months_later;
use crate::store::person::is_managed_by;
use crate::store::row_listing;
use CellSource::{Derived, Fixed, Now, TargetCell};
use FieldKind::{Day, Deciding, OneOf, OneOfOrDay};

const MAX_CLASSES: u32 = 50;

/// The option of the column `ClassCode` for e-learning, which has no class.
const E_LEARNING: &str = "";

const PERSON: (&str, CellSource) = ("PersonExternalIdentifier", TargetCell("ExternalIdentifier"));

/// The states of an enrolment in the column `State`.
const REGISTERED: &str = "0";
pub const CANCELLED: &str = "2";
pub const SCHEDULED: &str = "3";

/// The cells of a new enrolment. An enrolment on the waiting list is registered, and any other is scheduled.
pub const NEW_STATE: (&str, CellSource) = ("State", Derived(state_of_new_enrollment));
pub const ON_WAITING_LIST: (&str, CellSource) =
    ("OnWaitingList", Derived(|view| Ok(joins_waiting_list(view)?.to_string())));

pub static TASKS: [Task; 6] = [
    Task {
        path: "enrol",
        label: |words| words.enrol,
        description: |words| words.enrol_explanation,
        obstacle: obstacle_to_task_with_employee,
        warnings: |view| {
            let training = view.referenced_row(&trainings::FILE, "TrainingCode")?.map(|(row, _)| row);
            warn_if_enrolled(view, Some(view.target.row), training)
        },
        fields: &[
            TaskField::new(&enrollments::FILE, "TrainingCode").kind(Deciding).required(),
            TaskField::new(&enrollments::FILE, "ClassCode")
                .kind(OneOf(open_class_options))
                .initial(initial_class)
                .required()
                .check(check_not_in_class),
        ],
        rows: &[TaskRow::new(&enrollments::FILE).cells(&[PERSON, ("EnrolledAt", Now), NEW_STATE, ON_WAITING_LIST])],
        ..Task::DEFAULTS
    },
    Task {
        path: "result",
        label: |words| words.add_result,
        description: |words| words.add_result_explanation,
        obstacle: obstacle_to_task_with_person,
        warnings: warn_if_result_or_absence,
        fields: &[
            TaskField::new(&results::FILE, "TrainingCode").kind(Deciding).required(),
            TaskField::new(&results::FILE, "FinishedAt")
                .kind(Day)
                .initial(|view| Ok(view.now()[..10].to_owned()))
                .required()
                .check(check_no_result_on_day),
            TaskField::new(&results::FILE, "ClassCode").kind(OneOf(attended_class_options)),
            TaskField::new(&results::FILE, "ValidUntil").kind(OneOfOrDay(validity_options)),
            TaskField::new(&results::FILE, "CertificateObtained").initial(|view| training_cell(view, "HasCertificate")),
        ],
        rows: &[
            TaskRow::new(&results::FILE).cells(&[PERSON, ("Version", Derived(|view| training_cell(view, "Version")))])
        ],
        ..Task::DEFAULTS
    },
    Task {
        path: "absent",
        label: |words| words.mark_absent,
        description: |words| words.mark_absent_explanation,
        obstacle: obstacle_to_mark_absent,
        possible_from: |view| {
            let any_training = None;
            // the list begins with the latest class, so that the next class is at the end
            let next_class =
                future_classes_of_person(view.snapshot(), view.target.row, any_training, MAX_CLASSES)?.pop();
            let begins = next_class.map(|class| class.begins).filter(|begins| begins != WITHOUT_MOMENTS);
            Ok(begins.map(|begins| view.text_with_date(view.context().words.possible_after_start, &begins)))
        },
        warnings: warn_if_result_or_absence,
        fields: &[
            TaskField::new(&absences::FILE, "ClassCode").kind(OneOf(begun_class_options)).required(),
            TaskField::new(&absences::FILE, "AbsenceReason").required(),
            TaskField::new(&absences::FILE, "PublicCosts")
                .label(|words| words.costs_of_absence)
                .check(check_costs_not_negative)
                .hint(|view| Ok(view.context().words.costs_of_absence_hint.to_owned())),
        ],
        rows: &[TaskRow::new(&absences::FILE).cells(&[PERSON, ("CreationDate", Now), ("TaskCode", Fixed(""))])],
        ..Task::DEFAULTS
    },
    Task {
        path: "exempt",
        label: |words| words.exempt,
        description: |words| words.exempt_explanation,
        mentioned_task: Some("result"),
        obstacle: obstacle_to_exempt,
        warnings: warn_if_completed,
        fields: &[
            TaskField::new(&dimmings::FILE, "TrainingCode").required(),
            TaskField::new(&dimmings::FILE, "DimReasonId").required(),
        ],
        rows: &[TaskRow::new(&dimmings::FILE).cells(&[PERSON])],
        ..Task::DEFAULTS
    },
    Task {
        path: "group",
        label: |words| words.add_to_group,
        description: |words| words.add_to_group_explanation,
        obstacle: obstacle_to_join_group,
        fields: &[TaskField::new(&group_members::FILE, "GroupName").required()],
        rows: &[TaskRow::new(&group_members::FILE).cells(&[PERSON])],
        ..Task::DEFAULTS
    },
    Task {
        path: "position",
        label: |words| words.change_position,
        description: |words| words.change_position_explanation,
        obstacle: obstacle_to_task_with_employee,
        warnings: warn_of_new_manager,
        fields: &[
            TaskField::new(&persons::FILE, "ManagerExternalIdentifier"),
            TaskField::new(&persons::FILE, "FunctionName"),
            TaskField::new(&persons::FILE, "DivisionName"),
        ],
        rows: &[TaskRow::new(&persons::FILE).changing(target_row)],
        ..Task::DEFAULTS
    },
];

fn obstacle_to_task_with_person(view: &TaskView) -> Result<Option<&'static str>> {
    let is_anonymised = persons::is_anonymised(&view.target.cells);
    Ok(is_anonymised.then_some(view.context().words.person_is_anonymised))
}

fn obstacle_to_task_with_employee(view: &TaskView) -> Result<Option<&'static str>> {
    Ok(obstacle_to_enrol(view, &view.target.cells))
}

/// Returns why a person cannot be enrolled. `person` has the cells of the person's row, who need not be the target.
pub fn obstacle_to_enrol(view: &TaskView, person: &RecordedCells) -> Option<&'static str> {
    let words = view.context().words;
    if persons::is_anonymised(person) {
        return Some(words.person_is_anonymised);
    }
    persons::is_dismissed(person, &view.now()).then_some(words.person_not_employed)
}

/// Warns of each current enrolment of the person for the training: in a class that has not begun, or as e-learning.
pub fn warn_if_enrolled(view: &TaskView, person: Option<i64>, training: Option<i64>) -> Result<Vec<String>> {
    let (Some(person), Some(training)) = (person, training) else { return Ok(Vec::new()) };
    let classes = future_classes_of_person(view.snapshot(), person, Some(training), MAX_CLASSES)?;
    let mut labels: Vec<_> = classes.iter().map(|class| class_label(view, class)).collect();
    if class::is_learning_online(view.snapshot(), person, training)? {
        labels.push(view.context().words.without_class.to_owned());
    }
    let warning = |label: String| view.context().words.enrolled_already.replace("{}", &label);
    Ok(labels.into_iter().map(warning).collect())
}

fn warn_if_result_or_absence(view: &TaskView) -> Result<Vec<String>> {
    let words = view.context().words;
    let Some((class, _)) = view.referenced_row(&classes::FILE, "ClassCode")? else { return Ok(Vec::new()) };
    let (snapshot, person) = (view.snapshot(), view.target.row);
    let warnings = [
        (class::has_result(snapshot, class, person)?, words.has_result_of_class),
        (class::has_absence(snapshot, class, person)?, words.is_absent_already),
    ];
    Ok(warnings.into_iter().filter(|(applies, _)| *applies).map(|(_, warning)| warning.to_owned()).collect())
}

/// Warns that the person has completed the training, with the day of the latest result.
fn warn_if_completed(view: &TaskView) -> Result<Vec<String>> {
    let Some((training, _)) = view.referenced_row(&trainings::FILE, "TrainingCode")? else { return Ok(Vec::new()) };
    let completions = class::completion_times(view.snapshot(), view.target.row, training)?;
    let warning = |finished_at: &String| {
        let day = view.context().language.format_date(&finished_at[..10]);
        view.context().words.completed_already.replace("{}", &day)
    };
    Ok(completions.first().map(warning).into_iter().collect())
}

/// Warns if the new manager is dismissed, or has the person as a manager. The import warns of a person's own manager.
fn warn_of_new_manager(view: &TaskView) -> Result<Vec<String>> {
    let (words, person, column) = (view.context().words, view.target.row, "ManagerExternalIdentifier");
    let is_changed = view.field_value(column)? != view.target.cell(column);
    let manager = view.referenced_row(&persons::FILE, column)?.filter(|_| is_changed);
    let Some((manager, cells)) = manager else { return Ok(Vec::new()) };
    let is_circle = manager != person && is_managed_by(view.snapshot(), manager, person)?;
    let warnings =
        [(persons::is_dismissed(&cells, &view.now()), words.manager_is_dismissed), (is_circle, words.manages_manager)];
    let applicable = warnings.into_iter().filter(|(applies, _)| *applies);
    Ok(applicable.map(|(_, warning)| warning.replace("{}", &persons::FILE.row_title(&cells))).collect())
}

/// Refuses a second result of the same training on the same day.
fn check_no_result_on_day(view: &TaskView) -> Result<Option<&'static str>> {
    let Some((training, _)) = view.referenced_row(&trainings::FILE, "TrainingCode")? else { return Ok(None) };
    let finished = view.canonical_value(&results::FILE, "FinishedAt")?;
    // an invalid value is empty, and so is its day: the import reports it
    let day = finished.get(.."2026-03-09".len()).unwrap_or_default();
    let completions = class::completion_times(view.snapshot(), view.target.row, training)?;
    let has_result = completions.iter().any(|completion| completion.get(.."2026-03-09".len()) == Some(day));
    Ok(has_result.then_some(view.context().words.has_result_of_day))
}

/// Refuses a class in which the person is enrolled already. Such a class is not among the options.
fn check_not_in_class(view: &TaskView) -> Result<Option<&'static str>> {
    let Some((class, _)) = view.referenced_row(&classes::FILE, "ClassCode")? else { return Ok(None) };
    obstacle_to_join_class(view, class, view.target.row)
}

/// Returns an error if the person is enrolled in the class, or on its waiting list. Both arguments are ids of rows.
pub fn obstacle_to_join_class(view: &TaskView, class: i64, person: i64) -> Result<Option<&'static str>> {
    let is_member = !class::current_enrollments(view.snapshot(), class, Some(person))?.is_empty();
    Ok(is_member.then_some(view.context().words.is_in_class_already))
}

fn check_costs_not_negative(view: &TaskView) -> Result<Option<&'static str>> {
    Ok(view.field_value("PublicCosts")?.starts_with('-').then_some(view.context().words.enter_zero_or_more))
}

/// Returns e-learning if the training has no classes. Otherwise the operator must choose.
fn initial_class(view: &TaskView) -> Result<String> {
    let training = view.referenced_row(&trainings::FILE, "TrainingCode")?.map(|(row, _)| row);
    let has_classes = class::has_classes(view.snapshot(), training.unwrap_or_default())?;
    Ok(if has_classes { NOTHING_CHOSEN } else { E_LEARNING }.to_owned())
}

/// Returns why no absence can be recorded: the person is anonymised, or has no class that has started.
fn obstacle_to_mark_absent(view: &TaskView) -> Result<Option<&'static str>> {
    if let Some(obstacle) = obstacle_to_task_with_person(view)? {
        return Ok(Some(obstacle));
    }
    Ok(begun_class_options(view)?.is_empty().then_some(view.context().words.no_started_class))
}

fn obstacle_to_exempt(view: &TaskView) -> Result<Option<&'static str>> {
    if let Some(obstacle) = obstacle_to_task_with_employee(view)? {
        return Ok(Some(obstacle));
    }
    let has_no_reasons = row_listing::has_at_most_rows(view.snapshot(), &dim_reasons::FILE, 0)?;
    Ok(has_no_reasons.then_some(view.context().words.no_reasons_of_exemption))
}

fn obstacle_to_join_group(view: &TaskView) -> Result<Option<&'static str>> {
    if let Some(obstacle) = obstacle_to_task_with_person(view)? {
        return Ok(Some(obstacle));
    }
    let has_no_groups = row_listing::has_at_most_rows(view.snapshot(), &groups::FILE, 0)?;
    Ok(has_no_groups.then_some(view.context().words.no_groups))
}

/// Returns the open classes of the chosen training in which the person is not enrolled, and e-learning.
fn open_class_options(view: &TaskView) -> Result<Vec<FieldOption>> {
    let words = view.context().words;
    let mut options = Vec::new();
    if let Some((training, _)) = view.referenced_row(&trainings::FILE, "TrainingCode")? {
        for class in open_classes(view.snapshot(), training, MAX_CLASSES)? {
            if obstacle_to_join_class(view, class.row, view.target.row)?.is_none() {
                options.push((class.code.clone(), class_label_with_places(view, &class)));
            }
        }
        options.push((E_LEARNING.to_owned(), words.without_class.to_owned()));
    }
    Ok(options)
}

/// Describes a class with its places: `First aid, group 3 · 2026-03-23 09:00 · 3 places left`.
pub fn class_label_with_places(view: &TaskView, class: &ClassSummary) -> String {
    format!("{} · {}", class_label(view, class), places_text(view, class))
}

pub fn places_text(view: &TaskView, class: &ClassSummary) -> String {
    let words = view.context().words;
    match class.max_persons {
        None => words.places_unlimited.to_owned(),
        Some(_) if class.is_full() && class.has_waiting_list => {
            words.class_full_with_waiting_list.replace("{}", &class.waiting.to_string())
        }
        Some(_) if class.is_full() => words.class_full.to_owned(),
        Some(max) => words.number_of_places_left.replace("{}", &(max - class.enrolled).to_string()),
    }
}

/// Describes a class with its begin: `First aid, group 3 · 2026-03-23 09:00`.
fn class_label(view: &TaskView, class: &ClassSummary) -> String {
    format!("{} · {}", class.name, begin_label(view, class))
}

pub fn begin_label(view: &TaskView, class: &ClassSummary) -> String {
    match class.begins.as_str() {
        WITHOUT_MOMENTS => view.context().words.without_sessions.to_owned(),
        begins => view.context().language.format_date(begins),
    }
}

/// Returns whether a new enrolment in the chosen class, or else in the page's class, goes to the waiting list.
fn joins_waiting_list(view: &TaskView) -> Result<bool> {
    let has_class_field = view.task.fields.iter().any(|field| field.column == "ClassCode");
    let class_row = match has_class_field {
        true => view.referenced_row(&classes::FILE, "ClassCode")?.map(|(row, _)| row),
        // a form without this field belongs to a class: the person is enrolled in this class
        false => Some(view.target.row),
    };
    // e-learning has no class, and therefore no waiting list
    let Some(class_row) = class_row else { return Ok(false) };
    let class = class::find(view.snapshot(), class_row)?;
    Ok(class.is_some_and(|class| class.is_full() && class.has_waiting_list))
}

fn state_of_new_enrollment(view: &TaskView) -> Result<String> {
    Ok(if joins_waiting_list(view)? { REGISTERED } else { SCHEDULED }.to_owned())
}

/// Returns the options for the class of a result: no class, and the person's classes of the training that have started.
fn attended_class_options(view: &TaskView) -> Result<Vec<FieldOption>> {
    let training = view.referenced_row(&trainings::FILE, "TrainingCode")?.map(|(row, _)| row);
    let classes = begun_classes_of_person(view.snapshot(), view.target.row, training, MAX_CLASSES)?;
    let without_class = (String::new(), view.context().words.without_class.to_owned());
    let class_options = classes.iter().map(|class| (class.code.clone(), class_label(view, class)));
    Ok([without_class].into_iter().chain(class_options).collect())
}

fn begun_class_options(view: &TaskView) -> Result<Vec<FieldOption>> {
    let any_training = None;
    let classes = begun_classes_of_person(view.snapshot(), view.target.row, any_training, MAX_CLASSES)?;
    Ok(classes.iter().map(|class| (class.code.clone(), class_label(view, class))).collect())
}

fn training_cell(view: &TaskView, name: &str) -> Result<String> {
    let training = view.referenced_row(&trainings::FILE, "TrainingCode")?;
    Ok(training.map(|(_, cells)| find_cell(&cells, name).to_owned()).unwrap_or_default())
}

/// Returns the options for the end of a result's validity. If the training has a rule, the first option follows it:
/// `12 months after completion (9 Mar 2026 → 9 Mar 2027)`. The last option is unlimited validity.
fn validity_options(view: &TaskView) -> Result<Vec<FieldOption>> {
    let (words, language) = (view.context().words, view.context().language);
    let always = words.valid_always.to_owned();
    let Ok(months) = training_cell(view, "ValidityMonths")?.parse::<i64>() else {
        // without a rule, an empty cell means the same as `never`, which was perhaps chosen for another training
        let chosen = Some(view.field_value("ValidUntil")?).filter(|value| value == "never");
        return Ok(vec![(chosen.unwrap_or_default(), always)]);
    };
    // an empty cell applies the training's rule, so that unlimited validity needs the cell `never`
    let finished = view.canonical_value(&results::FILE, "FinishedAt")?;
    let mut rule = words.valid_months.replace("{}", &months.to_string());
    if let Some(until) = months_later(view.snapshot().clock(), &finished, months) {
        let [finished, until] = [&finished, &until].map(|time| language.format_date(&time[..10]));
        rule += &format!(" ({finished} → {until})");
    }
    Ok(vec![(String::new(), rule), ("never".to_owned(), always)])
}
