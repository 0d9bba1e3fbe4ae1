//! Rechecks an import after concurrent changes, made by other writers between check and write lock (contract §7).
//!
//! The ledger lists these changes row by row. If all of them created or changed rows with a suitable [`RecheckScope`],
//! as provisioning calls do, the recheck covers only the records that change such a row or are compared with it, the
//! ids of new rows, and the rows that `--replace` removes. It is fast for files of any size. Any other change requires
//! a complete check, which runs without the lock.
//!
//! Other programs can change data without the ledger. A complete check follows if a constraint of `schema.sql` fails.

use rusqlite::Connection;

use super::error_table::ErrorTable;
use super::imported_file::ImportedFile;
use super::{check, plan};
use crate::datafile::file::{Column, DataFile, RecheckScope, RowComparison};
use crate::datafile::find_file;
use crate::ledger::feed::newest_change;

/// The maximum number of concurrent changes that are rechecked row by row.
const MAX_CHANGES: i64 = 10_000;

/// The temporary tables: rows that other writers created or changed, and cells that are compared with those of records.
pub const TABLES: &str = "
    CREATE TEMP TABLE concurrent_rows (file TEXT, row INTEGER, created INTEGER, PRIMARY KEY (file, row)) WITHOUT ROWID;
    CREATE TEMP TABLE compared_cells (cell TEXT PRIMARY KEY COLLATE NOCASE) WITHOUT ROWID;";

/// Updates an error-free plan for the changes that have an id above `since`, and adds the errors that these changes
/// cause. Returns false, with an invalid plan, if a complete check is required.
pub fn recheck_changes(errors: &ErrorTable, files: &[ImportedFile], since: i64) -> rusqlite::Result<bool> {
    let connection = errors.connection;
    let Some(data_files) = collect_changes(connection, since)? else { return Ok(false) };
    let mut changed_files = Vec::new();
    for file in data_files {
        let imported = files.iter().find(|imported| imported.file.name == file.name);
        if !can_recheck_rows(connection, file, imported, since)? {
            return Ok(false);
        }
        changed_files.extend(imported);
    }
    for imported in &changed_files {
        connection.execute(&plan::raise_base_sql(imported), [])?;
        connection.execute_batch(&replan_changed_records_sql(imported))?;
        for comparison in imported.file.comparisons {
            add_compared_records(connection, imported, comparison, since)?;
        }
    }
    for imported in files.iter().filter(|imported| imported.removes_unlisted()) {
        connection.execute_batch(&update_removed_rows_sql(files, imported))?;
    }
    for imported in changed_files {
        check::recheck_records(errors, files, imported)?;
    }
    check::check_removals(errors, files)?;
    Ok(true)
}

/// Fills `concurrent_rows`, and returns the files of these rows; `None` if the changes cannot be rechecked row by row.
fn collect_changes(connection: &Connection, since: i64) -> rusqlite::Result<Option<Vec<&'static DataFile>>> {
    let (changes, removals): (i64, i64) = connection.query_row(
        "SELECT count(*), coalesce(sum(kind = 'removed'), 0) FROM ledger_change WHERE id > ?",
        [since],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    // the ids of changes have no gaps, unless changes were pruned
    if changes > MAX_CHANGES || removals > 0 || changes != newest_change(connection)? - since {
        return Ok(None);
    }
    connection.execute("DELETE FROM temp.concurrent_rows", [])?;
    connection.execute(
        "INSERT INTO temp.concurrent_rows
         SELECT file, row, max(kind = 'created') FROM ledger_change WHERE id > ? GROUP BY file, row",
        [since],
    )?;
    let mut select = connection.prepare("SELECT DISTINCT file FROM temp.concurrent_rows")?;
    select.query_map([], |row| row.get::<_, String>(0).map(|name| find_file(&name)))?.collect()
}

