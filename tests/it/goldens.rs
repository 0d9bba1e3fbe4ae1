//! Compares whole answers byte for byte. `tests/golden/<Operation>/<style>/` has requests (`NN-name.request`) and the
//! expected answers (`NN-name.answer`). The requests of an operation are sent in the order of their names to a server on
//! its [`GoldenSite`]; an operation that changes data has a server for each style. A second credential, `lezer`, may only
//! call GetPersonByEmail.
//! `UPDATE=1 cargo test` writes the answers; review the diff before it is committed. `persons` tests rules, `transport`
//! tests HTTP.
//!
//! A request is text: method and path, headers, a blank line, the body. Lines end as in the file; the last line end of
//! the file is not sent. Host, Content-Length and Connection are added. An answer is the status line, those of
//! [`HEADERS`] that it has, a blank line and the body.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};
use std::thread;

use crate::random_organisation::Organisation;
use crate::support::{Answer, Element, Fixture, NOW, PASSWORD, Request, Response, Site, USER, persons_site, seed_site};

/// Two employed persons with one e-mail address, one of them with characters that XML escapes.
const TWO_MORE: &str = "Id,ExternalIdentifier,FirstName,FamilyName,Email,PhoneNumber\n\
                        6,E006,Fatima,Idrissi & Zn <1>,samen@example.nl,\"\"\"06\"\" > '05'\"\n\
                        7,E007,Gijs,Çelik,SAMEN@example.nl,\n";
const STYLES: [&str; 4] = ["form", "soap11", "soap12", "soap12-action"];
/// The headers that matter, in the order in which answers list them.
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

/// Trainings and their relations to the persons, with every element of an answer both filled and empty.
fn learning() -> Organisation {
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

/// The folder of the goldens.
pub fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// Names in a folder, sorted.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let names = entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"));
    let mut names: Vec<_> = names.collect();
    names.sort();
    names
}

/// The request in a file.
pub fn request(path: &Path) -> Request {
    parsed(&fs::read_to_string(path).expect("a request"))
}

