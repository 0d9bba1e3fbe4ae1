//! Transfers an answer, whole or in chunks, from the thread that writes it to the client's connection.
//!
//! The channel holds two chunks. The writer waits for a slow client, and stops when the client disconnects.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use tokio::sync::mpsc;
use tokio::task::block_in_place;

use crate::encode::{ReceiverGoneError, Sink};
use crate::store::cancellation::Cancellation;

/// The most chunks that wait in memory for a slow client.
const CHANNEL_CAPACITY: usize = 2;

/// Answers with more bytes are compressed for clients that accept gzip.
pub const MAX_UNCOMPRESSED: usize = 1024;

/// The body of a response that is complete in memory, compressed if `is_gzip`.
pub struct WholeAnswer {
    pub bytes: Vec<u8>,
    pub is_gzip: bool,
    /// Whether the answer is compressed for clients that accept gzip.
    pub is_compressible: bool,
}

impl WholeAnswer {
    /// Compresses the bytes if the client accepts gzip and the answer is longer than [`MAX_UNCOMPRESSED`].
    pub fn new(bytes: Vec<u8>, accepts_gzip: bool) -> Self {
        let is_compressible = bytes.len() > MAX_UNCOMPRESSED;
        let compressed = if accepts_gzip && is_compressible { compress_whole(&bytes).ok() } else { None };
        Self { is_gzip: compressed.is_some(), bytes: compressed.unwrap_or(bytes), is_compressible }
    }
}

pub enum Chunk {
    Bytes(Vec<u8>),
    /// The end of a complete answer. If the channel closes without `End`, the answer was cut.
    End,
}

/// The sending side of a streamed answer: the thread that writes the answer pushes chunks into it.
pub struct ChunkSender<'a, F: FnOnce(mpsc::Receiver<Chunk>)> {
    cancellation: &'a Cancellation,
    /// Called with the receiver when the first chunk is pushed, so never for a short answer. `None` afterwards.
    start_response: Option<F>,
    /// `None` until the first chunk is pushed.
    channel: Option<mpsc::Sender<Chunk>>,
    /// `None` if the client does not accept gzip.
    gzip: Option<GzEncoder<Vec<u8>>>,
}

impl<'a, F: FnOnce(mpsc::Receiver<Chunk>)> ChunkSender<'a, F> {
    /// Creates a sender for a response that has not started. `start_response` gets the receiver with the first chunk.
    pub fn new(accepts_gzip: bool, cancellation: &'a Cancellation, start_response: F) -> Self {
        Self {
            cancellation,
            start_response: Some(start_response),
            channel: None,
            gzip: accepts_gzip.then(|| GzEncoder::new(Vec::new(), Compression::fast())),
        }
    }

    /// Ends a complete answer. Dropping `self` instead cuts the answer.
    pub fn end(mut self) -> Result<(), ReceiverGoneError> {
        if let Some(gzip) = self.gzip.take() {
            // writing into memory does not fail
            self.send(Chunk::Bytes(gzip.finish().map_err(|_| ReceiverGoneError)?))?;
        }
        self.send(Chunk::End)
    }

    fn send(&mut self, chunk: Chunk) -> Result<(), ReceiverGoneError> {
        match &self.channel {
            // on a thread of the runtime, `blocking_send` panics outside `block_in_place`
            Some(channel) => block_in_place(|| channel.blocking_send(chunk)).map_err(|_| ReceiverGoneError),
            // no chunk was pushed: `push` creates the channel
            None => Ok(()),
        }
    }

    /// Compresses a chunk if the client accepts gzip. The result may be empty, because the compressor buffers bytes.
    fn compress(&mut self, chunk: Vec<u8>, must_flush: bool) -> std::io::Result<Vec<u8>> {
        let Some(gzip) = &mut self.gzip else { return Ok(chunk) };
        gzip.write_all(&chunk)?;
        if must_flush {
            gzip.flush()?;
        }
        Ok(std::mem::take(gzip.get_mut()))
    }
}

impl<F: FnOnce(mpsc::Receiver<Chunk>)> Sink for ChunkSender<'_, F> {
    /// Sends a chunk. The first chunk starts the response. Fails if the client has disconnected or the call was cancelled.
    fn push(&mut self, chunk: Vec<u8>) -> Result<(), ReceiverGoneError> {
        let is_first = self.start_response.is_some();
        if let Some(start_response) = self.start_response.take() {
            let (channel, chunks) = mpsc::channel(CHANNEL_CAPACITY);
            self.channel = Some(channel);
            start_response(chunks);
        }
        if self.cancellation.reason().is_some() {
            return Err(ReceiverGoneError);
        }
        // the first bytes must not wait until the compressor's window is full; writing into memory does not fail
        let bytes = self.compress(chunk, is_first).map_err(|_| ReceiverGoneError)?;
        // the compressor has buffered the whole chunk: an empty chunk would send nothing
        if bytes.is_empty() {
            return Ok(());
        }
        self.send(Chunk::Bytes(bytes))
    }
}

fn compress_whole(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    // a guess of the compressed size, so that the buffer seldom grows
    let mut gzip = GzEncoder::new(Vec::with_capacity(bytes.len() / 4), Compression::fast());
    gzip.write_all(bytes)?;
    gzip.finish()
}
