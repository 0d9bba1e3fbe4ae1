//! Generates the participants of classes: enrolments, results and absences.
//!
//! A class draws from a window of adjacent persons, so that colleagues meet. The windows of a training do not overlap,
//! so that nobody follows it twice.

use super::classes::DemoClass;
use super::people::person_identifier;
use super::{GeneratedRows, flag};
use crate::demo::random::{Random, RandomStream};
use crate::demo::rows::RowSink;

/// How many adjacent persons a class draws from.
const WINDOW: u64 = 16;

struct Participant {
    identifier: String,
    enrolled: String,
    changed: String,
    outcome: ParticipantOutcome,
    random: Random,
}

enum ParticipantOutcome {
    Attended,
    Cancelled(&'static str, &'static str),
    /// The state, and whether on the waiting list.
    Enrolled(&'static str, bool),
}

const REASONS: [(u64, (&str, &str)); 9] = [
    (40, ("Geannuleerd door medewerker", "Afgemeld")),
    (15, ("Geannuleerd door medewerker", "")),
    (10, ("Geannuleerd door planner", "")),
    (10, ("Omgepland door medewerker", "")),
    (8, ("Omgepland door planner", "")),
    (4, ("Omgepland door teaminschrijving", "")),
    (5, ("Geweigerd door leidinggevende", "")),
    (4, ("Geweigerd door planner", "")),
    (4, ("Reden onbekend", "")),
];

const ABSENCES: [(u64, &str); 5] =
    [(40, "Ziek"), (25, "Rooster: onderbezetting"), (20, "Zonder bericht afwezig"), (10, "Ziek kind"), (5, "Vakantie")];

impl GeneratedRows {
    /// Returns the participants, in the order of enrolment.
    fn participants<'a>(&'a self, class: &'a DemoClass) -> impl Iterator<Item = Participant> + 'a {
        let window = WINDOW.min(self.persons);
        let offset =
            self.random(RandomStream::Participant, class.number % self.taught.len() as u64).below(self.persons);
        let candidates = (0..window).map(move |at| (offset + class.index_in_training * WINDOW + at) % self.persons);
        let mut seats = 0;
        candidates.filter_map(move |person| {
            let mut random = self.random(RandomStream::Participant, self.persons * (class.number + 1) + person);
            let waits = seats >= class.max_persons;
            if !random.chance(70) || waits && !class.waiting_list {
                return None;
            }
            let participant = self.random_participant(class, person, waits, random)?;
            if !matches!(participant.outcome, ParticipantOutcome::Cancelled(..)) && !waits {
                seats += 1;
            }
            Some(participant)
        })
    }

    /// Returns the person as a participant; `None` if not employed at the enrolment.
    fn random_participant(
        &self,
        class: &DemoClass,
        person: u64,
        waits: bool,
        mut random: Random,
    ) -> Option<Participant> {
        let (start, end) = self.employment_days(person);
        let enrolled = (class.first_day() - random.between(15, 90)).min(-random.between(1, 40));
        if !(start..end).contains(&enrolled) {
            return None;
        }
        let outcome = if end < class.first_day() && end < 0 {
            ParticipantOutcome::Cancelled("Medewerker uit dienst", "")
        } else {
            random_outcome(class, waits, &mut random)
        };
        let changed = match &outcome {
            ParticipantOutcome::Cancelled("Medewerker uit dienst", _) => end + 1,
            ParticipantOutcome::Cancelled(_, "No show") => class.first_day() + 1,
            _ => enrolled + random.between(1, 10),
        };
        Some(Participant {
            identifier: person_identifier(person),
            enrolled: self.moment(enrolled, &mut random),
            // after the enrolment, and not after the seed's day
            changed: self.at(changed.clamp(enrolled + 1, 0), 7 * 60),
            outcome,
            random,
        })
    }

    pub fn class_enrollment_rows(&self, number: u64, table: &mut RowSink) {
        let class = self.generate_class(number);
        for mut participant in self.participants(&class) {
            let changed = &participant.changed;
            let (state, waits, cancelled, by, reason) = match participant.outcome {
                ParticipantOutcome::Attended => ("3", false, "", "", ""),
                ParticipantOutcome::Enrolled(state, waits) => (state, waits, "", "", ""),
                ParticipantOutcome::Cancelled(by, reason) => ("2", false, changed.as_str(), by, reason),
            };
            let random = &mut participant.random;
            let payment = if random.chance(6) { "Afdelingsbudget" } else { "" };
            table.row([
                ("PersonExternalIdentifier", &participant.identifier),
                ("TrainingCode", &class.training.code),
                ("ClassCode", &class.code()),
                ("EnrolledAt", &participant.enrolled),
                ("State", state),
                ("OnWaitingList", flag(waits)),
                ("AddedFromCatalog", flag(random.chance(20))),
                ("ChangedAt", changed),
                ("CancelledAt", cancelled),
                ("CancelledBy", by),
                ("CancellationReason", reason),
                ("Payment", payment),
            ]);
        }
    }

    pub fn class_result_rows(&self, number: u64, table: &mut RowSink) {
        let class = self.generate_class(number);
        let started = self.at(class.first_day(), class.hours.0);
        let finished = self.at(class.last_day(), class.hours.1);
        for mut participant in self.participants(&class) {
            if let ParticipantOutcome::Attended = participant.outcome {
                let certificate = class.training.certificate && participant.random.chance(95);
                table.row([
                    ("PersonExternalIdentifier", &participant.identifier),
                    ("TrainingCode", &class.training.code),
                    ("FinishedAt", &finished),
                    ("ClassCode", &class.code()),
                    ("StartedAt", &started),
                    ("CertificateObtained", flag(certificate)),
                ]);
            }
        }
    }

    pub fn absence_rows(&self, number: u64, table: &mut RowSink) {
        let class = self.generate_class(number);
        for mut participant in self.participants(&class) {
            if let ParticipantOutcome::Cancelled(_, "No show") = participant.outcome {
                let reason = participant.random.weighed(&ABSENCES);
                table.row([
                    ("PersonExternalIdentifier", &participant.identifier),
                    ("ClassCode", &class.code()),
                    ("CreationDate", &participant.changed),
                    ("TaskCode", &class.training.task),
                    ("AbsenceReason", reason),
                    ("PublicCosts", participant.random.pick(&["0.00", "0.00", "89.50", "145.00"])),
                    ("HiddenCosts", participant.random.pick(&["0.00", "35.00", "80.00"])),
                ]);
            }
        }
    }
}

fn random_outcome(class: &DemoClass, waits: bool, random: &mut Random) -> ParticipantOutcome {
    let (by, reason) = random.weighed(&REASONS);
    let chance = random.below(100);
    if class.cancelled {
        return ParticipantOutcome::Cancelled("Geannuleerd door planner", "");
    }
    if waits {
        return match class.is_over() {
            true => ParticipantOutcome::Cancelled("Overgeplaatst van wachtlijst", ""),
            false => ParticipantOutcome::Enrolled("0", waits),
        };
    }
    match (class.is_over(), chance) {
        (true, 0..84) => ParticipantOutcome::Attended,
        (true, 84..91) => ParticipantOutcome::Cancelled("Geannuleerd door planner", "No show"),
        (false, 0..68) => ParticipantOutcome::Enrolled("3", waits),
        (false, 68..82) => ParticipantOutcome::Enrolled("0", waits),
        (false, 82..90) => ParticipantOutcome::Enrolled("1", waits),
        _ => ParticipantOutcome::Cancelled(by, reason),
    }
}
