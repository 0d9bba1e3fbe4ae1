//! Classes, their contact moments and trainers, and what became of everyone who enrolled.
//!
//! A class asks a window of persons who stand beside one another, so that colleagues meet. The windows of
//! one training lie one behind the other and never meet, so that nobody follows a training twice.

use super::people::identifier;
use super::{Grown, catalog::Training, flag};
use crate::demo::random::{Kind, Random};
use crate::demo::rows::Table;

/// A class for so many persons, whose windows then cover less than everyone.
const CLASS_EACH: u64 = 6;

/// Persons whom a class asks.
const WINDOW: u64 = 16;

/// Classes begin from so many days before the seed's day, until so many after.
const SPAN: (i64, i64) = (-900, 200);

/// A class.
struct Class<'g> {
    number: u64,
    /// Its number among the training's.
    among: u64,
    training: &'g Training,
    /// Days after the seed's on which it meets.
    days: Vec<i64>,
    /// Minutes after midnight.
    hours: (i64, i64),
    most: u64,
    waiting_list: bool,
    cancelled: bool,
    random: Random,
}

/// One who enrolled in a class.
struct Participant {
    identifier: String,
    /// Moments of enrolment and of its last change.
    enrolled: String,
    changed: String,
    outcome: Outcome,
    random: Random,
}

enum Outcome {
    Attended,
    Cancelled {
        by: &'static str,
        reason: &'static str,
    },
    Enrolled {
        state: &'static str,
        waits: bool,
    },
}

/// Why persons are not in a class any more, by weight.
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

const ABSENCES: [(u64, &str); 5] = [
    (40, "Ziek"),
    (25, "Rooster: onderbezetting"),
    (20, "Zonder bericht afwezig"),
    (10, "Ziek kind"),
    (5, "Vakantie"),
];

const ROOMS: [(&str, &str); 4] = [
    (
        "Opleidingscentrum De Werf",
        "Scheepswerf 40, 1297 CC Veendijk",
    ),
    ("Skillslab De Veenhof", "Lindelaan 14, 1299 AA Oosterveen"),
    ("'t Veer, grote zaal", "Veerdam 3, 1298 BB Veendijk"),
    ("Lindehof, leslokaal", "Lindelaan 12, 1299 AA Oosterveen"),
];

impl Class<'_> {
    fn code(&self) -> String {
        format!("{}-G{}", self.training.code, self.among + 1)
    }

    fn first(&self) -> i64 {
        self.days[0]
    }

    fn last(&self) -> i64 {
        self.days[self.days.len() - 1]
    }

    /// Whether its last day lies before the seed's week: whenever in that week the clock stands, it is over.
    fn is_over(&self) -> bool {
        self.last() < 0
    }
}

impl Grown {
    /// How many classes there are.
    pub fn classes(&self) -> u64 {
        self.persons / CLASS_EACH
    }

