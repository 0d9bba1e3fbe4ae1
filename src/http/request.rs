//! Dispatches a request by path and method. `call` answers XML operations, `pages` the service's pages.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use hyper::body::Incoming;
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::http::request::Parts;
use hyper::{Method, Request, Response, StatusCode};

use super::accept::accepts_gzip;
use super::body::{AnswerBody, BodyRequirement};
use super::call::answer_xml_call;
use super::connection_slots::ConnectionSlot;
use super::log::{BodyEnd, RequestRecord};
use super::route::{self, Route};
use super::server::Server;
use super::xml::XmlInterface;
use super::{calendar, console, cors, framing, images, metrics, pages, reply, response, rest};
use crate::decode;
use crate::encode::frame::CallStyle;
use crate::model::request_error::RequestError;
use crate::operation::rest::REST_VERSION;
use crate::store::{Store, last_import};

/// The age in seconds of the newest change in a replica.
const COPY_AGE: HeaderName = HeaderName::from_static("copy-age");

const API_VERSION: (HeaderName, HeaderValue) =
    (HeaderName::from_static("api-version"), HeaderValue::from_static(REST_VERSION));

const REQUEST_ID: HeaderName = HeaderName::from_static("request-id");

/// The time in seconds since the last successful backup, or `none`; in the response of the health check.
const BACKUP_AGE: HeaderName = HeaderName::from_static("backup-age");

/// A request whose head was read.
pub struct IncomingRequest {
    pub server: Arc<Server>,
    pub parts: Parts,
    /// `None` after the body was received.
    pub body: Option<Incoming>,
    pub record: RequestRecord,
    pub slot: Arc<ConnectionSlot>,
}

pub async fn respond(
    server: Arc<Server>,
    mut request: Request<Incoming>,
    slot: Arc<ConnectionSlot>,
) -> Result<Response<AnswerBody>, Infallible> {
    let common_headers = framing::common_headers(server.address.is_https());
    // read first: a newer copy may arrive before the answer, and then the header states too much rather than too little
    let replica_age = server.service.store.replica_age();
    let client = server.identify_client(request.headers_mut(), slot.peer);
    let mut record = RequestRecord::new(&server.ids, &server.metrics, client, server.limits().max_answer_time);
    record.base = server.address.request_base(request.uri(), request.headers());
    record.accepts_gzip = accepts_gzip(request.headers());
    // a response to HEAD is complete without its body
    if request.method() == Method::HEAD {
        record.ending = BodyEnd::Complete;
    }
    let id = HeaderValue::try_from(&record.id);
    let (parts, body) = request.into_parts();
    let path = parts.uri.path().to_owned();
    let target = match route::parse_path(&path) {
        Route::Metrics if !server.shows_metrics => Route::Unknown,
        target => target,
    };
    // prepared now: the parts of the request are consumed by its answer
    let cors = cors::cors_headers(&server.cors, &target, &parts.method, &parts.headers);
    let mut response = IncomingRequest { server, parts, body: Some(body), record, slot }.answer(&target).await;
    let headers = response.headers_mut();
    headers.extend(id.map(|id| (REQUEST_ID, id)));
    headers.extend(matches!(target, Route::Rest(_)).then_some(API_VERSION));
    // appended: `Vary` may be there already
    headers.extend(cors);
    // a response can set some of the headers itself, such as a page's policy
    for (name, value) in common_headers {
        headers.entry(name).or_insert(value);
    }
    headers.extend(replica_age.map(|age| (COPY_AGE, age.as_secs().into())));
    Ok(response)
}

impl IncomingRequest {
    /// Answers the request by its route. Each branch receives or discards the body, so that the client can read the
    /// answer.
    async fn answer(mut self, target: &Route<'_>) -> Response<AnswerBody> {
        if let Some(status) = framing::head_error(self.parts.version, &self.parts.headers) {
            let _ = self.receive_body(BodyRequirement::Nothing).await;
            return response::empty_response(status, self.record);
        }
        match target {
            // the envelope names the operation
            Route::Service if self.parts.method == Method::POST => answer_xml_call(self, None).await,
            Route::Operation(name) if self.parts.method == Method::POST => answer_xml_call(self, Some(*name)).await,
            Route::Console(path) if route::is_allowed(target, &self.parts.method) => console::respond(self, path).await,
            Route::Rest(path) => rest::respond(self, path).await,
            _ => {
                let _ = self.receive_body(BodyRequirement::Nothing).await;
                answer_bodiless_request(self, target).await
            }
        }
    }
}

