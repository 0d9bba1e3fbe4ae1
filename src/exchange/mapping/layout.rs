//! Finds the header of a foreign file, and the column of the data file for each cell of the header.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};

use super::{Mapping, find_column_by_header, normalize_header};
use crate::exchange::source::head::{Head, HeadRow};
use crate::model::message::{Message, MessageName};
use crate::model::text::cut_and_escape_cell;

/// The last line that can be the header, unless the mapping has a `header_row`.
pub const LAST_HEADER_LINE: u64 = 50;

#[derive(Clone)]
pub struct Layout {
    /// `None` in a CSV file.
    pub sheet: Option<String>,
    pub separator: Option<u8>,
    pub header_line: u64,
    /// The position of the column in the data file, for each cell of a row; `None` for an ignored cell.
    pub columns: Vec<Option<usize>>,
    /// The header of each column of the data file, for messages; `constant` for a constant, empty without a header.
    pub headers: Vec<String>,
    /// The headers that are left out because neither the mapping nor the data file has them.
    pub left_out: Vec<String>,
    /// The positions of cells that have no header.
    pub nameless: Vec<usize>,
    /// The positions of cells, each with the texts for which a row is skipped.
    skip: Vec<(usize, BTreeSet<String>)>,
}

/// The reasons why a file cannot be read by its mapping, and their line in the file.
#[derive(Debug, Clone)]
pub struct LayoutError {
    pub line: u64,
    pub messages: Vec<Message>,
}

impl Layout {
    /// Finds the header in the first rows of a file, and applies the mapping to the header.
    pub fn find(mapping: &Mapping, all_heads: &[Head]) -> Result<Self, LayoutError> {
        let heads = mapping.matching_heads(all_heads);
        if let Some(sheet) = mapping.sheet.as_ref().filter(|_| heads.is_empty()) {
            let existing: Vec<_> =
                all_heads.iter().filter_map(|head| head.sheet.as_deref()).map(cut_and_escape_cell).collect();
            let message = Message::new(MessageName::NoSuchSheet).with(cut_and_escape_cell(sheet)).with(&mapping.name);
            return Err(LayoutError { line: 1, messages: vec![message.with(existing.join(", "))] });
        }
        for head in &heads {
            let mut rows = mapping.possible_headers(head);
            if let Some(HeadRow { line, cells }) = rows.find(|row| mapping.missing_headers(&row.cells).is_empty()) {
                let layout = Self::from_header(mapping, head, *line, cells);
                return layout.map_err(|messages| LayoutError { line: *line, messages });
            }
        }
        Err(Self::header_error(mapping, heads.iter().flat_map(|head| mapping.possible_headers(head))))
    }

