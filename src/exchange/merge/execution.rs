//! Writes a plan with the write lock: first the ledger, which records the old cells, then the rows.

use std::borrow::Cow;

use rusqlite::Connection;

use super::imported_file::{ImportedFile, final_id_sql};
use super::tally::RowTally;
use crate::datafile::file::{Column, Domain, IdSource};
use crate::datafile::find_creating_column;
use crate::datafile::reference::Reference;
use crate::ledger::imports::{self, ImportHeader, ImportedFileCounts, RowCounts};
use crate::store::derived::BulkChanges;

/// Returns the SQL for the line of a change; NULL for an undo, which has no files.
fn line_sql(header: &ImportHeader) -> &'static str {
    header.undoes.map_or("s.line", |_| "NULL")
}

/// Writes the plan of an import or undo, and returns its number in the ledger.
pub fn write_plan(
    connection: &Connection,
    files: &[ImportedFile],
    tallies: &[RowTally],
    header: &ImportHeader,
) -> rusqlite::Result<i64> {
    let (run_id, number) = imports::create_import(connection, header)?;
    for (imported, tally) in files.iter().zip(tallies) {
        record_changes(connection, header, run_id, imported, tally)?;
    }
    for imported in files {
        connection.execute_batch(imported.file.before_write)?;
    }
    let mut bulk_changes = BulkChanges::default();
    for (imported, tally) in files.iter().zip(tallies) {
        let RowCounts { created, updated, .. } = tally.counts;
        write_table(connection, imported, created + updated, &mut bulk_changes, || {
            if created > 0 {
                connection.execute(&insert_sql(imported), [])?;
            }
            if updated > 0 {
                connection.execute(&update_sql(imported), [])?;
            }
            Ok(())
        })?;
    }
    for (imported, tally) in files.iter().zip(tallies).rev() {
        if tally.counts.removed > 0 {
            write_table(connection, imported, tally.counts.removed, &mut bulk_changes, || {
                connection.execute(&delete_sql(imported), []).map(|_| ())
            })?;
        }
    }
    bulk_changes.finish(connection)?;
    Ok(number)
}

/// The minimum number of changed rows for which the indexes of a table are dropped and rebuilt.
const MIN_BULK_ROWS: i64 = 10_000;

/// Runs `change`, which writes `count` rows of a table. If these are many, and at least half of the table, first drops
/// its indexes and triggers; [`BulkChanges::finish`] creates them again.
fn write_table(
    connection: &Connection,
    imported: &ImportedFile,
    count: i64,
    bulk_changes: &mut BulkChanges,
    change: impl FnOnce() -> rusqlite::Result<()>,
) -> rusqlite::Result<()> {
    let table = imported.file.table;
    let is_less_than_half = || {
        let row_after_double_count = format!("SELECT 1 FROM {table} LIMIT 1 OFFSET ?");
        connection.prepare(&row_after_double_count)?.exists([count * 2])
    };
    match count >= MIN_BULK_ROWS && !is_less_than_half()? {
        true => bulk_changes.change(connection, table, change),
        false => change(),
    }
}

fn record_changes(
    connection: &Connection,
    header: &ImportHeader,
    run_id: i64,
    imported: &ImportedFile,
    tally: &RowTally,
) -> rusqlite::Result<()> {
    if let Some(given) = imported.given_file.as_ref().filter(|_| tally.is_listed) {
        let file = ImportedFileCounts {
            file: imported.file.name.to_owned(),
            digest: given.digest.clone(),
            counts: tally.counts,
            mapping: given.mapping.as_ref().map(|mapping| mapping.version.clone()),
        };
        imports::record_imported_file(connection, run_id, &file)?;
    }
    let record = |kind, sql: String| imports::record_changes(connection, run_id, imported.file, kind, &sql);
    if tally.counts.created > 0 {
        record("created", created_rows_sql(imported, header, index_forward_reference(connection, imported)?))?;
    }
    if tally.counts.updated > 0 {
        record("changed", changed_rows_sql(imported, line_sql(header)))?;
    }
    if tally.counts.removed > 0 {
        let (kind, sql) = removed_rows_sql(imported);
        record(kind, sql)?;
    }
    Ok(())
}

