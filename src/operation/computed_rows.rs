//! Rows of an answer that Rust code computes, because a query would be slower or cannot return them.

use std::borrow::Cow;
use std::time::Duration;

use super::request::Arguments;
use crate::model::cell::Cell;
use crate::model::refusal::Refusal;
use crate::store::Snapshot;

/// Opens the computed rows of an answer, within the snapshot of the call.
pub type OpenComputed = for<'s> fn(&'s Snapshot, &Arguments) -> Result<OpenedRows<'s>, AnswerError>;

pub struct OpenedRows<'s> {
    /// The outermost rows, then the rows of each nested list. A nested list comes after the rows that contain it.
    pub lists: Vec<Box<dyn ComputedRows + 's>>,
    /// The position of the next page; `None` on the last page.
    pub next: Option<String>,
    /// Set if the request waits for changes, because the page is empty.
    pub wait: Option<FeedWait>,
}

impl<'s> From<Vec<Box<dyn ComputedRows + 's>>> for OpenedRows<'s> {
    fn from(lists: Vec<Box<dyn ComputedRows + 's>>) -> Self {
        Self { lists, next: None, wait: None }
    }
}

/// The wait of an empty page for a change after the `newest` change.
#[derive(Debug, Clone, Copy)]
pub struct FeedWait {
    pub newest: i64,
    pub time: Duration,
}

/// The reason why an answer was not made, or not completed.
#[derive(Debug)]
pub enum AnswerError {
    Refused(Refusal),
    /// The client has left.
    Gone,
    Internal(anyhow::Error),
}

impl<E: Into<anyhow::Error>> From<E> for AnswerError {
    fn from(error: E) -> Self {
        AnswerError::Internal(error.into())
    }
}

/// Rows that Rust code computes, with the columns that a query would have. The first `advance` moves to the first row.
pub trait ComputedRows {
    /// Advances to the next row. Returns false after the last row.
    fn advance(&mut self) -> anyhow::Result<bool>;

    fn cell(&self, column: usize) -> Cell<'_>;
}

/// A cell that owns its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OwnedCell {
    Null,
    Int(i64),
    Text(Cow<'static, str>),
}

struct IteratedRows<I, R> {
    rows: I,
    /// The current row; `None` before the first row and after the last.
    current: Option<R>,
}

/// Returns the rows of an iterator, which computes each row when it is needed.
pub fn rows_from_iter<'s, R: AsRef<[OwnedCell]> + 's>(
    rows: impl Iterator<Item = anyhow::Result<R>> + 's,
) -> Box<dyn ComputedRows + 's> {
    Box::new(IteratedRows { rows, current: None })
}

pub fn rows_from_vec<'s, R: AsRef<[OwnedCell]> + 's>(rows: Vec<R>) -> Box<dyn ComputedRows + 's> {
    rows_from_iter(rows.into_iter().map(Ok))
}

impl<I: Iterator<Item = anyhow::Result<R>>, R: AsRef<[OwnedCell]>> ComputedRows for IteratedRows<I, R> {
    fn advance(&mut self) -> anyhow::Result<bool> {
        self.current = self.rows.next().transpose()?;
        Ok(self.current.is_some())
    }

    fn cell(&self, column: usize) -> Cell<'_> {
        match self.current.as_ref().map(|row| &row.as_ref()[column]) {
            None | Some(OwnedCell::Null) => Cell::Null,
            Some(OwnedCell::Int(number)) => Cell::Int(*number),
            Some(OwnedCell::Text(text)) => Cell::Text(text.as_bytes()),
        }
    }
}

/// The `key` of an answer's single row, such as a page. The rows of its lists have this key as their `parent`.
pub const ONLY_ROW_KEY: i64 = 1;