/// Answers a request that needs no body. Checks the path (404) before the method (405): contract §2.
async fn answer_bodiless_request(request: IncomingRequest, target: &Route<'_>) -> Response<AnswerBody> {
    let IncomingRequest { server, parts, record, .. } = request;
    match target {
        Route::WholeServer if parts.method == Method::OPTIONS => {
            let mut response = response::whole_response(StatusCode::NO_CONTENT, "", Vec::new(), record);
            response.headers_mut().insert(header::ALLOW, HeaderValue::from_static(route::allowed_methods(target)));
            response
        }
        Route::Unknown | Route::WholeServer => {
            response::text_response(StatusCode::NOT_FOUND, "There is nothing at this address.\n", record)
        }
        target if !route::is_allowed(target, &parts.method) => method_not_allowed(&server, target, record),
        Route::Image(name) => images::respond(&server, name, &parts.headers, record).await,
        Route::Calendar(name) => calendar::respond(&server, name, &parts, record).await,
        Route::Health => health_response(server, record).await,
        Route::Metrics => metrics_response(server, record).await,
        Route::Root => pages::redirect_to_service(&server, "", record),
        // only `Service` and `Problem` get here: the arms above and `IncomingRequest::answer` handle the rest
        Route::Service | Route::Problem(_) | Route::Operation(_) | Route::Rest(_) | Route::Console(_) => {
            pages::respond(&server, target, &parts, record)
        }
    }
}

/// Returns 405 with `Allow`: for an operation as its result document, else as a text.
fn method_not_allowed(server: &Arc<Server>, target: &Route, record: RequestRecord) -> Response<AnswerBody> {
    let mut response = match target {
        Route::Operation(name) => {
            let operation = decode::find_operation(name, &server.service.brand);
            let interface = XmlInterface::new(server, CallStyle::Form, operation);
            let text = "An operation is called by POST.".to_owned();
            reply::error_response(&interface, &RequestError::MethodNotAllowed(text), record)
        }
        _ => response::text_response(StatusCode::METHOD_NOT_ALLOWED, "This method is not allowed here.\n", record),
    };
    response.headers_mut().insert(header::ALLOW, HeaderValue::from_static(route::allowed_methods(target)));
    response
}

async fn metrics_response(server: Arc<Server>, record: RequestRecord) -> Response<AnswerBody> {
    let store = Arc::clone(&server.service.store);
    let last_import = |store: &Store| last_import::find(&*store.snapshot().ok()?).ok().flatten();
    let stored = tokio::task::spawn_blocking(move || (backup_age(&store), last_import(&store)));
    // if the database cannot be read, the other metrics are returned all the same
    let (backup_age, last_import) = stored.await.unwrap_or_default();
    let text = server.metrics.render(&server.service, backup_age, last_import.as_ref());
    response::whole_response(StatusCode::OK, metrics::CONTENT_TYPE, text, record)
}

/// Returns 200 if the database can be read and its writer works, else 503.
async fn health_response(server: Arc<Server>, record: RequestRecord) -> Response<AnswerBody> {
    let check = move || server.service.store.is_responsive().then(|| backup_age(&server.service.store));
    let Ok(Some(age)) = tokio::task::spawn_blocking(check).await else {
        return response::text_response(StatusCode::SERVICE_UNAVAILABLE, "the database does not answer", record);
    };
    let mut healthy = response::text_response(StatusCode::OK, "ok", record);
    let age = age.map_or(HeaderValue::from_static("none"), |age| age.as_secs().into());
    healthy.headers_mut().insert(BACKUP_AGE, age);
    healthy
}

/// Returns the time since the last successful backup, at least zero; `None` without one, or if the database cannot be
/// read.
fn backup_age(store: &Store) -> Option<Duration> {
    let age = store.backups.age(&*store.snapshot().ok()?).ok()??;
    Some(age.try_into().unwrap_or_default())
}
