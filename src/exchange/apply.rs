//! Writes what was planned: the ledger first, since it keeps the cells that are about to change, then the
//! rows. It runs inside a transaction that holds the write lock.

use rusqlite::{Connection, params};

use super::file::{Column, Ids, Kind};
use super::import::Tally;
use super::sheet::Sheet;
use crate::model::time::instant_text;

/// Writes all; `action` is the path that is imported.
pub fn apply(
    connection: &Connection,
    sheets: &[Sheet],
    tallies: &[Tally],
    actor: &str,
    action: &str,
) -> rusqlite::Result<()> {
    let ledger = enter(connection, actor, action)?;
    for (sheet, tally) in sheets.iter().zip(tallies) {
        record(connection, ledger, sheet, tally)?;
    }
    for sheet in sheets {
        connection.execute_batch(sheet.file.make_room)?;
    }
    for (sheet, tally) in sheets.iter().zip(tallies) {
        if tally.created > 0 {
            connection.execute(&create(sheet), [])?;
        }
        if tally.updated > 0 {
            connection.execute(&update(sheet), [])?;
        }
    }
    for (sheet, tally) in sheets.iter().zip(tallies).rev() {
        if tally.removed > 0 {
            connection.execute(&remove(sheet), [])?;
        }
    }
    Ok(())
}

/// The import's own row of the ledger, with the next number.
fn enter(connection: &Connection, actor: &str, action: &str) -> rusqlite::Result<i64> {
    connection.query_row(
        "INSERT INTO ledger (at, kind, number, actor, action)
         VALUES (?, 'import', (SELECT coalesce(max(number), 0) + 1 FROM ledger), ?, ?)
         RETURNING id",
        params![instant_text(), actor, action],
        |row| row.get(0),
    )
}

fn record(
    connection: &Connection,
    ledger: i64,
    sheet: &Sheet,
    tally: &Tally,
) -> rusqlite::Result<()> {
    if let Some(given) = &sheet.given {
        connection.execute(
            "INSERT INTO ledger_file (ledger, file, digest, created, updated, unchanged, removed)
             VALUES (?, ?, ?, ?, ?, ?, ?)",
            params![
                ledger,
                sheet.file.name,
                given.digest,
                tally.created as i64,
                tally.updated as i64,
                tally.unchanged as i64,
                tally.removed as i64
            ],
        )?;
    }
    if tally.created > 0 {
        connection.execute(&record_created(sheet), [ledger])?;
    }
    if tally.updated > 0 {
        connection.execute(&record_changed(sheet), [ledger])?;
    }
    if tally.removed > 0 {
        connection.execute(&record_removed(sheet), [ledger])?;
    }
    Ok(())
}

fn record_created(sheet: &Sheet) -> String {
    format!(
        "INSERT INTO ledger_change (ledger, file, row, line, kind)
         SELECT ?, '{}', p.row, s.line, 'created'
         FROM plan_{stem} AS p CROSS JOIN stage_{stem} AS s ON s.n = p.n
         WHERE p.fresh",
        sheet.file.name,
        stem = sheet.file.stem()
    )
}

/// The old cells of the columns that change, as a JSON object.
fn record_changed(sheet: &Sheet) -> String {
    let old = |(at, column): (usize, &Column)| {
        format!(
            "iif({} IS NOT v.\"{name}\", ',\"{name}\":' || json_quote(v.\"{name}\"), '')",
            sheet.kept(at, column),
            name = column.name
        )
    };
    let old: Vec<_> = sheet.settable().map(old).collect();
    format!(
        "INSERT INTO ledger_change (ledger, file, row, line, kind, old)
         SELECT ?, '{}', p.row, s.line, 'changed', '{{' || substr({}, 2) || '}}'
         FROM plan_{stem} AS p CROSS JOIN stage_{stem} AS s ON s.n = p.n
              CROSS JOIN {stem}_csv AS v ON v.key = p.row
         WHERE p.changed AND NOT p.fresh",
        sheet.file.name,
        old.join(" || "),
        stem = sheet.file.stem()
    )
}

