//! The differences between stored and planned rows, by row and field, in a temporary table: there can be many.

use std::fmt;

use anyhow::{Context, Result};
use blake2::{Blake2b256, Digest};
use rusqlite::{Connection, Row, params};
use serde_json::{Map, Value};

use super::imported_file::ImportedFile;
use crate::datafile::file::{Column, DataFile, Domain};
use crate::datafile::{all_files, find_creating_column};
use crate::ledger::history::FieldChange;
use crate::model::message::{Message, MessageName};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowOutcome {
    Created,
    Changed,
    Removed,
    Dismissed,
}

impl RowOutcome {
    /// All outcomes, in the order of their numbers in the table.
    const ALL: [RowOutcome; 4] = [Self::Created, Self::Changed, Self::Removed, Self::Dismissed];

    pub fn message_name(self) -> MessageName {
        match self {
            RowOutcome::Created => MessageName::Created,
            RowOutcome::Changed => MessageName::Changed,
            RowOutcome::Removed => MessageName::Removed,
            RowOutcome::Dismissed => MessageName::Dismissed,
        }
    }
}

impl fmt::Display for RowOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Message::from(self.message_name()).to_string())
    }
}

#[derive(Debug)]
pub struct Difference {
    pub file: &'static str,
    /// The line of the row; `None` if the file does not list the row.
    pub line: Option<i64>,
    /// The file that has the line, if a cell of another file creates the row; else `None`.
    pub creating_file: Option<&'static str>,
    pub key: String,
    pub outcome: RowOutcome,
    pub fields: Vec<FieldChange>,
}

/// Replaces the table `difference`. `old` and `new` are JSON objects with the cells that change.
pub fn record_differences(connection: &Connection, files: &[ImportedFile]) -> rusqlite::Result<()> {
    connection.execute_batch(
        "CREATE TEMP TABLE IF NOT EXISTS difference (
             file INTEGER, record INTEGER, line INTEGER, created_by_reference INTEGER, key TEXT, outcome INTEGER,
             old TEXT, new TEXT);
         DELETE FROM temp.difference;",
    )?;
    for imported in files {
        connection.execute(&insert_new_and_changed_rows_sql(imported), [])?;
        connection.execute(&insert_removed_rows_sql(imported), [])?;
    }
    Ok(())
}

/// Returns the SQL that adds the rows that the import creates or changes, with the old and new cells.
fn insert_new_and_changed_rows_sql(imported: &ImportedFile) -> String {
    let stem = imported.file.stem();
    // the first query returns the created rows, the second the changed rows
    format!(
        "INSERT INTO temp.difference (file, record, line, created_by_reference, key, outcome, old, new)
         SELECT {file}, next.record, next.line, next.created_by_reference, {key_of_new}, {created}, '{{}}', {cells}
         FROM next_{stem} AS next WHERE next.is_new
         UNION ALL
         SELECT {file}, next.record, next.line, 0, {key}, {changed}, {old}, {new}
         FROM next_{stem} AS next CROSS JOIN {stem}_csv AS stored ON stored.row_id = next.row
         WHERE next.is_changed AND NOT next.is_new",
        file = imported.index,
        key_of_new = imported.key_text_sql("next"),
        key = imported.key_text_sql("stored"),
        created = RowOutcome::Created as i64,
        changed = RowOutcome::Changed as i64,
        cells = json_object_sql(imported.columns(), "next", None),
        old = json_object_sql(imported.updatable_columns(), "stored", Some(column_differs_sql)),
        new = json_object_sql(imported.updatable_columns(), "next", Some(column_differs_sql)),
    )
}

/// Returns the SQL that adds the rows that the import removes or dismisses. Of a dismissed row, one cell changes.
fn insert_removed_rows_sql(imported: &ImportedFile) -> String {
    let stem = imported.file.stem();
    // a removed row has all cells in `old`, and none in `new`
    let (outcome, old, new) = match imported.dismissal() {
        None => (RowOutcome::Removed, json_object_sql(imported.columns(), "stored", None), "'{}'".into()),
        Some(dismissal) => (
            RowOutcome::Dismissed,
            format!("json_object('{0}', stored.\"{0}\")", dismissal.column),
            format!("json_object('{}', {})", dismissal.column, dismissal.cell_sql),
        ),
    };
    format!(
        "INSERT INTO temp.difference (file, record, line, created_by_reference, key, outcome, old, new)
         SELECT {file}, NULL, NULL, 0, {key}, {outcome}, {old}, {new}
         FROM removals_{stem} AS removal CROSS JOIN {stem}_csv AS stored ON stored.row_id = removal.row",
        file = imported.index,
        key = imported.key_text_sql("stored"),
        outcome = outcome as i64,
    )
}

fn column_differs_sql(column: &Column) -> String {
    format!("next.\"{0}\" IS NOT stored.\"{0}\"", column.name)
}

