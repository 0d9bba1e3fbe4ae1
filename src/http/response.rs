//! The pieces that responses of every kind are put together from.

use hyper::header::{self, HeaderValue};
use hyper::{Response, StatusCode};

use super::body::Answer;
use super::log::Record;

/// The media type of plain texts.
pub const PLAIN: &str = "text/plain; charset=utf-8";

/// A response with a whole body; its status is also the log's.
pub fn whole(
    status: StatusCode,
    content_type: &'static str,
    body: Vec<u8>,
    mut record: Record,
) -> Response<Answer> {
    record.status = status.as_u16();
    let mut response = Response::new(Answer::whole(body, record));
    *response.status_mut() = status;
    head(&mut response, content_type);
    response
}

/// The headers of every response.
pub fn head(response: &mut Response<Answer>, content_type: &'static str) {
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
}

/// Ends the connection after this response.
pub fn close(response: &mut Response<Answer>) {
    let close = HeaderValue::from_static("close");
    response.headers_mut().insert(header::CONNECTION, close);
}

/// The headers of a response that may be compressed.
/// What is said of an answer that may be compressed.
pub fn encoding(response: &mut Response<Answer>, gzip: bool) {
    let headers = response.headers_mut();
    headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    if gzip {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
}
