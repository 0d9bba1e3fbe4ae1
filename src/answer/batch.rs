//! Rows that one thread read and another works with.

use anyhow::Result;

use crate::model::cell::Cell;

/// How many rows a batch has at most, and of how many bytes of text a row is its last.
pub const ROWS: usize = 512;
const BYTES: usize = 64 * 1024;

/// Rows, all of so many columns.
#[derive(Default)]
pub struct RowBatch {
    columns: usize,
    rows: usize,
    slots: Vec<CellSpan>,
    /// The texts, end to end.
    text: Vec<u8>,
}

/// A cell; of a text, where it begins and ends.
enum CellSpan {
    Null,
    Int(i64),
    Text(u32, u32),
}

impl RowBatch {
    /// Begins anew, with rows of so many columns.
    pub fn begin(&mut self, columns: usize) {
        (self.columns, self.rows) = (columns, 0);
        self.slots.clear();
        self.text.clear();
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Whether it takes no more.
    pub fn is_full(&self) -> bool {
        self.rows == ROWS || self.text.len() >= BYTES
    }

    pub fn add<'c>(&mut self, mut cell: impl FnMut(usize) -> Result<Cell<'c>>) -> Result<()> {
        for column in 0..self.columns {
            let slot = match cell(column)? {
                Cell::Null => CellSpan::Null,
                Cell::Int(number) => CellSpan::Int(number),
                Cell::Text(text) => {
                    let begin = u32::try_from(self.text.len())?;
                    self.text.extend_from_slice(text);
                    CellSpan::Text(begin, u32::try_from(self.text.len())?)
                }
            };
            self.slots.push(slot);
        }
        self.rows += 1;
        Ok(())
    }

    /// A value of one of its rows.
    #[inline]
    pub fn cell(&self, row: usize, column: usize) -> Cell<'_> {
        match self.slots[row * self.columns + column] {
            CellSpan::Null => Cell::Null,
            CellSpan::Int(number) => Cell::Int(number),
            CellSpan::Text(begin, end) => Cell::Text(&self.text[begin as usize..end as usize]),
        }
    }
}
