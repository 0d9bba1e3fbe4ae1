//! One value of an answer: how it is written by its kind, absent, empty or nil.

use anyhow::{Context, Result, bail};
use rusqlite::types::ValueRef;

use crate::model::offsets::Offsets;
use crate::operation::Value;
use crate::wire::xml::Fragment;

/// An element's tags, put together once.
pub struct Tags {
    /// Before a value.
    pub open: String,
    /// After it.
    pub close: String,
    /// The element without a value.
    pub empty: String,
    /// The element that is nil.
    pub nil: String,
}

impl Tags {
    /// The tags of an element of this name.
    pub fn new(name: &str) -> Self {
        Self {
            open: format!("<{name}>"),
            close: format!("</{name}>"),
            empty: format!("<{name}/>"),
            nil: format!("<{name} xsi:nil=\"true\"/>"),
        }
    }

    /// No element around what is written.
    pub fn none() -> Self {
        Self {
            open: String::new(),
            close: String::new(),
            empty: String::new(),
            nil: String::new(),
        }
    }
}

/// Writes a value by its kind: "An optional string without a value is an empty element …; an optional
/// datetime or number without a value is absent …; where the specification says nullable or 'null when', it
/// is `xsi:nil="true"`."
pub fn write(
    kind: Value,
    tags: &Tags,
    value: &ValueRef,
    base: &str,
    offsets: &mut Offsets,
    out: &mut Fragment,
) -> Result<()> {
    match (kind, *value) {
        (
            Value::OptionalInt | Value::OptionalDateTime | Value::OptionalZonedDateTime,
            ValueRef::Null,
        ) => return Ok(()),
        (Value::NilInt | Value::NilDateTime, ValueRef::Null) => {
            out.markup(&tags.nil);
            return Ok(());
        }
        (Value::Text | Value::Picture, ValueRef::Text([]))
        | (Value::MoneyText | Value::ShortDate, ValueRef::Null) => {
            out.markup(&tags.empty);
            return Ok(());
        }
        _ => out.markup(&tags.open),
    }
    match (kind, *value) {
        (Value::Int | Value::OptionalInt | Value::NilInt, ValueRef::Integer(number)) => {
            out.int(number)
        }
        (
            Value::Text
            | Value::Date
            | Value::Time
            | Value::DateTime
            | Value::OptionalDateTime
            | Value::NilDateTime,
            ValueRef::Text(text),
        ) => out.text(text),
        (Value::OptionalZonedDateTime, ValueRef::Text(wall)) => {
            out.text(wall);
            out.markup(
                offsets
                    .of(wall)
                    .context("a datetime begins with its year")?,
            );
        }
        (Value::ShortDate, ValueRef::Text(wall)) => out.text(&short_date(wall)?),
        (Value::Picture, ValueRef::Text(address)) => picture(address, base, out),
        (Value::Bool, ValueRef::Integer(0)) => out.markup("false"),
        (Value::Bool, ValueRef::Integer(_)) => out.markup("true"),
        (Value::Money | Value::MoneyText, ValueRef::Integer(cents)) => out.markup(&money(cents)),
        (_, value) => bail!(
            "a value of another kind is due than {:?}",
            value.data_type()
        ),
    }
    out.markup(&tags.close);
    Ok(())
}

/// "an `Image` cell `images/<name>` becomes that full address in GetCatalog; any other value … is passed on"
fn picture(address: &[u8], base: &str, out: &mut Fragment) {
    if address.starts_with(b"images/") {
        out.text(base.as_bytes());
        out.text(b"/");
    }
    out.text(address);
}

/// `d-M-yyyy`, of a date or datetime.
fn short_date(wall: &[u8]) -> Result<Vec<u8>> {
    let &[y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2, ..] = wall else {
        bail!("a date or datetime is due");
    };
    let number = |tens, ones| (tens != b'0').then_some(tens).into_iter().chain([ones]);
    let year = [y1, y2, y3, y4];
    let text = number(d1, d2).chain([b'-']).chain(number(m1, m2));
    Ok(text.chain([b'-']).chain(year).collect())
}

/// "Money has two decimals and a point."
fn money(cents: i64) -> String {
    let sign = if cents < 0 { "-" } else { "" };
    let cents = cents.unsigned_abs();
    format!("{sign}{}.{:02}", cents / 100, cents % 100)
}
