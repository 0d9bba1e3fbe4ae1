//! Splits an answer into rows and cells while the service writes the answer. A row can contain rows of the next level,
//! such as a class (level 0) with its participants (level 1).

use std::borrow::Cow;

use super::columns::{ColumnPosition, FullNameColumn, ReportShape};
use crate::answer::{AnswerError, AnswerRequest, PreparedFormats};
use crate::encode::cells::{FIELD_START, ROW_END, ROW_START};
use crate::encode::{Document, ReceiverGoneError, Sink};

/// Passes the rows of an answer to a [`RowVisitor`]: each innermost row with its enclosing rows.
#[derive(Default)]
struct RowSplitter {
    /// For each level but the innermost: the index of the column that contains the rows of the next level.
    list_columns: Vec<usize>,
    /// The current row of each level, the outermost first.
    rows_by_level: Vec<ReportRow>,
    /// The number of levels whose row has begun but not ended.
    open_levels: usize,
    /// The number of unfinished rows inside the current cell. These rows are part of the cell's text.
    open_rows_in_cell: usize,
    has_single_row: bool,
}

/// A row of one level. Its memory is used again for the next row of the level.
#[derive(Default)]
pub struct ReportRow {
    /// The texts of all cells, one after another.
    bytes: Vec<u8>,
    /// The index in `bytes` at which each cell begins.
    cell_starts: Vec<usize>,
    /// Has a row of the next level begun in this row?
    has_inner_rows: bool,
    /// The column that the page joins from other columns, if the level has it.
    full_name: Option<FullNameColumn>,
}

/// Returns the cell at a position; empty if the row lacks the cell. `rows_by_level` has the current row of each level.
pub fn cell_at(rows_by_level: &[ReportRow], position: ColumnPosition) -> Cow<'_, [u8]> {
    let row = &rows_by_level[position.level];
    match row.full_name.as_ref().filter(|name| name.position == position) {
        Some(name) => Cow::Owned(row.full_name(name).into_bytes()),
        None => Cow::Borrowed(row.cell(position.index)),
    }
}

impl ReportRow {
    fn cell(&self, index: usize) -> &[u8] {
        let Some(start) = self.cell_starts.get(index) else { return &[] };
        let end = self.cell_starts.get(index + 1).copied().unwrap_or(self.bytes.len());
        &self.bytes[*start..end]
    }

    /// Returns the texts of all cells without separators, for a search in the whole row.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Joins the full name of a person from the cells with its parts.
    fn full_name(&self, column: &FullNameColumn) -> String {
        let part = |index: &usize| {
            let text = String::from_utf8_lossy(self.cell(*index));
            let is_family_name = column.parts.last() == Some(index);
            match is_family_name && column.has_prefix_after_comma {
                true => with_prefix_first(&text),
                false => text.into_owned(),
            }
        };
        column.parts.iter().map(part).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    }

    fn clear(&mut self) {
        self.bytes.clear();
        self.cell_starts.clear();
        self.has_inner_rows = false;
    }
}

/// Returns a family name such as `Berg, van den` with its prefix first. Prefixes have no capital letters.
fn with_prefix_first(name: &str) -> String {
    let prefixed = name.rsplit_once(", ").filter(|(_, prefix)| !prefix.contains(char::is_uppercase));
    prefixed.map_or_else(|| name.to_owned(), |(family_name, prefix)| format!("{prefix} {family_name}"))
}

/// A receiver of the rows of an answer, which writes the selected rows in its own format.
pub trait RowVisitor {
    /// Receives the current row of each level, the outermost first. Returns whether the visitor needs more rows.
    fn visit_row(&mut self, rows_by_level: &[ReportRow]) -> bool;

    /// Called once, at the end, if the answer is a single row and not a list. `rows_by_level[0]` is this row.
    fn visit_single_row(&mut self, _rows_by_level: &[ReportRow]) {}

    /// Sends what the visitor has written since the last call.
    fn flush(&mut self) -> Result<(), ReceiverGoneError>;
}

/// Calls an operation and passes the rows of its answer to `visitor`, until the visitor needs no more rows.
pub fn visit_rows(
    shape: &ReportShape,
    formats: &PreparedFormats,
    request: &AnswerRequest,
    visitor: &mut impl RowVisitor,
) -> Result<(), AnswerError> {
    // the answer is written as a text with marks before each cell and around each row; the sink splits it into rows for the visitor
    let mut sink = RowSink { splitter: RowSplitter::new(shape), visitor, needs_more: true };
    let mut cells = Document::new(&mut sink);
    let result = formats.cells.write(request, &mut cells);
    match result.and_then(|_| Ok(cells.finish()?)) {
        Ok(last_chunk) => {
            sink.splitter.process(&last_chunk.unwrap_or_default(), sink.visitor);
            Ok(())
        }
        // the sink refused more of the answer, because the visitor needs no more rows
        Err(AnswerError::Gone) if !sink.needs_more => Ok(()),
        Err(error) => Err(error),
    }
}

