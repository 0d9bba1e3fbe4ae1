//! Tests requests: logins, the order of checks, paths and queries.

use super::*;
use crate::goldens;
use crate::support::{Site, persons_site, seed_site};

/// Returns a GET with this login.
fn get_as(path: &str, name: &str, password: &str) -> Request {
    Request::get(&format!("{BASE}{path}")).header("Authorization", &basic(name, password))
}

fn assert_challenged(response: &Response) {
    assert_eq!(problem(response, 401, "unauthorized"), "Invalid username or password.");
    assert_eq!(response.header("WWW-Authenticate"), Some("Basic realm=\"lms\", charset=\"UTF-8\""));
}

#[test]
fn requests_without_credentials_are_challenged_and_not_counted() {
    let site = persons_site();
    site.add_credential("zoë", "p:ä ss : ☺ dwaas ", &["provisioning"]);
    let server = site.serve(&["--metrics"]);
    let without_login = Request::get(&format!("{BASE}/persons/2"));
    assert_challenged(&server.send(&without_login));
    for header in [
        "",
        "Basic",
        "Basic ",
        "Basic !!!",
        "Basic aHI6",
        "Basic aHI6c3RpbHp3aWpnZW5k=",
        "Basic /w==",
        "Basic aHI=",
        "aHI6c3RpbHp3aWpnZW5k",
    ] {
        let request = without_login.clone().header("Authorization", header);
        if header != "Basic aHI6" {
            assert_challenged(&server.send(&request));
        }
    }
    let two_logins = get("/persons/2").header("Authorization", &basic(USER, PASSWORD));
    assert_challenged(&server.send(&two_logins));
    assert_eq!(server.metric("lms_failed_logins_total"), 0);
    // the name is trimmed, the password is not; the scheme is case-insensitive
    for header in [basic(" hr", PASSWORD), basic(USER, PASSWORD).replace("Basic", "basic")] {
        let request = without_login.clone().header("Authorization", &header);
        assert_eq!(server.send(&request).status, 200);
    }
    assert_eq!(server.send(&get_as("/persons/2", "zoë", "p:ä ss : ☺ dwaas ")).status, 200);
    assert_challenged(&server.send(&get_as("/persons/2", USER, "Stilzwijgend")));
}

// ASVS 6.3.4
#[test]
fn the_throttle_is_shared_with_xml() {
    let server = serve(persons_site(), &["--metrics"]);
    // a cached login is never throttled
    assert_eq!(server.send(&get("/persons/2")).status, 200);
    for _ in 0..5 {
        assert_challenged(&server.send(&get_as("/persons/2", "hr", "x")));
        let fields = [("username", "hr"), ("password", "x"), ("servicePersonId", "2")];
        let form = crate::support::form_request("GetPersonByServiceId", &fields);
        assert_eq!(server.send(&form).status, 401);
    }
    assert_eq!(server.metric("lms_failed_logins_total"), 10);
    let throttled = server.send(&get_as("/persons/2", "hr", "x"));
    let detail = problem(&throttled, 429, "too-many-logins");
    assert!(detail.starts_with("Too many failed logins"), "{detail}");
    assert!(throttled.header("Retry-After").is_some());
    assert_eq!(server.send(&get("/persons/2")).status, 200);
}

