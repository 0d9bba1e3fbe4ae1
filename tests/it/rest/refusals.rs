//! Tests the problems: each row of the table of errors, texts and members.

use super::xml_equivalents::object;
use super::*;
use crate::goldens;
use crate::support::{Site, seed_site};

fn persons() -> SiteServer {
    serve(goldens::site("GetPersonByEmail"), &["--metrics"])
}

/// Returns a new person as JSON.
fn new_person(identifier: &str) -> String {
    let names = [("FirstName", "Piet"), ("FamilyName", "Puk"), ("Email", "p@example.nl")];
    let mut fields = vec![("ExternalIdentifier", identifier)];
    fields.extend(names);
    object(&fields)
}

#[test]
fn missing_resources_are_404() {
    let server = serve(seed_site(), &[]);
    for (path, expected) in [
        ("/persons/by-external-id/nobody/agenda", "Person not found."),
        ("/classes/999999", "Class not found."),
        ("/classes/by-training/Learning/999999?includeArchived=true", "Training not found."),
    ] {
        assert_eq!(problem(&server.send(&get(path)), 404, "not-found"), expected);
    }
    let missing = json_request("PATCH", "/persons/999999", "{}");
    assert_eq!(problem(&persons().send(&missing), 404, "not-found"), "Person not found.");
}

#[test]
fn conflicts_with_other_data_are_409() {
    let server = persons();
    let text = "A person with ExternalIdentifier E002 already exists.";
    let created = json_request("POST", "/persons", new_person("E002"));
    assert_eq!(problem(&server.send(&created), 409, "conflict"), text);
    let changed = json_request("PATCH", "/persons/1", object(&[("ExternalIdentifier", "E002")]));
    assert_eq!(problem(&server.send(&changed), 409, "conflict"), text);
    let dismissed = json_request("POST", "/persons", new_person("E003"));
    let detail = problem(&server.send(&dismissed), 409, "conflict");
    assert!(detail.starts_with("A person with ExternalIdentifier E003 already exists and is dismissed (ServiceId 3)"));
    let detail = problem(&server.send(&get("/persons/by-email/samen@example.nl")), 409, "conflict");
    assert_eq!(detail, "More than one person has e-mail address samen@example.nl.");
}

#[test]
fn other_refusals_are_400() {
    let server = persons();
    let both = object(&[("ExternalIdentifier", "E002"), ("AccountLevel", "BAAS")]);
    let detail = problem(&server.send(&json_request("PATCH", "/persons/1", both)), 400, "refused");
    assert!(detail.starts_with("A person with ExternalIdentifier E002 already exists. AccountLevel: BAAS"), "{detail}");
    let detail = problem(&server.send(&json_request("POST", "/persons", "{}")), 400, "refused");
    let required = ["ExternalIdentifier", "FirstName", "FamilyName", "Email"];
    assert_eq!(detail, required.map(|name| format!("{name} is required.")).join(" "));
    for (field, value) in [
        ("ContractEndTime", "abc"),
        ("FirstName", ""),
        ("FirstName", "\u{1}"),
        ("Insertion", &"x".repeat(1001)),
        ("ManagerExternalIdentifier", "nobody"),
    ] {
        let change = json_request("PATCH", "/persons/2", object(&[(field, value)]));
        problem(&server.send(&change), 400, "refused");
    }
    let reports = serve(seed_site(), &[]);
    for (path, expected) in [
        ("/completed-courses?fromDate=2026-02-01&toDate=2026-01-01", "fromDate is later than toDate."),
        ("/started-courses?fromDate=2026-02-01&tillDate=2026-01-01", "fromDate is later than tillDate."),
    ] {
        assert_eq!(problem(&reports.send(&get(path)), 400, "refused"), expected);
    }
    // "sizes and limits of a query are `bad-request`"
    for (path, expected) in [
        ("/learning-portfolio/pages?size=10001&index=0", "size must be 1 to 10000."),
        ("/learning-portfolio/pages?size=1&index=-1", "index must be 0 or more."),
    ] {
        assert_eq!(problem(&reports.send(&get(path)), 400, "bad-request"), expected);
    }
}

/// Returns the errors of a problem: `in`, `field` and `code`.
fn errors(response: &Response) -> Vec<(String, String, String)> {
    let body = Json::parse(response.text());
    let text = |error: &Json, name: &str| error.get(name).text().to_owned();
    let item = |error: &Json| {
        assert_eq!(error.names(), ["in", "field", "code", "detail"]);
        assert!(!error.get("detail").text().is_empty());
        (text(error, "in"), text(error, "field"), text(error, "code"))
    };
    body.get("errors").items().iter().map(item).collect()
}

