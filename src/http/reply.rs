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

pub struct StatusReply {
    pub status: u16,
    /// Empty without a text.
    pub content_type: &'static str,
    pub text: String,
    pub headers: Headers,
}

/// How an interface words its replies.
pub trait Wording: Interface + Clone {
    const CHALLENGES: &'static [&'static str];

    fn server(&self) -> &Arc<Server>;

    fn takes_gzip(&self) -> bool;

    fn head(&self, head: &AnswerHead) -> (&'static str, Headers);

    fn changed(&self, granted: &GrantedCall, outcome: ChangeOutcome) -> StatusReply;

    /// Returns the entity tag in the format of the answer, from that of the JSON answer.
    fn tag(&self, json: &str) -> String {
        json.to_owned()
    }

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
            let tag = head.tag.map(|tag| tagged(wording.tag(&tag), whole.gzip));
            let mut answer = match &tag {
                Some(tag) if wording.is_known(tag) => {
                    let mut known = response::whole_response(StatusCode::NOT_MODIFIED, "", Vec::new(), record);
                    if whole.compressible {
                        response::encoding(&mut known, false);
                    }
                    known
                }
                _ => response::answer_response(RequestOutcome::Ok, StatusCode::OK, content_type, whole, record),
            };
            answer.headers_mut().extend(headers);
            let tag = tag.and_then(|tag| HeaderValue::try_from(tag).ok());
            answer.headers_mut().extend(tag.map(|tag| (header::ETAG, tag)));
            answer
        }
        Reply::Streamed { head, chunks, guard } => {
            record.is_of(&head.granted);
            let (content_type, headers) = wording.head(&head);
            record.streamed = Some(guard);
            let mut answer = response::streamed(chunks, None, content_type, record);
            response::encoding(&mut answer, wording.takes_gzip());
            answer.headers_mut().extend(headers);
            answer
        }
        Reply::Changed(granted, outcome) => {
            record.is_of(&granted);
            sent(wording, RequestOutcome::Ok, wording.changed(&granted, outcome), record)
        }
        Reply::Refused(granted, refusal) => {
            record.is_of(&granted);
            let reply = wording.refused(&granted, &refusal, &record.id);
            sent(wording, RequestOutcome::Refused, reply, record)
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
    let mut reply = wording.failed(failure, &record.id);
    if matches!(failure, RequestError::Unauthorized) {
        let challenges = W::CHALLENGES.iter().map(|challenge| HeaderValue::from_static(challenge));
        reply.headers.extend(challenges.map(|challenge| (header::WWW_AUTHENTICATE, challenge)));
    }
    reply.headers.extend(retry_after(failure).map(|seconds| (header::RETRY_AFTER, seconds.into())));
    sent(wording, RequestOutcome::of(failure), reply, record)
}

/// Returns the response to a request whose body could not be read.
pub fn unread(wording: &impl Wording, error: &BodyError, record: RequestRecord) -> Response<AnswerBody> {
    let failure = match error {
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

pub fn sent(
    wording: &impl Wording,
    outcome: RequestOutcome,
    reply: StatusReply,
    record: RequestRecord,
) -> Response<AnswerBody> {
    let status = StatusCode::from_u16(reply.status).expect("a status of the table");
    let whole = WholeAnswer::new(reply.text.into_bytes(), wording.takes_gzip());
    let mut answer = response::answer_response(outcome, status, reply.content_type, whole, record);
    answer.headers_mut().extend(reply.headers);
    answer
}
