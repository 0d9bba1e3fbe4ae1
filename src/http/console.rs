//! The console over HTTP: reads its requests and sends its responses. `console` makes the pages.

use std::fs::File;
use std::io::Read;
use std::sync::{Arc, Mutex};

use hyper::body::Incoming;
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::http::request::Parts;
use hyper::{Method, Response, StatusCode};
use tokio::sync::mpsc;

use super::accept::languages;
use super::body::{self, AnswerBody, BodyError, BodyRequirement};
use super::connection_slots::ConnectionSlot;
use super::log::RequestRecord;
use super::request_outcome::RequestOutcome;
use super::response;
use super::route;
use super::server::Server;
use super::upload;
use crate::console::{self, FormFields, Request, ResponseBody};
use crate::decode::percent;
use crate::model::request_error::RequestError;
use crate::service::Chunk;

/// Answers a request for a path below the console.
pub async fn respond(
    server: Arc<Server>,
    parts: &Parts,
    incoming: Incoming,
    path: &str,
    mut record: RequestRecord,
    place: &Arc<ConnectionSlot>,
) -> Response<AnswerBody> {
    let headers = &parts.headers;
    let Some(path) = steps(path) else {
        let _ = body::received(incoming, headers, BodyRequirement::Nothing, place, &mut record).await;
        let none = "There is nothing at this address.\n";
        return response::whole_response(StatusCode::NOT_FOUND, response::PLAIN, none, record);
    };
    let by_proxy = match server.named_by_proxy(headers) {
        Ok(name) => name.map(str::to_owned),
        Err(text) => {
            let _ = body::received(incoming, headers, BodyRequirement::Nothing, place, &mut record).await;
            return response::whole_response(StatusCode::BAD_REQUEST, response::PLAIN, text, record);
        }
    };
    let base = server.address.base(&parts.uri, headers);
    let base = base.unwrap_or_default();
    let is_secure = server.address.is_asked_by_https(headers);
    let mut request = Request {
        caller: record.caller(false),
        api: format!("{base}{}", route::REST),
        base,
        is_post: parts.method == Method::POST,
        path,
        query: FormFields::read(parts.uri.query().unwrap_or_default().as_bytes()),
        form: FormFields::default(),
        upload: Mutex::default(),
        cookies: cookies(headers),
        languages: languages(headers),
        by_proxy,
        is_local: record.is_local,
        is_private: is_secure || record.is_local,
        is_host_known: is_secure || !record.is_local || server.address.knows_host(&parts.uri, headers),
        is_secure,
        is_of_this_site: is_of_this_site(&server, parts),
    };
    // files are received only from those who may send them, and more than a few fields only from signed-in operators
    let boundary = upload::boundary(headers).filter(|_| server.console.takes_files(&request));
    let form = match boundary {
        Some(boundary) if request.is_post => {
            let (uploads, limit) = (&server.uploads, server.max_upload);
            let received = upload::receive(uploads, incoming, boundary, limit).await;
            record.answering = Some(place.begin(record.cancellation.until()).await);
            received.map(|(fields, upload)| {
                request.upload = Mutex::new(Some(upload));
                fields
            })
        }
        _ => {
            let due = match request.is_post.then(|| route::form_type(headers)) {
                None => BodyRequirement::Nothing,
                Some(Ok(())) => BodyRequirement::Body(server.console.largest_form(&request)),
                Some(Err(failure)) => BodyRequirement::Refused(failure),
            };
            let body = body::received(incoming, headers, due, place, &mut record).await;
            body.map(|body| FormFields::read(&body))
        }
    };
    match form {
        Ok(form) => request.form = form,
        Err(unread) => return refused(&unread, record),
    }
    let said = server.console.answer(request).await;
    sent(said, record)
}

/// Splits and decodes a path; `None` if it cannot be decoded.
fn steps(path: &str) -> Option<Vec<String>> {
    path.split('/').filter(|step| !step.is_empty()).map(|step| percent::decoded(step.as_bytes()).ok()).collect()
}

fn cookies(headers: &HeaderMap) -> String {
    headers.get_all(header::COOKIE).iter().filter_map(|cookie| cookie.to_str().ok()).collect::<Vec<_>>().join(";")
}

