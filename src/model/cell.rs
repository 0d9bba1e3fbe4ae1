//! A stored value, as the database returns it and formats write it.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cell<'a> {
    Null,
    /// An integer, a boolean (0 or 1), or an amount in cents.
    Int(i64),
    /// A UTF-8 text, or a date, time or datetime in its stored form.
    Text(&'a [u8]),
}

impl Cell<'_> {
    pub fn is_empty(&self) -> bool {
        matches!(self, Cell::Null | Cell::Text([]))
    }
}
