//! Formats a list in a cell of a report. A page shows each session of a class on a line of its own.

use super::columns::flatten_fields;
use crate::encode::cells::{FIELD_START, ROW_END, ROW_START};
use crate::model::language::{Language, without_zero_seconds};
use crate::operation::response_schema::{Field, FieldValue, ListSchema};

/// The columns with the address of a session's location. A page shows only the name of the location.
const ADDRESS_COLUMNS: [&str; 2] = ["Location.Address", "Adress"];

/// Formats a list for a page. Sessions are lines such as `8 Jan 2026, 09:30–16:30 · Hospice De Wilg`.
pub fn format_page_list(text: &str, list: &ListSchema, language: Language) -> String {
    let fields = flatten_fields(list.item.fields());
    if fields.iter().any(|(name, _)| name == "Date") {
        let lines = split_rows(text).into_iter().map(|cells| session_line(&fields, &cells, language));
        return lines.collect::<Vec<_>>().join("\n");
    }
    let begins_with_id = fields.first().is_some_and(|(name, _)| name == "Id");
    format_list(text, usize::from(begins_with_id), |cell| language.format_date(cell))
}

/// Formats a list of rows in a cell, with blanks between cells and semicolons between rows. Omits the first cells of each
/// row: ids of rows, and of rows in rows, help nobody on a page.
pub fn format_list(list: &str, omitted_cells: usize, format_cell: impl Fn(&str) -> String) -> String {
    let is_mark = |c: char| u8::try_from(c).is_ok_and(|byte| matches!(byte, ROW_START | FIELD_START | ROW_END));
    let format_row = |row: &str| {
        let cells = row.split(is_mark).map(str::trim).filter(|cell| !cell.is_empty());
        cells.skip(omitted_cells).map(&format_cell).collect::<Vec<_>>().join(" ")
    };
    let rows = list.split(char::from(ROW_START)).map(format_row);
    rows.filter(|row| !row.is_empty()).collect::<Vec<_>>().join("; ")
}

/// Returns the cells of each row of a list. A cell with rows of its own keeps their marks.
fn split_rows(list: &str) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut open_rows = 0;
    for character in list.chars() {
        let mark = u8::try_from(character).unwrap_or_default();
        match mark {
            ROW_START => open_rows += 1,
            ROW_END => open_rows -= 1,
            _ => {}
        }
        match mark {
            ROW_START if open_rows == 1 => rows.push(Vec::new()),
            ROW_END if open_rows == 0 => {}
            FIELD_START if open_rows == 1 => rows.last_mut().into_iter().for_each(|row| row.push(String::new())),
            _ => rows.last_mut().and_then(|row| row.last_mut()).into_iter().for_each(|cell| cell.push(character)),
        }
    }
    rows
}

/// Formats a session, without numbers and yes or no, which are unclear without a label, and without trainers.
fn session_line(fields: &[(String, Field)], cells: &[String], language: Language) -> String {
    let mut line = String::new();
    let mut is_after_date = false;
    for ((name, field), cell) in fields.iter().zip(cells) {
        let is_shown =
            matches!(field.value, FieldValue::Text | FieldValue::Date | FieldValue::ShortDate | FieldValue::Time);
        if !is_shown || cell.is_empty() || ADDRESS_COLUMNS.contains(&name.as_str()) {
            continue;
        }
        let separator = match field.value {
            _ if line.is_empty() => "",
            // the second time is the end of the session
            FieldValue::Time if !is_after_date => "–",
            _ if is_after_date => ", ",
            _ => " · ",
        };
        is_after_date = matches!(field.value, FieldValue::Date | FieldValue::ShortDate);
        line += separator;
        line += &match field.value {
            FieldValue::Time => without_zero_seconds(cell).to_owned(),
            FieldValue::Text => cell.clone(),
            _ => language.format_dates_in_text(&language.format_date(cell)),
        };
    }
    line
}
