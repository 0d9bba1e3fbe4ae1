//! What the cells of a column must be, for a row to be among those that are wished: which filters a column has follows
//! from what its declaration lets a cell say.

use anyhow::Result;
use rusqlite::types::Value;

use super::{ListingError, check};
use crate::datafile::cell::canonical;
use crate::datafile::file::{Column, Domain};
use crate::model::text::anywhere;
use crate::model::time::Clock;

/// How a filter compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FilterOperator {
    Is,
    /// The cell has this in it, whatever the case of its ASCII letters.
    Has,
    /// The cell is this or comes after it.
    From,
    /// The cell is this or comes before it; of a datetime the day counts.
    To,
}

impl FilterOperator {
    /// Its name in an address.
    pub fn name(self) -> &'static str {
        match self {
            Self::Is => "is",
            Self::Has => "has",
            Self::From => "from",
            Self::To => "to",
        }
    }

    /// By what people filter a column.
    pub fn of(column: &Column) -> &'static [Self] {
        match column.domain {
            _ if !column.references().is_empty() => &[Self::Is],
            Domain::Flag | Domain::Choice(_) => &[Self::Is],
            Domain::Text(_) | Domain::Image => &[Self::Has],
            Domain::Bytes => &[],
            _ => &[Self::From, Self::To],
        }
    }
}

#[derive(Clone)]
pub struct ColumnFilter {
    pub column: &'static Column,
    pub holds: FilterOperator,
    pub cell: String,
}

impl ColumnFilter {
    pub fn is(column: &'static Column, cell: &str) -> Self {
        Self { column, holds: FilterOperator::Is, cell: cell.to_owned() }
    }

    /// The same with what it compares with as cells have it; or what is wrong with that.
    pub fn read(mut self, clock: &Clock) -> Result<Self, String> {
        if self.holds == FilterOperator::Has {
            check(&self.cell).map_err(|wrong| wrong.to_string())?;
        }
        if let FilterOperator::From | FilterOperator::To = self.holds {
            let cell = canonical(self.column, &self.cell, clock);
            let cell = cell.map_err(|wrong| wrong.replace("{}", &self.cell))?;
            self.cell = match self.column.domain {
                Domain::Datetime | Domain::DatetimeOrNever => cell.chars().take(DAY).collect(),
                _ => cell.into_owned(),
            };
        }
        Ok(self)
    }

    /// As a condition on a row `t` of the table, or `v` of the view, with the value of its one parameter.
    pub(super) fn condition(&self) -> Result<(String, Value), ListingError> {
        let (cell, value) = (cell(self.column), Value::Text(self.cell.clone()));
        let number = self.column.is_number();
        Ok(match self.holds {
            FilterOperator::Is => (format!("{cell} = ?"), value),
            FilterOperator::Has => {
                check(&self.cell)?;
                let pattern = Value::Text(anywhere(&self.cell));
                (format!(r"{cell} LIKE ? ESCAPE '\'"), pattern)
            }
            FilterOperator::From if number => (comparable_text(&cell, ">="), value),
            FilterOperator::To if number => (comparable_text(&cell, "<="), value),
            FilterOperator::From => (format!("{cell} >= ?"), value),
            FilterOperator::To => {
                let day = format!("({cell} <> '' AND substr({cell}, 1, {DAY}) <= ?)");
                (day, value)
            }
        })
    }
}

/// How long a date is, which every datetime begins with.
const DAY: usize = "2026-03-09".len();

fn comparable_text(cell: &str, than: &str) -> String {
    format!("({cell} <> '' AND CAST({cell} AS REAL) {than} CAST(? AS REAL))")
}

/// The canonical cell of a column: from the table, where it is stored so that the view need not be asked.
fn cell(column: &Column) -> String {
    let stored = column.stored();
    match column.domain {
        _ if !column.references().is_empty() || stored.is_empty() => viewed(column),
        Domain::Id
        | Domain::Text(_)
        | Domain::Image
        | Domain::Choice(_)
        | Domain::Int(..)
        | Domain::Date
        | Domain::Datetime => format!("coalesce(CAST(t.{stored} AS TEXT), '')"),
        Domain::Flag => format!("iif(t.{stored}, 'true', 'false')"),
        _ => viewed(column),
    }
}

fn viewed(column: &Column) -> String {
    format!("CAST(v.\"{}\" AS TEXT)", column.name)
}
