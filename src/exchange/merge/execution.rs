//! Writes a plan with the write lock: first the ledger, which records the old cells, then the rows.
//! [`super::imported_file`] describes the tables of the plan.

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
    header.undoes.map_or("record.line", |_| "NULL")
}

/// Returns the number in the ledger. Requires a transaction with the write lock.
pub fn write_plan(
    connection: &Connection,
    files: &[ImportedFile],
    tallies: &[RowTally],
    header: &ImportHeader,
) -> rusqlite::Result<i64> {
    // the ledger first, because its queries read the old cells from the tables
    let (run_id, number) = imports::create_import(connection, header)?;
    for (imported, tally) in files.iter().zip(tallies) {
        record_changes(connection, header, run_id, imported, tally)?;
    }
    for imported in files {
        connection.execute_batch(imported.file.before_write)?;
    }
    // creates rows before the rows that refer to them: files come after those to which their columns refer
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
    // removes rows in the reverse order: referring rows first
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

/// Runs `change`, which writes `count` rows of a table. If these are at least [`MIN_BULK_ROWS`] and at least half of
/// the table, runs it without indexes and triggers ([`BulkChanges::change`]), which is faster.
fn write_table(
    connection: &Connection,
    imported: &ImportedFile,
    count: i64,
    bulk_changes: &mut BulkChanges,
    change: impl FnOnce() -> rusqlite::Result<()>,
) -> rusqlite::Result<()> {
    let table = imported.file.table;
    // the table has a row at this offset only if `count` is less than half of it. Unlike `count(*)`, this reads at most
    // `2 * count + 1` rows
    let is_less_than_half = || {
        let row_at_offset = format!("SELECT 1 FROM {table} LIMIT 1 OFFSET ?");
        connection.prepare(&row_at_offset)?.exists([count * 2])
    };
    let is_bulk_change = count >= MIN_BULK_ROWS && !is_less_than_half()?;
    if is_bulk_change { bulk_changes.change(connection, table, change) } else { change() }
}

/// Records the changes of a file in the ledger. [`imports::record_changes`] expects queries that return the columns
/// `row`, `line`, `source` and `old` (the old cells). `source` is the file that has the line, if it is another file.
fn record_changes(
    connection: &Connection,
    header: &ImportHeader,
    run_id: i64,
    imported: &ImportedFile,
    tally: &RowTally,
) -> rusqlite::Result<()> {
    if tally.is_in_summary
        && let Some(given) = &imported.given_file
    {
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
        let forward_reference = find_forward_reference(connection, imported)?;
        if let Some(column) = forward_reference {
            connection.execute_batch(&create_link_index_sql(imported, column))?;
        }
        record("created", created_rows_sql(imported, header, forward_reference))?;
    }
    if tally.counts.updated > 0 {
        record("changed", changed_rows_sql(imported, header))?;
    }
    if tally.counts.removed > 0 {
        let (kind, sql) = removed_rows_sql(imported);
        record(kind, sql)?;
    }
    Ok(())
}

/// Returns the SQL for the created rows, in file order. With `self_reference` ([`find_forward_reference`]), each row
/// comes after the row to which it refers.
fn created_rows_sql(imported: &ImportedFile, header: &ImportHeader, self_reference: Option<&str>) -> String {
    let stem = imported.file.stem();
    // the other file, one of whose references creates the row
    let creating_file = match (header.undoes, find_creating_column(imported.file)) {
        (None, Some((file, _))) => format!("iif(record.created_by_reference, '{}', NULL)", file.name),
        _ => "NULL".into(),
    };
    let row = final_id_sql(imported.file, "planned.row");
    let line = line_sql(header);
    let select_columns = format!("SELECT {row} AS row, {line} AS line, {creating_file} AS source, NULL AS old");
    match self_reference {
        Some(column) => created_rows_by_level_sql(stem, &select_columns, column),
        None => format!(
            "{select_columns}
             FROM plan_{stem} AS planned CROSS JOIN stage_{stem} AS record ON record.number = planned.record
             WHERE planned.is_new
             ORDER BY planned.record"
        ),
    }
}

/// Returns the SQL for the created rows, each after the row to which it refers in `column`: a person after the manager.
/// Rows that refer to each other in a cycle come last. `select_columns` is the SELECT clause of the query.
fn created_rows_by_level_sql(stem: &str, select_columns: &str, column: &str) -> String {
    // The tables have one row per `record` of the file: `plan_…` has the id of the created row (`row`), `link_…` the ids
    // of the rows to which it refers, and `stage_…` the cells of the record. In SQLite, CROSS JOIN is an inner join
    // whose tables are read in the written order.
    format!(
        "WITH RECURSIVE level (record, row, depth) AS (
             -- depth 0: the row refers to no created row
             SELECT planned.record, planned.row, 0
             FROM plan_{stem} AS planned CROSS JOIN link_{stem} AS link ON link.record = planned.record
             WHERE planned.is_new AND NOT EXISTS (
                 SELECT 1 FROM plan_{stem} AS referenced WHERE referenced.row = link.{column} AND referenced.is_new)
             UNION ALL
             -- one more than the depth of the row to which it refers; a row of a cycle is never reached
             SELECT planned.record, planned.row, level.depth + 1
             FROM level CROSS JOIN link_{stem} AS link ON link.{column} = level.row
                  CROSS JOIN plan_{stem} AS planned ON planned.record = link.record
             WHERE planned.is_new)
         {select_columns}
         FROM plan_{stem} AS planned CROSS JOIN stage_{stem} AS record ON record.number = planned.record
              LEFT JOIN level ON level.record = planned.record
         WHERE planned.is_new
         ORDER BY level.depth NULLS LAST, planned.record"
    )
}

