//! Finds the header of a foreign file, and the column of the data file for each cell of the header.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};

use super::{Mapping, find_column_by_header, normalize_header};
use crate::exchange::source::top_rows::{NumberedRow, TopRows};
use crate::model::message::{Message, MessageName};
use crate::model::text::cut_and_escape_cell;

/// The last line that can be the header, unless the mapping has a `header_row`.
pub const LAST_HEADER_LINE: u64 = 50;

/// The header of a foreign file, after its mapping was applied.
#[derive(Clone)]
pub struct ForeignHeader {
    /// `None` in a CSV file.
    pub sheet: Option<String>,
    /// `None` in a workbook.
    pub separator: Option<u8>,
    pub line: u64,
    /// For each cell of a row, the position of its column in the data file; `None` for an ignored cell.
    pub columns: Vec<Option<usize>>,
    /// For each column of the data file, the foreign header, for messages; `constant` for a constant, else empty.
    pub column_headers: Vec<String>,
    /// The ignored headers, which neither the mapping nor the data file has.
    pub left_out: Vec<String>,
    /// The positions of cells that have no header.
    pub without_header: Vec<usize>,
    /// Positions of cells, each with the texts that make an import skip the row.
    skip: Vec<(usize, BTreeSet<String>)>,
}

/// Why a file cannot be read by its mapping, with the line of the header.
#[derive(Debug, Clone)]
pub struct ForeignHeaderError {
    pub line: u64,
    pub messages: Vec<Message>,
}

impl ForeignHeaderError {
    /// Returns the error that no row has all required headers. It names the headers that the most similar row lacks.
    fn no_header(mapping: &Mapping, tops: &[TopRows]) -> Self {
        let required_headers = mapping.required_headers();
        // without required headers, any row would be the header
        if required_headers.is_empty() {
            return Self { line: 1, messages: vec![MessageName::NoHeader.into()] };
        }
        // a row without any of the headers is not the header
        let nearest_header = mapping.nearest_header(tops).filter(|(_, missing)| missing.len() < required_headers.len());
        let (line, missing_headers) = nearest_header.unwrap_or((1, required_headers));
        let shown: Vec<_> = missing_headers.iter().map(|header| cut_and_escape_cell(header)).collect();
        let message = match mapping.header_row {
            Some(row) => Message::new(MessageName::HeaderLacks).with(row),
            None => Message::new(MessageName::NoHeaderHasAll).with(LAST_HEADER_LINE),
        };
        Self { line, messages: vec![message.with(&mapping.name).with(shown.join(", "))] }
    }
}

impl ForeignHeader {
    /// Finds the header in the first rows of a file, and applies the mapping to the header.
    pub fn find(mapping: &Mapping, all_tops: &[TopRows]) -> Result<Self, ForeignHeaderError> {
        let tops = mapping.possible_tops(all_tops);
        if let Some(sheet) = mapping.sheet.as_ref().filter(|_| tops.is_empty()) {
            let existing: Vec<_> =
                all_tops.iter().filter_map(|top| top.sheet.as_deref()).map(cut_and_escape_cell).collect();
            let message = Message::new(MessageName::NoSuchSheet).with(cut_and_escape_cell(sheet)).with(&mapping.name);
            return Err(ForeignHeaderError { line: 1, messages: vec![message.with(existing.join(", "))] });
        }
        // the header is the first row that has all headers of the mapping
        for top in &tops {
            let mut rows = mapping.possible_headers(top);
            if let Some(NumberedRow { line, cells }) = rows.find(|row| mapping.missing_headers(&row.cells).is_empty()) {
                let foreign_header = Self::from_header(mapping, top, *line, cells);
                return foreign_header.map_err(|messages| ForeignHeaderError { line: *line, messages });
            }
        }
        Err(ForeignHeaderError::no_header(mapping, all_tops))
    }

