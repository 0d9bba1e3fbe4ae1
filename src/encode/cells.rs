//! Rows as cells, for whoever shows them to people: a row begins and ends with a mark, and a mark stands before each of
//! its fields. Values are in their stored form; an object's fields are the row's own, and a list is a field with rows in
//! it. No text has any of the marks, since XML cannot hold them.

use anyhow::Result;

use super::xml::{boolean, money};
use super::{Delimiters, Encoder, Fragment, LocalSettings, RowDelimiters, RowPrefix, RowsContext};
use crate::model::brand::Brand;
use crate::model::cell::Cell;
use crate::operation::response_schema::{Field, FieldValue};

pub const ROW: u8 = 0x1e;

/// Before each field of a row; a bare value is its row's only field.
pub const FIELD: u8 = 0x1f;

pub const END: u8 = 0x1d;

/// The format of pages.
pub struct CellsEncoder;

impl Encoder for CellsEncoder {
    fn marks(_: &str, field: &Field, _: bool) -> Delimiters {
        let mark = match field.value {
            FieldValue::Object(_) => String::new(),
            _ => text(&[FIELD]),
        };
        Delimiters { none: mark.clone(), before: mark, after: String::new() }
    }

    fn rows(around: &RowsContext, _: &Brand) -> RowDelimiters {
        let open: &[u8] = match around.bare() {
            Some(_) => &[ROW, FIELD],
            None => &[ROW],
        };
        RowDelimiters { open: vec![RowPrefix::Text(text(open))], close: text(&[END]), ..RowDelimiters::default() }
    }

    fn holds(field: &Field) -> bool {
        !matches!(field.value, FieldValue::Nothing)
    }

    fn value(value: FieldValue, cell: &Cell, at: &mut LocalSettings, out: &mut Fragment) -> Result<()> {
        match (value, *cell) {
            (FieldValue::Bool, Cell::Int(flag)) => out.markup(boolean(flag)),
            (FieldValue::Money, Cell::Int(cents)) => out.markup(&money(cents)),
            (FieldValue::Picture, Cell::Text(address)) => {
                out.markup(&at.picture(address));
                out.written(address);
            }
            (_, Cell::Int(number)) => out.int(number),
            (_, Cell::Text(text)) => out.written(text),
            (_, Cell::Null) => {}
        }
        Ok(())
    }
}

/// Marks as what stands around a value is kept.
fn text(marks: &[u8]) -> String {
    marks.iter().copied().map(char::from).collect()
}
