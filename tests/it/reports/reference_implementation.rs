//! A simple, slow implementation of the reports. It follows contract §6 sentence by sentence, reads the cells of data files,
//! and shares no code with the service.

use std::collections::BTreeMap;

use jiff::ToSpan;
use jiff::civil::{Date, DateTime, Weekday};

use crate::random_organisation::{Organisation, Row};

/// A row of a report: its columns in order, `None` where the element is absent.
pub type Cells = Vec<Option<String>>;

/// Computes the expected reports of an organisation.
pub struct Reference<'a> {
    organisation: &'a Organisation,
    /// The number of rows that take each branch of the rules.
    pub branches: BTreeMap<&'static str, usize>,
}

/// The sort key of a row, and the row.
type KeyAndRow = (String, i64, (bool, i64), i64, Cells);

impl<'a> Reference<'a> {
    pub fn new(organisation: &'a Organisation) -> Self {
        Self { organisation, branches: BTreeMap::new() }
    }

    pub fn completed(&mut self, from: &str, to: &str) -> Vec<Cells> {
        let mut rows: Vec<KeyAndRow> = Vec::new();
        let results: Vec<_> = self.organisation.rows("results.csv").collect();
        for result in results {
            let finished = result.get("FinishedAt");
            let person = self.person(result.get("PersonExternalIdentifier"));
            if day(finished) < from || day(finished) > to || person.is("Anonymised") {
                continue;
            }
            let training = self.training(result.get("TrainingCode"));
            let cells = self.completed_row(result, person, training);
            rows.push((finished.into(), person.int("Id"), training_order(training), 0, cells));
        }
        sorted(rows)
    }

