//! Encodes answers as XML, with values as in contract §2.

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
        let name = table::encode_xml_name(name);
        Delimiters {
            before: format!("<{name}>"),
            after: format!("</{name}>"),
            if_absent: match field.absent {
                AbsentRule::Empty => format!("<{name}/>"),
                AbsentRule::Nil => format!("<{name} xsi:nil=\"true\"/>"),
                AbsentRule::Omitted | AbsentRule::NeverAbsent => String::new(),
            },
        }
    }

    fn row_delimiters(context: &RowsContext, _: &Brand) -> RowDelimiters {
        match context {
            // a single object needs no element for its row, and XML has no table queries
            RowsContext::One(_) | RowsContext::RequestedTable(_) => RowDelimiters::default(),
            RowsContext::Table(list) => table::diffgram_delimiters(list),
            RowsContext::List(list) | RowsContext::InsideRow(list) => RowDelimiters {
                open: vec![RowPrefix::Text(format!("<{}>", list.element))],
                close: format!("</{}>", list.element),
                ..RowDelimiters::default()
            },
        }
    }

    fn write_value(value: FieldValue, cell: &Cell, local: &mut LocalSettings, out: &mut Fragment) -> Result<()> {
        match (value, *cell) {
            (FieldValue::Text | FieldValue::Date | FieldValue::Time, Cell::Text(text)) => {
                escape_into(text, &mut out.bytes)
            }
            // contract §2: in XML, a datetime has no offset
            (FieldValue::DateTime, Cell::Text(local_time)) => escape_into(local_time, &mut out.bytes),
            (FieldValue::Picture, Cell::Text(address)) => {
                escape_into(local.picture_prefix(address).as_bytes(), &mut out.bytes);
                escape_into(address, &mut out.bytes);
            }
            _ => write_value_with_offset(value, cell, local, out)?,
        }
        Ok(())
    }
}

/// Writes a value that needs no escape. A datetime gets the offset of the service's time zone.
pub fn write_value_with_offset(
    value: FieldValue,
    cell: &Cell,
    local: &mut LocalSettings,
    out: &mut Fragment,
) -> Result<()> {
    match (value, *cell) {
        (FieldValue::Int | FieldValue::Long, Cell::Int(number)) => out.append_int(number),
        // the database stores booleans as 0 and 1, and amounts in cents
        (FieldValue::Bool, Cell::Int(flag)) => out.append_str(format_bool(flag)),
        (FieldValue::Money, Cell::Int(cents)) => out.append_str(&format_money(cents)),
        (FieldValue::ZonedOrNever, Cell::Text(never @ b"never")) => out.append(never),
        (FieldValue::DateTime | FieldValue::ZonedDateTime | FieldValue::ZonedOrNever, Cell::Text(local_time)) => {
            out.append(local_time);
            out.append_str(local.offset(local_time)?);
        }
        (FieldValue::ShortDate, Cell::Text(local_time)) => out.append(&format_short_date(local_time)?),
        (FieldValue::Date | FieldValue::Time, Cell::Text(text)) => out.append(text),
        (_, cell) => bail!("the schema expects another kind of value than {cell:?}"),
    }
    Ok(())
}

impl LocalSettings<'_> {
    /// Returns the offset of the service's time zone at a local time, such as `+01:00`.
    pub fn offset(&mut self, local_time: &[u8]) -> Result<&str> {
        self.offsets.offset_at(local_time).context("a datetime begins with its year")
    }

    /// Returns the prefix of a picture's address: the service's address for `images/<name>`; empty for a full address.
    pub fn picture_prefix(&self, address: &[u8]) -> String {
        match address.starts_with(b"images/") {
            true => format!("{}/", self.base),
            false => String::new(),
        }
    }
}

pub fn format_bool(flag: i64) -> &'static str {
    if flag == 0 { "false" } else { "true" }
}

/// Formats a date or datetime as `d-M-yyyy`: `2026-03-09` becomes `9-3-2026`.
pub fn format_short_date(local_time: &[u8]) -> Result<Vec<u8>> {
    let &[y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2, ..] = local_time else {
        bail!("the value is neither a date nor a datetime");
    };
    let without_leading_zero = |tens, ones| (tens != b'0').then_some(tens).into_iter().chain([ones]);
    let year = [y1, y2, y3, y4];
    let day_and_month = without_leading_zero(d1, d2).chain([b'-']).chain(without_leading_zero(m1, m2));
    Ok(day_and_month.chain([b'-']).chain(year).collect())
}

/// Formats an amount with two decimals and a point, such as `-12.50`.
pub fn format_money(cents: i64) -> String {
    let sign = if cents < 0 { "-" } else { "" };
    let cents = cents.unsigned_abs();
    format!("{sign}{}.{:02}", cents / 100, cents % 100)
}

/// Returns the escape of a byte that cannot appear in XML as it is; `None` for any other byte.
const fn escape_of(byte: u8) -> Option<&'static [u8]> {
    match byte {
        b'&' => Some(b"&amp;"),
        b'<' => Some(b"&lt;"),
        b'>' => Some(b"&gt;"),
        b'"' => Some(b"&quot;"),
        // XML parsers read a bare CR as LF
        b'\r' => Some(b"&#13;"),
        b'\t' | b'\n' | 0x20.. => None,
        // XML forbids the other control characters, and the program refuses to store them
        _ => Some("\u{FFFD}".as_bytes()),
    }
}

/// For each byte, whether [`escape_of`] returns an escape.
const NEEDS_ESCAPE: [bool; 256] = {
    let mut needs_escape = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        needs_escape[byte] = escape_of(byte as u8).is_some();
        byte += 1;
    }
    needs_escape
};

/// Appends a text, escaped for an element or a double-quoted attribute.
pub fn escape_into(text: &[u8], out: &mut Vec<u8>) {
    let mut rest = text;
    while let Some(at) = rest.iter().position(|byte| NEEDS_ESCAPE[usize::from(*byte)]) {
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(escape_of(rest[at]).expect("it needs an escape"));
        rest = &rest[at + 1..];
    }
    out.extend_from_slice(rest);
}

pub fn escape_to_string(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len());
    escape_into(text.as_bytes(), &mut out);
    String::from_utf8(out).expect("whole characters are replaced by whole characters")
}
