//! Reads the first rows of a foreign file, once for each separator or sheet.

use std::borrow::Cow;

use anyhow::Result;
use encoding_rs::WINDOWS_1252;

use super::Source;
use super::charset::Charset;
use super::records::{Records, SEPARATORS};
use super::rows::RowReader;
use super::workbook::Workbook;
use crate::exchange::file_names::is_workbook_name;
use crate::model::message::{Message, MessageName};

/// The most bytes of the rows of a head. The last row may exceed the limit.
const MAX_BYTES: usize = 4 << 20;

/// The most visible sheets of a workbook that are read.
const MAX_SHEETS: usize = 100;

/// The first rows of a file, read with one separator or from one sheet.
pub struct Head {
    /// `None` in a workbook.
    pub separator: Option<u8>,
    /// `None` in a CSV file.
    pub sheet: Option<String>,
    pub rows: Vec<(u64, Vec<String>)>,
}

/// Reads the rows of a file up to `last_line`, once for each separator. In a workbook, reads the visible sheets and the
/// sheets with the names `sheets`. Returns no heads if a workbook is unreadable.
pub fn read_heads(source: &mut Source, name: &str, last_line: u64, sheets: &[&str]) -> Result<Vec<Head>> {
    if is_workbook_name(name) {
        return read_workbook_heads(source, name, last_line, sheets);
    }
    let mut heads = Vec::new();
    for separator in SEPARATORS {
        let Some(file) = source.open_file(name)? else { continue };
        let mut records = Records::new(file, Some(separator))?;
        let mut head = HeadDraft::new(last_line);
        while records.next_record()? && head.has_room_for(records.line) {
            head.add_row(records.line, (0..records.cell_count).map(|at| decode_cell(records.cell(at))));
        }
        heads.push(Head { separator: Some(separator), sheet: None, rows: head.rows });
    }
    Ok(heads)
}

/// Returns the reason why a whole file is unreadable; `None` if it is readable.
pub fn find_read_error(source: &mut Source, name: &str) -> Result<Option<Message>> {
    if is_workbook_name(name) {
        let error = source.open_file(name)?.and_then(|file| Workbook::open(file).err());
        return Ok(error.map(|error| workbook_error(&error)));
    }
    let Some(file) = source.open_file(name)? else { return Ok(None) };
    match Charset::detect(file, None, MessageName::EncodingOption, || Ok(()))? {
        Charset::Unreadable(_, reason) => Ok(Some(reason)),
        _ => Ok((source.file_size(name) == 0).then(|| MessageName::EmptyFile.into())),
    }
}

pub fn workbook_error(error: &anyhow::Error) -> Message {
    Message::new(MessageName::UnreadableWorkbook).with(format_args!("{error:#}"))
}

/// Decodes a cell as UTF-8 or, if that is invalid, as windows-1252. The encoding of the file is not known yet.
fn decode_cell(cell: &[u8]) -> Cow<'_, str> {
    match str::from_utf8(cell) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => WINDOWS_1252.decode_without_bom_handling(cell).0,
    }
}

fn read_workbook_heads(source: &mut Source, name: &str, last_line: u64, sheets: &[&str]) -> Result<Vec<Head>> {
    let Some(Ok(mut workbook)) = source.open_file(name)?.map(Workbook::open) else {
        return Ok(Vec::new());
    };
    let mut names = workbook.visible_sheets();
    names.truncate(MAX_SHEETS);
    names.extend(sheets.iter().filter(|sheet| workbook.has_sheet(sheet)).map(|sheet| sheet.to_string()));
    let mut heads = Vec::new();
    for name in names {
        let mut head = HeadDraft::new(last_line);
        if let Ok(mut rows) = workbook.read_rows(Some(&name)) {
            // stops silently at an unreadable row, which the import reports
            while let Ok(Some(row)) = rows.next_row() {
                if !head.has_room_for(row.line) {
                    break;
                }
                head.add_row(row.line, row.cells.into_iter());
            }
        }
        heads.push(Head { separator: None, sheet: Some(name), rows: head.rows });
    }
    Ok(heads)
}

struct HeadDraft {
    last_line: u64,
    bytes: usize,
    rows: Vec<(u64, Vec<String>)>,
}

impl HeadDraft {
    fn new(last_line: u64) -> Self {
        Self { last_line, bytes: 0, rows: Vec::new() }
    }

    fn has_room_for(&self, line: u64) -> bool {
        line <= self.last_line && self.bytes < MAX_BYTES
    }

    fn add_row<'c>(&mut self, line: u64, cells: impl Iterator<Item = Cow<'c, str>>) {
        let cells: Vec<_> = cells.map(|cell| cell.trim().to_owned()).collect();
        self.bytes += cells.iter().map(|cell| cell.len() + size_of::<String>()).sum::<usize>();
        self.rows.push((line, cells));
    }
}
