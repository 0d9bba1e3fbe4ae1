//! Encodes answers as XML, with values as in contract section 2.

use anyhow::{Context, Result, bail};

use super::{Delimiters, Encoder, Fragment, LocalSettings, RowDelimiters, RowPrefix, RowsContext, table};
use crate::model::brand::Brand;
use crate::model::cell::Cell;
use crate::operation::response_schema::{AbsentRule, Field, FieldValue};

pub const DECLARATION: &str = r#"<?xml version="1.0" encoding="utf-8"?>"#;

pub struct XmlEncoder;

impl Encoder for XmlEncoder {
    fn delimiters(name: &str, field: &Field, _: bool) -> Delimiters {
        // a DataTable's column name may contain a blank
        let name = table::encoded(name);
        Delimiters {
            before: format!("<{name}>"),
            after: format!("</{name}>"),
            none: match field.absent {
                AbsentRule::Empty => format!("<{name}/>"),
                AbsentRule::Nil => format!("<{name} xsi:nil=\"true\"/>"),
                AbsentRule::Left | AbsentRule::Never => String::new(),
            },
        }
    }

    fn rows(context: &RowsContext, _: &Brand) -> RowDelimiters {
        match context {
            // XML has no rows with selected columns
            RowsContext::One(_) | RowsContext::Rows(_) => RowDelimiters::default(),
            RowsContext::Table(each) => table::rows(each),
            RowsContext::List(each) | RowsContext::Inside(each) => RowDelimiters {
                open: vec![RowPrefix::Text(format!("<{}>", each.element))],
                close: format!("</{}>", each.element),
                ..RowDelimiters::default()
            },
        }
    }

    fn value(value: FieldValue, cell: &Cell, local: &mut LocalSettings, out: &mut Fragment) -> Result<()> {
        match (value, *cell) {
            (FieldValue::Text | FieldValue::Date | FieldValue::Time | FieldValue::DateTime, Cell::Text(text)) => {
                escape(text, &mut out.bytes)
            }
            (FieldValue::Picture, Cell::Text(address)) => {
                escape(local.picture(address).as_bytes(), &mut out.bytes);
                escape(address, &mut out.bytes);
            }
            _ => plain(value, cell, local, out)?,
        }
        Ok(())
    }
}

/// Writes a value whose text is the same in every format.
pub fn plain(value: FieldValue, cell: &Cell, local: &mut LocalSettings, out: &mut Fragment) -> Result<()> {
    match (value, *cell) {
        (FieldValue::Int | FieldValue::Long, Cell::Int(number)) => out.int(number),
        (FieldValue::Bool, Cell::Int(flag)) => out.markup(boolean(flag)),
        (FieldValue::Money, Cell::Int(cents)) => out.markup(&money(cents)),
        (FieldValue::ZonedOrNever, Cell::Text(never @ b"never")) => out.append(never),
        (FieldValue::DateTime | FieldValue::ZonedDateTime | FieldValue::ZonedOrNever, Cell::Text(wall)) => {
            out.append(wall);
            out.markup(local.offset(wall)?);
        }
        (FieldValue::ShortDate, Cell::Text(wall)) => out.append(&short_date(wall)?),
        (FieldValue::Date | FieldValue::Time, Cell::Text(text)) => out.append(text),
        (_, cell) => bail!("a value of another kind is due than {:?}", cell),
    }
    Ok(())
}

impl LocalSettings<'_> {
    pub fn offset(&mut self, wall: &[u8]) -> Result<&str> {
        self.offsets.offset_at(wall).context("a datetime begins with its year")
    }

    /// Returns the prefix of a picture's address: "an `Image` cell `images/<name>` becomes that full address in
    /// GetCatalog; any other value … is passed on".
    pub fn picture(&self, address: &[u8]) -> String {
        match address.starts_with(b"images/") {
            true => format!("{}/", self.base),
            false => String::new(),
        }
    }
}

pub fn boolean(flag: i64) -> &'static str {
    if flag == 0 { "false" } else { "true" }
}

/// Formats a date or datetime as `d-M-yyyy`.
pub fn short_date(wall: &[u8]) -> Result<Vec<u8>> {
    let &[y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2, ..] = wall else {
        bail!("a date or datetime is due");
    };
    let number = |tens, ones| (tens != b'0').then_some(tens).into_iter().chain([ones]);
    let year = [y1, y2, y3, y4];
    let text = number(d1, d2).chain([b'-']).chain(number(m1, m2));
    Ok(text.chain([b'-']).chain(year).collect())
}

/// "Money has two decimals and a point."
pub fn money(cents: i64) -> String {
    let sign = if cents < 0 { "-" } else { "" };
    let cents = cents.unsigned_abs();
    format!("{sign}{}.{:02}", cents / 100, cents % 100)
}

/// Returns the escape of a byte that cannot appear in XML as it is.
const fn replacement(byte: u8) -> Option<&'static [u8]> {
    match byte {
        b'&' => Some(b"&amp;"),
        b'<' => Some(b"&lt;"),
        b'>' => Some(b"&gt;"),
        b'"' => Some(b"&quot;"),
        // XML parsers read a bare CR as LF
        b'\r' => Some(b"&#13;"),
        b'\t' | b'\n' | 0x20.. => None,
        // XML cannot represent it; every entrance refuses texts that contain it
        _ => Some("\u{FFFD}".as_bytes()),
    }
}

const REPLACED: [bool; 256] = {
    let mut replaced = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        replaced[byte] = replacement(byte as u8).is_some();
        byte += 1;
    }
    replaced
};

/// Appends a text, escaped for an element or a double-quoted attribute.
pub fn escape(text: &[u8], out: &mut Vec<u8>) {
    let mut rest = text;
    while let Some(at) = rest.iter().position(|byte| REPLACED[usize::from(*byte)]) {
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(replacement(rest[at]).expect("by the table"));
        rest = &rest[at + 1..];
    }
    out.extend_from_slice(rest);
}

pub fn escaped(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len());
    escape(text.as_bytes(), &mut out);
    String::from_utf8(out).expect("whole characters are replaced by whole characters")
}
