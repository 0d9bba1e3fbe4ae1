//! Generates trainings, tasks, blocks, required trainings and trainers. A training teaches a subject in a form, such as
//! a basic or a refresher course. A round of trainings has every combination of subject and form once.

use super::{GeneratedRows, bool_cell};
use crate::demo::names::{CATEGORIES, SUBJECTS, TrainingSubject};
use crate::demo::random::ObjectKind;
use crate::demo::rows::RowWriter;
use crate::demo::seed::{self, SeedRow};

/// A form in which a subject is taught, such as a basic course.
pub struct TrainingForm {
    /// The second part of a training's code.
    pub code: &'static str,
    title: &'static str,
    mode: TeachingMode,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TeachingMode {
    Online,
    Classroom,
    /// A course block (`Longterm`) with classes. The other trainings of the same subject are the courses of the block.
    Block,
}

impl TeachingMode {
    fn task_title_and_kind(self) -> (&'static str, &'static str) {
        match self {
            TeachingMode::Online => ("E-learning", "E-learning"),
            TeachingMode::Classroom => ("Praktijkdag", "Contactmoment"),
            TeachingMode::Block => ("Eindopdracht", "Opdracht"),
        }
    }

    fn has_certificate(self) -> bool {
        self != TeachingMode::Online
    }

    /// Returns the amounts from which the costs of a training are picked. An empty text leaves the costs unknown.
    fn costs(self) -> &'static [&'static str] {
        match self {
            TeachingMode::Online => &["", "", "0.00", "12.50", "24.95"],
            TeachingMode::Classroom => &["", "75.00", "145.00", "210.00"],
            TeachingMode::Block => &["450.00", "890.00", "1250.00"],
        }
    }
}

const FORMS: [TrainingForm; 10] = [
    form("BAS", "basis", TeachingMode::Online),
    form("PRAK", "in de praktijk", TeachingMode::Classroom),
    form("VERD", "verdieping", TeachingMode::Online),
    form("OPFR", "opfriscursus", TeachingMode::Online),
    form("LEER", "leergang", TeachingMode::Block),
    form("CAS", "casuïstiek", TeachingMode::Online),
    form("TOETS", "praktijktoets", TeachingMode::Classroom),
    form("ACT", "actualiteiten", TeachingMode::Online),
    form("TEAM", "voor teams", TeachingMode::Classroom),
    form("KEUZE", "keuzemodule", TeachingMode::Online),
];

const fn form(code: &'static str, title: &'static str, mode: TeachingMode) -> TrainingForm {
    TrainingForm { code, title, mode }
}

pub struct DemoTraining {
    pub code: String,
    pub title: String,
    pub has_certificate: bool,
    /// Empty if the training has no task.
    pub task_code: String,
}

/// Returns the online and the classroom trainings: first the handmade ones that the catalog shows, then generated ones.
/// These are all trainings that generated persons can follow.
pub fn list_trainings(generated_count: u64) -> (Vec<DemoTraining>, Vec<DemoTraining>) {
    let (mut online, mut classroom) = (Vec::new(), Vec::new());
    let codes_with_classes: Vec<_> = seed::rows("classes.csv").map(|row| row.cell("TrainingCode").to_owned()).collect();
    let tasks: Vec<_> = seed::rows("training_tasks.csv").collect();
    let is_shown = |row: &SeedRow| row.cell("IsActive") == "true" && row.cell("IsVisibleInCatalog") == "true";
    // a handmade training with classes is a classroom training; without classes, a course is an online training, and a
    // block is in no list
    for row in seed::rows("trainings.csv").filter(is_shown) {
        let code = row.cell("Code");
        let task = tasks.iter().find(|task| task.cell("TrainingCode") == code);
        let training = DemoTraining {
            code: code.to_owned(),
            title: row.cell("Title").to_owned(),
            has_certificate: row.cell("HasCertificate") == "true",
            task_code: task.map_or("", |task| task.cell("TaskCode")).to_owned(),
        };
        if codes_with_classes.contains(&training.code) {
            classroom.push(training);
        } else if row.cell("Type") == "Learning" {
            online.push(training);
        }
    }
    for number in 0..generated_count {
        let mode = form_of(number).mode;
        let list = if mode == TeachingMode::Online { &mut online } else { &mut classroom };
        list.push(DemoTraining {
            code: training_code(number),
            title: training_title(number),
            has_certificate: mode.has_certificate(),
            task_code: task_code(number),
        });
    }
    (online, classroom)
}

fn subject_of(training: u64) -> &'static TrainingSubject {
    &SUBJECTS[(training % SUBJECTS.len() as u64) as usize]
}

/// Returns the form of a training. The shift gives a subject another form in each pass over the subjects.
pub fn form_of(training: u64) -> &'static TrainingForm {
    let forms = FORMS.len() as u64;
    let shift = training / SUBJECTS.len() as u64;
    &FORMS[((training + shift) % forms) as usize]
}

/// Returns the round of a training, from 0. A round has every combination of subject and form once.
fn round_of(training: u64) -> u64 {
    training / (SUBJECTS.len() * FORMS.len()) as u64
}

/// Returns a unique code: `WOND-BAS` in the first round, `WOND-BAS-2` in the second.
pub fn training_code(training: u64) -> String {
    let (subject, form) = (subject_of(training).code, form_of(training).code);
    numbered_name(format!("{subject}-{form}"), '-', training)
}

/// Returns the unique title of a training: `Wondzorg, basis` in the first round, `Wondzorg, basis 2` in the second.
fn training_title(training: u64) -> String {
    let (subject, form) = (subject_of(training).title, form_of(training).title);
    numbered_name(format!("{subject}, {form}"), ' ', training)
}

