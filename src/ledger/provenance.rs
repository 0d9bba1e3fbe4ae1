//! Finds the origins of a row's values: the changes that set its fields.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};
use rusqlite::{Connection, params_from_iter};

use super::find_cells;
use super::history::ChangeOrigin;
use super::query::{query_all, query_optional};
use super::recorded_changes::{FIRST_CHANGE, RecordedChange, effective_changes, list_row_changes};
use crate::datafile::cell::parse_cell;
use crate::datafile::file::{Column, DataFile, Domain};
use crate::datafile::{all_files, persons};
use crate::model::message::{Message, MessageName};
use crate::model::name_similarity::find_close_name;
use crate::model::time::Clock;

#[derive(Debug)]
pub struct FieldOrigin {
    pub field: String,
    /// The current cell; for a removed row, the last cell.
    pub value: String,
    /// The last change of the field that was not undone; `None` if the ledger has no such change.
    pub set_by: Option<ChangeOrigin>,
    /// The undo that restored the value; `None` if the last change was not an undo.
    pub restored_by: Option<ChangeOrigin>,
}

#[derive(Debug)]
pub struct RowProvenance {
    pub file: &'static str,
    /// The canonical cells of the key.
    pub key: Vec<String>,
    /// The removal of the row; `None` if the row exists.
    pub removed_by: Option<ChangeOrigin>,
    pub fields: Vec<FieldOrigin>,
}

/// Finds the origins of a row's fields, such as those of `persons E7 Email`: `file` is the name of a data file, and
/// `words` are the cells of the row's key, and optionally the name of a column.
pub fn find_provenance(connection: &Connection, clock: &Clock, file: &str, words: &[String]) -> Result<RowProvenance> {
    let file = find_file(file)?;
    let (key, column) = split_key_and_column(file, words)?;
    // as the view has it, so that `9-3-2026` finds `2026-03-09`
    let key = canonical_key(clock, file, key)?;
    let row = find_row(connection, file, &key)?;
    let origins = row.map(|row| find_origins(connection, file, row, column)).transpose()?.flatten();
    let Some(RowOrigins { removed_by, fields }) = origins else {
        let message = Message::new(MessageName::NoSuchRow).with(file.name).with(key.join(", "));
        bail!(message.with_suggestion(find_close_key(connection, file, &key)?));
    };
    Ok(RowProvenance { file: file.name, key, fields, removed_by })
}

/// Returns the origins of all fields of a row; none if the row never existed.
pub fn find_field_origins(connection: &Connection, file: &DataFile, row: i64) -> Result<Vec<FieldOrigin>> {
    let origins = find_origins(connection, file, row, None)?;
    Ok(origins.map(|origins| origins.fields).unwrap_or_default())
}

/// Returns the origin of the newest change of a row; `None` if the ledger has no change of the row.
pub fn find_last_change_origin(
    connection: &Connection,
    file: &DataFile,
    row: i64,
) -> rusqlite::Result<Option<ChangeOrigin>> {
    let last = list_row_changes(connection, file, row, FIRST_CHANGE)?.pop();
    Ok(last.map(|change| change.origin))
}

struct RowOrigins {
    removed_by: Option<ChangeOrigin>,
    fields: Vec<FieldOrigin>,
}

/// Returns the origins of the row's fields, or of the `requested` field only; `None` if the row never existed. For a
/// removed row, these are the origins of its last cells.
fn find_origins(
    connection: &Connection,
    file: &DataFile,
    row: i64,
    requested: Option<&Column>,
) -> Result<Option<RowOrigins>> {
    let current_cells = find_cells(connection, file, row)?;
    let mut changes = list_row_changes(connection, file, row, FIRST_CHANGE)?;
    // the newest change of a row that does not exist is its removal
    let removal = if current_cells.is_some() { None } else { changes.pop() };
    let last_cells = match (current_cells, &removal) {
        (Some(cells), _) => cells,
        (None, Some(removal)) => removal.removed_cells(),
        // the row never existed, or its changes were deleted from the ledger
        (None, None) => return Ok(None),
    };
    let mut cells_by_column: BTreeMap<String, String> = last_cells.into_iter().collect();
    let is_requested = |column: &&Column| requested.is_none_or(|requested| requested.name == column.name);
    let shown_columns = file.columns.iter().filter(|column| column.domain != Domain::Bytes).filter(is_requested);
    let fields = shown_columns.map(|column| {
        let cell = cells_by_column.remove(column.name).unwrap_or_default();
        field_origin(column.name.to_owned(), cell, &changes)
    });
    Ok(Some(RowOrigins { fields: fields.collect(), removed_by: removal.map(|change| change.origin) }))
}

/// Returns the id of the person who has this employee number or, if nobody has it, of the person who had it last.
pub fn find_person_row(connection: &Connection, clock: &Clock, identifier: &str) -> Result<i64> {
    let file = &persons::FILE;
    let key = canonical_key(clock, file, &[identifier.to_owned()])?;
    let Some(row) = find_row(connection, file, &key)? else {
        let message = Message::new(MessageName::NoSuchPerson).with(identifier);
        bail!(message.with_suggestion(find_close_key(connection, file, &key)?));
    };
    Ok(row)
}

