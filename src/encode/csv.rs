//! A list as a table: "a header line, RFC 4180, CR LF, UTF-8", and as "Dutch Excel opens it with a double click". A list
//! inside a row is left out; an object inside a row becomes columns.

use anyhow::{Result, bail};

use super::xml::{boolean, money, short_date};
use super::{Around, Encoder, Fragment, Local, Marks, RowMarks};
use crate::model::brand::Brand;
use crate::model::cell::Cell;
use crate::operation::shape::{Field, Value};

/// For programs: commas between the columns, a point in numbers.
pub struct Csv;

/// For Dutch spreadsheets: "semicolons, CR LF, a byte order mark, decimal comma … a cell that begins with `=`, `+`, `-`
/// or `@` and is no number is written with a `'` before it".
pub struct CsvExcel;

impl Encoder for Csv {
    fn marks(_: &str, field: &Field, first: bool) -> Marks {
        marks(",", field, first)
    }

    fn rows(around: &Around, brand: &Brand) -> RowMarks {
        rows("", ",", around, brand)
    }

    fn holds(field: &Field) -> bool {
        !is_list(field)
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
            (Value::Text, Cell::Text(text)) => quote(b"", text, out),
            (Value::Picture, Cell::Text(address)) => {
                quote(at.picture(address).as_bytes(), address, out);
            }
            (_, cell) => bail!("a value of another kind is due than {:?}", cell),
        }
        Ok(())
    }
}

impl Encoder for CsvExcel {
    fn marks(_: &str, field: &Field, first: bool) -> Marks {
        marks(";", field, first)
    }

    fn rows(around: &Around, brand: &Brand) -> RowMarks {
        rows("\u{feff}", ";", around, brand)
    }

    fn holds(field: &Field) -> bool {
        !is_list(field)
    }

    fn value(value: Value, cell: &Cell, at: &mut Local, out: &mut Fragment) -> Result<()> {
        match (value, *cell) {
            (Value::Money, Cell::Int(cents)) => out.markup(&money(cents).replace('.', ",")),
            (Value::Text | Value::Picture, Cell::Text(text @ [b'=' | b'+' | b'-' | b'@', ..])) => {
                quote(b"'", text, out);
            }
            _ => Csv::value(value, cell, at, out)?,
        }
        Ok(())
    }
}

/// Whether a field is left out.
pub fn is_list(field: &Field) -> bool {
    matches!(field.value, Value::List(_) | Value::Nothing)
}

/// The columns of a row's fields, those of an object in it as `Object.Field`; only those that are or are not lists.
pub fn columns(fields: &[Field], lists: bool, brand: &Brand) -> Vec<String> {
    let column = |field: &Field| {
        let name = brand.name(field.name);
        match field.value {
            Value::Object(fields) => columns(fields, lists, brand)
                .iter()
                .map(|inner| format!("{name}.{inner}"))
                .collect(),
            _ if is_list(field) == lists => vec![name],
            _ => Vec::new(),
        }
    };
    fields.iter().flat_map(column).collect()
}

/// "`null` is an empty cell": only what stands before a cell is ever there.
fn marks(separator: &str, field: &Field, first: bool) -> Marks {
    let before = if first { "" } else { separator }.to_owned();
    let none = match field.value {
        Value::Object(_) => String::new(),
        _ => before.clone(),
    };
    Marks {
        before,
        none,
        after: String::new(),
    }
}

fn rows(begin: &str, separator: &str, around: &Around, brand: &Brand) -> RowMarks {
    let mut header = Fragment::default();
    header.markup(begin);
    let names = match around {
        Around::List(each) | Around::Table(each) if around.bare().is_some() => {
            vec![brand.name(each.element)]
        }
        _ => columns(around.fields(), false, brand),
    };
    for (at, name) in names.iter().enumerate() {
        header.markup(if at == 0 { "" } else { separator });
        quote(b"", name.as_bytes(), &mut header);
    }
    header.markup("\r\n");
    let header = String::from_utf8_lossy(header.bytes()).into_owned();
    RowMarks {
        all: Marks {
            none: header.clone(),
            before: header,
            after: String::new(),
        },
        close: "\r\n".to_owned(),
        ..RowMarks::default()
    }
}

/// Writes a cell, in quotes where it has characters that stand between cells or rows.
fn quote(before: &[u8], text: &[u8], out: &mut Fragment) {
    if !text
        .iter()
        .any(|byte| matches!(byte, b',' | b';' | b'"' | b'\r' | b'\n'))
    {
        out.written(before);
        out.written(text);
        return;
    }
    out.markup("\"");
    out.written(before);
    for (at, part) in text.split(|byte| *byte == b'"').enumerate() {
        out.markup(if at == 0 { "" } else { "\"\"" });
        out.written(part);
    }
    out.markup("\"");
}