/// Parses the text of a request.
pub fn parsed(text: &str) -> Request {
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

fn written(response: &Response) -> Vec<u8> {
    assert!(response.is_complete, "cut off");
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

/// The site on which the answers of an operation were recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum GoldenSite {
    /// [`persons_site`] with [`TWO_MORE`] persons.
    Persons,
    /// `Persons` with the data of [`learning`].
    Learners,
    /// Without data, with a credential that is granted ConnectorError.
    Connector,
    /// The demo organisation in `seed/`.
    Seed,
}

impl GoldenSite {
    pub fn of(operation: &str) -> GoldenSite {
        match operation {
            "CreatePerson" | "UpdatePerson" | "GetAllBasicPersonInfo" => GoldenSite::Persons,
            look_up if look_up.starts_with("GetPersonBy") => GoldenSite::Persons,
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
                site.import(&[("persons.csv", TWO_MORE)]).ok();
                site
            }
            GoldenSite::Learners => {
                let site = GoldenSite::Persons.copy();
                site.lms(&["credential", "grant", "hr", "reports"]).ok();
                learning().import(&site);
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

/// Returns the site on which the answers of the operation were recorded.
pub fn site(operation: &str) -> Site {
    GoldenSite::of(operation).copy()
}

pub fn changes_data(operation: &str) -> bool {
    ["CreatePerson", "UpdatePerson", "ConnectorError"].contains(&operation)
}

/// Sends the requests of the folders of an operation to one server and compares the answers, or writes them; returns the
/// differences.
fn differences(operation: &str, folders: &[PathBuf]) -> Vec<String> {
    let site = GoldenSite::of(operation).with_reader();
    let server = site.serve(&["--base-url", "https://lms.example.nl"]);
    let mut different = Vec::new();
    let files = |folder: &PathBuf| names(folder).into_iter().map(|name| folder.join(name)).collect::<Vec<_>>();
    for path in folders.iter().flat_map(files).filter(|path| path.extension().is_some_and(|end| end == "request")) {
        let found = written(&server.send(&request(&path)));
        let answer = path.with_extension("answer");
        let expected = fs::read(&answer).unwrap_or_default();
        if found == expected {
            continue;
        }
        if updates() {
            fs::write(&answer, &found).expect("an answer");
        } else {
            let (expected, found) = (String::from_utf8_lossy(&expected), String::from_utf8_lossy(&found));
            different.push(format!("{}\n--- expected\n{expected}\n--- found\n{found}\n", answer.display()));
        }
    }
    different
}

/// The operations that have goldens.
fn operations() -> Vec<String> {
    names(&golden())
}

/// Returns whether answers are written instead of compared.
fn updates() -> bool {
    std::env::var_os("UPDATE").is_some_and(|value| value == "1")
}

/// Returns the differences in all folders. Requests are sent once in a test run.
fn all_differences() -> &'static [String] {
    static DIFFERENCES: OnceLock<Vec<String>> = OnceLock::new();
    DIFFERENCES.get_or_init(compared_or_written)
}

fn compared_or_written() -> Vec<String> {
    let servers = operations().into_iter().flat_map(|operation| {
        let folder = golden().join(&operation);
        let folders: Vec<_> = names(&folder).iter().map(|style| folder.join(style)).collect();
        let each = if changes_data(&operation) { 1 } else { folders.len() };
        let parts: Vec<_> = folders.chunks(each).map(|part| (operation.clone(), part.to_vec())).collect();
        parts
    });
    let left = Mutex::new(servers);
    let next = || left.lock().expect("no panic while locked").next();
    let work = || {
        let parts = std::iter::from_fn(next);
        parts.flat_map(|(operation, folders)| differences(&operation, &folders)).collect::<Vec<_>>()
    };
    thread::scope(|scope| {
        let workers = [scope.spawn(work), scope.spawn(work)];
        workers.map(|worker| worker.join().expect("every answer came")).concat()
    })
}

/// Returns the operations that have goldens, when all answers have been written.
fn written_operations() -> Vec<String> {
    if updates() {
        all_differences();
    }
    operations()
}

#[test]
fn every_answer_is_as_recorded() {
    let different = all_differences();
    assert!(different.is_empty(), "{} answers differ:\n{}", different.len(), different.join("\n"));
}

// Invariants of the folders.

/// Each operation in the WSDL has a folder, and nothing else has one.
#[test]
fn each_operation_has_goldens() {
    let server = persons_site().serve(&[]);
    let wsdl = server.send(&Request::new("GET", "/service/apiservice.asmx?WSDL"));
    let wsdl = String::from_utf8(wsdl.body).expect("UTF-8");
    let port = wsdl.split("<wsdl:portType").nth(1).expect("a port");
    let described: BTreeSet<_> =
        port.split("<wsdl:operation name=\"").skip(1).filter_map(|rest| Some(rest.split_once('"')?.0)).collect();
    assert_eq!(described, operations().iter().map(String::as_str).collect());
    let unknown = server.form("GetPersonByServiceid", &[]);
    assert_eq!(unknown.status, 404);
    assert!(unknown.answer().refused().contains("GetPersonByServiceId"), "names the nearest");
}

/// Every style of every operation has the same requests (a form cannot hold a person, so that style of two operations has
/// fewer). Every request has an answer, and every answer a request.
#[test]
fn every_style_has_the_same_requests() {
    for operation in written_operations() {
        let folder = golden().join(&operation);
        assert_eq!(names(&folder), STYLES, "{operation}");
        let stems = |style: &str, extension: &str| -> BTreeSet<String> {
            let files = names(&folder.join(style));
            files.iter().filter_map(|name| name.strip_suffix(extension)).map(String::from).collect()
        };
        let record = matches!(operation.as_str(), "CreatePerson" | "UpdatePerson");
        for style in STYLES {
            let requests = stems(style, ".request");
            assert!(!requests.is_empty(), "{operation}/{style}");
            assert_eq!(requests, stems(style, ".answer"), "{operation}/{style}");
            if !record || style != "form" {
                assert_eq!(requests, stems("soap12", ".request"), "{operation}/{style}");
            }
        }
    }
}

/// A result differs between the styles only in its wrapper and namespace.
#[test]
fn a_result_is_the_same_in_every_style() {
    let mut compared = 0;
    for operation in written_operations() {
        let mut results: BTreeMap<String, Vec<(String, Answer)>> = BTreeMap::new();
        for style in STYLES {
            let folder = golden().join(&operation).join(style);
            for name in names(&folder).iter().filter(|name| name.ends_with(".answer")) {
                let text = fs::read_to_string(folder.join(name)).expect("an answer");
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
            let (first, rest) = answers.split_first().expect("an answer");
            for other in rest {
                assert_eq!(plain(&first.1), plain(&other.1), "{operation}: {name} of {} and {}", first.0, other.0);
                compared += 1;
            }
        }
    }
    assert!(compared > 0, "no answers: run with UPDATE=1");
}

/// Success, contents without namespaces, error.
fn plain(answer: &Answer) -> (bool, Option<Element>, Option<String>) {
    fn stripped(element: &Element) -> Element {
        let children = element.children.iter().map(stripped).collect();
        Element { namespace: String::new(), children, ..element.clone() }
    }
    (answer.success, answer.contents.as_ref().map(stripped), answer.error.clone())
}
