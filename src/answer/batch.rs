//! A batch of rows in memory. One thread can fill the batch, and another thread read it.

use anyhow::Result;

use crate::model::cell::Cell;

/// A batch is full with this many rows, or with [`MAX_TEXT_BYTES`] of text.
pub const MAX_ROWS: usize = 512;
const MAX_TEXT_BYTES: usize = 64 * 1024;

/// Rows whose texts share one buffer. An emptied batch keeps its buffers for new rows.
#[derive(Default)]
pub struct RowBatch {
    column_count: usize,
    row_count: usize,
    /// The cells of all rows, row by row.
    cells: Vec<CellSpan>,
    text: Vec<u8>,
}

enum CellSpan {
    Null,
    Int(i64),
    /// The begin and end in `RowBatch::text`.
    Text(u32, u32),
}

impl RowBatch {
    /// Empties the batch, for new rows with this number of columns.
    pub fn begin(&mut self, column_count: usize) {
        (self.column_count, self.row_count) = (column_count, 0);
        self.cells.clear();
        self.text.clear();
    }

    pub fn row_count(&self) -> usize {
        self.row_count
    }

    pub fn is_full(&self) -> bool {
        self.row_count == MAX_ROWS || self.text.len() >= MAX_TEXT_BYTES
    }

    pub fn add<'c>(&mut self, mut read_cell: impl FnMut(usize) -> Result<Cell<'c>>) -> Result<()> {
        for column in 0..self.column_count {
            let cell = match read_cell(column)? {
                Cell::Null => CellSpan::Null,
                Cell::Int(number) => CellSpan::Int(number),
                // offsets of 32 bits keep a cell small
                Cell::Text(text) => {
                    let begin = u32::try_from(self.text.len())?;
                    self.text.extend_from_slice(text);
                    CellSpan::Text(begin, u32::try_from(self.text.len())?)
                }
            };
            self.cells.push(cell);
        }
        self.row_count += 1;
        Ok(())
    }

    #[inline]
    pub fn cell(&self, row: usize, column: usize) -> Cell<'_> {
        match self.cells[row * self.column_count + column] {
            CellSpan::Null => Cell::Null,
            CellSpan::Int(number) => Cell::Int(number),
            CellSpan::Text(begin, end) => Cell::Text(&self.text[begin as usize..end as usize]),
        }
    }
}
