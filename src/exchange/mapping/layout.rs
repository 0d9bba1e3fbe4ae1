//! Finds the header of a foreign file, and the column of the data file that each of its cells becomes.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};

use super::{Mapping, normalize_header};
use crate::exchange::source::head::Head;
use crate::model::message::{Message, MessageName};
use crate::model::text::cut_and_escape_cell;

/// The last line that can be the header, unless the mapping has a `header_row`.
pub const LAST_LINE: u64 = 50;

/// How a foreign file is read by its mapping.
#[derive(Clone)]
pub struct Layout {
    /// The sheet of a workbook.
    pub sheet: Option<String>,
    pub separator: Option<u8>,
    /// The line of the header.
    pub line: u64,
    /// The column of each cell of a row; `None` if it is ignored.
    pub header: Vec<Option<usize>>,
    /// The header of each column of the data file; empty if it has none.
    pub headers: Vec<String>,
    /// The headers that are left out because neither the mapping nor the data file has them.
    pub left_out: Vec<String>,
    /// The positions of columns without a header.
    pub nameless: Vec<usize>,
    /// The positions at which a row with one of these cells is skipped.
    skip: Vec<(usize, BTreeSet<String>)>,
}

/// Why a file cannot be read by its mapping, and on which line.
#[derive(Debug, Clone)]
pub struct LayoutError {
    pub line: u64,
    pub messages: Vec<Message>,
}

impl Layout {
    /// Finds the header in the first rows of a file, and applies the mapping to it.
    pub fn find(mapping: &Mapping, all_heads: &[Head]) -> Result<Self, LayoutError> {
        let heads = mapping.matching_heads(all_heads);
        if let Some(sheet) = mapping.sheet.as_ref().filter(|_| heads.is_empty()) {
            let existing: Vec<_> =
                all_heads.iter().filter_map(|head| head.sheet.as_deref()).map(cut_and_escape_cell).collect();
            let message = Message::new(MessageName::NoSuchSheet).with(cut_and_escape_cell(sheet)).with(&mapping.name);
            return Err(LayoutError { line: 1, messages: vec![message.with(existing.join(", "))] });
        }
        let rows = || heads.iter().flat_map(|head| mapping.possible_headers(head).map(move |row| (*head, row)));
        match rows().find(|(_, (_, cells))| mapping.missing_headers(cells).is_empty()) {
            Some((head, (line, cells))) => {
                Self::from_header(mapping, head, *line, cells).map_err(|messages| LayoutError { line: *line, messages })
            }
            None => Err(Self::header_error(mapping, rows().map(|(_, row)| row))),
        }
    }

    /// Returns an error that names the missing headers, for the row in which the fewest are missing.
    fn header_error<'h>(mapping: &Mapping, rows: impl Iterator<Item = &'h (u64, Vec<String>)>) -> LayoutError {
        let all = mapping.missing_headers(&[]);
        let nearest =
            rows.map(|(line, cells)| (*line, mapping.missing_headers(cells))).min_by_key(|(_, missing)| missing.len());
        let (line, missing) = nearest.filter(|(_, missing)| missing.len() < all.len()).unwrap_or((1, all));
        let headers = missing.iter().map(|header| cut_and_escape_cell(header)).collect::<Vec<_>>().join(", ");
        let name = &mapping.name;
        let message = match mapping.header_row {
            _ if headers.is_empty() => MessageName::NoHeader.into(),
            Some(row) => Message::new(MessageName::HeaderLacks).with(row).with(name).with(headers),
            None => Message::new(MessageName::NoHeaderHasAll).with(LAST_LINE).with(name).with(headers),
        };
        LayoutError { line, messages: vec![message] }
    }

    /// Applies the mapping to the header with these cells. Errors name missing and repeated headers.
    fn from_header(mapping: &Mapping, head: &Head, line: u64, cells: &[String]) -> Result<Self, Vec<Message>> {
        let file = mapping.file;
        let mut layout = Self {
            sheet: head.sheet.clone(),
            separator: head.separator,
            line,
            header: vec![None; cells.len()],
            headers: vec![String::new(); file.columns.len()],
            left_out: Vec::new(),
            nameless: (0..cells.len()).filter(|at| cells[*at].is_empty()).collect(),
            skip: Vec::new(),
        };
        let mut errors = Vec::new();
        let keys: Vec<_> = cells.iter().map(|cell| normalize_header(cell)).collect();
        let positions = |header: &str| {
            let wanted = normalize_header(header);
            keys.iter().enumerate().filter(move |(_, key)| **key == wanted).map(|(at, _)| at).collect::<Vec<_>>()
        };
        let mut mapped_cells: HashSet<usize> = HashSet::new();
        for (header, column) in &mapping.columns {
            let at = positions(header);
            mapped_cells.extend(&at);
            if at.len() > 1 && column.is_some() {
                errors.push(Message::new(MessageName::RepeatedHeader).with(cut_and_escape_cell(header)));
            }
            if let (Some(column), Some(at)) = (column, at.first()) {
                layout.header[*at] = Some(*column);
                layout.headers[*column] = cells[*at].clone();
            }
        }
        for (header, skipped) in &mapping.skip {
            let (at, shown) = (positions(header), cut_and_escape_cell(header));
            mapped_cells.extend(&at);
            match at[..] {
                [at] => layout.skip.push((at, skipped.clone())),
                [] => errors.push(Message::new(MessageName::SkipHeaderMissing).with(shown).with(&mapping.name)),
                _ => errors.push(Message::new(MessageName::RepeatedHeader).with(shown)),
            }
        }
        for (at, cell) in cells.iter().enumerate().filter(|(at, cell)| !cell.is_empty() && !mapped_cells.contains(at)) {
            let same_name = file.columns.iter().position(|column| normalize_header(column.name) == keys[at]);
            let Some(column) = same_name else {
                layout.left_out.push(cell.clone());
                continue;
            };
            let name = file.columns[column].name;
            match layout.headers[column].as_str() {
                _ if mapping.constants.contains_key(&column) => {
                    errors.push(Message::new(MessageName::ColumnAndConstant).with(name).with(&mapping.name));
                }
                "" => (layout.header[at], layout.headers[column]) = (Some(column), cell.clone()),
                other => {
                    let message = Message::new(MessageName::HeadersOfOneColumn);
                    errors.push(message.with(cut_and_escape_cell(other)).with(cut_and_escape_cell(cell)).with(name));
                }
            }
        }
        for column in mapping.constants.keys() {
            layout.headers[*column] = "constant".into();
        }
        if errors.is_empty() { Ok(layout) } else { Err(errors) }
    }

    /// Returns whether the mapping skips a row with these cells.
    pub fn is_skipped(&self, cells: &[Cow<str>]) -> bool {
        self.skip.iter().any(|(at, skipped)| cells.get(*at).is_some_and(|cell| skipped.contains(cell.trim())))
    }

    /// Gives a row as many cells as the header has: removes empty cells at the end, and adds those that a workbook omits.
    pub fn fit_length(&self, cells: &mut Vec<Cow<str>>) {
        while cells.len() > self.header.len() && cells.last().is_some_and(|cell| cell.trim().is_empty()) {
            cells.pop();
        }
        if self.separator.is_none() && cells.len() < self.header.len() {
            cells.resize(self.header.len(), Cow::Borrowed(""));
        }
    }
}

