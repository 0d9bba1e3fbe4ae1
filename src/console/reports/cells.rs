//! Splits an answer into the cells of its rows while it is written. Holds the current row of each level only.

use super::columns::ReportShape;
use crate::encode::cells::{FIELD_START, ROW_END, ROW_START};

/// Collects the innermost rows of an answer.
#[derive(Default)]
pub struct RowSplitter {
    /// The column of each level that contains the next level's rows.
    inner: Vec<usize>,
    /// The enclosing rows, the outermost first.
    rows: Vec<ReportRow>,
    /// The number of open levels.
    open: usize,
    /// The number of open rows inside a cell.
    nested: usize,
    /// Is the outermost row the answer itself?
    is_one: bool,
}

/// A row: its concatenated cells.
#[derive(Default)]
pub struct ReportRow {
    bytes: Vec<u8>,
    begins: Vec<usize>,
    /// Does it contain a row of the next level?
    holds_rows: bool,
}

impl ReportRow {
    /// Returns a cell; empty if the row lacks it.
    pub fn cell(&self, at: usize) -> &[u8] {
        let Some(begin) = self.begins.get(at) else {
            return &[];
        };
        let end = self.begins.get(at + 1).copied();
        &self.bytes[*begin..end.unwrap_or(self.bytes.len())]
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    fn clear(&mut self) {
        self.bytes.clear();
        self.begins.clear();
        self.holds_rows = false;
    }
}

/// Receives rows; returns whether to continue.
pub trait RowVisitor {
    /// Receives an innermost row after its enclosing rows.
    fn row(&mut self, rows: &[ReportRow]) -> bool;

    fn end(&mut self, _outermost: &ReportRow) {}
}

impl RowSplitter {
    /// Creates a splitter for rows of this shape.
    pub fn new(shape: &ReportShape) -> Self {
        Self {
            inner: shape.inner.clone(),
            rows: shape.levels.iter().map(|_| ReportRow::default()).collect(),
            open: 0,
            nested: 0,
            is_one: shape.is_one,
        }
    }

    /// Processes the next bytes of the answer. Returns false when no more rows are needed.
    pub fn take(&mut self, mut bytes: &[u8], to: &mut impl RowVisitor) -> bool {
        let is_mark = |byte: &u8| matches!(*byte, ROW_START | FIELD_START | ROW_END);
        while let Some(at) = bytes.iter().position(is_mark) {
            let (text, rest) = bytes.split_at(at);
            self.text(text);
            bytes = &rest[1..];
            if !self.mark(rest[0], to) {
                return false;
            }
        }
        self.text(bytes);
        true
    }

    fn text(&mut self, text: &[u8]) {
        if let Some(row) = self.open.checked_sub(1).map(|at| &mut self.rows[at]) {
            row.bytes.extend_from_slice(text);
        }
    }

    fn mark(&mut self, mark: u8, to: &mut impl RowVisitor) -> bool {
        match mark {
            ROW_START if self.nested == 0 && self.is_outer() => {
                if let Some(around) = self.open.checked_sub(1) {
                    self.rows[around].holds_rows = true;
                }
                self.rows[self.open].clear();
                self.open += 1;
            }
            ROW_START => {
                self.nested += 1;
                self.text(&[mark]);
            }
            FIELD_START if self.nested == 0 => {
                let row = &mut self.rows[self.open.saturating_sub(1)];
                row.begins.push(row.bytes.len());
            }
            ROW_END if self.nested == 0 => return self.close(to),
            _ => {
                self.nested -= usize::from(mark == ROW_END);
                self.text(&[mark]);
            }
        }
        true
    }

    /// Returns whether a row that begins now is one of the levels.
    fn is_outer(&self) -> bool {
        let Some(around) = self.open.checked_sub(1) else {
            return true;
        };
        let at = self.rows[around].begins.len().checked_sub(1);
        self.inner.get(around).copied().is_some_and(|inner| at == Some(inner))
    }

    fn close(&mut self, to: &mut impl RowVisitor) -> bool {
        // a row without rows of the next level is still a row of the table
        self.rows[self.open..].iter_mut().for_each(ReportRow::clear);
        self.open = self.open.saturating_sub(1);
        if self.open == 0 && self.is_one {
            to.end(&self.rows[0]);
            return true;
        }
        self.rows[self.open].holds_rows || to.row(&self.rows)
    }
}
