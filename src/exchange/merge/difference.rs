//! The differences that an import makes, row by row and field by field, recorded during planning.
//!
//! They are in a temporary table, since there may be as many as rows.

use std::fmt;

use anyhow::{Context, Result};
use blake2::{Blake2b256, Digest};
use rusqlite::{Connection, Row, params};
use serde_json::{Map, Value};

use super::imported_file::ImportedFile;
use crate::datafile::file::{Column, DataFile, Domain};
use crate::datafile::{all_files, creator};
use crate::ledger::history::FieldChange;
use crate::model::message::{Message, MessageName};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowOutcome {
    Created,
    Changed,
    /// Unlisted, and removed.
    Removed,
    /// Unlisted, and dismissed.
    Dismissed,
}

impl RowOutcome {
    pub fn message(self) -> MessageName {
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
        f.write_str(&Message::from(self.message()).to_string())
    }
}

#[derive(Debug)]
pub struct Difference {
    pub file: &'static str,
    /// The line of its record; `None` if unlisted.
    pub line: Option<i64>,
    /// The file of that line, if it is another.
    pub source: Option<&'static str>,
    pub key: String,
    pub fate: RowOutcome,
    /// The changed fields, in the order of the columns.
    pub fields: Vec<FieldChange>,
}

/// Records the planned differences, replacing earlier ones.
pub fn record(connection: &Connection, imported_files: &[ImportedFile]) -> rusqlite::Result<()> {
    connection.execute_batch(
        "CREATE TEMP TABLE IF NOT EXISTS difference (
             file INTEGER, n INTEGER, line INTEGER, implied INTEGER, key TEXT, fate INTEGER, old TEXT, new TEXT);
         DELETE FROM temp.difference;",
    )?;
    for imported in imported_files {
        connection.execute(&record_listed(imported), [])?;
        connection.execute(&record_removed(imported), [])?;
    }
    Ok(())
}

fn record_listed(imported: &ImportedFile) -> String {
    let stem = imported.file.stem();
    format!(
        "INSERT INTO temp.difference
         SELECT {file}, s.n, s.line, s.implied, {fresh_key}, {created}, '{{}}', {cells}
         FROM next_{stem} AS s WHERE s.fresh
         UNION ALL
         SELECT {file}, s.n, s.line, 0, {key}, {changed}, {old}, {new}
         FROM next_{stem} AS s CROSS JOIN {stem}_csv AS v ON v.key = s.row
         WHERE s.changed AND NOT s.fresh",
        file = imported.index,
        fresh_key = imported.key_text("s"),
        key = imported.key_text("v"),
        created = RowOutcome::Created as i64,
        changed = RowOutcome::Changed as i64,
        cells = object(imported.columns().map(|(_, c)| c), "s", |_| None),
        old = object(imported.settable().map(|(_, c)| c), "v", differs),
        new = object(imported.settable().map(|(_, c)| c), "s", differs),
    )
}

fn record_removed(imported: &ImportedFile) -> String {
    let stem = imported.file.stem();
    let (fate, old, new) = match imported.dismisses() {
        None => {
            let cells = object(imported.columns().map(|(_, c)| c), "v", |_| None);
            (RowOutcome::Removed, cells, "'{}'".into())
        }
        Some(dismissal) => (
            RowOutcome::Dismissed,
            format!("json_object('{0}', v.\"{0}\")", dismissal.column),
            format!("json_object('{}', {})", dismissal.column, dismissal.cell),
        ),
    };
    format!(
        "INSERT INTO temp.difference
         SELECT {}, NULL, NULL, 0, {}, {}, {old}, {new}
         FROM gone_{stem} AS g CROSS JOIN {stem}_csv AS v ON v.key = g.row",
        imported.index,
        imported.key_text("v"),
        fate as i64,
    )
}

fn differs(column: &Column) -> Option<String> {
    Some(format!("s.\"{0}\" IS NOT v.\"{0}\"", column.name))
}