/// Appends the number of the training's round, to distinguish equal names of several rounds. The first has no number.
fn numbered_name(name: String, separator: char, training: u64) -> String {
    match round_of(training) {
        0 => name,
        round => format!("{name}{separator}{}", round + 1),
    }
}

fn task_code(training: u64) -> String {
    training_code(training) + "-1"
}

impl GeneratedRows {
    pub fn category_count(&self) -> u64 {
        if self.trainings == 0 { 0 } else { CATEGORIES.len() as u64 }
    }

    pub fn write_category_row(&self, category: u64, rows: &mut RowWriter) {
        let (step_title, title) = CATEGORIES[category as usize];
        // after the handmade categories
        let order = (20 + category).to_string();
        rows.write_row([("StepTitle", step_title), ("Title", title), ("Order", &order)]);
    }

    pub fn write_training_row(&self, training: u64, rows: &mut RowWriter) {
        let mut random = self.random(ObjectKind::Training, training);
        let (subject, form) = (subject_of(training), form_of(training));
        let (step_title, category_title) = CATEGORIES[subject.category];
        // descriptions are HTML
        let description = format!(
            "<p>{}: <strong>{}</strong>. Voor iedereen die er in het werk mee te maken heeft.</p>",
            subject.title, form.title
        );
        rows.write_row([
            ("Code", &training_code(training)),
            ("Type", if form.mode == TeachingMode::Block { "Longterm" } else { "Learning" }),
            ("Title", &training_title(training)),
            ("StepTitle", step_title),
            ("CategoryTitle", category_title),
            ("Version", &format!("{}.{}", 1 + random.below(4), random.below(10))),
            ("Description", &description),
            ("IsMandatory", bool_cell(random.percent_chance(15))),
            ("IsActive", bool_cell(random.percent_chance(95))),
            ("IsVisibleInCatalog", bool_cell(random.percent_chance(95))),
            ("Costs", random.pick(form.mode.costs())),
            ("ValidityMonths", random.pick(&["", "12", "24", "24", "36", "60"])),
            ("HasCertificate", bool_cell(form.mode.has_certificate())),
        ]);
    }

    pub fn write_task_row(&self, training: u64, rows: &mut RowWriter) {
        let (title, kind) = form_of(training).mode.task_title_and_kind();
        rows.write_row([
            ("Code", &task_code(training)),
            ("Title", &format!("{title} {}", subject_of(training).title)),
            ("Kind", kind),
        ]);
    }

    pub fn write_training_task_row(&self, training: u64, rows: &mut RowWriter) {
        rows.write_row([
            ("TrainingCode", &training_code(training)),
            ("TaskCode", &task_code(training)),
            ("Order", "1"),
        ]);
    }

    /// Returns the trainings that have the subject of `training` and are in the same round, one training for each form.
    pub fn trainings_of_same_subject(&self, training: u64) -> impl Iterator<Item = u64> {
        let subjects = SUBJECTS.len() as u64;
        let start_of_round = round_of(training) * subjects * FORMS.len() as u64;
        // `subject_of` repeats the subjects in the same order
        (start_of_round + training % subjects..self.trainings).step_by(SUBJECTS.len()).take(FORMS.len())
    }

    /// Writes the courses of a block: the other trainings of its subject, in their order.
    pub fn write_block_rows(&self, training: u64, rows: &mut RowWriter) {
        if form_of(training).mode != TeachingMode::Block {
            return;
        }
        // a block does not contain itself
        let courses =
            self.trainings_of_same_subject(training).filter(|other| form_of(*other).mode != TeachingMode::Block);
        for (order, course) in courses.enumerate() {
            rows.write_row([
                ("BlockCode", &training_code(training)),
                ("CourseCode", &training_code(course)),
                ("Order", &(order + 1).to_string()),
            ]);
        }
    }

    /// Writes that an advanced course (`VERD`) or a test (`TOETS`) requires the basic course (`BAS`) of its subject.
    pub fn write_required_training_row(&self, training: u64, rows: &mut RowWriter) {
        if !["VERD", "TOETS"].contains(&form_of(training).code) {
            return;
        }
        if let Some(basis) = self.trainings_of_same_subject(training).find(|other| form_of(*other).code == "BAS") {
            rows.write_row([
                ("TrainingCode", &training_code(training)),
                ("RequiredTrainingCode", &training_code(basis)),
            ]);
        }
    }

    /// Writes two trainers, or one if the organisation has only one. Online trainings have none.
    pub fn write_training_trainer_rows(&self, training: u64, rows: &mut RowWriter) {
        if form_of(training).mode == TeachingMode::Online {
            return;
        }
        // `trainer_identifier` wraps around, so any large limit will do; a single trainer has both numbers
        let number = self.random(ObjectKind::Training, training).below(1 << 20);
        let mut trainers = vec![self.trainer_identifier(number), self.trainer_identifier(number + 1)];
        trainers.dedup();
        for trainer in trainers {
            rows.write_row([("TrainingCode", &training_code(training)), ("PersonExternalIdentifier", &trainer)]);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_two_trainings_have_the_same_code_or_title() {
        let mut codes: BTreeSet<_> = seed::rows("trainings.csv").map(|row| row.cell("Code").to_owned()).collect();
        let mut titles = BTreeSet::new();
        for training in 0..2_000 {
            assert!(codes.insert(training_code(training)), "{}", training_code(training));
            assert!(titles.insert(training_title(training)), "{}", training_title(training));
        }
    }
}
