//! A list as NDJSON: an object a line, with a name for each element in the order of the XML.

use crate::model::cell::Cell;
use anyhow::{Result, bail};

use super::xml::{boolean, money, short_date};
use super::{Around, Encoder, Fragment, Local, Marks, Piece, RowMarks};
use crate::operation::shape::{Field, Value};

/// The format.
pub struct Ndjson;

impl Encoder for Ndjson {
    fn marks(name: &str, field: &Field, first: bool) -> Marks {
        let comma = if first { "" } else { "," };
        let name = serde_json::Value::from(name);
        let (before, after, none) = match field.value {
            Value::List(_) | Value::Nothing => ("[", "]", "[]"),
            Value::Object(_) => ("{", "}", "null"),
            Value::Text | Value::ShortDate | Value::Picture => ("\"", "\"", "\"\""),
            Value::Date | Value::Time | Value::DateTime | Value::ZonedDateTime => {
                ("\"", "\"", "null")
            }
            Value::Int | Value::Bool | Value::Money => ("", "", "null"),
        };
        Marks {
            before: format!("{comma}{name}:{before}"),
            after: after.to_owned(),
            none: format!("{comma}{name}:{none}"),
        }
    }

    fn rows(around: &Around) -> RowMarks {
        let inside = matches!(around, Around::Inside(_));
        let (open, close) = match (around.bare(), inside) {
            (Some(_), _) => ("", ""),
            (None, true) => ("{", "}"),
            (None, false) => ("{", "}\n"),
        };
        RowMarks {
            open: vec![Piece::Text(open.to_owned())],
            close: close.to_owned(),
            between: if inside { "," } else { "" },
            ..RowMarks::default()
        }
    }

    fn value(value: Value, cell: &Cell, at: &mut Local, out: &mut Fragment) -> Result<()> {
        match (value, *cell) {
            (Value::Int, Cell::Int(number)) => out.int(number),
            (Value::Bool, Cell::Int(flag)) => out.markup(boolean(flag)),
            (Value::Money, Cell::Int(cents)) => out.markup(&money(cents)),
            (Value::DateTime | Value::ZonedDateTime, Cell::Text(wall)) => {
                out.written(wall);
                out.markup(at.offset(wall)?);
            }
            (Value::ShortDate, Cell::Text(wall)) => out.written(&short_date(wall)?),
            (Value::Date | Value::Time, Cell::Text(text)) => out.written(text),
            (Value::Text, Cell::Text(text)) => escape(text, out)?,
            (Value::Picture, Cell::Text(address)) => {
                escape(at.picture(address).as_bytes(), out)?;
                escape(address, out)?;
            }
            (_, cell) => bail!("a value of another kind is due than {:?}", cell),
        }
        Ok(())
    }
}

/// Writes a text without its quotes.
fn escape(text: &[u8], out: &mut Fragment) -> Result<()> {
    let quoted = serde_json::to_string(std::str::from_utf8(text)?)?;
    out.markup(&quoted[1..quoted.len() - 1]);
    Ok(())
}
