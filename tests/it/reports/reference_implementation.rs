//! The reports computed a second time, from the cells of the data files alone: the sentences of contract section 6
//! one after the other, without regard to speed. Nothing of the service is shared.

use std::collections::BTreeMap;

use jiff::ToSpan;
use jiff::civil::{Date, DateTime, Weekday};

use crate::random_organisation::{Organisation, Row};

/// A row of a report: its columns in order, `None` where the element is absent.
pub type Cells = Vec<Option<String>>;

/// The computation for one organisation; it counts which of its branches rows go through.
pub struct Naive<'a> {
    organisation: &'a Organisation,
    /// How many rows went through each branch.
    pub met: BTreeMap<&'static str, usize>,
}

/// A row after its sort key.
type Sorted = (String, i64, (bool, i64), i64, Cells);

impl<'a> Naive<'a> {
    pub fn new(organisation: &'a Organisation) -> Self {
        Self { organisation, met: BTreeMap::new() }
    }

    pub fn completed(&mut self, from: &str, to: &str) -> Vec<Cells> {
        let mut rows: Vec<Sorted> = Vec::new();
        let results: Vec<_> = self.organisation.rows("results.csv").collect();
        for result in results {
            let finished = result.get("FinishedAt");
            let person = self.person(result.get("PersonExternalIdentifier"));
            if day(finished) < from || day(finished) > to || person.is("Anonymised") {
                continue;
            }
            let training = self.training(result.get("TrainingCode"));
            let cells = self.completed_row(result, person, training);
            rows.push((finished.into(), person.int("Id"), order(training), 0, cells));
        }
        sorted(rows)
    }

    fn completed_row(&mut self, result: Row, person: Row, training: Row) -> Cells {
        let enrollment = self.enrollment_of(result);
        self.meet(match enrollment {
            None => "a result without enrolment",
            Some(e) if e.get("ClassCode") != result.get("ClassCode") => "a result with a fallback",
            Some(e) if e.get("State") == "2" => "a result of a cancelled enrolment",
            Some(_) => "a result with its enrolment",
        });
        let of_enrollment = |column| enrollment.map_or("", |row: Row| row.get(column));
        let class = match result.get("ClassCode") {
            "" => of_enrollment("ClassCode"),
            class => class,
        };
        self.meet(match (result.get("ClassCode"), class) {
            ("", "") => "no class",
            ("", _) => "the class of the enrolment",
            _ => "the class of the result",
        });
        let valid = self.valid_until(result, training);
        let expired = valid.as_ref().is_some_and(|valid| *valid < self.organisation.now);
        self.meet(if expired { "Verlopen" } else { "Afgerond" });
        let version = match result.get("Version") {
            "" => training.get("Version"),
            version => version,
        };
        let certificate = match (training.is("HasCertificate"), result.is("CertificateObtained")) {
            (false, _) => "N.v.t.",
            (true, true) => "Ja",
            (true, false) => "Nee",
        };
        self.meet(certificate);
        let mut cells = self.course(training, class);
        cells.push(text(version));
        cells.push(text(if expired { "Verlopen" } else { "Afgerond" }));
        cells.push(zoned(result.get("StartedAt")));
        cells.push(zoned(result.get("FinishedAt")));
        cells.push(zoned(&valid.unwrap_or_default()));
        cells.push(text(person.get("FirstName")));
        let before = match person.get("Insertion") {
            "" => String::new(),
            insertion => format!("{insertion} "),
        };
        cells.push(text(&(before + person.get("FamilyName"))));
        cells.extend(self.workplace(person));
        cells.push(text(&costs(of_enrollment("Costs"), training)));
        cells.push(text(of_enrollment("Payment")));
        cells.push(text(self.dismissed(person)));
        cells.push(zoned(of_enrollment("EnrolledAt")));
        cells.push(zoned(of_enrollment("ChangedAt")));
        cells.push(zoned(of_enrollment("CancelledAt")));
        cells.push(text(of_enrollment("CancelledBy")));
        cells.push(text(of_enrollment("CancellationReason")));
        cells.push(text(certificate));
        cells.push(text(yes(training.is("IsMandatory"))));
        cells.push(text(person.get("EmployeeType")));
        cells.push(text("100%"));
        cells
    }

