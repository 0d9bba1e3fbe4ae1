//! Detects the encoding of a CSV file before the file is read (contract §7). Without `--encoding`, a file that is not
//! UTF-8 is read as windows-1252, with a warning. With `--encoding windows-1252`, a file that is valid UTF-8 with
//! characters outside ASCII is an error.

use std::io::Read;

use anyhow::Result;
use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

use super::records::{LineCounter, UTF_8_MARK};
use crate::model::message::{Message, MessageName};

const UTF_16_MARKS: [&[u8]; 2] = [b"\xFF\xFE", b"\xFE\xFF"];

/// The first bytes of workbooks: of a .zip, and of the format before 2007.
const WORKBOOK_MARKS: [&[u8]; 2] = [b"PK\x03\x04", b"\xD0\xCF\x11\xE0"];

const UNDEFINED_IN_WINDOWS_1252: [u8; 5] = [0x81, 0x8D, 0x8F, 0x90, 0x9D];

/// The encoding of a CSV file, or why the file is unreadable.
pub enum Charset {
    /// The encoding of an option or a mapping, or UTF-8.
    Known(&'static Encoding),
    /// Guessed to be windows-1252, with the first line that is not UTF-8.
    ProbablyWindows1252(u64),
    /// With the first unreadable line and the reason.
    Unreadable(u64, Message),
}

impl Charset {
    /// Detects the encoding, or checks the `given` encoding. `given_by` names the option or mapping in errors. Calls
    /// `before_read` before each read, and fails if `before_read` fails.
    pub fn detect(
        file: impl Read,
        given: Option<&'static Encoding>,
        given_by: MessageName,
        before_read: impl FnMut() -> Result<()>,
    ) -> Result<Self> {
        // reads the whole file: a single line can decide
        let mut scan = ByteScan::default();
        scan.scan_file(file, before_read)?;
        if WORKBOOK_MARKS.iter().any(|mark| scan.first_bytes.starts_with(mark)) {
            return Ok(Charset::Unreadable(1, MessageName::Workbook.into()));
        }
        // UTF-16 without a byte order mark: one byte of each ASCII character is 0
        let has_zero = scan.first_bytes.iter().take(2).any(|byte| *byte == 0);
        if UTF_16_MARKS.iter().any(|mark| scan.first_bytes.starts_with(mark)) || has_zero {
            return Ok(Charset::Unreadable(1, MessageName::Utf16.into()));
        }
        // a byte order mark has precedence over the option
        let has_utf_8_mark = scan.first_bytes.starts_with(UTF_8_MARK);
        Ok(scan.choose_charset(if has_utf_8_mark { Some(UTF_8) } else { given }, given_by))
    }
}

/// The findings about the bytes of a file, from which [`ByteScan::choose_charset`] chooses.
#[derive(Default)]
struct ByteScan {
    /// The bytes that can have a byte order mark or the mark of a workbook.
    first_bytes: Vec<u8>,
    lines: LineCounter,
    /// The first line with a valid UTF-8 character outside ASCII.
    utf_8_line: Option<u64>,
    invalid_utf_8_line: Option<u64>,
    /// The first line that is neither UTF-8 nor windows-1252.
    undecodable_line: Option<u64>,
}

impl ByteScan {
    /// Scans a whole file in pieces of at most 64 KiB.
    fn scan_file(&mut self, mut file: impl Read, mut before_read: impl FnMut() -> Result<()>) -> Result<()> {
        let mut buffer = vec![0; 64 << 10];
        // the number of bytes at the beginning of the buffer that the last read left over
        let mut incomplete_bytes = 0;
        loop {
            before_read()?;
            let read = file.read(&mut buffer[incomplete_bytes..])?;
            let end = incomplete_bytes + read;
            let bytes = &buffer[..end];
            if self.first_bytes.is_empty() {
                self.first_bytes = bytes.iter().take(8).copied().collect();
            }
            incomplete_bytes = self.scan_bytes(bytes, read == 0);
            // keeps an incomplete character for the next read
            buffer.copy_within(end - incomplete_bytes..end, 0);
            if read == 0 {
                return Ok(());
            }
        }
    }

    /// Scans bytes. Returns the number of bytes at the end that are an incomplete character; 0 if `is_end`.
    fn scan_bytes(&mut self, mut bytes: &[u8], is_end: bool) -> usize {
        while let Err(error) = str::from_utf8(bytes) {
            let (valid, undecoded) = bytes.split_at(error.valid_up_to());
            self.scan_valid_utf_8(valid);
            let invalid_length = match error.error_len() {
                // the bytes end within a character
                None if !is_end => return undecoded.len(),
                None => undecoded.len(),
                Some(length) => length,
            };
            let (invalid, remaining) = undecoded.split_at(invalid_length);
            self.invalid_utf_8_line.get_or_insert(self.lines.line);
            if invalid.iter().any(|byte| UNDEFINED_IN_WINDOWS_1252.contains(byte)) {
                self.undecodable_line.get_or_insert(self.lines.line);
            }
            self.lines.add(invalid);
            bytes = remaining;
        }
        self.scan_valid_utf_8(bytes);
        0
    }

    /// Counts the lines of valid UTF-8, and finds the first character outside ASCII.
    fn scan_valid_utf_8(&mut self, mut bytes: &[u8]) {
        if self.utf_8_line.is_none()
            && let Some(first) = bytes.iter().position(|byte| !byte.is_ascii())
        {
            self.lines.add(&bytes[..first]);
            bytes = &bytes[first..];
            // a byte order mark is not a character
            if !bytes.starts_with(UTF_8_MARK) {
                self.utf_8_line = Some(self.lines.line);
            }
        }
        self.lines.add(bytes);
    }

    /// Chooses the encoding (contract §7). `given` is the encoding of the option, the mapping or the byte order mark.
    fn choose_charset(&self, given: Option<&'static Encoding>, given_by: MessageName) -> Charset {
        let unreadable = |line, name| Charset::Unreadable(line, Message::new(name).with_part(given_by));
        let is_windows_1252_given = given == Some(WINDOWS_1252);
        // the file is UTF-8
        let Some(invalid_utf_8_line) = self.invalid_utf_8_line else {
            return match self.utf_8_line {
                // read as windows-1252, the characters outside ASCII would become two or more wrong characters
                Some(line) if is_windows_1252_given => unreadable(line, MessageName::IsUtf8),
                _ => Charset::Known(given.unwrap_or(UTF_8)),
            };
        };
        if given == Some(UTF_8) {
            return unreadable(invalid_utf_8_line, MessageName::NotUtf8);
        }
        if let Some(line) = self.undecodable_line {
            return Charset::Unreadable(line, MessageName::NeitherEncoding.into());
        }
        match self.utf_8_line {
            _ if is_windows_1252_given => Charset::Known(WINDOWS_1252),
            // some lines are UTF-8 and others are not: no encoding is right for all
            Some(utf_8_line) => {
                let message = Message::new(MessageName::MixedEncodings).with_part(given_by);
                Charset::Unreadable(invalid_utf_8_line, message.with(utf_8_line))
            }
            None => Charset::ProbablyWindows1252(invalid_utf_8_line),
        }
    }
}
