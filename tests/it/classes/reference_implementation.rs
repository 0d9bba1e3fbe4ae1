//! A simple, slow implementation of classes, agenda and catalog. It follows contract §5 sentence by sentence, reads the cells
//! of data files, and shares no code with the service. It returns the text between `<Contents>` and `</Contents>`.

use std::collections::BTreeMap;

use jiff::ToSpan;
use jiff::civil::{Date, DateTime};

use crate::random_organisation::{Organisation, Row};

/// For each branch of the rules: how many rows take it, and how many were tested.
#[derive(Default)]
pub struct BranchCounts(pub BTreeMap<&'static str, (usize, usize)>);

impl BranchCounts {
    fn count(&mut self, branch: &'static str, is_taken: bool) {
        let (taken, all) = self.0.entry(branch).or_default();
        *taken += usize::from(is_taken);
        *all += 1;
    }
}

/// Computes the expected responses of an organisation.
pub struct Reference<'a> {
    organisation: &'a Organisation,
    now: DateTime,
}

impl<'a> Reference<'a> {
    pub fn new(organisation: &'a Organisation) -> Reference<'a> {
        let now = organisation.now.parse().expect("a clock");
        Reference { organisation, now }
    }

    fn rows(&self, file: &str) -> Vec<Row<'a>> {
        self.organisation.rows(file).collect()
    }

