//! Generates online learning: enrolments, progress and results without a class, and exemptions (dimmings.csv).

use super::people::person_identifier;
use super::{
    GeneratedRows, SEVEN_O_CLOCK, THIS_MONDAY, bool_cell, catalog::DemoTraining, enrollment_state,
    random_working_minute,
};
use crate::demo::random::{ObjectKind, Random};
use crate::demo::rows::RowWriter;

/// The number of trainings that most persons follow. They come first in [`GeneratedRows::online_trainings`].
const COMMON_TRAININGS: usize = 3;

/// The first day on which a learning can start, about four years ago.
const EARLIEST_DAY: i64 = -1_500;

const LAST_DAY_BEFORE_THIS_WEEK: i64 = THIS_MONDAY - 1;

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
    /// Returns some common trainings, and one other. Each data file calls this again, and gets the same result.
    fn online_learning_of(&self, person: u64) -> Vec<OnlineLearning<'_>> {
        let (hired_day, last_employed_day) = self.employment_days(person);
        // a person who is hired on the last day or later has learned nothing
        if hired_day >= LAST_DAY_BEFORE_THIS_WEEK {
            return Vec::new();
        }
        let days = (hired_day.max(EARLIEST_DAY), last_employed_day.min(LAST_DAY_BEFORE_THIS_WEEK));
        let mut random = self.random(ObjectKind::Online, person);
        let (common_trainings, other_trainings) = self.online_trainings.split_at(COMMON_TRAININGS);
        let other = COMMON_TRAININGS + random.below(other_trainings.len() as u64) as usize;
        let followed_common = (0..common_trainings.len()).filter(|_| random.percent_chance(62));
        let followed = followed_common.chain([other]);
        followed.map(|training| self.random_learning(person, training, days)).collect()
    }

    fn learning_random(&self, person: u64, training: usize) -> Random {
        // the numbers below `self.persons` choose the trainings of a person
        let number = self.persons + person * self.online_trainings.len() as u64 + training as u64;
        self.random(ObjectKind::Online, number)
    }

    /// Returns a person's learning of a training, which starts on a day from `first_day` to `last_day`. With an enrolment,
    /// the enrolment is at most 20 days earlier.
    fn random_learning(&self, person: u64, training: usize, (first_day, last_day): (i64, i64)) -> OnlineLearning<'_> {
        let mut random = self.learning_random(person, training);
        let day = random.between(first_day, last_day);
        let minute = random_working_minute(&mut random);
        let started_at = self.datetime(day, minute);
        let enrolled_at = random.percent_chance(30).then(|| self.datetime(day - random.between(0, 20), SEVEN_O_CLOCK));
        // 72 % finish, 16 % are under way, and the others cancel or have not started
        let outcome = match random.below(100) {
            0..72 => {
                let finished_at = self.datetime(day, minute + random.between(20, 90));
                OnlineOutcome::Finished { started_at, finished_at, has_progress: random.percent_chance(35) }
            }
            72..88 => OnlineOutcome::Started { at: started_at, percent: 5 * random.below(20) },
            // only an enrolment can be cancelled
            88..94 if enrolled_at.is_some() => OnlineOutcome::Cancelled { at: started_at },
            _ => OnlineOutcome::NotStarted,
        };
        OnlineLearning { training: &self.online_trainings[training], enrolled_at, outcome, random }
    }

    /// Writes the enrolments for online trainings. Without an enrolment, the person has only progress or a result.
    pub fn write_online_enrollment_rows(&self, person: u64, rows: &mut RowWriter) {
        for mut learning in self.online_learning_of(person) {
            let Some(enrolled_at) = learning.enrolled_at else { continue };
            let (state, cancelled_at, cancelled_by) = match &learning.outcome {
                OnlineOutcome::Cancelled { at } => {
                    (enrollment_state::CANCELLED, at.as_str(), "Geannuleerd door medewerker")
                }
                _ => (enrollment_state::SCHEDULED, "", ""),
            };
            let changed_at = if cancelled_at.is_empty() { &enrolled_at } else { cancelled_at };
            rows.write_row([
                ("PersonExternalIdentifier", &person_identifier(person)),
                ("TrainingCode", &learning.training.code),
                ("EnrolledAt", &enrolled_at),
                ("State", state),
                ("OnWaitingList", "false"),
                ("AddedFromCatalog", bool_cell(learning.random.percent_chance(60))),
                ("ChangedAt", changed_at),
                ("CancelledAt", cancelled_at),
                ("CancelledBy", cancelled_by),
            ]);
        }
    }

    /// Writes the progress of trainings that were started, and of some that were finished.
    pub fn write_progress_rows(&self, person: u64, rows: &mut RowWriter) {
        for learning in self.online_learning_of(person) {
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

    pub fn write_exemption_row(&self, person: u64, rows: &mut RowWriter) {
        let mut random = self.random(ObjectKind::Exemption, person);
        if random.percent_chance(13) {
            let training = &self.classroom_trainings[random.below(self.classroom_trainings.len() as u64) as usize];
            rows.write_row([
                ("PersonExternalIdentifier", &person_identifier(person)),
                ("TrainingCode", &training.code),
                ("DimReasonId", random.pick(&["1", "2", "3", "9"])),
            ]);
        }
    }
}
