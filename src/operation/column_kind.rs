//! The kinds of columns in tables over REST: their values, and the operators by which they are filtered.

use super::response_schema::FieldValue;
use crate::datafile::file::{Column, Domain};
use crate::datafile::view;

pub struct ColumnKind {
    /// The name of the kind in the list of tables, such as `datetime-or-never`.
    pub name: &'static str,
    pub value: FieldValue,
    pub operators: &'static [&'static str],
}

impl ColumnKind {
    /// Returns the kind of a column. A reference by id is an integer.
    pub fn of(column: &Column) -> Self {
        let (name, value) = match column.domain {
            // ids and the numbers of an enumeration are stored as integers, whatever the domain
            _ if view::refers_by_id(column) || column.enumeration.is_some() => ("integer", FieldValue::Long),
            Domain::Id | Domain::Int(..) => ("integer", FieldValue::Long),
            Domain::Money => ("money", FieldValue::Money),
            Domain::Flag => ("boolean", FieldValue::Bool),
            Domain::Date => ("date", FieldValue::Date),
            Domain::Datetime => ("datetime", FieldValue::ZonedDateTime),
            Domain::DatetimeOrNever => ("datetime-or-never", FieldValue::ZonedOrNever),
            Domain::Time => ("time", FieldValue::Time),
            Domain::Text(_) | Domain::Choice(_) | Domain::Image | Domain::Bytes => ("text", FieldValue::Text),
        };
        // booleans have no order, and only texts can contain or start with a text
        let operators: &[&str] = match value {
            FieldValue::Bool => &["eq", "ne", "in", "null"],
            FieldValue::Text => &["eq", "ne", "lt", "lte", "gt", "gte", "in", "contains", "starts", "null"],
            _ => &["eq", "ne", "lt", "lte", "gt", "gte", "in", "null"],
        };
        Self { name, value, operators }
    }
}
