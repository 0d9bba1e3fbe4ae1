//! Tests headers: CORS, framing, request ids and accepted media types.

use super::*;
use crate::goldens;
use crate::support::seed_site;

/// The media types of imported files.
const FILES: &str = "text/csv, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet, application/zip, \
                     multipart/form-data";

const INTRANET: &str = "https://intranet.example.nl";

fn all_values<'a>(response: &'a Response, name: &str) -> Vec<&'a str> {
    let values = response.headers.iter().filter(|(other, _)| other.eq_ignore_ascii_case(name));
    values.map(|(_, value)| value.as_str()).collect()
}

#[test]
fn every_origin_may_read_openapi_json() {
    let server = serve(seed_site(), &[]);
    let described = Request::get(&format!("{BASE}/openapi.json")).header("Origin", "https://anywhere.example");
    for method in ["GET", "HEAD", "OPTIONS"] {
        let response = server.send(&Request { method: method.into(), ..described.clone() });
        assert_eq!(response.header("Access-Control-Allow-Origin"), Some("*"), "{method}");
    }
    // without --cors, other responses have no CORS headers
    let response = server.send(&get("/catalog").header("Origin", INTRANET));
    assert_eq!((response.header("Access-Control-Allow-Origin"), response.status), (None, 200));
    assert_eq!(response.header("Vary"), Some("Accept, Accept-Encoding"));
}

/// "`serve --cors ORIGIN` (repeatable) allows that origin GET and HEAD, exposes …, and adds `Vary: Origin`."
// ASVS 3.4.2
#[test]
fn only_allowed_origins_may_read() {
    let server = serve(seed_site(), &["--cors", "https://a.example:443", "--cors", "HTTPS://Intranet.example.nl"]);
    let allowed = |request: &Request| {
        let response = server.send(request);
        assert!(all_values(&response, "Vary").iter().any(|value| value.split(", ").any(|name| name == "Origin")));
        let exposed = response.header("Access-Control-Expose-Headers").map(str::to_owned);
        let origin = response.header("Access-Control-Allow-Origin").map(str::to_owned);
        assert_eq!(exposed.is_some(), origin.is_some());
        assert!(exposed.is_none_or(|names| names == "ETag, Link, Location, Request-Id, Retry-After"));
        origin
    };
    let own = Some(INTRANET.to_owned());
    assert_eq!(allowed(&get("/catalog").header("Origin", INTRANET)), own);
    assert_eq!(allowed(&Request { method: "HEAD".into(), ..get("/catalog") }.header("Origin", INTRANET)), own);
    assert_eq!(allowed(&get("/catalog").header("Origin", "https://a.example")), Some("https://a.example".into()));
    // problems have CORS headers, too
    assert_eq!(allowed(&get("/classes/999999").header("Origin", INTRANET)), own);
    assert_eq!(allowed(&get("/catalog").without_header("Authorization").header("Origin", INTRANET)), own);
    for forbidden in
        ["https://b.example", "http://intranet.example.nl", "https://intranet.example.nl.evil.example", "null"]
    {
        assert_eq!(allowed(&get("/catalog").header("Origin", forbidden)), None, "{forbidden}");
    }
    assert_eq!(allowed(&get("/catalog")), None);
    assert_eq!(allowed(&json_request("POST", "/persons", "{}").header("Origin", INTRANET)), None);
    // a preflight request
    let preflight = |method: &str| {
        let request = Request::new("OPTIONS", &format!("{BASE}/catalog")).header("Origin", INTRANET);
        server.send(&request.header("Access-Control-Request-Method", method))
    };
    let read = preflight("GET");
    assert_eq!((read.status, read.header("Access-Control-Allow-Methods")), (204, Some("GET, HEAD")));
    assert_eq!(read.header("Access-Control-Allow-Headers"), Some("Accept, Authorization, If-None-Match"));
    assert_eq!(preflight("PATCH").header("Access-Control-Allow-Origin"), None);
    // other interfaces have no CORS headers
    let page = server.send(&Request::get("/service/apiservice.asmx").header("Origin", INTRANET));
    assert_eq!(page.header("Access-Control-Allow-Origin"), None);
}

#[test]
fn cors_refuses_values_that_are_no_origin() {
    let site = seed_site();
    for value in ["*", "null", "intranet.example.nl", "https://a/b", "ftp://a", "https://", "https://*.a", "https://a:"]
    {
        let refused = site.lms(&["serve", "--cors", value]);
        assert!(refused.status == 2 && refused.stderr.contains("an origin is"), "{value}: {}", refused.stderr);
    }
}

