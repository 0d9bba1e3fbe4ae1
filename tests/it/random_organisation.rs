//! Generates random organisations as data files from a seed. They are valid by contract §7, have many edge cases, and share
//! no code with the service. Reference implementations compute expected responses from their cells.
//!
//! Cells that have a default are never empty, so that reference implementations need no defaults. Exceptions: `ValidUntil`
//! of results, and `FunctionName`, `DivisionName` and `ManagerExternalIdentifier` of persons.

use std::collections::BTreeSet;
use std::path::Path;

use jiff::civil::DateTime;
use jiff::{Span, ToSpan};

use super::support::Site;

/// Every data file with its columns, in the order of the contract's table.
pub const FILES: &[(&str, &str)] = &[
    ("account_levels.csv", "Name IsDefault"),
    ("divisions.csv", "Id Name ParentName"),
    ("functions.csv", "Id Name"),
    ("groups.csv", "Id Name"),
    (
        "persons.csv",
        "Id ExternalIdentifier FirstName Insertion FamilyName Email AccountLevel FunctionName DivisionName CostCentre \
         PhoneNumber ContractStartTime ContractEndTime ManagerExternalIdentifier EmployeeType HasActivatedAccount \
         Anonymised",
    ),
    ("group_members.csv", "GroupName PersonExternalIdentifier"),
    ("steps.csv", "Id Title Introduction Order"),
    ("categories.csv", "Id StepTitle Title Order"),
    (
        "trainings.csv",
        "Id Code Type Title StepTitle CategoryTitle Version Description Image ImageName IsMandatory IsActive \
         IsVisibleInCatalog Costs ValidityMonths HasCertificate",
    ),
    ("tasks.csv", "Id Code Title Kind"),
    ("training_tasks.csv", "TrainingCode TaskCode Order"),
    ("block_courses.csv", "BlockCode CourseCode Order"),
    ("training_thresholds.csv", "TrainingCode RequiredTrainingCode"),
    ("training_trainers.csv", "TrainingCode PersonExternalIdentifier"),
    ("learning_paths.csv", "Id Title"),
    ("learning_path_trainings.csv", "LearningPathTitle TrainingCode"),
    ("learning_path_links.csv", "LearningPathTitle LinkType LinkValue"),
    (
        "classes.csv",
        "Id Code TrainingCode Name GroupName MinPersons MaxPersons Memo ShowMemoInReport IsVisibleInCatalog \
         IsVisibleInCalendar OfferExternally IsArchived IsCancelled FilterByDivision HasWaitingList \
         WaitingListCapacity EditDeadline RegistrationDeadline LockDaysTillStart CompletionType IsUnderConstruction",
    ),
    (
        "class_dates.csv",
        "Id ClassCode Date From Till LocationName LocationAddress MeetingId TaskCode StreamAvailable StreamPassword \
         EticketInformation ReservationId",
    ),
    ("class_trainers.csv", "ClassCode PersonExternalIdentifier Date From"),
    ("dim_reasons.csv", "Id Reason"),
    ("dimmings.csv", "PersonExternalIdentifier TrainingCode DimReasonId"),
    (
        "enrollments.csv",
        "Id PersonExternalIdentifier TrainingCode ClassCode EnrolledAt State OnWaitingList AddedFromCatalog ChangedAt \
         CancelledAt CancelledBy CancellationReason Costs Payment",
    ),
    ("progress.csv", "PersonExternalIdentifier TrainingCode StartedAt PercentComplete"),
    (
        "results.csv",
        "Id PersonExternalIdentifier TrainingCode FinishedAt ClassCode StartedAt ValidUntil CertificateObtained \
         Version",
    ),
    (
        "absences.csv",
        "Id PersonExternalIdentifier ClassCode CreationDate TaskCode AbsenceReason PublicCosts HiddenCosts",
    ),
];

/// Values of `--now`. Some are at the end of a month, and the month three months later may be shorter.
const CLOCKS: &[&str] = &[
    "2026-03-09T12:00:00",
    "2025-11-30T12:00:00",
    "2026-08-31T08:30:00",
    "2027-11-29T23:59:59",
    "2025-12-31T00:00:00",
];

#[derive(Debug, Clone, Copy)]
pub struct Size {
    pub persons: usize,
    pub trainings: usize,
    /// The percentage of trainings to which a person has dimmings, enrolments, progress or results.
    pub density: u64,
}

impl Size {
    pub const SMALL: Size = Size { persons: 9, trainings: 9, density: 60 };
}

/// The data files of an organisation, and the clock for which they are made.
pub struct Organisation {
    /// The value of `--now`.
    pub now: String,
    files: Vec<File>,
}

struct File {
    name: &'static str,
    columns: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

/// A row of a data file.
#[derive(Clone, Copy)]
pub struct Row<'a> {
    file: &'a File,
    cells: &'a [String],
}