    fn class(&self, number: u64) -> Class<'_> {
        let mut random = self.random(Kind::Class, number);
        let trainings = self.taught.len() as u64;
        let (which, among) = (number % trainings, number / trainings);
        let of_training = self.classes() / trainings + 1;
        let (from, to) = SPAN;
        let even = (to - from) * among as i64 / of_training as i64;
        let first = workday(from + even + random.between(0, 30));
        let meetings = random.weighed(&[(60, 1), (30, 2), (10, 3)]);
        let days = (0..meetings).map(|week| first + 7 * week).collect();
        Class {
            number,
            among,
            training: &self.taught[which as usize],
            days,
            hours: random.pick(&[
                (9 * 60, 16 * 60 + 30),
                (9 * 60, 12 * 60 + 30),
                (13 * 60, 17 * 60),
                (19 * 60, 22 * 60),
            ]),
            most: random.between(8, 14) as u64,
            waiting_list: random.chance(30),
            cancelled: random.chance(4),
            random,
        }
    }

    /// Those who enrolled, in the order in which they did.
    fn participants<'a>(&'a self, class: &'a Class) -> impl Iterator<Item = Participant> + 'a {
        let window = WINDOW.min(self.persons);
        let offset = self
            .random(Kind::Participant, class.number % self.taught.len() as u64)
            .below(self.persons);
        let asked = (0..window).map(move |at| (offset + class.among * WINDOW + at) % self.persons);
        let mut seats = 0;
        asked.filter_map(move |person| {
            let mut random = self.random(
                Kind::Participant,
                self.persons * (class.number + 1) + person,
            );
            let waits = seats >= class.most;
            if !random.chance(70) || waits && !class.waiting_list {
                return None;
            }
            let participant = self.participant(class, person, waits, random)?;
            if !matches!(participant.outcome, Outcome::Cancelled { .. }) && !waits {
                seats += 1;
            }
            Some(participant)
        })
    }

    fn participant(
        &self,
        class: &Class,
        person: u64,
        waits: bool,
        mut random: Random,
    ) -> Option<Participant> {
        let (start, end) = self.employed(person);
        let enrolled = (class.first() - random.between(15, 90)).min(-random.between(1, 40));
        if !(start..end).contains(&enrolled) {
            return None;
        }
        let outcome = if end < class.first() && end < 0 {
            Outcome::Cancelled {
                by: "Medewerker uit dienst",
                reason: "",
            }
        } else {
            outcome(class, waits, &mut random)
        };
        let changed = match &outcome {
            Outcome::Cancelled {
                by: "Medewerker uit dienst",
                ..
            } => end + 1,
            Outcome::Cancelled {
                reason: "No show", ..
            } => class.first() + 1,
            _ => enrolled + random.between(1, 10),
        };
        Some(Participant {
            identifier: identifier(person),
            enrolled: self.moment(enrolled, &mut random),
            // after the enrolment, and not later than the seed's day
            changed: self.at(changed.clamp(enrolled + 1, 0), 7 * 60),
            outcome,
            random,
        })
    }

    /// A class.
    pub fn class_row(&self, number: u64, table: &mut Table) {
        let mut class = self.class(number);
        let (code, most) = (class.code(), class.most.to_string());
        let mut deadline = || match class.random.chance(40) {
            true => self.at(class.days[0] - 14, 17 * 60),
            false => String::new(),
        };
        let (registration, edit) = (deadline(), deadline());
        let random = &mut class.random;
        table.row([
            "",
            &code,
            &class.training.code,
            &format!("{}, groep {}", class.training.title, class.among + 1),
            "",
            "4",
            &most,
            "",
            "false",
            flag(random.chance(95)),
            flag(random.chance(98)),
            flag(random.chance(5)),
            flag(class.days[0] < -700),
            flag(class.cancelled),
            flag(random.chance(5)),
            flag(class.waiting_list),
            if class.waiting_list { "6" } else { "" },
            &edit,
            &registration,
            random.pick(&["", "", "7", "14"]),
            random.weighed(&[(88, "Normal"), (7, "Stream"), (5, "ETicket")]),
            flag(class.days[0] > 120 && random.chance(20)),
        ]);
    }

    /// The contact moments of a class.
    pub fn class_date_rows(&self, number: u64, table: &mut Table) {
        let mut class = self.class(number);
        let (room, address) = class.random.pick(&ROOMS);
        let (from, till) = class.hours;
        for day in &class.days {
            table.row([
                "",
                &class.code(),
                &self.day(*day).to_string(),
                &clock(from),
                &clock(till),
                room,
                address,
                "",
                &class.training.task,
                "false",
                "",
                "",
                "",
            ]);
        }
    }

    /// The trainers of a class.
    pub fn class_trainer_rows(&self, number: u64, table: &mut Table) {
        let class = self.class(number);
        let trainer = self.trainer(number);
        table.row([&class.code(), &trainer, "", ""]);
        let second = self.trainer(number + 1);
        if number.is_multiple_of(5) && second != trainer {
            let day = self.day(class.first()).to_string();
            table.row([&class.code(), &second, &day, &clock(class.hours.0)]);
        }
    }

    /// The enrolments in a class.
    pub fn class_enrollment_rows(&self, number: u64, table: &mut Table) {
        let class = self.class(number);
        for participant in self.participants(&class) {
            let Participant {
                identifier,
                enrolled,
                changed,
                outcome,
                mut random,
            } = participant;
            let (state, waits, cancelled, by, reason) = match outcome {
                Outcome::Attended => ("3", false, "", "", ""),
                Outcome::Enrolled { state, waits } => (state, waits, "", "", ""),
                Outcome::Cancelled { by, reason } => ("2", false, changed.as_str(), by, reason),
            };
            let payment = if random.chance(6) {
                "Afdelingsbudget"
            } else {
                ""
            };
            table.row([
                "",
                &identifier,
                &class.training.code,
                &class.code(),
                &enrolled,
                state,
                flag(waits),
                flag(random.chance(20)),
                &changed,
                cancelled,
                by,
                reason,
                "",
                payment,
            ]);
        }
    }

    /// The results of those who attended a class.
    pub fn class_result_rows(&self, number: u64, table: &mut Table) {
        let class = self.class(number);
        let started = self.at(class.first(), class.hours.0);
        let finished = self.at(class.last(), class.hours.1);
        for mut participant in self.participants(&class) {
            if let Outcome::Attended = participant.outcome {
                let certificate = class.training.certificate && participant.random.chance(95);
                table.row([
                    "",
                    &participant.identifier,
                    &class.training.code,
                    &finished,
                    &class.code(),
                    &started,
                    "",
                    flag(certificate),
                    "",
                ]);
            }
        }
    }

    /// The absences of those who did not come.
    pub fn absence_rows(&self, number: u64, table: &mut Table) {
        let class = self.class(number);
        for mut participant in self.participants(&class) {
            if let Outcome::Cancelled {
                reason: "No show", ..
            } = participant.outcome
            {
                let reason = participant.random.weighed(&ABSENCES);
                table.row([
                    "",
                    &participant.identifier,
                    &class.code(),
                    &participant.changed,
                    &class.training.task,
                    reason,
                    participant
                        .random
                        .pick(&["0.00", "0.00", "89.50", "145.00"]),
                    participant.random.pick(&["0.00", "35.00", "80.00"]),
                ]);
            }
        }
    }
}

