//! A document that is being written: into a buffer, the buffer into chunks for whoever reads.
//!
//! The first 64 KiB are held back, so that an error met by then is a clean fault; what is shorter is
//! handed over whole. Whether what was begun is finished or cut is the caller's to say: nothing here ever
//! closes half a document.

/// How much is held back before the answer begins.
const HELD: usize = 64 * 1024;

/// Nobody takes the answer any more.
#[derive(Debug)]
pub struct ReceiverGoneError;

/// Where the chunks of an answer go that is too long to be held.
pub trait Sink {
    /// Hands a chunk over, when there is room for it.
    fn push(&mut self, chunk: Vec<u8>) -> Result<(), ReceiverGoneError>;
}

/// A piece of a document, written one after the other.
#[derive(Default)]
pub struct Fragment {
    bytes: Vec<u8>,
}

impl Fragment {
    /// Writes markup as it stands.
    pub fn markup(&mut self, markup: &str) {
        self.written(markup.as_bytes());
    }

    /// Writes what is ready to be sent.
    pub fn written(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Writes a whole number.
    pub fn int(&mut self, number: i64) {
        let mut digits = itoa::Buffer::new();
        self.markup(digits.format(number));
    }

    /// The bytes, to write to.
    pub fn buffer(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }

    /// What was written so far.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub fn clear(&mut self) {
        self.bytes.clear();
    }
}

/// A document that is being written.
pub struct Document<'a> {
    /// What has not been handed over.
    pub out: Fragment,
    handed_over: usize,
    /// How long the next chunk is.
    chunk: usize,
    sink: &'a mut dyn Sink,
}

impl<'a> Document<'a> {
    /// An empty document whose chunks go to `sink`.
    pub fn new(sink: &'a mut dyn Sink) -> Self {
        Self { out: Fragment { bytes: Vec::with_capacity(1024) }, handed_over: 0, chunk: HELD, sink }
    }

    /// Hands over what there is when it is as much as a chunk; how long the next one is, is said by how much was handed over
    /// then. Called between rows, it bounds what is held by a chunk and a row.
    #[inline]
    pub fn breathe(&mut self, next: impl FnOnce(usize) -> usize) -> Result<(), ReceiverGoneError> {
        if self.out.bytes.len() < self.chunk {
            return Ok(());
        }
        self.chunk = next(self.handed_over + self.out.bytes.len());
        self.hand_over(Vec::with_capacity(self.chunk + self.chunk / 8))
    }

    /// Begins the answer, or goes on with it, by all that there is: for a reader who is to see it at once.
    pub fn flush(&mut self) -> Result<(), ReceiverGoneError> {
        match self.out.bytes.is_empty() {
            true => Ok(()),
            false => self.hand_over(Vec::new()),
        }
    }

    /// Whether anything has been handed over: then the answer can no longer be another one.
    pub fn begun(&self) -> bool {
        self.handed_over > 0
    }

    /// Ends the document: gives it whole when it was never begun, else hands over the rest.
    pub fn finish(mut self) -> Result<Option<Vec<u8>>, ReceiverGoneError> {
        if !self.begun() {
            return Ok(Some(self.out.bytes));
        }
        self.flush()?;
        Ok(None)
    }

    fn hand_over(&mut self, next: Vec<u8>) -> Result<(), ReceiverGoneError> {
        let chunk = std::mem::replace(&mut self.out.bytes, next);
        self.handed_over = self.handed_over.saturating_add(chunk.len());
        self.sink.push(chunk)
    }
}