/// "Every answer: `Content-Security-Policy: frame-ancestors 'none'` (pages have their own), `X-Frame-Options: DENY`";
/// "`Request-Id` (the id of the request in the log, with which `instance` of a problem ends)".
// ASVS 3.4.6
#[test]
fn every_response_forbids_framing_and_has_a_request_id() {
    let server = serve(goldens::site("GetPersonByEmail"), &["--metrics"]);
    let form = crate::support::form_request("GetPersonByEmail", &[("username", "hr"), ("password", PASSWORD)]);
    let requests = [
        get("/persons/1"),
        get("/persons"),
        get("/persons/999"),
        get("/nothing"),
        Request::get("/api/v1"),
        Request::get("/healthz"),
        Request::get("/nowhere"),
        Request::get("/console"),
        Request::get("/service/apiservice.asmx"),
        Request::get("/metrics"),
        Request::new("OPTIONS", "*"),
        Request::new("OPTIONS", &format!("{BASE}/persons")),
        form,
    ];
    for request in requests {
        let response = server.send(&request);
        let description = format!("{} {}", request.method, request.path);
        assert_eq!(response.header("X-Frame-Options"), Some("DENY"), "{description}");
        let policies = all_values(&response, "Content-Security-Policy");
        assert!(policies.len() == 1 && policies[0].contains("frame-ancestors 'none'"), "{description}: {policies:?}");
        let id = response.header("Request-Id").unwrap_or_else(|| panic!("{description} has no id"));
        server.wait_for_log(&format!("request={id}"));
        if response.header("Content-Type") == Some("application/problem+json") {
            assert!(Json::parse(response.text()).get("instance").text().ends_with(id), "{description}");
        }
    }
}

// contract 8: "the Host header, which must be a valid authority (else 400)"; "Every answer: `Cache-Control: no-store`"
#[test]
fn an_invalid_host_and_an_unreadable_head_are_400() {
    let server = serve(seed_site(), &[]);
    for host in ["a b", "<x>", "user@x", "x:99999", "x/y", ""] {
        let response = server.send(&get("/catalog").header("Host", host));
        assert!(problem(&response, 400, "bad-request").starts_with("The Host header must be"), "{host}");
    }
    for head in ["GET /api/v1/me HTTP/1.1\r\n\r\n", "FOO\r\n\r\n"] {
        let bytes = server.send_bytes(head.as_bytes());
        let (response, _) = Response::parse(&bytes, false).expect("a response");
        assert_eq!((response.status, response.header("Cache-Control")), (400, Some("no-store")), "{head}");
    }
}

#[test]
fn options_of_the_whole_server_lists_all_methods() {
    let server = serve(seed_site(), &[]);
    let response = server.send(&Request::new("OPTIONS", "*"));
    assert_eq!((response.status, response.body.len()), (204, 0));
    assert_eq!(response.header("Allow"), Some("DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT"));
}

/// "415 has `Accept-Patch` or `Accept-Post`."
#[test]
fn a_refused_media_type_is_reported_with_the_allowed_ones() {
    let server = serve(goldens::site("GetPersonByEmail"), &[]);
    for (method, path, name, types) in [
        ("PATCH", "/persons/1", "Accept-Patch", "application/merge-patch+json, application/json"),
        ("POST", "/persons", "Accept-Post", "application/json"),
        // no header is defined for PUT; the resource also accepts PATCH
        ("PUT", "/persons/by-external-id/E001", "Accept-Patch", "application/merge-patch+json, application/json"),
        ("POST", "/imports", "Accept-Post", FILES),
    ] {
        let request =
            json_request(method, path, "{}").without_header("Content-Type").header("Content-Type", "text/plain");
        let response = server.send(&request);
        problem(&response, 415, "unsupported-media-type");
        assert_eq!(response.header(name), Some(types), "{method}");
    }
    // OPTIONS has these headers, too
    for (path, post, patch) in [
        ("/persons", Some("application/json"), None),
        ("/persons/1", None, Some("application/merge-patch+json, application/json")),
        ("/persons/by-external-id/E001", None, Some("application/merge-patch+json, application/json")),
        ("/imports", Some(FILES), None),
        ("/imports/1/undo", None, None),
        ("/catalog", None, None),
    ] {
        let response = server.send(&Request::new("OPTIONS", &format!("{BASE}{path}")));
        let found = (response.header("Accept-Post"), response.header("Accept-Patch"));
        assert_eq!((response.status, found), (204, (post, patch)), "{path}");
    }
}