fn record_removed(sheet: &Sheet) -> String {
    let cell = |(_, column): (usize, &Column)| format!("'{0}', v.\"{0}\"", column.name);
    let cells: Vec<_> = sheet.columns().map(cell).collect();
    format!(
        "INSERT INTO ledger_change (ledger, file, row, kind, old)
         SELECT ?, '{}', v.key, 'removed', json_object({})
         FROM {stem}_csv AS v
         WHERE v.key NOT IN (SELECT row FROM plan_{stem} WHERE NOT fresh)",
        sheet.file.name,
        cells.join(", "),
        stem = sheet.file.stem()
    )
}

fn create(sheet: &Sheet) -> String {
    let written: Vec<_> = sheet
        .columns()
        .flat_map(|(_, column)| written(sheet, column, &sheet.cell(column)))
        .collect();
    let names: String = written
        .iter()
        .map(|(name, _)| format!(", {name}"))
        .collect();
    let values: String = written
        .iter()
        .map(|(_, value)| format!(", {value}"))
        .collect();
    format!(
        "INSERT INTO {} (rowid{names}) SELECT p.row{values} {} WHERE p.fresh ORDER BY p.n",
        sheet.file.table,
        planned(sheet)
    )
}

fn update(sheet: &Sheet) -> String {
    let set: Vec<_> = sheet
        .settable()
        .flat_map(|(at, column)| written(sheet, column, &sheet.kept(at, column)))
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    let mut planned = planned(sheet);
    if sheet
        .settable()
        .any(|(_, column)| column.on_stored.is_some())
    {
        planned += &format!(
            " CROSS JOIN {}_csv AS v ON v.key = p.row",
            sheet.file.stem()
        );
    }
    format!(
        "UPDATE {table} SET {} {planned} WHERE {table}.rowid = p.row AND p.changed AND NOT p.fresh",
        set.join(", "),
        table = sheet.file.table,
    )
}

fn remove(sheet: &Sheet) -> String {
    format!(
        "DELETE FROM {} WHERE rowid NOT IN (SELECT row FROM plan_{})",
        sheet.file.table,
        sheet.file.stem()
    )
}

fn planned(sheet: &Sheet) -> String {
    let stem = sheet.file.stem();
    let mut planned = format!("FROM plan_{stem} AS p CROSS JOIN stage_{stem} AS s ON s.n = p.n");
    if sheet.references().next().is_some() {
        planned += &format!(" CROSS JOIN link_{stem} AS l ON l.n = p.n");
    }
    planned
}

/// The table's columns that store a cell, each with what is stored.
fn written(sheet: &Sheet, column: &Column, cell: &str) -> Vec<(&'static str, String)> {
    let references = column.references().iter();
    let links: Vec<_> = references
        .map(|reference| (reference.stored, format!("l.{}", reference.stored)))
        .collect();
    match (column.kind, &sheet.file.ids) {
        _ if !links.is_empty() => links,
        // another column's reference stores it, or the rowid is it
        _ if column.stored.is_empty() => Vec::new(),
        (Kind::Id, Ids::Row) => Vec::new(),
        (Kind::Id, Ids::Within { .. }) => vec![(column.stored, "p.id".into())],
        _ => vec![(column.stored, stored(column.kind, cell))],
    }
}

/// What the table stores for a cell that names nothing.
fn stored(kind: Kind, cell: &str) -> String {
    match kind {
        Kind::Id | Kind::Text(_) | Kind::Choice(_) | Kind::Image => cell.into(),
        Kind::Int(..) | Kind::Date | Kind::Datetime => format!("nullif({cell}, '')"),
        Kind::Time => format!("iif(length({cell}) = 5, {cell} || ':00', {cell})"),
        Kind::Money => format!("CAST(nullif(replace({cell}, '.', ''), '') AS INTEGER)"),
        Kind::DatetimeOrNever => format!("nullif({cell}, 'never')"),
        Kind::Flag => format!("({cell} = 'true')"),
        Kind::Bytes => format!("unhex({cell})"),
    }
}
