//! Corrections of files during an import: another cell, the meaning of a header, or a row to skip. And the rows around
//! errors.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};

use anyhow::Result;
use encoding_rs::WINDOWS_1252;

use super::mapping::MappedFile;
use super::source::Source;
use super::source::charset::Charset;
use super::source::rows::{CsvRows, RowReader};
use super::source::workbook::Workbook;
use crate::datafile::file::DataFile;
use crate::model::message::MessageName;
use crate::model::text::cut_cell;

/// The most cells shown of a row, more than any data file has.
const SHOWN: usize = 100;

/// Corrections of an import's files.
#[derive(Debug, Default, Clone)]
pub struct Amendments {
    /// Cells, by data file, line and column.
    pub cells: HashMap<(String, u64, String), String>,
    /// The columns that headers mean, by data file and header; empty to ignore the header.
    pub headers: HashMap<(String, String), String>,
    /// Rows to skip, by data file and line.
    pub left_out: HashSet<(String, u64)>,
    /// Files of other names that become data files.
    pub mapped: Vec<MappedFile>,
}

impl Amendments {
    /// Returns the meaning of a header, if given.
    pub fn header(&self, file: &DataFile, header: &str) -> Option<&str> {
        let key = (file.name.to_owned(), header.to_owned());
        self.headers.get(&key).map(String::as_str)
    }

    pub fn extend(&mut self, more: Self) {
        self.cells.extend(more.cells);
        self.headers.extend(more.headers);
        self.left_out.extend(more.left_out);
        self.mapped.extend(more.mapped);
    }

    /// Returns the foreign file that becomes this data file.
    pub fn mapped(&self, file: &DataFile) -> Option<&MappedFile> {
        self.mapped.iter().find(|mapped| mapped.mapping.file.name == file.name)
    }

    /// Returns whether to skip a record.
    pub fn leaves_out(&self, file: &DataFile, line: u64) -> bool {
        !self.left_out.is_empty() && self.left_out.contains(&(file.name.to_owned(), line))
    }

    /// Returns the correction of a cell, if given.
    pub fn cell(&self, file: &DataFile, line: u64, column: usize) -> Option<&str> {
        if self.cells.is_empty() {
            return None;
        }
        let column = file.columns[column].name.to_owned();
        let key = (file.name.to_owned(), line, column);
        self.cells.get(&key).map(String::as_str)
    }
}

/// A row as its file has it.
#[derive(Debug, Clone)]
pub struct RowCells {
    /// The header of each cell.
    pub headers: Vec<String>,
    pub cells: Vec<String>,
}

/// Returns the rows of a data file that begin on these lines.
pub fn around(source: &mut Source, file: &DataFile, lines: &BTreeSet<i64>) -> Result<HashMap<i64, RowCells>> {
    if source.has(&file.workbook()) {
        let Some(workbook) = source.file(&file.workbook())? else {
            return Ok(HashMap::new());
        };
        return match Workbook::open(workbook) {
            Ok(mut workbook) => of(workbook.rows(None)?, lines),
            Err(_) => Ok(HashMap::new()),
        };
    }
    let charset = match source.file(file.name)? {
        Some(file) => Charset::of(file, None, MessageName::EncodingOption, || Ok::<_, anyhow::Error>(()))?,
        None => return Ok(HashMap::new()),
    };
    let encoding = match charset {
        Charset::Known(encoding) => encoding,
        Charset::Guessed(_) => WINDOWS_1252,
        Charset::Unreadable(..) => return Ok(HashMap::new()),
    };
    match source.file(file.name)? {
        Some(file) => of(CsvRows::new(file, encoding, None)?, lines),
        None => Ok(HashMap::new()),
    }
}

fn of(mut rows: impl RowReader, lines: &BTreeSet<i64>) -> Result<HashMap<i64, RowCells>> {
    let mut found = HashMap::new();
    let texts = |cells: &[Cow<str>]| -> Vec<String> {
        cells.iter().take(SHOWN).map(|cell| cut_cell(cell.trim()).into_owned()).collect()
    };
    let Some(headers) = rows.next()?.map(|row| texts(&row.cells)) else {
        return Ok(found);
    };
    while let Some(row) = rows.next()? {
        let line = i64::try_from(row.line)?;
        if lines.contains(&line) {
            let (headers, cells) = (headers.clone(), texts(&row.cells));
            found.insert(line, RowCells { headers, cells });
        }
        if found.len() == lines.len() {
            break;
        }
    }
    Ok(found)
}
