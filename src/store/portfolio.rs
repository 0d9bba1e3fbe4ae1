//! The learning portfolio: a row for each employed person and training, computed at the moment of asking.
//!
//! The rules are those of contract section 4. They are stated here and not in a view, since SQL would sort
//! the whole before its first row. [`catalog`] is what every person shares, read once; [`batch`] what some
//! persons have to do with trainings; [`rows`] puts both together, person by person; [`counts`] finds a page
//! without computing the rows before it. What an element is called is left to the operation.

mod batch;
mod catalog;
mod counts;
mod rows;

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSqlOutput, ValueRef};
use rusqlite::{Result, ToSql};

pub use batch::Learner;
pub use catalog::PortfolioTraining;
pub use counts::{has_dirty_persons, page, settle, wrong};
pub use rows::{PortfolioRow, PortfolioRows};

/// Which rows are asked for, beside those of active trainings in the portfolio.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Selection {
    /// Trainings that the person completed and that are not in the portfolio.
    pub not_in_portfolio: bool,
    pub inactive: bool,
}

/// A datetime as it is stored, which compares as time does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct StoredDatetime([u8; 19]);

impl StoredDatetime {
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl ToSql for StoredDatetime {
    fn to_sql(&self) -> Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(ValueRef::Text(&self.0)))
    }
}

impl FromSql for StoredDatetime {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let moment = value.as_bytes()?.try_into().map_err(|_| FromSqlError::InvalidType)?;
        Ok(StoredDatetime(moment))
    }
}