/// Checks "a matching Origin". Because pages set `no-referrer`, browsers send `null` with forms, and name the site in
/// another header that no page can set.
fn is_of_this_site(server: &Server, parts: &Parts) -> bool {
    let only = |name: &str| {
        let mut values = parts.headers.get_all(name).iter();
        match (values.next(), values.next()) {
            (Some(value), None) => value.to_str().ok(),
            _ => None,
        }
    };
    match only("origin") {
        Some("null") => only("sec-fetch-site") == Some("same-origin"),
        Some(origin) => server.address.is_origin(origin, &parts.uri, &parts.headers),
        None => false,
    }
}

fn refused(unread: &BodyError, record: RequestRecord) -> Response<AnswerBody> {
    let (status, text) = match unread {
        BodyError::Refused(failure) => (StatusCode::UNSUPPORTED_MEDIA_TYPE, failure.text()),
        BodyError::TooLarge(_) => (
            StatusCode::PAYLOAD_TOO_LARGE,
            "The request is too large.\n".to_owned(),
        ),
        BodyError::TooSlow => (
            StatusCode::REQUEST_TIMEOUT,
            RequestError::TooSlow(super::limits::BODY).text(),
        ),
        BodyError::NoSpace => (
            StatusCode::INSUFFICIENT_STORAGE,
            "There is no space for these files: the disk of the service's temporary files is full. The operator of the service \
             can free space there, or set TMPDIR to a larger disk.\n"
                .to_owned(),
        ),
        BodyError::Malformed(_) | BodyError::Broken => (
            StatusCode::BAD_REQUEST,
            "The request could not be read: the connection broke, or the body is not a form, or a file in it has a \
             name that no form can carry, such as one with a control character.\n"
                .to_owned(),
        ),
    };
    let mut refusal = response::whole_response(status, response::PLAIN, text.into_bytes(), record);
    response::close(&mut refusal);
    refusal
}

fn sent(said: console::Response, mut record: RequestRecord) -> Response<AnswerBody> {
    let status = StatusCode::from_u16(said.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    record.page = said.page;
    if let Some(operator) = &said.operator {
        record.credential = format!("operator {operator}");
        record.has_signed_in();
    }
    if let Some(granted) = &said.granted {
        record.operation = granted.operation().name;
        record.is_of(granted);
    }
    let mut response = match said.body {
        ResponseBody::Whole(bytes) => response::whole_response(status, said.content_type, bytes, record),
        ResponseBody::Begun(chunks, guard) => response::streamed(chunks, guard, said.content_type, record),
        ResponseBody::Stored(file) => stored(file, said.content_type, record),
    };
    let headers = response.headers_mut();
    for (name, value) in said.headers {
        let value = HeaderValue::try_from(value);
        if let Ok(value) = value {
            headers.append(HeaderName::from_static(name), value);
        }
    }
    response
}

/// The bytes of a file per read.
const PIECE: usize = 256 * 1024;

/// Returns a file's content as a body that is sent at the reader's pace.
fn stored(file: File, content_type: &'static str, mut record: RequestRecord) -> Response<AnswerBody> {
    let Ok(length) = file.metadata().map(|file| file.len()) else {
        return response::bare(StatusCode::INTERNAL_SERVER_ERROR, record);
    };
    record.status = 200;
    record.outcome = RequestOutcome::Ok;
    let (to, pieces) = mpsc::channel(1);
    tokio::task::spawn_blocking(move || {
        if let Err(error) = send(file, &to) {
            tracing::warn!(%error, "reading a file for a response failed");
        }
    });
    let mut response = Response::new(AnswerBody::sized(pieces, length, record));
    response::head(&mut response, content_type);
    response
}

/// Sends a file in pieces. An early end cuts the answer.
fn send(mut file: File, to: &mpsc::Sender<Chunk>) -> std::io::Result<()> {
    loop {
        let mut piece = vec![0; PIECE];
        let read = file.read(&mut piece)?;
        piece.truncate(read);
        let chunk = if read == 0 { Chunk::End } else { Chunk::Bytes(piece) };
        if to.blocking_send(chunk).is_err() || read == 0 {
            return Ok(());
        }
    }
}
