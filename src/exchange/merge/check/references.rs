//! Finds references to unknown rows.

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

/// Returns the SQL for the `line`, `value` and `message` of each reference to an unknown row: the cell has a value, but
/// its `link` is NULL. If the key of `to` has several cells, the message also names the other cells of the record.
fn unknown_references_sql(reference: &ColumnReference, to: &ImportedFile) -> String {
    let imported = reference.imported;
    let (message, allowed_names) = message_parts_sql(to);
    let mut and_conditions = String::new();
    let mut other_cells = String::new();
    let other_columns = reference.key_columns().filter(|other| other.name != reference.column.name);
    for other_column in other_columns {
        let cell = value_or_stored_sql(imported, other_column);
        other_cells += &format!(", json_array('Within', '{}', {cell})", other_column.name);
        // if the other cell is empty or its reference is unknown, the error is only at the other column
        and_conditions += &format!(" AND {cell} <> ''");
        for other_reference in other_column.references() {
            let is_unchanged = format!("{} IS NULL", given_value_sql(imported, other_column));
            and_conditions += &format!(" AND (link.{} IS NOT NULL OR {is_unchanged})", other_reference.id_column);
        }
    }
    // a link is also NULL if the reference does not apply to the record
    if let Some(condition) = reference.condition_sql() {
        and_conditions += &format!(" AND {condition}");
    }
    format!(
        "SELECT record.line, {cell} AS value, json_array({message}{other_cells}{allowed_names}) AS message
         FROM link_{stem} AS link CROSS JOIN plan_{stem} AS planned ON planned.record = link.record
              CROSS JOIN stage_{stem} AS record ON record.number = link.record
         WHERE link.{id_column} IS NULL AND {cell} <> ''{and_conditions}{union_unplanned}",
        cell = reference.cell_sql(),
        stem = imported.file.stem(),
        id_column = reference.declared.id_column,
        union_unplanned =
            union_unplanned_references_sql(reference, to, &format!("json_array({message}{allowed_names})")),
    )
}

/// Returns two parts of the SQL for the message of an unknown reference: the name of the message with its argument
/// (such as `'UnlistedInFile', 'groups.csv'`), and the list of all names in `to`. The list is empty unless the file
/// always has all rows, as account_levels.csv does.
fn message_parts_sql(to: &ImportedFile) -> (String, String) {
    // the name of a foreign file can contain quotes
    let file_name = to.name.replace('\'', "''");
    // says where the name was looked for: in the file, in the stored rows, or in both
    let message = if to.removes_unlisted() && to.dismissal().is_none() {
        format!("'UnlistedInFile', '{file_name}'")
    } else if to.is_given() {
        format!("'NeitherInFileNorStored', '{file_name}'")
    } else {
        "'NotStored'".into()
    };
    if !to.file.has_all_rows {
        return (message, String::new());
    }
    let (key, stem) = (to.key_names_sql(), to.file.stem());
    let names = format!("SELECT group_concat({key}, ', ') FROM (SELECT {key} FROM after_{stem} ORDER BY 1)");
    (message, format!(", json_array('Listed', ({names}))"))
}

/// Returns the end of [`unknown_references_sql`], for records with an invalid key. Such records are not planned and
/// have no `link`. Instead, the SQL searches the keys of the stored rows and of the records of `to` for each cell.
fn union_unplanned_references_sql(reference: &ColumnReference, to: &ImportedFile, message: &str) -> String {
    let imported = reference.imported;
    let Some(only_key_column) = to.file.only_key_column() else {
        return String::new(); // the cell is only one of several of a key
    };
    let and_condition = reference.condition_sql().map(|condition| format!(" AND {condition}")).unwrap_or_default();
    format!(
        " UNION ALL
         SELECT record.line, record.\"{column}\", {message} FROM stage_{stem} AS record
         WHERE ({is_key_invalid}){and_condition} AND record.\"{column}\" <> ''
               AND NOT EXISTS (SELECT 1 FROM {table} AS stored
                               WHERE stored.{stored_key} = record.\"{column}\" AND NOT {is_removed})
               AND NOT EXISTS (SELECT 1 FROM stage_{target} AS other WHERE other.\"{key}\" = record.\"{column}\")",
        column = reference.column.name,
        stem = imported.file.stem(),
        is_key_invalid = imported.is_key_invalid_sql(),
        table = to.file.table,
        stored_key = only_key_column.stored_column(),
        is_removed = to.is_removed_sql("stored.rowid"),
        target = to.file.stem(),
        key = only_key_column.name,
    )
}
