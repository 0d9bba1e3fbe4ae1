//! Compares responses byte for byte. `tests/golden/<Operation>/<style>/` has requests (`NN-name.request`) and the expected
//! responses (`NN-name.answer`). The requests of an operation are sent in the order of their names to a server on its
//! [`GoldenSite`]; an operation that changes data has a server for each style. A second credential, `lezer`, may only call
//! GetPersonByEmail. `UPDATE=1 cargo test` writes the responses: review the diff.
//!
//! A request is text: method and path, headers, a blank line, the body. Lines end as in the file; the last line end of
//! the file is not sent. Host, Content-Length and Connection are added. A response is the status line, those of
//! [`HEADERS`] that it has, a blank line and the body.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};
use std::thread;

use crate::random_organisation::Organisation;
use crate::support::{Answer, Element, Fixture, NOW, PASSWORD, Request, Response, Site, USER, persons_site, seed_site};

/// Two employed persons with the same e-mail address. The first has characters that XML escapes.
const TWO_PERSONS: &str = "Id,ExternalIdentifier,FirstName,FamilyName,Email,PhoneNumber\n\
                        6,E006,Fatima,Idrissi & Zn <1>,samen@example.nl,\"\"\"06\"\" > '05'\"\n\
                        7,E007,Gijs,Çelik,SAMEN@example.nl,\n";
const STYLES: [&str; 4] = ["form", "soap11", "soap12", "soap12-action"];
/// The headers that are compared, in the order of the files.
const HEADERS: [&str; 8] = [
    "Content-Type",
    "Content-Encoding",
    "Cache-Control",
    "Vary",
    "Allow",
    "WWW-Authenticate",
    "Retry-After",
    "Location",
];

/// Returns trainings and their relations to the persons, so that responses have each element both empty and filled.
fn learning_data() -> Organisation {
    let mut rows = Organisation::empty(NOW);
    let files: [(&str, &str, &[&str]); 9] = [
        (
            "steps.csv",
            "Id,Title,Introduction,Order",
            &["1,Start <1> & verder,,1", "2,Verdieping,<p>Lees eerst &amp; begin dan</p>,0"],
        ),
        ("categories.csv", "Id,StepTitle,Title,Order", &["1,Start <1> & verder,Alles,0", "2,Verdieping,Alles,0"]),
        (
            "trainings.csv",
            "Id,Code,Type,Title,StepTitle,CategoryTitle,ImageName,IsMandatory,IsActive,IsVisibleInCatalog,HasCertificate",
            &[
                "7,BHV,Learning,\"BHV\" basis,Start <1> & verder,Alles,bhv & co.png,true,true,true,true",
                "7,BLOK,Longterm,Blok veiligheid,Start <1> & verder,Alles,,false,true,true,false",
                "2,OUD,Learning,Oude stijl,Verdieping,Alles,,false,false,true,false",
                "3,EHBO,Learning,EHBO,Verdieping,Alles,ehbo.png,false,true,true,false",
            ],
        ),
        ("training_thresholds.csv", "TrainingCode,RequiredTrainingCode", &["EHBO,BHV"]),
        ("learning_paths.csv", "Id,Title", &["1,Docenten", "2,Noord"]),
        (
            "learning_path_trainings.csv",
            "LearningPathTitle,TrainingCode",
            &["Docenten,BHV", "Docenten,OUD", "Noord,EHBO"],
        ),
        (
            "learning_path_links.csv",
            "LearningPathTitle,LinkType,LinkValue",
            &["Docenten,Function,Docent", "Noord,Location,Noord"],
        ),
        (
            "enrollments.csv",
            "Id,PersonExternalIdentifier,TrainingCode,EnrolledAt,State,OnWaitingList,AddedFromCatalog,ChangedAt",
            &["1,E001,BLOK,2026-01-05T09:00:00,0,false,true,2026-01-05T09:00:00"],
        ),
        (
            "results.csv",
            "Id,PersonExternalIdentifier,TrainingCode,FinishedAt,StartedAt,ValidUntil,CertificateObtained",
            &[
                "1,E002,BHV,2024-05-02T16:00:00,2024-05-01T09:00:00,2026-05-02T16:00:00,true",
                "2,00005,EHBO,2025-11-11T11:11:11,,never,false",
            ],
        ),
    ];
    for (file, columns, lines) in files {
        for line in lines {
            let cells: Vec<_> = columns.split(',').zip(line.split(',')).collect();
            rows.add(file, &cells);
        }
    }
    let dimmed = [("PersonExternalIdentifier", "E002"), ("TrainingCode", "OUD"), ("DimReasonId", "4")];
    rows.add("dim_reasons.csv", &[("Id", "4"), ("Reason", "Niet nodig")]);
    rows.add("dimmings.csv", &dimmed);
    rows
}

pub fn goldens_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// Returns the names of the entries of a folder, sorted.
pub fn file_names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let names = entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"));
    let mut names: Vec<_> = names.collect();
    names.sort();
    names
}

