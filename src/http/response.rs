//! Building blocks of responses.

use hyper::body::Bytes;
use hyper::header::{self, HeaderValue};
use hyper::{Response, StatusCode};
use tokio::sync::mpsc;

use super::body::AnswerBody;
use super::log::RequestRecord;
use super::request_outcome::RequestOutcome;
use crate::service::{COMPRESSED_FROM, Chunk, WholeAnswer};

pub const PLAIN: &str = "text/plain; charset=utf-8";

/// The status determines the outcome in the log.
pub fn whole_response(
    status: StatusCode,
    content_type: &'static str,
    body: impl Into<Bytes>,
    record: RequestRecord,
) -> Response<AnswerBody> {
    whole_response_as(RequestOutcome::of_status(status.as_u16()), status, content_type, body, record)
}

fn whole_response_as(
    outcome: RequestOutcome,
    status: StatusCode,
    content_type: &'static str,
    body: impl Into<Bytes>,
    mut record: RequestRecord,
) -> Response<AnswerBody> {
    record.status = status.as_u16();
    record.outcome = outcome;
    let mut response = Response::new(AnswerBody::whole(body, record));
    *response.status_mut() = status;
    head(&mut response, content_type);
    response
}

pub fn answer_response(
    outcome: RequestOutcome,
    status: StatusCode,
    content_type: &'static str,
    whole: WholeAnswer,
    record: RequestRecord,
) -> Response<AnswerBody> {
    let mut answer = whole_response_as(outcome, status, content_type, whole.bytes, record);
    if whole.compressible {
        encoding(&mut answer, whole.gzip);
    }
    answer
}

/// Returns a response with a text that other responses may share.
pub fn shared(
    outcome: RequestOutcome,
    status: StatusCode,
    content_type: &'static str,
    (text, takes_gzip): (Bytes, bool),
    record: RequestRecord,
) -> Response<AnswerBody> {
    let compressible = text.len() > COMPRESSED_FROM;
    if takes_gzip && compressible {
        return answer_response(outcome, status, content_type, WholeAnswer::new(text.to_vec(), true), record);
    }
    let mut answer = whole_response_as(outcome, status, content_type, text, record);
    if compressible {
        encoding(&mut answer, false);
    }
    answer
}

/// Returns a response that is sent while it is written, of a length that may be known.
pub fn streamed(
    chunks: mpsc::Receiver<Chunk>,
    length: Option<u64>,
    content_type: &'static str,
    mut record: RequestRecord,
) -> Response<AnswerBody> {
    record.status = 200;
    record.outcome = RequestOutcome::Ok;
    let mut response = Response::new(AnswerBody::chunks(chunks, length, record));
    head(&mut response, content_type);
    response
}

pub fn text(status: StatusCode, text: &'static str, record: RequestRecord) -> Response<AnswerBody> {
    whole_response(status, PLAIN, text, record)
}

/// Sets the headers of every response; without a body there is no media type.
fn head(response: &mut Response<AnswerBody>, content_type: &'static str) {
    let headers = response.headers_mut();
    if !content_type.is_empty() {
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    }
}

/// "Framing and header faults of HTTP: bare status and close."
pub fn bare(status: StatusCode, mut record: RequestRecord) -> Response<AnswerBody> {
    record.status = status.as_u16();
    record.outcome = RequestOutcome::of_status(record.status);
    let mut bare = Response::new(AnswerBody::whole(Vec::new(), record));
    *bare.status_mut() = status;
    close(&mut bare);
    bare
}

pub fn close(response: &mut Response<AnswerBody>) {
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
}

/// Adds `Accept` to the `Vary` header of a response whose format depends on it.
pub fn varies_by_accept(response: &mut Response<AnswerBody>) {
    let headers = response.headers_mut();
    let by = match headers.contains_key(header::VARY) {
        true => "Accept, Accept-Encoding",
        false => "Accept",
    };
    headers.insert(header::VARY, HeaderValue::from_static(by));
}

pub fn encoding(response: &mut Response<AnswerBody>, gzip: bool) {
    let headers = response.headers_mut();
    headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    if gzip {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
}
