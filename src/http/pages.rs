//! GET of the service page, its documents, and problem pages. `describe` makes the contents.

use hyper::body::Bytes;
use hyper::header::{self, HeaderMap, HeaderValue};
use hyper::http::request::Parts;
use hyper::{Response, StatusCode};

use super::accept::takes_gzip;
use super::address::AddressError;
use super::body::AnswerBody;
use super::log::RequestRecord;
use super::request_outcome::RequestOutcome;
use super::response;
use super::route::{REST, Route, SERVICE};
use super::server::Server;
use crate::describe::{self, HtmlPage, ServiceDescription};
use crate::encode::frame::TEXT_XML;
use crate::model::nearest;
use crate::model::problem::Problem;
use crate::model::text::quoted;
use crate::operation::{OPERATIONS, Operation};

const HTML: &str = "text/html; charset=utf-8";

enum PageQuery {
    Service,
    Operation(&'static Operation),
    /// An unknown operation.
    Unknown(String),
    Wsdl,
    Disco,
    Problem(Problem),
}

struct TextDocument {
    status: StatusCode,
    content_type: &'static str,
    text: Bytes,
}

pub fn respond(server: &Server, target: &Route, parts: &Parts, record: RequestRecord) -> Response<AnswerBody> {
    let nonce = match getrandom::u64() {
        Ok(random) => format!("{random:016x}"),
        Err(error) => {
            tracing::error!(request = %record.id, %error, "no random number for a page");
            String::new()
        }
    };
    let asked = match target {
        Route::Problem(problem) => PageQuery::Problem(*problem),
        _ => parse_query(parts.uri.query().unwrap_or_default(), server),
    };
    let text = match server.address.base(&parts.uri, &parts.headers) {
        Ok(base) => {
            let page = HtmlPage { nonce: &nonce, service: reference(target, parts.uri.path()) };
            text(server, base, &asked, &page)
        }
        Err(AddressError(why)) => {
            TextDocument { status: StatusCode::BAD_REQUEST, content_type: response::PLAIN, text: why.into() }
        }
    };
    response(text, &nonce, &parts.headers, record)
}

/// Redirects to the service page, or a part of it.
pub fn redirect_to(server: &Server, part: &str, record: RequestRecord) -> Response<AnswerBody> {
    let nothing = Vec::new();
    let mut response = response::whole_response(StatusCode::FOUND, response::PLAIN, nothing, record);
    let page = format!("{}{part}", server.address.path_of_service());
    let page = HeaderValue::try_from(page).expect("a base address is visible ASCII");
    response.headers_mut().insert(header::LOCATION, page);
    response
}

/// Parses the query. Keywords are "case-insensitive"; the first known one decides.
fn parse_query(query: &str, server: &Server) -> PageQuery {
    // an undecodable query requests nothing
    let pairs: Vec<(String, String)> = serde_urlencoded::from_str(query).unwrap_or_default();
    for (name, value) in pairs {
        match name.to_ascii_lowercase().as_str() {
            "wsdl" => return PageQuery::Wsdl,
            "disco" => return PageQuery::Disco,
            "op" if !value.is_empty() => {
                let mut known = OPERATIONS.iter().copied();
                let brand = &server.service.brand;
                return match known.find(|operation| brand.names(operation.name, &value)) {
                    Some(operation) => PageQuery::Operation(operation),
                    None => PageQuery::Unknown(value),
                };
            }
            _ => {}
        }
    }
    PageQuery::Service
}

/// Returns a relative reference to style A's address, which works below a proxy's path and with a trailing slash.
fn reference(target: &Route, path: &str) -> &'static str {
    match target {
        Route::Problem(_) => "../service/apiservice.asmx",
        _ if path.ends_with('/') => "../apiservice.asmx",
        _ => "apiservice.asmx",
    }
}

/// Returns the description of the service at this address.
pub fn described(server: &Server, base: String) -> ServiceDescription<'_> {
    ServiceDescription {
        brand: &server.service.brand,
        namespaces: &server.formats.namespaces,
        address: format!("{base}{SERVICE}"),
        api: format!("{base}{REST}"),
        base,
    }
}

fn text(server: &Server, base: String, asked: &PageQuery, page: &HtmlPage) -> TextDocument {
    let described = described(server, base);
    let (status, content_type, text) = match asked {
        PageQuery::Service => (StatusCode::OK, HTML, describe::service_page(&described, page).into()),
        PageQuery::Operation(operation) => {
            (StatusCode::OK, HTML, describe::operation_page(&described, operation, page).into())
        }
        PageQuery::Unknown(name) => {
            let shown = quoted(name);
            let names = OPERATIONS.iter().map(|known| described.brand.name(known.name));
            let near = nearest::near(&shown, names);
            (StatusCode::NOT_FOUND, HTML, describe::unknown_page(&shown, near.as_deref(), page).into())
        }
        PageQuery::Wsdl => {
            let wsdl = server.documents.find("WSDL", &described.base, || describe::wsdl(&described));
            (StatusCode::OK, TEXT_XML, wsdl)
        }
        PageQuery::Disco => (StatusCode::OK, TEXT_XML, describe::disco(&described).into()),
        PageQuery::Problem(problem) => (StatusCode::OK, HTML, describe::problem_page(*problem, page).into()),
    };
    TextDocument { status, content_type, text }
}

fn response(text: TextDocument, nonce: &str, asked: &HeaderMap, record: RequestRecord) -> Response<AnswerBody> {
    let outcome = RequestOutcome::of_status(text.status.as_u16());
    let body = (text.text, takes_gzip(asked));
    let mut page = response::shared(outcome, text.status, text.content_type, body, record);
    let headers = page.headers_mut();
    let policy = format!(
        "default-src 'none'; style-src 'nonce-{nonce}'; img-src data:; form-action 'self'; base-uri 'none'; \
         frame-ancestors 'none'"
    );
    let policy = HeaderValue::try_from(policy).expect("hexadecimal digits");
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    let referrer = HeaderValue::from_static("no-referrer");
    headers.insert(header::REFERRER_POLICY, referrer);
    page
}