#[test]
fn all_errors_of_a_query_are_reported() {
    let site = seed_site();
    site.add_credential("alles", PASSWORD, &["all"]);
    let reports = serve(site, &["--brand", "Acme"]);
    let get = |path: &str| get(path).without_header("Authorization").header("Authorization", &basic("alles", PASSWORD));
    let long = format!("/persons/by-email/{}", "x".repeat(1001));
    let text = "text is too long";
    for (path, code, detail, expected) in [
        (
            "/learning-portfolio/pages?sise=1&index=x&index=2&index=3&format=xml",
            "bad-request",
            "Unknown parameter: sise. Did you mean size?",
            &[
                ("query", "sise", "unknown"),
                ("query", "index", "repeated"),
                ("query", "format", "kind"),
                ("query", "size", "required"),
            ][..],
        ),
        (
            "/learning-portfolio/pages?index=-1&size=0",
            "bad-request",
            "size must be 1 to 10000.",
            &[("query", "index", "range"), ("query", "size", "range")],
        ),
        (
            "/learning-portfolio/pages?includeInactiveTrainings=ja&index=-1",
            "bad-request",
            "Missing parameter: size.",
            &[
                ("query", "includeInactiveTrainings", "kind"),
                ("query", "index", "range"),
                ("query", "size", "required"),
            ],
        ),
        ("/completed-courses?fromDate=2026-02-01&toDate=2026-01-01", "refused", "", &[("query", "fromDate", "range")]),
        ("/persons/abc", "bad-request", "", &[("path", "acmePersonId", "kind")]),
        ("/persons/by-email/%01", "bad-request", "", &[("path", "email", "characters")]),
        (&long, "bad-request", text, &[("path", "email", "length")]),
        ("/changes?since=x", "bad-request", "", &[("query", "since", "kind")]),
    ] {
        let response = reports.send(&get(path));
        let found = problem(&response, 400, code);
        assert!(detail == text || found.starts_with(detail), "{path}: {found}");
        let found = errors(&response);
        let found: Vec<_> = found.iter().map(|(at, field, code)| (&**at, &**field, &**code)).collect();
        assert_eq!(found, expected, "{path}");
    }
    // an unreadable query is reported alone
    let response = reports.send(&get("/classes?x=1&y=%zz"));
    problem(&response, 400, "bad-request");
    assert!(!response.text().contains("\"errors\""), "{}", response.text());
}

