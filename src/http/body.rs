//! Request bodies, read within limits, and answer bodies, whole or in chunks.

use std::pin::Pin;
use std::task::{Context, Poll};

use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::{Body, Bytes, Frame, Incoming, SizeHint};
use hyper::header;
use tokio::sync::mpsc;

use super::limits;
use super::log::{BodyEnd, RequestRecord};
use super::request::IncomingRequest;
use crate::model::request_error::RequestError;
use crate::service::Chunk;

pub enum BodyError {
    /// The request is refused without regard to its body, for example because of its media type.
    Refused(RequestError),
    TooLarge(usize),
    TooSlow,
    /// A form that cannot be read, with the reason.
    Malformed(String),
    /// The connection broke, or the framing is wrong.
    Broken,
    NoSpace,
    NotStored(String),
}

pub enum BodyRequirement {
    /// A body of at most this many bytes.
    Body(usize),
    /// The request needs no body. A body is discarded.
    Nothing,
    /// The head of the request is refused. A body is discarded.
    Refused(RequestError),
}

impl IncomingRequest {
    /// Receives the body within its limits. Then marks the connection's slot as answering.
    pub async fn receive_body(&mut self, requirement: BodyRequirement) -> Result<Vec<u8>, BodyError> {
        let body = self.body.take().ok_or(BodyError::Broken)?;
        let expects_continue = self.parts.headers.contains_key(header::EXPECT);
        let received = match requirement {
            BodyRequirement::Body(limit) => read_up_to(body, expects_continue, limit).await,
            BodyRequirement::Nothing => {
                discard(body, expects_continue).await;
                Ok(Vec::new())
            }
            BodyRequirement::Refused(failure) => {
                discard(body, expects_continue).await;
                Err(BodyError::Refused(failure))
            }
        };
        // not earlier: a connection with an incomplete request must stay evictable
        self.begin_answer().await;
        received
    }

    /// Marks the connection's slot as answering until the record is dropped. Never returns if the connection was
    /// evicted.
    pub async fn begin_answer(&mut self) {
        self.record.answer_guard = Some(self.slot.begin_answer(self.record.cancellation.deadline()).await);
    }
}

