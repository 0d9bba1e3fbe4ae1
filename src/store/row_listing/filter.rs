//! Filters by a column. The declaration of the column determines its operators.

use anyhow::Result;
use rusqlite::types::Value;

use super::{ListingError, check_search};
use crate::datafile::cell::parse_cell;
use crate::datafile::file::{Column, Domain};
use crate::model::language::Language;
use crate::model::text::containing_pattern;
use crate::model::time::Clock;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FilterOperator {
    Is,
    /// The cell contains the text, ignoring the case of ASCII letters.
    Contains,
    /// The cell is at least the value.
    From,
    /// The cell is at most the value. Of a datetime, only the day is compared.
    To,
    /// The cell is empty or later than the value. Only the list of employed persons uses this operator.
    EmptyOrAfter,
}

impl FilterOperator {
    /// Returns the name that the console uses in addresses.
    pub fn name(self) -> &'static str {
        match self {
            Self::Is => "is",
            Self::Contains => "has",
            Self::From => "from",
            Self::To => "to",
            Self::EmptyOrAfter => "after",
        }
    }

    /// Returns the operators that the console offers for a column; none if a column cannot be filtered.
    pub fn for_column(column: &Column) -> &'static [Self] {
        match column.domain {
            // a reference is looked up as a whole, whatever the kind of its cells
            _ if !column.references().is_empty() => &[Self::Is],
            Domain::Flag | Domain::Choice(_) => &[Self::Is],
            Domain::Text(_) | Domain::Image => &[Self::Contains],
            Domain::Bytes => &[],
            _ => &[Self::From, Self::To],
        }
    }
}

#[derive(Clone)]
pub struct ColumnFilter {
    pub column: &'static Column,
    pub operator: FilterOperator,
    /// The value with which the operator compares cells: as a person wrote it, or canonical after [`Self::parse`].
    pub cell: String,
}

impl ColumnFilter {
    pub fn equals(column: &'static Column, cell: &str) -> Self {
        Self { column, operator: FilterOperator::Is, cell: cell.to_owned() }
    }

    /// Checks the value. Converts the value of a range to the form in which cells are stored: `9-3-2026` becomes
    /// `2026-03-09`. The error explains in `language` what is wrong with the value.
    pub fn parse(mut self, clock: &Clock, language: Language) -> Result<Self, String> {
        match self.operator {
            FilterOperator::Contains => check_search(&self.cell).map_err(|error| error.to_string())?,
            FilterOperator::From | FilterOperator::To => {
                let cell = parse_cell(self.column, &self.cell, clock);
                let cell = cell.map_err(|error| error.render_with_value(language, &self.cell))?;
                // a datetime is compared by its day, so that `From` and `To` include whole days
                self.cell = match self.column.domain {
                    Domain::Datetime | Domain::DatetimeOrNever => cell.chars().take(DAY_CHARACTERS).collect(),
                    _ => cell.into_owned(),
                };
            }
            FilterOperator::Is | FilterOperator::EmptyOrAfter => {}
        }
        Ok(self)
    }

    pub(super) fn uses_view(&self) -> bool {
        is_only_in_view(self.column)
    }

    /// Returns the SQL condition on the row (`t` in the table, `v` in the view), and the value of its parameter.
    pub(super) fn condition(&self) -> Result<(String, Value), ListingError> {
        let (cell, value) = (cell_sql(self.column), Value::Text(self.cell.clone()));
        let is_number = self.column.is_number();
        // `To` excludes empty cells: an empty text sorts before every value
        Ok(match self.operator {
            FilterOperator::Is => (format!("{cell} = ?"), value),
            FilterOperator::Contains => {
                check_search(&self.cell)?;
                (format!(r"{cell} LIKE ? ESCAPE '\'"), Value::Text(containing_pattern(&self.cell)))
            }
            FilterOperator::From if is_number => (number_comparison_sql(&cell, ">="), value),
            FilterOperator::From => (format!("{cell} >= ?"), value),
            FilterOperator::To if is_number => (number_comparison_sql(&cell, "<="), value),
            FilterOperator::To => (format!("({cell} <> '' AND substr({cell}, 1, {DAY_CHARACTERS}) <= ?)"), value),
            FilterOperator::EmptyOrAfter => (format!("({cell} = '' OR {cell} > ?)"), value),
        })
    }
}

const DAY_CHARACTERS: usize = "2026-03-09".len();

fn number_comparison_sql(cell: &str, operator: &str) -> String {
    format!("({cell} <> '' AND CAST({cell} AS REAL) {operator} CAST(? AS REAL))")
}

/// Returns the SQL for the canonical cell of a column: from the table if it stores this form, else from the view.
fn cell_sql(column: &Column) -> String {
    let stored = column.stored_column();
    match column.domain {
        _ if is_only_in_view(column) => format!("CAST(v.\"{}\" AS TEXT)", column.name),
        Domain::Flag => format!("iif(t.{stored}, 'true', 'false')"),
        _ => format!("coalesce(CAST(t.{stored} AS TEXT), '')"),
    }
}

/// Returns whether the table has another form of the cell, such as the id of the row to which it refers, or nothing.
fn is_only_in_view(column: &Column) -> bool {
    let has_other_form =
        matches!(column.domain, Domain::Money | Domain::Time | Domain::DatetimeOrNever | Domain::Bytes);
    has_other_form || !column.references().is_empty() || !column.is_stored()
}
