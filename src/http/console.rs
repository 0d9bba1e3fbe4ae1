//! The console over HTTP: reads its requests and sends its responses. `crate::console` makes the pages.

use std::fs::File;
use std::io::Read;
use std::sync::{Arc, Mutex};

use hyper::header::{self, HeaderName, HeaderValue};
use hyper::http::request::Parts;
use hyper::{Method, Response, StatusCode};
use tokio::sync::mpsc;

use super::accept::accepted_languages;
use super::body::{AnswerBody, BodyError, BodyRequirement};
use super::log::RequestRecord;
use super::public_address::single_value;
use super::request::IncomingRequest;
use super::response;
use super::route;
use super::server::Server;
use super::upload;
use crate::console::{self, FormFields, Request, ResponseBody};
use crate::decode::percent;
use crate::exchange::upload::Upload;
use crate::model::language::Language;
use crate::model::message::{Message, MessageName};
use crate::model::request_error::RequestError;
use crate::service::{Caller, Chunk};

/// The most fields of a form. The longest form of the console has a few thousand.
const MAX_FORM_FIELDS: usize = 10_000;

/// Responds to a request for a path below `/console`. Everything but the body is known before the body is received.
pub async fn respond(mut incoming: IncomingRequest, path: &str) -> Response<AnswerBody> {
    let server = Arc::clone(&incoming.server);
    let Some(path) = decode_segments(path) else {
        return refuse(incoming, StatusCode::NOT_FOUND, "There is nothing at this address.\n").await;
    };
    let proxy_operator = match server.operator_named_by_proxy(&incoming.parts.headers) {
        Ok(name) => name.map(str::to_owned),
        Err(text) => return refuse(incoming, StatusCode::BAD_REQUEST, text).await,
    };
    let mut request = request_without_body(&incoming, path, proxy_operator);
    match receive_form(&mut incoming, &request).await {
        Ok((form, upload)) => {
            request.form = form;
            request.upload = Mutex::new(upload);
        }
        Err(error) => return body_error_response(&error, request.language(), incoming.record),
    }
    http_response(server.console.answer(request).await, incoming.record)
}

async fn refuse(mut incoming: IncomingRequest, status: StatusCode, text: &'static str) -> Response<AnswerBody> {
    let _ = incoming.receive_body(BodyRequirement::Nothing).await;
    response::text_response(status, text, incoming.record)
}

fn request_without_body(incoming: &IncomingRequest, path: Vec<String>, proxy_operator: Option<String>) -> Request {
    let (server, parts, record) = (&incoming.server, &incoming.parts, &incoming.record);
    let headers = &parts.headers;
    // pages and downloads are not compressed
    let caller = Caller { accepts_gzip: false, ..record.caller() };
    let is_secure = server.address.is_requested_by_https(headers);
    // TLS proves the host, and plain HTTP from other machines is refused
    let needs_host_check = record.is_local && !is_secure;
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|cookie| cookie.to_str().ok());
    Request {
        api_address: format!("{}{}", caller.base, route::REST),
        caller,
        is_post: parts.method == Method::POST,
        path,
        query: FormFields::parse(parts.uri.query().unwrap_or_default().as_bytes()),
        form: FormFields::default(),
        upload: Mutex::default(),
        cookies: cookies.collect::<Vec<_>>().join(";"),
        languages: accepted_languages(headers),
        proxy_operator,
        is_local: record.is_local,
        is_private: is_secure || record.is_local,
        is_host_known: !needs_host_check || server.address.is_host_safe_for_console(&parts.uri, headers),
        is_https: is_secure,
        is_of_this_site: is_of_this_site(server, parts),
        // without the headers, which older browsers do not send, the request is a navigation and not cross-site
        is_navigation: headers.get_all("sec-fetch-dest").iter().all(|to| to == "document"),
        is_cross_site: headers.get_all("sec-fetch-site").iter().any(|from| from == "cross-site"),
    }
}

/// Receives the fields and files of a form. Only operators who may upload can send files, and only signed-in operators
/// can send long forms.
async fn receive_form(
    incoming: &mut IncomingRequest,
    request: &Request,
) -> Result<(FormFields, Option<Upload>), BodyError> {
    let server = Arc::clone(&incoming.server);
    let headers = &incoming.parts.headers;
    if let Some(boundary) = upload::form_boundary(headers)
        && server.console.can_upload(request)
        && request.is_post
    {
        let received = upload::receive_form(&server, incoming.body.take(), boundary).await;
        incoming.begin_answer().await;
        return received.map(|(fields, upload)| (fields, Some(upload)));
    }
    let requirement = match request.is_post.then(|| route::check_form_type(headers)) {
        None => BodyRequirement::Nothing,
        Some(Ok(())) => BodyRequirement::Body(server.console.max_form_bytes(request)),
        Some(Err(failure)) => BodyRequirement::Refused(failure),
    };
    let body = incoming.receive_body(requirement).await?;
    if body.split(|byte| *byte == b'&').count() > MAX_FORM_FIELDS {
        return Err(BodyError::TooLarge(body.len()));
    }
    Ok((FormFields::parse(&body), None))
}

