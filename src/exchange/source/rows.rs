//! The rows of a data file or foreign file, in any format.

use std::borrow::Cow;
use std::io::Read;

use anyhow::{Result, ensure};

use super::charset::CsvEncoding;
use super::records::{MAX_RECORD_BYTES, MAX_ROW_CELLS, Records};
use crate::model::message::{Message, MessageName};

pub trait RowReader {
    fn next_row(&mut self) -> Result<Option<SourceRow<'_>>>;

    /// Returns the separator between cells; `None` in a workbook.
    fn separator(&self) -> Option<u8> {
        None
    }
}

pub struct SourceRow<'r> {
    /// The line on which the row begins, from 1; in a workbook the number of the row.
    pub line: u64,
    pub cells: Vec<Cow<'r, str>>,
    /// The reason why the row is unusable and has no cells; `None` for a usable row.
    pub error: Option<RecordError>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum RecordError {
    /// A quote is not closed, so that the record ends with the file.
    Unclosed,
    TooLong,
    TooManyCells,
}

impl RecordError {
    pub fn message(self) -> Message {
        match self {
            RecordError::Unclosed => MessageName::UnclosedQuote.into(),
            RecordError::TooLong => Message::new(MessageName::RowTooLong).with(MAX_RECORD_BYTES),
            RecordError::TooManyCells => Message::new(MessageName::TooManyCells).with(MAX_ROW_CELLS),
        }
    }

    /// Returns whether the rest of the file is unreadable.
    pub fn ends_file(self) -> bool {
        self != RecordError::TooManyCells
    }
}

pub struct CsvRows<R> {
    records: Records<R>,
    encoding: Option<CsvEncoding>,
}

impl<R: Read> CsvRows<R> {
    /// Reads a file. Without `encoding`, decodes each cell as UTF-8 or windows-1252. Detects an absent `separator`.
    pub fn new(file: R, encoding: Option<CsvEncoding>, separator: Option<u8>) -> Result<Self> {
        Ok(Self { records: Records::new(file, separator)?, encoding })
    }
}

impl<R: Read> RowReader for CsvRows<R> {
    fn next_row(&mut self) -> Result<Option<SourceRow<'_>>> {
        if !self.records.next_record()? {
            return Ok(None);
        }
        let mut cells = Vec::with_capacity(self.records.cell_count);
        for at in 0..self.records.cell_count {
            let cell = self.records.cell(at);
            // the first rows are read before the encoding is detected: then each cell is guessed
            let encoding = self.encoding.unwrap_or_else(|| match str::from_utf8(cell) {
                Ok(_) => CsvEncoding::Utf8,
                Err(_) => CsvEncoding::Windows1252,
            });
            let (text, undecodable) = encoding.decoder().decode_without_bom_handling(cell);
            // the encoding was checked before this read, so that only a change of the file can make a cell undecodable
            ensure!(!undecodable, Message::from(MessageName::ChangedWhileRead));
            cells.push(text);
        }
        Ok(Some(SourceRow { line: self.records.record_line, cells, error: self.records.error }))
    }

    fn separator(&self) -> Option<u8> {
        Some(self.records.separator)
    }
}
