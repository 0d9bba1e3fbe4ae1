//! Encodes answers as JSON and NDJSON (one object per line). Names and order are the same as in XML. Elements that
//! XML omits or marks as nil are `null`.

use anyhow::Result;

use super::xml::write_value_with_offset;
use super::{Delimiters, Encoder, Fragment, LocalSettings, RowDelimiters, RowPrefix, RowsContext};
use crate::model::brand::Brand;
use crate::model::cell::Cell;
use crate::operation::response_schema::{AbsentRule, Field, FieldValue};

pub type JsonEncoder = JsonTextEncoder<false>;

pub type NdjsonEncoder = JsonTextEncoder<true>;

pub struct JsonTextEncoder<const IS_NDJSON: bool>;

impl<const IS_NDJSON: bool> Encoder for JsonTextEncoder<IS_NDJSON> {
    fn delimiters(name: &str, field: &Field, is_first: bool) -> Delimiters {
        let comma = if is_first { "" } else { "," };
        // a JSON value, because its `Display` quotes the name
        let name = serde_json::Value::from(name);
        let (open, close) = brackets(field.value);
        Delimiters {
            before: format!("{comma}{name}:{open}"),
            after: close.to_owned(),
            if_absent: format!("{comma}{name}:{}", absent_text(field)),
        }
    }

    fn row_delimiters(context: &RowsContext, _: &Brand) -> RowDelimiters {
        // a row is an object, or a single value
        let (open, close) = context.single_value().map_or(("{", "}"), brackets);
        let is_nested = matches!(context, RowsContext::InsideRow(_));
        let is_array = !IS_NDJSON && !is_nested && !matches!(context, RowsContext::One(_));
        // a nested list has the brackets of its field, and NDJSON has a line for each row instead
        let [before, after, if_absent] = if is_array { ["[", "]", "[]"] } else { [""; 3] }.map(str::to_owned);
        RowDelimiters {
            all: Delimiters { before, after, if_absent },
            open: vec![RowPrefix::Text(open.to_owned())],
            close: format!("{close}{}", if IS_NDJSON && !is_nested { "\n" } else { "" }),
            between: if is_nested || is_array { "," } else { "" },
        }
    }

    fn write_value(value: FieldValue, cell: &Cell, local: &mut LocalSettings, out: &mut Fragment) -> Result<()> {
        match (value, *cell) {
            (FieldValue::Text, Cell::Text(text)) => write_string(std::str::from_utf8(text)?, out)?,
            // the database returns these as JSON
            (FieldValue::JsonArray(_) | FieldValue::JsonObject, Cell::Text(json)) => out.append(json),
            (FieldValue::Picture, Cell::Text(address)) => {
                let address = std::str::from_utf8(address)?;
                write_string(&(local.picture_prefix(address.as_bytes()) + address), out)?;
            }
            _ => write_value_with_offset(value, cell, local, out)?,
        }
        Ok(())
    }
}

fn brackets(value: FieldValue) -> (&'static str, &'static str) {
    match value {
        FieldValue::List(_) | FieldValue::EmptyList => ("[", "]"),
        FieldValue::Object(_) => ("{", "}"),
        // `write_string` escapes and quotes other texts
        FieldValue::Date
        | FieldValue::Time
        | FieldValue::DateTime
        | FieldValue::ZonedDateTime
        | FieldValue::ZonedOrNever
        | FieldValue::ShortDate => ("\"", "\""),
        _ => ("", ""),
    }
}

/// Returns the text for a value that is absent. A text that is an empty element in XML is an empty text.
fn absent_text(field: &Field) -> &'static str {
    match (field.value, field.absent) {
        (FieldValue::List(_) | FieldValue::EmptyList, _) => "[]",
        (FieldValue::Text | FieldValue::ShortDate | FieldValue::Picture, AbsentRule::Empty) => "\"\"",
        _ => "null",
    }
}

fn write_string(text: &str, out: &mut Fragment) -> Result<()> {
    Ok(serde_json::to_writer(&mut out.bytes, text)?)
}
