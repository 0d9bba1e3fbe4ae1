//! Detects the encoding of a CSV file before it is read: "without `--encoding` each file that isn't UTF-8 is read as
//! windows-1252, which is said; under `--encoding windows-1252` a file that holds characters outside ASCII and is
//! valid UTF-8 is a fault".

use std::io::Read;

use anyhow::Result;
use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

use super::records::{LineCounter, UTF_8_MARK};
use crate::model::message::{Message, MessageName};

const UTF_16_MARKS: [&[u8]; 2] = [b"\xFF\xFE", b"\xFE\xFF"];

/// The first bytes of workbooks: a .zip, and the format before 2007.
const WORKBOOK_MARKS: [&[u8]; 2] = [b"PK\x03\x04", b"\xD0\xCF\x11\xE0"];

/// The bytes that windows-1252 does not define.
const UNDEFINED_BYTES: [u8; 5] = [0x81, 0x8D, 0x8F, 0x90, 0x9D];

pub enum Charset {
    /// Given by an option, or UTF-8.
    Known(&'static Encoding),
    /// windows-1252, because this line is not UTF-8.
    Guessed(u64),
    /// Unreadable: the first line that is, and why.
    Unreadable(u64, Message),
}

impl Charset {
    /// Detects the encoding. An option or a mapping may have `given` it; `given_by` is its name in errors. Calls `go_on`
    /// regularly, and stops if that fails.
    pub fn detect(
        file: impl Read,
        given: Option<&'static Encoding>,
        given_by: MessageName,
        mut go_on: impl FnMut() -> Result<()>,
    ) -> Result<Self> {
        let mut scan = ByteScan::default();
        scan.scan_file(file, &mut go_on)?;
        if WORKBOOK_MARKS.iter().any(|mark| scan.starts_with(mark)) {
            return Ok(Charset::Unreadable(1, MessageName::Workbook.into()));
        }
        let has_zero = scan.head.iter().take(2).any(|byte| *byte == 0);
        if UTF_16_MARKS.iter().any(|mark| scan.starts_with(mark)) || has_zero {
            return Ok(Charset::Unreadable(1, MessageName::Utf16.into()));
        }
        let given = match scan.starts_with(UTF_8_MARK) {
            true => Some(UTF_8), // "the mark wins"
            false => given,
        };
        Ok(scan.conclude(given, given_by))
    }
}

/// What the bytes of a file show about its encoding.
#[derive(Default)]
struct ByteScan {
    /// The first bytes.
    head: Vec<u8>,
    lines: LineCounter,
    /// The first line with valid UTF-8 outside ASCII.
    utf_8_line: Option<u64>,
    /// The first line that is not UTF-8.
    other_line: Option<u64>,
    /// The first line that is not windows-1252 either.
    neither_line: Option<u64>,
}

impl ByteScan {
    fn scan_file(&mut self, mut file: impl Read, mut go_on: impl FnMut() -> Result<()>) -> Result<()> {
        let mut buffer = vec![0; 64 << 10];
        let mut kept = 0;
        loop {
            go_on()?;
            let read = file.read(&mut buffer[kept..])?;
            let bytes = &buffer[..kept + read];
            if self.head.is_empty() {
                self.head = bytes.iter().take(8).copied().collect();
            }
            let left = self.scan_bytes(bytes, read == 0);
            let end = kept + read;
            buffer.copy_within(end - left..end, 0);
            kept = left;
            if read == 0 {
                return Ok(());
            }
        }
    }

    /// Scans bytes. Returns how many at the end begin a character that is not complete yet.
    fn scan_bytes(&mut self, mut bytes: &[u8], is_end: bool) -> usize {
        loop {
            let error = match str::from_utf8(bytes) {
                Ok(_) => {
                    self.scan_valid(bytes);
                    return 0;
                }
                Err(error) => error,
            };
            let (valid, rest) = bytes.split_at(error.valid_up_to());
            self.scan_valid(valid);
            let length = match error.error_len() {
                None if !is_end => return rest.len(),
                length => length.unwrap_or(rest.len()),
            };
            let (invalid, rest) = rest.split_at(length);
            self.other_line.get_or_insert(self.lines.line);
            if invalid.iter().any(|byte| UNDEFINED_BYTES.contains(byte)) {
                self.neither_line.get_or_insert(self.lines.line);
            }
            self.lines.add(invalid);
            bytes = rest;
        }
    }

    /// Scans bytes that are valid UTF-8.
    fn scan_valid(&mut self, bytes: &[u8]) {
        let beyond = bytes.iter().position(|byte| !byte.is_ascii()).filter(|_| self.utf_8_line.is_none());
        let (before, rest) = bytes.split_at(beyond.unwrap_or(0));
        self.lines.add(before);
        if beyond.is_some() && !rest.starts_with(UTF_8_MARK) {
            self.utf_8_line = Some(self.lines.line);
        }
        self.lines.add(rest);
    }

    fn starts_with(&self, mark: &[u8]) -> bool {
        self.head.starts_with(mark)
    }

    /// Chooses the encoding after the whole file was scanned.
    fn conclude(&self, given: Option<&'static Encoding>, given_by: MessageName) -> Charset {
        let unreadable = |line, name| Charset::Unreadable(line, Message::new(name).with_part(given_by));
        let windows = given == Some(WINDOWS_1252);
        match (self.other_line, self.utf_8_line, self.neither_line) {
            (None, Some(line), _) if windows => unreadable(line, MessageName::IsUtf8),
            (None, ..) => Charset::Known(given.unwrap_or(UTF_8)),
            (Some(line), ..) if given == Some(UTF_8) => unreadable(line, MessageName::NotUtf8),
            (_, _, Some(line)) => Charset::Unreadable(line, MessageName::NeitherEncoding.into()),
            _ if windows => Charset::Known(WINDOWS_1252),
            (Some(line), Some(utf_8), _) => {
                let message = Message::new(MessageName::MixedEncodings).with_part(given_by);
                Charset::Unreadable(line, message.with(utf_8))
            }
            (Some(line), None, _) => Charset::Guessed(line),
        }
    }
}