    fn find(&self, file: &str, column: &str, value: &str) -> Row<'a> {
        let mut rows = self.organisation.rows(file);
        rows.find(|row| row.get(column) == value).unwrap_or_else(|| panic!("{file}: no {column} {value}"))
    }

    fn parse_moment(cell: &str) -> DateTime {
        cell.parse().unwrap_or_else(|error| panic!("{cell}: {error}"))
    }

    /// "*past* means not later than now"
    fn is_past(&self, moment: DateTime) -> bool {
        moment <= self.now
    }

    // Persons.

    fn person(&self, identifier: &str) -> Row<'a> {
        self.find("persons.csv", "ExternalIdentifier", identifier)
    }

    fn is_dismissed(&self, person: &Row) -> bool {
        let end = person.get("ContractEndTime");
        !end.is_empty() && self.is_past(Self::parse_moment(end))
    }

    /// "`FirstName Insertion FamilyName` with single spaces and no gap where the insertion is empty"
    fn full_name(person: &Row) -> String {
        let parts = ["FirstName", "Insertion", "FamilyName"].map(|column| person.get(column));
        let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        parts.join(" ")
    }

    // Contact moments.

    /// Returns the contact moments of a class with their ids, "by date, start, id".
    fn moments(&self, class: &str) -> Vec<(i64, Row<'a>)> {
        let all = self.rows("class_dates.csv").into_iter().zip(1..);
        let mut moments: Vec<_> = all
            .filter(|(row, _)| row.get("ClassCode") == class)
            .map(|(row, place)| (row.get("Id").parse().unwrap_or(place), row))
            .collect();
        moments.sort_by_key(|(id, row)| (row.get("Date"), row.get("From"), *id));
        moments
    }

    fn begins(&self, class: &str) -> Option<DateTime> {
        let (_, first) = *self.moments(class).first()?;
        Some(Self::parse_moment(&format!("{}T{}", first.get("Date"), time(first.get("From")))))
    }

    fn has_begun(&self, class: &str) -> bool {
        self.begins(class).is_some_and(|begins| self.is_past(begins))
    }

    // Participants.
    /// "The latest enrolment (EnrolledAt, then id) of a person for a class counts."
    fn counting_enrollments(&self, class: &str, counts: &mut BranchCounts) -> Vec<Row<'a>> {
        let rows = self.rows("enrollments.csv");
        let of_class: Vec<_> = rows.into_iter().filter(|row| row.get("ClassCode") == class).collect();
        let key = |row: &Row| (row.get("EnrolledAt").to_owned(), row.int("Id"));
        let mut counting = Vec::new();
        for row in &of_class {
            let person = row.get("PersonExternalIdentifier");
            let mut others = of_class
                .iter()
                .filter(|other| other.get("PersonExternalIdentifier") == person && other.int("Id") != row.int("Id"));
            let is_latest = others.all(|other| key(other) < key(row));
            counts.count("enrolment: replaced by a later one", !is_latest);
            if is_latest {
                counting.push(*row);
            }
        }
        counting
    }

    /// Returns the ids of the enrolled and of the waiting persons, ascending.
    fn participants(&self, class: &str, counts: &mut BranchCounts) -> (Vec<i64>, Vec<i64>) {
        let (mut enrolled, mut waiting) = (Vec::new(), Vec::new());
        let has_begun = self.has_begun(class);
        for enrollment in self.counting_enrollments(class, counts) {
            let person = self.person(enrollment.get("PersonExternalIdentifier"));
            let (state, is_on_list) = (enrollment.int("State"), enrollment.is("OnWaitingList"));
            let (is_dismissed, is_anonymised) = (self.is_dismissed(&person), person.is("Anonymised"));
            counts.count("participant: anonymised", is_anonymised);
            counts.count("participant: dismissed, class begun", is_dismissed && has_begun);
            counts.count("participant: dismissed, class not begun", is_dismissed && !has_begun);
            counts.count("participant: on the waiting list in state 3", is_on_list && state == 3);
            counts.count("participant: on the waiting list in state 2", is_on_list && state == 2);
            counts.count("participant: waiting", is_on_list && state < 2);
            counts.count("participant: enrolled", !is_on_list && state == 3);
            counts.count("participant: neither enrolled nor waiting", !is_on_list && state != 3);
            if is_anonymised || is_dismissed && !has_begun {
                continue;
            }
            if state == 3 && !is_on_list {
                enrolled.push(person.int("Id"));
            }
            if is_on_list && state != 2 {
                waiting.push(person.int("Id"));
            }
        }
        enrolled.sort();
        waiting.sort();
        (enrolled, waiting)
    }

    /// The trainers "of that contact moment", by id.
    fn trainers(&self, moment: &Row, counts: &mut BranchCounts) -> Vec<Row<'a>> {
        let class = moment.get("ClassCode");
        let rows = self.rows("class_trainers.csv");
        let mut trainers = BTreeMap::new();
        for row in rows.iter().filter(|row| row.get("ClassCode") == class) {
            let is_of_all = row.get("Date").is_empty();
            let is_of_this = row.get("Date") == moment.get("Date") && time(row.get("From")) == time(moment.get("From"));
            let person = self.person(row.get("PersonExternalIdentifier"));
            counts.count("trainer: of all contact moments", is_of_all);
            counts.count("trainer: of this contact moment", is_of_this);
            counts.count("trainer: of another contact moment", !is_of_all && !is_of_this);
            counts.count("trainer: anonymised", person.is("Anonymised"));
            if (is_of_all || is_of_this) && !person.is("Anonymised") {
                let is_listed_twice = trainers.insert(person.int("Id"), person).is_some();
                counts.count("trainer: of all contact moments and of this one", is_listed_twice);
            }
        }
        trainers.into_values().collect()
    }

    // GetClasses, GetClassesFilteredByDate, GetClassesFilteredByTraining.

    /// Returns the classes for which `keep` returns true. Its arguments are the class and its first contact moment.
    pub fn classes(
        &self,
        include_archived: bool,
        keep: impl Fn(&Row, Option<DateTime>) -> bool,
        counts: &mut BranchCounts,
    ) -> String {
        let mut classes = Vec::new();
        for class in self.rows("classes.csv") {
            let begins = self.begins(class.get("Code"));
            counts.count("class: without contact moments", begins.is_none());
            counts.count("class: begins now", begins == Some(self.now));
            counts.count("class: has begun", self.has_begun(class.get("Code")));
            counts.count("class: under construction", class.is("IsUnderConstruction"));
            counts.count("class: archived", class.is("IsArchived"));
            counts.count("class: cancelled", class.is("IsCancelled"));
            let is_hidden = class.is("IsUnderConstruction") || class.is("IsArchived") && !include_archived;
            if !is_hidden && keep(&class, begins) {
                classes.push((begins.unwrap_or(DateTime::MAX), class.int("Id"), class));
            }
        }
        classes.sort_by_key(|(begins, id, _)| (*begins, *id));
        classes.iter().map(|(_, _, class)| self.training_class(class, counts)).collect()
    }

    fn training_class(&self, class: &Row, counts: &mut BranchCounts) -> String {
        let code = class.get("Code");
        let (enrolled, waiting) = self.participants(code, counts);
        let training = self.find("trainings.csv", "Code", class.get("TrainingCode"));
        let dates = self.moments(code).into_iter().map(|(id, moment)| {
            let trainers = self.trainers(&moment, counts);
            let location = [text("Name", moment.get("LocationName")), text("Address", moment.get("LocationAddress"))];
            let fields = [
                text("Id", &id.to_string()),
                text("Date", moment.get("Date")),
                text("StartsAt", &time(moment.get("From"))),
                text("EndsAt", &time(moment.get("Till"))),
                tag("Location", &location.concat()),
                ids("TrainerIds", trainers.iter().map(|trainer| trainer.int("Id"))),
            ];
            tag("TrainingClassDate", &fields.concat())
        });
        let dates: String = dates.collect();
        let fields = [
            text("Id", class.get("Id")),
            text("Name", class.get("Name")),
            nil("MaximumEnrollments", class.get("MaxPersons")),
            nil("MinimumEnrollments", class.get("MinPersons")),
            text("IsCancelled", class.get("IsCancelled")),
            text("IsArchived", class.get("IsArchived")),
            text("IsVisibleInCatalog", class.get("IsVisibleInCatalog")),
            text("IsVisibleInCalendar", class.get("IsVisibleInCalendar")),
            text("VisibleExternally", class.get("OfferExternally")),
            text("HasWaitingList", class.get("HasWaitingList")),
            nil("MaximumWaitingListEnrollments", class.get("WaitingListCapacity")),
            tag("Dates", &dates),
            ids("Enrollments", enrolled.into_iter()),
            ids("WaitingListEnrollments", waiting.into_iter()),
            tag(
                "Training",
                &[
                    text("Id", training.get("Id")),
                    text("Type", training.get("Type")),
                    text("Name", training.get("Title")),
                ]
                .concat(),
            ),
        ];
        tag("TrainingClass", &fields.concat())
    }

    // GetClass.

    pub fn class(&self, class: &Row, counts: &mut BranchCounts) -> String {
        let begins = self.begins(class.get("Code"));
        let lock = class.get("LockDaysTillStart");
        counts.count("class: opens before it starts", begins.is_some() && !lock.is_empty());
        let opens = match (begins, lock.parse::<i64>()) {
            (Some(begins), Ok(days)) => begins.checked_sub(days.days()).expect("a day").to_string(),
            _ => String::new(),
        };
        let group = match class.get("GroupName") {
            "" => "0".to_owned(),
            name => self.find("groups.csv", "Name", name).get("Id").to_owned(),
        };
        let data: String = self
            .moments(class.get("Code"))
            .iter()
            .map(|(id, moment)| self.group_class_date(*id, moment, class.get("Id")))
            .collect();
        [
            text("Id", class.get("Id")),
            text("GroupId", &group),
            text("ClassName", class.get("Name")),
            text("IsVisibleCatalog", class.get("IsVisibleInCatalog")),
            text("IsVisibleCalendar", class.get("IsVisibleInCalendar")),
            text("OfferExternally", class.get("OfferExternally")),
            nil("MinPersons", class.get("MinPersons")),
            nil("MaxPersons", class.get("MaxPersons")),
            text("Memo", class.get("Memo")),
            text("ShowMemoInReport", class.get("ShowMemoInReport")),
            text("Archived", class.get("IsArchived")),
            text("Cancelled", class.get("IsCancelled")),
            text("FilterByDivision", class.get("FilterByDivision")),
            text("HasWaitingList", class.get("HasWaitingList")),
            nil("WaitingListCapacity", class.get("WaitingListCapacity")),
            nil("EditDeadline", class.get("EditDeadline")),
            nil("RegistrationDeadline", class.get("RegistrationDeadline")),
            nil("LockDaysTillStart", &opens),
            text("CompletionType", class.get("CompletionType")),
            text("IsUnderConstruction", class.get("IsUnderConstruction")),
            tag("Data", &data),
            "<Members/><Editions/><GroupClassDivisions/><WaitingListEnrollments/>".to_owned(),
        ]
        .concat()
    }

    fn group_class_date(&self, id: i64, moment: &Row, class: &str) -> String {
        let task = match moment.get("TaskCode") {
            "" => "",
            code => self.find("tasks.csv", "Code", code).get("Id"),
        };
        let fields = [
            text("Id", &id.to_string()),
            text("ClassId", class),
            text("Date", &format!("{}T00:00:00", moment.get("Date"))),
            text("From", &time(moment.get("From"))[..5]),
            text("Till", &time(moment.get("Till"))[..5]),
            text("LocationName", moment.get("LocationName")),
            text("LocationAddress", moment.get("LocationAddress")),
            optional("MeetingId", moment.get("MeetingId")),
            optional("TaskId", task),
            text("StreamAvailable", moment.get("StreamAvailable")),
            text("StreamPassword", moment.get("StreamPassword")),
            text("EticketInformation", moment.get("EticketInformation")),
            optional("ReservationId", moment.get("ReservationId")),
        ];
        tag("GroupClassDate", &fields.concat())
    }

    // GetPersonAgenda.

    /// Returns the agenda of a person who is not anonymised.
    pub fn agenda(&self, identifier: &str, counts: &mut BranchCounts) -> String {
        let mut items = Vec::new();
        for class in self.rows("classes.csv") {
            let enrollments = self.counting_enrollments(class.get("Code"), &mut BranchCounts::default());
            let enrollment = enrollments.iter().find(|row| row.get("PersonExternalIdentifier") == identifier);
            let Some(enrollment) = enrollment else { continue };
            let state = match (enrollment.is("OnWaitingList"), enrollment.get("State")) {
                (true, "3") => "0",
                (_, state) => state,
            };
            let training = self.find("trainings.csv", "Code", class.get("TrainingCode"));
            for (id, moment) in self.moments(class.get("Code")) {
                counts.count("agenda: on the waiting list in state 3", state != enrollment.get("State"));
                counts.count("agenda: cancelled class", class.is("IsCancelled"));
                counts.count("agenda: rejected or cancelled", state == "2");
                counts.count("agenda: class under construction", class.is("IsUnderConstruction"));
                let day: Date = moment.get("Date").parse().expect("a date");
                counts.count("agenda: past", day < self.now.date());
                let date = format!("{:02} {} {:04}", day.day(), MONTHS[day.month() as usize - 1], day.year());
                let fields = [
                    text("id", &id.to_string()),
                    text("agendaItem", training.get("Title")),
                    text("agendaDatum", &date),
                    text("classID", class.get("Id")),
                    text("externalIdentifier", identifier),
                    text("State", state),
                    text("Cancelled", class.get("IsCancelled")),
                    text("type", "training"),
                    text("agendaHyperlink", "#"),
                    "<agendaTarget/>".to_owned(),
                ];
                let order = (moment.get("Date"), time(moment.get("From")), id);
                items.push((order, tag("AgendaDTO", &fields.concat())));
            }
        }
        items.sort();
        items.into_iter().map(|(_, item)| item).collect()
    }

    // GetCatalog.

    /// Returns the catalog of a service at the address `base`.
    pub fn catalog(&self, base: &str, counts: &mut BranchCounts) -> String {
        let in_order = |mut rows: Vec<Row<'a>>| {
            rows.sort_by_key(|row| (row.int("Order"), row.int("Id")));
            rows
        };
        let mut catalog = String::new();
        for step in in_order(self.rows("steps.csv")) {
            let mut subjects = String::new();
            let is_of_step = |row: &Row| row.get("StepTitle") == step.get("Title");
            let categories = self.rows("categories.csv").into_iter().filter(is_of_step).collect();
            for category in in_order(categories) {
                let trainings = self.trainings(&category, base, counts);
                counts.count("category: omitted", trainings.is_empty());
                if !trainings.is_empty() {
                    let fields = text("Subject", category.get("Title")) + &tag("CatTrainingInfo", &trainings);
                    subjects += &tag("CatSubject", &fields);
                }
            }
            counts.count("step: omitted", subjects.is_empty());
            if !subjects.is_empty() {
                let fields = text("Title", step.get("Title")) + &tag("CatSubject", &subjects);
                catalog += &tag("CatalogItem", &fields);
            }
        }
        catalog
    }

    fn trainings(&self, category: &Row, base: &str, counts: &mut BranchCounts) -> String {
        let mut trainings = Vec::new();
        for training in self.rows("trainings.csv") {
            let is_of_category = training.get("StepTitle") == category.get("StepTitle")
                && training.get("CategoryTitle") == category.get("Title");
            if is_of_category {
                counts.count("training: inactive", !training.is("IsActive"));
                counts.count("training: not in the catalog", !training.is("IsVisibleInCatalog"));
            }
            if is_of_category && training.is("IsActive") && training.is("IsVisibleInCatalog") {
                // "by title means without regard to ASCII case, then type (`Learning` first), then id"
                let is_block = training.get("Type") == "Longterm";
                let order = (training.get("Title").to_ascii_lowercase(), is_block, training.int("Id"));
                trainings.push((order, training));
            }
        }
        trainings.sort_by(|(one, _), (other, _)| one.cmp(other));
        trainings.iter().map(|(_, training)| self.training(training, base, counts)).collect()
    }

    fn training(&self, training: &Row, base: &str, counts: &mut BranchCounts) -> String {
        let image = match training.get("Image") {
            path if path.starts_with("images/") => format!("{base}/{path}"),
            address => address.to_owned(),
        };
        let is_of_training = |row: &Row| row.get("TrainingCode") == training.get("Code");
        let mut trainers: Vec<_> = self
            .rows("training_trainers.csv")
            .into_iter()
            .filter(is_of_training)
            .map(|row| self.person(row.get("PersonExternalIdentifier")))
            .filter(|person| !person.is("Anonymised"))
            .collect();
        trainers.sort_by_key(|person| person.int("Id"));
        let data = self.training_data(training, counts);
        counts.count("training: without open classes", data.is_empty());
        let fields = [
            text("Title", training.get("Title")),
            text("Image", &image),
            text("Description", training.get("Description")),
            text("Id", training.get("Id")),
            text("costs", training.get("Costs")),
            users("Trainers", &trainers),
            if data.is_empty() { String::new() } else { tag("TrainingData", &data) },
            "<Sites/><RelatedTrainings/>".to_owned(),
        ];
        tag("CatTrainingInfo", &fields.concat())
    }

    fn training_data(&self, training: &Row, counts: &mut BranchCounts) -> String {
        let mut entries = Vec::new();
        let is_of_training = |row: &Row| row.get("TrainingCode") == training.get("Code");
        for class in self.rows("classes.csv").into_iter().filter(is_of_training) {
            if !self.is_open(&class, counts) {
                continue;
            }
            let (enrolled, _) = self.participants(class.get("Code"), &mut BranchCounts::default());
            let places = match class.get("MaxPersons").parse::<i64>() {
                Ok(maximum) => {
                    counts.count("open class: overbooked", enrolled.len() as i64 > maximum);
                    counts.count("open class: full", enrolled.len() as i64 == maximum);
                    counts.count("open class: without a maximum", false);
                    (maximum - enrolled.len() as i64).max(0).to_string()
                }
                Err(_) => {
                    counts.count("open class: without a maximum", true);
                    String::new()
                }
            };
            let group = match class.get("GroupName") {
                "" => "0".to_owned(),
                name => self.find("groups.csv", "Name", name).get("Id").to_owned(),
            };
            for (id, moment) in self.moments(class.get("Code")) {
                let day: Date = moment.get("Date").parse().expect("a date");
                let (from, till) = (time(moment.get("From")), time(moment.get("Till")));
                let fields = [
                    text("subscriptionId", class.get("Id")),
                    text("groupId", &group),
                    text("ClassName", class.get("Name")),
                    text("Date", &format!("{}-{}-{:04}", day.day(), day.month(), day.year())),
                    text("Time", &format!("{}-{}", &from[..5], &till[..5])),
                    text("Location", moment.get("LocationName")),
                    text("Adress", moment.get("LocationAddress")),
                    nil("AvailablePlaces", &places),
                    text("HasWaitingList", class.get("HasWaitingList")),
                    users("Trainers", &self.trainers(&moment, &mut BranchCounts::default())),
                ];
                entries.push(((day, from, id), tag("CatTrainingData", &fields.concat())));
            }
        }
        entries.sort();
        entries.into_iter().map(|(_, entry)| entry).collect()
    }

    /// "classes that have not begun, are visible in the catalog, not archived, cancelled or under construction, and
    /// whose RegistrationDeadline is not past (at midnight it counts to the end of its day)"
    fn is_open(&self, class: &Row, counts: &mut BranchCounts) -> bool {
        let deadline = class.get("RegistrationDeadline");
        let is_past = !deadline.is_empty() && {
            let deadline = Self::parse_moment(deadline);
            let is_midnight = deadline.time() == jiff::civil::Time::midnight();
            let is_today = is_midnight && deadline.date() == self.now.date();
            counts.count("deadline: today at midnight", is_today);
            counts.count("deadline: now", deadline == self.now && !is_midnight);
            self.is_past(deadline) && !is_today
        };
        counts.count("deadline: past", is_past);
        let is_hidden = ["IsArchived", "IsCancelled", "IsUnderConstruction"].iter().any(|flag| class.is(flag));
        let is_open = class.is("IsVisibleInCatalog") && !is_hidden && !self.has_begun(class.get("Code")) && !is_past;
        counts.count("open class", is_open);
        is_open
    }
}

