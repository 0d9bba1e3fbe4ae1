//! Carries an answer from the thread that writes it to its connection, whole or in chunks.
//!
//! A channel of two chunks connects them: the writer waits for a slow reader, and a reader that leaves stops the
//! writer.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use tokio::sync::mpsc;
use tokio::task::block_in_place;

use crate::encode::{ReceiverGoneError, Sink};
use crate::store::cancellation::Cancellation;

const CHUNKS: usize = 2;

/// "`Accept-Encoding: gzip` is honoured on answers over 1 KiB"
pub const COMPRESSED_FROM: usize = 1024;

pub struct WholeAnswer {
    pub bytes: Vec<u8>,
    pub gzip: bool,
    /// Whether clients that accept gzip get other bytes.
    pub compressible: bool,
}

impl WholeAnswer {
    /// Creates an answer; compresses it if the client accepts gzip and it is long enough.
    pub fn new(bytes: Vec<u8>, accepts_gzip: bool) -> Self {
        let compressible = bytes.len() > COMPRESSED_FROM;
        let compressed = (accepts_gzip && compressible).then(|| gzip(&bytes).ok()).flatten();
        Self { gzip: compressed.is_some(), bytes: compressed.unwrap_or(bytes), compressible }
    }
}

pub enum Chunk {
    Bytes(Vec<u8>),
    /// The end of a complete answer. A channel that closes without it means a cut answer.
    End,
}

/// Compresses chunks if the client accepts it and sends them; used on the writing thread.
pub struct Chunks<'a, F: FnOnce(mpsc::Receiver<Chunk>)> {
    cancellation: &'a Cancellation,
    begin: Option<F>,
    channel: Option<mpsc::Sender<Chunk>>,
    gzip: Option<GzEncoder<Vec<u8>>>,
}

impl<'a, F: FnOnce(mpsc::Receiver<Chunk>)> Chunks<'a, F> {
    pub fn new(gzip: bool, cancellation: &'a Cancellation, begin: F) -> Self {
        Self {
            cancellation,
            begin: Some(begin),
            channel: None,
            gzip: gzip.then(|| GzEncoder::new(Vec::new(), Compression::fast())),
        }
    }

    /// Ends a complete answer. Dropping the sender instead cuts the answer.
    pub fn end(mut self) -> Result<(), ReceiverGoneError> {
        if let Some(gzip) = self.gzip.take() {
            // writing into memory does not fail
            self.send(Chunk::Bytes(gzip.finish().map_err(|_| ReceiverGoneError)?))?;
        }
        self.send(Chunk::End)
    }

    /// Sends a chunk; waits while the channel is full.
    fn send(&mut self, chunk: Chunk) -> Result<(), ReceiverGoneError> {
        match &self.channel {
            // a read that was expected to be brief still runs on a thread of the runtime
            Some(channel) => block_in_place(|| channel.blocking_send(chunk)).map_err(|_| ReceiverGoneError),
            None => Ok(()),
        }
    }

    /// Compresses a chunk. The result may be empty: the compressor keeps bytes back.
    fn compress(&mut self, chunk: Vec<u8>, first: bool) -> std::io::Result<Vec<u8>> {
        let Some(gzip) = &mut self.gzip else {
            return Ok(chunk);
        };
        gzip.write_all(&chunk)?;
        if first {
            // flushed, so that the first bytes need not wait until the compressor's window is full
            gzip.flush()?;
        }
        Ok(std::mem::take(gzip.get_mut()))
    }
}

impl<F: FnOnce(mpsc::Receiver<Chunk>)> Sink for Chunks<'_, F> {
    fn push(&mut self, chunk: Vec<u8>) -> Result<(), ReceiverGoneError> {
        let first = self.begin.take().map(|begin| {
            let (channel, chunks) = mpsc::channel(CHUNKS);
            self.channel = Some(channel);
            begin(chunks);
        });
        if self.cancellation.reason().is_some() {
            return Err(ReceiverGoneError);
        }
        // writing into memory does not fail
        let bytes = self.compress(chunk, first.is_some()).map_err(|_| ReceiverGoneError)?;
        if bytes.is_empty() {
            return Ok(());
        }
        self.send(Chunk::Bytes(bytes))
    }
}

/// Compresses a whole answer.
fn gzip(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut gzip = GzEncoder::new(Vec::with_capacity(bytes.len() / 4), Compression::fast());
    gzip.write_all(bytes)?;
    gzip.finish()
}
