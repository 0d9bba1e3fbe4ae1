//! Constructors of columns, one for each domain of cells.

use super::file::{Column, Domain};
use crate::model::enumeration::Enumeration;
use crate::model::text::MAX_TEXT_CHARACTERS;

pub const fn id_column() -> Column {
    Column::new("Id", Domain::Id, "its id; the next one when empty").dutch("Id")
}

pub const fn text_column(name: &'static str, meaning: &'static str) -> Column {
    Column::new(name, Domain::Text(MAX_TEXT_CHARACTERS), meaning)
}

/// Declares a column of long texts: "Description, Introduction and Memo may have 100,000 characters".
pub const fn long_text_column(name: &'static str, meaning: &'static str) -> Column {
    Column::new(name, Domain::Text(100_000), meaning)
}

pub const fn int_column(name: &'static str, min: i32, meaning: &'static str) -> Column {
    Column::new(name, Domain::Int(min, i32::MAX), meaning)
}

pub const fn order_column(meaning: &'static str) -> Column {
    int_column("Order", i32::MIN, meaning).dutch("Volgorde").stored_as("position").or_default("0")
}

pub const fn money_column(name: &'static str, meaning: &'static str) -> Column {
    Column::new(name, Domain::Money, meaning)
}

pub const fn datetime_column(name: &'static str, meaning: &'static str) -> Column {
    Column::new(name, Domain::Datetime, meaning)
}

pub const fn flag_column(name: &'static str, meaning: &'static str) -> Column {
    Column::new(name, Domain::Flag, meaning).or_default("false")
}

pub const fn choice_column(name: &'static str, words: &'static [&'static str], meaning: &'static str) -> Column {
    Column::new(name, Domain::Choice(words), meaning)
}

pub const fn enumerated_column(name: &'static str, numbers: &'static Enumeration, meaning: &'static str) -> Column {
    Column { enumeration: Some(numbers), ..choice_column(name, numbers.numbers, meaning) }
}