/// Accepts `persons` and `persons.csv`. The error suggests a similar name, or lists all names.
fn find_file(name: &str) -> Result<&'static DataFile> {
    all_files().find(|file| file.name == name || file.stem() == name).with_context(|| {
        let stem = name.strip_suffix(".csv").unwrap_or(name);
        let message = Message::new(MessageName::UnknownDataFile).with(name);
        match find_close_name(stem, all_files().map(|file| file.stem())) {
            None => {
                let names: Vec<_> = all_files().map(|file| file.name).collect();
                message.with_part(Message::new(MessageName::DataFilesAre).with(names.join(", ")))
            }
            near => message.with_suggestion(near),
        }
    })
}

/// Splits words into the cells of the key and the column that may follow: of persons.csv, `E7 Email` into `E7` and the
/// column `Email`. Fails if there are too few or too many words.
fn split_key_and_column<'w>(
    file: &'static DataFile,
    words: &'w [String],
) -> Result<(&'w [String], Option<&'static Column>)> {
    let key_columns: Vec<_> = file.key_columns().map(|(_, column)| column.name).collect();
    let key_message = |name| Message::new(name).with(file.name).with(key_columns.join(", "));
    let Some((key, words_after_key)) = words.split_at_checked(key_columns.len()) else {
        let missing = key_columns.len() - words.len();
        bail!(key_message(MessageName::KeyTooShort).with(missing));
    };
    match words_after_key {
        [] => Ok((key, None)),
        [name] => Ok((key, Some(find_column(file, name)?))),
        _ => bail!(key_message(MessageName::KeyTooLong)),
    }
}

fn find_column(file: &'static DataFile, name: &str) -> Result<&'static Column> {
    if let Some((_, column)) = file.find_column(name) {
        return Ok(column);
    }
    let known: Vec<_> = file.columns.iter().map(|column| column.name).collect();
    let message = Message::new(MessageName::ColumnMissing).with(file.name).with(name);
    bail!(match find_close_name(name, &known) {
        None => message.with_part(Message::new(MessageName::ColumnsAre).with(known.join(", "))),
        near => message.with_suggestion(near),
    })
}

/// Parses the cells of a key to their canonical forms: `9-3-2026` becomes `2026-03-09`.
fn canonical_key(clock: &Clock, file: &DataFile, words: &[String]) -> Result<Vec<String>> {
    let parse = |((_, column), word): ((usize, &Column), &String)| {
        let cell = parse_cell(column, word, clock)
            .map_err(|error| Message::new(MessageName::AtKey).with(column.name).with_part(error.with_value(word)))?;
        Ok(cell.into_owned())
    };
    file.key_columns().zip(words).map(parse).collect()
}

/// Returns the id of the row with this key; if no row has the key, the id of the last removed row that had it. Returns
/// `None` if the ledger has no such removal either.
fn find_row(connection: &Connection, file: &DataFile, key: &[String]) -> rusqlite::Result<Option<i64>> {
    let key_condition = |cell_sql: fn(&str) -> String| {
        let conditions = file.key_columns().map(|(_, column)| cell_sql(column.name) + " = ?");
        conditions.collect::<Vec<_>>().join(" AND ")
    };
    let has_key = key_condition(|name| format!("\"{name}\""));
    let select_existing = format!("SELECT row_id FROM {}_csv WHERE {has_key}", file.stem());
    // a removal records all cells of the row in `old`, a JSON object, in which an `Id` is a number
    let had_key = key_condition(|name| format!("CAST(old ->> '{name}' AS TEXT)"));
    let select_removed = format!(
        "SELECT row FROM ledger_change WHERE file = '{}' AND kind = 'removed' AND {had_key} ORDER BY id DESC LIMIT 1",
        file.name
    );
    let find = |sql: &str| query_optional(connection, sql, params_from_iter(key), |row| row.get(0));
    match find(&select_existing)? {
        None => find(&select_removed),
        existing => Ok(existing),
    }
}

/// Returns the value most similar to the first cell of the key that occurs in no row; `None` if no value is similar.
fn find_close_key(connection: &Connection, file: &DataFile, key: &[String]) -> rusqlite::Result<Option<String>> {
    for ((_, column), cell) in file.key_columns().zip(key) {
        // the view has NULL in an absent cell
        let column = column.name;
        let select = format!("SELECT DISTINCT CAST(\"{column}\" AS TEXT) FROM {}_csv", file.stem());
        let sql = format!("{select} WHERE \"{column}\" IS NOT NULL");
        let values: Vec<String> = query_all(connection, &sql, [], |row| row.get(0))?;
        if !values.contains(cell) {
            return Ok(find_close_name(cell, &values));
        }
    }
    Ok(None)
}

/// Returns the origin of a field's value. `changes` are those of the row, the oldest first. Example: import 1 sets `A`,
/// import 2 sets `B`, and undo 3 restores `A`. Then `A` was set by import 1 and restored by undo 3.
fn field_origin(field: String, value: String, changes: &[RecordedChange]) -> FieldOrigin {
    let changes_of_field: Vec<_> = changes.iter().filter(|change| change.has_column(&field)).collect();
    let set_by = effective_changes(changes_of_field.iter().copied()).pop();
    // the last change is effective, or an undo that restored the value of the last effective change
    let restored_by = match (set_by, changes_of_field.last()) {
        (Some(effective), Some(&last)) if !std::ptr::eq(effective, last) => Some(last),
        _ => None,
    };
    FieldOrigin {
        value,
        set_by: set_by.map(|change| change.origin.clone()),
        restored_by: restored_by.map(|change| change.origin.clone()),
        field,
    }
}
