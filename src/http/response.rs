//! Building blocks of responses.

use hyper::body::Bytes;
use hyper::header::{self, HeaderValue};
use hyper::{Response, StatusCode};
use tokio::sync::mpsc;

use super::body::AnswerBody;
use super::log::RequestRecord;
use crate::service::{Chunk, MAX_UNCOMPRESSED, WholeAnswer};

pub const PLAIN_TEXT: &str = "text/plain; charset=utf-8";

/// Returns a response whose body is in memory. An empty `content_type` leaves out the header.
pub fn whole_response(
    status: StatusCode,
    content_type: &'static str,
    body: impl Into<Bytes>,
    mut record: RequestRecord,
) -> Response<AnswerBody> {
    record.status = status.as_u16();
    let mut response = Response::new(AnswerBody::whole(body, record));
    *response.status_mut() = status;
    set_content_type(&mut response, content_type);
    response
}

pub fn answer_response(
    status: StatusCode,
    content_type: &'static str,
    whole: WholeAnswer,
    record: RequestRecord,
) -> Response<AnswerBody> {
    let mut answer = whole_response(status, content_type, whole.bytes, record);
    if whole.is_compressible {
        set_encoding_headers(&mut answer, whole.is_gzip);
    }
    answer
}

/// Returns a response with a text that several responses may share. A long text is compressed if the client accepts it.
pub fn shared_text_response(
    status: StatusCode,
    content_type: &'static str,
    text: Bytes,
    record: RequestRecord,
) -> Response<AnswerBody> {
    let is_compressible = text.len() > MAX_UNCOMPRESSED;
    if record.accepts_gzip && is_compressible {
        let compressed = WholeAnswer::new(text.to_vec(), record.accepts_gzip);
        return answer_response(status, content_type, compressed, record);
    }
    let mut answer = whole_response(status, content_type, text, record);
    // caches must know that other clients get the text compressed
    if is_compressible {
        let is_gzip = false;
        set_encoding_headers(&mut answer, is_gzip);
    }
    answer
}

/// Returns a response whose chunks are sent while they are written. `length` is the length of the whole body, if known.
pub fn streamed_response(
    chunks: mpsc::Receiver<Chunk>,
    length: Option<u64>,
    content_type: &'static str,
    mut record: RequestRecord,
) -> Response<AnswerBody> {
    record.status = 200;
    let mut response = Response::new(AnswerBody::chunks(chunks, length, record));
    set_content_type(&mut response, content_type);
    response
}

pub fn text_response(status: StatusCode, text: &'static str, record: RequestRecord) -> Response<AnswerBody> {
    whole_response(status, PLAIN_TEXT, text, record)
}

/// Sets the media type. An empty text means that there is no body.
fn set_content_type(response: &mut Response<AnswerBody>, content_type: &'static str) {
    if !content_type.is_empty() {
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    }
}

/// Returns a response that has no body and closes the connection.
pub fn empty_response(status: StatusCode, record: RequestRecord) -> Response<AnswerBody> {
    let mut response = whole_response(status, "", Vec::new(), record);
    close_connection(&mut response);
    response
}

pub fn close_connection(response: &mut Response<AnswerBody>) {
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
}

/// Adds `Accept` to the `Vary` header of a response whose format depends on it.
pub fn vary_by_accept(response: &mut Response<AnswerBody>) {
    let headers = response.headers_mut();
    // an existing header is from `set_encoding_headers`
    let names = if headers.contains_key(header::VARY) { "Accept, Accept-Encoding" } else { "Accept" };
    headers.insert(header::VARY, HeaderValue::from_static(names));
}

/// Sets the headers of a response that depends on `Accept-Encoding`. `is_gzip` means that this response is compressed.
pub fn set_encoding_headers(response: &mut Response<AnswerBody>, is_gzip: bool) {
    let headers = response.headers_mut();
    headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    if is_gzip {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
}
