//! A document under construction: a buffer that becomes chunks for the client.
//!
//! The first 64 KiB are held back, so that an early error becomes a refusal. A shorter document is returned whole, as
//! is every document of [`Document::whole`]. Only [`Document::finish`] ends a document: without it, the client has an
//! incomplete document.

/// The size in bytes at which a document is sent for the first time.
const HELD_BACK_BYTES: usize = 64 * 1024;

/// The client has left, or the answer was cancelled.
#[derive(Debug)]
pub struct ReceiverGoneError;

pub trait Sink {
    /// Sends a chunk. Waits while the receiver is busy.
    fn push(&mut self, chunk: Vec<u8>) -> Result<(), ReceiverGoneError>;
}

/// A part of a document. Callers append values in escaped form.
#[derive(Default)]
pub struct Fragment {
    pub bytes: Vec<u8>,
}

impl Fragment {
    pub fn append_str(&mut self, text: &str) {
        self.append(text.as_bytes());
    }

    pub fn append(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    pub fn append_int(&mut self, number: i64) {
        let mut digits = itoa::Buffer::new();
        self.append_str(digits.format(number));
    }
}

pub struct Document<'a> {
    /// The buffer: the bytes that are not sent yet.
    pub out: Fragment,
    bytes_sent: usize,
    chunk_size: usize,
    /// `None` for a document that `finish` returns whole.
    sink: Option<&'a mut dyn Sink>,
}

impl<'a> Document<'a> {
    pub fn new(sink: &'a mut dyn Sink) -> Self {
        Self { chunk_size: HELD_BACK_BYTES, sink: Some(sink), ..Self::whole() }
    }

    /// Creates a document that is never sent in chunks: [`Self::finish`] returns it.
    pub fn whole() -> Self {
        Self { out: Fragment { bytes: Vec::with_capacity(1024) }, bytes_sent: 0, chunk_size: usize::MAX, sink: None }
    }

    /// Sends the buffer if it has reached the chunk size. `next_chunk_size` gets the number of bytes sent until then.
    #[inline]
    pub fn send_full_chunk(&mut self, next_chunk_size: impl FnOnce(usize) -> usize) -> Result<(), ReceiverGoneError> {
        if self.out.bytes.len() < self.chunk_size {
            return Ok(());
        }
        self.chunk_size = next_chunk_size(self.bytes_sent + self.out.bytes.len());
        // an eighth more, because a buffer exceeds the chunk size before it is sent
        self.send_and_continue_in(Vec::with_capacity(self.chunk_size + self.chunk_size / 8))
    }

    pub fn flush(&mut self) -> Result<(), ReceiverGoneError> {
        match self.out.bytes.is_empty() {
            true => Ok(()),
            false => self.send_and_continue_in(Vec::new()),
        }
    }

    /// Returns whether anything was sent. If so, the answer can no longer become a refusal.
    pub fn has_begun(&self) -> bool {
        self.bytes_sent > 0
    }

    /// Ends the document. Returns the whole document if nothing was sent; else sends the rest and returns `None`.
    pub fn finish(mut self) -> Result<Option<Vec<u8>>, ReceiverGoneError> {
        if !self.has_begun() {
            return Ok(Some(self.out.bytes));
        }
        self.flush()?;
        Ok(None)
    }

    /// Sends the buffer, and replaces it by `new_buffer`. Does nothing for a document without a sink.
    fn send_and_continue_in(&mut self, new_buffer: Vec<u8>) -> Result<(), ReceiverGoneError> {
        let Some(sink) = &mut self.sink else { return Ok(()) };
        let chunk = std::mem::replace(&mut self.out.bytes, new_buffer);
        self.bytes_sent = self.bytes_sent.saturating_add(chunk.len());
        sink.push(chunk)
    }
}
