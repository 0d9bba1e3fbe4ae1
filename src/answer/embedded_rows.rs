//! Rows embedded in one text column of another row. Rows of one value are separated by a space; for rows of several
//! values, U+001E separates rows and U+001F separates values. XML forbids both characters, so no text contains them.

use std::str;

use anyhow::{Context, Result, bail, ensure};

use super::batch::RowBatch;
use crate::model::cell::Cell;

const ROW_SEPARATOR: u8 = 0x1E;
const SINGLE_VALUE_SEPARATOR: u8 = b' ';
const VALUE_SEPARATOR: u8 = 0x1F;

/// The rows that one cell embeds, and the current row among them.
pub struct EmbeddedRows<'a> {
    /// For each column: whether its values are integers. Other columns have texts.
    is_integer: &'a [bool],
    rows: RowBatch,
    row: usize,
}

impl<'a> EmbeddedRows<'a> {
    pub fn new(is_integer: &'a [bool]) -> Self {
        Self { is_integer, rows: RowBatch::default(), row: 0 }
    }

    /// Parses the rows in a cell and moves to the first one.
    pub fn parse(&mut self, cell: Cell) -> Result<()> {
        let column_count = self.is_integer.len();
        self.rows.begin(column_count);
        self.row = 0;
        let text = match cell {
            Cell::Text(b"") | Cell::Null => return Ok(()),
            Cell::Text(text) => text,
            Cell::Int(_) => bail!("a list is a text, not {cell:?}"),
        };
        let row_separator = if column_count == 1 { SINGLE_VALUE_SEPARATOR } else { ROW_SEPARATOR };
        for row in text.split(|byte| *byte == row_separator) {
            // a row must have exactly one value for each column
            let mut values = row.split(|byte| *byte == VALUE_SEPARATOR);
            self.rows.add(|column| {
                let value = values.next().context("a value is missing")?;
                Ok(match self.is_integer[column] {
                    true => Cell::Int(str::from_utf8(value)?.parse()?),
                    false => Cell::Text(value),
                })
            })?;
            ensure!(values.next().is_none(), "a row has too many values");
        }
        Ok(())
    }

    pub fn has_row(&self) -> bool {
        self.row < self.rows.row_count()
    }

    pub fn advance(&mut self) {
        self.row += 1;
    }

    pub fn cell(&self, column: usize) -> Cell<'_> {
        self.rows.cell(self.row, column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_rows(is_integer: &[bool], text: &str) -> Result<Vec<String>> {
        let mut embedded = EmbeddedRows::new(is_integer);
        embedded.parse(Cell::Text(text.as_bytes()))?;
        let mut rows = Vec::new();
        while embedded.has_row() {
            let cells = (0..is_integer.len()).map(|column| format!("{:?}", embedded.cell(column)));
            rows.push(cells.collect::<Vec<_>>().join(" "));
            embedded.advance();
        }
        Ok(rows)
    }

    #[test]
    fn a_malformed_list_is_an_error() {
        assert_eq!(parse_rows(&[true], "").unwrap(), [""; 0]);
        assert_eq!(parse_rows(&[true], "12").unwrap(), ["Int(12)"]);
        assert_eq!(parse_rows(&[true], "12 3 2147483647").unwrap(), ["Int(12)", "Int(3)", "Int(2147483647)"]);
        for text in ["12  3", " 12", "12 ", " ", "12,3", "12 x"] {
            assert!(parse_rows(&[true], text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_row_without_all_its_values_is_an_error() {
        let parse = |text| parse_rows(&[false, true], text);
        assert_eq!(parse("").unwrap(), [""; 0]);
        assert_eq!(parse("\u{1F}1\u{1E}b c\u{1F}2").unwrap(), ["Text([]) Int(1)", "Text([98, 32, 99]) Int(2)"]);
        for text in ["b", "b\u{1F}", "b\u{1F}c", "b\u{1F}1\u{1F}2", "b\u{1F}1\u{1E}"] {
            assert!(parse(text).is_err(), "{text:?}");
        }
    }
}