/// Returns whether a file can be rechecked row by row: no key changed, and no created row has a record's key or id.
fn can_recheck_rows(
    connection: &Connection,
    file: &DataFile,
    imported: Option<&ImportedFile>,
    since: i64,
) -> rusqlite::Result<bool> {
    let is_cell_changed = |(_, column): (usize, &Column)| format!("c.old ->> '{}' IS NOT NULL", column.name);
    let is_key_changed: Vec<_> = file.key_columns().map(is_cell_changed).collect();
    let mut obstacles = vec![match file.recheck_scope {
        RecheckScope::None => return Ok(false),
        RecheckScope::Created => "SELECT 1 FROM temp.concurrent_rows WHERE file = ? AND NOT created".to_owned(),
        RecheckScope::All => format!(
            "SELECT 1 FROM ledger_change AS c CROSS JOIN temp.concurrent_rows AS concurrent
                  ON concurrent.file = c.file AND concurrent.row = c.row
             WHERE c.id > {since} AND c.file = ? AND NOT concurrent.created AND ({})",
            is_key_changed.join(" OR ")
        ),
    }];
    obstacles.extend(imported.into_iter().flat_map(created_row_obstacles_sql));
    for obstacle in obstacles {
        if connection.prepare(&obstacle)?.exists([file.name])? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns two queries for rows of other writers: those with the key of a record, and those with a new record's id.
fn created_row_obstacles_sql(imported: &ImportedFile) -> [String; 2] {
    let stem = imported.file.stem();
    [
        format!(
            "SELECT 1 FROM temp.concurrent_rows AS concurrent CROSS JOIN {stem}_csv AS v ON v.row_id = concurrent.row
                  CROSS JOIN stage_{stem} AS s ON {}
             WHERE concurrent.file = ? AND concurrent.created",
            imported.same_key_sql("s", "v")
        ),
        format!(
            "SELECT 1 FROM temp.concurrent_rows AS concurrent CROSS JOIN plan_{stem} AS p ON p.row = concurrent.row
             WHERE concurrent.file = ? AND concurrent.created AND p.fresh"
        ),
    ]
}

/// Returns the SQL that fills `recheck_<stem>` with the records of concurrently changed rows, and plans them again.
fn replan_changed_records_sql(imported: &ImportedFile) -> String {
    format!(
        "DELETE FROM recheck_{stem};
         INSERT INTO recheck_{stem}
         SELECT p.n FROM temp.concurrent_rows AS concurrent CROSS JOIN plan_{stem} AS p ON p.row = concurrent.row
         WHERE concurrent.file = '{file}' AND NOT p.fresh;
         UPDATE plan_{stem} AS p
         SET changed = (SELECT {differs} FROM stage_{stem} AS s CROSS JOIN {stem}_csv AS v ON v.row_id = p.row
                        WHERE s.n = p.n)
         WHERE p.n IN (SELECT n FROM recheck_{stem});",
        stem = imported.file.stem(),
        file = imported.file.name,
        differs = imported.differs_sql(),
    )
}

/// Adds to `recheck_<stem>` the records that a rule compares with a changed row or with a record to recheck. Their
/// cells in the compared column are equal; for a changed row, the old or the new cell counts.
fn add_compared_records(
    connection: &Connection,
    imported: &ImportedFile,
    comparison: &RowComparison,
    since: i64,
) -> rusqlite::Result<()> {
    let column = comparison.column;
    let compared_form = |cell: &str| comparison.form_sql.replace('%', cell);
    connection.execute_batch(&format!(
        "DELETE FROM temp.compared_cells;
         INSERT OR IGNORE INTO temp.compared_cells
         SELECT {stored} FROM temp.concurrent_rows AS concurrent CROSS JOIN {stem}_csv AS v ON v.row_id = concurrent.row
         WHERE concurrent.file = '{file}'
         UNION ALL
         SELECT {old} FROM ledger_change
         WHERE id > {since} AND file = '{file}' AND old ->> '{column}' IS NOT NULL
         UNION ALL
         SELECT {given} FROM recheck_next_{stem};
         INSERT OR IGNORE INTO recheck_{stem}
         SELECT n FROM stage_{stem} WHERE {given} COLLATE NOCASE IN (SELECT cell FROM temp.compared_cells);",
        stored = compared_form(&format!("v.\"{column}\"")),
        old = compared_form(&format!("old ->> '{column}'")),
        given = compared_form(&format!("\"{column}\"")),
        stem = imported.file.stem(),
        file = imported.file.name,
    ))?;
    if comparison.is_for_new_rows {
        return Ok(());
    }
    // also adds the records whose stored rows have the same cell
    connection.execute_batch(&format!(
        "INSERT OR IGNORE INTO recheck_{stem}
         SELECT p.n FROM temp.compared_cells AS compared
              CROSS JOIN {stem}_csv AS v ON {stored} = compared.cell COLLATE NOCASE
              CROSS JOIN plan_{stem} AS p ON p.row = v.row_id;",
        stored = compared_form(&format!("v.\"{column}\"")),
        stem = imported.file.stem(),
    ))
}

/// Returns the SQL that plans again which changed rows `--replace` removes, except persons who are dismissed already.
fn update_removed_rows_sql(files: &[ImportedFile], imported: &ImportedFile) -> String {
    let stem = imported.file.stem();
    let changed_rows =
        format!("v.row_id IN (SELECT row FROM temp.concurrent_rows WHERE file = '{}')", imported.file.name);
    let is_dismissed = imported.dismissal().map_or("0", |dismissal| dismissal.dismissed_condition);
    format!(
        "DELETE FROM removals_{stem} WHERE row IN (
             SELECT v.row_id FROM removals_{stem} AS g CROSS JOIN {stem}_csv AS v ON v.row_id = g.row
             WHERE {changed_rows} OR {is_dismissed});
         {}",
        plan::plan_removed_rows_sql(files, imported, &changed_rows)
    )
}