    /// Fails if the header and the mapping contradict each other, for example if two headers become one column.
    fn from_header(mapping: &Mapping, top: &TopRows, line: u64, cells: &[String]) -> Result<Self, Vec<Message>> {
        let file = mapping.file;
        let mut foreign_header = Self {
            sheet: top.sheet.clone(),
            separator: top.separator,
            line,
            columns: vec![None; cells.len()],
            column_headers: vec![String::new(); file.columns.len()],
            left_out: Vec::new(),
            without_header: (0..cells.len()).filter(|at| cells[*at].is_empty()).collect(),
            skip: Vec::new(),
        };
        let mut errors = Vec::new();
        let normalized: Vec<_> = cells.iter().map(|cell| normalize_header(cell)).collect();
        let find_positions = |header: &str| -> Vec<usize> {
            let header = normalize_header(header);
            (0..cells.len()).filter(|at| normalized[*at] == header).collect()
        };
        let mut mapped_cells: HashSet<usize> = HashSet::new();
        for (header, column) in &mapping.columns {
            let positions = find_positions(header);
            mapped_cells.extend(&positions);
            // an ignored header may be repeated
            if positions.len() > 1 && column.is_some() {
                errors.push(Message::new(MessageName::RepeatedHeader).with(cut_and_escape_cell(header)));
            }
            if let (Some(column), Some(at)) = (column, positions.first()) {
                foreign_header.columns[*at] = Some(*column);
                foreign_header.column_headers[*column] = cells[*at].clone();
            }
        }
        for (header, skipped) in &mapping.skip {
            let (positions, shown) = (find_positions(header), cut_and_escape_cell(header));
            mapped_cells.extend(&positions);
            match positions[..] {
                [at] => foreign_header.skip.push((at, skipped.clone())),
                [] => errors.push(Message::new(MessageName::SkipHeaderMissing).with(shown).with(&mapping.name)),
                _ => errors.push(Message::new(MessageName::RepeatedHeader).with(shown)),
            }
        }
        // a header that the mapping lacks is mapped to the column of the same name
        for (at, cell) in cells.iter().enumerate().filter(|(at, cell)| !cell.is_empty() && !mapped_cells.contains(at)) {
            let Some(column) = find_column_by_header(file, &normalized[at]) else {
                foreign_header.left_out.push(cell.clone());
                continue;
            };
            let name = file.columns[column].name;
            match foreign_header.column_headers[column].as_str() {
                _ if mapping.constants.contains_key(&column) => {
                    errors.push(Message::new(MessageName::ColumnAndConstant).with(name).with(&mapping.name));
                }
                // no earlier header is mapped to this column
                "" => {
                    foreign_header.columns[at] = Some(column);
                    foreign_header.column_headers[column] = cell.clone();
                }
                earlier => {
                    let message = Message::new(MessageName::HeadersOfOneColumn);
                    errors.push(message.with(cut_and_escape_cell(earlier)).with(cut_and_escape_cell(cell)).with(name));
                }
            }
        }
        for column in mapping.constants.keys() {
            foreign_header.column_headers[*column] = "constant".into();
        }
        if errors.is_empty() { Ok(foreign_header) } else { Err(errors) }
    }

    pub fn is_row_skipped(&self, cells: &[Cow<str>]) -> bool {
        self.skip.iter().any(|(at, skipped)| cells.get(*at).is_some_and(|cell| skipped.contains(cell.trim())))
    }

    /// Fits a row to the length of the header: removes surplus empty cells, or adds those that a workbook omits.
    pub fn fit_length(&self, cells: &mut Vec<Cow<str>>) {
        let length = self.columns.len();
        while cells.len() > length && cells.last().is_some_and(|cell| cell.trim().is_empty()) {
            cells.pop();
        }
        let is_workbook = self.separator.is_none();
        if is_workbook && cells.len() < length {
            cells.resize(length, Cow::Borrowed(""));
        }
    }
}

