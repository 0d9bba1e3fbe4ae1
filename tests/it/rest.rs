//! Tests REST, by the chapters of docs/rest.md. [`format_equality`] tests that all formats have the same values as XML.

mod bodies;
mod format_equality;
mod headers;
mod hostile_requests;
pub mod imports;
mod persons;
mod refusals;
mod requests;
mod responses;
mod self_description;
mod tables;
mod tokens;
mod xml_equivalents;

use base64ct::{Base64, Encoding};

use crate::support::{Json, PASSWORD, Request, Response, Server, Site, USER};

const BASE: &str = "/api/v1";

struct SiteServer {
    server: Server,
    site: Site,
}

impl std::ops::Deref for SiteServer {
    type Target = Server;

    fn deref(&self) -> &Server {
        &self.server
    }
}

fn serve(site: Site, flags: &[&str]) -> SiteServer {
    SiteServer { server: site.serve(flags), site }
}

/// Returns the value of an `Authorization` header.
pub fn basic(name: &str, password: &str) -> String {
    let pair = Base64::encode_string(format!("{name}:{password}").as_bytes());
    format!("Basic {pair}")
}

/// Returns a GET of a path below [`BASE`], with the login of `hr`.
fn get(path: &str) -> Request {
    with_login(Request::get(&format!("{BASE}{path}")))
}

/// Returns a request with a JSON body and the login of `hr`.
fn json_request(method: &str, path: &str, body: impl Into<Vec<u8>>) -> Request {
    let request =
        Request { method: method.into(), ..Request::post(&format!("{BASE}{path}"), "application/json", body) };
    with_login(request)
}

fn with_login(request: Request) -> Request {
    request.header("Authorization", &basic(USER, PASSWORD))
}

/// Asserts that a response is complete and has status 200, and parses its JSON.
#[track_caller]
fn json(response: &Response) -> Json {
    assert_eq!((response.status, response.is_complete), (200, true), "{}", response.text());
    Json::parse(response.text())
}

/// Asserts that a response is a problem (RFC 9457) with this code, and returns its `detail`.
#[track_caller]
fn problem(response: &Response, status: u16, code: &str) -> String {
    assert_eq!(response.status, status, "{}", response.text());
    assert_eq!(response.header("Content-Type"), Some("application/problem+json"));
    let body = Json::parse(response.text());
    let mut members = body.names();
    members.retain(|name| !["errors", "serviceId", "acmeId"].contains(name));
    assert_eq!(members, ["type", "title", "status", "detail", "instance", "code"]);
    assert_eq!(body.get("code").text(), code);
    assert!(body.get("type").text().ends_with(&format!("/problems/{code}")), "{body:?}");
    assert_eq!(body.get("status"), &Json::Number(status.to_string()));
    assert!(!body.get("title").text().is_empty());
    assert_common_headers(response);
    body.get("detail").text().to_owned()
}

/// Asserts the headers that all responses have.
#[track_caller]
fn assert_common_headers(response: &Response) {
    for (name, value) in
        [("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"), ("API-Version", "1.1.0")]
    {
        assert_eq!(response.header(name), Some(value), "{name}");
    }
}

#[track_caller]
fn assert_responds(server: &Server) {
    assert_eq!(server.send(&get("/catalog")).status, 200);
    assert!(!server.log().contains("panicked"), "{}", server.log());
}
