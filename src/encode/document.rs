//! A document under construction: a buffer that becomes chunks for the client.
//!
//! The first 64 KiB are held back, so that an error up to then is a clean refusal; a shorter document is returned
//! whole. The caller finishes or cuts a document: this module never closes a partial one.

const HELD_BACK: usize = 64 * 1024;

#[derive(Debug)]
pub struct ReceiverGoneError;

pub trait Sink {
    /// Waits for room.
    fn push(&mut self, chunk: Vec<u8>) -> Result<(), ReceiverGoneError>;
}

#[derive(Default)]
pub struct Fragment {
    pub bytes: Vec<u8>,
}

impl Fragment {
    pub fn markup(&mut self, markup: &str) {
        self.append(markup.as_bytes());
    }

    pub fn append(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    pub fn int(&mut self, number: i64) {
        let mut digits = itoa::Buffer::new();
        self.markup(digits.format(number));
    }
}

pub struct Document<'a> {
    pub out: Fragment,
    sent: usize,
    chunk_size: usize,
    sink: &'a mut dyn Sink,
}

impl<'a> Document<'a> {
    pub fn new(sink: &'a mut dyn Sink) -> Self {
        Self { out: Fragment { bytes: Vec::with_capacity(1024) }, sent: 0, chunk_size: HELD_BACK, sink }
    }

    /// `next` maps the bytes sent so far to the next chunk size. Called between rows, it limits the buffer.
    #[inline]
    pub fn send_full_chunk(&mut self, next: impl FnOnce(usize) -> usize) -> Result<(), ReceiverGoneError> {
        if self.out.bytes.len() < self.chunk_size {
            return Ok(());
        }
        self.chunk_size = next(self.sent + self.out.bytes.len());
        self.send(Vec::with_capacity(self.chunk_size + self.chunk_size / 8))
    }

    /// Sends the buffer, so that the client sees it at once.
    pub fn flush(&mut self) -> Result<(), ReceiverGoneError> {
        match self.out.bytes.is_empty() {
            true => Ok(()),
            false => self.send(Vec::new()),
        }
    }

    /// Returns whether anything was sent, so that the answer can no longer become a refusal.
    pub fn has_begun(&self) -> bool {
        self.sent > 0
    }

    /// Ends the document. Returns it whole if nothing was sent, else sends the rest.
    pub fn finish(mut self) -> Result<Option<Vec<u8>>, ReceiverGoneError> {
        if !self.has_begun() {
            return Ok(Some(self.out.bytes));
        }
        self.flush()?;
        Ok(None)
    }

    fn send(&mut self, next: Vec<u8>) -> Result<(), ReceiverGoneError> {
        let chunk = std::mem::replace(&mut self.out.bytes, next);
        self.sent = self.sent.saturating_add(chunk.len());
        self.sink.push(chunk)
    }
}