    pub fn started(&mut self, from: &str, to: &str) -> Vec<Cells> {
        let mut rows: Vec<Sorted> = Vec::new();
        let enrollments: Vec<_> = self.organisation.rows("enrollments.csv").collect();
        for enrollment in enrollments {
            let at = enrollment.get("EnrolledAt");
            let person = self.person(enrollment.get("PersonExternalIdentifier"));
            if day(at) < from || day(at) > to || person.is("Anonymised") {
                continue;
            }
            let mut results = self.of("results.csv", enrollment).into_iter();
            let id = enrollment.get("Id");
            if results.any(|result| self.enrollment_of(result).is_some_and(|e| e.get("Id") == id)) {
                self.meet("left out: it has a result");
                continue;
            }
            let replaced = self.of("enrollments.csv", enrollment).iter().any(|other| {
                other.get("ClassCode") == enrollment.get("ClassCode") && later(*other) > later(enrollment)
            });
            if replaced && enrollment.get("State") != "2" {
                self.meet("left out: replaced");
                continue;
            }
            let training = self.training(enrollment.get("TrainingCode"));
            let cells = self.started_row(enrollment, person, training);
            rows.push((at.into(), person.int("Id"), order(training), enrollment.int("Id"), cells));
        }
        sorted(rows)
    }

    fn started_row(&mut self, enrollment: Row, person: Row, training: Row) -> Cells {
        let enrolled = day(enrollment.get("EnrolledAt"));
        let progress = self.of("progress.csv", enrollment);
        let results = self.of("results.csv", enrollment);
        let starts = progress.iter().chain(&results).map(|row| row.get("StartedAt"));
        let start = starts.filter(|start| !start.is_empty()).max().unwrap_or_default();
        let start = if day(start) >= enrolled { start } else { "" };
        let waiting = enrollment.is("OnWaitingList");
        let status = match (enrollment.get("State"), start) {
            ("2", _) => "Geannuleerd (te laat)",
            (_, start) if !start.is_empty() => "Gestart",
            ("3", _) if waiting => "In aanbod",
            ("3", _) => "Ingepland",
            ("1", _) => "Goedgekeurd",
            _ => "In aanbod",
        };
        self.meet(status);
        if waiting && enrollment.get("State") == "3" {
            self.meet("scheduled on the waiting list");
        }
        let before = results.iter().filter(|result| day(result.get("FinishedAt")) < enrolled);
        let before = before.max_by_key(|result| result.get("FinishedAt"));
        self.meet(if before.is_some() { "finished before" } else { "not finished before" });
        let ended = before.map_or("", |result| result.get("FinishedAt"));
        let valid = before.and_then(|result| self.valid_until(*result, training));
        let percent = progress.iter().find(|row| day(row.get("StartedAt")) >= enrolled);
        self.meet(if percent.is_some() { "percentage" } else { "no percentage" });
        let percent = percent.map_or("N.v.t.".into(), |row| row.get("PercentComplete").to_owned() + "%");
        let mut cells = self.course(training, enrollment.get("ClassCode"));
        cells.push(text(training.get("Version")));
        cells.push(text(status));
        cells.push(text(&short(start)));
        cells.push(text(&short(ended)));
        cells.push(text(&short(&valid.unwrap_or_default())));
        cells.push(text(person.get("FirstName")));
        let after = match person.get("Insertion") {
            "" => String::new(),
            insertion => format!(", {insertion}"),
        };
        cells.push(text(&(person.get("FamilyName").to_owned() + &after)));
        cells.extend(self.workplace(person));
        cells.push(text(&costs(enrollment.get("Costs"), training)));
        cells.push(text(""));
        cells.push(text(self.dismissed(person)));
        cells.push(text(&short(enrollment.get("EnrolledAt"))));
        cells.push(text(&short(enrollment.get("ChangedAt"))));
        cells.push(text(&short(enrollment.get("CancelledAt"))));
        cells.push(text(enrollment.get("CancelledBy")));
        cells.push(text(enrollment.get("CancellationReason")));
        cells.push(text(if training.is("HasCertificate") { "Nee" } else { "N.v.t." }));
        cells.push(text(yes(training.is("IsMandatory"))));
        cells.push(text(person.get("EmployeeType")));
        cells.push(text(&percent));
        cells
    }

