//! Bodies: a request's, read within its limits; an answer's, whole or in chunks as they are written.
//!
//! Between the thread that writes and the connection stands a channel of two chunks: the writer waits for
//! the reader, and a reader that leaves ends the writer.

use std::io::Write;
use std::pin::Pin;
use std::task::{Context, Poll};

use flate2::Compression;
use flate2::write::GzEncoder;
use http_body_util::BodyExt;
use hyper::body::{Body, Bytes, Frame, Incoming, SizeHint};
use tokio::sync::mpsc;

use super::limits;
use super::log::Record;
use crate::wire::failure::Failure;
use crate::wire::xml::{Gone, Sink};

/// Chunks between the writer and the connection.
const CHUNKS: usize = 2;

/// Why a request's body could not be had.
pub enum Unread {
    /// It is of a kind that is not taken.
    Refused(Failure),
    /// It is larger than the limit.
    TooLarge,
    /// It did not come in time.
    TooSlow,
    /// The connection broke, or the framing is wrong.
    Broken,
}

/// Reads a request's body. A client that `expects` to be told to continue is told when it is asked for.
pub async fn read(mut body: Incoming, expects: bool, limit: usize) -> Result<Vec<u8>, Unread> {
    let announced = usize::try_from(body.size_hint().lower()).unwrap_or(usize::MAX);
    if announced > limit {
        discard(body, expects).await;
        return Err(Unread::TooLarge);
    }
    let whole = async {
        let mut bytes = Vec::with_capacity(announced);
        while let Some(frame) = body.frame().await {
            let data = frame
                .map_err(|_| Unread::Broken)?
                .into_data()
                .unwrap_or_default();
            if bytes.len() + data.len() > limit {
                return Err(Unread::TooLarge);
            }
            bytes.extend_from_slice(&data);
        }
        Ok(bytes)
    };
    let read = tokio::time::timeout(limits::BODY, whole)
        .await
        .unwrap_or(Err(Unread::TooSlow));
    if let Err(Unread::TooLarge) = read {
        discard(body, false).await;
    }
    read
}

/// Reads, within limits, what a client still sends of a request that is refused already: a connection
/// that is closed over it would take the answer from the client. One that `expects` to be told to continue sends
/// nothing before it is told.
pub async fn discard(mut body: Incoming, expects: bool) {
    if expects || body.size_hint().lower() > limits::DISCARDED as u64 {
        return;
    }
    let rest = async {
        let mut taken = 0;
        while let Some(Ok(frame)) = body.frame().await {
            taken += frame.data_ref().map_or(0, Bytes::len);
            if taken > limits::DISCARDED {
                return;
            }
        }
    };
    let _ = tokio::time::timeout(limits::DISCARDED_WITHIN, rest).await;
}

/// The body of an answer.
pub struct Answer {
    kind: Kind,
    /// Its line in the log, written when the body has been sent or dropped.
    record: Option<Record>,
}

enum Kind {
    Whole(Option<Bytes>),
    Chunks(mpsc::Receiver<Result<Bytes, Cut>>),
}

/// The answer could not be finished: the connection is cut, so that nobody takes it for whole.
#[derive(Debug, thiserror::Error)]
#[error("the answer was cut")]
pub struct Cut;

impl Answer {
    /// A body that is there.
    pub fn whole(bytes: Vec<u8>, mut record: Record) -> Self {
        // nobody asks for the bytes of a body that has none
        record.whole |= bytes.is_empty();
        Self {
            kind: Kind::Whole(Some(bytes.into())),
            record: Some(record),
        }
    }

    /// A body that is being written.
    pub fn chunks(chunks: mpsc::Receiver<Result<Bytes, Cut>>, record: Record) -> Self {
        Self {
            kind: Kind::Chunks(chunks),
            record: Some(record),
        }
    }

    fn count(&mut self, bytes: &Bytes) {
        if let Some(record) = &mut self.record {
            record.bytes += bytes.len() as u64;
        }
    }

