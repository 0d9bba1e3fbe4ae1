//! Turns a reply of the service into an HTTP response, alike for every interface; each interface words its replies.

use std::sync::Arc;
use std::time::Instant;

use hyper::header::{self, HeaderName, HeaderValue};
use hyper::{Response, StatusCode};

use super::body::{AnswerBody, BodyError};
use super::connection_slots::AnswerGuard;
use super::log::RequestRecord;
use super::request_outcome::RequestOutcome;
use super::server::Server;
use super::status::retry_after;
use super::{limits, response};
use crate::decode::Call;
use crate::gate::GrantedCall;
use crate::model::condition::GZIP;
use crate::model::refusal::Refusal;
use crate::model::request_error::RequestError;
use crate::operation::response_schema::{ChangeOutcome, FeedWait};
use crate::service::{AnswerHead, Interface, Reply, WholeAnswer};

/// Headers in addition to those of every response.
pub type Headers = Vec<(HeaderName, HeaderValue)>;

/// A reply with a status and a text.
pub struct StatusReply {
    pub status: u16,
    /// The media type of the text; empty without a text.
    pub content_type: &'static str,
    pub text: String,
    pub headers: Headers,
}

/// How an interface words its replies.
pub trait Wording: Interface + Clone {
    /// The `WWW-Authenticate` challenges.
    const CHALLENGES: &'static [&'static str];

    fn server(&self) -> &Arc<Server>;

    fn takes_gzip(&self) -> bool;

    /// Returns the media type and headers of an answer to a read.
    fn head(&self, head: &AnswerHead) -> (&'static str, Headers);

    /// Words the reply to a change.
    fn changed(&self, granted: &GrantedCall, outcome: ChangeOutcome) -> StatusReply;

    /// Returns the entity tag in the format of the answer, from that of the JSON answer.
    fn tag(&self, json: &str) -> String {
        json.to_owned()
    }

    /// Returns whether the client has the answer with this entity tag.
    fn is_known(&self, _tag: &str) -> bool {
        false
    }

    fn refused(&self, granted: &GrantedCall, refusal: &Refusal, id: &str) -> StatusReply;

    fn failed(&self, failure: &RequestError, id: &str) -> StatusReply;
}

pub async fn answer(wording: impl Wording, call: Call, record: RequestRecord) -> Response<AnswerBody> {
    let caller = record.caller(wording.takes_gzip());
    let server = wording.server();
    let began = Instant::now();
    loop {
        let reply = server.service.answer(call.clone(), None, wording.clone(), &caller).await;
        let wait = match &reply {
            Reply::Whole(head, _) => head.page.wait.get().copied(),
            _ => None,
        };
        let Some(FeedWait { newest, time }) = wait.filter(|wait| began.elapsed() < wait.time) else {
            return make_response(&wording, reply, record);
        };
        // a waiting request gives way when connections run out
        let paused = record.answering.as_ref().map(AnswerGuard::pause);
        if !server.feed.wait(&server.service.store, newest, began + time).await {
            drop(paused);
            return make_response(&wording, reply, record);
        }
    }
}

fn make_response(wording: &impl Wording, reply: Reply, mut record: RequestRecord) -> Response<AnswerBody> {
    match reply {
        Reply::Whole(head, whole) => {
            record.is_of(&head.granted);
            let (content_type, headers) = wording.head(&head);
            let ok = StatusCode::OK;
            let tag = head.tag.map(|tag| tagged(wording.tag(&tag), whole.gzip));
            let mut answer = match &tag {
                Some(tag) if wording.is_known(tag) => {
                    let mut none = response::whole_response(StatusCode::NOT_MODIFIED, "", Vec::new(), record);
                    if whole.compressible {
                        response::encoding(&mut none, false);
                    }
                    none
                }
                _ => response::answer_response(RequestOutcome::Ok, ok, content_type, whole, record),
            };
            answer.headers_mut().extend(headers);
            let tag = tag.and_then(|tag| HeaderValue::try_from(tag).ok());
            answer.headers_mut().extend(tag.map(|tag| (header::ETAG, tag)));
            answer
        }
        Reply::Streamed { head, chunks, guard } => {
            record.is_of(&head.granted);
            let (content_type, headers) = wording.head(&head);
            let mut begun = response::streamed(chunks, guard, content_type, record);
            response::encoding(&mut begun, wording.takes_gzip());
            begun.headers_mut().extend(headers);
            begun
        }
        Reply::Changed(granted, outcome) => {
            record.is_of(&granted);
            let said = wording.changed(&granted, outcome);
            sent(wording, RequestOutcome::Ok, said, record)
        }
        Reply::Refused(granted, refusal) => {
            record.is_of(&granted);
            let said = wording.refused(&granted, &refusal, &record.id);
            sent(wording, RequestOutcome::Refused, said, record)
        }
        Reply::Failed(credential, failure) => {
            if let Some(credential) = credential {
                record.credential = credential;
            }
            failed(wording, &failure, record)
        }
    }
}

/// The entity tag of an answer that may be compressed.
fn tagged(tag: String, gzip: bool) -> String {
    match tag.strip_suffix('"') {
        Some(plain) if gzip => format!("{plain}{GZIP}"),
        _ => tag,
    }
}

pub fn failed<W: Wording>(wording: &W, failure: &RequestError, record: RequestRecord) -> Response<AnswerBody> {
    let mut said = wording.failed(failure, &record.id);
    said.headers.extend(required_headers(W::CHALLENGES, failure));
    sent(wording, RequestOutcome::of(failure), said, record)
}

/// Returns the headers that an error requires, such as `Retry-After`.
fn required_headers(challenges: &'static [&'static str], failure: &RequestError) -> Headers {
    let due = if matches!(failure, RequestError::Unauthorized) { challenges } else { &[] };
    let challenges = due.iter().map(|challenge| (header::WWW_AUTHENTICATE, HeaderValue::from_static(challenge)));
    let wait = retry_after(failure).map(|seconds| (header::RETRY_AFTER, seconds.into()));
    challenges.chain(wait).collect()
}

/// Returns the response to a request whose body could not be read.
pub fn unread(wording: &impl Wording, unread: &BodyError, record: RequestRecord) -> Response<AnswerBody> {
    let failure = match unread {
        BodyError::Refused(failure) => return failed(wording, failure, record),
        BodyError::TooLarge(limit) => RequestError::TooLarge(*limit),
        BodyError::Malformed(why) => RequestError::BadRequest(why.clone()),
        BodyError::TooSlow => RequestError::TooSlow(limits::BODY),
        BodyError::Broken | BodyError::NoSpace => return response::bare(StatusCode::BAD_REQUEST, record),
    };
    let mut refusal = failed(wording, &failure, record);
    response::close(&mut refusal);
    refusal
}

/// Returns the response with a status and a text.
pub fn sent(
    wording: &impl Wording,
    outcome: RequestOutcome,
    said: StatusReply,
    record: RequestRecord,
) -> Response<AnswerBody> {
    let status = StatusCode::from_u16(said.status).expect("a status of the table");
    let whole = WholeAnswer::new(said.text.into_bytes(), wording.takes_gzip());
    let mut answer = response::answer_response(outcome, status, said.content_type, whole, record);
    answer.headers_mut().extend(said.headers);
    answer
}