    fn completed_row(&mut self, result: Row, person: Row, training: Row) -> Cells {
        let enrollment = self.enrollment_of(result);
        self.count(match enrollment {
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
        self.count(match (result.get("ClassCode"), class) {
            ("", "") => "no class",
            ("", _) => "the class of the enrolment",
            _ => "the class of the result",
        });
        let valid = self.valid_until(result, training);
        let is_expired = valid.as_ref().is_some_and(|valid| *valid < self.organisation.now);
        self.count(if is_expired { "Verlopen" } else { "Afgerond" });
        let version = match result.get("Version") {
            "" => training.get("Version"),
            version => version,
        };
        let certificate = match (training.is("HasCertificate"), result.is("CertificateObtained")) {
            (false, _) => "N.v.t.",
            (true, true) => "Ja",
            (true, false) => "Nee",
        };
        self.count(certificate);
        let mut cells = self.course(training, class);
        cells.push(text(version));
        cells.push(text(if is_expired { "Verlopen" } else { "Afgerond" }));
        cells.push(with_offset(result.get("StartedAt")));
        cells.push(with_offset(result.get("FinishedAt")));
        cells.push(with_offset(&valid.unwrap_or_default()));
        cells.push(text(person.get("FirstName")));
        let insertion = match person.get("Insertion") {
            "" => String::new(),
            insertion => format!("{insertion} "),
        };
        cells.push(text(&(insertion + person.get("FamilyName"))));
        cells.extend(self.workplace(person));
        cells.push(text(&costs(of_enrollment("Costs"), training)));
        cells.push(text(of_enrollment("Payment")));
        cells.push(text(self.dismissed_cell(person)));
        cells.push(with_offset(of_enrollment("EnrolledAt")));
        cells.push(with_offset(of_enrollment("ChangedAt")));
        cells.push(with_offset(of_enrollment("CancelledAt")));
        cells.push(text(of_enrollment("CancelledBy")));
        cells.push(text(of_enrollment("CancellationReason")));
        cells.push(text(certificate));
        cells.push(text(yes_or_no(training.is("IsMandatory"))));
        cells.push(text(person.get("EmployeeType")));
        cells.push(text("100%"));
        cells
    }

    pub fn started(&mut self, from: &str, to: &str) -> Vec<Cells> {
        let mut rows: Vec<KeyAndRow> = Vec::new();
        let enrollments: Vec<_> = self.organisation.rows("enrollments.csv").collect();
        for enrollment in enrollments {
            let at = enrollment.get("EnrolledAt");
            let person = self.person(enrollment.get("PersonExternalIdentifier"));
            if day(at) < from || day(at) > to || person.is("Anonymised") {
                continue;
            }
            let mut results = self.rows_of("results.csv", enrollment).into_iter();
            let id = enrollment.get("Id");
            if results.any(|result| self.enrollment_of(result).is_some_and(|e| e.get("Id") == id)) {
                self.count("omitted: it has a result");
                continue;
            }
            let is_replaced = self.rows_of("enrollments.csv", enrollment).iter().any(|other| {
                other.get("ClassCode") == enrollment.get("ClassCode")
                    && enrollment_order(*other) > enrollment_order(enrollment)
            });
            if is_replaced && enrollment.get("State") != "2" {
                self.count("omitted: replaced");
                continue;
            }
            let training = self.training(enrollment.get("TrainingCode"));
            let cells = self.started_row(enrollment, person, training);
            rows.push((at.into(), person.int("Id"), training_order(training), enrollment.int("Id"), cells));
        }
        sorted(rows)
    }

    fn started_row(&mut self, enrollment: Row, person: Row, training: Row) -> Cells {
        let enrolled = day(enrollment.get("EnrolledAt"));
        let progress = self.rows_of("progress.csv", enrollment);
        let results = self.rows_of("results.csv", enrollment);
        let starts = progress.iter().chain(&results).map(|row| row.get("StartedAt"));
        let start = starts.filter(|start| !start.is_empty()).max().unwrap_or_default();
        let start = if day(start) >= enrolled { start } else { "" };
        let is_waiting = enrollment.is("OnWaitingList");
        let status = match (enrollment.get("State"), start) {
            ("2", _) => "Geannuleerd (te laat)",
            (_, start) if !start.is_empty() => "Gestart",
            ("3", _) if is_waiting => "In aanbod",
            ("3", _) => "Ingepland",
            ("1", _) => "Goedgekeurd",
            _ => "In aanbod",
        };
        self.count(status);
        if is_waiting && enrollment.get("State") == "3" {
            self.count("scheduled on the waiting list");
        }
        let earlier = results.iter().filter(|result| day(result.get("FinishedAt")) < enrolled);
        let earlier = earlier.max_by_key(|result| result.get("FinishedAt"));
        self.count(if earlier.is_some() { "finished before" } else { "not finished before" });
        let finish = earlier.map_or("", |result| result.get("FinishedAt"));
        let valid = earlier.and_then(|result| self.valid_until(*result, training));
        let progress = progress.iter().find(|row| day(row.get("StartedAt")) >= enrolled);
        self.count(if progress.is_some() { "percentage" } else { "no percentage" });
        let percent = progress.map_or("N.v.t.".into(), |row| row.get("PercentComplete").to_owned() + "%");
        let mut cells = self.course(training, enrollment.get("ClassCode"));
        cells.push(text(training.get("Version")));
        cells.push(text(status));
        cells.push(text(&format_date(start)));
        cells.push(text(&format_date(finish)));
        cells.push(text(&format_date(&valid.unwrap_or_default())));
        cells.push(text(person.get("FirstName")));
        let insertion = match person.get("Insertion") {
            "" => String::new(),
            insertion => format!(", {insertion}"),
        };
        cells.push(text(&(person.get("FamilyName").to_owned() + &insertion)));
        cells.extend(self.workplace(person));
        cells.push(text(&costs(enrollment.get("Costs"), training)));
        cells.push(text(""));
        cells.push(text(self.dismissed_cell(person)));
        cells.push(text(&format_date(enrollment.get("EnrolledAt"))));
        cells.push(text(&format_date(enrollment.get("ChangedAt"))));
        cells.push(text(&format_date(enrollment.get("CancelledAt"))));
        cells.push(text(enrollment.get("CancelledBy")));
        cells.push(text(enrollment.get("CancellationReason")));
        cells.push(text(if training.is("HasCertificate") { "Nee" } else { "N.v.t." }));
        cells.push(text(yes_or_no(training.is("IsMandatory"))));
        cells.push(text(person.get("EmployeeType")));
        cells.push(text(&percent));
        cells
    }

    pub fn absences(&mut self) -> Vec<Cells> {
        let mut rows: Vec<KeyAndRow> = Vec::new();
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
            let days: Vec<_> = moments.iter().map(|moment| format_date(moment.get("Date"))).collect();
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
        let mut rows: Vec<KeyAndRow> = Vec::new();
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
                yes_or_no(training.is("IsMandatory")),
                &money(training.get("Costs")),
            ];
            let cells = cells.iter().map(|cell| text(cell)).collect();
            let title = training.get("Title").to_ascii_lowercase();
            rows.push((title, 0, training_order(training), 0, cells));
        }
        sorted(rows)
    }