/// Returns the column by which a created row refers to a created row further down in the same file, such as the column
/// of the manager; `None` if no row does. With such a row, the ledger must not record the rows in file order.
fn find_forward_reference(connection: &Connection, imported: &ImportedFile) -> rusqlite::Result<Option<&'static str>> {
    let Some(self_reference) = imported.references().find(|reference| reference.refers_to(imported.file)) else {
        return Ok(None);
    };
    let (stem, column) = (imported.file.stem(), self_reference.declared.id_column);
    let later_row = format!(
        "SELECT 1 FROM plan_{stem} AS planned CROSS JOIN link_{stem} AS link ON link.record = planned.record
              CROSS JOIN plan_{stem} AS referenced ON referenced.row = link.{column}
         WHERE planned.is_new AND referenced.is_new AND referenced.record > planned.record"
    );
    let has_forward_reference = connection.prepare(&later_row)?.exists([])?;
    Ok(has_forward_reference.then_some(column))
}

/// Returns the SQL that creates the index by which [`created_rows_by_level_sql`] finds the rows that refer to a row.
fn create_link_index_sql(imported: &ImportedFile, column: &str) -> String {
    let stem = imported.file.stem();
    format!("CREATE INDEX IF NOT EXISTS temp.link_{stem}_own ON link_{stem} ({column})")
}

/// Returns the SQL for the changed rows, with the old values of the cells that the import changes.
fn changed_rows_sql(imported: &ImportedFile, header: &ImportHeader) -> String {
    // a member of the JSON object, or an empty text if the cell stays the same
    let old_member = |(at, column): (usize, &Column)| {
        format!(
            "iif({} IS NOT stored.\"{name}\", ',\"{name}\":' || json_quote(stored.\"{name}\"), '')",
            imported.value_after_sql(at, column),
            name = column.name
        )
    };
    let old_members: Vec<_> = imported.updatable_columns().map(old_member).collect();
    // omits the first comma
    format!(
        "SELECT planned.row, {line} AS line, NULL AS source, '{{' || substr({}, 2) || '}}' AS old
         FROM plan_{stem} AS planned CROSS JOIN stage_{stem} AS record ON record.number = planned.record
              CROSS JOIN {stem}_csv AS stored ON stored.row_id = planned.row
         WHERE planned.is_changed AND NOT planned.is_new",
        old_members.join(" || "),
        line = line_sql(header),
        stem = imported.file.stem()
    )
}