pub fn read_request(path: &Path) -> Request {
    parse_request(&fs::read_to_string(path).expect("a request"))
}

pub fn parse_request(text: &str) -> Request {
    let text = text.strip_suffix('\n').unwrap_or(text);
    let (head, body) = text.split_once("\n\n").unwrap_or((text, ""));
    let mut lines = head.lines();
    let first = lines.next().and_then(|line| line.split_once(' '));
    let (method, target) = first.unwrap_or_else(|| panic!("no method and path: {text}"));
    let mut request = Request { body: body.into(), ..Request::new(method, target) };
    for line in lines {
        let (name, value) = line.split_once(':').expect("a header");
        request = request.header(name, value.trim());
    }
    request
}

/// Returns the file of a response.
fn golden_bytes(response: &Response) -> Vec<u8> {
    assert!(response.is_complete);
    let mut text = format!("{}\n", response.status_line.trim_end());
    for name in HEADERS {
        let values = response.headers.iter().filter(|(other, _)| other.eq_ignore_ascii_case(name));
        for (_, value) in values {
            text += &format!("{name}: {value}\n");
        }
    }
    let mut bytes = (text + "\n").into_bytes();
    bytes.extend_from_slice(&response.body);
    bytes
}

/// The site on which the responses of an operation were recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum GoldenSite {
    /// [`persons_site`] with [`TWO_PERSONS`].
    Persons,
    /// `Persons` with the data of [`learning_data`].
    Learners,
    /// Without data, with a credential that is granted ConnectorError.
    Connector,
    /// The demo organisation in `seed/`.
    Seed,
}

impl GoldenSite {
    pub fn for_operation(operation: &str) -> GoldenSite {
        match operation {
            "CreatePerson" | "UpdatePerson" | "GetAllBasicPersonInfo" => GoldenSite::Persons,
            lookup if lookup.starts_with("GetPersonBy") => GoldenSite::Persons,
            "GetAllLearningPortfolioContent" => GoldenSite::Learners,
            "ConnectorError" => GoldenSite::Connector,
            _ => GoldenSite::Seed,
        }
    }

    pub fn copy(self) -> Site {
        static FIXTURES: [Fixture; 4] = [const { Fixture::new() }; 4];
        FIXTURES[self as usize].copy(|| self.make())
    }

    fn make(self) -> Site {
        match self {
            GoldenSite::Persons => {
                let site = persons_site();
                site.import(&[("persons.csv", TWO_PERSONS)]).ok();
                site
            }
            GoldenSite::Learners => {
                let site = GoldenSite::Persons.copy();
                site.lms(&["credential", "grant", "hr", "reports"]).ok();
                learning_data().import(&site);
                site
            }
            GoldenSite::Connector => {
                let site = Site::new();
                site.add_credential(USER, PASSWORD, &["ConnectorError"]);
                site
            }
            GoldenSite::Seed => seed_site(),
        }
    }

    /// Returns a copy with the credential `lezer`.
    pub fn with_reader(self) -> Site {
        static FIXTURES: [Fixture; 4] = [const { Fixture::new() }; 4];
        FIXTURES[self as usize].copy(|| {
            let site = self.copy();
            site.add_credential("lezer", PASSWORD, &["GetPersonByEmail"]);
            site
        })
    }
}

pub fn site(operation: &str) -> Site {
    GoldenSite::for_operation(operation).copy()
}

pub fn changes_data(operation: &str) -> bool {
    ["CreatePerson", "UpdatePerson", "ConnectorError"].contains(&operation)
}

/// Sends the requests of these folders to one server. Returns the differences of the responses, or writes the responses if
/// [`is_update`].
fn differences(operation: &str, folders: &[PathBuf]) -> Vec<String> {
    let site = GoldenSite::for_operation(operation).with_reader();
    let server = site.serve(&["--base-url", "https://lms.example.nl"]);
    let mut differences = Vec::new();
    let files = |folder: &PathBuf| file_names(folder).into_iter().map(|name| folder.join(name)).collect::<Vec<_>>();
    for path in folders.iter().flat_map(files).filter(|path| path.extension().is_some_and(|end| end == "request")) {
        let found = golden_bytes(&server.send(&read_request(&path)));
        let golden = path.with_extension("answer");
        let expected = fs::read(&golden).unwrap_or_default();
        if found == expected {
            continue;
        }
        if is_update() {
            fs::write(&golden, &found).expect("a golden file");
        } else {
            let (expected, found) = (String::from_utf8_lossy(&expected), String::from_utf8_lossy(&found));
            differences.push(format!("{}\n--- expected\n{expected}\n--- found\n{found}\n", golden.display()));
        }
    }
    differences
}

/// Returns the operations that have goldens.
fn operations() -> Vec<String> {
    file_names(&goldens_folder())
}

/// Returns whether responses are written instead of compared.
fn is_update() -> bool {
    std::env::var_os("UPDATE").is_some_and(|value| value == "1")
}