    /// "A result belongs to the latest enrolment of the same person, training and class …; when there is none, to the
    /// latest of the same person and training made on or before it that is not cancelled and not for a class whose
    /// first contact moment lies after the finish."
    fn enrollment_of(&self, result: Row<'a>) -> Option<Row<'a>> {
        let finish = day(result.get("FinishedAt"));
        let mut enrollments = self.rows_of("enrollments.csv", result);
        enrollments.retain(|enrollment| day(enrollment.get("EnrolledAt")) <= finish);
        let of_class = enrollments.iter().filter(|enrollment| enrollment.get("ClassCode") == result.get("ClassCode"));
        if let Some(enrollment) = of_class.max_by_key(|enrollment| enrollment_order(**enrollment)) {
            return Some(*enrollment);
        }
        enrollments.retain(|enrollment| {
            let first = self.moments(enrollment.get("ClassCode")).first().map_or("", |moment| moment.get("Date"));
            enrollment.get("State") != "2" && first <= finish
        });
        enrollments.into_iter().max_by_key(|enrollment| enrollment_order(*enrollment))
    }

    /// Returns the cells from OpleidingsId to Opleidingscode.
    fn course(&self, training: Row, class: &str) -> Cells {
        let moments = self.moments(class);
        let moments: Vec<_> = moments
            .iter()
            .map(|moment| {
                let (from, till) = (&moment.get("From")[..5], &moment.get("Till")[..5]);
                format!("{} {from}-{till}", format_date(moment.get("Date")))
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

    /// Returns the cells from Personeelsnummer to Kostenplaats.
    fn workplace(&self, person: Row) -> Cells {
        let [location, division, function] = self.places(person);
        let manager = match person.get("ManagerExternalIdentifier") {
            "" => "Manager onbekend".to_owned(),
            identifier => match self.person(identifier) {
                manager if manager.is("Anonymised") => "Manager onbekend".to_owned(),
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

    /// Returns division, topmost division and function.
    fn places(&self, person: Row) -> [String; 3] {
        let name_or = |name: &str, placeholder: &str| match name {
            "" => placeholder.to_owned(),
            name => name.to_owned(),
        };
        let location = name_or(person.get("DivisionName"), "Locatie onbekend");
        let function = name_or(person.get("FunctionName"), "Functie onbekend");
        let mut top = location.clone();
        loop {
            let mut rows = self.organisation.rows("divisions.csv");
            match rows.find(|row| row.get("Name") == top).map(|row| row.get("ParentName")) {
                None | Some("") => return [location, top, function],
                Some(parent) => top = parent.to_owned(),
            }
        }
    }

    fn dismissed_cell(&self, person: Row) -> &'static str {
        let end = person.get("ContractEndTime");
        yes_or_no(!end.is_empty() && end <= self.organisation.now.as_str())
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

    /// Returns the contact moments of a class, "by date, start".
    fn moments(&self, class: &str) -> Vec<Row<'a>> {
        let rows = self.organisation.rows("class_dates.csv");
        let mut rows: Vec<_> = rows.filter(|row| row.get("ClassCode") == class).collect();
        rows.sort_by_key(|row| (row.get("Date"), row.get("From")));
        rows
    }

    /// Returns the rows of a file with the same person and training as `row`.
    fn rows_of(&self, file: &str, row: Row) -> Vec<Row<'a>> {
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

    fn count(&mut self, branch: &'static str) {
        *self.branches.entry(branch).or_default() += 1;
    }
}

fn sorted(mut rows: Vec<KeyAndRow>) -> Vec<Cells> {
    rows.sort();
    rows.into_iter().map(|(.., cells)| cells).collect()
}

fn text(text: &str) -> Option<String> {
    Some(text.to_owned())
}

fn yes_or_no(value: bool) -> &'static str {
    if value { "Ja" } else { "Nee" }
}

/// "type (`Learning` first), then id"
fn training_order(training: Row) -> (bool, i64) {
    (training.get("Type") != "Learning", training.int("Id"))
}

/// "The latest enrolment (EnrolledAt, then id)".
fn enrollment_order<'a>(enrollment: Row<'a>) -> (&'a str, i64) {
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
fn format_date(datetime: &str) -> String {
    if datetime.is_empty() {
        return String::new();
    }
    let number = |at: std::ops::Range<usize>| datetime[at].parse::<u32>().expect("digits");
    format!("{}-{}-{}", number(8..10), number(5..7), &datetime[..4])
}

/// Adds the offset of Amsterdam: summer time is from the last Sunday of March, 2:00, to the last Sunday of October, 3:00.
fn with_offset(datetime: &str) -> Option<String> {
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
    let is_summer_time = last_sunday(3, 2) <= wall && wall < last_sunday(10, 3);
    Some(format!("{datetime}{}", if is_summer_time { "+02:00" } else { "+01:00" }))
}
