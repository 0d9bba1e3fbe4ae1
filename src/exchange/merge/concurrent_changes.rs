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

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecheckResult {
    Rechecked,
    /// The plan is invalid: the changes cannot be rechecked row by row.
    RequiresCompleteCheck,
}

/// Adapts a plan without errors to the changes whose ids are above `since`, and adds the errors that these changes
/// cause.
pub fn recheck_changes(errors: &ErrorTable, files: &[ImportedFile], since: i64) -> rusqlite::Result<RecheckResult> {
    let connection = errors.connection;
    let Some(data_files) = collect_changes(connection, since)? else {
        return Ok(RecheckResult::RequiresCompleteCheck);
    };
    let mut changed_files = Vec::new();
    for file in data_files {
        let imported = files.iter().find(|imported| imported.file.name == file.name);
        if !can_recheck_rows(connection, file, imported, since)? {
            return Ok(RecheckResult::RequiresCompleteCheck);
        }
        changed_files.extend(imported);
    }
    // adapts the whole plan first, because rules compare rows of several files
    for imported in &changed_files {
        connection.execute(&plan::raise_highest_id_sql(imported), [])?;
        connection.execute_batch(&replan_changed_records_sql(imported))?;
        for comparison in imported.file.comparisons {
            connection.execute_batch(&collect_compared_cells_sql(imported, comparison, since))?;
            connection.execute(&add_records_with_compared_cells_sql(imported, comparison), [])?;
            if !comparison.is_only_for_new_rows {
                connection.execute(&add_records_of_stored_compared_cells_sql(imported, comparison), [])?;
            }
        }
    }
    for imported in files.iter().filter(|imported| imported.removes_unlisted()) {
        connection.execute_batch(&update_removals_sql(files, imported))?;
    }
    for imported in changed_files {
        check::recheck_records(errors, imported)?;
        // rows that other writers created raise the ids of new rows
        check::check_enough_ids_left(errors, files, imported)?;
    }
    check::check_removals(errors, files)?;
    Ok(RecheckResult::Rechecked)
}

/// Fills `concurrent_rows` with the rows that the changes above `since` created or changed, and returns the files of
/// these rows. Returns `None` if the changes cannot be rechecked row by row: they are too many, or include a removal.
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

/// Returns whether the changes of a file can be rechecked row by row. The file's [`RecheckScope`] must allow it, no
/// change may affect a key, and no created row may have the key of a record or the id of a new row. `imported` is
/// `None` if the import does not need the file.
fn can_recheck_rows(
    connection: &Connection,
    file: &DataFile,
    imported: Option<&ImportedFile>,
    since: i64,
) -> rusqlite::Result<bool> {
    let exists = |select: String| connection.prepare(&select)?.exists([]);
    let has_unsuitable_changes = match file.recheck_scope {
        RecheckScope::None => true,
        RecheckScope::Created => {
            exists(format!("SELECT 1 FROM temp.concurrent_rows WHERE file = '{}' AND NOT created", file.name))?
        }
        RecheckScope::All => exists(changed_keys_sql(file, since))?,
    };
    if has_unsuitable_changes {
        return Ok(false);
    }
    // the plan would create a row whose key or id exists by now
    let is_plan_wrong = match imported {
        Some(imported) => exists(created_keys_sql(imported))? || exists(created_ids_sql(imported))?,
        None => false,
    };
    Ok(!is_plan_wrong)
}

fn changed_keys_sql(file: &DataFile, since: i64) -> String {
    // `old` has the old cells of the changed columns
    let is_cell_changed = |(_, column): (usize, &Column)| format!("change.old ->> '{}' IS NOT NULL", column.name);
    let key_changes: Vec<_> = file.key_columns().map(is_cell_changed).collect();
    format!(
        "SELECT 1 FROM ledger_change AS change CROSS JOIN temp.concurrent_rows
              ON concurrent_rows.file = change.file AND concurrent_rows.row = change.row
         WHERE change.id > {since} AND change.file = '{}' AND NOT concurrent_rows.created AND ({})",
        file.name,
        key_changes.join(" OR ")
    )
}

fn created_keys_sql(imported: &ImportedFile) -> String {
    format!(
        "SELECT 1 FROM temp.concurrent_rows CROSS JOIN {stem}_csv AS stored ON stored.row_id = concurrent_rows.row
              CROSS JOIN stage_{stem} AS record ON {has_same_key}
         WHERE concurrent_rows.file = '{file}' AND concurrent_rows.created",
        stem = imported.file.stem(),
        file = imported.file.name,
        has_same_key = imported.same_key_sql("record", "stored")
    )
}

