//! Columns that many files have.

use super::file::{Column, DefaultCell, Domain};
use crate::model::enumeration::Enumeration;
use crate::model::text;

/// Declares the column `Id`, whose numbers the program gives if they are absent.
pub const fn id() -> Column {
    Column::new("Id", Domain::Id, "its id; the next one when empty").dutch("Id")
}

/// Declares a column of texts, each of at most [`text::MAX_TEXT_CHARACTERS`] characters.
pub const fn text(name: &'static str, meaning: &'static str) -> Column {
    Column::new(name, Domain::Text(text::MAX_TEXT_CHARACTERS), meaning)
}

/// Declares a column of long texts: "Description, Introduction and Memo may have 100,000 characters".
pub const fn long_text(name: &'static str, meaning: &'static str) -> Column {
    Column::new(name, Domain::Text(100_000), meaning)
}

/// Declares a column of integers, each at least `least`.
pub const fn int(name: &'static str, least: i32, meaning: &'static str) -> Column {
    Column::new(name, Domain::Int(least, i32::MAX), meaning)
}

/// Declares the column `Order`, by which rows are sorted.
pub const fn order(meaning: &'static str) -> Column {
    int("Order", i32::MIN, meaning).dutch("Volgorde").stored_as("position").or_default(DefaultCell::Text("0"))
}

pub const fn money(name: &'static str, meaning: &'static str) -> Column {
    Column::new(name, Domain::Money, meaning)
}

pub const fn datetime(name: &'static str, meaning: &'static str) -> Column {
    Column::new(name, Domain::Datetime, meaning)
}

pub const fn flag(name: &'static str, meaning: &'static str) -> Column {
    Column::new(name, Domain::Flag, meaning).or_default(DefaultCell::Text("false"))
}

pub const fn choice(name: &'static str, words: &'static [&'static str], meaning: &'static str) -> Column {
    Column::new(name, Domain::Choice(words), meaning)
}

/// Declares a column with the numbers of an enumeration.
pub const fn enumerated(name: &'static str, numbers: &'static Enumeration, meaning: &'static str) -> Column {
    Column { enumeration: Some(numbers), ..choice(name, numbers.numbers, meaning) }
}
