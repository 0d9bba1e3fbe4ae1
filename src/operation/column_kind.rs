//! The kinds of columns in tables over REST: their values, and the operators by which they are filtered.

use super::response_schema::FieldValue;
use crate::datafile::file::{Column, Domain};
use crate::datafile::view;

pub struct ColumnKind {
    pub name: &'static str,
    pub value: FieldValue,
    pub operators: &'static [&'static str],
}

impl ColumnKind {
    pub fn of(column: &Column) -> Self {
        let (name, value) = match column.domain {
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
        let operators: &[&str] = match value {
            FieldValue::Bool => &["eq", "ne", "in", "null"],
            FieldValue::Text => &["eq", "ne", "lt", "lte", "gt", "gte", "in", "contains", "starts", "null"],
            _ => &["eq", "ne", "lt", "lte", "gt", "gte", "in", "null"],
        };
        Self { name, value, operators }
    }
}
