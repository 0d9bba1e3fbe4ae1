//! Dispatches a request by path and method. `call` answers XML operations, `pages` the service's pages.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use hyper::body::Incoming;
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::http::request::Parts;
use hyper::{Method, Request, Response, StatusCode};

use super::body::{self, AnswerBody, BodyRequirement};
use super::call::called;
use super::connection_slots::ConnectionSlot;
use super::log::{BodyEnd, RequestRecord};
use super::metrics::BackupMetrics;
use super::route::{self, Route};
use super::server::Server;
use super::xml::XmlInterface;
use super::{calendar, console, cors, framing, images, metrics, pages, reply, response, rest};
use crate::decode;
use crate::encode::frame::CallStyle;
use crate::model::request_error::RequestError;
use crate::operation::rest::VERSION;
use crate::store::{Store, last_import};

/// The header with the age in seconds of the last change in a followed copy.
const COPY_AGE: HeaderName = HeaderName::from_static("copy-age");

/// "Every answer: … `API-Version: 1.1.0`".
const API_VERSION: (HeaderName, HeaderValue) =
    (HeaderName::from_static("api-version"), HeaderValue::from_static(VERSION));

/// The id of the request in the log.
const REQUEST_ID: HeaderName = HeaderName::from_static("request-id");

/// The header with the age in seconds of the last successful backup.
const BACKUP_AGE: HeaderName = HeaderName::from_static("backup-age");

pub async fn respond(
    server: Arc<Server>,
    request: Request<Incoming>,
    place: Arc<ConnectionSlot>,
) -> Result<Response<AnswerBody>, Infallible> {
    let always = framing::always(server.address.is_https());
    // the age of the current copy: the answer is from this one or a newer one
    let age = server.service.store.copy_age();
    let mut response = respond_within_limits(server, request, &place).await;
    let headers = response.headers_mut();
    // pages have a policy of their own
    for (name, value) in always {
        headers.entry(name).or_insert(value);
    }
    headers.extend(age.map(|age| (COPY_AGE, age.as_secs().into())));
    Ok(response)
}

async fn respond_within_limits(
    server: Arc<Server>,
    mut request: Request<Incoming>,
    place: &Arc<ConnectionSlot>,
) -> Response<AnswerBody> {
    let client = server.client(request.headers_mut(), place.peer);
    let mut record = RequestRecord::new(&server.ids, &server.metrics, client, server.answer_within);
    // no body is expected
    if request.method() == Method::HEAD {
        record.ending = BodyEnd::Whole;
    }
    let id = HeaderValue::try_from(&record.id);
    let (parts, incoming) = request.into_parts();
    let target = match route::target(parts.uri.path()) {
        Route::Metrics if !server.shows_metrics => Route::Foreign,
        target => target,
    };
    let name = match (&target, &parts.method) {
        (Route::Operation(name), &Method::POST) => Some(Some((*name).to_owned())),
        (Route::Service, &Method::POST) => Some(None),
        _ => None,
    };
    let fault = framing::fault(parts.version, &parts.headers);
    let cors = cors::headers(&server.cors, &target, &parts.method, &parts.headers);
    let mut response = match (name, &target) {
        (Some(name), _) if fault.is_none() => called(server, &parts, incoming, name.as_deref(), record, place).await,
        (_, Route::Console(path)) if fault.is_none() && route::is_allowed(&target, &parts.method) => {
            console::respond(server, &parts, incoming, path, record, place).await
        }
        (_, Route::Rest(path)) if fault.is_none() => rest::respond(server, &parts, incoming, path, record, place).await,
        _ => {
            let headers = &parts.headers;
            let _ = body::received(incoming, headers, BodyRequirement::Nothing, place, &mut record).await;
            match fault {
                Some(status) => response::bare(status, record),
                None => answer(server, &target, &parts, record).await,
            }
        }
    };
    let headers = response.headers_mut();
    headers.extend(id.map(|id| (REQUEST_ID, id)));
    headers.extend(matches!(target, Route::Rest(_)).then_some(API_VERSION));
    // `Vary` may be there already
    headers.extend(cors);
    response
}

