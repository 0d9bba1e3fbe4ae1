//! What somebody says of files beyond what stands in them, so that a fault is mended without the file: another cell, or
//! which column a header means, or that a row is left out. And what stands around a fault.

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
use crate::model::text::cut_cell;

/// The most cells of a row that are shown around a fault: more than any data file has columns.
const SHOWN: usize = 100;

/// What somebody says of files.
#[derive(Debug, Default, Clone)]
pub struct Amendments {
    /// Cells, by the name of the data file, the line of the record and the column.
    pub cells: HashMap<(String, u64, String), String>,
    /// The columns that headers mean, by the name of the data file and the header; empty where one is left out.
    pub headers: HashMap<(String, String), String>,
    /// Rows that are read as if they were not there, by the name of the data file and the line of the record.
    pub left_out: HashSet<(String, u64)>,
    /// Files of other names that become data files.
    pub mapped: Vec<MappedFile>,
}

impl Amendments {
    /// What a header means, if it was said.
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

    /// Whether a record is left out.
    pub fn leaves_out(&self, file: &DataFile, line: u64) -> bool {
        !self.left_out.is_empty() && self.left_out.contains(&(file.name.to_owned(), line))
    }

    /// What is read in place of the cell of a record in a column, if that was said.
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

/// The rows of the data file that begin on these lines.
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
        Some(file) => Charset::of(file, None, || Ok::<_, anyhow::Error>(()))?,
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