    fn ended(&mut self, whole: bool) {
        if let Some(mut record) = self.record.take() {
            record.whole = whole;
        }
    }
}

impl Body for Answer {
    type Data = Bytes;
    type Error = Cut;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Cut>>> {
        let next = match &mut self.kind {
            Kind::Whole(bytes) => bytes.take().map(Ok),
            Kind::Chunks(chunks) => std::task::ready!(chunks.poll_recv(context)),
        };
        match &next {
            Some(Ok(bytes)) => {
                self.count(bytes);
                if matches!(self.kind, Kind::Whole(_)) {
                    self.ended(true);
                }
            }
            Some(Err(Cut)) => self.ended(false),
            None => self.ended(true),
        }
        Poll::Ready(next.map(|next| next.map(Frame::data)))
    }

    fn is_end_stream(&self) -> bool {
        matches!(&self.kind, Kind::Whole(None))
    }

    fn size_hint(&self) -> SizeHint {
        match &self.kind {
            Kind::Whole(bytes) => SizeHint::with_exact(bytes.as_ref().map_or(0, Bytes::len) as u64),
            Kind::Chunks(_) => SizeHint::default(),
        }
    }
}

/// Takes the chunks of a document, compresses them if the client takes that, and passes them on; used on
/// the thread that writes.
pub struct Chunks<F: FnOnce(mpsc::Receiver<Result<Bytes, Cut>>)> {
    /// Called with the first chunk: the answer begins.
    begin: Option<F>,
    channel: Option<mpsc::Sender<Result<Bytes, Cut>>>,
    gzip: Option<GzEncoder<Vec<u8>>>,
}

impl<F: FnOnce(mpsc::Receiver<Result<Bytes, Cut>>)> Chunks<F> {
    /// `begin` gets the other end of the channel when the answer begins.
    pub fn new(gzip: bool, begin: F) -> Self {
        Self {
            begin: Some(begin),
            channel: None,
            gzip: gzip.then(|| GzEncoder::new(Vec::new(), Compression::fast())),
        }
    }

    /// Ends an answer that was begun.
    pub fn end(mut self) {
        let rest = self.gzip.take().map(GzEncoder::finish);
        match rest {
            None => {}
            Some(Ok(bytes)) => {
                let _ = self.send(Ok(bytes.into()));
            }
            Some(Err(_)) => self.cut(),
        }
    }

    /// Cuts an answer that was begun.
    pub fn cut(mut self) {
        let _ = self.send(Err(Cut));
    }

    fn send(&mut self, chunk: Result<Bytes, Cut>) -> Result<(), Gone> {
        match &self.channel {
            Some(channel) => channel.blocking_send(chunk).map_err(|_| Gone),
            None => Ok(()),
        }
    }

    fn compressed(&mut self, chunk: Vec<u8>, first: bool) -> std::io::Result<Vec<u8>> {
        let Some(gzip) = &mut self.gzip else {
            return Ok(chunk);
        };
        gzip.write_all(&chunk)?;
        if first {
            // the first bytes must not wait for the compressor's window to fill
            gzip.flush()?;
        }
        Ok(std::mem::take(gzip.get_mut()))
    }
}

impl<F: FnOnce(mpsc::Receiver<Result<Bytes, Cut>>)> Sink for Chunks<F> {
    fn push(&mut self, chunk: Vec<u8>) -> Result<(), Gone> {
        let first = self.begin.take().map(|begin| {
            let (channel, chunks) = mpsc::channel(CHUNKS);
            self.channel = Some(channel);
            begin(chunks);
        });
        match self.compressed(chunk, first.is_some()) {
            Ok(bytes) if bytes.is_empty() => Ok(()),
            Ok(bytes) => self.send(Ok(bytes.into())),
            // writing into memory does not fail
            Err(_) => self.send(Err(Cut)).and(Err(Gone)),
        }
    }
}

/// A whole answer, compressed.
pub fn gzipped(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut gzip = GzEncoder::new(Vec::with_capacity(bytes.len() / 4), Compression::fast());
    gzip.write_all(bytes)?;
    gzip.finish()
}
