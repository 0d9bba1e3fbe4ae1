//! Column filters. The declaration of a column determines its filters.

use anyhow::Result;
use rusqlite::types::Value;

use super::{ListingError, check};
use crate::datafile::cell::parse_cell;
use crate::datafile::file::{Column, Domain};
use crate::model::language::Language;
use crate::model::text::like_containing;
use crate::model::time::Clock;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FilterOperator {
    Is,
    /// The cell contains the text; ASCII case is ignored.
    Has,
    From,
    /// The cell is at most the value; of a datetime, the day counts.
    To,
    /// The cell is empty or later: what has not ended. Not offered to people.
    EmptyOrAfter,
}

impl FilterOperator {
    pub fn name(self) -> &'static str {
        match self {
            Self::Is => "is",
            Self::Has => "has",
            Self::From => "from",
            Self::To => "to",
            Self::EmptyOrAfter => "after",
        }
    }

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

    /// Converts the operand to its stored form, or returns what is wrong with it.
    pub fn read(mut self, clock: &Clock, language: Language) -> Result<Self, String> {
        if self.holds == FilterOperator::Has {
            check(&self.cell).map_err(|error| error.to_string())?;
        }
        if let FilterOperator::From | FilterOperator::To = self.holds {
            let cell = parse_cell(self.column, &self.cell, clock);
            let cell = cell.map_err(|error| error.render_with_value(language, &self.cell))?;
            self.cell = match self.column.domain {
                Domain::Datetime | Domain::DatetimeOrNever => cell.chars().take(DAY).collect(),
                _ => cell.into_owned(),
            };
        }
        Ok(self)
    }

    /// Returns the SQL condition on the row `t` of the table or `v` of the view, and its parameter.
    pub(super) fn condition(&self) -> Result<(String, Value), ListingError> {
        let (cell, value) = (cell(self.column), Value::Text(self.cell.clone()));
        let number = self.column.is_number();
        Ok(match self.holds {
            FilterOperator::Is => (format!("{cell} = ?"), value),
            FilterOperator::Has => {
                check(&self.cell)?;
                (format!(r"{cell} LIKE ? ESCAPE '\'"), Value::Text(like_containing(&self.cell)))
            }
            FilterOperator::From if number => (compare_numbers(&cell, ">="), value),
            FilterOperator::To if number => (compare_numbers(&cell, "<="), value),
            FilterOperator::From => (format!("{cell} >= ?"), value),
            FilterOperator::EmptyOrAfter => (format!("coalesce(nullif({cell}, ''), '9999') > ?"), value),
            FilterOperator::To => (format!("({cell} <> '' AND substr({cell}, 1, {DAY}) <= ?)"), value),
        })
    }
}

const DAY: usize = "2026-03-09".len();

fn compare_numbers(cell: &str, operator: &str) -> String {
    format!("({cell} <> '' AND CAST({cell} AS REAL) {operator} CAST(? AS REAL))")
}

/// Returns the SQL for a canonical cell: from the table if it is stored in this form.
fn cell(column: &Column) -> String {
    let stored = column.stored_column();
    match column.domain {
        _ if !column.references().is_empty() || stored.is_empty() => viewed(column),
        Domain::Money | Domain::Time | Domain::DatetimeOrNever | Domain::Bytes => viewed(column),
        Domain::Flag => format!("iif(t.{stored}, 'true', 'false')"),
        _ => format!("coalesce(CAST(t.{stored} AS TEXT), '')"),
    }
}

fn viewed(column: &Column) -> String {
    format!("CAST(v.\"{}\" AS TEXT)", column.name)
}
