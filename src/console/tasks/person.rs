//! The tasks with a person.

use anyhow::Result;

use super::TaskView;
use super::declaration::{CellSource, FieldKind, Task, TaskField, TaskRow, now, once, stored_subject};
use crate::datafile::{
    absences, cell_of, dim_reasons, dimmings, enrollments, group_members, persons, results, trainings,
};
use crate::store::class::{self, ClassSummary, attended_classes, open_classes};
use crate::store::listing;
use crate::store::operator::Role;
use CellSource::{Derived, Field, Fixed, Now, Subject};

/// The most classes to choose from.
const CLASSES: u32 = 50;

const PERSON: (&str, CellSource) = ("PersonExternalIdentifier", Subject("ExternalIdentifier"));
const TRAINING: (&str, CellSource) = ("TrainingCode", Field("TrainingCode"));
const CLASS: (&str, CellSource) = ("ClassCode", Field("ClassCode"));

pub static TASKS: [Task; 6] = [
    Task {
        path: "enrol",
        label: |words| words.enrol,
        says: |words| words.enrol_says,
        role: Role::Editor,
        obstacle: employed,
        fields: &[
            TaskField::new(&enrollments::FILE, "TrainingCode")
                .label(|words| words.training)
                .kind(FieldKind::First)
                .required(),
            TaskField::new(&enrollments::FILE, "ClassCode")
                .label(|words| words.class)
                .kind(FieldKind::OneOf(open))
                .required(),
        ],
        rows: &[TaskRow {
            file: &enrollments::FILE,
            is_new: true,
            each: once,
            cells: &[
                PERSON,
                TRAINING,
                CLASS,
                ("EnrolledAt", Now),
                ("State", Derived(state)),
                ("OnWaitingList", Derived(on_waiting_list)),
            ],
        }],
    },
    Task {
        path: "result",
        label: |words| words.add_result,
        says: |words| words.add_result_says,
        role: Role::Editor,
        obstacle: known,
        fields: &[
            TaskField::new(&results::FILE, "TrainingCode")
                .label(|words| words.training)
                .kind(FieldKind::First)
                .required(),
            TaskField::new(&results::FILE, "FinishedAt").initial(now).required(),
            TaskField::new(&results::FILE, "ClassCode").label(|words| words.class).kind(FieldKind::OneOf(attended)),
            TaskField::new(&results::FILE, "ValidUntil").hint(validity),
            TaskField::new(&results::FILE, "CertificateObtained").initial(certificate),
        ],
        rows: &[TaskRow {
            file: &results::FILE,
            is_new: true,
            each: once,
            cells: &[
                PERSON,
                TRAINING,
                ("FinishedAt", Field("FinishedAt")),
                CLASS,
                ("ValidUntil", Field("ValidUntil")),
                ("CertificateObtained", Field("CertificateObtained")),
                ("Version", Derived(version)),
            ],
        }],
    },
    Task {
        path: "absent",
        label: |words| words.mark_absent,
        says: |words| words.mark_absent_says,
        role: Role::Editor,
        obstacle: has_attended,
        fields: &[
            TaskField::new(&absences::FILE, "ClassCode")
                .label(|words| words.class)
                .kind(FieldKind::OneOf(missed))
                .required(),
            TaskField::new(&absences::FILE, "AbsenceReason").required(),
            TaskField::new(&absences::FILE, "PublicCosts"),
        ],
        rows: &[TaskRow {
            file: &absences::FILE,
            is_new: true,
            each: once,
            cells: &[
                PERSON,
                CLASS,
                ("CreationDate", Now),
                ("TaskCode", Fixed("")),
                ("AbsenceReason", Field("AbsenceReason")),
                ("PublicCosts", Field("PublicCosts")),
            ],
        }],
    },
    Task {
        path: "exempt",
        label: |words| words.exempt,
        says: |words| words.exempt_says,
        role: Role::Editor,
        obstacle: can_be_exempt,
        fields: &[
            TaskField::new(&dimmings::FILE, "TrainingCode").label(|words| words.training).required(),
            TaskField::new(&dimmings::FILE, "DimReasonId").label(|words| words.dim_reason).required(),
        ],
        rows: &[TaskRow {
            file: &dimmings::FILE,
            is_new: true,
            each: once,
            cells: &[PERSON, TRAINING, ("DimReasonId", Field("DimReasonId"))],
        }],
    },
    Task {
        path: "group",
        label: |words| words.add_to_group,
        says: |words| words.add_to_group_says,
        role: Role::Editor,
        obstacle: known,
        fields: &[TaskField::new(&group_members::FILE, "GroupName").label(|words| words.group).required()],
        rows: &[TaskRow {
            file: &group_members::FILE,
            is_new: true,
            each: once,
            cells: &[("GroupName", Field("GroupName")), PERSON],
        }],
    },
    Task {
        path: "position",
        label: |words| words.change_position,
        says: |words| words.change_position_says,
        role: Role::Editor,
        obstacle: employed,
        fields: &[
            TaskField::new(&persons::FILE, "ManagerExternalIdentifier").label(|words| words.manager),
            TaskField::new(&persons::FILE, "FunctionName"),
            TaskField::new(&persons::FILE, "DivisionName"),
        ],
        rows: &[TaskRow {
            file: &persons::FILE,
            is_new: false,
            each: stored_subject,
            cells: &[
                ("ExternalIdentifier", Subject("ExternalIdentifier")),
                ("ManagerExternalIdentifier", Field("ManagerExternalIdentifier")),
                ("FunctionName", Field("FunctionName")),
                ("DivisionName", Field("DivisionName")),
            ],
        }],
    },
];