impl Mapping {
    /// Returns the top rows that can have the header. In a CSV file, these are the rows read with the mapping's
    /// separator, or with each separator. In a workbook, they are those of the mapping's sheet or the first visible
    /// sheet.
    fn possible_tops<'h>(&self, tops: &'h [TopRows]) -> Vec<&'h TopRows> {
        let is_csv = tops.iter().any(|top| top.separator.is_some());
        let has_separator = |top: &&TopRows| self.separator.is_none() || top.separator == self.separator;
        let lowercase = |sheet: &Option<String>| sheet.as_ref().map(|name| name.to_lowercase());
        let has_sheet = |top: &&TopRows| self.sheet.is_none() || lowercase(&top.sheet) == lowercase(&self.sheet);
        if is_csv {
            tops.iter().filter(has_separator).collect()
        } else {
            tops.iter().find(has_sheet).into_iter().collect()
        }
    }

    /// Returns the row on the mapping's `header_row`, or all rows up to [`LAST_HEADER_LINE`].
    fn possible_headers<'h>(&self, top: &'h TopRows) -> impl Iterator<Item = &'h NumberedRow> {
        let header_row = self.header_row;
        let can_be_header = move |line: u64| header_row.map_or(line <= LAST_HEADER_LINE, |row| line == row);
        top.rows.iter().filter(move |row| can_be_header(row.line) && row.cells.iter().any(|cell| !cell.is_empty()))
    }

    /// Returns the headers that the mapping maps to a column. The header of a foreign file must have all of them.
    fn required_headers(&self) -> Vec<&str> {
        self.columns.iter().filter(|(_, column)| column.is_some()).map(|(header, _)| header.as_str()).collect()
    }

    fn missing_headers(&self, cells: &[String]) -> Vec<&str> {
        let normalized: HashSet<_> = cells.iter().map(|cell| normalize_header(cell)).collect();
        let mut missing = self.required_headers();
        missing.retain(|header| !normalized.contains(&normalize_header(header)));
        missing
    }

    pub fn fewest_missing_headers(&self, tops: &[TopRows]) -> Vec<&str> {
        self.nearest_header(tops).map_or_else(|| self.required_headers(), |(_, missing_headers)| missing_headers)
    }

    /// Returns the line of the row that lacks the fewest required headers, and these headers; `None` without rows.
    fn nearest_header(&self, tops: &[TopRows]) -> Option<(u64, Vec<&str>)> {
        let possible_tops = self.possible_tops(tops);
        let rows = possible_tops.iter().flat_map(|top| self.possible_headers(top));
        let missing_headers_by_line = rows.map(|row| (row.line, self.missing_headers(&row.cells)));
        missing_headers_by_line.min_by_key(|(_, missing_headers)| missing_headers.len())
    }

    /// Returns whether the first row has all headers of the mapping, and one of them is no column of the data file: the
    /// row is then no header of a data file. `tops` has the first rows of a CSV file as read with each separator, or
    /// those of each sheet.
    pub fn fits_first_row_with_foreign_header(&self, tops: &[TopRows]) -> bool {
        let mapped_headers: Vec<_> = self.columns.iter().map(|(header, _)| normalize_header(header)).collect();
        let is_foreign = |header: &String| find_column_by_header(self.file, header).is_none();
        if !mapped_headers.iter().any(is_foreign) {
            return false;
        }
        let possible_tops = self.possible_tops(tops);
        let mut first_rows = possible_tops.iter().filter_map(|top| top.rows.first());
        first_rows.any(|row| {
            let headers: HashSet<_> = row.cells.iter().map(|cell| normalize_header(cell)).collect();
            mapped_headers.iter().all(|header| headers.contains(header))
        })
    }

    /// Returns whether a row of the file has all required headers. A mapping without required headers fits no file.
    pub fn fits_headers(&self, tops: &[TopRows]) -> bool {
        self.has_mapped_columns() && self.fewest_missing_headers(tops).is_empty()
    }
}
