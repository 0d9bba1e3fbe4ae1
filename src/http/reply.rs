//! Turns a reply of the service into an HTTP response. The XML and REST interfaces differ only in [`ReplyFormat`].

use std::sync::Arc;
use std::time::Instant;

use hyper::header::{self, HeaderName, HeaderValue};
use hyper::{Response, StatusCode};

use super::body::{AnswerBody, BodyError};
use super::connection_slots::AnswerGuard;
use super::log::RequestRecord;
use super::request_outcome::RequestOutcome;
use super::server::Server;
use super::status::retry_after_seconds;
use super::{limits, response};
use crate::decode::Call;
use crate::gate::GrantedCall;
use crate::model::preconditions::GZIP_TAG_SUFFIX;
use crate::model::refusal::Refusal;
use crate::model::request_error::RequestError;
use crate::operation::computed_rows::FeedWait;
use crate::operation::response_schema::ChangeOutcome;
use crate::service::{AnswerHead, FailedCall, Interface, Reply, WholeAnswer};

/// The headers of a response besides those that every response has.
pub type Headers = Vec<(HeaderName, HeaderValue)>;

/// A reply that is complete in memory: to a change, a refusal or an error.
pub struct StatusReply {
    pub status: u16,
    /// Empty if there is no text.
    pub content_type: &'static str,
    pub text: String,
    pub headers: Headers,
}

impl StatusReply {
    pub fn new(status: u16, content_type: &'static str, text: String) -> Self {
        Self { status, content_type, text, headers: Headers::new() }
    }
}

/// The format of the replies of an interface, XML or REST.
pub trait ReplyFormat: Interface + Clone {
    /// The values of `WWW-Authenticate` in a response with status 401.
    const CHALLENGES: &'static [&'static str];

    fn server(&self) -> &Arc<Server>;

    /// Returns the media type and the other headers of an answer.
    fn answer_headers(&self, head: &AnswerHead) -> (&'static str, Headers);

    fn change_reply(&self, granted: &GrantedCall, outcome: ChangeOutcome) -> StatusReply;

    /// Returns the entity tag of the answer's format, made from the tag of JSON. By default, both are the same.
    fn add_format_to_etag(&self, json_tag: &str) -> String {
        json_tag.to_owned()
    }

    /// Returns whether the request names this entity tag, so that the client needs no body.
    fn client_has_tag(&self, _tag: &str) -> bool {
        false
    }

    fn refusal_reply(&self, granted: &GrantedCall, refusal: &Refusal, request_id: &str) -> StatusReply;

    fn error_reply(&self, failure: &RequestError, request_id: &str) -> StatusReply;
}

/// Answers a call. A call that waits for a change is repeated after each change, until it has rows or its time is over.
pub async fn answer_call(interface: impl ReplyFormat, call: Call, record: RequestRecord) -> Response<AnswerBody> {
    let caller = record.caller();
    let server = interface.server();
    let began_at = Instant::now();
    loop {
        // authorized again each time, because a grant may be withdrawn during a wait
        let granted = None;
        let reply = server.service.answer(call.clone(), granted, interface.clone(), &caller).await;
        let wait = match &reply {
            // only a page without rows has a wait
            Reply::Whole(head, _) => head.page.wait.get().copied(),
            _ => None,
        };
        let Some(FeedWait { newest, time }) = wait.filter(|wait| began_at.elapsed() < wait.time) else {
            return make_response(&interface, reply, record);
        };
        // the connection can be evicted during the wait
        let paused = record.answer_guard.as_ref().map(AnswerGuard::pause_answer);
        if !server.feed.wait_for_change(&server.service.store, newest, began_at + time).await {
            // the time is over, or the service stops: the page without rows is the answer
            drop(paused);
            return make_response(&interface, reply, record);
        }
    }
}

fn make_response(interface: &impl ReplyFormat, reply: Reply, mut record: RequestRecord) -> Response<AnswerBody> {
    match reply {
        Reply::Whole(head, whole) => whole_response(interface, head, whole, record),
        Reply::Streamed { head, chunks, guard } => {
            record.set_granted(&head.granted);
            let (content_type, headers) = interface.answer_headers(&head);
            // counts the response among the streamed responses of its credential until it ends
            record.stream_guard = Some(guard);
            let is_gzip = record.accepts_gzip;
            let mut answer = response::streamed_response(chunks, None, content_type, record);
            response::set_encoding_headers(&mut answer, is_gzip);
            answer.headers_mut().extend(headers);
            answer
        }
        Reply::Changed(granted, outcome) => {
            record.set_granted(&granted);
            reply_response(RequestOutcome::Ok, interface.change_reply(&granted, outcome), record)
        }
        Reply::Refused(granted, refusal) => {
            record.set_granted(&granted);
            let reply = interface.refusal_reply(&granted, &refusal, &record.id);
            reply_response(RequestOutcome::Refused, reply, record)
        }
        Reply::Failed(FailedCall { credential, error }) => {
            // known if the password was correct, for example if only the grant is missing
            if let Some(credential) = credential {
                record.credential = credential;
            }
            error_response(interface, &error, record)
        }
    }
}