/// Reads a body of at most `limit` bytes. Discards a longer body.
async fn read_up_to(mut body: Incoming, expects_continue: bool, limit: usize) -> Result<Vec<u8>, BodyError> {
    // the Content-Length; 0 for a chunked body, whose length is not known before
    let announced_length = usize::try_from(body.size_hint().lower()).unwrap_or(usize::MAX);
    if announced_length > limit {
        discard(body, expects_continue).await;
        return Err(BodyError::TooLarge(limit));
    }
    match tokio::time::timeout(limits::BODY_TIMEOUT, Limited::new(&mut body, limit).collect()).await {
        Ok(Ok(collected)) => Ok(collected.to_bytes().into()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => {
            // the client is sending the body, so it does not wait for `100 Continue`
            let expects_continue = false;
            discard(body, expects_continue).await;
            Err(BodyError::TooLarge(limit))
        }
        Ok(Err(_)) => Err(BodyError::Broken),
        Err(_) => Err(BodyError::TooSlow),
    }
}

/// Reads and discards a body, within limits: closing a connection with unread data could destroy the answer. Reads
/// nothing if the client expects `100 Continue`, because such a client sends no body.
async fn discard(mut body: Incoming, expects_continue: bool) {
    if expects_continue || body.size_hint().lower() > limits::MAX_DISCARDED_BYTES as u64 {
        return;
    }
    let rest = async {
        let mut discarded = 0;
        while let Some(Ok(frame)) = body.frame().await {
            discarded += frame.data_ref().map_or(0, Bytes::len);
            if discarded > limits::MAX_DISCARDED_BYTES {
                return;
            }
        }
    };
    let _ = tokio::time::timeout(limits::DISCARD_TIMEOUT, rest).await;
}

/// The body of a response. It counts the bytes in the request's record, and finishes the record.
pub struct AnswerBody {
    kind: AnswerBodyKind,
    /// The request's log record, written when the body has been sent or dropped.
    record: Option<RequestRecord>,
}

enum AnswerBodyKind {
    /// `None` after hyper has received the bytes.
    Whole(Option<Bytes>),
    Chunks {
        receiver: mpsc::Receiver<Chunk>,
        /// The number of unsent bytes; `None` if the length of the body is unknown.
        remaining: Option<u64>,
    },
}

/// The error of an incomplete answer. It cuts the connection, so that no client takes the answer for complete.
#[derive(Debug, thiserror::Error)]
#[error("the answer was cut")]
pub struct AbortedError;

impl AnswerBody {
    pub fn whole(bytes: impl Into<Bytes>, mut record: RequestRecord) -> Self {
        let bytes = bytes.into();
        // an empty body is never polled
        if bytes.is_empty() {
            record.ending = BodyEnd::Complete;
        }
        Self { kind: AnswerBodyKind::Whole(Some(bytes)), record: Some(record) }
    }

    /// Creates a body whose chunks are still being written. A body with a `length` ends after this number of bytes.
    pub fn chunks(receiver: mpsc::Receiver<Chunk>, length: Option<u64>, record: RequestRecord) -> Self {
        Self { kind: AnswerBodyKind::Chunks { receiver, remaining: length }, record: Some(record) }
    }

    /// Drops the record, which writes the log line. Does nothing at the second call.
    fn finish_record(&mut self, ending: BodyEnd) {
        if let Some(mut record) = self.record.take() {
            record.ending = ending;
        }
    }
}

impl Body for AnswerBody {
    type Data = Bytes;
    type Error = AbortedError;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<Option<Result<Frame<Bytes>, AbortedError>>> {
        let next = match &mut self.kind {
            AnswerBodyKind::Whole(bytes) => bytes.take(),
            AnswerBodyKind::Chunks { receiver, .. } => match std::task::ready!(receiver.poll_recv(context)) {
                Some(Chunk::Bytes(bytes)) => Some(bytes.into()),
                Some(Chunk::End) => None,
                // the channel closed before `Chunk::End`: the writer failed or was cancelled
                None => {
                    self.finish_record(BodyEnd::Cut);
                    return Poll::Ready(Some(Err(AbortedError)));
                }
            },
        };
        let length = next.as_ref().map_or(0, Bytes::len) as u64;
        if let Some(record) = &mut self.record {
            record.bytes += length;
        }
        // after the last byte of a known length, hyper may drop the body without another poll
        let is_complete = match &mut self.kind {
            AnswerBodyKind::Whole(_) => true,
            AnswerBodyKind::Chunks { remaining, .. } => {
                *remaining = remaining.map(|remaining| remaining.saturating_sub(length));
                next.is_none() || *remaining == Some(0)
            }
        };
        if is_complete {
            self.finish_record(BodyEnd::Complete);
        }
        Poll::Ready(next.map(|bytes| Ok(Frame::data(bytes))))
    }

    fn is_end_stream(&self) -> bool {
        matches!(&self.kind, AnswerBodyKind::Whole(None))
    }

    fn size_hint(&self) -> SizeHint {
        match &self.kind {
            AnswerBodyKind::Whole(bytes) => SizeHint::with_exact(bytes.as_ref().map_or(0, Bytes::len) as u64),
            AnswerBodyKind::Chunks { remaining, .. } => remaining.map_or_else(SizeHint::default, SizeHint::with_exact),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::sync::Arc;
    use std::time::Duration;

    use super::super::log::RequestIds;
    use super::super::metrics::Metrics;
    use super::super::proxies::Client;
    use super::*;
    use crate::encode::Sink;
    use crate::service::ChunkSender;
    use crate::store::cancellation::Cancellation;

    const HOUR: Duration = Duration::from_secs(3600);

    fn record(metrics: &Arc<Metrics>) -> RequestRecord {
        let ids = RequestIds::new().unwrap();
        let client = Client { address: Ipv4Addr::LOCALHOST.into(), is_local: true };
        let mut record = RequestRecord::new(&ids, metrics, client, HOUR);
        record.status = 200;
        record
    }

    /// Returns the number of bytes that a connection receives of an answer, and whether it receives the end. `write`
    /// returns whether to end the answer.
    async fn receive(accepts_gzip: bool, write: fn(&mut dyn Sink) -> bool) -> (usize, bool) {
        let (begin, begun) = tokio::sync::oneshot::channel();
        let thread = std::thread::spawn(move || {
            let cancellation = Cancellation::with_time_limit(HOUR);
            let mut chunks = ChunkSender::new(accepts_gzip, &cancellation, |chunks| begin.send(chunks).unwrap());
            if write(&mut chunks) {
                assert!(chunks.end().is_ok());
            }
        });
        let metrics = Arc::default();
        let mut answer = AnswerBody::chunks(begun.await.unwrap(), None, record(&metrics));
        let mut bytes = 0;
        let is_complete = loop {
            match answer.frame().await {
                None => break true,
                Some(Err(AbortedError)) => break false,
                Some(Ok(frame)) => bytes += frame.into_data().unwrap().len(),
            }
        };
        let _ = thread.join();
        (bytes, is_complete)
    }

    #[tokio::test]
    async fn an_answer_ends_only_if_it_is_complete() {
        for gzip in [false, true] {
            let (_, is_complete) = receive(gzip, |sink| sink.push(vec![1; 100]).is_ok()).await;
            assert!(is_complete);
            let (_, is_complete) = receive(gzip, |sink| sink.push(vec![1; 100]).is_err()).await;
            assert!(!is_complete);
            let panics = |sink: &mut dyn Sink| {
                let _ = sink.push(vec![1; 100]);
                panic!("in the middle of an answer");
            };
            let (bytes, is_complete) = receive(gzip, panics).await;
            assert!(bytes > 0 && !is_complete);
        }
    }
}
