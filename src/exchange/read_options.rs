//! Corrected cells and mappings with which an import reads its files. Also reads the rows that pages show to correct.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

use anyhow::Result;

use super::file_names::{is_data_name, is_workbook_name};
use super::mapping::MappedFile;
use super::mapping::foreign_header::ForeignHeader;
use super::source::Source;
use super::source::charset::Charset;
use super::source::rows::{CsvRows, RowReader};
use super::source::workbook::Workbook;
use crate::datafile::file::DataFile;
use crate::model::text::cut_cell;

/// The maximum number of cells of a row that pages show. Data files have fewer columns.
const MAX_SHOWN_CELLS: usize = 100;

/// How an import reads its files. The console adds corrections; by default, cells are read as given.
#[derive(Default, Clone)]
pub struct ReadOptions {
    /// The corrected cells of single rows, by data file, line and column.
    pub corrected_cells: HashMap<(String, u64, String), String>,
    /// The replacement of a cell in all rows that have this cell, by data file, column and original cell.
    pub replaced_values: HashMap<(String, String, String), String>,
    pub mapped_files: Vec<MappedFile>,
}

impl ReadOptions {
    /// Returns whether an import reads the file: as a data file, as a picture or by a mapping.
    pub fn reads_file(&self, name: &str) -> bool {
        is_data_name(name) || self.mapped_files.iter().any(|mapped| mapped.name == name)
    }

    pub fn find_mapped_file(&self, file: &DataFile) -> Option<&MappedFile> {
        self.mapped_files.iter().find(|mapped| mapped.mapping.file.name == file.name)
    }

    /// Returns the correction of a cell, first by its row, then by its text; `None` if it is not corrected.
    pub fn corrected_cell(&self, file: &DataFile, line: u64, column: usize, cell: &str) -> Option<&str> {
        // most imports have no corrections: skips the allocations below
        if self.corrected_cells.is_empty() && self.replaced_values.is_empty() {
            return None;
        }
        let (file, column) = (file.name.to_owned(), file.columns[column].name.to_owned());
        let for_row = self.corrected_cells.get(&(file.clone(), line, column.clone()));
        for_row.or_else(|| self.replaced_values.get(&(file, column, cell.trim().to_owned()))).map(String::as_str)
    }
}

/// The cells of a row as in the given file. `headers` has the header of each cell.
#[derive(Debug, Clone)]
pub struct RowCells {
    pub headers: Vec<String>,
    pub cells: Vec<String>,
}

/// Returns no rows if the file is missing or unreadable. `foreign_header` is `None` for a data file.
pub fn read_rows_on_lines(
    source: &mut Source,
    name: &str,
    foreign_header: Option<&ForeignHeader>,
    lines: &BTreeSet<i64>,
) -> Result<HashMap<i64, RowCells>> {
    let Some(file) = source.open_file(name)? else { return Ok(HashMap::new()) };
    let header_line = foreign_header.map_or(1, |header| header.line);
    if is_workbook_name(name) {
        let Ok(mut workbook) = Workbook::open(file) else { return Ok(HashMap::new()) };
        let sheet = foreign_header.and_then(|header| header.sheet.as_deref());
        return collect_rows_on_lines(workbook.read_rows(sheet)?, header_line, lines);
    }
    let Some(encoding) = Charset::detect(file)?.encoding() else { return Ok(HashMap::new()) };
    // the detection has read the file to its end: opens it again
    let Some(file) = source.open_file(name)? else { return Ok(HashMap::new()) };
    let separator = foreign_header.and_then(|header| header.separator);
    collect_rows_on_lines(CsvRows::new(file, Some(encoding), separator)?, header_line, lines)
}

/// Stops when all lines are found. The header is the first row on or below `header_line`.
fn collect_rows_on_lines(
    mut rows: impl RowReader,
    header_line: u64,
    lines: &BTreeSet<i64>,
) -> Result<HashMap<i64, RowCells>> {
    let mut rows_by_line = HashMap::new();
    let shorten = |cells: &[Cow<str>]| -> Vec<String> {
        cells.iter().take(MAX_SHOWN_CELLS).map(|cell| cut_cell(cell.trim()).into_owned()).collect()
    };
    let mut headers = Vec::new();
    while let Some(row) = rows.next_row()? {
        let line = i64::try_from(row.line)?;
        if headers.is_empty() && row.line >= header_line {
            headers = shorten(&row.cells);
        } else if lines.contains(&line) {
            rows_by_line.insert(line, RowCells { headers: headers.clone(), cells: shorten(&row.cells) });
        }
        if rows_by_line.len() == lines.len() {
            break;
        }
    }
    Ok(rows_by_line)
}