    /// Returns the error that no row has all mapped headers. It names the headers that the most similar row lacks.
    fn header_error<'h>(mapping: &Mapping, rows: impl Iterator<Item = &'h HeadRow>) -> LayoutError {
        let all_headers = mapping.missing_headers(&[]);
        let missing_by_line = rows.map(|row| (row.line, mapping.missing_headers(&row.cells)));
        let nearest_row = missing_by_line.min_by_key(|(_, missing)| missing.len());
        // a row that has none of the headers is no header
        let nearest_row = nearest_row.filter(|(_, missing)| missing.len() < all_headers.len());
        let (line, missing) = nearest_row.unwrap_or((1, all_headers));
        let shown = missing.iter().map(|header| cut_and_escape_cell(header)).collect::<Vec<_>>().join(", ");
        let name = &mapping.name;
        let message = match mapping.header_row {
            _ if shown.is_empty() => MessageName::NoHeader.into(),
            Some(row) => Message::new(MessageName::HeaderLacks).with(row).with(name).with(shown),
            None => Message::new(MessageName::NoHeaderHasAll).with(LAST_HEADER_LINE).with(name).with(shown),
        };
        LayoutError { line, messages: vec![message] }
    }

    fn from_header(mapping: &Mapping, head: &Head, line: u64, cells: &[String]) -> Result<Self, Vec<Message>> {
        let file = mapping.file;
        let mut layout = Self {
            sheet: head.sheet.clone(),
            separator: head.separator,
            header_line: line,
            columns: vec![None; cells.len()],
            headers: vec![String::new(); file.columns.len()],
            left_out: Vec::new(),
            nameless: (0..cells.len()).filter(|at| cells[*at].is_empty()).collect(),
            skip: Vec::new(),
        };
        let mut errors = Vec::new();
        let normalized: Vec<_> = cells.iter().map(|cell| normalize_header(cell)).collect();
        let find_cells = |header: &str| -> Vec<usize> {
            let header = normalize_header(header);
            (0..cells.len()).filter(|at| normalized[*at] == header).collect()
        };
        let mut mapped_cells: HashSet<usize> = HashSet::new();
        for (header, column) in &mapping.columns {
            let positions = find_cells(header);
            mapped_cells.extend(&positions);
            if positions.len() > 1 && column.is_some() {
                errors.push(Message::new(MessageName::RepeatedHeader).with(cut_and_escape_cell(header)));
            }
            if let (Some(column), Some(at)) = (column, positions.first()) {
                layout.columns[*at] = Some(*column);
                layout.headers[*column] = cells[*at].clone();
            }
        }
        for (header, skipped) in &mapping.skip {
            let (positions, shown) = (find_cells(header), cut_and_escape_cell(header));
            mapped_cells.extend(&positions);
            match positions[..] {
                [at] => layout.skip.push((at, skipped.clone())),
                [] => errors.push(Message::new(MessageName::SkipHeaderMissing).with(shown).with(&mapping.name)),
                _ => errors.push(Message::new(MessageName::RepeatedHeader).with(shown)),
            }
        }
        // headers that the mapping lacks become the columns of the same name
        for (at, cell) in cells.iter().enumerate().filter(|(at, cell)| !cell.is_empty() && !mapped_cells.contains(at)) {
            let Some(column) = find_column_by_header(file, &normalized[at]) else {
                layout.left_out.push(cell.clone());
                continue;
            };
            let name = file.columns[column].name;
            match layout.headers[column].as_str() {
                _ if mapping.constants.contains_key(&column) => {
                    errors.push(Message::new(MessageName::ColumnAndConstant).with(name).with(&mapping.name));
                }
                "" => (layout.columns[at], layout.headers[column]) = (Some(column), cell.clone()),
                earlier => {
                    let message = Message::new(MessageName::HeadersOfOneColumn);
                    errors.push(message.with(cut_and_escape_cell(earlier)).with(cut_and_escape_cell(cell)).with(name));
                }
            }
        }
        for column in mapping.constants.keys() {
            layout.headers[*column] = "constant".into();
        }
        if errors.is_empty() { Ok(layout) } else { Err(errors) }
    }

    pub fn is_skipped(&self, cells: &[Cow<str>]) -> bool {
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
    /// Returns the heads that the mapping can use: in a CSV file, those with its separator, or all; in a workbook,
    /// that of its sheet, or of the first visible sheet.
    fn matching_heads<'h>(&self, heads: &'h [Head]) -> Vec<&'h Head> {
        let is_csv = heads.iter().any(|head| head.separator.is_some());
        let has_separator = |head: &&Head| self.separator.is_none() || head.separator == self.separator;
        let lowercase = |sheet: &Option<String>| sheet.as_ref().map(|name| name.to_lowercase());
        let has_sheet = |head: &&Head| self.sheet.is_none() || lowercase(&head.sheet) == lowercase(&self.sheet);
        match is_csv {
            true => heads.iter().filter(has_separator).collect(),
            false => heads.iter().find(has_sheet).into_iter().collect(),
        }
    }

    fn possible_headers<'h>(&self, head: &'h Head) -> impl Iterator<Item = &'h HeadRow> {
        let header_row = self.header_row;
        let can_be_header = move |line: u64| header_row.map_or(line <= LAST_HEADER_LINE, |row| line == row);
        head.rows.iter().filter(move |row| can_be_header(row.line) && row.cells.iter().any(|cell| !cell.is_empty()))
    }

    fn missing_headers(&self, cells: &[String]) -> Vec<&str> {
        let normalized: HashSet<_> = cells.iter().map(|cell| normalize_header(cell)).collect();
        let mapped = self.columns.iter().filter(|(_, column)| column.is_some()).map(|(header, _)| header.as_str());
        mapped.filter(|header| !normalized.contains(&normalize_header(header))).collect()
    }

    /// Returns the mapped headers that the most similar row does not have.
    pub fn fewest_missing_headers(&self, heads: &[Head]) -> Vec<&str> {
        let heads = self.matching_heads(heads);
        let rows = heads.iter().flat_map(|head| self.possible_headers(head));
        let missing = rows.map(|row| self.missing_headers(&row.cells));
        missing.min_by_key(Vec::len).unwrap_or_else(|| self.missing_headers(&[]))
    }

    /// Returns whether the mapping, and not the data file itself, fits a file that is named like a data file: the first
    /// row has every header of the mapping, and at least one of them is no column of the data file.
    pub fn fits_file_named_as_data_file(&self, heads: &[Head]) -> bool {
        let mapped: Vec<_> = self.columns.iter().map(|(header, _)| normalize_header(header)).collect();
        let has_foreign_header = mapped.iter().any(|header| find_column_by_header(self.file, header).is_none());
        let first_rows = self.matching_heads(heads).into_iter().filter_map(|head| head.rows.first());
        let mut first_headers =
            first_rows.map(|row| row.cells.iter().map(|cell| normalize_header(cell)).collect::<HashSet<_>>());
        has_foreign_header && first_headers.any(|headers| mapped.iter().all(|header| headers.contains(header)))
    }

    /// Returns whether a row of the file has all mapped headers. A mapping without mapped headers fits no file.
    pub fn fits_headers(&self, heads: &[Head]) -> bool {
        !self.missing_headers(&[]).is_empty() && self.fewest_missing_headers(heads).is_empty()
    }
}
