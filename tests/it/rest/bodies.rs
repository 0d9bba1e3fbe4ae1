//! Tests JSON bodies: they create and change persons as XML does, and invalid ones are refused.

use std::fs;

use super::xml_equivalents::object;
use super::*;
use crate::goldens;
use crate::support::{Element, Site, persons_site};

fn persons() -> (Site, Server) {
    let site = persons_site();
    let server = site.serve(&["--base-url", "https://lms.example.nl"]);
    (site, server)
}

#[test]
fn a_person_is_created_and_changed() {
    let (_site, server) = persons();
    let body = r#" { "Email" : "n@example.nl", "ExternalIdentifier":" N1 ", "FirstName":"\u004eina", "FamilyName":"\ud83d\ude00",
                     "Insertion":null, "ContractStartTime":"2026-03-09T10:00:00Z", "AccountLevel":"" } "#;
    let created = server.send(&json_request("POST", "/persons", body));
    assert_eq!((created.status, created.text()), (201, "{\"ServiceId\":6}"));
    assert_eq!(created.header("Location"), Some("https://lms.example.nl/api/v1/persons/6"));
    assert_common_headers(&created);
    let found = json(&server.send(&get("/persons/6")));
    for (name, expected) in [
        ("ExternalIdentifier", "N1"),
        ("FirstName", "Nina"),
        ("FamilyName", "😀"),
        ("Insertion", ""),
        ("AccountLevel", "LEARNER"),
        ("ContractStartTime", "2026-03-09T11:00:00+01:00"),
    ] {
        assert_eq!(found.get(name).text(), expected, "{name}");
    }
    // "an absent name leaves the field alone", `null` and an empty text set the default
    for media in ["application/merge-patch+json", "application/json; charset=UTF-8"] {
        let body = r#"{"FirstName":"Nora","ContractStartTime":null,"PhoneNumber":"06","CostCentre":""}"#;
        let change =
            json_request("PATCH", "/persons/6", body).without_header("Content-Type").header("Content-Type", media);
        let changed = server.send(&change);
        assert_eq!((changed.status, changed.body.len()), (204, 0));
        assert_eq!(changed.header("Content-Type"), None);
        assert_common_headers(&changed);
    }
    let found = json(&server.send(&get("/persons/6")));
    assert_eq!(found.get("FirstName").text(), "Nora");
    assert_eq!(found.get("FamilyName").text(), "😀");
    assert_eq!(found.get("ContractStartTime"), &Json::Null);
    // a required field cannot be emptied
    let detail = problem(&server.send(&json_request("PATCH", "/persons/6", r#"{"FirstName":null}"#)), 400, "refused");
    assert_eq!(detail, "FirstName is required.");
    assert_eq!(server.send(&json_request("PATCH", "/persons/6", "{}")).status, 204);
    // a byte order mark is ignored
    assert_eq!(server.send(&json_request("PATCH", "/persons/6", "\u{feff}{\"Insertion\":\"de\"}")).status, 204);
}

/// A change returns 204, but only to clients that accept objects. A creation returns an object.
#[test]
fn changes_need_a_client_that_accepts_objects() {
    let (_site, server) = persons();
    let connectors = goldens::site("ConnectorError");
    let connector_server = connectors.serve(&[]);
    for (format, accept, is_accepted) in [
        ("", "text/html", false),
        ("", "text/csv", false),
        ("", "application/json;q=0", false),
        ("?format=csv", "*/*", false),
        ("?format=csv-excel", "application/json", false),
        ("?format=ndjson", "text/html", true),
        ("", "application/x-ndjson", true),
        ("", "text/html, application/json;q=0.001", true),
        ("", "text/html, */*;q=0.1", true),
        ("", " , ,", true),
        // generated clients send this
        ("", "application/problem+json", true),
        ("?format=csv", "application/problem+json", false),
    ] {
        let (change, error) = (format!("/persons/2{format}"), format!("/connector-errors{format}"));
        for (server, request) in [
            (&server, json_request("PATCH", &change, "{}")),
            (&connector_server, json_request("POST", &error, r#"{"message":"boem"}"#)),
        ] {
            let response = server.send(&request.header("Accept", accept));
            match is_accepted {
                true => assert_eq!(response.status, 204, "{format} {accept}"),
                false => drop(problem(&response, 406, "not-acceptable")),
            }
        }
    }
    let listed = connectors.lms(&["connector-errors"]).ok().stdout;
    assert_eq!(listed.matches("boem").count(), 6, "{listed}");
    let person = object(&[
        ("ExternalIdentifier", "N1"),
        ("FirstName", "Nina"),
        ("FamilyName", "Nieuw"),
        ("Email", "n@example.nl"),
    ]);
    for path in ["/persons?format=csv", "/persons?format=csv-excel"] {
        problem(&server.send(&json_request("POST", path, person.as_str())), 406, "not-acceptable");
    }
    let created = server.send(&json_request("POST", "/persons?format=ndjson", person));
    assert_eq!((created.status, created.text()), (201, "{\"ServiceId\":6}\n"));
}

#[test]
fn a_connector_reports_an_error() {
    let site = goldens::site("ConnectorError");
    let server = site.serve(&[]);
    for (body, status) in [
        (r#"{"message":"boem"}"#, 204),
        (r#"{"message":"","connector":null}"#, 204),
        (r#"{"message":"boem","connector":"HR"}"#, 204),
        (r#"{"message":null}"#, 400),
        (r#"{"connector":"HR"}"#, 400),
        (r#"{"Message":"boem"}"#, 400),
    ] {
        let response = server.send(&json_request("POST", "/connector-errors", body));
        assert_eq!(response.status, status, "{body}: {}", response.text());
    }
    // "a text that is too long or holds forbidden characters is a refusal of the rules"
    for (name, value, max_length) in [
        ("message", "x".repeat(10_001), 10_000),
        ("message", "\\u0001".to_owned(), 10_000),
        ("connector", "x".repeat(1001), 1000),
    ] {
        let body = format!(r#"{{"message":"boem","{name}":"{value}"}}"#);
        let body = body.replace(r#""message":"boem","message""#, r#""message""#);
        let refused = server.send(&json_request("POST", "/connector-errors", body));
        let detail = problem(&refused, 400, "refused");
        assert!(
            detail.starts_with(&format!("Invalid value for parameter {name}: "))
                && detail.contains(&format!("at most {max_length} characters")),
            "{detail}"
        );
    }
    server.wait_for_log("outcome=refused");
    let listed = site.lms(&["connector-errors"]).ok().stdout;
    assert_eq!(listed.matches("boem").count(), 2, "{listed}");
}

/// "a repeated name, a name that no field has, and a value of another type (number for a text) are 400 with its place,
/// before any rule"
// ASVS 1.5.2, 15.3.1, 15.3.3
#[test]
fn invalid_bodies_are_refused_with_their_position() {
    let (_site, server) = persons();
    let mut differences = Vec::new();
    for (body, expected) in [
        ("", "Malformed JSON at line 1, column 0: "),
        ("{", "Malformed JSON at line 1, column 1: "),
        ("{\"FirstName\":\"x\",}", "Malformed JSON at line 1, column 18: "),
        ("{\n\"FirstName\" \"x\"}", "Malformed JSON at line 2, column 13: "),
        ("{'FirstName':'x'}", "Malformed JSON at line 1, column 2: "),
        ("{} {}", "Malformed JSON at line 1, column 4: trailing characters."),
        ("{\"FirstName\":NaN}", "Malformed JSON at line 1, column 14: "),
        ("[]", "Wrong JSON at line 1, column 2: invalid type: sequence, expected an object."),
        ("\"x\"", "Wrong JSON at line 1, column 3: invalid type: string \"x\", expected an object."),
        ("null", "Wrong JSON at line 1, column 4: invalid type: null, expected an object."),
        (
            "{\"FirstName\":5}",
            "Wrong JSON at line 1, column 14: invalid type: integer `5`, expected a text for FirstName.",
        ),
        ("{\"FirstName\":true}", "Wrong JSON at line 1, column 17: "),
        ("{\"FirstName\":1.5}", "Wrong JSON at line 1, column 16: "),
        ("{\"FirstName\":{}}", "Wrong JSON at line 1, column 15: invalid type: map, expected a text for FirstName."),
        ("{\"FirstName\":[\"x\"]}", "Wrong JSON at line 1, column 14: "),
        ("{\"firstName\":\"x\"}", "Wrong JSON at line 1, column 12: unknown field firstName. Did you mean FirstName?"),
        (
            "{\"FirstName\":\"x\",\n\"First\\u004eame\":\"y\"}",
            "Wrong JSON at line 2, column 16: repeated field FirstName.",
        ),
        ("{\"servicePersonId\":\"2\"}", "Wrong JSON at line 1, column 18: unknown field servicePersonId. "),
        ("{\"personUpdate\":{}}", "Wrong JSON at line 1, column 15: unknown field personUpdate. "),
    ] {
        for (method, path) in [("PATCH", "/persons/2"), ("POST", "/persons")] {
            let detail = problem(&server.send(&json_request(method, path, body)), 400, "bad-request");
            if !detail.starts_with(expected) || detail.ends_with("?.") {
                differences.push(format!("{body}: {detail}"));
            }
        }
    }
    assert_eq!(differences, Vec::<String>::new());
    for (body, charset) in
        [(&b"{\"FirstName\":\"\xff\"}"[..], "utf-8"), (b"\xff\xfe{\0}\0", "utf-16"), (b"{}", "iso-8859-1")]
    {
        let media = format!("application/json; charset={charset}");
        let request = json_request("PATCH", "/persons/2", body).without_header("Content-Type");
        problem(&server.send(&request.header("Content-Type", &media)), 400, "bad-request");
    }
}

/// Converts the fields of a person in a golden request to JSON. Returns `None` if JSON cannot express them.
fn json_fields(record: &Element, creates: bool) -> Option<String> {
    let mut pairs: Vec<(String, serde_json::Value)> = Vec::new();
    for field in &record.children {
        let is_nil = field.attributes.iter().any(|(name, value)| name == "nil" && value == "true");
        let value = match is_nil && !creates {
            true => serde_json::Value::Null,
            false => field.text.clone().into(),
        };
        if pairs.iter().any(|(name, _)| *name == field.name) || !field.children.is_empty() {
            return None;
        }
        pairs.push((field.name.clone(), value));
    }
    let pairs = pairs.iter().map(|(name, value)| format!("\"{name}\":{value}"));
    Some(format!("{{{}}}", pairs.collect::<Vec<_>>().join(",")))
}

/// Sends each golden creation and change as XML to one site and over REST to another, and compares responses and rows.
#[test]
fn bodies_have_the_same_effect_as_in_xml() {
    let mut compared = 0;
    for (operation, method, record_name) in
        [("CreatePerson", "POST", "personCreate"), ("UpdatePerson", "PATCH", "personUpdate")]
    {
        let (xml_site, rest_site) = (goldens::site(operation), goldens::site(operation));
        let (xml, rest) = (xml_site.serve(&[]), rest_site.serve(&[]));
        let folder = goldens::goldens_folder().join(operation).join("soap12");
        for name in goldens::file_names(&folder).iter().filter(|name| name.ends_with(".request")) {
            let request = goldens::read_request(&folder.join(name));
            let text = fs::read_to_string(folder.join(name)).expect("text");
            let (_, envelope) = text.split_once("\n\n").expect("a body");
            let envelope = Element::parse(envelope);
            let Some(call) = envelope.find(operation) else {
                continue;
            };
            let is_login_valid = call.value("username") == Some(USER) && call.value("password") == Some(PASSWORD);
            let Some(record) = call.child(record_name).filter(|_| is_login_valid) else {
                continue;
            };
            let Some(body) = json_fields(record, method == "POST") else {
                continue;
            };
            let path = match (call.value("servicePersonId"), method) {
                (Some(id), _) => format!("/persons/{id}"),
                (None, "POST") => "/persons".to_owned(),
                // over REST, the id is in the path and cannot be missing
                (None, _) => continue,
            };
            let found = rest.send(&json_request(method, &path, body));
            if found.status == 400 && found.text().contains("unknown field") {
                continue;
            }
            let response = xml.send(&request);
            if found.status == 400 && !found.text().contains("\"refused\"") {
                assert_eq!(response.status, 400, "{operation}/{name}: {}", found.text());
                continue;
            }
            assert_eq!(response.status, 200, "{operation}/{name}: {}", found.text());
            let answer = response.answer();
            match (answer.success, method) {
                (true, "POST") => {
                    let id = answer.ok().text;
                    assert_eq!(found.text(), format!("{{\"ServiceId\":{id}}}"), "{name}");
                }
                (true, _) => assert_eq!(found.status, 204, "{name}: {}", found.text()),
                (false, _) => {
                    assert!([400, 404, 409].contains(&found.status), "{name}");
                    assert_eq!(Json::parse(found.text()).get("detail").text(), answer.refused(), "{name}");
                }
            }
            compared += 1;
        }
        assert_eq!(rest_site.export_file("persons.csv"), xml_site.export_file("persons.csv"));
    }
    assert!(compared > 12, "only {compared}");
}