/// Decodes the segments of a path, without empty segments; `None` if an escape is malformed.
fn decode_segments(path: &str) -> Option<Vec<String>> {
    let segments = path.split('/').filter(|segment| !segment.is_empty());
    segments.map(|segment| percent::decode(segment.as_bytes()).ok()).collect()
}

/// Returns whether a page of this service sent the request. The pages set `no-referrer`, so that browsers send `null`
/// as the origin of forms, and name the site in `Sec-Fetch-Site`, which no page can set.
fn is_of_this_site(server: &Server, parts: &Parts) -> bool {
    let headers = &parts.headers;
    match single_value(headers, "origin") {
        Some("null") => single_value(headers, "sec-fetch-site") == Some("same-origin"),
        Some(origin) => server.address.is_own_origin(origin, &parts.uri, headers),
        None => false,
    }
}

/// Returns the response to a request whose body was not received, and closes the connection.
fn body_error_response(error: &BodyError, language: Language, record: RequestRecord) -> Response<AnswerBody> {
    let text = |message: Message| format!("{}\n", message.text(language));
    let (status, text) = match error {
        // the console refuses a body before it is read only because of its media type
        BodyError::Refused(failure) => (StatusCode::UNSUPPORTED_MEDIA_TYPE, failure.message_text()),
        BodyError::TooLarge(_) => (StatusCode::PAYLOAD_TOO_LARGE, text(MessageName::RequestTooLarge.into())),
        BodyError::TooSlow => {
            let seconds = super::limits::BODY_TIMEOUT.as_secs();
            (StatusCode::REQUEST_TIMEOUT, text(Message::new(MessageName::RequestTooSlow).with(seconds)))
        }
        BodyError::NoSpace => (StatusCode::INSUFFICIENT_STORAGE, text(MessageName::NoSpaceForFiles.into())),
        // the cause is only in the log, where the operator finds it by the request id
        BodyError::NotStored(error) => {
            tracing::error!(request = %record.id, %error, "an upload cannot be stored");
            let text = RequestError::Internal(record.id.clone()).message_text();
            (StatusCode::INTERNAL_SERVER_ERROR, format!("{text}\n"))
        }
        BodyError::Malformed(_) | BodyError::Broken => {
            (StatusCode::BAD_REQUEST, text(MessageName::RequestUnreadable.into()))
        }
    };
    let mut refusal = response::whole_response(status, response::PLAIN_TEXT, text.into_bytes(), record);
    response::close_connection(&mut refusal);
    refusal
}

/// Converts a response of the console. Records the operator and the operation of a report for the log.
fn http_response(response: console::Response, mut record: RequestRecord) -> Response<AnswerBody> {
    let status = StatusCode::from_u16(response.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    record.page = response.page;
    if let Some(operator) = &response.operator {
        record.credential = format!("operator {operator}");
        record.mark_verified();
    }
    // a report is the answer to a call, made with the operator's grant
    if let Some(granted) = &response.granted {
        record.operation = granted.operation().name;
        record.set_granted(granted);
    }
    let mut answer = match response.body {
        ResponseBody::Bytes(bytes) => response::whole_response(status, response.content_type, bytes, record),
        ResponseBody::Stream(chunks, guard) => {
            record.stream_guard = Some(guard);
            response::streamed_response(chunks, None, response.content_type, record)
        }
        ResponseBody::File(file) => file_response(file, response.content_type, record),
    };
    let headers = answer.headers_mut();
    for (name, value) in response.headers {
        // appended: several headers can have one name, such as `Set-Cookie`
        if let Ok(value) = HeaderValue::try_from(value) {
            headers.append(HeaderName::from_static(name), value);
        }
    }
    answer
}

/// The size in bytes of the pieces in which a file is read.
const READ_SIZE: usize = 256 * 1024;

/// Returns a response that sends the file in pieces; 500 if the length of the file cannot be determined.
fn file_response(file: File, content_type: &'static str, record: RequestRecord) -> Response<AnswerBody> {
    let Ok(length) = file.metadata().map(|file| file.len()) else {
        return response::empty_response(StatusCode::INTERNAL_SERVER_ERROR, record);
    };
    let (sender, chunks) = mpsc::channel(1);
    tokio::task::spawn_blocking(move || {
        if let Err(error) = send_file(file, &sender) {
            tracing::warn!(%error, "reading a file for a response failed");
        }
    });
    response::streamed_response(chunks, Some(length), content_type, record)
}

/// Sends a file in pieces. An error cuts the answer.
fn send_file(mut file: File, sender: &mpsc::Sender<Chunk>) -> std::io::Result<()> {
    loop {
        let mut piece = vec![0; READ_SIZE];
        let count = file.read(&mut piece)?;
        piece.truncate(count);
        let chunk = if count == 0 { Chunk::End } else { Chunk::Bytes(piece) };
        // sending fails if the client has left
        if sender.blocking_send(chunk).is_err() || count == 0 {
            return Ok(());
        }
    }
}