struct RowSink<'v, V> {
    splitter: RowSplitter,
    visitor: &'v mut V,
    /// Does the visitor need more rows? Otherwise the sink stops the answer.
    needs_more: bool,
}

impl<V: RowVisitor> Sink for RowSink<'_, V> {
    fn push(&mut self, chunk: Vec<u8>) -> Result<(), ReceiverGoneError> {
        self.needs_more = self.splitter.process(&chunk, self.visitor);
        if self.needs_more { self.visitor.flush() } else { Err(ReceiverGoneError) }
    }
}

impl RowSplitter {
    fn new(shape: &ReportShape) -> Self {
        let full_name = |level| shape.full_name.clone().filter(|name| name.position.level == level);
        let row = |level| ReportRow { full_name: full_name(level), ..ReportRow::default() };
        Self {
            list_columns: shape.list_columns.clone(),
            rows_by_level: (0..shape.levels.len()).map(row).collect(),
            has_single_row: shape.has_single_row,
            ..Self::default()
        }
    }

    /// Splits the next bytes of the answer. Returns false if the visitor needs no more rows.
    fn process(&mut self, mut bytes: &[u8], visitor: &mut impl RowVisitor) -> bool {
        let is_mark = |byte: &u8| matches!(*byte, ROW_START | FIELD_START | ROW_END);
        while let Some(at) = bytes.iter().position(is_mark) {
            let (text, rest) = bytes.split_at(at);
            self.append(text);
            bytes = &rest[1..];
            if !self.process_mark(rest[0], visitor) {
                return false;
            }
        }
        self.append(bytes);
        true
    }

    fn current_level(&self) -> Option<usize> {
        self.open_levels.checked_sub(1)
    }

    fn append(&mut self, bytes: &[u8]) {
        if let Some(level) = self.current_level() {
            self.rows_by_level[level].bytes.extend_from_slice(bytes);
        }
    }

    /// Processes a mark: the start or end of a row, or the start of a cell (cells have no end mark). Returns false if the
    /// visitor needs no more rows.
    fn process_mark(&mut self, mark: u8, visitor: &mut impl RowVisitor) -> bool {
        // a row that is not of the table's next level stays text of the cell around it, and so do all marks up to its end
        let begins_row_of_text = mark == ROW_START && !self.is_at_row_of_next_level();
        if self.open_rows_in_cell > 0 || begins_row_of_text {
            self.append_nested_mark(mark);
            return true;
        }
        match mark {
            ROW_START => self.begin_row(),
            FIELD_START => self.begin_cell(),
            ROW_END => return self.end_row(visitor),
            _ => unreachable!("{mark} is no mark"),
        }
        true
    }

    fn begin_row(&mut self) {
        if let Some(enclosing_level) = self.current_level() {
            self.rows_by_level[enclosing_level].has_inner_rows = true;
        }
        let level = self.open_levels;
        self.rows_by_level[level].clear();
        self.open_levels += 1;
    }

    fn begin_cell(&mut self) {
        let level = self.current_level().unwrap_or_default();
        let row = &mut self.rows_by_level[level];
        row.cell_starts.push(row.bytes.len());
    }

    fn append_nested_mark(&mut self, mark: u8) {
        match mark {
            ROW_START => self.open_rows_in_cell += 1,
            ROW_END => self.open_rows_in_cell -= 1,
            _ => {}
        }
        self.append(&[mark]);
    }

    /// Returns whether a row that begins now is in the list with the rows of the next level, and not in another cell.
    fn is_at_row_of_next_level(&self) -> bool {
        let Some(level) = self.current_level() else { return true };
        let current_column = self.rows_by_level[level].cell_starts.len().checked_sub(1);
        self.list_columns.get(level).is_some_and(|list_column| current_column == Some(*list_column))
    }

    /// Ends the current row. Passes a row without inner rows to the visitor, with its enclosing rows. Returns false if no
    /// more rows are needed.
    fn end_row(&mut self, visitor: &mut impl RowVisitor) -> bool {
        // a row without inner rows must not keep the inner rows of an earlier row
        self.rows_by_level[self.open_levels..].iter_mut().for_each(ReportRow::clear);
        let ended_level = self.open_levels.saturating_sub(1);
        self.open_levels = ended_level;
        if ended_level == 0 && self.has_single_row {
            visitor.visit_single_row(&self.rows_by_level);
            return true;
        }
        // the visitor has already received a row with inner rows, once with each of them
        if self.rows_by_level[ended_level].has_inner_rows {
            return true;
        }
        visitor.visit_row(&self.rows_by_level)
    }
}
