//! The origin of values: finds a row by key and returns what set each of its fields.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};
use rusqlite::{Connection, OptionalExtension, params_from_iter};

use super::cells;
use super::history::ChangeOrigin;
use super::touches::{Touch, effective_touches, touches};
use crate::datafile::cell::canonical;
use crate::datafile::file::{Column, DataFile, Domain};
use crate::datafile::{all_files, persons};
use crate::model::language::Language;
use crate::model::nearest::{did_you_mean, near};
use crate::model::time::Clock;

#[derive(Debug)]
pub struct FieldOrigin {
    pub field: String,
    /// The cell; of a removed row, the last.
    pub value: String,
    pub given: Option<ChangeOrigin>,
    pub put_back: Option<ChangeOrigin>,
}

#[derive(Debug)]
pub struct RowProvenance {
    pub file: &'static str,
    pub key: Vec<String>,
    pub removed: Option<ChangeOrigin>,
    pub reasons: Vec<FieldOrigin>,
}

/// Returns the fields of the row of `file` that `words` name: its key, and optionally a column.
pub fn why(connection: &Connection, clock: &Clock, file: &str, words: &[String]) -> Result<RowProvenance> {
    let file = file_called(file)?;
    let (key, column) = key_and_column(file, words)?;
    let key = canonical_key(clock, file, key)?;
    let Some(row) = row(connection, file, &key)? else {
        let hint = hint(connection, file, &key)?;
        bail!("{} has no row {}{hint}", file.name, key.join(", "));
    };
    let (removed, reasons) = reasons(connection, file, row, column)?
        .with_context(|| format!("{} has no row {}", file.name, key.join(", ")))?;
    Ok(RowProvenance { file: file.name, key, reasons, removed })
}

/// Returns the fields of the row of `file` with this id.
pub fn of_row(connection: &Connection, file: &DataFile, row: i64) -> Result<Vec<FieldOrigin>> {
    let reasons = reasons(connection, file, row, None)?;
    Ok(reasons.map(|(_, reasons)| reasons).unwrap_or_default())
}

pub fn last(connection: &Connection, file: &DataFile, row: i64) -> rusqlite::Result<Option<ChangeOrigin>> {
    let last = touches(connection, file, row, 0)?.pop();
    Ok(last.map(|touch| touch.origin))
}

/// Returns the change that removed the row, and the fields or the requested one; `None` if it never existed.
fn reasons(
    connection: &Connection,
    file: &DataFile,
    row: i64,
    requested: Option<&Column>,
) -> Result<Option<(Option<ChangeOrigin>, Vec<FieldOrigin>)>> {
    let cells = cells(connection, file, row)?;
    let mut touches = touches(connection, file, row, 0)?;
    let removed = if cells.is_some() { None } else { touches.pop() };
    let cells = match (cells, &removed) {
        (Some(cells), _) => cells,
        (None, Some(removed)) => removed.cells(),
        (None, None) => return Ok(None),
    };
    let mut cells: BTreeMap<String, String> = cells.into_iter().collect();
    let shown = file.columns.iter().filter(|of| of.domain != Domain::Bytes);
    let reasons = shown.filter(|of| requested.is_none_or(|column| column.name == of.name)).map(|column| {
        let cell = cells.remove(column.name).unwrap_or_default();
        reason(column.name.to_owned(), cell, &touches)
    });
    let reasons = reasons.collect();
    Ok(Some((removed.map(|touch| touch.origin), reasons)))
}

/// Returns the row of the person with this employee number, or the last who had it.
pub fn person(connection: &Connection, clock: &Clock, identifier: &str) -> Result<i64> {
    let file = &persons::FILE;
    let key = canonical_key(clock, file, &[identifier.to_owned()])?;
    let Some(row) = row(connection, file, &key)? else {
        bail!("there is no person {identifier}{}", hint(connection, file, &key)?);
    };
    Ok(row)
}

