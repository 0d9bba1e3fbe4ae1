//! A list as a table: "a header line, RFC 4180, CR LF, UTF-8", and as "Dutch Excel opens it with a double click". A list
//! inside a row is left out; an object inside a row becomes columns, and one of cells the columns of all data files.

use std::collections::HashSet;
use std::sync::LazyLock;

use anyhow::Result;

use super::xml::format_money;
use super::{Delimiters, Encoder, Fragment, JsonEncoder, LocalSettings, RowDelimiters, RowsContext};
use crate::datafile;
use crate::model::brand::Brand;
use crate::model::cell::Cell;
use crate::model::text::looks_like_formula;
use crate::operation::response_schema::{Field, FieldValue};

/// For programs: separated by commas, with a decimal point.
pub type CsvEncoder = SeparatedValuesEncoder<b','>;

/// For Dutch spreadsheets: "semicolons, CR LF, a byte order mark, decimal comma … a cell that begins with `=`, `+`, `-`
/// or `@` and is no number is written with a `'` before it".
pub type CsvExcelEncoder = SeparatedValuesEncoder<b';'>;

/// The columns of all data files, each name once: every import has the same header.
static CELL_COLUMNS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let mut seen = HashSet::new();
    let names = datafile::all_files().flat_map(|file| file.columns).map(|column| column.name);
    names.filter(|name| seen.insert(*name)).collect()
});

pub struct SeparatedValuesEncoder<const BY: u8>;

impl<const BY: u8> SeparatedValuesEncoder<BY> {
    const IS_FOR_EXCEL: bool = BY == b';';
}

impl<const BY: u8> Encoder for SeparatedValuesEncoder<BY> {
    /// "`null` is an empty cell": a cell only has a prefix.
    fn delimiters(_: &str, field: &Field, first: bool) -> Delimiters {
        let before = match field.value {
            // an array is left out, and each cell of an object has its separator
            FieldValue::JsonArray(_) | FieldValue::JsonObject => "",
            _ if first => "",
            _ => separator_str(&BY),
        };
        let before = before.to_owned();
        let none = match field.value {
            FieldValue::Object(_) => String::new(),
            _ => before.clone(),
        };
        Delimiters { before, none, after: String::new() }
    }

    fn row_delimiters(context: &RowsContext, brand: &Brand) -> RowDelimiters {
        let mut header = Fragment::default();
        header.append_str(if Self::IS_FOR_EXCEL { "\u{feff}" } else { "" });
        let names = match context {
            RowsContext::List(each) | RowsContext::Table(each) if context.bare_value().is_some() => {
                vec![brand.apply_to(each.element)]
            }
            _ => column_names(context.fields(), false, brand),
        };
        for (at, name) in names.iter().enumerate() {
            header.append_str(if at == 0 { "" } else { separator_str(&BY) });
            write_cell(&[name.as_bytes()], BY, &mut header);
        }
        header.append_str("\r\n");
        let header = String::from_utf8_lossy(&header.bytes).into_owned();
        RowDelimiters {
            all: Delimiters { none: header.clone(), before: header, after: String::new() },
            close: "\r\n".to_owned(),
            ..RowDelimiters::default()
        }
    }

    fn has_field(field: &Field) -> bool {
        !matches!(field.value, FieldValue::List(_) | FieldValue::Nothing)
    }

    fn write_value(value: FieldValue, cell: &Cell, local: &mut LocalSettings, out: &mut Fragment) -> Result<()> {
        match (value, *cell) {
            (FieldValue::Money, Cell::Int(cents)) if Self::IS_FOR_EXCEL => {
                out.append_str(&format_money(cents).replace('.', ","));
            }
            (FieldValue::Text | FieldValue::Picture, Cell::Text(text))
                if Self::IS_FOR_EXCEL && looks_like_formula(text) =>
            {
                write_cell(&[b"'", text], BY, out);
            }
            (FieldValue::Text, Cell::Text(text)) => write_cell(&[text], BY, out),
            (FieldValue::JsonArray(_), _) => {}
            (FieldValue::JsonObject, Cell::Text(json)) => {
                let cells: serde_json::Map<String, serde_json::Value> = serde_json::from_slice(json)?;
                for name in &*CELL_COLUMNS {
                    out.append_str(separator_str(&BY));
                    let text = cells.get(*name).and_then(|cell| cell.as_str()).unwrap_or_default();
                    Self::write_value(FieldValue::Text, &Cell::Text(text.as_bytes()), local, out)?;
                }
            }
            (FieldValue::Picture, Cell::Text(address)) => {
                write_cell(&[local.picture_prefix(address).as_bytes(), address], BY, out);
            }
            // other kinds contain nothing that needs escaping
            _ => JsonEncoder::write_value(value, cell, local, out)?,
        }
        Ok(())
    }
}

fn separator_str(by: &u8) -> &str {
    std::str::from_utf8(std::slice::from_ref(by)).expect("a character of ASCII")
}

/// Returns whether a table leaves the field out, because it is a list.
pub fn is_list(field: &Field) -> bool {
    matches!(field.value, FieldValue::List(_) | FieldValue::JsonArray(_) | FieldValue::Nothing)
}

/// Returns the names of columns. Fields of an object become `Object.Field`. With `lists`, returns the names of the
/// lists, which a table leaves out.
pub fn column_names(fields: &[Field], lists: bool, brand: &Brand) -> Vec<String> {
    let column = |field: &Field| {
        let name = brand.apply_to(field.name);
        match field.value {
            FieldValue::Object(fields) => {
                column_names(fields, lists, brand).iter().map(|inner| format!("{name}.{inner}")).collect()
            }
            FieldValue::JsonObject if !lists => CELL_COLUMNS.iter().map(|column| format!("{name}.{column}")).collect(),
            _ if is_list(field) == lists => vec![name],
            _ => Vec::new(),
        }
    };
    fields.iter().flat_map(column).collect()
}

/// Writes a cell of these parts, quoted if necessary: with commas also if it begins a formula, or another locale would
/// split it.
fn write_cell(parts: &[&[u8]], separator: u8, out: &mut Fragment) {
    let is_for_programs = separator == b',';
    let divides = |byte: &u8| match byte {
        b'"' | b'\r' | b'\n' => true,
        b';' | b'\t' if is_for_programs => true,
        byte => *byte == separator,
    };
    let is_formula = is_for_programs && looks_like_formula(parts[0]);
    if !(is_formula || parts.iter().any(|part| part.iter().any(divides))) {
        parts.iter().for_each(|part| out.append(part));
        return;
    }
    out.append_str("\"");
    for part in parts {
        for (at, piece) in part.split(|byte| *byte == b'"').enumerate() {
            out.append_str(if at == 0 { "" } else { "\"\"" });
            out.append(piece);
        }
    }
    out.append_str("\"");
}