impl<'a> Row<'a> {
    /// Returns the cell of a column.
    #[track_caller]
    pub fn get(&self, column: &str) -> &'a str {
        let at = self.file.columns.iter().position(|name| *name == column);
        &self.cells[at.unwrap_or_else(|| panic!("{} has no column {column}", self.file.name))]
    }

    /// Returns whether the cell is `true`.
    #[track_caller]
    pub fn is(&self, column: &str) -> bool {
        self.get(column) == "true"
    }

    /// Returns the cell as an integer.
    #[track_caller]
    pub fn int(&self, column: &str) -> i64 {
        let cell = self.get(column);
        cell.parse().unwrap_or_else(|_| panic!("{column}: {cell:?} is not a number"))
    }
}

impl Organisation {
    /// Creates an organisation without rows.
    pub fn empty(now: &str) -> Organisation {
        let file = |(name, columns): &(&'static str, &'static str)| File {
            name,
            columns: columns.split_whitespace().collect(),
            rows: Vec::new(),
        };
        Organisation { now: now.to_owned(), files: FILES.iter().map(file).collect() }
    }

    /// Generates the organisation of a seed.
    pub fn random(seed: u64, size: Size) -> Organisation {
        let mut random = Random(seed);
        let now = *random.pick(CLOCKS);
        let mut generator = Generator {
            organisation: Organisation::empty(now),
            now: now.parse().expect("a clock"),
            random,
            size,
            persons: Vec::new(),
            divisions: Vec::new(),
            functions: Vec::new(),
            groups: Vec::new(),
            trainings: Vec::new(),
            classes: Vec::new(),
            tasks: Vec::new(),
        };
        generator.add_persons();
        generator.add_catalog();
        generator.add_learning_paths();
        generator.add_classes();
        generator.add_relations();
        generator.organisation
    }

    /// Reads the data files of a folder, and adds seconds to times that lack them.
    pub fn read(folder: &Path, now: &str) -> Organisation {
        let mut organisation = Organisation::empty(now);
        for (file, _) in FILES {
            let mut reader = csv::Reader::from_path(folder.join(file)).expect(file);
            let columns = reader.headers().expect(file).clone();
            for record in reader.records() {
                let record = record.expect(file);
                let cells: Vec<_> = columns
                    .iter()
                    .zip(&record)
                    .map(|(column, cell)| (column, with_seconds(column, cell.trim())))
                    .collect();
                let cells: Vec<_> = cells.iter().map(|(column, cell)| (*column, cell.as_str())).collect();
                organisation.add(file, &cells);
            }
        }
        organisation
    }

    /// Adds a row. Other columns are empty.
    #[track_caller]
    pub fn add(&mut self, file: &str, cells: &[(&str, &str)]) {
        let file = self.files.iter_mut().find(|other| other.name == file);
        let file = file.expect("a data file");
        let mut row = vec![String::new(); file.columns.len()];
        for (column, cell) in cells {
            let at = file.columns.iter().position(|name| name == column);
            row[at.unwrap_or_else(|| panic!("{} has no column {column}", file.name))] = (*cell).to_owned();
        }
        file.rows.push(row);
    }

    /// Returns the rows of a file, in its order.
    #[track_caller]
    pub fn rows(&self, file: &str) -> impl Iterator<Item = Row<'_>> {
        let file = self.files.iter().find(|other| other.name == file);
        let file = file.expect("a data file");
        file.rows.iter().map(move |cells| Row { file, cells })
    }

    /// Returns name and CSV text of each file that has rows.
    pub fn files(&self) -> Vec<(&'static str, String)> {
        self.files.iter().filter(|file| !file.rows.is_empty()).map(|file| (file.name, file.to_csv())).collect()
    }

    /// Imports the organisation at its own clock.
    #[track_caller]
    pub fn import(&self, site: &Site) {
        self.import_at(site, &self.now);
    }

    /// Imports the organisation at another clock.
    #[track_caller]
    pub fn import_at(&self, site: &Site, now: &str) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for (name, text) in self.files() {
            std::fs::write(folder.path().join(name), text).expect("a data file");
        }
        let path = folder.path().to_str().expect("a path in UTF-8");
        site.lms(&["import", path, "--now", now]).ok();
    }
}

impl File {
    fn to_csv(&self) -> String {
        let header = self.columns.join(",");
        let line = |row: &Vec<String>| {
            let cells: Vec<_> = row.iter().map(|cell| quote(cell)).collect();
            cells.join(",")
        };
        let lines: Vec<_> = self.rows.iter().map(line).collect();
        format!("{header}\n{}\n", lines.join("\n"))
    }
}

fn with_seconds(column: &str, cell: &str) -> String {
    match (column, cell.len()) {
        ("From" | "Till", 5) => format!("{cell}:00"),
        _ => cell.to_owned(),
    }
}

