//! Encodes a list as CSV (RFC 4180): for programs, or for Dutch Excel. A list inside a row is omitted. An object
//! inside a row becomes columns. A JSON object of cells becomes the columns of all data files.

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

/// For Dutch Excel: separated by semicolons, with a byte order mark and decimal commas. `'` precedes a formula.
pub type CsvExcelEncoder = SeparatedValuesEncoder<b';'>;

/// The columns of all data files, each name once, so that the cells of every import have the same header.
static DATA_FILE_COLUMNS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let mut seen = HashSet::new();
    let names = datafile::all_files().flat_map(|file| file.columns).map(|column| column.name);
    names.filter(|name| seen.insert(*name)).collect()
});

pub struct SeparatedValuesEncoder<const SEPARATOR: u8>;

impl<const SEPARATOR: u8> SeparatedValuesEncoder<SEPARATOR> {
    const IS_FOR_EXCEL: bool = SEPARATOR == b';';
    const SEPARATOR_TEXT: &'static str = if Self::IS_FOR_EXCEL { ";" } else { "," };

    /// Writes the cells of a row of any data file. A cell that is not in `json` is empty.
    fn write_data_file_cells(json: &[u8], local: &mut LocalSettings, out: &mut Fragment) -> Result<()> {
        let cells: serde_json::Map<String, serde_json::Value> = serde_json::from_slice(json)?;
        for name in &*DATA_FILE_COLUMNS {
            out.append_str(Self::SEPARATOR_TEXT);
            let text = cells.get(*name).and_then(|cell| cell.as_str()).unwrap_or_default();
            Self::write_value(FieldValue::Text, &Cell::Text(text.as_bytes()), local, out)?;
        }
        Ok(())
    }
}

impl<const SEPARATOR: u8> Encoder for SeparatedValuesEncoder<SEPARATOR> {
    fn delimiters(_: &str, field: &Field, is_first: bool) -> Delimiters {
        let before = match field.value {
            // an array is omitted; `write_value` puts a separator before each cell of a JSON object
            FieldValue::JsonArray(_) | FieldValue::JsonObject => "",
            _ if is_first => "",
            _ => Self::SEPARATOR_TEXT,
        };
        // an absent value is an empty cell
        Delimiters { before: before.to_owned(), if_absent: before.to_owned(), after: String::new() }
    }

    fn row_delimiters(context: &RowsContext, brand: &Brand) -> RowDelimiters {
        let mut header = Fragment::default();
        // Excel recognises UTF-8 by the byte order mark
        header.append_str(if Self::IS_FOR_EXCEL { "\u{feff}" } else { "" });
        let names = match context {
            RowsContext::List(list) | RowsContext::Table(list) if context.single_value().is_some() => {
                vec![brand.branded_name(list.element)]
            }
            _ => column_names(context.fields(), Columns::Included, brand),
        };
        for (index, name) in names.iter().enumerate() {
            header.append_str(if index == 0 { "" } else { Self::SEPARATOR_TEXT });
            write_cell(&[name.as_bytes()], SEPARATOR, &mut header);
        }
        header.append_str("\r\n");
        let header = String::from_utf8_lossy(&header.bytes).into_owned();
        // a list without rows also has a header
        RowDelimiters {
            all: Delimiters { if_absent: header.clone(), before: header, after: String::new() },
            close: "\r\n".to_owned(),
            ..RowDelimiters::default()
        }
    }

    fn has_field(field: &Field) -> bool {
        !matches!(field.value, FieldValue::List(_) | FieldValue::EmptyList)
    }

    fn write_value(value: FieldValue, cell: &Cell, local: &mut LocalSettings, out: &mut Fragment) -> Result<()> {
        let is_formula_for_excel = |text: &[u8]| Self::IS_FOR_EXCEL && looks_like_formula(text);
        match (value, *cell) {
            // Dutch Excel has a decimal comma
            (FieldValue::Money, Cell::Int(cents)) if Self::IS_FOR_EXCEL => {
                out.append_str(&format_money(cents).replace('.', ","));
            }
            // Excel would execute the formula without the `'`; such an address is no stored picture, so it has no prefix
            (FieldValue::Text | FieldValue::Picture, Cell::Text(text)) if is_formula_for_excel(text) => {
                write_cell(&[b"'", text], SEPARATOR, out);
            }
            (FieldValue::Text, Cell::Text(text)) => write_cell(&[text], SEPARATOR, out),
            // an array is no column
            (FieldValue::JsonArray(_), _) => {}
            (FieldValue::JsonObject, Cell::Text(json)) => Self::write_data_file_cells(json, local, out)?,
            (FieldValue::Picture, Cell::Text(address)) => {
                write_cell(&[local.picture_prefix(address).as_bytes(), address], SEPARATOR, out);
            }
            // other kinds contain nothing that needs escaping
            _ => JsonEncoder::write_value(value, cell, local, out)?,
        }
        Ok(())
    }
}

/// The fields whose names [`column_names`] returns.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Columns {
    Included,
    /// The lists, which CSV omits.
    Omitted,
}

impl Columns {
    fn contains(self, field: &Field) -> bool {
        let is_list = matches!(field.value, FieldValue::List(_) | FieldValue::JsonArray(_) | FieldValue::EmptyList);
        match self {
            Columns::Included => !is_list,
            Columns::Omitted => is_list,
        }
    }
}

/// Returns the names of columns. The column of a field in an object has the name `Object.Field`.
pub fn column_names(fields: &[Field], columns: Columns, brand: &Brand) -> Vec<String> {
    let mut names = Vec::new();
    for field in fields {
        let name = brand.branded_name(field.name);
        match field.value {
            FieldValue::Object(fields) => {
                names.extend(column_names(fields, columns, brand).iter().map(|inner| format!("{name}.{inner}")));
            }
            FieldValue::JsonObject if columns == Columns::Included => {
                names.extend(DATA_FILE_COLUMNS.iter().map(|column| format!("{name}.{column}")));
            }
            _ if columns.contains(field) => names.push(name),
            _ => {}
        }
    }
    names
}

/// Writes a cell that consists of these parts, quoted if necessary. In the format for programs, a formula is quoted,
/// and so is a cell with a semicolon or a tab, because some programs split at these.
fn write_cell(parts: &[&[u8]], separator: u8, out: &mut Fragment) {
    let is_for_programs = separator == b',';
    let needs_quotes = |byte: &u8| match byte {
        b'"' | b'\r' | b'\n' => true,
        b';' | b'\t' if is_for_programs => true,
        byte => *byte == separator,
    };
    let is_formula = is_for_programs && looks_like_formula(parts[0]);
    let is_quoted = is_formula || parts.iter().any(|part| part.iter().any(needs_quotes));
    if !is_quoted {
        parts.iter().for_each(|part| out.append(part));
        return;
    }
    out.append_str("\"");
    for part in parts {
        for (index, piece) in part.split(|byte| *byte == b'"').enumerate() {
            // two quotes stand for one
            out.append_str(if index == 0 { "" } else { "\"\"" });
            out.append(piece);
        }
    }
    out.append_str("\"");
}