/// Returns the answer with its entity tag, or 304 if the client has this tag.
fn whole_response(
    interface: &impl ReplyFormat,
    head: AnswerHead,
    whole: WholeAnswer,
    mut record: RequestRecord,
) -> Response<AnswerBody> {
    record.set_granted(&head.granted);
    let (content_type, headers) = interface.answer_headers(&head);
    // each format and each encoding has its own tag (RFC 9110, section 8.8.3)
    let tag = head.tag.map(|tag| gzip_tag(interface.add_format_to_etag(&tag), whole.is_gzip));
    let mut answer = if tag.as_ref().is_some_and(|tag| interface.client_has_tag(tag)) {
        let empty = WholeAnswer { bytes: Vec::new(), is_gzip: false, ..whole };
        response::answer_response(StatusCode::NOT_MODIFIED, "", empty, record)
    } else {
        response::answer_response(StatusCode::OK, content_type, whole, record)
    };
    answer.headers_mut().extend(headers);
    let tag = tag.and_then(|tag| HeaderValue::try_from(tag).ok());
    answer.headers_mut().extend(tag.map(|tag| (header::ETAG, tag)));
    answer
}

/// Returns the tag of a compressed answer, such as `"5f3a-gzip"` for `"5f3a"`. Otherwise returns the tag unchanged.
fn gzip_tag(tag: String, is_gzip: bool) -> String {
    match tag.strip_suffix('"') {
        Some(plain) if is_gzip => format!("{plain}{GZIP_TAG_SUFFIX}"),
        _ => tag,
    }
}

/// Returns the response to an error, with challenges if its status is 401, and `Retry-After` if it is temporary.
pub fn error_response<W: ReplyFormat>(
    interface: &W,
    failure: &RequestError,
    record: RequestRecord,
) -> Response<AnswerBody> {
    let mut reply = interface.error_reply(failure, &record.id);
    // with a challenge, a client knows how to sign in
    if matches!(failure, RequestError::Unauthorized) {
        let challenges = W::CHALLENGES.iter().map(|challenge| HeaderValue::from_static(challenge));
        reply.headers.extend(challenges.map(|challenge| (header::WWW_AUTHENTICATE, challenge)));
    }
    reply.headers.extend(retry_after_seconds(failure).map(|seconds| (header::RETRY_AFTER, seconds.into())));
    reply_response(RequestOutcome::from_error(failure), reply, record)
}

/// Returns the response to a body error. Closes the connection, except after [`BodyError::Refused`].
pub fn body_error_response(
    interface: &impl ReplyFormat,
    error: &BodyError,
    record: RequestRecord,
) -> Response<AnswerBody> {
    let failure = match error {
        // the body was discarded, so the connection can serve further requests
        BodyError::Refused(failure) => return error_response(interface, failure, record),
        BodyError::TooLarge(limit) => RequestError::TooLarge(*limit),
        BodyError::Malformed(text) => RequestError::BadRequest(text.clone()),
        BodyError::TooSlow => RequestError::BodyTimeout(limits::BODY_TIMEOUT),
        // contract §2: "Framing and header faults of HTTP: bare status and close"; an empty response closes
        BodyError::Broken => return response::empty_response(StatusCode::BAD_REQUEST, record),
        BodyError::NoSpace => RequestError::CannotBeWritten,
        BodyError::NotStored(error) => {
            tracing::error!(request = %record.id, %error, "an upload cannot be stored");
            RequestError::Internal(record.id.clone())
        }
    };
    let mut response = error_response(interface, &failure, record);
    response::close_connection(&mut response);
    response
}

/// Sends a reply, compressed if it is long and the client accepts gzip. Records the outcome for the log.
pub fn reply_response(outcome: RequestOutcome, reply: StatusReply, mut record: RequestRecord) -> Response<AnswerBody> {
    record.outcome = Some(outcome);
    let status = StatusCode::from_u16(reply.status).expect("a status of the table");
    let whole = WholeAnswer::new(reply.text.into_bytes(), record.accepts_gzip);
    let mut answer = response::answer_response(status, reply.content_type, whole, record);
    answer.headers_mut().extend(reply.headers);
    answer
}
