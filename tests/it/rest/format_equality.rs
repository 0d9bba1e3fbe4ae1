//! Tests with all goldens and random organisations that "each JSON answer equals the XML answer field by field …; CSV and
//! NDJSON hold the same values".

use std::collections::BTreeMap;

use super::xml_equivalents::{self, in_format, xml_operations};
use super::{json, problem};
use crate::goldens::{self, GoldenSite};
use crate::operations::{Operation, operations};
use crate::random_organisation::{Organisation, Size};
use crate::support::{Element, Json, Request, Response, Server, granted_site};

/// The elements that are numbers. An element in none of these lists is a text.
const NUMBERS: &str = "Id ServiceId ManagerServiceId FunctionId DivisionId ManagerId DimReasonId StepOrder \
    LearningPortfolioStatus Sources TrainingsInPortfolioForPersonInStepCount TrainingsFinishedForPersonInStepCount \
    TrainingsInPortfolioFinishedForPersonInStepCount TotalItems Size Index TotalPages OpleidingsId MaximumEnrollments \
    MinimumEnrollments MaximumWaitingListEnrollments GroupId MinPersons MaxPersons WaitingListCapacity ClassId MeetingId \
    TaskId ReservationId id classID State subscriptionId groupId AvailablePlaces";
const MONEY: &str = "Kosten costs PublicCosts HiddenCosts";
const BOOLEANS: &str = "IsManager HasActivatedAccount IsDismissed TrainingThresholdIsMet TrainingIsManuallyAdded \
    InPortfolio IsCancelled IsArchived IsVisibleInCatalog IsVisibleInCalendar VisibleExternally HasWaitingList \
    IsVisibleCatalog OfferExternally ShowMemoInReport Archived Cancelled FilterByDivision IsUnderConstruction \
    StreamAvailable";
const DATETIMES: &str = "ContractStartTime ContractEndTime TrainingStartedAt TrainingFinishedAt TrainingValidUntil \
    CreationDate EditDeadline RegistrationDeadline LockDaysTillStart";
/// Dates in the table of completed courses. The table of started courses has texts of these names.
const COURSE_DATES: &str = "Startdatum Afronddatum Verloopdatum Inschrijfdatum Mutatiedatum Annuleringsdatum";
const LISTS: &str = "Items Dates Enrollments WaitingListEnrollments TrainerIds Data Members Editions \
    GroupClassDivisions CatSubject CatTrainingInfo TrainingData Sites RelatedTrainings";
const OBJECT_FIELDS: &str = "Training Location";

fn is_in(name: &str, names: &str) -> bool {
    names.split(' ').any(|known| known == name)
}

