//! Generates online learning: enrolments, progress and results without a class, and dimmings.

use super::people::person_identifier;
use super::{GeneratedRows, catalog::DemoTraining, flag};
use crate::demo::random::{Random, RandomStream};
use crate::demo::rows::RowSink;

/// The number of handmade trainings that nearly everyone follows, the first of [`GeneratedRows::studies`].
const FOR_ALL: usize = 3;

struct Study<'g> {
    training: &'g DemoTraining,
    enrolled: Option<String>,
    outcome: StudyOutcome,
    random: Random,
}

enum StudyOutcome {
    Waits,
    Cancelled(String),
    /// The start and the progress in percent.
    Begun(String, u64),
    /// Start and finish, and whether progress is recorded.
    Finished(String, String, bool),
}

impl GeneratedRows {
    /// Returns what a person learned online.
    fn studies_of(&self, person: u64) -> impl Iterator<Item = Study<'_>> {
        let mut random = self.random(RandomStream::Study, person);
        let (start, end) = self.employment_days(person);
        let further = FOR_ALL as u64 + random.below((self.studies.len() - FOR_ALL) as u64);
        let chosen: Vec<u64> = (0..FOR_ALL as u64).filter(|_| random.chance(62)).chain([further]).collect();
        // future employees have done nothing
        let days = (start < -1).then(|| (start.max(-1_500), end.min(-1)));
        let studies = days.into_iter().flat_map(move |days| chosen.clone().into_iter().map(move |which| (days, which)));
        studies.map(move |(days, which)| {
            let random = self.random(RandomStream::Study, self.persons + person * self.studies.len() as u64 + which);
            self.random_study(&self.studies[which as usize], days, random)
        })
    }

    fn random_study<'g>(&self, training: &'g DemoTraining, (first, last): (i64, i64), mut random: Random) -> Study<'g> {
        let day = random.between(first, last.max(first));
        let minutes = random.between(8 * 60, 20 * 60);
        let began = self.at(day, minutes);
        let enrolled = random.chance(30).then(|| self.at(day - random.between(0, 20), 7 * 60));
        let outcome = match random.below(100) {
            0..72 => {
                let finished = self.at(day, minutes + random.between(20, 90));
                StudyOutcome::Finished(began, finished, random.chance(35))
            }
            72..88 => StudyOutcome::Begun(began, 5 * random.below(20)),
            88..94 if enrolled.is_some() => StudyOutcome::Cancelled(began),
            _ => StudyOutcome::Waits,
        };
        Study { training, enrolled, outcome, random }
    }

    pub fn study_enrollment_rows(&self, person: u64, table: &mut RowSink) {
        for mut study in self.studies_of(person) {
            let Some(enrolled) = study.enrolled else {
                continue;
            };
            let (state, at, by) = match &study.outcome {
                StudyOutcome::Cancelled(at) => ("2", at.as_str(), "Geannuleerd door medewerker"),
                _ => ("3", "", ""),
            };
            let changed = if at.is_empty() { &enrolled } else { at };
            table.row([
                ("PersonExternalIdentifier", &person_identifier(person)),
                ("TrainingCode", &study.training.code),
                ("EnrolledAt", &enrolled),
                ("State", state),
                ("OnWaitingList", "false"),
                ("AddedFromCatalog", flag(study.random.chance(60))),
                ("ChangedAt", changed),
                ("CancelledAt", at),
                ("CancelledBy", by),
            ]);
        }
    }

    pub fn progress_rows(&self, person: u64, table: &mut RowSink) {
        for study in self.studies_of(person) {
            let (started, percent) = match study.outcome {
                StudyOutcome::Begun(started, percent) => (started, percent),
                StudyOutcome::Finished(started, _, true) => (started, 100),
                _ => continue,
            };
            table.row([
                ("PersonExternalIdentifier", &person_identifier(person)),
                ("TrainingCode", &study.training.code),
                ("StartedAt", &started),
                ("PercentComplete", &percent.to_string()),
            ]);
        }
    }

    pub fn study_result_rows(&self, person: u64, table: &mut RowSink) {
        for study in self.studies_of(person) {
            if let StudyOutcome::Finished(started, finished, _) = study.outcome {
                table.row([
                    ("PersonExternalIdentifier", &person_identifier(person)),
                    ("TrainingCode", &study.training.code),
                    ("FinishedAt", &finished),
                    ("StartedAt", &started),
                    ("CertificateObtained", flag(study.training.certificate)),
                ]);
            }
        }
    }

    pub fn dimming_row(&self, person: u64, table: &mut RowSink) {
        let mut random = self.random(RandomStream::Dimming, person);
        if random.chance(13) {
            let training = &self.taught[random.below(self.taught.len() as u64) as usize];
            table.row([
                ("PersonExternalIdentifier", &person_identifier(person)),
                ("TrainingCode", &training.code),
                ("DimReasonId", random.pick(&["1", "2", "3", "9"])),
            ]);
        }
    }
}
