//! The kinds of columns in tables over REST: their values, and the operators by which they are filtered.

use super::response_schema::FieldValue;
use crate::datafile::file::{Column, Domain};
use crate::datafile::view;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnKind {
    Integer,
    Money,
    Boolean,
    Date,
    Datetime,
    DatetimeOrNever,
    Time,
    Text,
}

impl ColumnKind {
    pub fn of(column: &Column) -> Self {
        match column.domain {
            _ if view::refers_by_number(column) || column.enumeration.is_some() => ColumnKind::Integer,
            Domain::Id | Domain::Int(..) => ColumnKind::Integer,
            Domain::Money => ColumnKind::Money,
            Domain::Flag => ColumnKind::Boolean,
            Domain::Date => ColumnKind::Date,
            Domain::Datetime => ColumnKind::Datetime,
            Domain::DatetimeOrNever => ColumnKind::DatetimeOrNever,
            Domain::Time => ColumnKind::Time,
            Domain::Text(_) | Domain::Choice(_) | Domain::Image | Domain::Bytes => ColumnKind::Text,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            ColumnKind::Integer => "integer",
            ColumnKind::Money => "money",
            ColumnKind::Boolean => "boolean",
            ColumnKind::Date => "date",
            ColumnKind::Datetime => "datetime",
            ColumnKind::DatetimeOrNever => "datetime-or-never",
            ColumnKind::Time => "time",
            ColumnKind::Text => "text",
        }
    }

    pub fn field_value(self) -> FieldValue {
        match self {
            ColumnKind::Integer => FieldValue::Long,
            ColumnKind::Money => FieldValue::Money,
            ColumnKind::Boolean => FieldValue::Bool,
            ColumnKind::Date => FieldValue::Date,
            ColumnKind::Datetime => FieldValue::ZonedDateTime,
            ColumnKind::DatetimeOrNever => FieldValue::ZonedOrNever,
            ColumnKind::Time | ColumnKind::Text => FieldValue::Text,
        }
    }

    pub fn operators(self) -> &'static [&'static str] {
        match self {
            ColumnKind::Boolean => &["eq", "ne", "in", "null"],
            ColumnKind::Text => &["eq", "ne", "lt", "lte", "gt", "gte", "in", "contains", "starts", "null"],
            _ => &["eq", "ne", "lt", "lte", "gt", "gte", "in", "null"],
        }
    }
}