/// Returns the differences of all responses. Sends the requests once in a test run.
fn all_differences() -> &'static [String] {
    static DIFFERENCES: OnceLock<Vec<String>> = OnceLock::new();
    DIFFERENCES.get_or_init(compare_or_write)
}

fn compare_or_write() -> Vec<String> {
    let tasks = operations().into_iter().flat_map(|operation| {
        let folder = goldens_folder().join(&operation);
        let folders: Vec<_> = file_names(&folder).iter().map(|style| folder.join(style)).collect();
        let folders_per_server = if changes_data(&operation) { 1 } else { folders.len() };
        let tasks = folders.chunks(folders_per_server).map(|folders| (operation.clone(), folders.to_vec()));
        tasks.collect::<Vec<_>>()
    });
    let tasks = Mutex::new(tasks);
    let next = || tasks.lock().expect("no panic while locked").next();
    let work = || {
        let tasks = std::iter::from_fn(next);
        tasks.flat_map(|(operation, folders)| differences(&operation, &folders)).collect::<Vec<_>>()
    };
    thread::scope(|scope| {
        let workers = [scope.spawn(work), scope.spawn(work)];
        workers.map(|worker| worker.join().expect("every response")).concat()
    })
}

/// Returns the operations that have goldens, after an update of all responses.
fn updated_operations() -> Vec<String> {
    if is_update() {
        all_differences();
    }
    operations()
}

#[test]
fn every_response_is_as_recorded() {
    let differences = all_differences();
    assert!(differences.is_empty(), "{} responses differ:\n{}", differences.len(), differences.join("\n"));
}

#[test]
fn the_folders_are_the_operations_of_the_wsdl() {
    let server = persons_site().serve(&[]);
    let wsdl = server.send(&Request::new("GET", "/service/apiservice.asmx?WSDL"));
    let wsdl = String::from_utf8(wsdl.body).expect("UTF-8");
    let port = wsdl.split("<wsdl:portType").nth(1).expect("a port");
    let described: BTreeSet<_> =
        port.split("<wsdl:operation name=\"").skip(1).filter_map(|rest| Some(rest.split_once('"')?.0)).collect();
    assert_eq!(described, operations().iter().map(String::as_str).collect());
    let unknown = server.form("GetPersonByServiceid", &[]);
    assert_eq!(unknown.status, 404);
    assert!(unknown.answer().refused().contains("GetPersonByServiceId"));
}

/// For an operation with a person as parameter, `form` has fewer requests: a form cannot contain one.
#[test]
fn every_style_has_the_same_requests_with_their_responses() {
    for operation in updated_operations() {
        let folder = goldens_folder().join(&operation);
        assert_eq!(file_names(&folder), STYLES, "{operation}");
        let stems = |style: &str, extension: &str| -> BTreeSet<String> {
            let files = file_names(&folder.join(style));
            files.iter().filter_map(|name| name.strip_suffix(extension)).map(String::from).collect()
        };
        let has_record = matches!(operation.as_str(), "CreatePerson" | "UpdatePerson");
        for style in STYLES {
            let requests = stems(style, ".request");
            assert!(!requests.is_empty(), "{operation}/{style}");
            assert_eq!(requests, stems(style, ".answer"), "{operation}/{style}");
            if !has_record || style != "form" {
                assert_eq!(requests, stems("soap12", ".request"), "{operation}/{style}");
            }
        }
    }
}

#[test]
fn styles_differ_only_in_wrapper_and_namespace() {
    let mut compared = 0;
    for operation in updated_operations() {
        let mut results: BTreeMap<String, Vec<(String, Answer)>> = BTreeMap::new();
        for style in STYLES {
            let folder = goldens_folder().join(&operation).join(style);
            for name in file_names(&folder).iter().filter(|name| name.ends_with(".answer")) {
                let text = fs::read_to_string(folder.join(name)).expect("a response");
                let (head, body) = text.split_once("\n\n").expect("head and body");
                if head.starts_with("HTTP/1.1 200") {
                    let response = Response {
                        status: 200,
                        headers: Vec::new(),
                        body: body.into(),
                        status_line: String::new(),
                        is_complete: true,
                    };
                    results.entry(name.clone()).or_default().push((style.into(), response.answer()));
                }
            }
        }
        for (name, answers) in results {
            let (first, others) = answers.split_first().expect("an answer");
            for other in others {
                assert_eq!(
                    without_namespaces(&first.1),
                    without_namespaces(&other.1),
                    "{operation}: {name} of {} and {}",
                    first.0,
                    other.0
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 0, "no responses: run with UPDATE=1");
}

/// Returns success, contents without namespaces, and error.
fn without_namespaces(answer: &Answer) -> (bool, Option<Element>, Option<String>) {
    fn strip_namespaces(element: &Element) -> Element {
        let children = element.children.iter().map(strip_namespaces).collect();
        Element { namespace: String::new(), children, ..element.clone() }
    }
    (answer.success, answer.contents.as_ref().map(strip_namespaces), answer.error.clone())
}
