//! "each JSON answer equals the XML answer field by field …; CSV and NDJSON hold the same values": over all goldens, and
//! over random organisations.

use std::collections::BTreeMap;

use super::xml_equivalents::{self, in_format, in_xml};
use super::{json, problem};
use crate::goldens::{self, GoldenSite};
use crate::operations::{Operation, operations};
use crate::random_organisation::{Organisation, Size};
use crate::support::{Element, Json, Request, Response, Server, granted_site};

/// Elements that are numbers, by the specification; all others are texts but for those below.
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
/// Dates of the table of completed courses; in that of started courses they are texts.
const ZONED: &str = "Startdatum Afronddatum Verloopdatum Inschrijfdatum Mutatiedatum Annuleringsdatum";
const LISTS: &str = "Items Dates Enrollments WaitingListEnrollments TrainerIds Data Members Editions \
    GroupClassDivisions CatSubject CatTrainingInfo TrainingData Sites RelatedTrainings";
const OBJECT_FIELDS: &str = "Training Location";

fn is(name: &str, names: &str) -> bool {
    names.split(' ').any(|known| known == name)
}

/// What was compared, so that a law that looks at nothing fails.
#[derive(Default)]
struct Met(BTreeMap<&'static str, usize>);

impl Met {
    fn add(&mut self, what: &'static str) {
        *self.0.entry(what).or_default() += 1;
    }

    #[track_caller]
    fn all(&self, expected: &[&str]) {
        let met: Vec<_> = self.0.keys().copied().collect();
        assert_eq!(met, expected, "{:?}", self.0);
    }
}

/// Compares an element of XML, or its absence, with the value in JSON.
fn compare(name: &str, element: Option<&Element>, found: &Json, tabular: bool, met: &mut Met) {
    let text = element.map(|element| element.text.as_str()).unwrap_or_default();
    let nil = element.is_none_or(|element| element.attributes.iter().any(|(name, _)| name == "nil"));
    // a table of courses has trainers' names
    let lists = is(name, LISTS) || (name == "Trainers" && !tabular);
    let expected = match name {
        _ if lists => return list(element, found, met),
        "Location" if element.is_some_and(|element| element.children.is_empty()) => {
            met.add("text");
            Json::Text(text.to_owned())
        }
        _ if is(name, OBJECT_FIELDS) && !tabular => {
            let element = element.unwrap_or_else(|| panic!("no {name}"));
            return object(element, found, tabular, met);
        }
        _ if text.is_empty() && typed(name) => {
            met.add("null");
            Json::Null
        }
        _ if is(name, ZONED) && nil => {
            met.add("null");
            Json::Null
        }
        _ if is(name, NUMBERS) || is(name, MONEY) => {
            met.add("number");
            Json::Number(text.to_owned())
        }
        _ if is(name, BOOLEANS) => {
            met.add("boolean");
            Json::Bool(text == "true")
        }
        _ if text.len() == 19 && text.as_bytes()[10] == b'T' => {
            met.add("datetime");
            return zoned(text, found, name);
        }
        _ => {
            assert!(!nil, "{name} is nil or left out");
            met.add("text");
            Json::Text(text.to_owned())
        }
    };
    assert_eq!(found, &expected, "{name}");
}

/// Whether without a value there is `null`.
fn typed(name: &str) -> bool {
    [NUMBERS, MONEY, BOOLEANS, DATETIMES].iter().any(|names| is(name, names))
}

/// "datetimes `yyyy-MM-ddTHH:mm:ss+01:00` with the offset of the service's zone"
fn zoned(wall: &str, found: &Json, name: &str) {
    let zone = jiff::tz::TimeZone::get("Europe/Amsterdam").expect("the zone");
    let civil: jiff::civil::DateTime = wall.parse().expect("a datetime");
    let seconds = zone.to_ambiguous_zoned(civil).compatible().expect("an instant").offset().seconds();
    let minutes = (f64::from(seconds) / 60.0).round() as i32;
    let expected = format!("{wall}{:+03}:{:02}", minutes / 60, minutes % 60);
    assert_eq!(found.text(), expected, "{name}");
}

fn list(element: Option<&Element>, found: &Json, met: &mut Met) {
    let items = element.map(|element| element.children.as_slice()).unwrap_or_default();
    assert_eq!(items.len(), found.items().len());
    met.add(if items.is_empty() { "no items" } else { "items" });
    for (item, found) in items.iter().zip(found.items()) {
        match item.name.as_str() {
            "int" => assert_eq!(found, &Json::Number(item.text.clone())),
            _ => object(item, found, false, met),
        }
    }
}

/// Compares an object: its names have the order of the XML, and empty values have names too.
fn object(element: &Element, found: &Json, tabular: bool, met: &mut Met) {
    let mut names = found.names().into_iter();
    for child in &element.children {
        let name = child.name.replace("_x0020_", " ");
        assert!(names.any(|known| known == name), "{name} in {:?}", found.names());
    }
    for (name, value) in found.members() {
        let child = element.child(&name.replace(' ', "_x0020_"));
        compare(name, child, value, tabular, met);
    }
}

fn is_object(operation: &str) -> bool {
    operations().iter().any(|of| of.name == operation && of.answer == "object")
}

/// The rows of an answer in XML: those of a list, of a table, or the one object.
fn rows(operation: &str, contents: &Element) -> Vec<Element> {
    if is_object(operation) {
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

/// Compares all formats of an answer with the XML.
fn formats(server: &Server, operation: &str, request: &Request, contents: &Element, met: &mut Met) {
    let rows = rows(operation, contents);
    let tabular = contents.children.last().is_some_and(|last| last.name == "diffgram");
    let found = json(&server.send(request));
    let one = is_object(operation);
    let items = if one { vec![found.clone()] } else { found.items().to_vec() };
    assert_eq!(items.len(), rows.len(), "{operation}");
    for (row, item) in rows.iter().zip(&items) {
        object(row, item, tabular, met);
        assert_eq!(item.names(), items[0].names(), "every object has the same names");
    }
    let lines = server.send(&in_format(request, "ndjson"));
    let read: Vec<_> = lines.text().lines().map(Json::parse).collect();
    assert_eq!(read, items, "{operation}");
    assert!(lines.text().is_empty() || lines.text().ends_with('\n'));
    for format in ["csv", "csv-excel"] {
        let table = server.send(&in_format(request, format));
        match one {
            true => drop(problem(&table, 406, "not-acceptable")),
            false => cells(&table, format, &items, met),
        }
    }
}

/// The cells of a row: those of an object in it are columns, a list is none.
fn flat(prefix: &str, object: &Json, to: &mut Vec<(String, Json)>, omitted: &mut Vec<String>) {
    for (name, value) in object.members() {
        let name = format!("{prefix}{name}");
        match value {
            Json::Object(_) => flat(&format!("{name}."), value, to, omitted),
            Json::List(_) => omitted.push(name),
            value => to.push((name, value.clone())),
        }
    }
}

fn cells(response: &Response, format: &str, items: &[Json], met: &mut Met) {
    assert!(response.is_complete && response.status == 200, "{}", response.text());
    let excel = format == "csv-excel";
    let text = response.text();
    let text = text.strip_prefix('\u{feff}').filter(|_| excel).unwrap_or(text);
    let delimiter = if excel { b';' } else { b',' };
    let mut reader = csv::ReaderBuilder::new();
    reader.delimiter(delimiter).terminator(csv::Terminator::CRLF);
    let mut reader = reader.from_reader(text.as_bytes());
    let header: Vec<String> = reader.headers().expect("a header").iter().map(str::to_owned).collect();
    let rows: Vec<_> = reader.records().map(|row| row.expect("as long as the header")).collect();
    assert_eq!(rows.len(), items.len());
    for (row, item) in rows.iter().zip(items) {
        let (mut expected, mut omitted) = (Vec::new(), Vec::new());
        flat("", item, &mut expected, &mut omitted);
        assert_eq!(header, expected.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>());
        let reported = (!omitted.is_empty()).then(|| omitted.join(", "));
        assert_eq!(response.header("X-Omitted-Fields"), reported.as_deref());
        for (cell, (name, value)) in row.iter().zip(expected) {
            assert_eq!(cell, written(&value, excel), "{format}: {name}");
            met.add("cell");
        }
    }
}

/// What a cell is for a value.
fn written(value: &Json, excel: bool) -> String {
    match value {
        Json::Null => String::new(),
        Json::Bool(flag) => flag.to_string(),
        Json::Number(number) if excel => number.replace('.', ","),
        Json::Number(number) => number.clone(),
        Json::Text(text) if excel && text.starts_with(['=', '+', '-', '@']) => format!("'{text}"),
        Json::Text(text) => text.clone(),
        other => panic!("no cell: {other:?}"),
    }
}

/// Every golden request that a form holds, asked over REST of the same server: what was answered says the same, what was
/// refused is refused with the same text.
#[test]
fn over_all_goldens() {
    let mut met = Met::default();
    let mut servers = BTreeMap::new();
    let reads = in_xml().filter(|operation| operation.method == "GET");
    for (number, Operation { name: operation, method, .. }) in reads.enumerate() {
        // each operation has two wrong logins, and a name may fail ten times
        if number % 4 == 0 {
            servers.clear();
        }
        let kind = GoldenSite::of(operation);
        let (server, _) = servers.entry(kind).or_insert_with(|| {
            let site = kind.copy();
            (site.serve(&["--base-url", "https://lms.example.nl"]), site)
        });
        let folder = goldens::golden().join(operation).join("form");
        let requests = goldens::names(&folder);
        for name in requests.iter().filter(|name| name.ends_with(".request")) {
            let golden = goldens::request(&folder.join(name));
            let what = format!("{method} {operation}/{name}");
            let Some(request) = xml_equivalents::of_form(operation, &golden) else {
                assert!(name.contains("missing"), "{what}");
                continue;
            };
            let xml = server.send(&golden);
            let answer = xml.answer();
            match answer.error.clone().filter(|_| !answer.success) {
                None => formats(server, operation, &request, &answer.ok(), &mut met),
                Some(error) => {
                    let found = server.send(&request);
                    // a boolean may be absent here
                    if found.status == 200 && error.starts_with("Missing parameter: include") {
                        continue;
                    }
                    let reported = Json::parse(found.text());
                    let (status, detail) = (reported.get("status"), reported.get("detail"));
                    assert_eq!(status, &Json::Number(found.status.to_string()), "{what}");
                    // a path that lacks a number leads nowhere
                    assert!(detail.text() == error || found.status == 404, "{what}: {reported:?}");
                    assert_ne!(found.status, 200, "{what}");
                    met.add("refusal");
                }
            }
        }
    }
    met.all(&["boolean", "cell", "datetime", "items", "no items", "null", "number", "refusal", "text"]);
}

/// Everything that can be asked of random organisations.
// ASVS 1.1.2
#[test]
fn over_random_organisations() {
    let mut met = Met::default();
    for seed in 0..3 {
        let organisation = Organisation::random(seed, Size::SMALL);
        let site = granted_site();
        organisation.import(&site);
        let server = site.serve(&["--now", &organisation.now]);
        for (operation, parameters) in questions(&organisation) {
            let fields: Vec<_> = parameters.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
            let answer = server.form(operation, &fields).answer();
            let request = xml_equivalents::call(operation, &parameters).expect("an address");
            match answer.error.clone().filter(|_| !answer.success) {
                None => formats(&server, operation, &request, &answer.ok(), &mut met),
                Some(error) => {
                    let found = server.send(&request);
                    assert_eq!(Json::parse(found.text()).get("detail").text(), error);
                }
            }
        }
    }
    met.all(&["boolean", "cell", "datetime", "items", "no items", "null", "number", "text"]);
}

type Question = (&'static str, Vec<(String, String)>);

fn questions(organisation: &Organisation) -> Vec<Question> {
    let question = |operation, pairs: &[(&str, &str)]| {
        let pairs = pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        (operation, pairs.collect())
    };
    let mut questions: Vec<Question> = vec![
        question("GetAllBasicPersonInfo", &[]),
        question("GetAllLearningPortfolioContent", &[]),
        question("AvailableCourses", &[]),
        question("GetHistoricAbsences", &[]),
        question("GetCatalog", &[]),
        question("GetClasses", &[("includeArchived", "true")]),
        question("CompletedCourses", &[("fromDate", "1900-01-01"), ("toDate", "9999-12-31")]),
        question("StartedCourses", &[("fromDate", "1900-01-01"), ("tillDate", "9999-12-31")]),
        question(
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
        questions.push(question("GetPaginatedLearningPortfolioContent", &page));
    }
    for class in organisation.rows("classes.csv") {
        questions.push(question("GetClass", &[("classId", class.get("Id"))]));
    }
    for person in organisation.rows("persons.csv").step_by(4) {
        let identifier = person.get("ExternalIdentifier");
        questions.push(question("GetPersonAgenda", &[("identifier", identifier)]));
        questions.push(question("GetPersonByExternalId", &[("externalId", identifier)]));
        questions.push(question("GetPersonByEmail", &[("email", person.get("Email"))]));
        questions.push(question("GetPersonByServiceId", &[("servicePersonId", person.get("Id"))]));
    }
    for training in organisation.rows("trainings.csv").step_by(4) {
        let kind = if training.get("Type") == "Learning" { "Learning" } else { "Longterm" };
        let filter = [("trainingType", kind), ("trainingId", training.get("Id")), ("includeArchived", "true")];
        questions.push(question("GetClassesFilteredByTraining", &filter));
    }
    questions
}