/// Answers a complete request that is not a call.
async fn answer(server: Arc<Server>, target: &Route<'_>, parts: &Parts, record: RequestRecord) -> Response<AnswerBody> {
    match target {
        Route::Everything if parts.method == Method::OPTIONS => {
            let mut response = response::whole_response(StatusCode::NO_CONTENT, "", Vec::new(), record);
            let allow = HeaderValue::from_static(route::allowed(target));
            response.headers_mut().insert(header::ALLOW, allow);
            response
        }
        Route::Foreign | Route::Everything => {
            let text = "There is nothing at this address.\n";
            plain(record, StatusCode::NOT_FOUND, text)
        }
        target if !route::is_allowed(target, &parts.method) => not_allowed(&server, target, record),
        Route::Image(name) => images::respond(server, name, &parts.headers, record).await,
        Route::Calendar(name) => calendar::respond(server, name, parts, record).await,
        Route::Health => health(server, record).await,
        Route::Metrics => counts(server, record).await,
        Route::Root => pages::redirect_to(&server, "", record),
        // operations take POST only, and REST and the console answer for themselves
        Route::Service | Route::Problem(_) | Route::Operation(_) | Route::Rest(_) | Route::Console(_) => {
            pages::respond(&server, target, parts, record)
        }
    }
}

/// "405 with Allow"
fn not_allowed(server: &Arc<Server>, target: &Route, record: RequestRecord) -> Response<AnswerBody> {
    let mut response = match target {
        Route::Operation(name) => {
            let operation = decode::operation(name, &server.service.brand);
            let asked = XmlInterface::new(server, CallStyle::Form, operation, false);
            let text = "An operation is called by POST.".to_owned();
            reply::failed(&asked, &RequestError::MethodNotAllowed(text), record)
        }
        _ => {
            let text = "This method is not allowed here.\n";
            plain(record, StatusCode::METHOD_NOT_ALLOWED, text)
        }
    };
    let allow = HeaderValue::from_static(route::allowed(target));
    response.headers_mut().insert(header::ALLOW, allow);
    response
}

/// Returns a text response outside of operations.
fn plain(record: RequestRecord, status: StatusCode, text: &str) -> Response<AnswerBody> {
    response::whole_response(status, response::PLAIN, text.to_owned(), record)
}

/// `GET /metrics`
async fn counts(server: Arc<Server>, record: RequestRecord) -> Response<AnswerBody> {
    let store = Arc::clone(&server.service.store);
    let last_import = |store: &Store| last_import::find(&*store.snapshot().ok()?).ok().flatten();
    let stored = tokio::task::spawn_blocking(move || (age_of_backup(&store), last_import(&store)));
    let (age, last_import) = stored.await.unwrap_or_default();
    let backups = BackupMetrics { age, failures: server.service.store.backups.failures().0 };
    let service = &server.service;
    let text = server.metrics.text(service.gate.counts(), &backups, last_import.as_ref(), service.store.copy_age());
    let (ok, content_type) = (StatusCode::OK, metrics::CONTENT_TYPE);
    response::whole_response(ok, content_type, text.into_bytes(), record)
}

/// `GET /healthz`: "200 `ok` when the database answers, else 503". How many seconds ago the last good backup was stands
/// beside it.
async fn health(server: Arc<Server>, record: RequestRecord) -> Response<AnswerBody> {
    let asked = tokio::task::spawn_blocking(move || {
        let store = &server.service.store;
        store.answers().then(|| age_of_backup(store))
    });
    let Ok(Some(age)) = asked.await else {
        let unavailable = StatusCode::SERVICE_UNAVAILABLE;
        return plain(record, unavailable, "the database does not answer");
    };
    let mut healthy = plain(record, StatusCode::OK, "ok");
    let age = age.map_or(HeaderValue::from_static("none"), |age| age.as_secs().into());
    healthy.headers_mut().insert(BACKUP_AGE, age);
    healthy
}

fn age_of_backup(store: &Store) -> Option<Duration> {
    let snapshot = store.snapshot().ok()?;
    store.backups.age(&snapshot).ok()?
}