fn file_called(name: &str) -> Result<&'static DataFile> {
    all_files().find(|file| file.name == name || file.stem() == name).with_context(|| {
        let stem = name.strip_suffix(".csv").unwrap_or(name);
        let names: Vec<_> = all_files().map(|file| file.name).collect();
        match near(stem, all_files().map(|file| file.stem())) {
            Some(near) => format!("{name} is not a data file; did you mean {near}?"),
            None => format!("{name} is not a data file; their names are {}", names.join(", ")),
        }
    })
}

fn key_and_column<'w>(file: &'static DataFile, words: &'w [String]) -> Result<(&'w [String], Option<&'static Column>)> {
    let columns: Vec<_> = file.key().map(|(_, column)| column.name).collect();
    let (key, rest) = words.split_at(words.len().min(columns.len()));
    match rest {
        _ if key.len() < columns.len() => bail!(
            "the key of {} is {}: {} more must be given",
            file.name,
            columns.join(", "),
            columns.len() - key.len()
        ),
        [] => Ok((key, None)),
        [name] => match file.column(name) {
            Some((_, column)) => Ok((key, Some(column))),
            None => {
                let known: Vec<_> = file.columns.iter().map(|column| column.name).collect();
                match near(name, &known) {
                    Some(near) => bail!("{} has no column {name}; did you mean {near}?", file.name),
                    None => bail!("{} has no column {name}; its columns are {}", file.name, known.join(", ")),
                }
            }
        },
        _ => bail!("the key of {} is {}; after it one column may follow", file.name, columns.join(", ")),
    }
}

/// Returns a key in the form of stored cells.
fn canonical_key(clock: &Clock, file: &DataFile, words: &[String]) -> Result<Vec<String>> {
    let cell = |((_, column), word): ((usize, &Column), &String)| {
        canonical(column, word, clock)
            .map(|cell| cell.into_owned())
            .map_err(|error| anyhow::anyhow!("{}: {}", column.name, error.of_value(Language::English, word)))
    };
    file.key().zip(words).map(cell).collect()
}

/// Returns the row with this key, or the last one that had it.
fn row(connection: &Connection, file: &DataFile, key: &[String]) -> rusqlite::Result<Option<i64>> {
    let is_key = |cell: fn(&str) -> String| {
        file.key().map(|(_, column)| cell(column.name) + " = ?").collect::<Vec<_>>().join(" AND ")
    };
    let present = format!("SELECT key FROM {}_csv WHERE {}", file.stem(), is_key(|name| format!("\"{name}\"")));
    let removed = format!(
        "SELECT row FROM ledger_change WHERE file = '{}' AND kind = 'removed' AND {} ORDER BY id DESC LIMIT 1",
        file.name,
        is_key(|name| format!("old ->> '{name}'"))
    );
    let find = |sql: &str| connection.query_row(sql, params_from_iter(key), |row| row.get(0)).optional();
    find(&present)?.map_or_else(|| find(&removed), |row| Ok(Some(row)))
}

/// Suggests the nearest value for the first unknown cell of a key.
fn hint(connection: &Connection, file: &DataFile, key: &[String]) -> rusqlite::Result<String> {
    for ((_, column), cell) in file.key().zip(key) {
        let column = column.name;
        let mut known = connection.prepare(&format!(
            "SELECT DISTINCT CAST(\"{column}\" AS TEXT) FROM {}_csv WHERE \"{column}\" IS NOT NULL",
            file.stem()
        ))?;
        let known = known.query_map([], |row| row.get::<_, String>(0))?;
        let known: Vec<String> = known.collect::<rusqlite::Result<_>>()?;
        if !known.contains(cell) {
            return Ok(did_you_mean(cell, &known));
        }
    }
    Ok(String::new())
}

fn reason(field: String, value: String, touches: &[Touch]) -> FieldOrigin {
    let of_field = || touches.iter().filter(|touch| touch.has(&field));
    let given = effective_touches(of_field()).pop();
    let put_back = of_field().next_back().filter(|last| given.is_some_and(|given| given.change != last.change));
    FieldOrigin {
        value,
        given: given.map(|touch| touch.origin.clone()),
        put_back: put_back.map(|touch| touch.origin.clone()),
        field,
    }
}