/// Returns the cells of `of` as a JSON object, limited to columns for which the condition holds.
fn object<'c>(
    columns: impl Iterator<Item = &'c Column>,
    of: &str,
    condition: impl Fn(&Column) -> Option<String>,
) -> String {
    let visible = columns.filter(|column| column.domain != Domain::Bytes);
    let member = |column: &Column| {
        let cell = match column.domain {
            // a number in some views, a text in others
            Domain::Id => format!("CAST({of}.\"{}\" AS TEXT)", column.name),
            _ => format!("{of}.\"{}\"", column.name),
        };
        let member = format!("',\"{}\":' || json_quote({cell})", column.name);
        match condition(column) {
            Some(condition) => format!("iif({condition}, {member}, '')"),
            None => member,
        }
    };
    let mut members: Vec<_> = visible.map(member).collect();
    members.push("''".into());
    format!("'{{' || substr({}, 2) || '}}'", members.join(" || "))
}

/// Passes the recorded differences to a callback, by file; listed rows first, in the order of the file.
pub fn each(connection: &Connection, mut report: impl FnMut(Difference) -> Result<()>) -> Result<()> {
    let mut select = connection.prepare(&format!("{SELECT} ORDER BY file, n IS NULL, n, rowid"))?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        report(read(row)?)?;
    }
    Ok(())
}

/// Returns at most `limit` differences of a file after a position, each with its position.
pub fn page(connection: &Connection, file: &str, after: i64, limit: u32) -> Result<Vec<(i64, Difference)>> {
    let file = all_files().position(|known| known.name == file);
    let mut select =
        connection.prepare_cached(&format!("{SELECT} WHERE file = ? AND rowid > ? ORDER BY rowid LIMIT ?"))?;
    let mut rows = select.query(params![file.map(|at| at as i64), after, limit])?;
    let mut page = Vec::new();
    while let Some(row) = rows.next()? {
        page.push((row.get(7)?, read(row)?));
    }
    Ok(page)
}

/// Returns a digest of all differences.
pub fn digest(connection: &Connection) -> Result<[u8; 32]> {
    let mut select = connection.prepare(&format!("{SELECT} ORDER BY file, key, fate, rowid"))?;
    let mut rows = select.query([])?;
    let mut digest = Blake2b256::new();
    while let Some(row) = rows.next()? {
        // the line of a row is not part of the difference
        for at in [2, 4, 5] {
            let text = row.get_ref(at)?.as_str()?;
            digest.update(text.len().to_le_bytes());
            digest.update(text);
        }
        for at in [0, 3] {
            digest.update(row.get::<_, i64>(at)?.to_le_bytes());
        }
    }
    Ok(digest.finalize().into())
}

const SELECT: &str = "SELECT file, line, key, fate, old, new, implied, rowid FROM temp.difference";

fn read(row: &Row) -> Result<Difference> {
    let file = all_files().nth(usize::from(row.get::<_, u16>(0)?));
    let file = file.context("a file that there is")?;
    let cells = |at| -> Result<Map<String, Value>> { Ok(serde_json::from_str(row.get_ref(at)?.as_str()?)?) };
    Ok(Difference {
        file: file.name,
        line: row.get(1)?,
        source: match row.get(6)? {
            true => creator(file).map(|(file, _)| file.name),
            false => None,
        },
        key: row.get(2)?,
        fate: match row.get::<_, i64>(3)? {
            0 => RowOutcome::Created,
            1 => RowOutcome::Changed,
            2 => RowOutcome::Removed,
            _ => RowOutcome::Dismissed,
        },
        fields: fields(file, &cells(4)?, &cells(5)?),
    })
}

fn fields(file: &DataFile, old: &Map<String, Value>, new: &Map<String, Value>) -> Vec<FieldChange> {
    let text =
        |cells: &Map<String, Value>, name: &str| cells.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let change = |column: &Column| FieldChange {
        field: column.name.to_owned(),
        old: text(old, column.name),
        new: text(new, column.name),
    };
    file.columns.iter().map(change).filter(|change| change.old != change.new).collect()
}
