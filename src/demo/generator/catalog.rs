//! Generates trainings, tasks, blocks, thresholds and trainers.
//!
//! A training is a subject in a form. Each subject occurs once in every form before a second round begins.

use super::{GeneratedRows, flag};
use crate::demo::names::{CATEGORIES, SUBJECTS};
use crate::demo::random::RandomStream;
use crate::demo::rows::RowSink;
use crate::demo::seed;

pub struct TrainingForm {
    pub code: &'static str,
    title: &'static str,
    follow: FollowMode,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum FollowMode {
    Study,
    Class,
    Block,
}

impl FollowMode {
    fn training_type(self) -> &'static str {
        match self {
            FollowMode::Study | FollowMode::Class => "Learning",
            FollowMode::Block => "Longterm",
        }
    }

    fn task_title_and_kind(self) -> (&'static str, &'static str) {
        match self {
            FollowMode::Study => ("E-learning", "E-learning"),
            FollowMode::Class => ("Praktijkdag", "Contactmoment"),
            FollowMode::Block => ("Eindopdracht", "Opdracht"),
        }
    }

    fn certificate(self) -> bool {
        self != FollowMode::Study
    }

    fn costs(self) -> &'static [&'static str] {
        match self {
            FollowMode::Study => &["", "", "0.00", "12.50", "24.95"],
            FollowMode::Class => &["", "75.00", "145.00", "210.00"],
            FollowMode::Block => &["450.00", "890.00", "1250.00"],
        }
    }
}

const FORMS: [TrainingForm; 10] = [
    form("BAS", "basis", FollowMode::Study),
    form("PRAK", "in de praktijk", FollowMode::Class),
    form("VERD", "verdieping", FollowMode::Study),
    form("OPFR", "opfriscursus", FollowMode::Study),
    form("LEER", "leergang", FollowMode::Block),
    form("CAS", "casuïstiek", FollowMode::Study),
    form("TOETS", "praktijktoets", FollowMode::Class),
    form("ACT", "actualiteiten", FollowMode::Study),
    form("TEAM", "voor teams", FollowMode::Class),
    form("KEUZE", "keuzemodule", FollowMode::Study),
];

const fn form(code: &'static str, title: &'static str, follow: FollowMode) -> TrainingForm {
    TrainingForm { code, title, follow }
}

pub struct DemoTraining {
    pub code: String,
    pub title: String,
    pub certificate: bool,
    /// The code of its task; empty if it has none.
    pub task: String,
}

/// Returns the online and the classroom trainings: handmade ones that everyone may follow, and this many more.
pub fn followed_trainings(trainings: u64) -> (Vec<DemoTraining>, Vec<DemoTraining>) {
    let (mut studies, mut classroom) = (Vec::new(), Vec::new());
    let with_classes: Vec<_> = seed::rows("classes.csv").map(|row| row.cell("TrainingCode").to_owned()).collect();
    let tasks: Vec<_> = seed::rows("training_tasks.csv").collect();
    for row in seed::rows("trainings.csv") {
        let code = row.cell("Code");
        let task = tasks.iter().find(|task| task.cell("TrainingCode") == code);
        let training = DemoTraining {
            code: code.to_owned(),
            title: row.cell("Title").to_owned(),
            certificate: row.cell("HasCertificate") == "true",
            task: task.map_or("", |task| task.cell("TaskCode")).to_owned(),
        };
        if row.cell("IsActive") != "true" || row.cell("IsVisibleInCatalog") != "true" {
            continue;
        }
        if with_classes.contains(&training.code) {
            classroom.push(training);
        } else if row.cell("Type") == "Learning" {
            studies.push(training);
        }
    }
    for number in 0..trainings {
        let follow = form_of(number).follow;
        let certificate = follow.certificate();
        let training = DemoTraining {
            code: training_code(number),
            title: training_title(number),
            certificate,
            task: task_code(number),
        };
        if follow == FollowMode::Study {
            studies.push(training);
        } else {
            classroom.push(training);
        }
    }
    (studies, classroom)
}

fn subject_of(training: u64) -> &'static (&'static str, &'static str, usize) {
    &SUBJECTS[(training % SUBJECTS.len() as u64) as usize]
}

/// Returns the form of a training. Forms shift by one per round, so that each subject meets each form.
pub fn form_of(training: u64) -> &'static TrainingForm {
    let forms = FORMS.len() as u64;
    let round_shift = training + training / SUBJECTS.len() as u64;
    &FORMS[(round_shift % forms) as usize]
}

/// Returns how often every subject had every form before this training.
fn round_of(training: u64) -> u64 {
    training / (SUBJECTS.len() * FORMS.len()) as u64
}

pub fn training_code(training: u64) -> String {
    let (subject, form) = (subject_of(training).0, form_of(training).code);
    numbered_name(format!("{subject}-{form}"), '-', training)
}

