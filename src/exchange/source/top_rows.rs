//! Reads the first rows of a foreign file, once for each separator or sheet.

use anyhow::Result;

use super::Source;
use super::charset::Charset;
use super::records::SEPARATORS;
use super::rows::{CsvRows, RowReader};
use super::workbook::Workbook;
use crate::exchange::file_names::is_workbook_name;
use crate::model::message::{Message, MessageName};
use crate::model::text::cut_and_escape_cell;

/// The maximum number of bytes of [`TopRows`]. The last row may exceed the limit.
const MAX_BYTES: usize = 4 << 20;

const MAX_SHEETS: usize = 100;

/// The first rows of a file, read with one separator or from one sheet.
pub struct TopRows {
    /// `None` in a workbook.
    pub separator: Option<u8>,
    /// `None` in a CSV file.
    pub sheet: Option<String>,
    pub rows: Vec<NumberedRow>,
}

pub struct NumberedRow {
    pub line: u64,
    /// The cells, without spaces around them.
    pub cells: Vec<String>,
}

/// Reads the rows of a file up to `last_line`, once for each separator. In a workbook, reads the visible sheets, and
/// the sheets with the names `sheets` even if they are hidden. Returns nothing if a workbook is unreadable.
pub fn read_top_rows(source: &mut Source, name: &str, last_line: u64, sheets: &[&str]) -> Result<Vec<TopRows>> {
    if is_workbook_name(name) {
        return read_workbook_top_rows(source, name, last_line, sheets);
    }
    // the mapping that fits can depend on the separator, so that the file is read with each
    let mut tops = Vec::new();
    for separator in SEPARATORS {
        let Some(file) = source.open_file(name)? else { continue };
        let mut top = TopRows { separator: Some(separator), sheet: None, rows: Vec::new() };
        top.read_rows(CsvRows::new(file, None, Some(separator))?, last_line)?;
        tops.push(top);
    }
    Ok(tops)
}

/// Returns the error that a whole file is unreadable, with the reason; `None` if it is readable.
pub fn find_read_error(source: &mut Source, name: &str) -> Result<Option<Message>> {
    let Some(file) = source.open_file(name)? else { return Ok(None) };
    let reason = if is_workbook_name(name) {
        Workbook::open(file).err().map(|error| workbook_error(&error))
    } else {
        match Charset::detect(file)? {
            Charset::Unreadable { reason, .. } => Some(reason),
            // an empty file has a valid encoding, but no header
            _ => (source.file_size(name) == 0).then(|| MessageName::EmptyFile.into()),
        }
    };
    let message = Message::new(MessageName::FileUnreadable).with(cut_and_escape_cell(name));
    Ok(reason.map(|reason| message.with_part(reason)))
}

pub fn workbook_error(error: &anyhow::Error) -> Message {
    Message::new(MessageName::UnreadableWorkbook).with_part(Message::of_error(error))
}

/// Reads the first rows of the visible sheets, and of the sheets with the names `sheets`.
fn read_workbook_top_rows(source: &mut Source, name: &str, last_line: u64, sheets: &[&str]) -> Result<Vec<TopRows>> {
    let Some(Ok(mut workbook)) = source.open_file(name)?.map(Workbook::open) else { return Ok(Vec::new()) };
    let mut names = workbook.visible_sheets();
    names.truncate(MAX_SHEETS); // a sheet that is read twice does no harm
    names.extend(sheets.iter().filter(|sheet| workbook.has_sheet(sheet)).map(|sheet| sheet.to_string()));
    let mut tops = Vec::new();
    for name in names {
        let mut top = TopRows { separator: None, sheet: Some(name.clone()), rows: Vec::new() };
        // an unreadable row silently ends the rows; the import reports the error
        let _ = workbook.read_rows(Some(&name)).and_then(|rows| top.read_rows(rows, last_line));
        tops.push(top);
    }
    Ok(tops)
}

impl TopRows {
    fn read_rows(&mut self, mut rows: impl RowReader, last_line: u64) -> Result<()> {
        let mut bytes = 0;
        while bytes < MAX_BYTES
            && let Some(row) = rows.next_row()?.filter(|row| row.line <= last_line)
        {
            let cells: Vec<_> = row.cells.iter().map(|cell| cell.trim().to_owned()).collect();
            // empty cells take memory too
            bytes += cells.iter().map(|cell| cell.len() + size_of::<String>()).sum::<usize>();
            self.rows.push(NumberedRow { line: row.line, cells });
        }
        Ok(())
    }
}
