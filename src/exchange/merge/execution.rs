//! Writes a plan: the ledger first, because it records the old cells, then the rows. Runs in a transaction that holds
//! the write lock.

use std::borrow::Cow;

use rusqlite::Connection;

use super::imported_file::{ImportedFile, final_id};
use super::tally::RowTally;
use crate::datafile::creator;
use crate::datafile::file::{Column, Domain, IdSource};
use crate::ledger::imports::{self, ImportHeader, ImportedFileCounts};
use crate::store::derived::DroppedObjects;

/// Returns the SQL for the line of a change. An undo has none.
fn line_sql(head: &ImportHeader) -> &'static str {
    head.undoes.map_or("s.line", |_| "NULL")
}

/// Returns the SQL for the file of that line, if it is another.
fn source_sql(head: &ImportHeader, imported: &ImportedFile) -> String {
    match (head.undoes, creator(imported.file)) {
        (None, Some((file, _))) => format!("iif(s.implied, '{}', NULL)", file.name),
        _ => "NULL".into(),
    }
}

/// Writes everything and returns the entry's number.
pub fn execute(
    connection: &Connection,
    imported_files: &[ImportedFile],
    tallies: &[RowTally],
    head: &ImportHeader,
) -> rusqlite::Result<i64> {
    let (run, number) = imports::create_import(connection, head)?;
    for (imported, tally) in imported_files.iter().zip(tallies) {
        record(connection, head, run, imported, tally)?;
    }
    for imported in imported_files {
        connection.execute_batch(imported.file.make_room)?;
    }
    let mut dropped = DroppedObjects::default();
    for (imported, tally) in imported_files.iter().zip(tallies) {
        let count = tally.created + tally.updated;
        write_rows(connection, imported, count, &mut dropped, || {
            if tally.created > 0 {
                connection.execute(&create(imported), [])?;
            }
            if tally.updated > 0 {
                connection.execute(&update(imported), [])?;
            }
            Ok(())
        })?;
    }
    for (imported, tally) in imported_files.iter().zip(tallies).rev() {
        if tally.removed > 0 {
            write_rows(connection, imported, tally.removed, &mut dropped, || {
                connection.execute(&remove(imported), []).map(|_| ())
            })?;
        }
    }
    dropped.rebuild(connection)?;
    Ok(number)
}

/// From how many changed rows on the indexes are dropped meanwhile.
const BULK_ROWS: u64 = 10_000;

/// Changes rows of a table. If they are many, and at least half of the table, derived objects are dropped meanwhile.
fn write_rows(
    connection: &Connection,
    imported: &ImportedFile,
    count: u64,
    dropped: &mut DroppedObjects,
    change: impl FnOnce() -> rusqlite::Result<()>,
) -> rusqlite::Result<()> {
    let table = imported.file.table;
    let has_more = || {
        let more = format!("SELECT 1 FROM {table} LIMIT 1 OFFSET ?");
        connection.prepare(&more)?.exists([count as i64 * 2])
    };
    match count >= BULK_ROWS && !has_more()? {
        true => dropped.rewrite(connection, table, change),
        false => change(),
    }
}

fn record(
    connection: &Connection,
    head: &ImportHeader,
    run: i64,
    imported: &ImportedFile,
    tally: &RowTally,
) -> rusqlite::Result<()> {
    if let Some(given) = imported.given.as_ref().filter(|_| tally.given) {
        let file = ImportedFileCounts {
            file: imported.file.name.to_owned(),
            digest: given.digest.clone(),
            counts: tally.counts().map(|count| count as i64),
            mapping: given.foreign.as_ref().map(|foreign| foreign.mapping.clone()),
        };
        imports::record_imported_file(connection, run, &file)?;
    }
    let record = |changes| imports::record_changes(connection, run, imported.file, changes);
    if tally.created > 0 {
        record(("created", created_rows(imported, head, needs_order(connection, imported)?)))?;
    }
    if tally.updated > 0 {
        record(("changed", changed_rows(imported, line_sql(head))))?;
    }
    if tally.removed > 0 {
        record(removed_rows(imported))?;
    }
    Ok(())
}