/// Quotes a cell by RFC 4180.
fn quote(cell: &str) -> String {
    if cell.contains([',', ';', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

/// The SplitMix64 generator.
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Returns a number from 0 to `limit` - 1.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    /// Returns a number from `first` to `last`, both included.
    fn between(&mut self, first: i64, last: i64) -> i64 {
        first + self.below((last - first + 1) as usize) as i64
    }

    /// Returns true with this probability.
    pub fn chance(&mut self, percent: u64) -> bool {
        self.next() % 100 < percent
    }

    fn boolean(&mut self, percent: u64) -> &'static str {
        if self.chance(percent) { "true" } else { "false" }
    }

    pub fn pick<'a, T>(&mut self, among: &'a [T]) -> &'a T {
        &among[self.below(among.len())]
    }

    /// Returns an empty text with this probability, else one of `among`.
    pub fn empty_or<'a>(&mut self, percent: u64, among: &[&'a str]) -> &'a str {
        if self.chance(percent) { "" } else { self.pick::<&str>(among) }
    }

    fn shuffled<T>(&mut self, mut items: Vec<T>) -> Vec<T> {
        for at in (1..items.len()).rev() {
            items.swap(at, self.below(at + 1));
        }
        items
    }

    /// Returns `count` different ids in random order, with gaps.
    fn ids(&mut self, count: usize) -> Vec<String> {
        let ids = self.shuffled((1..=count + count / 3 + 1).collect());
        ids.into_iter().take(count).map(|id| id.to_string()).collect()
    }
}

struct Training {
    code: String,
    is_block: bool,
}

struct Class {
    code: String,
    training: usize,
}

struct Generator {
    organisation: Organisation,
    now: DateTime,
    random: Random,
    size: Size,
    /// External identifiers.
    persons: Vec<String>,
    divisions: Vec<String>,
    functions: Vec<String>,
    groups: Vec<String>,
    trainings: Vec<Training>,
    classes: Vec<Class>,
    tasks: Vec<String>,
}

/// Returns a moment as text. Moments from 2:00 to 3:00 become 3:00, because this hour does not exist when summer time begins.
fn to_text(at: DateTime) -> String {
    match at.hour() {
        2 => at.date().at(3, 0, 0, 0).to_string(),
        _ => at.to_string(),
    }
}

const TITLES: &[&str] = &[
    "Veilig werken",
    "BHV herhaling",
    "bhv herhaling",
    "Tillen & \"draaien\" <basis>",
    "Reanimatie, volwassenen",
    "Één jaar zorg; verdieping",
    "Zuivere lucht",
];

impl Generator {
    fn add(&mut self, file: &str, cells: &[(&str, &str)]) {
        self.organisation.add(file, cells);
    }

    fn after(&self, span: Span) -> DateTime {
        self.now.checked_add(span).expect("a moment within reach")
    }

    /// Returns a moment: long ago, near now, near three months ahead (to the second), or far ahead.
    fn moment(&mut self) -> String {
        let at = match self.random.below(11) {
            0 | 1 => return self.past(),
            2 => self.now,
            3 => self.after(1.second()),
            4 => self.after(3.months()),
            5 => self.after(3.months().seconds(1)),
            6 => self.after(3.months().seconds(-1)),
            7 => self.within_days(1, 80),
            8 => return self.midnight(-3, 3),
            _ => self.within_days(100, 900),
        };
        to_text(at)
    }

    /// Returns a moment that is not later than now.
    fn past(&mut self) -> String {
        let at = match self.random.below(12) {
            0 => self.now,
            1 => self.after((-1).seconds()),
            2 => return self.midnight(-40, 0),
            3 | 4 => self.within_days(-30, -1),
            _ => {
                let minutes = self.random.between(0, 660);
                self.within_days(-900, -1).saturating_sub(minutes.minutes())
            }
        };
        to_text(at)
    }

    fn midnight(&mut self, first: i64, last: i64) -> String {
        self.within_days(first, last).date().at(0, 0, 0, 0).to_string()
    }

    /// Returns the present time of day, `first` to `last` days from now.
    fn within_days(&mut self, first: i64, last: i64) -> DateTime {
        let days = self.random.between(first, last);
        self.after(days.days())
    }

    fn not_later_than(&mut self, moment: &str) -> String {
        let moment: DateTime = moment.parse().expect("a moment");
        let at = match self.random.below(4) {
            0 => moment,
            1 => moment.date().at(0, 0, 0, 0),
            _ => moment.saturating_sub(self.random.between(0, 200_000).minutes()),
        };
        to_text(at)
    }

    fn not_earlier_than(&mut self, moment: &str) -> String {
        let moment: DateTime = moment.parse().expect("a moment");
        let at = match self.random.below(4) {
            0 => moment,
            1 => moment.saturating_add(1.second()),
            _ => moment.saturating_add(self.random.between(1, 400_000).minutes()),
        };
        to_text(at)
    }

