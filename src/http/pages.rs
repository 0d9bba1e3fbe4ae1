//! Answers GET on the service page, its documents and the problem pages. `describe` makes the contents.

use hyper::body::Bytes;
use hyper::header::{self, HeaderValue};
use hyper::http::request::Parts;
use hyper::{Response, StatusCode};

use super::body::AnswerBody;
use super::log::RequestRecord;
use super::public_address::AddressError;
use super::response;
use super::route::{REST, Route, SERVICE};
use super::server::Server;
use crate::describe::{self, HtmlPage, ServiceDescription};
use crate::encode::frame::TEXT_XML;
use crate::model::name_similarity;
use crate::model::text::cut_and_escape_value;
use crate::operation::OPERATIONS;

const HTML: &str = "text/html; charset=utf-8";

pub fn respond(server: &Server, target: &Route, parts: &Parts, record: RequestRecord) -> Response<AnswerBody> {
    let nonce = random_nonce(&record.id);
    let page = HtmlPage { nonce: &nonce, service_reference: service_reference(target, parts.uri.path()) };
    let (status, content_type, text) = match (record.base.clone(), target) {
        (Err(AddressError(reason)), _) => (StatusCode::BAD_REQUEST, response::PLAIN_TEXT, reason.into()),
        (Ok(_), Route::Problem(problem)) => {
            (StatusCode::OK, HTML, describe::render_problem_page(*problem, &page).into())
        }
        (Ok(base), _) => render_document(server, base, parts.uri.query().unwrap_or_default(), &page),
    };
    let mut response = response::shared_text_response(status, content_type, text, record);
    let headers = response.headers_mut();
    // the nonce allows the style element of the page; no policy allows scripts
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

/// Returns a relative link from a page to the service: a proxy may change the path, and so break an absolute link.
fn service_reference(target: &Route, path: &str) -> &'static str {
    match target {
        Route::Problem(_) => "../service/apiservice.asmx",
        _ if path.ends_with('/') => "../apiservice.asmx",
        _ => "apiservice.asmx",
    }
}

pub fn service_description(server: &Server, base: String) -> ServiceDescription<'_> {
    ServiceDescription {
        brand: &server.service.brand,
        namespaces: &server.formats.namespaces,
        soap_address: format!("{base}{SERVICE}"),
        rest_address: format!("{base}{REST}"),
        base,
    }
}

fn random_nonce(request_id: &str) -> String {
    match getrandom::u64() {
        Ok(random) => format!("{random:016x}"),
        Err(error) => {
            // without a nonce, browsers show the page without its styles
            tracing::error!(request = %request_id, %error, "no random number for a page");
            String::new()
        }
    }
}

/// Returns the status, media type and text of the document that the first known keyword of a query requests. Keywords
/// match in upper and lower case. Without a keyword, the document is the service page.
fn render_document(server: &Server, base: String, query: &str, page: &HtmlPage) -> (StatusCode, &'static str, Bytes) {
    let description = service_description(server, base);
    // a query that cannot be decoded requests the service page
    let pairs: Vec<(String, String)> = serde_urlencoded::from_str(query).unwrap_or_default();
    for (name, value) in pairs {
        match name.to_ascii_lowercase().as_str() {
            "wsdl" => {
                let render = || describe::render_wsdl(&description);
                return (StatusCode::OK, TEXT_XML, server.documents.find_or_create("WSDL", &description.base, render));
            }
            "disco" => return (StatusCode::OK, TEXT_XML, describe::render_discovery(&description).into()),
            "op" if !value.is_empty() => {
                let (status, text) = render_operation(&description, &value, page);
                return (status, HTML, text.into());
            }
            _ => {}
        }
    }
    (StatusCode::OK, HTML, describe::render_service_page(&description, page).into())
}

/// Returns the page of an operation, or a page with status 404 that suggests the most similar operation.
fn render_operation(description: &ServiceDescription, name: &str, page: &HtmlPage) -> (StatusCode, String) {
    let brand = description.brand;
    if let Some(operation) = OPERATIONS.iter().find(|operation| brand.matches(operation.name, name)) {
        return (StatusCode::OK, describe::render_operation_page(description, operation, page));
    }
    let shown = cut_and_escape_value(name);
    let names = OPERATIONS.iter().map(|known| brand.branded_name(known.name));
    let similar = name_similarity::find_close_name(&shown, names);
    (StatusCode::NOT_FOUND, describe::render_unknown_operation_page(&shown, similar.as_deref(), page))
}
