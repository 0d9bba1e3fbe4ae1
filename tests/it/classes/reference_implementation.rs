//! The answers of the classes, the agenda and the catalog, computed a second time: from the cells of the data files,
//! by the sentences of contract section 5, one item after the other and nothing prepared. Nothing of the service is
//! shared. Every answer is the text between `<Contents>` and `</Contents>`.

use std::collections::BTreeMap;

use jiff::ToSpan;
use jiff::civil::{Date, DateTime};

use crate::random_organisation::{Organisation, Row};

/// How often each branch of a rule was met, and of how many rows.
#[derive(Default)]
pub struct Met(pub BTreeMap<&'static str, (usize, usize)>);

impl Met {
    /// Counts a row, and whether it is of this branch.
    fn count(&mut self, branch: &'static str, is: bool) {
        let (met, of) = self.0.entry(branch).or_default();
        *met += usize::from(is);
        *of += 1;
    }
}

/// An organisation, looked at as a reader of its files would.
pub struct Naive<'a> {
    organisation: &'a Organisation,
    now: DateTime,
}

impl<'a> Naive<'a> {
    pub fn new(organisation: &'a Organisation) -> Naive<'a> {
        let now = organisation.now.parse().expect("a clock");
        Naive { organisation, now }
    }

    fn rows(&self, file: &str) -> Vec<Row<'a>> {
        self.organisation.rows(file).collect()
    }

