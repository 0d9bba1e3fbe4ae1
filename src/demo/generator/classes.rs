//! Generates classes, contact moments and trainers.

use super::{GeneratedRows, THIS_MONDAY, bool_cell, catalog::DemoTraining};
use crate::demo::random::{ObjectKind, Random};
use crate::demo::rows::RowWriter;

/// One class is generated for every six persons, so that the classes of a training can have different participants.
const PERSONS_PER_CLASS: u64 = 6;

/// The earliest and latest first day of a class. Days are counted from the Monday of the current week.
const FIRST_DAYS: (i64, i64) = (-900, 200);

pub struct DemoClass<'g> {
    pub number: u64,
    /// The index of the training among [`GeneratedRows::classroom_trainings`].
    pub training_number: u64,
    /// The index among the classes of the training.
    pub index_in_training: u64,
    pub training: &'g DemoTraining,
    /// The days of the contact moments, one a week, the first day first.
    contact_days: Vec<i64>,
    /// In minutes after midnight, as is `ends_at`.
    pub starts_at: i64,
    pub ends_at: i64,
    pub max_persons: u64,
    pub has_waiting_list: bool,
    pub is_cancelled: bool,
    random: Random,
}

const ROOMS: [(&str, &str); 4] = [
    ("Opleidingscentrum De Werf", "Scheepswerf 40, 1297 CC Veendijk"),
    ("Skillslab De Veenhof", "Lindelaan 14, 1299 AA Oosterveen"),
    ("'t Veer, grote zaal", "Veerdam 3, 1298 BB Veendijk"),
    ("Lindehof, leslokaal", "Lindelaan 12, 1299 AA Oosterveen"),
];

impl DemoClass<'_> {
    /// Returns the unique code, which is the training's code and the number of the group, such as `WOND-PRAK-G1`.
    pub fn code(&self) -> String {
        format!("{}-G{}", self.training.code, self.index_in_training + 1)
    }

    pub fn first_day(&self) -> i64 {
        self.contact_days[0]
    }

    pub fn last_day(&self) -> i64 {
        self.contact_days[self.contact_days.len() - 1]
    }

    /// Returns whether the class ended before the current week.
    pub fn is_over(&self) -> bool {
        self.last_day() < THIS_MONDAY
    }
}

impl GeneratedRows {
    pub fn class_count(&self) -> u64 {
        self.persons / PERSONS_PER_CLASS
    }

    /// Returns the class with this number. Each data file generates the class again and gets the same class. Its contact
    /// moments are on workdays, and last a day, a morning, an afternoon or an evening.
    pub fn generate_class(&self, number: u64) -> DemoClass<'_> {
        let mut random = self.random(ObjectKind::Class, number);
        let trainings = self.classroom_trainings.len() as u64;
        // consecutive classes belong to different trainings
        let (training_number, index_in_training) = (number % trainings, number / trainings);
        let classes_of_training = self.class_count() / trainings + 1;
        // the classes of a training are spread over the whole period
        let (earliest, latest) = FIRST_DAYS;
        let evenly_spread = (latest - earliest) * index_in_training as i64 / classes_of_training as i64;
        let first_day = next_workday(earliest + evenly_spread + random.between(0, 30));
        let day_count = random.pick_weighted(&[(60, 1), (30, 2), (10, 3)]);
        let contact_days = (0..day_count).map(|week| first_day + 7 * week).collect();
        let (starts_at, ends_at) =
            random.pick(&[(9 * 60, 16 * 60 + 30), (9 * 60, 12 * 60 + 30), (13 * 60, 17 * 60), (19 * 60, 22 * 60)]);
        DemoClass {
            number,
            training_number,
            index_in_training,
            training: &self.classroom_trainings[training_number as usize],
            contact_days,
            starts_at,
            ends_at,
            max_persons: random.between(8, 14) as u64,
            has_waiting_list: random.percent_chance(30),
            is_cancelled: random.percent_chance(4),
            random,
        }
    }

    pub fn write_class_row(&self, number: u64, rows: &mut RowWriter) {
        let mut class = self.generate_class(number);
        let (code, max_persons) = (class.code(), class.max_persons.to_string());
        let mut random_deadline = || match class.random.percent_chance(40) {
            true => self.datetime(class.first_day() - 14, 17 * 60),
            false => String::new(),
        };
        let (registration, edit) = (random_deadline(), random_deadline());
        let first_day = class.first_day();
        // old classes are archived, and some that are far ahead are under construction
        let random = &mut class.random;
        rows.write_row([
            ("Code", &code),
            ("TrainingCode", &class.training.code),
            ("Name", &format!("{}, groep {}", class.training.title, class.index_in_training + 1)),
            ("MinPersons", "4"),
            ("MaxPersons", &max_persons),
            ("ShowMemoInReport", "false"),
            ("IsVisibleInCatalog", bool_cell(random.percent_chance(95))),
            ("IsVisibleInCalendar", bool_cell(random.percent_chance(98))),
            ("OfferExternally", bool_cell(random.percent_chance(5))),
            ("IsArchived", bool_cell(first_day < -700)),
            ("IsCancelled", bool_cell(class.is_cancelled)),
            ("FilterByDivision", bool_cell(random.percent_chance(5))),
            ("HasWaitingList", bool_cell(class.has_waiting_list)),
            ("WaitingListCapacity", if class.has_waiting_list { "6" } else { "" }),
            ("EditDeadline", &edit),
            ("RegistrationDeadline", &registration),
            ("LockDaysTillStart", random.pick(&["", "", "7", "14"])),
            ("CompletionType", random.pick_weighted(&[(88, "Normal"), (7, "Stream"), (5, "ETicket")])),
            ("IsUnderConstruction", bool_cell(first_day > 120 && random.percent_chance(20))),
        ]);
    }

    pub fn write_class_date_rows(&self, number: u64, rows: &mut RowWriter) {
        let mut class = self.generate_class(number);
        // the generator of the class continues after the values of the class, so every call picks the same room
        let (room, address) = class.random.pick(&ROOMS);
        for day in &class.contact_days {
            rows.write_row([
                ("ClassCode", &class.code()),
                ("Date", &self.shift.date(*day).to_string()),
                ("From", &time_text(class.starts_at)),
                ("Till", &time_text(class.ends_at)),
                ("LocationName", room),
                ("LocationAddress", address),
                ("TaskCode", &class.training.task_code),
                ("StreamAvailable", "false"),
            ]);
        }
    }

    /// Writes a trainer for the whole class, and for some classes a second trainer for the first contact moment.
    pub fn write_class_trainer_rows(&self, number: u64, rows: &mut RowWriter) {
        let class = self.generate_class(number);
        let trainer = self.trainer_identifier(number);
        rows.write_row([("ClassCode", &class.code()), ("PersonExternalIdentifier", &trainer)]);
        // every fifth class has a second trainer, at the first contact moment
        let second = self.trainer_identifier(number + 1);
        if number.is_multiple_of(5) && second != trainer {
            let day = self.shift.date(class.first_day()).to_string();
            rows.write_row([
                ("ClassCode", &class.code()),
                ("PersonExternalIdentifier", &second),
                ("Date", &day),
                ("From", &time_text(class.starts_at)),
            ]);
        }
    }
}

/// Returns the next Monday if the day is in a weekend, or else the day itself. Day 0 is a Monday.
fn next_workday(day: i64) -> i64 {
    match day.rem_euclid(7) {
        5 => day + 2,
        6 => day + 1,
        _ => day,
    }
}

/// Returns the time of day that is this many minutes after midnight.
fn time_text(minutes: i64) -> String {
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}
