//! REST, by the chapters of `rest.md`. [`format_equality`] tests that JSON, NDJSON and CSV have the same values as XML.
//! [`xml_equivalents`] has the address of each operation.

mod answers;
mod bodies;
mod format_equality;
mod headers;
mod hostile_requests;
pub mod imports;
mod persons;
mod refusals;
mod requests;
mod self_description;
mod tables;
mod tokens;
mod xml_equivalents;

use base64ct::{Base64, Encoding};

use crate::support::{Json, PASSWORD, Request, Response, Server, Site, USER};

/// The base path of REST.
const BASE: &str = "/api/v1";

/// A server and its site.
struct Served {
    server: Server,
    _site: Site,
}

impl std::ops::Deref for Served {
    type Target = Server;

    fn deref(&self) -> &Server {
        &self.server
    }
}

fn serve(site: Site, flags: &[&str]) -> Served {
    Served { server: site.serve(flags), _site: site }
}

/// Returns the value of an `Authorization` header.
pub fn basic(name: &str, password: &str) -> String {
    let pair = Base64::encode_string(format!("{name}:{password}").as_bytes());
    format!("Basic {pair}")
}

/// A GET below the base as hr/stilzwijgend.
fn get(path: &str) -> Request {
    signed(Request::get(&format!("{BASE}{path}")))
}

/// The same with a JSON body and this method.
fn send(method: &str, path: &str, body: impl Into<Vec<u8>>) -> Request {
    let request =
        Request { method: method.into(), ..Request::post(&format!("{BASE}{path}"), "application/json", body) };
    signed(request)
}

fn signed(request: Request) -> Request {
    request.header("Authorization", &basic(USER, PASSWORD))
}

/// The JSON of an answer that is whole and 200.
#[track_caller]
fn json(response: &Response) -> Json {
    assert_eq!((response.status, response.is_complete), (200, true), "{}", response.text());
    Json::parse(response.text())
}

/// Checks that an answer is this problem, and returns its detail.
#[track_caller]
fn problem(response: &Response, status: u16, code: &str) -> String {
    assert_eq!(response.status, status, "{}", response.text());
    assert_eq!(response.header("Content-Type"), Some("application/problem+json"));
    let reported = Json::parse(response.text());
    let (members, more) = (reported.names(), ["errors", "serviceId", "acmeId"]);
    let expected = ["type", "title", "status", "detail", "instance", "code"];
    assert_eq!(members.iter().filter(|name| !more.contains(name)).copied().collect::<Vec<_>>(), expected);
    assert_eq!(reported.get("code").text(), code);
    assert!(reported.get("type").text().ends_with(&format!("/problems/{code}")), "{reported:?}");
    assert_eq!(reported.get("status"), &Json::Number(status.to_string()));
    assert!(!reported.get("title").text().is_empty());
    always(response);
    reported.get("detail").text().to_owned()
}

/// The headers of every answer.
#[track_caller]
fn always(response: &Response) {
    for (name, value) in
        [("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"), ("API-Version", "1.1.0")]
    {
        assert_eq!(response.header(name), Some(value), "{name}");
    }
}

/// Checks that a server still answers after hostile requests.
#[track_caller]
fn still_answers(server: &Server) {
    assert_eq!(server.send(&get("/catalog")).status, 200);
    assert!(!server.log().contains("panicked"), "{}", server.log());
}
