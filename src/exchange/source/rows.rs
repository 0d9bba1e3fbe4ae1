//! The rows of one data file, whatever it is written as: what staging reads.

use std::borrow::Cow;
use std::io::Read;

use anyhow::{Result, ensure};
use encoding_rs::Encoding;

use super::records::Records;

/// The rows of one file; the header is the first.
pub trait Rows {
    /// The next row; `None` at the end.
    fn next(&mut self) -> Result<Option<Row<'_>>>;

    /// What stands between the cells of a row, where something does.
    fn separator(&self) -> Option<u8> {
        None
    }
}

/// One row.
pub struct Row<'r> {
    /// The file's line on which it begins.
    pub line: u64,
    /// Its cells, or what can be read of them.
    pub cells: Vec<Cow<'r, str>>,
    /// Whether it has a quote that is never closed: it is the last then, and of no use.
    pub unclosed: bool,
}

/// The rows of a CSV file.
pub struct Text<R> {
    records: Records<R>,
    encoding: &'static Encoding,
}

impl<R: Read> Text<R> {
    /// The rows of this file, which is in this encoding.
    pub fn new(file: R, encoding: &'static Encoding) -> Result<Self> {
        Ok(Self { records: Records::new(file)?, encoding })
    }
}

impl<R: Read> Rows for Text<R> {
    fn next(&mut self) -> Result<Option<Row<'_>>> {
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
        Ok(Some(Row { line: self.records.line, cells, unclosed: self.records.unclosed }))
    }

    fn separator(&self) -> Option<u8> {
        Some(self.records.separator)
    }
}
