//! A batch of rows that one thread reads and another thread uses.

use anyhow::Result;

use crate::model::cell::Cell;

/// A batch ends at 512 rows, or after the row that reaches this many bytes of text.
pub const ROWS: usize = 512;
const BYTES: usize = 64 * 1024;

#[derive(Default)]
pub struct RowBatch {
    columns: usize,
    rows: usize,
    slots: Vec<CellSpan>,
    /// The concatenated texts of all cells.
    text: Vec<u8>,
}

enum CellSpan {
    Null,
    Int(i64),
    /// The range in `RowBatch::text`.
    Text(u32, u32),
}

impl RowBatch {
    /// Empties the batch for rows of this many columns.
    pub fn begin(&mut self, columns: usize) {
        (self.columns, self.rows) = (columns, 0);
        self.slots.clear();
        self.text.clear();
    }

    pub fn row_count(&self) -> usize {
        self.rows
    }

    pub fn is_full(&self) -> bool {
        self.rows == ROWS || self.text.len() >= BYTES
    }

    /// Adds a row; `cell` returns its cells.
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

    #[inline]
    pub fn cell(&self, row: usize, column: usize) -> Cell<'_> {
        match self.slots[row * self.columns + column] {
            CellSpan::Null => Cell::Null,
            CellSpan::Int(number) => Cell::Int(number),
            CellSpan::Text(begin, end) => Cell::Text(&self.text[begin as usize..end as usize]),
        }
    }
}
