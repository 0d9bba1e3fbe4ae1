//! Reads a value from SQLite and writes it in the answer's format.

use anyhow::{Context, Result, bail};
use rusqlite::types::ValueRef;

use super::prepared_answer::PreparedValue;
use crate::encode::{Encoder, Fragment, LocalSettings};
use crate::model::cell::Cell;
use crate::operation::response_schema::AbsentRule;

/// Converts a value of SQLite. A real or a blob is an error.
#[inline]
pub fn read_cell(value: ValueRef<'_>) -> Result<Cell<'_>> {
    match value {
        ValueRef::Null => Ok(Cell::Null),
        ValueRef::Integer(number) => Ok(Cell::Int(number)),
        ValueRef::Text(text) => Ok(Cell::Text(text)),
        ValueRef::Real(_) | ValueRef::Blob(_) => bail!("no answer has a {:?}", value.data_type()),
    }
}

/// Returns the integer in a cell. A cell of another kind is an error.
#[inline]
pub fn read_integer(cell: Cell) -> Result<i64> {
    match cell {
        Cell::Int(number) => Ok(number),
        other => bail!("a whole number is expected, not {other:?}"),
    }
}

/// Writes a value with its delimiters, or the text for an absent value. An empty text counts as absent.
// inlined, because a call would cost more than writing the value
#[inline]
pub fn write_cell<E: Encoder>(
    prepared: &PreparedValue,
    cell: &Cell,
    local: &mut LocalSettings,
    out: &mut Fragment,
) -> Result<()> {
    let PreparedValue { value, absent, delimiters } = prepared;
    if cell.is_empty() && *absent != AbsentRule::NeverAbsent {
        out.append_str(&delimiters.if_absent);
        return Ok(());
    }
    out.append_str(&delimiters.before);
    E::write_value(*value, cell, local, out).with_context(|| format!("column {}", delimiters.before))?;
    out.append_str(&delimiters.after);
    Ok(())
}
