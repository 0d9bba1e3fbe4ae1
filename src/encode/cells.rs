//! Encodes rows as cells for the console. Control characters mark the beginning and the end of a row and the
//! beginning of each field. XML forbids these characters, so no text contains them. Datetimes have no offset.
//! The fields of an object become fields of the row. A list is a field that contains rows.

use anyhow::Result;

use super::xml::{format_bool, format_money};
use super::{Delimiters, Encoder, Fragment, LocalSettings, RowDelimiters, RowPrefix, RowsContext};
use crate::model::brand::Brand;
use crate::model::cell::Cell;
use crate::operation::response_schema::{Field, FieldValue};

pub const ROW_START: u8 = 0x1e;

/// A mark before each field.
pub const FIELD_START: u8 = 0x1f;

pub const ROW_END: u8 = 0x1d;

pub struct CellsEncoder;

impl Encoder for CellsEncoder {
    fn delimiters(_name: &str, field: &Field, _is_first: bool) -> Delimiters {
        let mark = match field.value {
            // each field of the object has its own mark
            FieldValue::Object(_) => String::new(),
            _ => marks_to_string(&[FIELD_START]),
        };
        Delimiters { if_absent: mark.clone(), before: mark, after: String::new() }
    }

    fn row_delimiters(context: &RowsContext, _: &Brand) -> RowDelimiters {
        // a row of a single value has no field delimiters, so the mark of its field is written here
        let open: &[u8] = match context.single_value() {
            Some(_) => &[ROW_START, FIELD_START],
            None => &[ROW_START],
        };
        RowDelimiters {
            open: vec![RowPrefix::Text(marks_to_string(open))],
            close: marks_to_string(&[ROW_END]),
            ..RowDelimiters::default()
        }
    }

    fn has_field(field: &Field) -> bool {
        !matches!(field.value, FieldValue::EmptyList)
    }

    fn write_value(value: FieldValue, cell: &Cell, local: &mut LocalSettings, out: &mut Fragment) -> Result<()> {
        match (value, *cell) {
            (FieldValue::Bool, Cell::Int(flag)) => out.append_str(format_bool(flag)),
            (FieldValue::Money, Cell::Int(cents)) => out.append_str(&format_money(cents)),
            (FieldValue::Picture, Cell::Text(address)) => {
                out.append_str(&local.picture_prefix(address));
                out.append(address);
            }
            // the console formats other values itself, for example dates in its language
            (_, Cell::Int(number)) => out.append_int(number),
            (_, Cell::Text(text)) => out.append(text),
            (_, Cell::Null) => {}
        }
        Ok(())
    }
}

fn marks_to_string(marks: &[u8]) -> String {
    marks.iter().copied().map(char::from).collect()
}