/// Returns the created rows: those that others refer to come first if `is_ordered`, cycles last.
fn created_rows(imported: &ImportedFile, head: &ImportHeader, is_ordered: bool) -> String {
    let order = if is_ordered {
        "LEFT JOIN level ON level.n = p.n WHERE p.fresh ORDER BY level.depth NULLS LAST,"
    } else {
        "WHERE p.fresh ORDER BY"
    };
    format!(
        "{levels} SELECT {row}, {line}, {source}, NULL
         FROM plan_{stem} AS p CROSS JOIN stage_{stem} AS s ON s.n = p.n {order} p.n",
        levels = own_reference(imported).filter(|_| is_ordered).map(|own| levels(imported, own)).unwrap_or_default(),
        row = final_id(imported.file, "p.row"),
        line = line_sql(head),
        source = source_sql(head, imported),
        stem = imported.file.stem()
    )
}

fn own_reference(imported: &ImportedFile) -> Option<&'static str> {
    let mut references = imported.references();
    references.find(|(.., reference)| reference.to.name == imported.file.name).map(|(.., reference)| reference.stored)
}

/// Returns whether a created row refers to one that comes later in the file; then it prepares their ordering.
fn needs_order(connection: &Connection, imported: &ImportedFile) -> rusqlite::Result<bool> {
    let Some(own) = own_reference(imported) else {
        return Ok(false);
    };
    let stem = imported.file.stem();
    let refers_ahead = format!(
        "SELECT EXISTS (SELECT 1 FROM plan_{stem} AS p CROSS JOIN link_{stem} AS l ON l.n = p.n
                        CROSS JOIN plan_{stem} AS q ON q.row = l.{own} WHERE p.fresh AND q.fresh AND q.n > p.n)"
    );
    let is_ordered = connection.query_row(&refers_ahead, [], |row| row.get(0))?;
    if is_ordered {
        connection.execute_batch(&format!("CREATE INDEX IF NOT EXISTS temp.link_{stem}_own ON link_{stem} ({own})"))?;
    }
    Ok(is_ordered)
}

/// Returns the depth of each created row below the rows that it refers to.
fn levels(imported: &ImportedFile, own: &str) -> String {
    let stem = imported.file.stem();
    format!(
        "WITH RECURSIVE level (n, row, depth) AS (
             SELECT p.n, p.row, 0 FROM plan_{stem} AS p CROSS JOIN link_{stem} AS l ON l.n = p.n
             WHERE p.fresh AND NOT EXISTS (SELECT 1 FROM plan_{stem} AS q WHERE q.row = l.{own} AND q.fresh)
             UNION ALL
             SELECT p.n, p.row, level.depth + 1
             FROM level CROSS JOIN link_{stem} AS l ON l.{own} = level.row CROSS JOIN plan_{stem} AS p ON p.n = l.n
             WHERE p.fresh)"
    )
}

/// Returns the old cells of changed columns, as a JSON object.
fn changed_rows(imported: &ImportedFile, line: &str) -> String {
    let old = |(at, column): (usize, &Column)| {
        format!(
            "iif({} IS NOT v.\"{name}\", ',\"{name}\":' || json_quote(v.\"{name}\"), '')",
            imported.value_after(at, column),
            name = column.name
        )
    };
    let old: Vec<_> = imported.settable().map(old).collect();
    format!(
        "SELECT p.row, {line}, NULL, '{{' || substr({}, 2) || '}}'
         FROM plan_{stem} AS p CROSS JOIN stage_{stem} AS s ON s.n = p.n
              CROSS JOIN {stem}_csv AS v ON v.key = p.row
         WHERE p.changed AND NOT p.fresh",
        old.join(" || "),
        stem = imported.file.stem()
    )
}

/// Returns all cells of removed rows; for dismissed ones, the changed cell.
fn removed_rows(imported: &ImportedFile) -> (&'static str, String) {
    let cell = |column: &str| format!("'{column}', v.\"{column}\"");
    let (kind, cells) = match imported.dismisses() {
        Some(dismissal) => ("changed", cell(dismissal.column)),
        None => ("removed", imported.list(|_, column| cell(column.name))),
    };
    let rows = format!(
        "SELECT v.key, NULL, NULL, json_object({cells})
         FROM gone_{stem} AS g CROSS JOIN {stem}_csv AS v ON v.key = g.row",
        stem = imported.file.stem()
    );
    (kind, rows)
}

