//! Generates the participants of classes. A class draws persons from a window of adjacent persons, so that colleagues
//! meet. The windows of a training's classes do not overlap, so that nobody follows the training twice.

use super::classes::DemoClass;
use super::people::person_identifier;
use super::{GeneratedRows, SEVEN_O_CLOCK, THIS_MONDAY, bool_cell, enrollment_state, random_working_minute};
use crate::demo::random::{ObjectKind, Random};
use crate::demo::rows::RowWriter;

/// The number of persons in the window of a class.
const CANDIDATES_PER_CLASS: u64 = 16;

struct Participant {
    identifier: String,
    enrolled_at: String,
    changed_at: String,
    outcome: ParticipantOutcome,
    /// For further random cells. Each data file generates the participants again, and so gets the same outcomes.
    random: Random,
}

/// The state of an enrolment, with the cells of enrollments.csv.
enum ParticipantOutcome {
    Attended,
    Cancelled { by: &'static str, reason: &'static str },
    Enrolled { state: &'static str, on_waiting_list: bool },
}

/// `CancelledBy` of a person who left before the class.
const BY_DISMISSAL: &str = "Medewerker uit dienst";

/// `CancellationReason` of a person who did not come. Only these persons have a row in absences.csv.
const NO_SHOW: &str = "No show";

/// Pairs of the cells `CancelledBy` and `CancellationReason`, each with its weight.
const CANCELLATIONS: [(u64, (&str, &str)); 9] = [
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

const ABSENCE_REASONS: [(u64, &str); 5] =
    [(40, "Ziek"), (25, "Rooster: onderbezetting"), (20, "Zonder bericht afwezig"), (10, "Ziek kind"), (5, "Vakantie")];

impl GeneratedRows {
    /// Returns the participants. When all places are taken, further persons are on the waiting list, or are left out. The
    /// participants of a class are the same in every data file, because all random numbers depend on the seed, the class
    /// and the person.
    fn participants<'a>(&'a self, class: &'a DemoClass) -> impl Iterator<Item = Participant> + 'a {
        let mut taken_places = 0;
        self.candidates(class).filter_map(move |person| {
            let mut random = self.participant_random(class, person);
            let is_interested = random.percent_chance(70);
            let is_full = taken_places >= class.max_persons;
            if !is_interested || (is_full && !class.has_waiting_list) {
                return None;
            }
            let participant = self.random_participant(class, person, is_full, random)?;
            let is_cancelled = matches!(participant.outcome, ParticipantOutcome::Cancelled { .. });
            if !is_cancelled && !is_full {
                taken_places += 1;
            }
            Some(participant)
        })
    }

    /// Returns the persons who may take part in a class. The first class of a training has consecutive persons from a random
    /// one on, and each further class has the next persons. After the last person follows the first.
    fn candidates(&self, class: &DemoClass) -> impl Iterator<Item = u64> + use<> {
        let persons = self.persons;
        let first_of_training = self.random(ObjectKind::Participant, class.training_number).below(persons);
        let first = first_of_training + class.index_in_training * CANDIDATES_PER_CLASS;
        (first..first + CANDIDATES_PER_CLASS.min(persons)).map(move |number| number % persons)
    }

    fn participant_random(&self, class: &DemoClass, person: u64) -> Random {
        // the first class has the number 0, but the numbers below `self.persons` are those of trainings
        let number = self.persons * (class.number + 1) + person;
        self.random(ObjectKind::Participant, number)
    }

    /// Returns the person as a participant. Returns `None` if the person is not employed on the day of the enrolment. The
    /// enrolment is before the current week, and cancelled if the person has left before the class.
    fn random_participant(
        &self,
        class: &DemoClass,
        person: u64,
        on_waiting_list: bool,
        mut random: Random,
    ) -> Option<Participant> {
        let (hired_day, last_employed_day) = self.employment_days(person);
        let days_before_class = random.between(15, 90);
        let days_before_this_week = random.between(1, 40);
        let enrolled_day = (class.first_day() - days_before_class).min(THIS_MONDAY - days_before_this_week);
        if !(hired_day..last_employed_day).contains(&enrolled_day) {
            return None;
        }
        // a dismissal in the future has cancelled nothing yet
        let is_dismissed = last_employed_day < THIS_MONDAY;
        let has_left_before_class = is_dismissed && last_employed_day < class.first_day();
        let outcome = if has_left_before_class {
            ParticipantOutcome::Cancelled { by: BY_DISMISSAL, reason: "" }
        } else {
            random_outcome(class, on_waiting_list, &mut random)
        };
        // a dismissal or a no-show changes the enrolment on the next day
        let changed_day = match &outcome {
            ParticipantOutcome::Cancelled { by: BY_DISMISSAL, .. } => last_employed_day + 1,
            ParticipantOutcome::Cancelled { reason: NO_SHOW, .. } => class.first_day() + 1,
            _ => enrolled_day + random.between(1, 10),
        };
        Some(Participant {
            identifier: person_identifier(person),
            enrolled_at: self.datetime(enrolled_day, random_working_minute(&mut random)),
            // a later day is in the future
            changed_at: self.datetime(changed_day.clamp(enrolled_day + 1, THIS_MONDAY), SEVEN_O_CLOCK),
            outcome,
            random,
        })
    }

    pub fn write_class_enrollment_rows(&self, number: u64, rows: &mut RowWriter) {
        let class = self.generate_class(number);
        for mut participant in self.participants(&class) {
            let changed_at = &participant.changed_at;
            let (state, on_waiting_list) = match participant.outcome {
                ParticipantOutcome::Attended => (enrollment_state::SCHEDULED, false),
                ParticipantOutcome::Enrolled { state, on_waiting_list } => (state, on_waiting_list),
                ParticipantOutcome::Cancelled { .. } => (enrollment_state::CANCELLED, false),
            };
            let (cancelled_at, cancelled_by, cancellation_reason) = match participant.outcome {
                ParticipantOutcome::Cancelled { by, reason } => (changed_at.as_str(), by, reason),
                _ => ("", "", ""),
            };
            let random = &mut participant.random;
            let payment = if random.percent_chance(6) { "Afdelingsbudget" } else { "" };
            rows.write_row([
                ("PersonExternalIdentifier", &participant.identifier),
                ("TrainingCode", &class.training.code),
                ("ClassCode", &class.code()),
                ("EnrolledAt", &participant.enrolled_at),
                ("State", state),
                ("OnWaitingList", bool_cell(on_waiting_list)),
                ("AddedFromCatalog", bool_cell(random.percent_chance(20))),
                ("ChangedAt", changed_at),
                ("CancelledAt", cancelled_at),
                ("CancelledBy", cancelled_by),
                ("CancellationReason", cancellation_reason),
                ("Payment", payment),
            ]);
        }
    }

    pub fn write_class_result_rows(&self, number: u64, rows: &mut RowWriter) {
        let class = self.generate_class(number);
        let started_at = self.datetime(class.first_day(), class.starts_at);
        let finished_at = self.datetime(class.last_day(), class.ends_at);
        for mut participant in self.participants(&class) {
            if let ParticipantOutcome::Attended = participant.outcome {
                let has_certificate = class.training.has_certificate && participant.random.percent_chance(95);
                rows.write_row([
                    ("PersonExternalIdentifier", &participant.identifier),
                    ("TrainingCode", &class.training.code),
                    ("FinishedAt", &finished_at),
                    ("ClassCode", &class.code()),
                    ("StartedAt", &started_at),
                    ("CertificateObtained", bool_cell(has_certificate)),
                ]);
            }
        }
    }

    pub fn write_absence_rows(&self, number: u64, rows: &mut RowWriter) {
        let class = self.generate_class(number);
        for mut participant in self.participants(&class) {
            if let ParticipantOutcome::Cancelled { reason: NO_SHOW, .. } = participant.outcome {
                let reason = participant.random.pick_weighted(&ABSENCE_REASONS);
                rows.write_row([
                    ("PersonExternalIdentifier", &participant.identifier),
                    ("ClassCode", &class.code()),
                    ("CreationDate", &participant.changed_at),
                    ("TaskCode", &class.training.task_code),
                    ("AbsenceReason", reason),
                    ("PublicCosts", participant.random.pick(&["0.00", "0.00", "89.50", "145.00"])),
                    ("HiddenCosts", participant.random.pick(&["0.00", "35.00", "80.00"])),
                ]);
            }
        }
    }
}

/// Returns the outcome for a person who does not leave before the class. The percentages differ for classes that are
/// over. A cancelled class has only cancelled participants.
fn random_outcome(class: &DemoClass, on_waiting_list: bool, random: &mut Random) -> ParticipantOutcome {
    let (by, reason) = random.pick_weighted(&CANCELLATIONS);
    let percent = random.below(100);
    let cancelled = |by, reason| ParticipantOutcome::Cancelled { by, reason };
    let enrolled = |state| ParticipantOutcome::Enrolled { state, on_waiting_list };
    match (class.is_over(), percent) {
        _ if class.is_cancelled => cancelled("Geannuleerd door planner", ""),
        (true, _) if on_waiting_list => cancelled("Overgeplaatst van wachtlijst", ""),
        (false, _) if on_waiting_list => enrolled(enrollment_state::REGISTERED),
        (true, 0..84) => ParticipantOutcome::Attended,
        (true, 84..91) => cancelled("Geannuleerd door planner", NO_SHOW),
        (false, 0..68) => enrolled(enrollment_state::SCHEDULED),
        (false, 68..82) => enrolled(enrollment_state::REGISTERED),
        (false, 82..90) => enrolled(enrollment_state::APPROVED),
        _ => cancelled(by, reason),
    }
}
