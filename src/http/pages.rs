//! Answers GET of the service page, its documents and the problem pages. `describe` makes the contents.

use hyper::body::Bytes;
use hyper::header::{self, HeaderValue};
use hyper::http::request::Parts;
use hyper::{Response, StatusCode};

use super::accept::accepts_gzip;
use super::address::AddressError;
use super::body::AnswerBody;
use super::log::RequestRecord;
use super::request_outcome::RequestOutcome;
use super::response;
use super::route::{REST, Route, SERVICE};
use super::server::Server;
use crate::describe::{self, HtmlPage, ServiceDescription};
use crate::encode::frame::TEXT_XML;
use crate::model::name_similarity;
use crate::model::problem::Problem;
use crate::model::text::shorten_for_message;
use crate::operation::{OPERATIONS, Operation};

const HTML: &str = "text/html; charset=utf-8";

enum PageQuery {
    Service,
    Operation(&'static Operation),
    Unknown(String),
    Wsdl,
    Disco,
    Problem(Problem),
}

pub fn respond(server: &Server, target: &Route, parts: &Parts, record: RequestRecord) -> Response<AnswerBody> {
    let nonce = match getrandom::u64() {
        Ok(random) => format!("{random:016x}"),
        Err(error) => {
            // without a nonce, browsers show the page without its styles
            tracing::error!(request = %record.id, %error, "no random number for a page");
            String::new()
        }
    };
    let query = match target {
        Route::Problem(problem) => PageQuery::Problem(*problem),
        _ => parse_query(parts.uri.query().unwrap_or_default(), server),
    };
    let (status, content_type, text) = match server.address.request_base(&parts.uri, &parts.headers) {
        Ok(base) => {
            let page = HtmlPage { nonce: &nonce, service_reference: service_reference(target, parts.uri.path()) };
            render_document(server, base, &query, &page)
        }
        Err(AddressError(reason)) => (StatusCode::BAD_REQUEST, response::PLAIN_TEXT, reason.into()),
    };
    let outcome = RequestOutcome::from_status(status.as_u16());
    let accepts_gzip = accepts_gzip(&parts.headers);
    let mut response = response::shared_text_response(outcome, status, content_type, text, accepts_gzip, record);
    let headers = response.headers_mut();
    let policy = format!(
        "default-src 'none'; style-src 'nonce-{nonce}'; img-src data:; form-action 'self'; base-uri 'none'; \
         frame-ancestors 'none'"
    );
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::try_from(policy).expect("hexadecimal digits"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

/// Redirects to the service page; `fragment` is empty or begins with `#`.
pub fn redirect_to_service(server: &Server, fragment: &str, record: RequestRecord) -> Response<AnswerBody> {
    let mut response = response::whole_response(StatusCode::FOUND, response::PLAIN_TEXT, Vec::new(), record);
    let location = format!("{}{fragment}", server.address.public_path(SERVICE));
    let location = HeaderValue::try_from(location).expect("a base address is visible ASCII");
    response.headers_mut().insert(header::LOCATION, location);
    response
}

/// Returns the page that a query requests, by the first known keyword. Keywords are in upper or lower case.
fn parse_query(query: &str, server: &Server) -> PageQuery {
    // a query that cannot be decoded requests the service page
    let pairs: Vec<(String, String)> = serde_urlencoded::from_str(query).unwrap_or_default();
    for (name, value) in pairs {
        match name.to_ascii_lowercase().as_str() {
            "wsdl" => return PageQuery::Wsdl,
            "disco" => return PageQuery::Disco,
            "op" if !value.is_empty() => {
                let mut operations = OPERATIONS.iter().copied();
                let brand = &server.service.brand;
                return match operations.find(|operation| brand.matches(operation.name, &value)) {
                    Some(operation) => PageQuery::Operation(operation),
                    None => PageQuery::Unknown(value),
                };
            }
            _ => {}
        }
    }
    PageQuery::Service
}

/// Returns the reference from a page to the service. It is relative, because a proxy may change the path.
fn service_reference(target: &Route, path: &str) -> &'static str {
    match target {
        Route::Problem(_) => "../service/apiservice.asmx",
        _ if path.ends_with('/') => "../apiservice.asmx",
        _ => "apiservice.asmx",
    }
}

/// Returns the facts about the service that pages and documents contain; `base` is the address before `/service`.
pub fn service_description(server: &Server, base: String) -> ServiceDescription<'_> {
    ServiceDescription {
        brand: &server.service.brand,
        namespaces: &server.formats.namespaces,
        soap_address: format!("{base}{SERVICE}"),
        rest_address: format!("{base}{REST}"),
        base,
    }
}

fn render_document(
    server: &Server,
    base: String,
    query: &PageQuery,
    page: &HtmlPage,
) -> (StatusCode, &'static str, Bytes) {
    let description = service_description(server, base);
    let (content_type, text) = match query {
        PageQuery::Service => (HTML, describe::render_service_page(&description, page).into()),
        PageQuery::Operation(operation) => {
            (HTML, describe::render_operation_page(&description, operation, page).into())
        }
        PageQuery::Unknown(name) => {
            let shown = shorten_for_message(name);
            let names = OPERATIONS.iter().map(|known| description.brand.apply_to(known.name));
            let similar = name_similarity::find_close_name(&shown, names);
            return (
                StatusCode::NOT_FOUND,
                HTML,
                describe::render_unknown_operation_page(&shown, similar.as_deref(), page).into(),
            );
        }
        PageQuery::Wsdl => (
            TEXT_XML,
            server.documents.find_or_create("WSDL", &description.base, || describe::render_wsdl(&description)),
        ),
        PageQuery::Disco => (TEXT_XML, describe::render_discovery(&description).into()),
        PageQuery::Problem(problem) => (HTML, describe::render_problem_page(*problem, page).into()),
    };
    (StatusCode::OK, content_type, text)
}