fn training_title(training: u64) -> String {
    let (subject, form) = (subject_of(training).1, form_of(training).title);
    numbered_name(format!("{subject}, {form}"), ' ', training)
}

/// Appends the number of the round, from the second one on.
fn numbered_name(name: String, before: char, training: u64) -> String {
    match round_of(training) {
        0 => name,
        round => format!("{name}{before}{}", round + 1),
    }
}

fn task_code(training: u64) -> String {
    training_code(training) + "-1"
}

impl GeneratedRows {
    pub fn category_count(&self) -> u64 {
        match self.trainings {
            0 => 0,
            _ => CATEGORIES.len() as u64,
        }
    }

    pub fn category_row(&self, category: u64, table: &mut RowSink) {
        let (step, title) = CATEGORIES[category as usize];
        table.row([("StepTitle", step), ("Title", title), ("Order", &(20 + category).to_string())]);
    }

    pub fn training_row(&self, training: u64, table: &mut RowSink) {
        let mut random = self.random(RandomStream::Training, training);
        let (_, subject, category) = subject_of(training);
        let form = form_of(training);
        let (step, category) = CATEGORIES[*category];
        let description = format!(
            "<p>{subject}: <strong>{}</strong>. Voor iedereen die er in het werk mee te maken heeft.</p>",
            form.title
        );
        table.row([
            ("Code", &training_code(training)),
            ("Type", form.follow.training_type()),
            ("Title", &training_title(training)),
            ("StepTitle", step),
            ("CategoryTitle", category),
            ("Version", &format!("{}.{}", 1 + random.below(4), random.below(10))),
            ("Description", &description),
            ("IsMandatory", flag(random.chance(15))),
            ("IsActive", flag(random.chance(95))),
            ("IsVisibleInCatalog", flag(random.chance(95))),
            ("Costs", random.pick(form.follow.costs())),
            ("ValidityMonths", random.pick(&["", "12", "24", "24", "36", "60"])),
            ("HasCertificate", flag(form.follow.certificate())),
        ]);
    }

    pub fn task_row(&self, training: u64, table: &mut RowSink) {
        let (title, kind) = form_of(training).follow.task_title_and_kind();
        table.row([
            ("Code", &task_code(training)),
            ("Title", &format!("{title} {}", subject_of(training).1)),
            ("Kind", kind),
        ]);
    }

    pub fn training_task_row(&self, training: u64, table: &mut RowSink) {
        table.row([("TrainingCode", &training_code(training)), ("TaskCode", &task_code(training)), ("Order", "1")]);
    }

    /// Returns the trainings of the same subject and round.
    pub fn trainings_of_subject(&self, training: u64) -> impl Iterator<Item = u64> {
        let subjects = SUBJECTS.len() as u64;
        let first = round_of(training) * subjects * FORMS.len() as u64 + training % subjects;
        (first..self.trainings).step_by(SUBJECTS.len()).take(FORMS.len())
    }

    pub fn block_rows(&self, training: u64, table: &mut RowSink) {
        if form_of(training).follow != FollowMode::Block {
            return;
        }
        let courses = self.trainings_of_subject(training).filter(|other| form_of(*other).follow != FollowMode::Block);
        for (order, course) in courses.enumerate() {
            table.row([
                ("BlockCode", &training_code(training)),
                ("CourseCode", &training_code(course)),
                ("Order", &(order + 1).to_string()),
            ]);
        }
    }

    /// Adds what a training requires: basics before advanced courses and tests.
    pub fn threshold_row(&self, training: u64, table: &mut RowSink) {
        if !["VERD", "TOETS"].contains(&form_of(training).code) {
            return;
        }
        if let Some(basis) = self.trainings_of_subject(training).find(|other| form_of(*other).code == "BAS") {
            table.row([("TrainingCode", &training_code(training)), ("RequiredTrainingCode", &training_code(basis))]);
        }
    }

    pub fn training_trainer_rows(&self, training: u64, table: &mut RowSink) {
        if form_of(training).follow == FollowMode::Study {
            return;
        }
        let first = self.random(RandomStream::Training, training).below(1 << 20);
        let mut trainers = vec![self.trainer_identifier(first), self.trainer_identifier(first + 1)];
        trainers.dedup();
        for trainer in trainers {
            table.row([("TrainingCode", &training_code(training)), ("PersonExternalIdentifier", &trainer)]);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_code_and_title_is_one_trainings() {
        let mut codes: BTreeSet<_> = seed::rows("trainings.csv").map(|row| row.cell("Code").to_owned()).collect();
        let mut titles = BTreeSet::new();
        for training in 0..2_000 {
            assert!(codes.insert(training_code(training)), "{}", training_code(training));
            assert!(titles.insert(training_title(training)), "{}", training_title(training));
        }
    }
}