fn outcome(class: &Class, waits: bool, random: &mut Random) -> Outcome {
    let (by, reason) = random.weighed(&REASONS);
    let chance = random.below(100);
    if class.cancelled {
        return Outcome::Cancelled {
            by: "Geannuleerd door planner",
            reason: "",
        };
    }
    if waits {
        return match class.is_over() {
            true => Outcome::Cancelled {
                by: "Overgeplaatst van wachtlijst",
                reason: "",
            },
            false => Outcome::Enrolled { state: "0", waits },
        };
    }
    match (class.is_over(), chance) {
        (true, 0..84) => Outcome::Attended,
        (true, 84..91) => Outcome::Cancelled {
            by: "Geannuleerd door planner",
            reason: "No show",
        },
        (false, 0..68) => Outcome::Enrolled { state: "3", waits },
        (false, 68..82) => Outcome::Enrolled { state: "0", waits },
        (false, 82..90) => Outcome::Enrolled { state: "1", waits },
        _ => Outcome::Cancelled { by, reason },
    }
}

/// A day or, in a weekend, the Monday after; day 0 is a Monday.
fn workday(day: i64) -> i64 {
    match day.rem_euclid(7) {
        5 => day + 2,
        6 => day + 1,
        _ => day,
    }
}

fn clock(minutes: i64) -> String {
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}