const MONTHS: [&str; 12] = [
    "januari",
    "februari",
    "maart",
    "april",
    "mei",
    "juni",
    "juli",
    "augustus",
    "september",
    "oktober",
    "november",
    "december",
];

/// Returns a time of day with seconds, which a cell may omit.
fn time(cell: &str) -> String {
    if cell.len() == 5 { format!("{cell}:00") } else { cell.to_owned() }
}

fn tag(name: &str, inner: &str) -> String {
    if inner.is_empty() { format!("<{name}/>") } else { format!("<{name}>{inner}</{name}>") }
}

fn text(name: &str, value: &str) -> String {
    let value = value.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    tag(name, &value)
}

fn nil(name: &str, value: &str) -> String {
    if value.is_empty() { format!("<{name} xsi:nil=\"true\"/>") } else { text(name, value) }
}

fn optional(name: &str, value: &str) -> String {
    if value.is_empty() { String::new() } else { text(name, value) }
}

fn ids(name: &str, ids: impl Iterator<Item = i64>) -> String {
    tag(name, &ids.map(|id| format!("<int>{id}</int>")).collect::<String>())
}

fn users(name: &str, persons: &[Row]) -> String {
    let user = |person: &Row| {
        let fields = [
            text("Id", person.get("Id")),
            text("Name", &Reference::full_name(person)),
            text("EmailAddress", person.get("Email")),
        ];
        tag("UserInfo", &fields.concat())
    };
    tag(name, &persons.iter().map(user).collect::<String>())
}
