//! Tests persons by external identifier, the search, and conditional requests (RFC 9110, section 13).

use super::xml_equivalents::object;
use super::*;
use crate::goldens;
use crate::support::persons_site;

fn persons() -> SiteServer {
    serve(goldens::site("GetPersonByEmail"), &["--base-url", "https://lms.example.nl"])
}

const ANNA: &str = "/persons/by-external-id/E001";

fn entity_tag(server: &Server, path: &str) -> String {
    let response = server.send(&get(path));
    assert_eq!(response.status, 200, "{}", response.text());
    response.header("ETag").expect("an entity tag").to_owned()
}

/// Returns a person's required fields, and `more`, as JSON.
fn person_json(identifier: Option<&str>, more: &[(&str, &str)]) -> String {
    let mut fields: Vec<_> = identifier.map(|identifier| ("ExternalIdentifier", identifier)).into_iter().collect();
    fields.extend([("FirstName", "Piet"), ("FamilyName", "Puk"), ("Email", "piet@example.nl")]);
    fields.extend(more);
    object(&fields)
}

/// "GET of one person has a strong ETag of its representation in that format", "the same at every address".
#[test]
fn a_person_has_one_tag_at_every_address() {
    let server = persons();
    let known = entity_tag(&server, "/persons/1");
    assert!(known.starts_with('"') && known.ends_with('"'), "{known}");
    for path in [ANNA, "/persons/by-email/anna@example.nl", "/persons/1?format=json"] {
        assert_eq!(entity_tag(&server, path), known, "{path}");
    }
    let found = server.send(&json_request("POST", "/persons/search", r#"{"Email":"ANNA@example.nl"}"#));
    assert_eq!(found.header("ETag"), Some(&*known));
    assert_ne!(entity_tag(&server, "/persons/1?format=ndjson"), known);
    assert_ne!(entity_tag(&server, "/persons/2"), known);
    // lists have no tag
    assert_eq!(server.send(&get("/persons")).header("ETag"), None);
    assert_eq!(server.send(&json_request("PATCH", "/persons/1", r#"{"PhoneNumber":"06"}"#)).status, 204);
    assert_ne!(entity_tag(&server, "/persons/1"), known);
}

/// "`If-None-Match` → 304 with the 200's `Vary` and `ETag`."
#[test]
fn a_person_with_a_known_tag_is_304() {
    let server = persons();
    let known = entity_tag(&server, ANNA);
    for header in [known.clone(), format!("W/{known}"), format!("\"x\", {known}"), "*".to_owned()] {
        for method in ["GET", "HEAD"] {
            let request = Request { method: method.into(), ..get(ANNA) };
            let response = server.send(&request.header("If-None-Match", &header));
            assert_eq!((response.status, response.body.len()), (304, 0), "{header}");
            assert_eq!((response.header("ETag"), response.header("Vary")), (Some(&*known), Some("Accept")));
        }
    }
    assert_eq!(server.send(&get(ANNA).header("If-None-Match", "\"x\"")).status, 200);
    for header in [String::new(), known.replace('"', ""), format!("*, {known}"), format!("\"{}\"", "x".repeat(16_384))]
    {
        let detail = problem(&server.send(&get(ANNA).header("If-None-Match", &header)), 400, "bad-request");
        assert!(detail.starts_with("The header if-none-match must be"), "{detail}");
    }
    let ndjson = get("/persons/1?format=ndjson").header("If-None-Match", &known);
    assert_eq!(server.send(&ndjson).status, 200);
    // a compressed representation has its own tag
    let long = object(&[("FirstName", &"Anna ".repeat(190)), ("CostCentre", &"x".repeat(200))]);
    assert_eq!(server.send(&json_request("PATCH", "/persons/1", long)).status, 204);
    let plain = entity_tag(&server, ANNA);
    let compressed = server.send(&get(ANNA).header("Accept-Encoding", "gzip"));
    assert_eq!(compressed.header("Content-Encoding"), Some("gzip"));
    let gzip = compressed.header("ETag").expect("an entity tag").to_owned();
    assert_eq!(gzip, plain.trim_end_matches('"').to_owned() + "-gzip\"");
    let request = get(ANNA).header("Accept-Encoding", "gzip").header("If-None-Match", &gzip);
    let response = server.send(&request);
    assert_eq!((response.status, response.header("Vary")), (304, Some("Accept, Accept-Encoding")));
    let change = json_request("PATCH", ANNA, r#"{"CostCentre":"y"}"#).header("If-Match", &gzip);
    assert_eq!(server.send(&change).status, 204);
}

/// "`PATCH` and `PUT` of a person evaluate `If-Match` … inside the writer: none matches → 412 and nothing changes."
#[test]
fn a_change_is_made_only_if_its_condition_holds() {
    let server = persons();
    let mut known = entity_tag(&server, ANNA);
    let body = |at: usize| format!(r#"{{"PhoneNumber":"{at}"}}"#);
    for (at, path) in ["/persons/1", ANNA, "/persons/1", ANNA].into_iter().enumerate() {
        let list = format!("\"x\", {known}");
        let change = json_request("PATCH", path, body(at)).header("If-Match", &list);
        let changed = server.send(&change);
        assert_eq!(changed.status, 204, "{}", changed.text());
        let next = changed.header("ETag").expect("the new tag").to_owned();
        assert_eq!(entity_tag(&server, path), next);
        // the old tag no longer matches
        problem(&server.send(&change), 412, "precondition-failed");
        assert_eq!(json(&server.send(&get(path))).get("PhoneNumber").text(), at.to_string());
        known = next;
    }
    for header in ["\"x\"".to_owned(), format!("W/{known}"), format!("\"{},\"", known.replace('"', ""))] {
        let change = json_request("PATCH", ANNA, body(9)).header("If-Match", &header);
        problem(&server.send(&change), 412, "precondition-failed");
    }
    // an invalid condition is not ignored
    for header in [String::new(), known.replace('"', ""), format!("{known}x")] {
        let change = json_request("PATCH", ANNA, body(9)).header("If-Match", &header);
        problem(&server.send(&change), 400, "bad-request");
    }
    assert_eq!(server.send(&json_request("PATCH", ANNA, body(5)).header("If-Match", "*")).status, 204);
    // "Order: body readable, 404, 412, rules"
    let with_unknown_tag = |request: Request| request.header("If-Match", "\"x\"");
    problem(&server.send(&with_unknown_tag(json_request("PATCH", ANNA, "{"))), 400, "bad-request");
    problem(&server.send(&with_unknown_tag(json_request("PATCH", "/persons/999", "{}"))), 404, "not-found");
    problem(
        &server.send(&with_unknown_tag(json_request("PATCH", "/persons/by-external-id/niemand", "{}"))),
        404,
        "not-found",
    );
    problem(
        &server.send(&with_unknown_tag(json_request("PATCH", ANNA, r#"{"FirstName":""}"#))),
        412,
        "precondition-failed",
    );
    problem(&server.send(&json_request("PATCH", ANNA, r#"{"FirstName":""}"#)), 400, "refused");
}

#[test]
fn of_two_concurrent_changes_with_the_same_tag_one_is_made() {
    let server = persons();
    let known = entity_tag(&server, ANNA);
    let change = |name: &str| json_request("PATCH", ANNA, object(&[("FirstName", name)])).header("If-Match", &known);
    let (first, second) = (change("Een"), change("Twee"));
    let statuses = std::thread::scope(|scope| {
        let [first, second] = [&first, &second].map(|request| scope.spawn(|| server.send(request).status));
        let mut statuses = [first.join().expect("a response"), second.join().expect("a response")];
        statuses.sort_unstable();
        statuses
    });
    assert_eq!(statuses, [204, 412]);
}

#[test]
fn put_creates_a_person_and_replaces_all_fields() {
    let server = persons();
    let path = "/persons/by-external-id/N%2F1";
    problem(
        &server.send(&json_request("PUT", path, person_json(None, &[])).header("If-Match", "*")),
        412,
        "precondition-failed",
    );
    let more = [("PhoneNumber", "06"), ("ContractEndTime", "2020-01-01T00:00:00"), ("FunctionName", "Kok")];
    let created = server.send(&json_request("PUT", path, person_json(None, &more)).header("If-None-Match", "*"));
    assert_eq!(created.status, 201, "{}", created.text());
    let id = Json::parse(created.text()).get("ServiceId").clone();
    let Json::Number(id) = id else { panic!("{id:?}") };
    assert_eq!(created.header("Location"), Some(&*format!("https://lms.example.nl/api/v1/persons/{id}")));
    let found = json(&server.send(&get(path)));
    assert_eq!(found.get("ExternalIdentifier").text(), "N/1");
    assert_eq!(found.get("FunctionName").text(), "Kok");
    assert_eq!(found.get("ContractEndTime").text(), "2020-01-01T00:00:00+01:00");
    problem(
        &server.send(&json_request("PUT", path, person_json(None, &[])).header("If-None-Match", "*")),
        412,
        "precondition-failed",
    );
    // without a contract end, the person is employed again; absent fields get their defaults
    let replaced = server.send(&json_request("PUT", path, person_json(Some(" N/1 "), &[])));
    assert_eq!((replaced.status, replaced.body.len()), (204, 0));
    assert_eq!(replaced.header("ETag"), Some(&*entity_tag(&server, path)));
    let found = json(&server.send(&get(path)));
    assert_eq!((found.get("ContractEndTime"), found.get("PhoneNumber").text()), (&Json::Null, ""));
    assert_eq!(found.get("FunctionId"), &Json::Number("0".into()));
    assert_eq!(found.get("Id"), &Json::Number(id));
    // a contract end in the past does not prevent other changes
    let past = [("PhoneNumber", "070"), ("ContractEndTime", "2021-01-01T00:00:00")];
    assert_eq!(server.send(&json_request("PUT", path, person_json(None, &past))).status, 204);
    let found = json(&server.send(&get(path)));
    assert_eq!(found.get("PhoneNumber").text(), "070");
    assert_eq!(found.get("ContractEndTime").text(), "2021-01-01T00:00:00+01:00");
}

#[test]
fn put_keeps_fields_that_create_person_cannot_set() {
    let site = persons_site();
    let header = "ExternalIdentifier,FirstName,FamilyName,Email,HasActivatedAccount,EmployeeType\n";
    site.import(&[("persons.csv", &format!("{header}N1,Nina,Nieuw,n@example.nl,true,Extern\n"))]).ok();
    let server = serve(site, &[]);
    assert_eq!(server.send(&json_request("PUT", "/persons/by-external-id/N1", person_json(None, &[]))).status, 204);
    let exported = server.site.export_file("persons.csv");
    let line = exported.lines().find(|line| line.contains("N1")).expect("the person");
    assert!(line.contains("true") && line.contains("Extern") && line.contains("Piet"), "{line}");
}

#[test]
fn put_is_checked_by_the_rules() {
    let server = persons();
    let response = server.send(&json_request("PUT", ANNA, person_json(Some("E002"), &[("AccountLevel", "BAAS")])));
    let detail = problem(&response, 400, "refused");
    assert!(
        detail.starts_with("ExternalIdentifier: E002 is not E001, the identifier in the address. AccountLevel"),
        "{detail}"
    );
    let error = &Json::parse(response.text()).get("errors").items()[0].clone();
    assert_eq!((error.get("field").text(), error.get("code").text()), ("ExternalIdentifier", "rule"));
    for (path, body) in [
        (ANNA, "{}".to_owned()),
        (ANNA, r#"{"ExternalIdentifier":""}"#.to_owned()),
        ("/persons/by-external-id/", person_json(None, &[])),
        ("/persons/by-external-id/%20N1", person_json(None, &[])),
        ("/persons/by-external-id/Manager%20onbekend", person_json(None, &[])),
        (ANNA, person_json(None, &[("ContractStartTime", "2027-02-01"), ("ContractEndTime", "2027-01-01")])),
    ] {
        let response = server.send(&json_request("PUT", path, body.as_str()));
        assert_eq!(response.status, 400, "{path} {body}");
        problem(&response, 400, "refused");
    }
    problem(&server.send(&json_request("PUT", ANNA, r#"{"Nope":1}"#)), 400, "bad-request");
    let found = json(&server.send(&get(ANNA)));
    assert_eq!(found.get("FirstName").text(), "Anna");
}

/// "an anonymised person is 404"
#[test]
fn an_anonymised_person_is_not_found() {
    let site = goldens::site("GetPersonByEmail");
    site.lms(&["person", "anonymise", "E003", "--yes"]).ok();
    let server = serve(site, &[]);
    for path in ["/persons/by-external-id/anonymised-3", "/persons/3"] {
        problem(&server.send(&get(path)), 404, "not-found");
    }
    for (method, body) in [("PUT", person_json(None, &[])), ("PATCH", "{}".to_owned())] {
        let request = json_request(method, "/persons/by-external-id/anonymised-3", body);
        problem(&server.send(&request), 404, "not-found");
    }
    // the old identifier can be used again
    assert_eq!(server.send(&json_request("PUT", "/persons/by-external-id/E003", person_json(None, &[]))).status, 201);
}

#[test]
fn put_and_patch_need_their_grants() {
    let site = goldens::site("GetPersonByEmail");
    site.add_credential("maker", PASSWORD, &["CreatePerson"]);
    site.add_credential("wijziger", PASSWORD, &["UpdatePerson"]);
    let server = serve(site, &[]);
    for (name, method, body, missing) in [
        ("maker", "PUT", person_json(None, &[]), "UpdatePerson"),
        ("wijziger", "PUT", person_json(None, &[]), "CreatePerson"),
        ("maker", "PATCH", "{}".to_owned(), "UpdatePerson"),
    ] {
        let request = json_request(method, ANNA, body).without_header("Authorization");
        let response = server.send(&request.header("Authorization", &basic(name, PASSWORD)));
        let detail = problem(&response, 403, "not-granted");
        assert_eq!(detail, format!("Access to operation {missing} is not granted."));
    }
    let request = json_request("PATCH", ANNA, "{}").without_header("Authorization");
    assert_eq!(server.send(&request.header("Authorization", &basic("wijziger", PASSWORD))).status, 204);
}

#[test]
fn search_returns_the_same_as_get() {
    let site = goldens::site("GetPersonByEmail");
    site.add_credential("zoeker", PASSWORD, &["GetPersonByEmail"]);
    let server = serve(site, &[]);
    for (body, path) in [
        (r#"{"ExternalIdentifier":"E001"}"#, ANNA),
        (r#"{"Email":"ANNA@example.nl","ExternalIdentifier":null}"#, ANNA),
        (r#"{"ExternalIdentifier":""}"#, "/persons/by-external-id/"),
        (r#"{"ExternalIdentifier":" E001"}"#, "/persons/by-external-id/%20E001"),
        (r#"{"Email":"samen@example.nl"}"#, "/persons/by-email/samen@example.nl"),
        (r#"{"Email":"nobody@example.nl"}"#, "/persons/by-email/nobody@example.nl"),
    ] {
        let (found, expected) = (server.send(&json_request("POST", "/persons/search", body)), server.send(&get(path)));
        assert_eq!(found.status, expected.status, "{body}");
        match found.status {
            200 => assert_eq!(found.text(), expected.text()),
            _ => assert_eq!(Json::parse(found.text()).get("detail"), Json::parse(expected.text()).get("detail")),
        }
    }
    for body in ["{}", r#"{"ExternalIdentifier":"E001","Email":"anna@example.nl"}"#, r#"{"Email":null}"#] {
        let response = server.send(&json_request("POST", "/persons/search", body));
        let detail = problem(&response, 400, "bad-request");
        assert_eq!(detail, "Send exactly one of ExternalIdentifier, Email.");
        assert_eq!(Json::parse(response.text()).get("errors").items().len(), 2);
    }
    let search = |body: &str| {
        let request = json_request("POST", "/persons/search", body).without_header("Authorization");
        server.send(&request.header("Authorization", &basic("zoeker", PASSWORD)))
    };
    assert_eq!(search(r#"{"Email":"anna@example.nl"}"#).status, 200);
    let detail = problem(&search(r#"{"ExternalIdentifier":"E001"}"#), 403, "not-granted");
    assert_eq!(detail, "Access to operation GetPersonByExternalId is not granted.");
    let long = server.send(&json_request("POST", "/persons/search", object(&[("Email", &"x".repeat(1001))])));
    problem(&long, 400, "refused");
    let error = Json::parse(long.text()).get("errors").items()[0].clone();
    let text = |name: &str| error.get(name).text().to_owned();
    assert_eq!([text("in"), text("field"), text("code")], ["body", "Email", "length"]);
}
