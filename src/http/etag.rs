//! Conditional requests with entity tags.

use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::{Response, StatusCode};

use super::body::AnswerBody;
use super::log::RequestRecord;
use super::response;
use crate::model::preconditions;
use crate::model::request_error::RequestError;

/// Returns the response of `send` with this entity tag, or 304 if `If-None-Match` names the tag.
pub fn tagged_response(
    headers: &HeaderMap,
    tag: &str,
    record: RequestRecord,
    send: impl FnOnce(RequestRecord) -> Response<AnswerBody>,
) -> Response<AnswerBody> {
    // a malformed header is ignored: the client then gets the whole response
    let known_tags = parse_tags(headers, &header::IF_NONE_MATCH).ok().flatten();
    let mut response = if known_tags.is_some_and(|known| preconditions::matches_weakly(&known, tag)) {
        response::whole_response(StatusCode::NOT_MODIFIED, "", Vec::new(), record)
    } else {
        send(record)
    };
    let headers = response.headers_mut();
    headers.insert(header::ETAG, HeaderValue::try_from(tag).expect("hexadecimal digits"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

/// Parses the entity tags of a conditional header; `None` without the header. A malformed header is an error: if it
/// were ignored, a change could overwrite another change.
pub fn parse_tags(headers: &HeaderMap, name: &HeaderName) -> Result<Option<Vec<String>>, RequestError> {
    let values: Vec<_> = headers.get_all(name).iter().map(|value| value.to_str().unwrap_or_default()).collect();
    if values.is_empty() {
        return Ok(None);
    }
    preconditions::parse_entity_tags(&values.join(",")).map(Some).ok_or_else(|| {
        let text = format!("The header {name} must be * or entity tags in double quotes, separated by commas.");
        RequestError::BadRequest(text)
    })
}