/// "unreadable things and unknown names 400, then 401/429, 403 (which names the operation, branded), 406, parameters,
/// rules": each request has an error of a later check, too.
#[test]
fn checks_have_the_documented_order() {
    let site = seed_site();
    site.add_credential("lezer", PASSWORD, &["GetPersonByEmail"]);
    let server = site.serve(&["--brand", "Acme"]);
    let lezer = |path: &str| get_as(path, "lezer", PASSWORD).header("Accept", "image/png");
    for (path, status, code) in [
        ("/nothing?x=%zz", 404, "not-found"),
        ("/persons/%zz", 400, "bad-request"),
        ("/learning-portfolio/pages?sise=abc", 400, "bad-request"),
        ("/learning-portfolio/pages?format=xml", 400, "bad-request"),
    ] {
        let request = get_as(path, "nobody", "x").header("Accept", "image/png");
        problem(&server.send(&request), status, code);
    }
    for path in ["/tables/persons?Emial=eq.x", "/tables/persons?Email=eq.x&FORMAT=xml"] {
        problem(&server.send(&Request::get(&format!("{BASE}{path}"))), 400, "bad-request");
    }
    problem(&server.send(&Request::get(&format!("{BASE}/tables/none?Emial=eq.x"))), 401, "unauthorized");
    let invalid = Request::post(&format!("{BASE}/persons"), "application/json", "{\"x\":1}");
    problem(&server.send(&invalid), 400, "bad-request");
    let media = Request::post(&format!("{BASE}/persons?x=1"), "text/plain", "x".repeat(300_000));
    problem(&server.send(&media), 415, "unsupported-media-type");
    let large = Request::post(&format!("{BASE}/persons?x=1"), "application/json", "x".repeat(300_000));
    problem(&server.send(&large), 413, "too-large");
    let wrong_login = get_as("/learning-portfolio/pages?size=abc", "lezer", "x").header("Accept", "image/png");
    problem(&server.send(&wrong_login), 401, "unauthorized");
    let detail = problem(&server.send(&lezer("/persons/abc")), 403, "not-granted");
    assert_eq!(detail, "Access to operation GetPersonByAcmeId is not granted.");
    let image = get("/learning-portfolio/pages?size=abc").header("Accept", "image/png");
    problem(&server.send(&image), 406, "not-acceptable");
    let detail = problem(&server.send(&get("/learning-portfolio/pages?size=abc&index=-1")), 400, "bad-request");
    assert!(detail.starts_with("Invalid value for parameter size: abc."), "{detail}");
    let detail = problem(&server.send(&get("/learning-portfolio/pages?size=0&index=-1")), 400, "bad-request");
    assert_eq!(detail, "size must be 1 to 10000.");
}

/// Returns a site with persons that have these identifiers.
fn site_with_identifiers(identifiers: &[&str]) -> Site {
    let site = goldens::site("GetPersonByEmail");
    let rows = identifiers.iter().enumerate().map(|(at, identifier)| {
        let quoted = identifier.replace('"', "\"\"");
        format!("\"{quoted}\",Piet,Puk,p{at}@example.nl\n")
    });
    let rows: String = rows.collect();
    let file = format!("ExternalIdentifier,FirstName,FamilyName,Email\n{rows}");
    site.import(&[("persons.csv", &file)]).ok();
    site
}

// ASVS 1.2.2
#[test]
fn identifiers_in_paths_may_have_any_character() {
    let identifiers = ["a/b", "..", ".", "agenda", "a%2Fb", "%", "é ☺", "a+b", "a b", "?x=#", "&;=,\"'<>", "\\"];
    let server = serve(site_with_identifiers(&identifiers), &[]);
    for identifier in identifiers {
        let path = crate::support::percent_encode(identifier);
        // unreserved characters may be escaped, in upper or lower case
        let path = if identifier == ".." { "%2E%2e".to_owned() } else { path };
        let found = server.send(&get(&format!("/persons/by-external-id/{path}")));
        assert_eq!(json(&found).get("ExternalIdentifier").text(), identifier);
        let refused = server.send(&get(&format!("/persons/by-external-id/{path}/agenda")));
        problem(&refused, 403, "not-granted");
    }
    for (path, identifier) in [("a+b", "a+b"), ("%61%2fb", "a/b"), ("a%252Fb", "a%2Fb"), ("..", "..")] {
        let found = server.send(&get(&format!("/persons/by-external-id/{path}")));
        assert_eq!(json(&found).get("ExternalIdentifier").text(), identifier, "{path}");
    }
    // a literal segment may be escaped too
    assert_eq!(server.send(&get("/%70ersons/2")).status, 200);
}

