//! The rows of one data file, whatever it is written as: what staging reads.

use std::borrow::Cow;
use std::io::Read;

use anyhow::{Result, ensure};
use encoding_rs::Encoding;

use super::records::{LONGEST_RECORD, MOST_CELLS, Records};

/// The rows of one file; the header is the first.
pub trait RowReader {
    /// The next row; `None` at the end.
    fn next(&mut self) -> Result<Option<SourceRow<'_>>>;

    /// What stands between the cells of a row, where something does.
    fn separator(&self) -> Option<u8> {
        None
    }
}

pub struct SourceRow<'r> {
    /// The file's line on which it begins.
    pub line: u64,
    /// Its cells, or what can be read of them.
    pub cells: Vec<Cow<'r, str>>,
    /// Why it cannot be used; it has no cells then.
    pub error: Option<RecordError>,
}

/// Why a record cannot be used.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum RecordError {
    /// A quote is never closed: it takes the rest of the file for its cell.
    Unclosed,
    /// It has more bytes than a record may have.
    TooLong,
    /// It has more cells than a record may have.
    TooManyCells,
}

impl RecordError {
    /// Whether nothing after such a record of a CSV file can be read.
    pub fn is_last(self) -> bool {
        self != RecordError::TooManyCells
    }
}

impl std::fmt::Display for RecordError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RecordError::Unclosed => f.write_str("a quote is opened in this row and never closed"),
            RecordError::TooLong => {
                write!(f, "the row has more than {LONGEST_RECORD} bytes, the most: is a quote never closed?")
            }
            RecordError::TooManyCells => write!(f, "the row has more than {MOST_CELLS} cells, the most"),
        }
    }
}

/// The rows of a CSV file.
pub struct CsvRows<R> {
    records: Records<R>,
    encoding: &'static Encoding,
}

impl<R: Read> CsvRows<R> {
    /// The rows of this file, which is in this encoding. The separator is found unless it is given.
    pub fn new(file: R, encoding: &'static Encoding, separator: Option<u8>) -> Result<Self> {
        Ok(Self { records: Records::new(file, separator)?, encoding })
    }
}

impl<R: Read> RowReader for CsvRows<R> {
    fn next(&mut self) -> Result<Option<SourceRow<'_>>> {
        if !self.records.next()? {
            return Ok(None);
        }
        let mut cells = Vec::with_capacity(self.records.len());
        for at in 0..self.records.len() {
            let cell = self.records.cell(at);
            let (text, undecodable) = self.encoding.decode_without_bom_handling(cell);
            ensure!(!undecodable, "it was changed while it was read");
            cells.push(text);
        }
        Ok(Some(SourceRow { line: self.records.line, cells, error: self.records.error }))
    }

    fn separator(&self) -> Option<u8> {
        Some(self.records.separator)
    }
}
