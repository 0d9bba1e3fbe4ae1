//! A value of a row, as it is stored: what the database gives and formats write.

/// A value of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cell<'a> {
    Null,
    /// A whole number, a boolean (0 or 1), or an amount in cents.
    Int(i64),
    /// A text in UTF-8, or a date, time or datetime in its stored form.
    Text(&'a [u8]),
}

impl Cell<'_> {
    /// Whether it is none, or a text without characters.
    pub fn is_empty(&self) -> bool {
        matches!(self, Cell::Null | Cell::Text([]))
    }
}