/// Returns the SQL for the created rows; with `self_reference`, after the rows to which they refer, and cycles last.
fn created_rows_sql(imported: &ImportedFile, header: &ImportHeader, self_reference: Option<&str>) -> String {
    let order = match self_reference {
        Some(_) => "LEFT JOIN level ON level.n = p.n WHERE p.fresh ORDER BY level.depth NULLS LAST,",
        None => "WHERE p.fresh ORDER BY",
    };
    // the other file whose cell creates the row
    let creating_file = match (header.undoes, find_creating_column(imported.file)) {
        (None, Some((file, _))) => format!("iif(s.created_by_cell, '{}', NULL)", file.name),
        _ => "NULL".into(),
    };
    format!(
        "{levels} SELECT {row}, {line}, {creating_file}, NULL
         FROM plan_{stem} AS p CROSS JOIN stage_{stem} AS s ON s.n = p.n {order} p.n",
        levels = self_reference.map(|column| levels_sql(imported, column)).unwrap_or_default(),
        row = final_id_sql(imported.file, "p.row"),
        line = line_sql(header),
        stem = imported.file.stem()
    )
}

/// Returns and indexes the column by which a created row refers to a later created row, if a created row does so.
fn index_forward_reference(connection: &Connection, imported: &ImportedFile) -> rusqlite::Result<Option<&'static str>> {
    let Some(self_reference) = imported.references().find(|reference| reference.refers_to(imported.file)) else {
        return Ok(None);
    };
    let (stem, column) = (imported.file.stem(), self_reference.declared.id_column);
    let later_row = format!(
        "SELECT 1 FROM plan_{stem} AS p CROSS JOIN link_{stem} AS l ON l.n = p.n
              CROSS JOIN plan_{stem} AS q ON q.row = l.{column} WHERE p.fresh AND q.fresh AND q.n > p.n"
    );
    if !connection.prepare(&later_row)?.exists([])? {
        return Ok(None);
    }
    connection.execute_batch(&format!("CREATE INDEX IF NOT EXISTS temp.link_{stem}_own ON link_{stem} ({column})"))?;
    Ok(Some(column))
}

/// Returns the SQL for the table `level`. A created row is one level deeper than the created row to which it refers.
fn levels_sql(imported: &ImportedFile, column: &str) -> String {
    let stem = imported.file.stem();
    format!(
        "WITH RECURSIVE level (n, row, depth) AS (
             SELECT p.n, p.row, 0 FROM plan_{stem} AS p CROSS JOIN link_{stem} AS l ON l.n = p.n
             WHERE p.fresh AND NOT EXISTS (SELECT 1 FROM plan_{stem} AS q WHERE q.row = l.{column} AND q.fresh)
             UNION ALL
             SELECT p.n, p.row, level.depth + 1
             FROM level CROSS JOIN link_{stem} AS l ON l.{column} = level.row CROSS JOIN plan_{stem} AS p ON p.n = l.n
             WHERE p.fresh)"
    )
}

fn changed_rows_sql(imported: &ImportedFile, line: &str) -> String {
    let old_member = |(at, column): (usize, &Column)| {
        format!(
            "iif({} IS NOT v.\"{name}\", ',\"{name}\":' || json_quote(v.\"{name}\"), '')",
            imported.value_after_sql(at, column),
            name = column.name
        )
    };
    let old_members: Vec<_> = imported.updatable_columns().map(old_member).collect();
    // omits the first comma
    format!(
        "SELECT p.row, {line}, NULL, '{{' || substr({}, 2) || '}}'
         FROM plan_{stem} AS p CROSS JOIN stage_{stem} AS s ON s.n = p.n
              CROSS JOIN {stem}_csv AS v ON v.row_id = p.row
         WHERE p.changed AND NOT p.fresh",
        old_members.join(" || "),
        stem = imported.file.stem()
    )
}

/// Returns the kind of change, and the SQL for removed rows with all cells, or for dismissed rows with the old cell.
fn removed_rows_sql(imported: &ImportedFile) -> (&'static str, String) {
    let cell = |column: &str| format!("'{column}', v.\"{column}\"");
    let (kind, cells) = match imported.dismissal() {
        Some(dismissal) => ("changed", cell(dismissal.column)),
        None => ("removed", imported.cell_list_sql(|_, column| cell(column.name))),
    };
    let rows = format!(
        "SELECT v.row_id, NULL, NULL, json_object({cells})
         FROM removals_{stem} AS g CROSS JOIN {stem}_csv AS v ON v.row_id = g.row",
        stem = imported.file.stem()
    );
    (kind, rows)
}