/// Returns the SQL for a JSON object with the cells of a row, such as `{"Name":"x","Order":"1"}`. With `condition`, the
/// object has only the cells that meet the condition, which is SQL too.
fn json_object_sql<'c>(
    columns: impl Iterator<Item = (usize, &'c Column)>,
    row_alias: &str,
    condition: Option<fn(&Column) -> String>,
) -> String {
    let mut members = "''".to_owned();
    for (_, column) in columns.filter(|(_, column)| column.domain != Domain::Bytes) {
        let cell = match column.domain {
            // an Id is a number in some views and a text in others
            Domain::Id => format!("CAST({row_alias}.\"{}\" AS TEXT)", column.name),
            _ => format!("{row_alias}.\"{}\"", column.name),
        };
        // each member begins with a comma
        let member = format!("',\"{}\":' || json_quote({cell})", column.name);
        members += &match condition {
            Some(condition) => format!(" || iif({}, {member}, '')", condition(column)),
            None => format!(" || {member}"),
        };
    }
    // omits the first comma
    format!("'{{' || substr({members}, 2) || '}}'")
}

/// Passes each recorded difference to `report`, file by file. Of each file, the listed rows come first, in the order of
/// lines, then the removed rows, which have no record.
pub fn for_each_difference(connection: &Connection, mut report: impl FnMut(Difference) -> Result<()>) -> Result<()> {
    let mut select =
        connection.prepare(&format!("{SELECT_DIFFERENCES} ORDER BY file, record IS NULL, record, rowid"))?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        report(read_difference(row)?)?;
    }
    Ok(())
}

/// Returns differences with their positions. `after` is the last position of the previous page; 0 for the first page.
pub fn read_page(connection: &Connection, file: &str, after: i64, limit: u32) -> Result<Vec<(i64, Difference)>> {
    let file_index = all_files().position(|known| known.name == file);
    let mut select = connection
        .prepare_cached(&format!("{SELECT_DIFFERENCES} WHERE file = ? AND rowid > ? ORDER BY rowid LIMIT ?"))?;
    let mut rows = select.query(params![file_index.map(|index| index as i64), after, limit])?;
    let mut page = Vec::new();
    while let Some(row) = rows.next()? {
        page.push((row.get("position")?, read_difference(row)?));
    }
    Ok(page)
}

/// Returns a digest of all recorded differences, by which an import checks that it writes what the user has seen. The
/// digest does not depend on the lines of rows.
pub fn digest_differences(connection: &Connection) -> Result<[u8; 32]> {
    let mut select = connection.prepare(&format!("{SELECT_DIFFERENCES} ORDER BY file, key, outcome, old, new"))?;
    let mut rows = select.query([])?;
    let mut digest = Blake2b256::new();
    while let Some(row) = rows.next()? {
        for column in ["key", "old", "new"] {
            let text = row.get_ref(column)?.as_str()?;
            // the length separates the texts: `ab`, `c` must not have the digest of `a`, `bc`
            digest.update(text.len().to_le_bytes());
            digest.update(text);
        }
        for column in ["file", "outcome"] {
            digest.update(row.get::<_, i64>(column)?.to_le_bytes());
        }
    }
    Ok(digest.finalize().into())
}

const SELECT_DIFFERENCES: &str =
    "SELECT file, line, key, outcome, old, new, created_by_reference, rowid AS position FROM temp.difference";

/// Reads a row of [`SELECT_DIFFERENCES`].
fn read_difference(row: &Row) -> Result<Difference> {
    let file_index: u16 = row.get("file")?;
    let file = all_files().nth(file_index.into()).context("unknown position of a data file")?;
    let creating_column = if row.get("created_by_reference")? { find_creating_column(file) } else { None };
    let cells = |column| -> Result<Map<String, Value>> { Ok(serde_json::from_str(row.get_ref(column)?.as_str()?)?) };
    Ok(Difference {
        file: file.name,
        line: row.get("line")?,
        creating_file: creating_column.map(|(creating_file, _)| creating_file.name),
        key: row.get("key")?,
        outcome: RowOutcome::ALL[usize::from(row.get::<_, u8>("outcome")?)],
        fields: changed_fields(file, &cells("old")?, &cells("new")?),
    })
}

/// Returns the fields whose cells differ, in the order of columns. A cell that an object lacks is empty.
fn changed_fields(file: &DataFile, old: &Map<String, Value>, new: &Map<String, Value>) -> Vec<FieldChange> {
    let cell =
        |cells: &Map<String, Value>, name: &str| cells.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let fields = file.columns.iter().map(|column| FieldChange {
        field: column.name.to_owned(),
        old: cell(old, column.name),
        new: cell(new, column.name),
    });
    fields.filter(|field| field.old != field.new).collect()
}
