//! Rows that a row holds: whole numbers with a blank between them, as a text.

use std::str;

use anyhow::{Result, bail};

use crate::model::cell::Cell;

/// What a row holds: rows of its `key`, as a list's `parent`, and a number.
#[derive(Default)]
pub struct Held {
    parent: i64,
    text: Vec<u8>,
    /// Where what is left of it begins; past its end, when nothing is.
    read: usize,
    number: Option<i64>,
}

impl Held {
    /// Stands on the first of these.
    pub fn take(&mut self, parent: i64, held: Cell) -> Result<()> {
        self.parent = parent;
        self.text.clear();
        match held {
            Cell::Text(text) => self.text.extend_from_slice(text),
            Cell::Null => {}
            Cell::Int(_) => bail!("a list is a text, not {held:?}"),
        }
        // of an empty one there is nothing to read
        self.read = usize::from(self.text.is_empty());
        self.advance()
    }

    /// Whether it stands on a number.
    pub fn on_row(&self) -> bool {
        self.number.is_some()
    }

    /// Goes on to the next.
    pub fn advance(&mut self) -> Result<()> {
        self.number = match self.text.get(self.read..) {
            Some(left) => {
                let next = left.split(|byte| *byte == b' ').next().unwrap_or_default();
                self.read += next.len() + 1;
                Some(str::from_utf8(next)?.parse()?)
            }
            None => None,
        };
        Ok(())
    }

    /// The `parent`, then the number.
    pub fn cell(&self, column: usize) -> Cell<'_> {
        match (column, self.number) {
            (0, _) => Cell::Int(self.parent),
            (_, number) => number.map_or(Cell::Null, Cell::Int),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(text: &str) -> Result<Vec<i64>> {
        let mut held = Held::default();
        held.take(7, Cell::Text(text.as_bytes()))?;
        let mut numbers = Vec::new();
        while let (Cell::Int(7), Cell::Int(number)) = (held.cell(0), held.cell(1)) {
            numbers.push(number);
            held.advance()?;
        }
        Ok(numbers)
    }

    #[test]
    fn a_list_is_whole_or_a_fault() {
        assert_eq!(numbers("").unwrap(), [0; 0]);
        assert_eq!(numbers("12").unwrap(), [12]);
        assert_eq!(numbers("12 3 2147483647").unwrap(), [12, 3, 2_147_483_647]);
        for text in ["12  3", " 12", "12 ", " ", "12,3", "12 x"] {
            assert!(numbers(text).is_err(), "{text}");
        }
    }
}
