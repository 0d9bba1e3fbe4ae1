//! A CSV file for spreadsheets: the output of `import --errors` and `--diff-csv`.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::exchange::export::ExportFormat;
use crate::exchange::source::records::UTF_8_MARK;
use crate::model::message::MessageName;
use crate::model::text::looks_like_formula;
use crate::output::{Destination, Draft, ProtectedFiles, path_message};

/// A table that is being written. It may replace an existing file only if that is a table with the same header.
pub struct CsvTable {
    draft: Draft,
    csv: csv::Writer<File>,
}

impl CsvTable {
    /// Creates the table, and protects its path from other outputs. The file gets its name only in [`Self::finish`].
    pub fn create(path: &Path, header: &[&str], for_excel: bool, protected: &mut ProtectedFiles) -> Result<Self> {
        let destination = Destination::replacing(path, protected, || check_header(path, header))?;
        protected.add(path, MessageName::FileOfOtherOption);
        let (draft, file) = destination.create_draft()?;
        let mut table = Self { draft, csv: ExportFormat { for_excel }.begin_csv(file)? };
        table.write_record(header)?;
        Ok(table)
    }

    /// Writes a record. Puts `'` before a cell that a spreadsheet would calculate, except a negative number.
    pub fn write_record<T: AsRef<[u8]>>(&mut self, cells: impl IntoIterator<Item = T>) -> Result<()> {
        let written = self.csv.write_record(cells.into_iter().map(escape_formula));
        written.with_context(|| path_message(MessageName::OutputNotWritten, self.draft.path()))
    }

    pub fn finish(mut self) -> Result<()> {
        self.csv.flush().with_context(|| path_message(MessageName::OutputNotWritten, self.draft.path()))?;
        self.draft.rename_into_place()
    }
}

/// Returns the cell, after `'` if a spreadsheet would calculate it: `=1+1` becomes `'=1+1`, and `-12,50` stays.
fn escape_formula<T: AsRef<[u8]>>(cell: T) -> Vec<u8> {
    let cell = cell.as_ref();
    let is_number = |text: &[u8]| {
        let has_digit = text.iter().any(u8::is_ascii_digit);
        has_digit && text.iter().all(|byte| byte.is_ascii_digit() || b".,".contains(byte))
    };
    let is_negative_number = cell.strip_prefix(b"-").is_some_and(is_number);
    let prefix: &[u8] = if looks_like_formula(cell) && !is_negative_number { b"'" } else { b"" };
    [prefix, cell].concat()
}

/// Refuses to replace a file, unless it is empty or its first line is `header`.
fn check_header(path: &Path, header: &[&str]) -> Result<()> {
    let header = header.join(",");
    let mut first_line = Vec::new();
    // the length of the longest line that is accepted, with CRLF
    let max_bytes = (UTF_8_MARK.len() + header.len() + "\r\n".len()) as u64;
    File::open(path)
        .and_then(|file| BufReader::new(file.take(max_bytes)).read_until(b'\n', &mut first_line))
        .with_context(|| path_message(MessageName::Unreadable, path))?;
    let line = first_line.trim_ascii_end();
    // the header that `--for-excel` writes
    let excel_header = [UTF_8_MARK, header.replace(',', ";").as_bytes()].concat();
    if first_line.is_empty() || line == header.as_bytes() || line == excel_header {
        return Ok(());
    }
    bail!(path_message(MessageName::OtherHeader, path).with(header))
}