    fn only(&self, file: &str, column: &str, value: &str) -> Row<'a> {
        let mut rows = self.organisation.rows(file);
        rows.find(|row| row.get(column) == value).unwrap_or_else(|| panic!("{file}: no {column} {value}"))
    }

    fn moment(cell: &str) -> DateTime {
        cell.parse().unwrap_or_else(|error| panic!("{cell}: {error}"))
    }

    /// "*past* means not later than now"
    fn past(&self, moment: DateTime) -> bool {
        moment <= self.now
    }

    // Persons.

    fn person(&self, identifier: &str) -> Row<'a> {
        self.only("persons.csv", "ExternalIdentifier", identifier)
    }

    fn dismissed(&self, person: &Row) -> bool {
        let end = person.get("ContractEndTime");
        !end.is_empty() && self.past(Self::moment(end))
    }

    /// "`FirstName Insertion FamilyName` with single spaces and no gap where the insertion is empty"
    fn full_name(person: &Row) -> String {
        let parts = ["FirstName", "Insertion", "FamilyName"].map(|column| person.get(column));
        let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        parts.join(" ")
    }

    // Contact moments: class_dates.csv, each with its id.

    /// Of a class, "by date, start, id".
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
        Some(Self::moment(&format!("{}T{}", first.get("Date"), time(first.get("From")))))
    }

    fn has_begun(&self, class: &str) -> bool {
        self.begins(class).is_some_and(|begins| self.past(begins))
    }

    // Who is in a class.

    /// "The latest enrolment (EnrolledAt, then id) of a person for a class counts."
    fn counting(&self, class: &str, met: &mut Met) -> Vec<Row<'a>> {
        let rows = self.rows("enrollments.csv");
        let of_class: Vec<_> = rows.into_iter().filter(|row| row.get("ClassCode") == class).collect();
        let key = |row: &Row| (row.get("EnrolledAt").to_owned(), row.int("Id"));
        let mut counting = Vec::new();
        for row in &of_class {
            let person = row.get("PersonExternalIdentifier");
            let mut others = of_class
                .iter()
                .filter(|other| other.get("PersonExternalIdentifier") == person && other.int("Id") != row.int("Id"));
            let counts = others.all(|other| key(other) < key(row));
            met.count("enrolment: replaced by a later one", !counts);
            if counts {
                counting.push(*row);
            }
        }
        counting
    }

    /// Ids of those enrolled and of those waiting, ascending.
    fn participants(&self, class: &str, met: &mut Met) -> (Vec<i64>, Vec<i64>) {
        let (mut enrolled, mut waiting) = (Vec::new(), Vec::new());
        let begun = self.has_begun(class);
        for enrollment in self.counting(class, met) {
            let person = self.person(enrollment.get("PersonExternalIdentifier"));
            let (state, on_list) = (enrollment.int("State"), enrollment.is("OnWaitingList"));
            let (dismissed, anonymised) = (self.dismissed(&person), person.is("Anonymised"));
            met.count("counting: anonymised", anonymised);
            met.count("counting: dismissed, class begun", dismissed && begun);
            met.count("counting: dismissed, class not begun", dismissed && !begun);
            met.count("counting: on the waiting list in state 3", on_list && state == 3);
            met.count("counting: on the waiting list in state 2", on_list && state == 2);
            met.count("counting: waiting", on_list && state < 2);
            met.count("counting: enrolled", !on_list && state == 3);
            met.count("counting: neither", !on_list && state != 3);
            if anonymised || dismissed && !begun {
                continue;
            }
            if state == 3 && !on_list {
                enrolled.push(person.int("Id"));
            }
            if on_list && state != 2 {
                waiting.push(person.int("Id"));
            }
        }
        enrolled.sort();
        waiting.sort();
        (enrolled, waiting)
    }

    /// The trainers "of that contact moment", by id.
    fn trainers(&self, moment: &Row, met: &mut Met) -> Vec<Row<'a>> {
        let class = moment.get("ClassCode");
        let rows = self.rows("class_trainers.csv");
        let mut trainers = BTreeMap::new();
        for row in rows.iter().filter(|row| row.get("ClassCode") == class) {
            let always = row.get("Date").is_empty();
            let this_one = row.get("Date") == moment.get("Date") && time(row.get("From")) == time(moment.get("From"));
            let person = self.person(row.get("PersonExternalIdentifier"));
            met.count("trainer: of every contact moment", always);
            met.count("trainer: of this one", this_one);
            met.count("trainer: of another one", !always && !this_one);
            met.count("trainer: anonymised", person.is("Anonymised"));
            if (always || this_one) && !person.is("Anonymised") {
                let twice = trainers.insert(person.int("Id"), person).is_some();
                met.count("trainer: of every one and of this one", twice);
            }
        }
        trainers.into_values().collect()
    }

    // GetClasses, GetClassesFilteredByDate, GetClassesFilteredByTraining.

    /// The classes that `keep` lets through: it gets the class and its beginning.
    pub fn classes(
        &self,
        include_archived: bool,
        keep: impl Fn(&Row, Option<DateTime>) -> bool,
        met: &mut Met,
    ) -> String {
        let mut classes = Vec::new();
        for class in self.rows("classes.csv") {
            let begins = self.begins(class.get("Code"));
            met.count("class: without contact moments", begins.is_none());
            met.count("class: begins now", begins == Some(self.now));
            met.count("class: has begun", self.has_begun(class.get("Code")));
            met.count("class: under construction", class.is("IsUnderConstruction"));
            met.count("class: archived", class.is("IsArchived"));
            met.count("class: cancelled", class.is("IsCancelled"));
            let hidden = class.is("IsUnderConstruction") || class.is("IsArchived") && !include_archived;
            if !hidden && keep(&class, begins) {
                classes.push((begins.unwrap_or(DateTime::MAX), class.int("Id"), class));
            }
        }
        classes.sort_by_key(|(begins, id, _)| (*begins, *id));
        classes.iter().map(|(_, _, class)| self.training_class(class, met)).collect()
    }

    fn training_class(&self, class: &Row, met: &mut Met) -> String {
        let code = class.get("Code");
        let (enrolled, waiting) = self.participants(code, met);
        let training = self.only("trainings.csv", "Code", class.get("TrainingCode"));
        let dates = self.moments(code).into_iter().map(|(id, moment)| {
            let trainers = self.trainers(&moment, met);
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

    pub fn class(&self, class: &Row, met: &mut Met) -> String {
        let begins = self.begins(class.get("Code"));
        let lock = class.get("LockDaysTillStart");
        met.count("class: opens before it starts", begins.is_some() && !lock.is_empty());
        let opens = match (begins, lock.parse::<i64>()) {
            (Some(begins), Ok(days)) => begins.checked_sub(days.days()).expect("a day").to_string(),
            _ => String::new(),
        };
        let group = match class.get("GroupName") {
            "" => "0".to_owned(),
            name => self.only("groups.csv", "Name", name).get("Id").to_owned(),
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
            code => self.only("tasks.csv", "Code", code).get("Id"),
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

    /// The agenda of a person who is not anonymised.
    pub fn agenda(&self, identifier: &str, met: &mut Met) -> String {
        let mut items = Vec::new();
        for class in self.rows("classes.csv") {
            let mine = self.counting(class.get("Code"), &mut Met::default());
            let mine = mine.iter().find(|row| row.get("PersonExternalIdentifier") == identifier);
            let Some(enrollment) = mine else { continue };
            let state = match (enrollment.is("OnWaitingList"), enrollment.get("State")) {
                (true, "3") => "0",
                (_, state) => state,
            };
            let training = self.only("trainings.csv", "Code", class.get("TrainingCode"));
            for (id, moment) in self.moments(class.get("Code")) {
                met.count("agenda: on the waiting list in state 3", state != enrollment.get("State"));
                met.count("agenda: cancelled class", class.is("IsCancelled"));
                met.count("agenda: rejected or cancelled", state == "2");
                met.count("agenda: class under construction", class.is("IsUnderConstruction"));
                let day: Date = moment.get("Date").parse().expect("a date");
                met.count("agenda: past", day < self.now.date());
                let words = format!("{:02} {} {:04}", day.day(), MONTHS[day.month() as usize - 1], day.year());
                let fields = [
                    text("id", &id.to_string()),
                    text("agendaItem", training.get("Title")),
                    text("agendaDatum", &words),
                    text("classID", class.get("Id")),
                    text("externalIdentifier", identifier),
                    text("State", state),
                    text("Cancelled", class.get("IsCancelled")),
                    text("type", "training"),
                    text("agendaHyperlink", "#"),
                    "<agendaTarget/>".to_owned(),
                ];
                let place = (moment.get("Date"), time(moment.get("From")), id);
                items.push((place, tag("AgendaDTO", &fields.concat())));
            }
        }
        items.sort();
        items.into_iter().map(|(_, item)| item).collect()
    }

    // GetCatalog.

    /// The catalog of a service at this address.
    pub fn catalog(&self, base: &str, met: &mut Met) -> String {
        let in_order = |mut rows: Vec<Row<'a>>| {
            rows.sort_by_key(|row| (row.int("Order"), row.int("Id")));
            rows
        };
        let mut catalog = String::new();
        for step in in_order(self.rows("steps.csv")) {
            let mut subjects = String::new();
            let of_step = |row: &Row| row.get("StepTitle") == step.get("Title");
            let categories = self.rows("categories.csv").into_iter().filter(of_step).collect();
            for category in in_order(categories) {
                let trainings = self.trainings(&category, base, met);
                met.count("category: left out", trainings.is_empty());
                if !trainings.is_empty() {
                    let fields = text("Subject", category.get("Title")) + &tag("CatTrainingInfo", &trainings);
                    subjects += &tag("CatSubject", &fields);
                }
            }
            met.count("step: left out", subjects.is_empty());
            if !subjects.is_empty() {
                let fields = text("Title", step.get("Title")) + &tag("CatSubject", &subjects);
                catalog += &tag("CatalogItem", &fields);
            }
        }
        catalog
    }

    fn trainings(&self, category: &Row, base: &str, met: &mut Met) -> String {
        let mut trainings = Vec::new();
        for training in self.rows("trainings.csv") {
            let here = training.get("StepTitle") == category.get("StepTitle")
                && training.get("CategoryTitle") == category.get("Title");
            if here {
                met.count("training: inactive", !training.is("IsActive"));
                met.count("training: not in the catalog", !training.is("IsVisibleInCatalog"));
            }
            if here && training.is("IsActive") && training.is("IsVisibleInCatalog") {
                // "by title means without regard to ASCII case, then type (`Learning` first), then id"
                let block = training.get("Type") == "Longterm";
                let place = (training.get("Title").to_ascii_lowercase(), block, training.int("Id"));
                trainings.push((place, training));
            }
        }
        trainings.sort_by(|(one, _), (other, _)| one.cmp(other));
        trainings.iter().map(|(_, training)| self.training(training, base, met)).collect()
    }

    fn training(&self, training: &Row, base: &str, met: &mut Met) -> String {
        let image = match training.get("Image") {
            picture if picture.starts_with("images/") => format!("{base}/{picture}"),
            address => address.to_owned(),
        };
        let of_training = |row: &Row| row.get("TrainingCode") == training.get("Code");
        let mut trainers: Vec<_> = self
            .rows("training_trainers.csv")
            .into_iter()
            .filter(of_training)
            .map(|row| self.person(row.get("PersonExternalIdentifier")))
            .filter(|person| !person.is("Anonymised"))
            .collect();
        trainers.sort_by_key(|person| person.int("Id"));
        let data = self.training_data(training, met);
        met.count("training: without open classes", data.is_empty());
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

    fn training_data(&self, training: &Row, met: &mut Met) -> String {
        let mut entries = Vec::new();
        let of_training = |row: &Row| row.get("TrainingCode") == training.get("Code");
        for class in self.rows("classes.csv").into_iter().filter(of_training) {
            if !self.is_open(&class, met) {
                continue;
            }
            let (enrolled, _) = self.participants(class.get("Code"), &mut Met::default());
            let places = match class.get("MaxPersons").parse::<i64>() {
                Ok(most) => {
                    met.count("open class: overbooked", enrolled.len() as i64 > most);
                    met.count("open class: full", enrolled.len() as i64 == most);
                    met.count("open class: without a maximum", false);
                    (most - enrolled.len() as i64).max(0).to_string()
                }
                Err(_) => {
                    met.count("open class: without a maximum", true);
                    String::new()
                }
            };
            let group = match class.get("GroupName") {
                "" => "0".to_owned(),
                name => self.only("groups.csv", "Name", name).get("Id").to_owned(),
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
                    users("Trainers", &self.trainers(&moment, &mut Met::default())),
                ];
                entries.push(((day, from, id), tag("CatTrainingData", &fields.concat())));
            }
        }
        entries.sort();
        entries.into_iter().map(|(_, entry)| entry).collect()
    }

    /// "classes that have not begun, are visible in the catalog, not archived, cancelled or under construction, and
    /// whose RegistrationDeadline is not past (at midnight it counts to the end of its day)"
    fn is_open(&self, class: &Row, met: &mut Met) -> bool {
        let deadline = class.get("RegistrationDeadline");
        let past = !deadline.is_empty() && {
            let deadline = Self::moment(deadline);
            let midnight = deadline.time() == jiff::civil::Time::midnight();
            let counted_today = midnight && deadline.date() == self.now.date();
            met.count("deadline: today at midnight", counted_today);
            met.count("deadline: now", deadline == self.now && !midnight);
            self.past(deadline) && !counted_today
        };
        met.count("deadline: past", past);
        let begun = self.has_begun(class.get("Code"));
        let flags = ["IsArchived", "IsCancelled", "IsUnderConstruction"];
        let open = class.is("IsVisibleInCatalog") && !flags.iter().any(|flag| class.is(flag)) && !begun && !past;
        met.count("open class", open);
        open
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

/// A time of day to the second; a cell may leave the seconds out.
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
            text("Name", &Naive::full_name(person)),
            text("EmailAddress", person.get("Email")),
        ];
        tag("UserInfo", &fields.concat())
    };
    tag(name, &persons.iter().map(user).collect::<String>())
}