    fn add_persons(&mut self) {
        for (name, default) in
            [("ADMIN", "false"), ("TRAINER", "false"), ("Medewerker", "true"), ("Leiding & staf", "false")]
        {
            self.add("account_levels.csv", &[("Name", name), ("IsDefault", default)]);
        }
        self.add_divisions();
        self.functions = self.add_named("functions.csv", "Functie", self.size.persons / 8 + 2);
        self.groups = self.add_named("groups.csv", "Groep", self.size.persons / 8 + 2);
        let ids = self.random.ids(self.size.persons);
        for id in &ids {
            let identifier = match self.random.chance(7) {
                true => format!("anonymised-{id}"),
                false => format!("{:04}-p", id.parse::<usize>().expect("an id") * 7 % 9973),
            };
            self.persons.push(identifier);
        }
        for (id, identifier) in ids.iter().zip(self.persons.clone()) {
            match identifier.starts_with("anonymised-") {
                true => self.add_anonymised_person(id, &identifier),
                false => self.add_person(id, &identifier),
            }
        }
        for group in self.groups.clone() {
            for person in self.some_persons(30) {
                let cells: &[(&str, &str)] = &[("GroupName", group.as_str()), ("PersonExternalIdentifier", &person)];
                self.add("group_members.csv", cells);
            }
        }
    }

    fn add_divisions(&mut self) {
        let count = (self.size.persons / 4 + 3).min(60);
        let ids = self.random.ids(count);
        let mut rows = Vec::new();
        for (n, id) in ids.iter().enumerate() {
            let name = format!("Locatie {}", n + 1);
            let parent = match self.divisions.len() {
                0 => String::new(),
                _ if self.random.chance(30) => String::new(),
                _ => self.random.pick(&self.divisions).clone(),
            };
            rows.push((id.clone(), name.clone(), parent));
            self.divisions.push(name);
        }
        // in the file, a parent may follow its children
        for (id, name, parent) in self.random.shuffled(rows) {
            let cells: &[(&str, &str)] = &[("Id", id.as_str()), ("Name", &name), ("ParentName", &parent)];
            self.add("divisions.csv", cells);
        }
    }

    fn add_named(&mut self, file: &str, word: &str, count: usize) -> Vec<String> {
        let mut names = Vec::new();
        for id in self.random.ids(count) {
            let name = format!("{word} {}", names.len() + 1);
            self.add(file, &[("Id", &id), ("Name", &name)]);
            names.push(name);
        }
        names
    }

    fn add_person(&mut self, id: &str, identifier: &str) {
        let end = match self.random.below(20) {
            0 => self.now.to_string(),
            1 => self.past(),
            2 => self.after(1.second()).to_string(),
            3..=7 => self.within_days(2, 2000).to_string(),
            _ => String::new(),
        };
        let start = match (self.random.below(3), end.as_str()) {
            (0, _) => String::new(),
            (1, "") => self.moment(),
            _ => self.after((-1000).days()).to_string(),
        };
        let function = match self.random.below(9) {
            0 => String::new(),
            1 => "Functie onbekend".to_owned(),
            _ => self.random.pick(&self.functions).clone(),
        };
        let division = match self.random.below(9) {
            0 => String::new(),
            1 => "Locatie onbekend".to_owned(),
            _ => self.random.pick(&self.divisions).clone(),
        };
        // a manager may come later in the file, be dismissed or anonymised, or be the same person
        let manager = match self.random.below(4) {
            0 => String::new(),
            _ => self.random.pick(&self.persons).clone(),
        };
        let cells: &[(&str, &str)] = &[
            ("Id", id),
            ("ExternalIdentifier", identifier),
            ("FirstName", *self.random.pick(&["Anna", "Bram", "D'Arcy", "Zoë", "A & B"])),
            ("Insertion", self.random.empty_or(50, &["van den", "de", "in 't"])),
            ("FamilyName", *self.random.pick(&["Berg", "Jansen", "Çelik", "O<Neil>"])),
            ("Email", &format!("{identifier}@example.nl")),
            ("AccountLevel", *self.random.pick(&["ADMIN", "TRAINER", "Medewerker"])),
            ("FunctionName", &function),
            ("DivisionName", &division),
            ("CostCentre", self.random.empty_or(30, &["K100", "K\"2\""])),
            ("PhoneNumber", self.random.empty_or(60, &["010-1234567", "0612"])),
            ("ContractStartTime", &start),
            ("ContractEndTime", &end),
            ("ManagerExternalIdentifier", &manager),
            ("EmployeeType", *self.random.pick(&["Intern", "Extern"])),
            ("HasActivatedAccount", self.random.boolean(50)),
            ("Anonymised", "false"),
        ];
        self.organisation.add("persons.csv", cells);
    }

    /// "FirstName `Anoniem`, FamilyName `Persoon`, identifier and e-mail `anonymised-<id>` …, the rest empty or its
    /// default"
    fn add_anonymised_person(&mut self, id: &str, identifier: &str) {
        let end = self.past();
        let cells: &[(&str, &str)] = &[
            ("Id", id),
            ("ExternalIdentifier", identifier),
            ("FirstName", "Anoniem"),
            ("FamilyName", "Persoon"),
            ("Email", &format!("{identifier}@invalid")),
            ("AccountLevel", "Medewerker"),
            ("ContractEndTime", &end),
            ("EmployeeType", "Intern"),
            ("HasActivatedAccount", "false"),
            ("Anonymised", "true"),
        ];
        self.add("persons.csv", cells);
    }