impl Mapping {
    /// Returns the heads with the mapping's separator. Of a workbook, returns the head of its sheet or the first visible one.
    fn matching_heads<'h>(&self, heads: &'h [Head]) -> Vec<&'h Head> {
        let is_sheet = |head: &&Head, name: &String| {
            head.sheet.as_ref().is_some_and(|sheet| sheet.to_lowercase() == name.to_lowercase())
        };
        let of_separator = |head: &&Head| self.separator.is_none() || head.separator == self.separator;
        match &self.sheet {
            _ if heads.iter().any(|head| head.separator.is_some()) => heads.iter().filter(of_separator).collect(),
            Some(name) => heads.iter().filter(|head| is_sheet(head, name)).take(1).collect(),
            None => heads.iter().take(1).collect(),
        }
    }

    /// Returns the rows, with their lines, that can be the header.
    fn possible_headers<'h>(&self, head: &'h Head) -> impl Iterator<Item = &'h (u64, Vec<String>)> {
        let row = self.header_row;
        let can_be_header = move |line: u64| row.map_or(line <= LAST_LINE, |row| line == row);
        head.rows.iter().filter(move |(line, cells)| can_be_header(*line) && cells.iter().any(|cell| !cell.is_empty()))
    }

    /// Returns the mapped headers that a row lacks.
    fn missing_headers(&self, cells: &[String]) -> Vec<&str> {
        let keys: HashSet<_> = cells.iter().map(|cell| normalize_header(cell)).collect();
        let mapped = self.columns.iter().filter(|(_, column)| column.is_some()).map(|(header, _)| header.as_str());
        mapped.filter(|header| !keys.contains(&normalize_header(header))).collect()
    }

    /// Returns the mapped headers that are missing in the row in which the fewest are missing.
    pub fn fewest_missing_headers(&self, heads: &[Head]) -> Vec<&str> {
        let heads = self.matching_heads(heads);
        let rows = heads.iter().flat_map(|head| self.possible_headers(head));
        let missing = rows.map(|(_, cells)| self.missing_headers(cells));
        missing.min_by_key(Vec::len).unwrap_or_else(|| self.missing_headers(&[]))
    }

    /// Returns whether the mapping applies to a file that has the name and key columns of a data file. Its first row must
    /// have all headers of the mapping, and one of these must not be a column of the data file.
    pub fn fits_named_file(&self, heads: &[Head]) -> bool {
        let is_column = |key: &String| self.file.columns.iter().any(|column| normalize_header(column.name) == *key);
        self.matching_heads(heads).iter().filter_map(|head| head.rows.first()).any(|(_, cells)| {
            let keys: HashSet<_> = cells.iter().map(|cell| normalize_header(cell)).collect();
            let mut mapped = self.columns.iter().map(|(header, _)| normalize_header(header));
            let has_all = mapped.clone().all(|key| keys.contains(&key));
            has_all && mapped.any(|key| !is_column(&key))
        })
    }

    /// Returns whether a row of the file has all mapped headers, of which there is at least one.
    pub fn has_all_headers(&self, heads: &[Head]) -> bool {
        !self.missing_headers(&[]).is_empty() && self.fewest_missing_headers(heads).is_empty()
    }
}