    pub fn absences(&mut self) -> Vec<Cells> {
        let mut rows: Vec<Sorted> = Vec::new();
        for absence in self.organisation.rows("absences.csv") {
            let person = self.person(absence.get("PersonExternalIdentifier"));
            if person.is("Anonymised") {
                continue;
            }
            let class = self.find("classes.csv", "Code", absence.get("ClassCode"));
            let training = self.training(class.get("TrainingCode"));
            let moments = self.moments(absence.get("ClassCode"));
            let mut locations: Vec<&str> = Vec::new();
            for moment in &moments {
                let location = moment.get("LocationName");
                if !location.is_empty() && !locations.contains(&location) {
                    locations.push(location);
                }
            }
            let days: Vec<_> = moments.iter().map(|moment| short(moment.get("Date"))).collect();
            let task = match absence.get("TaskCode") {
                "" => "",
                code => self.find("tasks.csv", "Code", code).get("Title"),
            };
            let [location, division, ..] = self.places(person);
            let cells = [
                person.get("ExternalIdentifier"),
                person.get("FirstName"),
                person.get("Insertion"),
                person.get("FamilyName"),
                &location,
                &division,
                class.get("Name"),
                &locations.join(", "),
                &days.join(", "),
                training.get("Code"),
                training.get("Type"),
                training.get("Title"),
                task,
                absence.get("AbsenceReason"),
                absence.get("CreationDate"),
                &money(absence.get("PublicCosts")),
                &money(absence.get("HiddenCosts")),
                person.get("CostCentre"),
            ];
            let created = absence.get("CreationDate").to_owned();
            let cells = cells.iter().map(|cell| text(cell)).collect();
            rows.push((created, absence.int("Id"), (false, 0), 0, cells));
        }
        sorted(rows)
    }

    pub fn available(&mut self) -> Vec<Cells> {
        let mut rows: Vec<Sorted> = Vec::new();
        for training in self.organisation.rows("trainings.csv") {
            if training.get("Type") != "Learning" || !training.is("IsActive") {
                continue;
            }
            let cells = [
                training.get("Id"),
                training.get("Title"),
                training.get("Code"),
                training.get("Version"),
                training.get("StepTitle"),
                yes(training.is("IsMandatory")),
                &money(training.get("Costs")),
            ];
            let cells = cells.iter().map(|cell| text(cell)).collect();
            let title = training.get("Title").to_ascii_lowercase();
            rows.push((title, 0, order(training), 0, cells));
        }
        sorted(rows)
    }