/// Returns the kind of change that the ledger records for the rows in `removals_<stem>`, and the SQL for these rows.
/// Removed rows are recorded with all their cells; dismissed rows as changed rows, with the old value of one cell.
fn removed_rows_sql(imported: &ImportedFile) -> (&'static str, String) {
    let cell = |column: &str| format!("'{column}', stored.\"{column}\"");
    let (kind, cells) = match imported.dismissal() {
        Some(dismissal) => ("changed", cell(dismissal.column)),
        None => ("removed", imported.cell_list_sql(|_, column| cell(column.name))),
    };
    let rows = format!(
        "SELECT stored.row_id AS row, NULL AS line, NULL AS source, json_object({cells}) AS old
         FROM removals_{stem} AS removal CROSS JOIN {stem}_csv AS stored ON stored.row_id = removal.row",
        stem = imported.file.stem()
    );
    (kind, rows)
}

fn insert_sql(imported: &ImportedFile) -> String {
    // a cell can be stored in several columns, or in none
    let stored_values = imported
        .columns()
        .flat_map(|(_, column)| stored_values_sql(imported, column, &imported.cell_sql(column)))
        .map(|(name, value)| (format!(", {name}"), format!(", {value}")));
    let (names, values): (String, String) = stored_values.unzip();
    format!(
        "INSERT INTO {} (rowid{names}) SELECT {row}{values} {} WHERE planned.is_new ORDER BY planned.record",
        imported.file.table,
        from_plan_sql(imported),
        row = final_id_sql(imported.file, "planned.row"),
    )
}

fn update_sql(imported: &ImportedFile) -> String {
    let assignments: Vec<_> = imported
        .updatable_columns()
        .flat_map(|(at, column)| stored_values_sql(imported, column, &imported.value_after_sql(at, column)))
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    let mut from_plan = from_plan_sql(imported);
    // `value_on_update_sql` can read the cells of the `stored` row
    if imported.updatable_columns().any(|(_, column)| column.value_on_update_sql.is_some()) {
        from_plan += &format!(" CROSS JOIN {}_csv AS stored ON stored.row_id = planned.row", imported.file.stem());
    }
    format!(
        "UPDATE {table} SET {} {from_plan}
         WHERE {table}.rowid = planned.row AND planned.is_changed AND NOT planned.is_new",
        assignments.join(", "),
        table = imported.file.table,
    )
}

fn delete_sql(imported: &ImportedFile) -> String {
    let (table, stem) = (imported.file.table, imported.file.stem());
    match imported.dismissal() {
        Some(dismissal) => {
            // sets one column, for example the end of the contract
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

/// Returns the FROM clause for each `planned` `record` and, if the file has references, its `link`.
fn from_plan_sql(imported: &ImportedFile) -> String {
    let stem = imported.file.stem();
    let mut from_plan =
        format!("FROM plan_{stem} AS planned CROSS JOIN stage_{stem} AS record ON record.number = planned.record");
    if imported.references().next().is_some() {
        from_plan += &format!(" CROSS JOIN link_{stem} AS link ON link.record = planned.record");
    }
    from_plan
}

/// Returns the columns of the table that store a cell, each with the SQL for its value. Returns several columns for a
/// cell with several references, and none if another table stores the cell.
fn stored_values_sql(imported: &ImportedFile, column: &Column, cell: &str) -> Vec<(Cow<'static, str>, String)> {
    let stored_id = |reference: &Reference| {
        let id = final_id_sql(reference.to, &format!("link.{}", reference.id_column));
        (reference.id_column.into(), id)
    };
    if !column.references().is_empty() {
        return column.references().iter().map(stored_id).collect();
    }
    let stored_column = column.stored_column();
    let value = match (column.domain, &imported.file.ids) {
        // the cell is in the row to which another column refers
        _ if !column.is_stored() => return Vec::new(),
        // the rowid is written separately
        (Domain::Id, IdSource::Rowid) => return Vec::new(),
        // such an Id is not the rowid
        (Domain::Id, IdSource::Within { .. }) => "planned.id_cell".into(),
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
