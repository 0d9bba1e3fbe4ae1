//! Conditional requests with entity tags.

use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::{Response, StatusCode};

use super::body::AnswerBody;
use super::log::RequestRecord;
use super::response;
use crate::model::condition;
use crate::model::request_error::RequestError;

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

/// Returns whether the client has it.
fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    matches!(sent_tags(headers, &header::IF_NONE_MATCH), Ok(Some(tags)) if condition::is_known(&tags, tag))
}

/// Returns the entity tags of a condition; `None` without the header. A condition that cannot be read must not be left
/// out of a change.
pub fn sent_tags(headers: &HeaderMap, name: &HeaderName) -> Result<Option<Vec<String>>, RequestError> {
    let values: Vec<_> = headers.get_all(name).iter().map(|value| value.to_str().unwrap_or_default()).collect();
    if values.is_empty() {
        return Ok(None);
    }
    condition::tags(&values.join(",")).map(Some).ok_or_else(|| {
        let text = format!("The header {name} must be * or entity tags in double quotes, separated by commas.");
        RequestError::BadRequest(text)
    })
}