    /// "A result belongs to the latest enrolment of the same person, training and class …; when there is none, to the
    /// latest of the same person and training made on or before it that is not cancelled and not for a class whose
    /// first contact moment lies after the finish."
    fn enrollment_of(&self, result: Row<'a>) -> Option<Row<'a>> {
        let finish = day(result.get("FinishedAt"));
        let mut made = self.of("enrollments.csv", result);
        made.retain(|enrollment| day(enrollment.get("EnrolledAt")) <= finish);
        let same = made.iter().filter(|enrollment| enrollment.get("ClassCode") == result.get("ClassCode"));
        if let Some(own) = same.max_by_key(|enrollment| later(**enrollment)) {
            return Some(*own);
        }
        made.retain(|enrollment| {
            let first = self.moments(enrollment.get("ClassCode")).first().map_or("", |moment| moment.get("Date"));
            enrollment.get("State") != "2" && first <= finish
        });
        made.into_iter().max_by_key(|enrollment| later(*enrollment))
    }

    /// The cells from OpleidingsId to Opleidingscode.
    fn course(&self, training: Row, class: &str) -> Cells {
        let moments = self.moments(class);
        let moments: Vec<_> = moments
            .iter()
            .map(|moment| {
                let (from, till) = (&moment.get("From")[..5], &moment.get("Till")[..5]);
                format!("{} {from}-{till}", short(moment.get("Date")))
            })
            .collect();
        let name = match class {
            "" => "",
            class => self.find("classes.csv", "Code", class).get("Name"),
        };
        vec![
            text(training.get("Id")),
            text(training.get("Title")),
            text(name),
            text(training.get("StepTitle")),
            text(&moments.join(", ")),
            text(&self.trainers(training.get("Code"), class)),
            text(training.get("Code")),
        ]
    }

    fn trainers(&self, training: &str, class: &str) -> String {
        let (file, column, code) = match class {
            "" => ("training_trainers.csv", "TrainingCode", training),
            class => ("class_trainers.csv", "ClassCode", class),
        };
        let rows = self.organisation.rows(file).filter(|row| row.get(column) == code);
        let trainers = rows.map(|row| self.person(row.get("PersonExternalIdentifier")));
        let by_id: BTreeMap<_, _> = trainers
            .filter(|person| !person.is("Anonymised"))
            .map(|person| (person.int("Id"), full_name(person)))
            .collect();
        by_id.into_values().collect::<Vec<_>>().join(", ")
    }

    /// The cells from Personeelsnummer to Kostenplaats.
    fn workplace(&self, person: Row) -> Cells {
        let [location, division, function] = self.places(person);
        let manager = match person.get("ManagerExternalIdentifier") {
            "" => "Manager onbekend".to_owned(),
            identifier => match self.person(identifier) {
                gone if gone.is("Anonymised") => "Manager onbekend".to_owned(),
                manager => full_name(manager),
            },
        };
        let cells = [
            person.get("ExternalIdentifier"),
            &location,
            &division,
            &function,
            person.get("Email"),
            &manager,
            person.get("CostCentre"),
        ];
        cells.iter().map(|cell| text(cell)).collect()
    }

    /// Location, topmost division, function.
    fn places(&self, person: Row) -> [String; 3] {
        let known = |name: &str, unknown: &str| match name {
            "" => unknown.to_owned(),
            name => name.to_owned(),
        };
        let location = known(person.get("DivisionName"), "Locatie onbekend");
        let function = known(person.get("FunctionName"), "Functie onbekend");
        let mut top = location.clone();
        loop {
            let mut rows = self.organisation.rows("divisions.csv");
            match rows.find(|row| row.get("Name") == top).map(|row| row.get("ParentName")) {
                None | Some("") => return [location, top, function],
                Some(parent) => top = parent.to_owned(),
            }
        }
    }

    fn dismissed(&self, person: Row) -> &'static str {
        let end = person.get("ContractEndTime");
        yes(!end.is_empty() && end <= self.organisation.now.as_str())
    }

    /// "empty on a new result becomes FinishedAt + the training's ValidityMonths (clamped), or never when it has none"
    fn valid_until(&self, result: Row, training: Row) -> Option<String> {
        match (result.get("ValidUntil"), training.get("ValidityMonths")) {
            ("never", _) | ("", "") => None,
            ("", months) => {
                let finished: DateTime = result.get("FinishedAt").parse().expect("a datetime");
                let months: i64 = months.parse().expect("months");
                Some((finished + months.months()).to_string())
            }
            (valid, _) => Some(valid.to_owned()),
        }
    }