fn known(view: &TaskView) -> Result<Option<&'static str>> {
    let is_anonymised = view.subject.cell("Anonymised") == "true";
    Ok(is_anonymised.then_some(view.visit().words.is_anonymised))
}

fn employed(view: &TaskView) -> Result<Option<&'static str>> {
    let end = view.subject.cell("ContractEndTime");
    let is_dismissed = !end.is_empty() && *end <= *view.now();
    Ok(known(view)?.or(is_dismissed.then_some(view.visit().words.is_dismissed)))
}

fn has_attended(view: &TaskView) -> Result<Option<&'static str>> {
    let known = known(view)?;
    let is_none = known.is_none() && missed(view)?.is_empty();
    Ok(known.or(is_none.then_some(view.visit().words.has_attended_none)))
}

fn can_be_exempt(view: &TaskView) -> Result<Option<&'static str>> {
    let is_none = listing::is_short(view.snapshot(), &dim_reasons::FILE, 0)?;
    Ok(employed(view)?.or(is_none.then_some(view.visit().words.no_dim_reasons)))
}

/// Returns the open classes of the training in which the person is not yet, and e-learning.
fn open(view: &TaskView) -> Result<Vec<(String, String)>> {
    let words = view.visit().words;
    let mut choices = Vec::new();
    if let Some((training, _)) = view.named(&trainings::FILE, "TrainingCode")? {
        for class in open_classes(view.snapshot(), training, CLASSES)? {
            if class::enrollments(view.snapshot(), class.row, Some(view.subject.row))?.is_empty() {
                choices.push((class.code.clone(), places(view, &class)));
            }
        }
        choices.push((String::new(), words.without_class.to_owned()));
    }
    Ok(choices)
}

/// Describes a class with its places: `First aid, group 3 · 2026-03-23 09:00 · 3 places left`.
pub fn places(view: &TaskView, class: &ClassSummary) -> String {
    let words = view.visit().words;
    let places = match class.most {
        None => words.places_unlimited.to_owned(),
        Some(_) if class.is_full() && class.has_waiting_list => {
            words.places_waiting.replace("{}", &class.waiting.to_string())
        }
        Some(_) if class.is_full() => words.places_none.to_owned(),
        Some(most) => words.places_left.replace("{}", &(most - class.enrolled).to_string()),
    };
    format!("{} · {places}", class_label(view, class))
}

/// Describes a class: `First aid, group 3 · 2026-03-23 09:00`.
fn class_label(view: &TaskView, class: &ClassSummary) -> String {
    let begins = match class.begins.as_str() {
        "never" => view.visit().words.without_moments.to_owned(),
        begins => view.visit().language.date(begins),
    };
    format!("{} · {begins}", class.name)
}

/// "full class → waiting list offered": who is enrolled in a full class that has one waits.
pub fn is_waiting(view: &TaskView, class: Option<i64>) -> Result<bool> {
    let class = class.map(|row| class::find(view.snapshot(), row)).transpose()?.flatten();
    Ok(class.is_some_and(|class| class.is_full() && class.has_waiting_list))
}

fn waits(view: &TaskView) -> Result<bool> {
    let class = view.named(&crate::datafile::classes::FILE, "ClassCode")?;
    is_waiting(view, class.map(|(row, _)| row))
}

pub fn on_waiting_list(view: &TaskView) -> Result<String> {
    Ok(waits(view)?.to_string())
}

/// "On the waiting list state 3 reads as 0".
pub fn state(view: &TaskView) -> Result<String> {
    Ok(if waits(view)? { "0" } else { "3" }.to_owned())
}

/// Returns the classes of the training that the person attended, and none.
fn attended(view: &TaskView) -> Result<Vec<(String, String)>> {
    let training = view.named(&trainings::FILE, "TrainingCode")?.map(|(row, _)| row);
    let classes = attended_classes(view.snapshot(), view.subject.row, training, CLASSES)?;
    let classes = classes.iter().map(|class| (class.code.clone(), class_label(view, class)));
    Ok([(String::new(), view.visit().words.without_class.to_owned())].into_iter().chain(classes).collect())
}

/// Returns the latest classes in which the person is enrolled.
fn missed(view: &TaskView) -> Result<Vec<(String, String)>> {
    let classes = attended_classes(view.snapshot(), view.subject.row, None, CLASSES)?;
    Ok(classes.iter().map(|class| (class.code.clone(), class_label(view, class))).collect())
}

fn training_cell(view: &TaskView, name: &str) -> Result<String> {
    let training = view.named(&trainings::FILE, "TrainingCode")?;
    Ok(training.map(|(_, cells)| cell_of(&cells, name).to_owned()).unwrap_or_default())
}

fn certificate(view: &TaskView) -> Result<String> {
    training_cell(view, "HasCertificate")
}

fn version(view: &TaskView) -> Result<String> {
    training_cell(view, "Version")
}

fn validity(view: &TaskView) -> Result<String> {
    let (words, months) = (view.visit().words, training_cell(view, "ValidityMonths")?);
    Ok(match months.as_str() {
        "" => words.valid_for_ever.to_owned(),
        months => words.valid_months.replace("{}", months),
    })
}