fn create(imported: &ImportedFile) -> String {
    let written: Vec<_> =
        imported.columns().flat_map(|(_, column)| stored_columns(imported, column, &imported.cell(column))).collect();
    let names: String = written.iter().map(|(name, _)| format!(", {name}")).collect();
    let values: String = written.iter().map(|(_, value)| format!(", {value}")).collect();
    format!(
        "INSERT INTO {} (rowid{names}) SELECT {row}{values} {} WHERE p.fresh ORDER BY p.n",
        imported.file.table,
        planned(imported),
        row = final_id(imported.file, "p.row"),
    )
}

fn update(imported: &ImportedFile) -> String {
    let set: Vec<_> = imported
        .settable()
        .flat_map(|(at, column)| stored_columns(imported, column, &imported.value_after(at, column)))
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    let mut planned = planned(imported);
    if imported.settable().any(|(_, column)| column.on_stored.is_some()) {
        planned += &format!(" CROSS JOIN {}_csv AS v ON v.key = p.row", imported.file.stem());
    }
    format!(
        "UPDATE {table} SET {} {planned} WHERE {table}.rowid = p.row AND p.changed AND NOT p.fresh",
        set.join(", "),
        table = imported.file.table,
    )
}

fn remove(imported: &ImportedFile) -> String {
    let (table, stem) = (imported.file.table, imported.file.stem());
    match imported.dismisses() {
        Some(dismissal) => {
            let (_, column) = imported.file.column(dismissal.column).expect("a column of its file");
            format!(
                "UPDATE {table} SET {} = {} WHERE rowid IN (SELECT row FROM gone_{stem})",
                column.stored(),
                dismissal.cell
            )
        }
        None => format!("DELETE FROM {table} WHERE rowid IN (SELECT row FROM gone_{stem})"),
    }
}

fn planned(imported: &ImportedFile) -> String {
    let stem = imported.file.stem();
    let mut planned = format!("FROM plan_{stem} AS p CROSS JOIN stage_{stem} AS s ON s.n = p.n");
    if imported.references().next().is_some() {
        planned += &format!(" CROSS JOIN link_{stem} AS l ON l.n = p.n");
    }
    planned
}

/// Returns the table's columns that store a cell, each with its value.
fn stored_columns(imported: &ImportedFile, column: &Column, cell: &str) -> Vec<(Cow<'static, str>, String)> {
    let references = column.references().iter();
    let links: Vec<_> = references
        .map(|reference| {
            let named = format!("l.{}", reference.stored);
            (reference.stored.into(), final_id(reference.to, &named))
        })
        .collect();
    match (column.domain, &imported.file.ids) {
        _ if !links.is_empty() => links,
        // another column's reference stores it, or it is the rowid
        _ if column.stored().is_empty() => Vec::new(),
        (Domain::Id, IdSource::Row) => Vec::new(),
        (Domain::Id, IdSource::Within { .. }) => vec![(column.stored(), "p.id".into())],
        _ => vec![(column.stored(), stored_value(column.domain, cell))],
    }
}

/// Returns what the table stores for a cell without reference.
fn stored_value(domain: Domain, cell: &str) -> String {
    match domain {
        Domain::Id | Domain::Text(_) | Domain::Choice(_) | Domain::Image => cell.into(),
        Domain::Int(..) | Domain::Date | Domain::Datetime => format!("nullif({cell}, '')"),
        Domain::Time => format!("iif(length({cell}) = 5, {cell} || ':00', {cell})"),
        Domain::Money => format!("CAST(nullif(replace({cell}, '.', ''), '') AS INTEGER)"),
        Domain::DatetimeOrNever => format!("nullif({cell}, 'never')"),
        Domain::Flag => format!("({cell} = 'true')"),
        Domain::Bytes => format!("unhex({cell})"),
    }
}
