//! Writes a plan: the ledger first, because it records the old cells, then the rows. Runs in a transaction that holds
//! the write lock.

use std::borrow::Cow;

use rusqlite::Connection;

use super::imported_file::{ImportedFile, final_id_sql};
use super::tally::RowTally;
use crate::datafile::file::{Column, Domain, IdSource};
use crate::datafile::find_creating_column;
use crate::datafile::reference::Reference;
use crate::ledger::imports::{self, ImportHeader, ImportedFileCounts};
use crate::store::derived::BulkChanges;

/// Returns the SQL for the line of a change in its file; NULL for an undo, which has no files.
fn line_sql(head: &ImportHeader) -> &'static str {
    head.undoes.map_or("s.line", |_| "NULL")
}

/// Returns the SQL for the file of that line, if another file created the row; else NULL.
fn source_sql(head: &ImportHeader, imported: &ImportedFile) -> String {
    match (head.undoes, find_creating_column(imported.file)) {
        (None, Some((file, _))) => format!("iif(s.implied, '{}', NULL)", file.name),
        _ => "NULL".into(),
    }
}

/// Writes the planned rows and the ledger, and returns the number of the run.
pub fn write_plan(
    connection: &Connection,
    imported_files: &[ImportedFile],
    tallies: &[RowTally],
    head: &ImportHeader,
) -> rusqlite::Result<i64> {
    let (run, number) = imports::create_import(connection, head)?;
    for (imported, tally) in imported_files.iter().zip(tallies) {
        record_changes(connection, head, run, imported, tally)?;
    }
    for imported in imported_files {
        connection.execute_batch(imported.file.before_write)?;
    }
    let mut bulk_changes = BulkChanges::default();
    for (imported, tally) in imported_files.iter().zip(tallies) {
        let count = tally.created + tally.updated;
        write_table(connection, imported, count, &mut bulk_changes, || {
            if tally.created > 0 {
                connection.execute(&insert_sql(imported), [])?;
            }
            if tally.updated > 0 {
                connection.execute(&update_sql(imported), [])?;
            }
            Ok(())
        })?;
    }
    for (imported, tally) in imported_files.iter().zip(tallies).rev() {
        if tally.removed > 0 {
            write_table(connection, imported, tally.removed, &mut bulk_changes, || {
                connection.execute(&delete_sql(imported), []).map(|_| ())
            })?;
        }
    }
    bulk_changes.finish(connection)?;
    Ok(number)
}

/// The least changed rows for which the indexes of a table are dropped and rebuilt.
const MIN_BULK_ROWS: u64 = 10_000;

/// Runs `change`, which writes `count` rows of a table. If they are many, and at least half of the table, drops its
/// indexes and triggers before and rebuilds them later.
fn write_table(
    connection: &Connection,
    imported: &ImportedFile,
    count: u64,
    bulk_changes: &mut BulkChanges,
    change: impl FnOnce() -> rusqlite::Result<()>,
) -> rusqlite::Result<()> {
    let table = imported.file.table;
    let is_less_than_half = || {
        let further_row = format!("SELECT 1 FROM {table} LIMIT 1 OFFSET ?");
        connection.prepare(&further_row)?.exists([count as i64 * 2])
    };
    match count >= MIN_BULK_ROWS && !is_less_than_half()? {
        true => bulk_changes.change(connection, table, change),
        false => change(),
    }
}

/// Records the file and its changes in the ledger.
fn record_changes(
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
            counts: tally.counts(),
            mapping: given.foreign.as_ref().map(|foreign| foreign.mapping.clone()),
        };
        imports::record_imported_file(connection, run, &file)?;
    }
    let record = |kind, sql: String| imports::record_changes(connection, run, imported.file, kind, &sql);
    if tally.created > 0 {
        record("created", created_rows_sql(imported, head, prepare_ordering(connection, imported)?))?;
    }
    if tally.updated > 0 {
        record("changed", changed_rows_sql(imported, line_sql(head)))?;
    }
    if tally.removed > 0 {
        let (kind, sql) = removed_rows_sql(imported);
        record(kind, sql)?;
    }
    Ok(())
}

/// Returns the SQL for the created rows. If `is_ordered`, a row comes after the rows to which it refers; cycles are last.
fn created_rows_sql(imported: &ImportedFile, head: &ImportHeader, is_ordered: bool) -> String {
    let order = if is_ordered {
        "LEFT JOIN level ON level.n = p.n WHERE p.fresh ORDER BY level.depth NULLS LAST,"
    } else {
        "WHERE p.fresh ORDER BY"
    };
    format!(
        "{levels} SELECT {row}, {line}, {source}, NULL
         FROM plan_{stem} AS p CROSS JOIN stage_{stem} AS s ON s.n = p.n {order} p.n",
        levels = self_reference_column(imported)
            .filter(|_| is_ordered)
            .map(|own| levels_sql(imported, own))
            .unwrap_or_default(),
        row = final_id_sql(imported.file, "p.row"),
        line = line_sql(head),
        source = source_sql(head, imported),
        stem = imported.file.stem()
    )
}

/// Returns the table's column that refers to other rows of the same table, if there is one.
fn self_reference_column(imported: &ImportedFile) -> Option<&'static str> {
    let mut references = imported.references();
    references
        .find(|(.., reference)| reference.to.name == imported.file.name)
        .map(|(.., reference)| reference.id_column)
}

