//! Generates online learning: enrolments, progress and results without a class, and exemptions (dimmings.csv).

use super::people::person_identifier;
use super::{GeneratedRows, bool_cell, catalog::DemoTraining, random_working_minute};
use crate::demo::random::{ObjectKind, Random};
use crate::demo::rows::RowWriter;

/// The number of trainings that most persons follow. They come first in [`GeneratedRows::online_trainings`].
const COMMON_TRAININGS: usize = 3;

/// A person's learning of one online training.
struct OnlineLearning<'g> {
    training: &'g DemoTraining,
    /// `None` if the person starts without an enrolment.
    enrolled_at: Option<String>,
    outcome: OnlineOutcome,
    random: Random,
}

/// How far the person came. Datetimes are cells.
enum OnlineOutcome {
    NotStarted,
    Cancelled {
        at: String,
    },
    Started {
        at: String,
        percent: u64,
    },
    Finished {
        started_at: String,
        finished_at: String,
        /// Whether progress.csv has a row, too.
        has_progress: bool,
    },
}

impl GeneratedRows {
    /// Returns what a person learns online: some of the common trainings, and one other training. Each data file calls this
    /// again and gets the same result.
    fn online_learning_of(&self, person: u64) -> Vec<OnlineLearning<'_>> {
        let (start, end) = self.employment_days(person);
        if start >= -1 {
            // a future employee has learned nothing
            return Vec::new();
        }
        let mut random = self.random(ObjectKind::Online, person);
        let trainings = self.online_trainings.len() as u64;
        let common = COMMON_TRAININGS as u64;
        let other = common + random.below(trainings - common);
        let chosen = (0..common).filter(|_| random.chance(62)).chain([other]);
        // during the employment, before the current week, and at most about four years ago
        let days = (start.max(-1_500), end.min(-1));
        let random_learning = |training| {
            // the numbers below `self.persons` are those of the choice above
            let learning_number = self.persons + person * trainings + training;
            let random = self.random(ObjectKind::Online, learning_number);
            self.random_learning(&self.online_trainings[training as usize], days, random)
        };
        chosen.map(random_learning).collect()
    }

    /// Returns a person's learning of a training, which starts on a day from `first_day` to `last_day`. With an enrolment,
    /// the enrolment is at most 20 days earlier.
    fn random_learning<'g>(
        &self,
        training: &'g DemoTraining,
        (first_day, last_day): (i64, i64),
        mut random: Random,
    ) -> OnlineLearning<'g> {
        let day = random.between(first_day, last_day.max(first_day));
        let minute = random_working_minute(&mut random);
        let started_at = self.datetime(day, minute);
        let enrolled_at = random.chance(30).then(|| self.datetime(day - random.between(0, 20), 7 * 60));
        // 72 % finish, 16 % are under way, and the others cancel or have not started
        let outcome = match random.below(100) {
            0..72 => {
                let finished_at = self.datetime(day, minute + random.between(20, 90));
                OnlineOutcome::Finished { started_at, finished_at, has_progress: random.chance(35) }
            }
            72..88 => OnlineOutcome::Started { at: started_at, percent: 5 * random.below(20) },
            // only an enrolment can be cancelled
            88..94 if enrolled_at.is_some() => OnlineOutcome::Cancelled { at: started_at },
            _ => OnlineOutcome::NotStarted,
        };
        OnlineLearning { training, enrolled_at, outcome, random }
    }

    /// Writes the enrolments for online trainings. Without an enrolment, the person has only progress or a result.
    pub fn write_online_enrollment_rows(&self, person: u64, rows: &mut RowWriter) {
        for mut learning in self.online_learning_of(person) {
            let Some(enrolled_at) = learning.enrolled_at else { continue };
            // state 2 is refused or cancelled, state 3 is scheduled
            let (state, cancelled_at, cancelled_by) = match &learning.outcome {
                OnlineOutcome::Cancelled { at } => ("2", at.as_str(), "Geannuleerd door medewerker"),
                _ => ("3", "", ""),
            };
            let changed_at = if cancelled_at.is_empty() { &enrolled_at } else { cancelled_at };
            rows.write_row([
                ("PersonExternalIdentifier", &person_identifier(person)),
                ("TrainingCode", &learning.training.code),
                ("EnrolledAt", &enrolled_at),
                ("State", state),
                ("OnWaitingList", "false"),
                ("AddedFromCatalog", bool_cell(learning.random.chance(60))),
                ("ChangedAt", changed_at),
                ("CancelledAt", cancelled_at),
                ("CancelledBy", cancelled_by),
            ]);
        }
    }

    /// Writes the progress of trainings that were started, and of some that were finished.
    pub fn write_progress_rows(&self, person: u64, rows: &mut RowWriter) {
        for learning in self.online_learning_of(person) {
            // of the finished trainings, only some have progress
            let (started_at, percent) = match learning.outcome {
                OnlineOutcome::Started { at, percent } => (at, percent),
                OnlineOutcome::Finished { started_at, has_progress: true, .. } => (started_at, 100),
                _ => continue,
            };
            rows.write_row([
                ("PersonExternalIdentifier", &person_identifier(person)),
                ("TrainingCode", &learning.training.code),
                ("StartedAt", &started_at),
                ("PercentComplete", &percent.to_string()),
            ]);
        }
    }

    /// Writes a result for each online training that the person finished.
    pub fn write_online_result_rows(&self, person: u64, rows: &mut RowWriter) {
        for learning in self.online_learning_of(person) {
            if let OnlineOutcome::Finished { started_at, finished_at, .. } = learning.outcome {
                rows.write_row([
                    ("PersonExternalIdentifier", &person_identifier(person)),
                    ("TrainingCode", &learning.training.code),
                    ("FinishedAt", &finished_at),
                    ("StartedAt", &started_at),
                    ("CertificateObtained", bool_cell(learning.training.has_certificate)),
                ]);
            }
        }
    }

    /// Exempts 13 % of the persons from a classroom training.
    pub fn write_exemption_row(&self, person: u64, rows: &mut RowWriter) {
        let mut random = self.random(ObjectKind::Dimming, person);
        if random.chance(13) {
            let training = &self.classroom_trainings[random.below(self.classroom_trainings.len() as u64) as usize];
            rows.write_row([
                ("PersonExternalIdentifier", &person_identifier(person)),
                ("TrainingCode", &training.code),
                ("DimReasonId", random.pick(&["1", "2", "3", "9"])),
            ]);
        }
    }
}