#[test]
fn identifiers_in_paths_are_not_trimmed() {
    let server = serve(goldens::site("GetPersonByEmail"), &[]);
    for path in [
        "/persons/by-external-id/",
        "/persons/by-external-id/%20E001",
        "/persons/by-external-id/E001%20",
        "/persons/by-external-id/e001",
        "/persons/by-external-id/%20",
        "/persons/by-email/",
        "/persons/by-email/%20anna@example.nl",
        "/persons/2147483647",
        "/persons/-1",
    ] {
        assert_eq!(problem(&server.send(&get(path)), 404, "not-found"), "Person not found.", "{path}");
    }
    let found = server.send(&get("/persons/by-email/ANNA@example.nl"));
    assert_eq!(json(&found).get("Id"), &Json::Number("1".into()));
    for path in ["/persons/", "/catalog/", "/classes//", "//persons", "/persons/2/", "/Persons", "/persons/2/x"] {
        problem(&server.send(&get(path)), 404, "not-found");
    }
    for path in [
        "/persons/%202",
        "/persons/2.0",
        "/persons/2147483648",
        "/persons/by-external-id/a%00b",
        "/persons/by-external-id/%EF%BF%BE",
        "/persons/by-email",
    ] {
        let detail = problem(&server.send(&get(path)), 400, "bad-request");
        assert!(detail.starts_with("Invalid value for parameter "), "{detail}");
    }
    let long = format!("/persons/by-external-id/{}", "x".repeat(1001));
    problem(&server.send(&get(&long)), 400, "bad-request");
    let longest = format!("/persons/by-external-id/{}", "x".repeat(1000));
    problem(&server.send(&get(&longest)), 404, "not-found");
}

#[test]
fn undecodable_paths_and_queries_are_refused() {
    let server = serve(seed_site(), &[]);
    for path in [
        "/persons/by-email/%",
        "/persons/by-email/%4",
        "/persons/by-email/%zz",
        "/persons/by-email/%C0%AF",
        "/persons/by-email/%ED%A0%80",
        "/persons/by-email/%FF",
        "/classes?includeArchived=%",
        "/classes?%FF=true",
        "/classes?includeArchived=%+1",
    ] {
        let detail = problem(&server.send(&get(path)), 400, "bad-request");
        assert!(detail.contains("cannot be decoded"), "{detail}");
    }
}

#[test]
fn query_parameters_are_case_insensitive_known_and_not_repeated() {
    let server = serve(seed_site(), &["--brand", "Acme"]);
    let all = server.send(&get("/classes?includeArchived=true")).body;
    for query in [
        "INCLUDEARCHIVED=true",
        "includearchived=1&",
        "&&includeArchived=TRUE&Format=json",
        "include%41rchived=%74rue",
        "includeArchived=%20true%20",
    ] {
        let found = server.send(&get(&format!("/classes?{query}")));
        assert_eq!(found.body, all, "{query}");
    }
    // "In a query a `+` is a plus"
    for offset in ["+01:00", "%2B01:00"] {
        let range = format!("fromDate=2026-01-01T00:00:00{offset}&toDate=2026-12-31&includeArchived=true");
        assert_eq!(server.send(&get(&format!("/classes/by-date?{range}"))).status, 200, "{offset}");
    }
    for (path, expected) in [
        ("/classes?includeArchive=true", "Unknown parameter: includeArchive. Did you mean includeArchived?"),
        ("/classes?formt=csv", "Unknown parameter: formt. Did you mean format?"),
        ("/classes?username=hr", "Unknown parameter: username."),
        ("/classes?includeArchived=true&password=x", "Unknown parameter: password."),
        ("/persons/1?acmePersonId=1", "Unknown parameter: acmePersonId."),
        ("/classes?includeArchived=true&INCLUDEARCHIVED=true", "Repeated parameter: INCLUDEARCHIVED."),
        ("/classes?format=json&FORMAT=json", "Repeated parameter: FORMAT."),
        ("/classes?includeArchived=ja", "Invalid value for parameter includeArchived: ja."),
        ("/learning-portfolio/pages?index=0", "Missing parameter: size."),
        ("/classes/by-training/Learning/x", "Invalid value for parameter trainingId: x."),
        ("/classes?format=yaml", "Invalid value for parameter format: yaml. Allowed is json, ndjson, csv, csv-excel."),
    ] {
        let detail = problem(&server.send(&get(path)), 400, "bad-request");
        assert!(detail.starts_with(expected), "{path}: {detail}");
    }
}
