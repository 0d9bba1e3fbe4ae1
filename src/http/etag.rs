//! Conditional requests with entity tags.

use hyper::header::{self, HeaderMap, HeaderValue};
use hyper::{Response, StatusCode};

use super::body::AnswerBody;
use super::log::RequestRecord;
use super::response;

/// Answers with a tagged text, or 304 if the client has it.
pub fn or_known(
    headers: &HeaderMap,
    tag: &str,
    record: RequestRecord,
    send: impl FnOnce(RequestRecord) -> Response<AnswerBody>,
) -> Response<AnswerBody> {
    let mut response = if is_known(headers, tag) {
        response::whole_response(StatusCode::NOT_MODIFIED, "", Vec::new(), record)
    } else {
        send(record)
    };
    let headers = response.headers_mut();
    headers.insert(header::ETAG, HeaderValue::try_from(tag).expect("hexadecimal digits"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

/// Returns whether the client has it: If-None-Match compares weakly (RFC 9110, 13.1.2).
fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let mut known = headers
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(|known| known.trim().trim_start_matches("W/"));
    known.any(|known| known == "*" || known == tag.trim_start_matches("W/"))
}