    /// Returns each person with this probability.
    fn some_persons(&mut self, percent: u64) -> Vec<String> {
        self.persons.clone().into_iter().filter(|_| self.random.chance(percent)).collect()
    }

    fn add_catalog(&mut self) {
        let steps = (self.size.trainings / 3 + 1).min(12);
        let mut categories = Vec::new();
        for id in self.random.ids(steps) {
            let step = format!("Trede {}", categories.len() + 1);
            let order = self.random.between(0, 2).to_string();
            let introduction = self.random.empty_or(40, &["Inleiding & <b>vet</b>", "Regel één\nregel twee"]);
            let cells: &[(&str, &str)] =
                &[("Id", id.as_str()), ("Title", &step), ("Introduction", introduction), ("Order", &order)];
            self.add("steps.csv", cells);
            categories.push((step, self.random.between(1, 2)));
        }
        let count: i64 = categories.iter().map(|(_, count)| count).sum();
        let mut ids = self.random.ids(count as usize).into_iter();
        for (step, count) in &categories {
            for n in 1..=*count {
                let (id, order) = (ids.next().expect("enough"), self.random.between(0, 1));
                let cells: &[(&str, &str)] = &[
                    ("Id", id.as_str()),
                    ("StepTitle", step),
                    ("Title", &format!("Categorie {n}")),
                    ("Order", &order.to_string()),
                ];
                self.add("categories.csv", cells);
            }
        }
        self.add_trainings(&categories);
        self.add_tasks();
        self.add_thresholds_and_block_courses();
        for training in 0..self.trainings.len() {
            for person in self.some_persons(8) {
                let code = self.trainings[training].code.clone();
                let cells: &[(&str, &str)] = &[("TrainingCode", code.as_str()), ("PersonExternalIdentifier", &person)];
                self.add("training_trainers.csv", cells);
            }
        }
    }

    /// Adds courses and blocks, which may have the same ids.
    fn add_trainings(&mut self, categories: &[(String, i64)]) {
        let courses = self.random.ids(self.size.trainings);
        let blocks = self.random.ids(self.size.trainings);
        for n in 0..self.size.trainings {
            let is_block = n > 0 && self.random.chance(30);
            let (step, count) = self.random.pick(categories);
            let category = format!("Categorie {}", self.random.between(1, *count));
            let validity = self.random.empty_or(50, &["1", "3", "12", "24"]);
            let training = Training { code: format!("{}{:03}", if is_block { "B" } else { "C" }, n + 1), is_block };
            let cells: &[(&str, &str)] = &[
                ("Id", if is_block { &blocks[n] } else { &courses[n] }),
                ("Code", training.code.as_str()),
                ("Type", if is_block { "Longterm" } else { "Learning" }),
                ("Title", *self.random.pick(TITLES)),
                ("StepTitle", step),
                ("CategoryTitle", &category),
                ("Version", self.random.empty_or(30, &["1", "2.0 <b>"])),
                ("Description", self.random.empty_or(30, &["Tekst", "Met \"quotes\""])),
                ("Image", self.random.empty_or(60, &["https://example.nl/a.png?x=1&y"])),
                ("ImageName", self.random.empty_or(50, &["a.png", "b & c"])),
                ("IsMandatory", self.random.boolean(40)),
                ("IsActive", self.random.boolean(75)),
                ("IsVisibleInCatalog", self.random.boolean(75)),
                ("Costs", self.random.empty_or(40, &["0.00", "12.50", "1000.05"])),
                ("ValidityMonths", validity),
                ("HasCertificate", self.random.boolean(50)),
            ];
            self.organisation.add("trainings.csv", cells);
            self.trainings.push(training);
        }
    }

    fn add_tasks(&mut self) {
        for id in self.random.ids(self.size.trainings / 2 + 2) {
            let code = format!("M{:03}", self.tasks.len() + 1);
            let cells: &[(&str, &str)] = &[
                ("Id", id.as_str()),
                ("Code", &code),
                ("Title", *self.random.pick(&["Theorie", "Praktijk & toets"])),
                ("Kind", self.random.empty_or(30, &["e-learning", "les"])),
            ];
            self.organisation.add("tasks.csv", cells);
            self.tasks.push(code);
        }
        for training in 0..self.trainings.len() {
            for task in 0..self.tasks.len() {
                if self.random.chance(20) {
                    let order = self.random.between(0, 2).to_string();
                    let cells: &[(&str, &str)] = &[
                        ("TrainingCode", self.trainings[training].code.as_str()),
                        ("TaskCode", &self.tasks[task]),
                        ("Order", &order),
                    ];
                    self.organisation.add("training_tasks.csv", cells);
                }
            }
        }
    }