#[test]
fn all_errors_of_a_body_are_reported() {
    let server = persons();
    for (method, path, body, code, expected) in [
        (
            "POST",
            "/persons?x=1",
            r#"{"firstName":"a","Email":5,"FirstName":"a","FirstName":"b","FirstName":"c","FamilyName":["x"]}"#,
            "bad-request",
            &[
                ("query", "x", "unknown"),
                ("body", "FirstName", "repeated"),
                ("body", "FamilyName", "kind"),
                ("body", "Email", "kind"),
                ("body", "firstName", "unknown"),
            ][..],
        ),
        ("POST", "/persons", r#"{"Email":3,"Email":4}"#, "bad-request", &[("body", "Email", "repeated")]),
        (
            "PATCH",
            "/persons/1",
            r#"{"Emial":"x","ContractEndTime":"x","Insertion":"\u0001","FamilyName":""}"#,
            "bad-request",
            &[
                ("body", "Insertion", "characters"),
                ("body", "FamilyName", "required"),
                ("body", "ContractEndTime", "kind"),
                ("body", "Emial", "unknown"),
            ],
        ),
        (
            "PATCH",
            "/persons/1",
            r#"{"Email":"","FirstName":"\u0001","ExternalIdentifier":"E002","AccountLevel":"BAAS","ContractEndTime":"x",
                "ManagerExternalIdentifier":"nobody"}"#,
            "refused",
            &[
                ("body", "ExternalIdentifier", "rule"),
                ("body", "FirstName", "characters"),
                ("body", "Email", "required"),
                ("body", "AccountLevel", "rule"),
                ("body", "ContractEndTime", "kind"),
                ("body", "ManagerExternalIdentifier", "rule"),
            ],
        ),
    ] {
        let response = server.send(&json_request(method, path, body));
        problem(&response, 400, code);
        let found = errors(&response);
        let found: Vec<_> = found.iter().map(|(at, field, code)| (&**at, &**field, &**code)).collect();
        assert_eq!(found, expected, "{path}");
    }
    let connectors = goldens::site("ConnectorError").serve(&[]);
    let response = connectors.send(&json_request("POST", "/connector-errors", r#"{"Message":"boem"}"#));
    let detail = problem(&response, 400, "bad-request");
    assert!(detail.starts_with("Wrong JSON at line 1, column 10: unknown field Message."), "{detail}");
    let codes: Vec<_> = errors(&response).into_iter().map(|(_, field, code)| (field, code)).collect();
    let expected = [("message", "required"), ("Message", "unknown")];
    assert_eq!(codes, expected.map(|(field, code)| (field.to_owned(), code.to_owned())));
}

/// "409 of an existing identifier, on creation and change, has `serviceId` where the caller has GetPersonByServiceId."
#[test]
fn a_conflict_has_the_id_of_the_person_if_the_caller_may_see_ids() {
    let site = goldens::site("GetPersonByEmail");
    site.add_credential("schrijver", PASSWORD, &["CreatePerson", "UpdatePerson"]);
    let server = site.serve(&[]);
    for request in [
        json_request("POST", "/persons", new_person("E002")),
        json_request("PATCH", "/persons/1", object(&[("ExternalIdentifier", "E002")])),
    ] {
        let response = server.send(&request);
        problem(&response, 409, "conflict");
        assert_eq!(Json::parse(response.text()).get("serviceId"), &Json::Number("2".into()));
        let without_grant =
            request.without_header("Authorization").header("Authorization", &basic("schrijver", PASSWORD));
        let response = server.send(&without_grant);
        problem(&response, 409, "conflict");
        assert!(!response.text().contains("serviceId"), "{}", response.text());
    }
}

/// "Over REST a boolean parameter that is absent is false", an empty one too.
#[test]
fn absent_booleans_are_false() {
    let server = serve(seed_site(), &[]);
    for (path, explicit_path) in [
        ("/classes", "/classes?includeArchived=false"),
        ("/classes?includeArchived=", "/classes?includeArchived=false"),
        ("/learning-portfolio", "/learning-portfolio?includeContentNotInPortfolio=0&includeInactiveTrainings=0"),
    ] {
        let (implicit, explicit) = (server.send(&get(path)), server.send(&get(explicit_path)));
        assert_eq!((implicit.status, &implicit.body), (200, &explicit.body), "{path}");
    }
}

/// "405, 406, 413, 415, 429, 503, 500 as in contract section 2"
#[test]
fn errors_have_the_statuses_of_the_contract() {
    let server = persons();
    let put = json_request("PUT", "/persons/2", "{}");
    let response = server.send(&put);
    problem(&response, 405, "method-not-allowed");
    assert_eq!(response.header("Allow"), Some("GET, HEAD, OPTIONS, PATCH"));
    for (method, path, media) in [
        ("POST", "/persons", "text/json"),
        ("POST", "/persons", "application/merge-patch+json"),
        ("PATCH", "/persons/2", "application/json-patch+json"),
    ] {
        let request = json_request(method, path, "{}").without_header("Content-Type").header("Content-Type", media);
        let detail = problem(&server.send(&request), 415, "unsupported-media-type");
        assert!(detail.contains("application/json"), "{detail}");
    }
    let without_type = json_request("POST", "/persons", "{}").without_header("Content-Type");
    problem(&server.send(&without_type), 415, "unsupported-media-type");
    let compressed = json_request("POST", "/persons", "{}").header("Content-Encoding", "gzip");
    problem(&server.send(&compressed), 415, "unsupported-media-type");
    let large = json_request("POST", "/persons", format!("{{\"FirstName\":\"{}\"}}", "x".repeat(256 * 1024)));
    problem(&server.send(&large), 413, "too-large");
    let read_only = serve(goldens::site("GetPersonByEmail"), &["--read-only"]);
    let change = read_only.send(&json_request("PATCH", "/persons/2", object(&[("FirstName", "Bram")])));
    assert_eq!(problem(&change, 503, "cannot-be-written"), "The database cannot be written.");
    assert!(change.header("Retry-After").is_some());
}

/// "`type` is `{base}/problems/<code>`, `instance` is … the request's id as it stands in the log."
#[test]
fn a_problem_has_the_address_of_its_page_and_the_request_id() {
    let site: Site = seed_site();
    let server = site.serve(&["--base-url", "https://lms.example.nl/leren", "--metrics"]);
    let response = server.send(&get("/classes/999999"));
    problem(&response, 404, "not-found");
    let body = Json::parse(response.text());
    assert_eq!(body.get("type").text(), "https://lms.example.nl/leren/problems/not-found");
    let id = body.get("instance").text();
    let log = server.wait_for_log(&format!("request={id}"));
    let line = log.lines().find(|line| line.contains(&format!("request={id}"))).expect("a line");
    for part in ["operation=\"GetClass\"", "credential=hr", "status=404", "outcome=refused"] {
        assert!(line.contains(part), "{part}: {line}");
    }
    // the log line of an internal error has the credential
    let database = rusqlite::Connection::open(site.db()).expect("the database");
    database.execute_batch("DROP VIEW known_person").expect("a dropped view");
    let agenda = server.send(&get("/persons/by-external-id/E001/agenda"));
    problem(&agenda, 500, "internal");
    let log = server.wait_for_log("outcome=internal");
    let line = log.lines().find(|line| line.contains("outcome=internal"));
    assert!(line.is_some_and(|line| line.contains("credential=hr")), "{log}");
    let response = server.send(&get("/catalog").header("Accept", "text/html"));
    problem(&response, 406, "not-acceptable");
    server.wait_for_log("outcome=not_acceptable");
    // "no query string is ever logged"
    server.send(&get("/classes?includeArchived=geheim"));
    assert!(!server.wait_for_log("outcome=bad_request").contains("geheim"));
}
