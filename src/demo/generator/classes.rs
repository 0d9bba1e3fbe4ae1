//! Generates classes, contact moments and trainers.

use super::{GeneratedRows, catalog::DemoTraining, flag};
use crate::demo::random::{Random, RandomStream};
use crate::demo::rows::RowSink;

/// Persons per class. The windows of all classes then cover less than everyone.
const CLASS_EACH: u64 = 6;

/// The range of starting days around the seed's day.
const SPAN: (i64, i64) = (-900, 200);

pub struct DemoClass<'g> {
    pub number: u64,
    /// Its index among the classes of the training.
    pub index_in_training: u64,
    pub training: &'g DemoTraining,
    /// The days of its contact moments, relative to the seed's day.
    days: Vec<i64>,
    pub hours: (i64, i64),
    pub max_persons: u64,
    pub waiting_list: bool,
    pub cancelled: bool,
    random: Random,
}

const ROOMS: [(&str, &str); 4] = [
    ("Opleidingscentrum De Werf", "Scheepswerf 40, 1297 CC Veendijk"),
    ("Skillslab De Veenhof", "Lindelaan 14, 1299 AA Oosterveen"),
    ("'t Veer, grote zaal", "Veerdam 3, 1298 BB Veendijk"),
    ("Lindehof, leslokaal", "Lindelaan 12, 1299 AA Oosterveen"),
];

impl DemoClass<'_> {
    pub fn code(&self) -> String {
        format!("{}-G{}", self.training.code, self.index_in_training + 1)
    }

    /// Returns the first day, relative to the seed's day.
    pub fn first_day(&self) -> i64 {
        self.days[0]
    }

    /// Returns the last day, relative to the seed's day.
    pub fn last_day(&self) -> i64 {
        self.days[self.days.len() - 1]
    }

    /// Returns whether its last day is before the seed's week, so that it is over on any day of that week.
    pub fn is_over(&self) -> bool {
        self.last_day() < 0
    }
}

impl GeneratedRows {
    pub fn class_count(&self) -> u64 {
        self.persons / CLASS_EACH
    }

    pub fn generate_class(&self, number: u64) -> DemoClass<'_> {
        let mut random = self.random(RandomStream::Class, number);
        let trainings = self.taught.len() as u64;
        let (which, index_in_training) = (number % trainings, number / trainings);
        let of_training = self.class_count() / trainings + 1;
        let (from, to) = SPAN;
        let even = (to - from) * index_in_training as i64 / of_training as i64;
        let first = next_workday(from + even + random.between(0, 30));
        let meetings = random.weighed(&[(60, 1), (30, 2), (10, 3)]);
        let days = (0..meetings).map(|week| first + 7 * week).collect();
        DemoClass {
            number,
            index_in_training,
            training: &self.taught[which as usize],
            days,
            hours: random.pick(&[
                (9 * 60, 16 * 60 + 30),
                (9 * 60, 12 * 60 + 30),
                (13 * 60, 17 * 60),
                (19 * 60, 22 * 60),
            ]),
            max_persons: random.between(8, 14) as u64,
            waiting_list: random.chance(30),
            cancelled: random.chance(4),
            random,
        }
    }

    pub fn class_row(&self, number: u64, table: &mut RowSink) {
        let mut class = self.generate_class(number);
        let (code, most) = (class.code(), class.max_persons.to_string());
        let mut deadline = || match class.random.chance(40) {
            true => self.at(class.days[0] - 14, 17 * 60),
            false => String::new(),
        };
        let (registration, edit) = (deadline(), deadline());
        let random = &mut class.random;
        table.row([
            ("Code", &code),
            ("TrainingCode", &class.training.code),
            ("Name", &format!("{}, groep {}", class.training.title, class.index_in_training + 1)),
            ("MinPersons", "4"),
            ("MaxPersons", &most),
            ("ShowMemoInReport", "false"),
            ("IsVisibleInCatalog", flag(random.chance(95))),
            ("IsVisibleInCalendar", flag(random.chance(98))),
            ("OfferExternally", flag(random.chance(5))),
            ("IsArchived", flag(class.days[0] < -700)),
            ("IsCancelled", flag(class.cancelled)),
            ("FilterByDivision", flag(random.chance(5))),
            ("HasWaitingList", flag(class.waiting_list)),
            ("WaitingListCapacity", if class.waiting_list { "6" } else { "" }),
            ("EditDeadline", &edit),
            ("RegistrationDeadline", &registration),
            ("LockDaysTillStart", random.pick(&["", "", "7", "14"])),
            ("CompletionType", random.weighed(&[(88, "Normal"), (7, "Stream"), (5, "ETicket")])),
            ("IsUnderConstruction", flag(class.days[0] > 120 && random.chance(20))),
        ]);
    }

    pub fn class_date_rows(&self, number: u64, table: &mut RowSink) {
        let mut class = self.generate_class(number);
        let (room, address) = class.random.pick(&ROOMS);
        let (from, till) = class.hours;
        for day in &class.days {
            table.row([
                ("ClassCode", &class.code()),
                ("Date", &self.day(*day).to_string()),
                ("From", &time_text(from)),
                ("Till", &time_text(till)),
                ("LocationName", room),
                ("LocationAddress", address),
                ("TaskCode", &class.training.task),
                ("StreamAvailable", "false"),
            ]);
        }
    }

    pub fn class_trainer_rows(&self, number: u64, table: &mut RowSink) {
        let class = self.generate_class(number);
        let trainer = self.trainer_identifier(number);
        table.row([("ClassCode", &class.code()), ("PersonExternalIdentifier", &trainer)]);
        let second = self.trainer_identifier(number + 1);
        if number.is_multiple_of(5) && second != trainer {
            let day = self.day(class.first_day()).to_string();
            table.row([
                ("ClassCode", &class.code()),
                ("PersonExternalIdentifier", &second),
                ("Date", &day),
                ("From", &time_text(class.hours.0)),
            ]);
        }
    }
}

/// Moves weekend days to the next Monday; day 0 is a Monday.
fn next_workday(day: i64) -> i64 {
    match day.rem_euclid(7) {
        5 => day + 2,
        6 => day + 1,
        _ => day,
    }
}

/// Returns the time of day so many minutes after midnight.
fn time_text(minutes: i64) -> String {
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}
