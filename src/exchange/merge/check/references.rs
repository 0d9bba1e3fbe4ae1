//! Finds references to unknown rows.

use crate::datafile::file::Column;
use crate::datafile::reference::Reference;
use crate::exchange::merge::error_table::ErrorTable;
use crate::exchange::merge::imported_file::{ColumnReference, ImportedFile};
use crate::exchange::merge::plan::{given_value_sql, value_or_stored_sql};
use crate::exchange::merge::similar_names;

/// Adds an error for each reference to an unknown row, with the most similar known name. To save time, skips references
/// that cannot fail: if no row of the file changes (`may_change_rows`), only removed rows can be unknown.
pub fn check_references(
    errors: &ErrorTable,
    files: &[ImportedFile],
    imported: &ImportedFile,
    may_change_rows: bool,
) -> rusqlite::Result<()> {
    for reference in imported.references() {
        let to = reference.target(files);
        // if the other file lacks a key column, that error is enough: every reference would fail
        if to.can_plan_records() && (may_change_rows || has_removals(errors, to)?) {
            let first_error = errors.next_error_id()?;
            errors.add_errors(imported, reference.position, &unknown_references_sql(&reference, to))?;
            let lists_all_names = to.file.has_all_rows;
            let is_cell_whole_key = reference.declared.other_key_columns.is_empty();
            if is_cell_whole_key && !lists_all_names {
                similar_names::suggest_names(errors.connection, first_error, to)?;
            }
        }
    }
    Ok(())
}

fn has_removals(errors: &ErrorTable, imported: &ImportedFile) -> rusqlite::Result<bool> {
    let removals = format!("SELECT 1 FROM removals_{}", imported.file.stem());
    errors.connection.prepare(&removals)?.exists([])
}

/// Returns the SQL for the `line`, `value` and `message` of each reference to an unknown row. In a planned record, the
/// cell has a value but its `link` is NULL. An unplanned record has no `link`: its cell is looked up as a key, which is
/// possible if the key of `to` is a single cell.
fn unknown_references_sql(reference: &ColumnReference, to: &ImportedFile) -> String {
    let of_planned_records = unknown_references_of_planned_records_sql(reference, to);
    match to.file.only_key_column() {
        Some(key_column) => {
            let of_unplanned_records = unknown_references_of_unplanned_records_sql(reference, to, key_column);
            format!("{of_planned_records} UNION ALL {of_unplanned_records}")
        }
        None => of_planned_records,
    }
}

fn unknown_references_of_planned_records_sql(reference: &ColumnReference, to: &ImportedFile) -> String {
    let imported = reference.imported;
    let other_columns = || reference.key_columns().filter(|other| other.name != reference.column.name);
    let named_cell =
        |other: &Column| format!("json_array('Within', '{}', {})", other.name, value_or_stored_sql(imported, other));
    let cell = reference.cell_sql();
    let mut conditions = vec![format!("link.{} IS NULL", reference.declared.id_column), format!("{cell} <> ''")];
    // if another cell is empty or its reference is unknown, the error is only at the other column
    conditions.extend(other_columns().flat_map(|other| known_cell_conditions(imported, other)));
    // a link is also NULL if the reference does not apply to the record
    conditions.extend(reference.condition_sql());
    format!(
        "SELECT record.line, {cell} AS value, {message} AS message
         FROM link_{stem} AS link CROSS JOIN plan_{stem} AS planned ON planned.record = link.record
              CROSS JOIN stage_{stem} AS record ON record.number = link.record
         WHERE {conditions}",
        message = message_sql(to, other_columns().map(named_cell).collect()),
        stem = imported.file.stem(),
        conditions = conditions.join(" AND ")
    )
}

fn known_cell_conditions(imported: &ImportedFile, column: &Column) -> Vec<String> {
    let is_unchanged = || format!("{} IS NULL", given_value_sql(imported, column));
    let is_known = |reference: &Reference| format!("(link.{} IS NOT NULL OR {})", reference.id_column, is_unchanged());
    let mut conditions = vec![format!("{} <> ''", value_or_stored_sql(imported, column))];
    conditions.extend(column.references().iter().map(is_known));
    conditions
}

/// Returns the SQL for the message of an unknown reference. It has the SQL parts in `other_cells` and, if `to` always
/// has all rows, as account_levels.csv does, all names in `to`.
fn message_sql(to: &ImportedFile, other_cells: Vec<String>) -> String {
    // the name of a foreign file can contain quotes
    let file_name = to.name.replace('\'', "''");
    // dismissed rows stay stored
    let is_only_file_searched = to.removes_unlisted() && to.dismissal().is_none();
    let mut parts = if is_only_file_searched {
        vec!["'UnlistedInFile'".to_owned(), format!("'{file_name}'")]
    } else if to.is_given() {
        vec!["'NeitherInFileNorStored'".to_owned(), format!("'{file_name}'")]
    } else {
        vec!["'NotStored'".to_owned()]
    };
    parts.extend(other_cells);
    if to.file.has_all_rows {
        let (key, stem) = (to.key_names_sql(), to.file.stem());
        let names = format!("SELECT group_concat({key}, ', ') FROM (SELECT {key} FROM after_{stem} ORDER BY 1)");
        parts.push(format!("json_array('Listed', ({names}))"));
    }
    format!("json_array({})", parts.join(", "))
}

/// Returns the part of [`unknown_references_sql`] for records with an invalid key. Such records are not planned, so
/// they have no `link` to test. This part looks up each cell: a reference is unknown if neither a stored row nor a
/// record of `to` has that key.
fn unknown_references_of_unplanned_records_sql(
    reference: &ColumnReference,
    to: &ImportedFile,
    key_column: &Column,
) -> String {
    let imported = reference.imported;
    format!(
        "SELECT record.line, record.\"{column}\" AS value, {message} AS message FROM stage_{stem} AS record
         WHERE ({is_key_invalid}) AND {does_apply} AND record.\"{column}\" <> ''
               AND NOT EXISTS (SELECT 1 FROM {table} AS stored
                               WHERE stored.{stored_key} = record.\"{column}\" AND NOT {is_removed})
               AND NOT EXISTS (SELECT 1 FROM stage_{target} AS other WHERE other.\"{key}\" = record.\"{column}\")",
        column = reference.column.name,
        message = message_sql(to, Vec::new()),
        stem = imported.file.stem(),
        does_apply = reference.condition_sql().unwrap_or_else(|| "1".into()),
        is_key_invalid = imported.is_key_invalid_sql(),
        table = to.file.table,
        stored_key = key_column.stored_column(),
        is_removed = to.is_removed_sql("stored.rowid"),
        target = to.file.stem(),
        key = key_column.name,
    )
}