    fn add_thresholds_and_block_courses(&mut self) {
        // a small percentage for a large organisation, so that no training is related to many others
        let percent = (1200 / self.trainings.len().max(1) as u64).min(40);
        for one in 0..self.trainings.len() {
            for other in 0..self.trainings.len() {
                let (a, b) = (&self.trainings[one], &self.trainings[other]);
                if one != other && self.random.chance(percent / 4 + 1) {
                    let cells: &[(&str, &str)] =
                        &[("TrainingCode", a.code.as_str()), ("RequiredTrainingCode", &b.code)];
                    self.organisation.add("training_thresholds.csv", cells);
                }
                if a.is_block && !b.is_block && self.random.chance(percent) {
                    let order = self.random.between(0, 2).to_string();
                    let cells: &[(&str, &str)] =
                        &[("BlockCode", a.code.as_str()), ("CourseCode", &b.code), ("Order", &order)];
                    self.organisation.add("block_courses.csv", cells);
                }
            }
        }
    }

    /// Adds learning paths with links of each type.
    fn add_learning_paths(&mut self) {
        let count = self.size.trainings / 2 + 2;
        // on average, at least 1.5 trainings for each path
        let percent = (150 / self.trainings.len().max(1) as u64).max(4);
        for id in self.random.ids(count) {
            let title = format!("Leerpad {id}");
            self.add("learning_paths.csv", &[("Id", &id), ("Title", &title)]);
            for training in 0..self.trainings.len() {
                if self.random.chance(percent) {
                    let cells: &[(&str, &str)] =
                        &[("LearningPathTitle", title.as_str()), ("TrainingCode", &self.trainings[training].code)];
                    self.organisation.add("learning_path_trainings.csv", cells);
                }
            }
            self.add_links(&title);
        }
    }

    fn add_links(&mut self, path: &str) {
        let mut links = BTreeSet::new();
        for _ in 0..self.random.between(0, 4) {
            let (link, value) = match self.random.below(6) {
                0 => ("Person", self.random.pick(&self.persons)),
                1 | 2 => ("Theme", self.random.pick(&self.persons)),
                3 => ("Function", self.random.pick(&self.functions)),
                4 => ("Location", self.random.pick(&self.divisions)),
                _ => ("Group", self.random.pick(&self.groups)),
            };
            links.insert((link, value.clone()));
        }
        for (link, value) in links {
            let cells: &[(&str, &str)] = &[("LearningPathTitle", path), ("LinkType", link), ("LinkValue", &value)];
            self.add("learning_path_links.csv", cells);
        }
    }

    /// Adds four classes for three trainings on average; some trainings have none.
    fn add_classes(&mut self) {
        let count = self.size.trainings + self.size.trainings / 3;
        for id in self.random.ids(count) {
            let code = format!("K{:03}", self.classes.len() + 1);
            let training = self.random.below(self.trainings.len());
            let training_code = self.trainings[training].code.clone();
            let group = match self.random.below(3) {
                0 => self.random.pick(&self.groups).clone(),
                _ => String::new(),
            };
            let deadline = |generator: &mut Generator| match generator.random.below(4) {
                0 => generator.moment(),
                1 => generator.midnight(-1, 1),
                _ => String::new(),
            };
            let (edit, registration) = (deadline(self), deadline(self));
            let cells: &[(&str, &str)] = &[
                ("Id", id.as_str()),
                ("Code", &code),
                ("TrainingCode", &training_code),
                ("Name", *self.random.pick(&["Lichting A", "lichting a", "Voorjaar <1>"])),
                ("GroupName", &group),
                ("MinPersons", self.random.empty_or(50, &["0", "1"])),
                ("MaxPersons", self.random.empty_or(30, &["1", "2", "3", "12"])),
                ("Memo", self.random.empty_or(60, &["Neem mee: pen, papier"])),
                ("ShowMemoInReport", self.random.boolean(50)),
                ("IsVisibleInCatalog", self.random.boolean(80)),
                ("IsVisibleInCalendar", self.random.boolean(80)),
                ("OfferExternally", self.random.boolean(20)),
                ("IsArchived", self.random.boolean(15)),
                ("IsCancelled", self.random.boolean(15)),
                ("FilterByDivision", self.random.boolean(20)),
                ("HasWaitingList", self.random.boolean(50)),
                ("WaitingListCapacity", self.random.empty_or(50, &["1", "5"])),
                ("EditDeadline", &edit),
                ("RegistrationDeadline", &registration),
                ("LockDaysTillStart", self.random.empty_or(60, &["0", "7"])),
                ("CompletionType", *self.random.pick(&["Normal", "Stream", "ETicket"])),
                ("IsUnderConstruction", self.random.boolean(12)),
            ];
            self.organisation.add("classes.csv", cells);
            let dates = self.add_class_dates(&code);
            self.add_class_trainers(&code, &dates);
            self.classes.push(Class { code, training });
        }
    }