fn created_ids_sql(imported: &ImportedFile) -> String {
    format!(
        "SELECT 1 FROM temp.concurrent_rows CROSS JOIN plan_{stem} AS planned ON planned.row = concurrent_rows.row
         WHERE concurrent_rows.file = '{file}' AND concurrent_rows.created AND planned.is_new",
        stem = imported.file.stem(),
        file = imported.file.name,
    )
}

/// Returns the SQL that fills `recheck_<stem>` with the records of concurrently changed rows, and plans them again: a
/// record can now be equal to its stored row, or differ from it.
fn replan_changed_records_sql(imported: &ImportedFile) -> String {
    format!(
        "DELETE FROM recheck_{stem};
         INSERT INTO recheck_{stem}
         SELECT planned.record
         FROM temp.concurrent_rows CROSS JOIN plan_{stem} AS planned ON planned.row = concurrent_rows.row
         WHERE concurrent_rows.file = '{file}' AND NOT planned.is_new;
         UPDATE plan_{stem} AS planned
         SET is_changed = (SELECT {differs}
                        FROM stage_{stem} AS record CROSS JOIN {stem}_csv AS stored ON stored.row_id = planned.row
                        WHERE record.number = planned.record)
         WHERE planned.record IN (SELECT record FROM recheck_{stem});",
        stem = imported.file.stem(),
        file = imported.file.name,
        differs = imported.differs_sql(),
    )
}

/// Returns the SQL that fills `compared_cells` with the cells that a rule compares: those of changed rows after and
/// before the changes (because a warning may have to disappear), and those of the records to recheck.
fn collect_compared_cells_sql(imported: &ImportedFile, comparison: &RowComparison, since: i64) -> String {
    let column = comparison.column;
    format!(
        "DELETE FROM temp.compared_cells;
         INSERT OR IGNORE INTO temp.compared_cells
         SELECT {cell_after}
         FROM temp.concurrent_rows CROSS JOIN {stem}_csv AS stored ON stored.row_id = concurrent_rows.row
         WHERE concurrent_rows.file = '{file}'
         UNION ALL
         SELECT {cell_before} FROM ledger_change
         WHERE id > {since} AND file = '{file}' AND old ->> '{column}' IS NOT NULL
         UNION ALL
         SELECT {cell_of_record} FROM recheck_next_{stem};",
        cell_after = comparison.compared_form_sql(&format!("stored.\"{column}\"")),
        cell_before = comparison.compared_form_sql(&format!("old ->> '{column}'")),
        cell_of_record = comparison.compared_form_sql(&format!("\"{column}\"")),
        stem = imported.file.stem(),
        file = imported.file.name,
    )
}

/// Adds records to `recheck_<stem>`, for example two persons with the same e-mail address.
fn add_records_with_compared_cells_sql(imported: &ImportedFile, comparison: &RowComparison) -> String {
    format!(
        "INSERT OR IGNORE INTO recheck_{stem}
         SELECT number FROM stage_{stem} WHERE {cell} COLLATE NOCASE IN (SELECT cell FROM temp.compared_cells)",
        cell = comparison.compared_form_sql(&format!("\"{}\"", comparison.column)),
        stem = imported.file.stem(),
    )
}

/// Returns the SQL that adds the records whose stored rows have one of the `compared_cells` to `recheck_<stem>`. If the
/// file lacks the column, the rows keep these cells.
fn add_records_of_stored_compared_cells_sql(imported: &ImportedFile, comparison: &RowComparison) -> String {
    format!(
        "INSERT OR IGNORE INTO recheck_{stem}
         SELECT planned.record FROM temp.compared_cells AS compared
              CROSS JOIN {stem}_csv AS stored ON {stored_cell} = compared.cell COLLATE NOCASE
              CROSS JOIN plan_{stem} AS planned ON planned.row = stored.row_id",
        stored_cell = comparison.compared_form_sql(&format!("stored.\"{}\"", comparison.column)),
        stem = imported.file.stem(),
    )
}

/// Returns the SQL that plans again which of the concurrently changed rows are removed. Also drops the removals of
/// persons who are dismissed by now: a contract can end during the import.
fn update_removals_sql(files: &[ImportedFile], imported: &ImportedFile) -> String {
    let stem = imported.file.stem();
    let is_changed =
        format!("stored.row_id IN (SELECT row FROM temp.concurrent_rows WHERE file = '{}')", imported.file.name);
    let is_dismissed_already = imported.dismissal().map_or("0", |dismissal| dismissal.dismissed_condition);
    // drops the removals of changed rows, and plans them again from the new cells
    format!(
        "DELETE FROM removals_{stem} WHERE row IN (
             SELECT stored.row_id
             FROM removals_{stem} AS removal CROSS JOIN {stem}_csv AS stored ON stored.row_id = removal.row
             WHERE {is_changed} OR {is_dismissed_already});
         {}",
        plan::plan_removed_rows_sql(files, imported, &is_changed)
    )
}