    /// The contact moments of a class, "by date, start".
    fn moments(&self, class: &str) -> Vec<Row<'a>> {
        let rows = self.organisation.rows("class_dates.csv");
        let mut rows: Vec<_> = rows.filter(|row| row.get("ClassCode") == class).collect();
        rows.sort_by_key(|row| (row.get("Date"), row.get("From")));
        rows
    }

    /// The rows of a file that are of the same person and training.
    fn of(&self, file: &str, row: Row) -> Vec<Row<'a>> {
        let rows = self.organisation.rows(file);
        rows.filter(|other| {
            ["PersonExternalIdentifier", "TrainingCode"].iter().all(|column| other.get(column) == row.get(column))
        })
        .collect()
    }

    fn person(&self, identifier: &str) -> Row<'a> {
        self.find("persons.csv", "ExternalIdentifier", identifier)
    }

    fn training(&self, code: &str) -> Row<'a> {
        self.find("trainings.csv", "Code", code)
    }

    fn find(&self, file: &str, column: &str, cell: &str) -> Row<'a> {
        let mut rows = self.organisation.rows(file);
        rows.find(|row| row.get(column) == cell).expect("a row")
    }

    fn meet(&mut self, branch: &'static str) {
        *self.met.entry(branch).or_default() += 1;
    }
}

fn sorted(mut rows: Vec<Sorted>) -> Vec<Cells> {
    rows.sort();
    rows.into_iter().map(|(.., cells)| cells).collect()
}

fn text(text: &str) -> Option<String> {
    Some(text.to_owned())
}

fn yes(is: bool) -> &'static str {
    if is { "Ja" } else { "Nee" }
}

/// "type (`Learning` first), then id"
fn order(training: Row) -> (bool, i64) {
    (training.get("Type") != "Learning", training.int("Id"))
}

/// "The latest enrolment (EnrolledAt, then id)".
fn later<'a>(enrollment: Row<'a>) -> (&'a str, i64) {
    (enrollment.get("EnrolledAt"), enrollment.int("Id"))
}

fn full_name(person: Row) -> String {
    let parts = ["FirstName", "Insertion", "FamilyName"].map(|column| person.get(column));
    let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(" ")
}

fn costs(own: &str, training: Row) -> String {
    money(if own.is_empty() { training.get("Costs") } else { own })
}

/// "Money has two decimals and a point."
fn money(cell: &str) -> String {
    match cell.split_once('.') {
        _ if cell.is_empty() => String::new(),
        None => format!("{cell}.00"),
        Some((units, cents)) => format!("{units}.{cents:0<2}"),
    }
}

fn day(datetime: &str) -> &str {
    datetime.get(..10).unwrap_or("")
}

/// `d-M-yyyy`
fn short(datetime: &str) -> String {
    if datetime.is_empty() {
        return String::new();
    }
    let number = |at: std::ops::Range<usize>| datetime[at].parse::<u32>().expect("digits");
    format!("{}-{}-{}", number(8..10), number(5..7), &datetime[..4])
}

/// The datetime with the offset of Amsterdam: summer time from the last Sunday of March, 2:00, to that of October,
/// 3:00 on summer's clock.
fn zoned(datetime: &str) -> Option<String> {
    if datetime.is_empty() {
        return None;
    }
    let wall: DateTime = datetime.parse().expect("a datetime");
    let last_sunday = |month, hour| {
        let mut day = Date::new(wall.year(), month, 31).expect("a day");
        while day.weekday() != Weekday::Sunday {
            day = day.yesterday().expect("a day before");
        }
        day.at(hour, 0, 0, 0)
    };
    let summer = last_sunday(3, 2) <= wall && wall < last_sunday(10, 3);
    Some(format!("{datetime}{}", if summer { "+02:00" } else { "+01:00" }))
}