/// Counts the kinds of compared values, to detect tests that compare nothing.
#[derive(Default)]
struct Coverage(BTreeMap<&'static str, usize>);

impl Coverage {
    fn add(&mut self, kind: &'static str) {
        *self.0.entry(kind).or_default() += 1;
    }

    #[track_caller]
    fn assert_kinds(&self, expected: &[&str]) {
        let kinds: Vec<_> = self.0.keys().copied().collect();
        assert_eq!(kinds, expected, "{:?}", self.0);
    }
}

/// Compares an XML element, or its absence, with the JSON value.
fn compare_value(name: &str, element: Option<&Element>, found: &Json, is_table: bool, coverage: &mut Coverage) {
    let text = element.map(|element| element.text.as_str()).unwrap_or_default();
    let is_nil = element.is_none_or(|element| element.attributes.iter().any(|(name, _)| name == "nil"));
    // in a table of courses, Trainers is a text
    let is_list = is_in(name, LISTS) || (name == "Trainers" && !is_table);
    let expected = match name {
        _ if is_list => return compare_list(element, found, coverage),
        "Location" if element.is_some_and(|element| element.children.is_empty()) => {
            coverage.add("text");
            Json::Text(text.to_owned())
        }
        _ if is_in(name, OBJECT_FIELDS) && !is_table => {
            let element = element.unwrap_or_else(|| panic!("no {name}"));
            return compare_object(element, found, is_table, coverage);
        }
        _ if text.is_empty() && is_nullable(name) => {
            coverage.add("null");
            Json::Null
        }
        _ if is_in(name, COURSE_DATES) && is_nil => {
            coverage.add("null");
            Json::Null
        }
        _ if is_in(name, NUMBERS) || is_in(name, MONEY) => {
            coverage.add("number");
            Json::Number(text.to_owned())
        }
        _ if is_in(name, BOOLEANS) => {
            coverage.add("boolean");
            Json::Bool(text == "true")
        }
        _ if text.len() == 19 && text.as_bytes()[10] == b'T' => {
            coverage.add("datetime");
            return compare_datetime(text, found, name);
        }
        _ => {
            assert!(!is_nil, "{name} is nil or absent");
            coverage.add("text");
            Json::Text(text.to_owned())
        }
    };
    assert_eq!(found, &expected, "{name}");
}

/// Returns whether JSON has `null` for an empty element.
fn is_nullable(name: &str) -> bool {
    [NUMBERS, MONEY, BOOLEANS, DATETIMES].iter().any(|names| is_in(name, names))
}

/// "datetimes `yyyy-MM-ddTHH:mm:ss+01:00` with the offset of the service's zone"
fn compare_datetime(local: &str, found: &Json, name: &str) {
    let zone = jiff::tz::TimeZone::get("Europe/Amsterdam").expect("the zone");
    let civil: jiff::civil::DateTime = local.parse().expect("a datetime");
    let seconds = zone.to_ambiguous_zoned(civil).compatible().expect("an instant").offset().seconds();
    let minutes = (f64::from(seconds) / 60.0).round() as i32;
    let expected = format!("{local}{:+03}:{:02}", minutes / 60, minutes % 60);
    assert_eq!(found.text(), expected, "{name}");
}

fn compare_list(element: Option<&Element>, found: &Json, coverage: &mut Coverage) {
    let items = element.map(|element| element.children.as_slice()).unwrap_or_default();
    assert_eq!(items.len(), found.items().len());
    coverage.add(if items.is_empty() { "no items" } else { "items" });
    for (item, found) in items.iter().zip(found.items()) {
        match item.name.as_str() {
            "int" => assert_eq!(found, &Json::Number(item.text.clone())),
            _ => compare_object(item, found, false, coverage),
        }
    }
}

/// Compares an object. JSON has the names in the order of the XML, and names of absent elements, too.
fn compare_object(element: &Element, found: &Json, is_table: bool, coverage: &mut Coverage) {
    let mut names = found.names().into_iter();
    for child in &element.children {
        let name = child.name.replace("_x0020_", " ");
        assert!(names.any(|found| found == name), "{name} in {:?}", found.names());
    }
    for (name, value) in found.members() {
        let child = element.child(&name.replace(' ', "_x0020_"));
        compare_value(name, child, value, is_table, coverage);
    }
}

fn returns_object(operation: &str) -> bool {
    operations().iter().any(|of| of.name == operation && of.response == "object")
}

/// Returns the rows of an XML response: a list, a table or one object.
fn rows(operation: &str, contents: &Element) -> Vec<Element> {
    if returns_object(operation) {
        return vec![contents.clone()];
    }
    match contents.children.last().filter(|last| last.name == "diffgram") {
        Some(diffgram) => {
            let table = diffgram.children.first();
            table.map(|table| table.children.clone()).unwrap_or_default()
        }
        None => contents.children.clone(),
    }
}

/// Requests all formats over REST, and compares them with the XML.
fn compare_formats(server: &Server, operation: &str, request: &Request, contents: &Element, coverage: &mut Coverage) {
    let rows = rows(operation, contents);
    let is_table = contents.children.last().is_some_and(|last| last.name == "diffgram");
    let found = json(&server.send(request));
    let is_object = returns_object(operation);
    let items = if is_object { vec![found.clone()] } else { found.items().to_vec() };
    assert_eq!(items.len(), rows.len(), "{operation}");
    for (row, item) in rows.iter().zip(&items) {
        compare_object(row, item, is_table, coverage);
        assert_eq!(item.names(), items[0].names(), "objects differ in their names");
    }
    let lines = server.send(&in_format(request, "ndjson"));
    let read: Vec<_> = lines.text().lines().map(Json::parse).collect();
    assert_eq!(read, items, "{operation}");
    assert!(lines.text().is_empty() || lines.text().ends_with('\n'));
    for format in ["csv", "csv-excel"] {
        let table = server.send(&in_format(request, format));
        match is_object {
            true => drop(problem(&table, 406, "not-acceptable")),
            false => compare_cells(&table, format, &items, coverage),
        }
    }
}

/// Collects the cells of a row: an embedded object becomes columns, a list is omitted.
fn flatten(prefix: &str, object: &Json, to: &mut Vec<(String, Json)>, omitted: &mut Vec<String>) {
    for (name, value) in object.members() {
        let name = format!("{prefix}{name}");
        match value {
            Json::Object(_) => flatten(&format!("{name}."), value, to, omitted),
            Json::List(_) => omitted.push(name),
            value => to.push((name, value.clone())),
        }
    }
}

fn compare_cells(response: &Response, format: &str, items: &[Json], coverage: &mut Coverage) {
    assert!(response.is_complete && response.status == 200, "{}", response.text());
    let is_excel = format == "csv-excel";
    let text = response.text();
    let text = text.strip_prefix('\u{feff}').filter(|_| is_excel).unwrap_or(text);
    let delimiter = if is_excel { b';' } else { b',' };
    let mut reader = csv::ReaderBuilder::new();
    reader.delimiter(delimiter).terminator(csv::Terminator::CRLF);
    let mut reader = reader.from_reader(text.as_bytes());
    let header: Vec<String> = reader.headers().expect("a header").iter().map(str::to_owned).collect();
    let rows: Vec<_> = reader.records().map(|row| row.expect("as long as the header")).collect();
    assert_eq!(rows.len(), items.len());
    for (row, item) in rows.iter().zip(items) {
        let (mut expected, mut omitted) = (Vec::new(), Vec::new());
        flatten("", item, &mut expected, &mut omitted);
        assert_eq!(header, expected.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>());
        let omitted = (!omitted.is_empty()).then(|| omitted.join(", "));
        assert_eq!(response.header("X-Omitted-Fields"), omitted.as_deref());
        for (cell, (name, value)) in row.iter().zip(expected) {
            assert_eq!(cell, expected_cell(&value, is_excel), "{format}: {name}");
            coverage.add("cell");
        }
    }
}

/// Returns the cell of a value.
fn expected_cell(value: &Json, is_excel: bool) -> String {
    match value {
        Json::Null => String::new(),
        Json::Bool(flag) => flag.to_string(),
        Json::Number(number) if is_excel => number.replace('.', ","),
        Json::Number(number) => number.clone(),
        Json::Text(text) if is_excel && text.starts_with(['=', '+', '-', '@']) => format!("'{text}"),
        Json::Text(text) => text.clone(),
        other => panic!("no cell: {other:?}"),
    }
}

/// Sends each golden request of the style `form` and its REST equivalent to the same server, and compares values and errors.
#[test]
fn golden_responses_are_equal_in_all_formats() {
    let mut coverage = Coverage::default();
    let mut servers = BTreeMap::new();
    let reads = xml_operations().filter(|operation| operation.method == "GET");
    for (number, Operation { name: operation, method, .. }) in reads.enumerate() {
        // each operation has two wrong logins, and a server throttles a name after ten
        if number % 4 == 0 {
            servers.clear();
        }
        let kind = GoldenSite::for_operation(operation);
        let (server, _) = servers.entry(kind).or_insert_with(|| {
            let site = kind.copy();
            (site.serve(&["--base-url", "https://lms.example.nl"]), site)
        });
        let folder = goldens::goldens_folder().join(operation).join("form");
        let requests = goldens::file_names(&folder);
        for name in requests.iter().filter(|name| name.ends_with(".request")) {
            let golden = goldens::read_request(&folder.join(name));
            let description = format!("{method} {operation}/{name}");
            let Some(request) = xml_equivalents::from_form(operation, &golden) else {
                assert!(name.contains("missing"), "{description}");
                continue;
            };
            let xml = server.send(&golden);
            let answer = xml.answer();
            match answer.error.clone().filter(|_| !answer.success) {
                None => compare_formats(server, operation, &request, &answer.ok(), &mut coverage),
                Some(error) => {
                    let found = server.send(&request);
                    // over REST, booleans are optional
                    if found.status == 200 && error.starts_with("Missing parameter: include") {
                        continue;
                    }
                    let body = Json::parse(found.text());
                    let (status, detail) = (body.get("status"), body.get("detail"));
                    assert_eq!(status, &Json::Number(found.status.to_string()), "{description}");
                    // a path without its number is unknown
                    assert!(detail.text() == error || found.status == 404, "{description}: {body:?}");
                    assert_ne!(found.status, 200, "{description}");
                    coverage.add("refusal");
                }
            }
        }
    }
    coverage.assert_kinds(&["boolean", "cell", "datetime", "items", "no items", "null", "number", "refusal", "text"]);
}

// ASVS 1.1.2
#[test]
fn responses_about_random_organisations_are_equal_in_all_formats() {
    let mut coverage = Coverage::default();
    for seed in 0..3 {
        let organisation = Organisation::random(seed, Size::SMALL);
        let site = granted_site();
        organisation.import(&site);
        let server = site.serve(&["--now", &organisation.now]);
        for (operation, parameters) in calls(&organisation) {
            let fields: Vec<_> = parameters.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
            let answer = server.form(operation, &fields).answer();
            let request = xml_equivalents::call(operation, &parameters).expect("a REST equivalent");
            match answer.error.clone().filter(|_| !answer.success) {
                None => compare_formats(&server, operation, &request, &answer.ok(), &mut coverage),
                Some(error) => {
                    let found = server.send(&request);
                    assert_eq!(Json::parse(found.text()).get("detail").text(), error);
                }
            }
        }
    }
    coverage.assert_kinds(&["boolean", "cell", "datetime", "items", "no items", "null", "number", "text"]);
}

/// An operation and its parameters.
type Call = (&'static str, Vec<(String, String)>);

/// Returns calls of all operations that read.
fn calls(organisation: &Organisation) -> Vec<Call> {
    let call = |operation, pairs: &[(&str, &str)]| {
        let pairs = pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        (operation, pairs.collect())
    };
    let mut calls: Vec<Call> = vec![
        call("GetAllBasicPersonInfo", &[]),
        call("GetAllLearningPortfolioContent", &[]),
        call("AvailableCourses", &[]),
        call("GetHistoricAbsences", &[]),
        call("GetCatalog", &[]),
        call("GetClasses", &[("includeArchived", "true")]),
        call("CompletedCourses", &[("fromDate", "1900-01-01"), ("toDate", "9999-12-31")]),
        call("StartedCourses", &[("fromDate", "1900-01-01"), ("tillDate", "9999-12-31")]),
        call(
            "GetClassesFilteredByDate",
            &[("fromDate", "1900-01-01"), ("toDate", "9999-12-31"), ("includeArchived", "false")],
        ),
    ];
    for index in ["0", "1", "999"] {
        let page = [
            ("size", "7"),
            ("index", index),
            ("includeContentNotInPortfolio", "true"),
            ("includeInactiveTrainings", "true"),
        ];
        calls.push(call("GetPaginatedLearningPortfolioContent", &page));
    }
    for class in organisation.rows("classes.csv") {
        calls.push(call("GetClass", &[("classId", class.get("Id"))]));
    }
    for person in organisation.rows("persons.csv").step_by(4) {
        let identifier = person.get("ExternalIdentifier");
        calls.push(call("GetPersonAgenda", &[("identifier", identifier)]));
        calls.push(call("GetPersonByExternalId", &[("externalId", identifier)]));
        calls.push(call("GetPersonByEmail", &[("email", person.get("Email"))]));
        calls.push(call("GetPersonByServiceId", &[("servicePersonId", person.get("Id"))]));
    }
    for training in organisation.rows("trainings.csv").step_by(4) {
        let kind = if training.get("Type") == "Learning" { "Learning" } else { "Longterm" };
        let filter = [("trainingType", kind), ("trainingId", training.get("Id")), ("includeArchived", "true")];
        calls.push(call("GetClassesFilteredByTraining", &filter));
    }
    calls
}
