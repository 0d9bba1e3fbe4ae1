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

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum CsvEncoding {
    Utf8,
    Windows1252,
}

impl CsvEncoding {
    /// The names in mappings and on the command line.
    pub const NAMES: [(&str, CsvEncoding); 2] =
        [("utf-8", CsvEncoding::Utf8), ("windows-1252", CsvEncoding::Windows1252)];

    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, encoding)| *encoding == self).map_or("", |(name, _)| name)
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, encoding)| *encoding)
    }

    pub fn decoder(self) -> &'static Encoding {
        match self {
            CsvEncoding::Utf8 => UTF_8,
            CsvEncoding::Windows1252 => WINDOWS_1252,
        }
    }
}

/// The setting that can name the encoding of a file: `--encoding` or the key `encoding` of a mapping.
#[derive(Clone, Copy)]
pub struct EncodingSetting {
    /// The name of the setting in errors.
    pub name: MessageName,
    /// `None` to detect the encoding.
    pub encoding: Option<CsvEncoding>,
}

pub enum Charset {
    Known(CsvEncoding),
    ProbablyWindows1252 { first_invalid_utf_8_line: u64 },
    Unreadable { line: u64, reason: Message },
}

impl Charset {
    pub fn detect(file: impl Read) -> Result<Self> {
        let setting = EncodingSetting { name: MessageName::EncodingOption, encoding: None };
        Self::detect_with_setting(file, setting, || Ok(()))
    }

    /// Calls `fail_if_stopped` before each read, and fails if it fails.
    pub fn detect_with_setting(
        file: impl Read,
        setting: EncodingSetting,
        fail_if_stopped: impl FnMut() -> Result<()>,
    ) -> Result<Self> {
        // reads the whole file: a single line can decide
        let mut scan = ByteScan::default();
        scan.scan_file(file, fail_if_stopped)?;
        if WORKBOOK_MARKS.iter().any(|mark| scan.first_bytes.starts_with(mark)) {
            return Ok(Charset::Unreadable { line: 1, reason: MessageName::Workbook.into() });
        }
        // UTF-16 without a byte order mark: one byte of each ASCII character is 0
        let has_zero = scan.first_bytes.iter().take(2).any(|byte| *byte == 0);
        if UTF_16_MARKS.iter().any(|mark| scan.first_bytes.starts_with(mark)) || has_zero {
            return Ok(Charset::Unreadable { line: 1, reason: MessageName::Utf16.into() });
        }
        // a byte order mark has precedence over the setting
        let has_utf_8_mark = scan.first_bytes.starts_with(UTF_8_MARK);
        let named_encoding = if has_utf_8_mark { Some(CsvEncoding::Utf8) } else { setting.encoding };
        Ok(match named_encoding {
            Some(CsvEncoding::Utf8) => scan.check_utf_8(setting.name),
            Some(CsvEncoding::Windows1252) => scan.check_windows_1252(setting.name),
            None => scan.choose_charset(setting.name),
        })
    }

    pub fn encoding(&self) -> Option<CsvEncoding> {
        match self {
            Charset::Known(encoding) => Some(*encoding),
            Charset::ProbablyWindows1252 { .. } => Some(CsvEncoding::Windows1252),
            Charset::Unreadable { .. } => None,
        }
    }
}

#[derive(Default)]
struct ByteScan {
    /// The bytes that can have a byte order mark or the mark of a workbook.
    first_bytes: Vec<u8>,
    lines: LineCounter,
    /// The first line with a valid UTF-8 character outside ASCII.
    first_multibyte_utf_8_line: Option<u64>,
    first_invalid_utf_8_line: Option<u64>,
    /// The first line that is neither UTF-8 nor windows-1252.
    first_undecodable_line: Option<u64>,
}

impl ByteScan {
    fn scan_file(&mut self, mut file: impl Read, mut fail_if_stopped: impl FnMut() -> Result<()>) -> Result<()> {
        let mut buffer = vec![0; 64 << 10];
        // the number of bytes at the beginning of the buffer that the last read left over
        let mut incomplete_bytes = 0;
        loop {
            fail_if_stopped()?;
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
            self.first_invalid_utf_8_line.get_or_insert(self.lines.line);
            if invalid.iter().any(|byte| UNDEFINED_IN_WINDOWS_1252.contains(byte)) {
                self.first_undecodable_line.get_or_insert(self.lines.line);
            }
            self.lines.add(invalid);
            bytes = remaining;
        }
        self.scan_valid_utf_8(bytes);
        0
    }

    fn scan_valid_utf_8(&mut self, mut bytes: &[u8]) {
        if self.first_multibyte_utf_8_line.is_none()
            && let Some(first) = bytes.iter().position(|byte| !byte.is_ascii())
        {
            self.lines.add(&bytes[..first]);
            bytes = &bytes[first..];
            // a byte order mark is not a character
            if !bytes.starts_with(UTF_8_MARK) {
                self.first_multibyte_utf_8_line = Some(self.lines.line);
            }
        }
        self.lines.add(bytes);
    }

    fn check_utf_8(&self, setting_name: MessageName) -> Charset {
        match self.first_invalid_utf_8_line {
            Some(line) => {
                Charset::Unreadable { line, reason: Message::new(MessageName::NotUtf8).with_part(setting_name) }
            }
            None => Charset::Known(CsvEncoding::Utf8),
        }
    }

    fn check_windows_1252(&self, setting_name: MessageName) -> Charset {
        if self.first_invalid_utf_8_line.is_none()
            && let Some(line) = self.first_multibyte_utf_8_line
        {
            // windows-1252 would decode each character outside ASCII to two or more wrong characters
            return Charset::Unreadable { line, reason: Message::new(MessageName::IsUtf8).with_part(setting_name) };
        }
        if let Some(line) = self.first_undecodable_line {
            return Charset::Unreadable { line, reason: MessageName::NeitherEncoding.into() };
        }
        Charset::Known(CsvEncoding::Windows1252)
    }

    fn choose_charset(&self, setting_name: MessageName) -> Charset {
        let Some(first_invalid_utf_8_line) = self.first_invalid_utf_8_line else {
            return Charset::Known(CsvEncoding::Utf8);
        };
        if let Some(line) = self.first_undecodable_line {
            return Charset::Unreadable { line, reason: MessageName::NeitherEncoding.into() };
        }
        // some lines are UTF-8 and others are not: no encoding is right for all
        if let Some(utf_8_line) = self.first_multibyte_utf_8_line {
            let reason = Message::new(MessageName::MixedEncodings).with_part(setting_name).with(utf_8_line);
            return Charset::Unreadable { line: first_invalid_utf_8_line, reason };
        }
        Charset::ProbablyWindows1252 { first_invalid_utf_8_line }
    }
}
