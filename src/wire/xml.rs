//! The streaming XML writer: elements into a buffer, the buffer into chunks for whoever reads.
//!
//! The first 64 KiB are held back, so that an error met by then is a clean fault; what is shorter is
//! handed over whole. Whether what was begun is finished or cut is the caller's to say: nothing here ever
//! closes the elements of half a document.

/// The first line of every document.
pub const DECLARATION: &str = r#"<?xml version="1.0" encoding="utf-8"?>"#;

/// How much is held back before the answer begins.
const HELD: usize = 64 * 1024;

/// Nobody takes the answer any more.
#[derive(Debug)]
pub struct Gone;

/// Where the chunks of an answer go that is too long to be held.
pub trait Sink {
    /// Hands a chunk over, when there is room for it.
    fn push(&mut self, chunk: Vec<u8>) -> Result<(), Gone>;
}

/// A piece of a document, written one after the other.
#[derive(Default)]
pub struct Fragment {
    bytes: Vec<u8>,
}

impl Fragment {
    /// Writes markup as it stands.
    pub fn markup(&mut self, markup: &str) {
        self.bytes.extend_from_slice(markup.as_bytes());
    }

    /// Writes the text of an element.
    pub fn text(&mut self, text: &[u8]) {
        escape(text, &mut self.bytes);
    }

    /// Writes what was written elsewhere.
    pub fn written(&mut self, fragment: &[u8]) {
        self.bytes.extend_from_slice(fragment);
    }

    /// Writes a whole number.
    pub fn int(&mut self, number: i64) {
        let mut digits = itoa::Buffer::new();
        self.markup(digits.format(number));
    }

    /// What was written so far.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Begins anew.
    pub fn clear(&mut self) {
        self.bytes.clear();
    }
}

/// A document that is being written.
pub struct Document<'a> {
    /// What has not been handed over.
    pub out: Fragment,
    handed_over: u64,
    sink: &'a mut dyn Sink,
}

impl<'a> Document<'a> {
    /// An empty document whose chunks go to `sink`.
    pub fn new(sink: &'a mut dyn Sink) -> Self {
        Self {
            out: Fragment {
                bytes: Vec::with_capacity(1024),
            },
            handed_over: 0,
            sink,
        }
    }

    /// Hands over what there is when it is as much as a chunk. Called between rows, it bounds what is held by a
    /// chunk and a row.
    pub fn breathe(&mut self, chunk: usize) -> Result<(), Gone> {
        let enough = if self.begun() { chunk } else { HELD };
        if self.out.bytes.len() < enough {
            return Ok(());
        }
        self.hand_over(Vec::with_capacity(chunk + chunk / 8))
    }

    /// Whether anything has been handed over: then the answer can no longer be another one.
    pub fn begun(&self) -> bool {
        self.handed_over > 0
    }

    /// Ends the document: gives it whole when it was never begun, else hands over the rest.
    pub fn finish(mut self) -> Result<Option<Vec<u8>>, Gone> {
        if !self.begun() {
            return Ok(Some(self.out.bytes));
        }
        if !self.out.bytes.is_empty() {
            self.hand_over(Vec::new())?;
        }
        Ok(None)
    }

    fn hand_over(&mut self, next: Vec<u8>) -> Result<(), Gone> {
        let chunk = std::mem::replace(&mut self.out.bytes, next);
        self.handed_over += chunk.len() as u64;
        self.sink.push(chunk)
    }
}

/// What a byte of a text becomes, where it can't stand as it is.
const fn replacement(byte: u8) -> Option<&'static [u8]> {
    match byte {
        b'&' => Some(b"&amp;"),
        b'<' => Some(b"&lt;"),
        b'>' => Some(b"&gt;"),
        b'"' => Some(b"&quot;"),
        // a bare one would be read back as a line feed
        b'\r' => Some(b"&#13;"),
        b'\t' | b'\n' | 0x20.. => None,
        // XML has no way to say it; texts with it are refused at every entrance
        _ => Some("\u{FFFD}".as_bytes()),
    }
}

/// Which bytes have a replacement.
const REPLACED: [bool; 256] = {
    let mut replaced = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        replaced[byte] = replacement(byte as u8).is_some();
        byte += 1;
    }
    replaced
};

/// Appends a text, escaped for an element or a double-quoted attribute.
pub fn escape(text: &[u8], out: &mut Vec<u8>) {
    let mut rest = text;
    while let Some(at) = rest.iter().position(|byte| REPLACED[usize::from(*byte)]) {
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(replacement(rest[at]).expect("by the table"));
        rest = &rest[at + 1..];
    }
    out.extend_from_slice(rest);
}

/// A text, escaped for an element or a double-quoted attribute.
pub fn escaped(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len());
    escape(text.as_bytes(), &mut out);
    String::from_utf8(out).expect("whole characters are replaced by whole characters")
}