fn insert_sql(imported: &ImportedFile) -> String {
    let stored_values = imported
        .columns()
        .flat_map(|(_, column)| stored_values_sql(imported, column, &imported.cell_sql(column)))
        .map(|(name, value)| (format!(", {name}"), format!(", {value}")));
    let (names, values): (String, String) = stored_values.unzip();
    format!(
        "INSERT INTO {} (rowid{names}) SELECT {row}{values} {} WHERE p.fresh ORDER BY p.n",
        imported.file.table,
        from_plan_sql(imported),
        row = final_id_sql(imported.file, "p.row"),
    )
}

fn update_sql(imported: &ImportedFile) -> String {
    let assignments: Vec<_> = imported
        .updatable_columns()
        .flat_map(|(at, column)| stored_values_sql(imported, column, &imported.value_after_sql(at, column)))
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    let mut planned = from_plan_sql(imported);
    if imported.updatable_columns().any(|(_, column)| column.update_sql.is_some()) {
        planned += &format!(" CROSS JOIN {}_csv AS v ON v.row_id = p.row", imported.file.stem());
    }
    format!(
        "UPDATE {table} SET {} {planned} WHERE {table}.rowid = p.row AND p.changed AND NOT p.fresh",
        assignments.join(", "),
        table = imported.file.table,
    )
}

fn delete_sql(imported: &ImportedFile) -> String {
    let (table, stem) = (imported.file.table, imported.file.stem());
    match imported.dismissal() {
        Some(dismissal) => {
            let (_, column) = imported.file.find_column(dismissal.column).expect("a column of its file");
            format!(
                "UPDATE {table} SET {} = {} WHERE rowid IN (SELECT row FROM removals_{stem})",
                column.stored_column(),
                dismissal.cell_sql
            )
        }
        None => format!("DELETE FROM {table} WHERE rowid IN (SELECT row FROM removals_{stem})"),
    }
}

/// Returns the FROM clause for the records `s` with their plan `p` and, if the file has references, their links `l`.
fn from_plan_sql(imported: &ImportedFile) -> String {
    let stem = imported.file.stem();
    let mut planned = format!("FROM plan_{stem} AS p CROSS JOIN stage_{stem} AS s ON s.n = p.n");
    if imported.references().next().is_some() {
        planned += &format!(" CROSS JOIN link_{stem} AS l ON l.n = p.n");
    }
    planned
}

/// Returns the table's columns that store a cell, each with the SQL for its value; none if another table stores it.
fn stored_values_sql(imported: &ImportedFile, column: &Column, cell: &str) -> Vec<(Cow<'static, str>, String)> {
    let stored_id = |reference: &Reference| {
        let id = final_id_sql(reference.to, &format!("l.{}", reference.id_column));
        (reference.id_column.into(), id)
    };
    if !column.references().is_empty() {
        return column.references().iter().map(stored_id).collect();
    }
    let stored_column = column.stored_column();
    let value = match (column.domain, &imported.file.ids) {
        // the cell is in the row to which another column refers
        _ if stored_column.is_empty() => return Vec::new(),
        // the rowid is written separately
        (Domain::Id, IdSource::Row) => return Vec::new(),
        (Domain::Id, IdSource::Within { .. }) => "p.id".into(),
        (domain, _) => convert_cell_sql(domain, cell),
    };
    vec![(stored_column, value)]
}

/// Returns the SQL that converts a canonical cell to the value that the table stores. The cell must not be a reference.
fn convert_cell_sql(domain: Domain, cell: &str) -> String {
    match domain {
        Domain::Id | Domain::Text(_) | Domain::Choice(_) | Domain::Image => cell.into(),
        Domain::Int(..) | Domain::Date | Domain::Datetime => format!("nullif({cell}, '')"),
        // adds seconds to `HH:MM`
        Domain::Time => format!("iif(length({cell}) = 5, {cell} || ':00', {cell})"),
        Domain::Money => format!("CAST(nullif(replace({cell}, '.', ''), '') AS INTEGER)"),
        Domain::DatetimeOrNever => format!("nullif({cell}, 'never')"),
        Domain::Flag => format!("({cell} = 'true')"),
        Domain::Bytes => format!("unhex({cell})"),
    }
}