    fn add_class_dates(&mut self, class: &str) -> Vec<(String, String)> {
        let mut dates = BTreeSet::new();
        for _ in 0..self.random.between(0, 3) {
            let day = match self.random.below(3) {
                0 => self.within_days(-1, 1),
                1 => self.within_days(-400, -1),
                _ => self.within_days(1, 300),
            };
            let from = match self.random.below(3) {
                // if the date is today, the class begins now
                0 if self.now.hour() < 20 => self.now.time().to_string(),
                1 => "09:00:00".to_owned(),
                _ => "13:15:00".to_owned(),
            };
            dates.insert((day.date().to_string(), from));
        }
        let dates: Vec<_> = dates.into_iter().collect();
        for (date, from) in self.random.shuffled(dates.clone()) {
            let task = match self.random.below(2) {
                0 => self.random.pick(&self.tasks).clone(),
                _ => String::new(),
            };
            let cells: &[(&str, &str)] = &[
                ("ClassCode", class),
                ("Date", &date),
                ("From", &from),
                ("Till", *self.random.pick(&["20:30:00", "23:59:00"])),
                ("LocationName", self.random.empty_or(20, &["Zaal 1", "Zaal, 2", "Haven \"B\""])),
                ("LocationAddress", self.random.empty_or(40, &["Kade 1, Rotterdam"])),
                ("MeetingId", self.random.empty_or(60, &["17", "44"])),
                ("TaskCode", &task),
                ("StreamAvailable", self.random.boolean(30)),
                ("StreamPassword", self.random.empty_or(70, &["s<3cret"])),
                ("EticketInformation", self.random.empty_or(70, &["Toon bij de deur"])),
                ("ReservationId", self.random.empty_or(70, &["99"])),
            ];
            self.organisation.add("class_dates.csv", cells);
        }
        dates
    }

    fn add_class_trainers(&mut self, class: &str, dates: &[(String, String)]) {
        let percent = (100 / self.persons.len().max(1) as u64).max(1);
        for person in self.some_persons(percent) {
            if self.random.chance(50) {
                let cells: &[(&str, &str)] = &[("ClassCode", class), ("PersonExternalIdentifier", &person)];
                self.add("class_trainers.csv", cells);
            }
            for (date, from) in dates {
                if self.random.chance(40) {
                    let cells: &[(&str, &str)] =
                        &[("ClassCode", class), ("PersonExternalIdentifier", &person), ("Date", date), ("From", from)];
                    self.add("class_trainers.csv", cells);
                }
            }
        }
    }

    /// Adds dimmings, enrolments, progress, results and absences.
    fn add_relations(&mut self) {
        for (id, reason) in [("3", "Vrijgesteld"), ("7", "Zwanger & verlof"), ("2", "Elders")] {
            self.add("dim_reasons.csv", &[("Id", id), ("Reason", reason)]);
        }
        let mut enrollments = Ids::default();
        let mut results = Ids::default();
        let mut absences = Ids::default();
        for person in self.persons.clone() {
            for training in 0..self.trainings.len() {
                if self.random.chance(self.size.density) {
                    self.add_relation(&person, training, &mut enrollments, &mut results);
                }
            }
            self.add_absences(&person, &mut absences);
        }
    }

    fn add_relation(&mut self, person: &str, training: usize, enrollments: &mut Ids, results: &mut Ids) {
        let code = self.trainings[training].code.clone();
        let classes: Vec<_> = (0..self.classes.len())
            .filter(|class| self.classes[*class].training == training)
            .map(|class| self.classes[class].code.clone())
            .collect();
        if self.random.chance(20) {
            let reason = *self.random.pick(&["3", "7", "2"]);
            let cells: &[(&str, &str)] =
                &[("PersonExternalIdentifier", person), ("TrainingCode", &code), ("DimReasonId", reason)];
            self.add("dimmings.csv", cells);
        }
        let mut keys = BTreeSet::new();
        for _ in 0..*self.random.pick(&[0, 0, 1, 1, 2, 3, 4]) {
            let class = match classes.len() {
                0 => "",
                _ if self.random.chance(35) => "",
                _ => self.random.pick(&classes),
            };
            // often the same moment twice: then the ids decide the order
            let at = match keys.last() {
                Some((_, at)) if self.random.chance(25) => String::clone(at),
                _ => self.past(),
            };
            if keys.insert((class.to_owned(), at.clone())) {
                self.add_enrollment(person, &code, class, &at, enrollments);
            }
        }
        if self.random.chance(35) {
            let started = self.past();
            let percent = *self.random.pick(&["0", "40", "100"]);
            let cells: &[(&str, &str)] = &[
                ("PersonExternalIdentifier", person),
                ("TrainingCode", &code),
                ("StartedAt", &started),
                ("PercentComplete", percent),
            ];
            self.add("progress.csv", cells);
        }
        let mut finishes = BTreeSet::new();
        for _ in 0..*self.random.pick(&[0, 0, 1, 1, 1, 2, 3]) {
            // often on the day of an enrolment
            let finish = match keys.last() {
                Some((_, at)) if self.random.chance(40) => self.not_earlier_than(at),
                _ => self.past(),
            };
            if finish <= self.now.to_string() && finishes.insert(finish.clone()) {
                self.add_result(person, training, &classes, &finish, results);
            }
        }
    }

