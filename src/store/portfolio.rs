//! The learning portfolio (contract section 4): a row per employed person and training. Rust code computes the rows on
//! request, because a view would sort all rows before it returns the first.

mod batch;
mod catalog;
mod counts;
mod rows;

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSqlOutput, ValueRef};
use rusqlite::{Result, ToSql};

pub use batch::PortfolioPerson;
pub use catalog::PortfolioTraining;
pub use counts::{find_page, find_wrong_counts, has_dirty_persons, recount_dirty_batch};
pub use rows::{PortfolioRow, PortfolioRows, status};

/// The trainings that a response has in addition to the active trainings in the portfolio.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TrainingSelection {
    /// Whether the response has completed trainings outside the portfolio.
    pub includes_outside_portfolio: bool,
    /// Whether the response has trainings that are not given now.
    pub includes_inactive: bool,
}

const ALL_TRAININGS: TrainingSelection =
    TrainingSelection { includes_outside_portfolio: true, includes_inactive: true };

/// A datetime as the database stores it, `yyyy-MM-ddTHH:mm:ss`.
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
        let text = value.as_bytes()?.try_into().map_err(|_| FromSqlError::InvalidType)?;
        Ok(StoredDatetime(text))
    }
}