/// Returns whether a created row refers to one that comes later in the file. If so, creates an index for ordering them.
fn prepare_ordering(connection: &Connection, imported: &ImportedFile) -> rusqlite::Result<bool> {
    let Some(own) = self_reference_column(imported) else {
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

/// Returns the SQL for the depth of each created row below the rows that it refers to.
fn levels_sql(imported: &ImportedFile, own: &str) -> String {
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

/// Returns the SQL for the changed rows, with the old cells of changed columns as a JSON object.
fn changed_rows_sql(imported: &ImportedFile, line: &str) -> String {
    let old = |(at, column): (usize, &Column)| {
        format!(
            "iif({} IS NOT v.\"{name}\", ',\"{name}\":' || json_quote(v.\"{name}\"), '')",
            imported.value_after_sql(at, column),
            name = column.name
        )
    };
    let old: Vec<_> = imported.updatable_columns().map(old).collect();
    format!(
        "SELECT p.row, {line}, NULL, '{{' || substr({}, 2) || '}}'
         FROM plan_{stem} AS p CROSS JOIN stage_{stem} AS s ON s.n = p.n
              CROSS JOIN {stem}_csv AS v ON v.row_id = p.row
         WHERE p.changed AND NOT p.fresh",
        old.join(" || "),
        stem = imported.file.stem()
    )
}

/// Returns the kind of change, and the SQL for the removed rows with all cells. Dismissed rows are changed rows with one
/// cell.
fn removed_rows_sql(imported: &ImportedFile) -> (&'static str, String) {
    let cell = |column: &str| format!("'{column}', v.\"{column}\"");
    let (kind, cells) = match imported.dismissal() {
        Some(dismissal) => ("changed", cell(dismissal.column)),
        None => ("removed", imported.list_sql(|_, column| cell(column.name))),
    };
    let rows = format!(
        "SELECT v.row_id, NULL, NULL, json_object({cells})
         FROM gone_{stem} AS g CROSS JOIN {stem}_csv AS v ON v.row_id = g.row",
        stem = imported.file.stem()
    );
    (kind, rows)
}

fn insert_sql(imported: &ImportedFile) -> String {
    let written: Vec<_> = imported
        .columns()
        .flat_map(|(_, column)| stored_values_sql(imported, column, &imported.cell_sql(column)))
        .collect();
    let names: String = written.iter().map(|(name, _)| format!(", {name}")).collect();
    let values: String = written.iter().map(|(_, value)| format!(", {value}")).collect();
    format!(
        "INSERT INTO {} (rowid{names}) SELECT {row}{values} {} WHERE p.fresh ORDER BY p.n",
        imported.file.table,
        from_plan_sql(imported),
        row = final_id_sql(imported.file, "p.row"),
    )
}

fn update_sql(imported: &ImportedFile) -> String {
    let set: Vec<_> = imported
        .updatable_columns()
        .flat_map(|(at, column)| stored_values_sql(imported, column, &imported.value_after_sql(at, column)))
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    let mut planned = from_plan_sql(imported);
    if imported.updatable_columns().any(|(_, column)| column.on_stored.is_some()) {
        planned += &format!(" CROSS JOIN {}_csv AS v ON v.row_id = p.row", imported.file.stem());
    }
    format!(
        "UPDATE {table} SET {} {planned} WHERE {table}.rowid = p.row AND p.changed AND NOT p.fresh",
        set.join(", "),
        table = imported.file.table,
    )
}

/// Returns the SQL that deletes or dismisses the rows of `gone_<stem>`.
fn delete_sql(imported: &ImportedFile) -> String {
    let (table, stem) = (imported.file.table, imported.file.stem());
    match imported.dismissal() {
        Some(dismissal) => {
            let (_, column) = imported.file.find_column(dismissal.column).expect("a column of its file");
            format!(
                "UPDATE {table} SET {} = {} WHERE rowid IN (SELECT row FROM gone_{stem})",
                column.stored_column(),
                dismissal.cell
            )
        }
        None => format!("DELETE FROM {table} WHERE rowid IN (SELECT row FROM gone_{stem})"),
    }
}

/// Returns the FROM clause for the planned records `s`, with plan `p` and references `l`.
fn from_plan_sql(imported: &ImportedFile) -> String {
    let stem = imported.file.stem();
    let mut planned = format!("FROM plan_{stem} AS p CROSS JOIN stage_{stem} AS s ON s.n = p.n");
    if imported.references().next().is_some() {
        planned += &format!(" CROSS JOIN link_{stem} AS l ON l.n = p.n");
    }
    planned
}

/// Returns the table's columns that store a cell, each with the SQL for its value: one column for each reference of the
/// cell, else one or none.
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
        // another column's reference stores it
        _ if stored_column.is_empty() => return Vec::new(),
        // it is the rowid, which is written separately
        (Domain::Id, IdSource::Row) => return Vec::new(),
        (Domain::Id, IdSource::Within { .. }) => "p.id".into(),
        (domain, _) => convert_cell_sql(domain, cell),
    };
    vec![(stored_column, value)]
}

/// Returns the SQL that converts a canonical cell, which is no reference, to the value that the table stores.
fn convert_cell_sql(domain: Domain, cell: &str) -> String {
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