    fn add_enrollment(&mut self, person: &str, training: &str, class: &str, at: &str, ids: &mut Ids) {
        let id = ids.next(&mut self.random);
        let state = *self.random.pick(&["0", "1", "2", "2", "3", "3", "3"]);
        let changed = self.not_earlier_than(at);
        let (cancelled_at, by, reason) = match state {
            "2" => (
                match self.random.below(4) {
                    0 => String::new(),
                    _ => self.not_earlier_than(at),
                },
                *self.random.pick(&[
                    "Reden onbekend",
                    "Geannuleerd door planner",
                    "Medewerker uit dienst",
                    "Overgeplaatst van wachtlijst",
                ]),
                self.random.empty_or(50, &["No show", "Afgemeld"]),
            ),
            _ => (String::new(), "", ""),
        };
        let cells: &[(&str, &str)] = &[
            ("Id", id.as_str()),
            ("PersonExternalIdentifier", person),
            ("TrainingCode", training),
            ("ClassCode", class),
            ("EnrolledAt", at),
            ("State", state),
            ("OnWaitingList", if class.is_empty() { "false" } else { self.random.boolean(25) }),
            ("AddedFromCatalog", self.random.boolean(35)),
            ("ChangedAt", &changed),
            ("CancelledAt", &cancelled_at),
            ("CancelledBy", by),
            ("CancellationReason", reason),
            ("Costs", self.random.empty_or(50, &["0.00", "75.25"])),
            ("Payment", self.random.empty_or(60, &["Factuur", "Werkgever"])),
        ];
        self.organisation.add("enrollments.csv", cells);
    }

    fn add_result(&mut self, person: &str, training: usize, classes: &[String], finish: &str, ids: &mut Ids) {
        let id = ids.next(&mut self.random);
        let class = match classes.len() {
            0 => "",
            _ if self.random.chance(50) => "",
            _ => self.random.pick(classes),
        };
        let started = match self.random.below(3) {
            0 => String::new(),
            _ => self.not_later_than(finish),
        };
        let valid = match self.random.below(8) {
            0 => String::new(),
            1 => "never".to_owned(),
            2 => finish.to_owned(),
            _ => self.moment(),
        };
        // import refuses "a ValidUntil before the finish"
        let valid = match valid.as_str() {
            "" | "never" => valid,
            _ => valid.max(finish.to_owned()),
        };
        let cells: &[(&str, &str)] = &[
            ("Id", id.as_str()),
            ("PersonExternalIdentifier", person),
            ("TrainingCode", &self.trainings[training].code),
            ("FinishedAt", finish),
            ("ClassCode", class),
            ("StartedAt", &started),
            ("ValidUntil", &valid),
            ("CertificateObtained", self.random.boolean(50)),
            ("Version", self.random.empty_or(50, &["1", "3"])),
        ];
        self.organisation.add("results.csv", cells);
    }

    fn add_absences(&mut self, person: &str, ids: &mut Ids) {
        let mut keys = BTreeSet::new();
        for _ in 0..*self.random.pick(&[0, 0, 1, 2]) {
            let class = self.random.pick(&self.classes).code.clone();
            let task = match self.random.below(2) {
                0 => self.random.pick(&self.tasks).clone(),
                _ => String::new(),
            };
            let at = self.past();
            if !keys.insert((class.clone(), at.clone(), task.clone())) {
                continue;
            }
            let id = ids.next(&mut self.random);
            let cells: &[(&str, &str)] = &[
                ("Id", id.as_str()),
                ("PersonExternalIdentifier", person),
                ("ClassCode", &class),
                ("CreationDate", &at),
                ("TaskCode", &task),
                ("AbsenceReason", *self.random.pick(&["Ziek", "Vrij & weg"])),
                ("PublicCosts", *self.random.pick(&["0.00", "10.50"])),
                ("HiddenCosts", *self.random.pick(&["0.00", "3.05"])),
            ];
            self.organisation.add("absences.csv", cells);
        }
    }
}

/// Returns ids in random order within each ten, so that ids and moments are ordered differently.
#[derive(Default)]
struct Ids {
    shuffled: Vec<u64>,
    last: u64,
}

impl Ids {
    fn next(&mut self, random: &mut Random) -> String {
        if self.shuffled.is_empty() {
            let ten = (self.last + 1..=self.last + 10).collect();
            self.shuffled = random.shuffled(ten);
            self.last += 10;
        }
        self.shuffled.pop().expect("an id").to_string()
    }
}
