//! Answers in JSON, and in NDJSON: an object a line. Names and their order are those of the XML; where that leaves an
//! element out or says nil, `null` stands.

use anyhow::Result;

use super::xml::plain;
use super::{Around, Encoder, Fragment, Local, Marks, Piece, RowMarks};
use crate::model::brand::Brand;
use crate::model::cell::Cell;
use crate::operation::shape::{Absent, Field, Value};

/// An object, or an array of the rows.
pub struct Json;

/// "an object a line"
pub struct Ndjson;

impl Encoder for Json {
    fn marks(name: &str, field: &Field, first: bool) -> Marks {
        let comma = if first { "" } else { "," };
        let name = serde_json::Value::from(name);
        let (open, close) = brackets(field.value);
        Marks {
            before: format!("{comma}{name}:{open}"),
            after: close.to_owned(),
            none: format!("{comma}{name}:{}", none(field)),
        }
    }

    fn rows(around: &Around, _: &Brand) -> RowMarks {
        let mut rows = objects(around, "");
        if matches!(around, Around::List(_) | Around::Table(_)) {
            rows.all.before = "[".to_owned();
            rows.all.after = "]".to_owned();
            rows.all.none = "[]".to_owned();
            rows.between = ",";
        }
        rows
    }

    fn value(value: Value, cell: &Cell, at: &mut Local, out: &mut Fragment) -> Result<()> {
        match (value, *cell) {
            (Value::Text, Cell::Text(text)) => quoted(std::str::from_utf8(text)?, out)?,
            (Value::Picture, Cell::Text(address)) => {
                let address = std::str::from_utf8(address)?;
                quoted(&(at.picture(address.as_bytes()) + address), out)?;
            }
            _ => plain(value, cell, at, out)?,
        }
        Ok(())
    }
}

impl Encoder for Ndjson {
    fn marks(name: &str, field: &Field, first: bool) -> Marks {
        Json::marks(name, field, first)
    }

    fn rows(around: &Around, _: &Brand) -> RowMarks {
        objects(around, "\n")
    }

    fn value(value: Value, cell: &Cell, at: &mut Local, out: &mut Fragment) -> Result<()> {
        Json::value(value, cell, at, out)
    }
}

/// What stands around a value.
fn brackets(value: Value) -> (&'static str, &'static str) {
    match value {
        Value::List(_) | Value::Nothing => ("[", "]"),
        Value::Object(_) => ("{", "}"),
        // these have no character that must be escaped
        Value::Date | Value::Time | Value::DateTime | Value::ZonedDateTime | Value::ShortDate => ("\"", "\""),
        _ => ("", ""),
    }
}

/// What stands for no value: a list has no items, and a text that XML leaves empty no characters.
fn none(field: &Field) -> &'static str {
    match (field.value, field.absent) {
        (Value::List(_) | Value::Nothing, _) => "[]",
        (Value::Text | Value::ShortDate | Value::Picture, Absent::Empty) => "\"\"",
        _ => "null",
    }
}

/// Rows as objects, or as bare values; `end` ends one that is not inside another.
fn objects(around: &Around, end: &str) -> RowMarks {
    let inside = matches!(around, Around::Inside(_));
    let (open, close) = match around.bare() {
        Some(value) => brackets(value),
        None => ("{", "}"),
    };
    RowMarks {
        open: vec![Piece::Text(open.to_owned())],
        close: format!("{close}{}", if inside { "" } else { end }),
        between: if inside { "," } else { "" },
        ..RowMarks::default()
    }
}

/// Writes a text in its quotes.
fn quoted(text: &str, out: &mut Fragment) -> Result<()> {
    Ok(serde_json::to_writer(out.buffer(), text)?)
}
