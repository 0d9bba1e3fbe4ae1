//! Finds all errors of a plan: violations of the declarations and of each file's rules. The queries cover whole files;
//! [`super::imported_file`] describes their tables.

mod references;

use super::error_table::ErrorTable;
use super::imported_file::{ColumnReference, ImportedFile, final_id_sql};
use super::plan::files_with_rows;
use crate::datafile::file::{Column, ColumnRole, Domain};
use crate::datafile::find_creating_column;
use crate::datafile::rule::RowRule;
use crate::model::message::{Message, MessageName};

pub fn check_plan(errors: &ErrorTable, files: &[ImportedFile]) -> rusqlite::Result<()> {
    // a file that lacks a key column has no planned records; reading the file reported the missing column
    for imported in files.iter().filter(|imported| imported.is_given() && imported.can_plan_records()) {
        check_file(errors, files, imported)?;
    }
    check_removals(errors, files)?;
    // files that were not given need ids too, if a cell of a given file creates rows in them
    for imported in files_with_rows(files) {
        check_enough_ids_left(errors, files, imported)?;
    }
    Ok(())
}

/// Adds the errors of a given file. To save time, skips the checks that cannot fail with this plan.
fn check_file(errors: &ErrorTable, files: &[ImportedFile], imported: &ImportedFile) -> rusqlite::Result<()> {
    let stem = imported.file.stem();
    let exists = |select: String| errors.connection.prepare(&select)?.exists([]);
    // several records plan the same row if they repeat its key, or the Id of a new row
    let has_rows_planned_twice = exists(format!("SELECT 1 FROM plan_{stem} GROUP BY row HAVING count(*) > 1"))?;
    let has_new_rows = exists(format!("SELECT 1 FROM plan_{stem} WHERE is_new"))?;
    if has_rows_planned_twice || has_new_rows {
        add_repeated_keys(errors, imported)?;
    }
    add_placeholder_rows(errors, imported)?;
    check_columns(errors, imported, has_rows_planned_twice)?;
    let may_change_rows = has_rows_planned_twice || has_changes(errors, imported)?;
    references::check_references(errors, files, imported, may_change_rows)?;
    // a file that changes no row cannot violate a rule
    if may_change_rows {
        for rule in applied_rules(imported) {
            add_violations(errors, imported, rule, &rule.violations_sql(imported.file))?;
        }
    }
    Ok(())
}

pub fn check_removals(errors: &ErrorTable, files: &[ImportedFile]) -> rusqlite::Result<()> {
    for imported in files.iter().filter(|imported| imported.removes_unlisted()) {
        check_removal_limit(errors, imported)?;
        check_references_to_removed(errors, files, imported)?;
    }
    Ok(())
}

/// Adds the errors of the records to recheck, which had no errors before, and replaces their warnings.
pub fn recheck_records(errors: &ErrorTable, imported: &ImportedFile) -> rusqlite::Result<()> {
    let lines = format!(
        "SELECT record.line
         FROM recheck_{stem} AS recheck CROSS JOIN stage_{stem} AS record ON record.number = recheck.record",
        stem = imported.file.stem()
    );
    let with_sql = applied_rules(imported).map(|rule| Some((rule, rule.recheck_violations_sql(imported.file)?)));
    let rules: Vec<_> = with_sql.flatten().collect();
    // clears first, because one rule must not clear the new warnings of another rule about the same column
    for (rule, _) in &rules {
        errors.clear_warnings(imported, rule.column, &lines)?;
    }
    for (rule, select) in rules {
        add_violations(errors, imported, rule, &select)?;
    }
    Ok(())
}

/// Returns the file's rules without those that `--allow-similar` skips.
fn applied_rules(imported: &ImportedFile) -> impl Iterator<Item = &'static RowRule> {
    imported.file.rules.iter().filter(|rule| !(rule.is_waivable && imported.allows_similar))
}

fn add_violations(errors: &ErrorTable, imported: &ImportedFile, rule: &RowRule, select: &str) -> rusqlite::Result<()> {
    let (column, _) = imported.file.find_column(rule.column).expect("a rule names a column of its file");
    errors.add_results(imported, column, rule.severity, select)
}

/// Returns the column of errors about a whole key: the last column of the key (contract §7).
fn key_error_column(imported: &ImportedFile) -> (usize, &'static Column) {
    imported.file.key_columns().last().expect("every file has a key")
}

/// Adds an error for each new row whose id would be too high. If a reference in another file creates the row, the error
/// is at that reference.
pub fn check_enough_ids_left(
    errors: &ErrorTable,
    files: &[ImportedFile],
    imported: &ImportedFile,
) -> rusqlite::Result<()> {
    let select = no_id_left_sql(imported);
    let (position, _) = key_error_column(imported);
    errors.add_errors(imported, position, &format!("{select} AND NOT record.created_by_reference"))?;
    if let Some((creating_file, creating_position)) = find_creating_column(imported.file)
        && let Some(creator) = files.iter().find(|imported| imported.file.name == creating_file.name)
    {
        errors.add_errors(creator, creating_position, &format!("{select} AND record.created_by_reference"))?;
    }
    Ok(())
}

/// Returns whether the import creates, changes or removes rows of the file, or has records that cannot be planned.
fn has_changes(errors: &ErrorTable, imported: &ImportedFile) -> rusqlite::Result<bool> {
    let changes = format!(
        "SELECT (SELECT count(*) FROM plan_{stem}) < (SELECT count(*) FROM stage_{stem})
                OR EXISTS (SELECT 1 FROM plan_{stem} WHERE is_changed) OR EXISTS (SELECT 1 FROM removals_{stem})",
        stem = imported.file.stem()
    );
    errors.connection.query_row(&changes, [], |row| row.get(0))
}

fn add_repeated_keys(errors: &ErrorTable, imported: &ImportedFile) -> rusqlite::Result<()> {
    let (position, _) = key_error_column(imported);
    errors.add_errors(imported, position, &repeated_key_sql(imported))
}

/// Adds an error for each record with the name of the placeholder (the row with id 0), which no file may contain.
fn add_placeholder_rows(errors: &ErrorTable, imported: &ImportedFile) -> rusqlite::Result<()> {
    let Some(placeholder_name) = imported.file.placeholder_name else { return Ok(()) };
    let (position, name_column) = key_error_column(imported);
    let placeholder_rows = format!(
        "SELECT line, \"{name}\" AS value, json_array('PlaceholderRow') AS message
         FROM stage_{stem} WHERE \"{name}\" = '{placeholder_name}'",
        name = name_column.name,
        stem = imported.file.stem()
    );
    errors.add_errors(imported, position, &placeholder_rows)
}

/// Adds the errors of ids, and of missing columns that new rows require. `has_rows_planned_twice` is whether several
/// records plan the same row.
fn check_columns(errors: &ErrorTable, imported: &ImportedFile, has_rows_planned_twice: bool) -> rusqlite::Result<()> {
    for (at, column) in imported.columns() {
        let is_optional_id = column.domain == Domain::Id && !column.is_key();
        if is_optional_id && imported.has_column(at) {
            errors.add_errors(imported, at, &taken_id_sql(imported))?;
            // the next two queries read the whole file. They can find errors only if two records plan the same row, or if
            // an Id is not that of its planned row
            let can_find_errors = has_rows_planned_twice || has_mismatched_ids(errors, imported)?;
            if can_find_errors {
                errors.add_errors(imported, at, &repeated_id_sql(imported))?;
                errors.add_errors(imported, at, &mismatched_id_sql(imported))?;
            }
        }
        if column.role == ColumnRole::Required && !imported.has_column(at) {
            errors.add_errors(imported, at, &missing_column_sql(imported))?;
        }
    }
    Ok(())
}

fn repeated_key_sql(imported: &ImportedFile) -> String {
    // `repeated` has each key of several records, and the number of the first of these records
    format!(
        "SELECT record.line, {key} AS value, json_array('RepeatedKey', first_record.line) AS message
         FROM (SELECT {key_columns}, min(number) AS first_number FROM stage_{stem} WHERE NOT created_by_reference
               GROUP BY {key_columns} HAVING count(*) > 1) AS repeated
              CROSS JOIN stage_{stem} AS first_record ON first_record.number = repeated.first_number
              CROSS JOIN stage_{stem} AS record ON {has_same_key}
         WHERE record.number > repeated.first_number",
        stem = imported.file.stem(),
        key = imported.key_text_sql("record"),
        key_columns = imported.key_names_sql(),
        has_same_key = imported.same_key_sql("record", "repeated"),
    )
}

/// Returns whether the Id of any record differs from the Id of its planned row, or its row is not planned.
fn has_mismatched_ids(errors: &ErrorTable, imported: &ImportedFile) -> rusqlite::Result<bool> {
    let mismatched_id = format!(
        "SELECT 1 FROM stage_{stem} AS record LEFT JOIN plan_{stem} AS planned ON planned.record = record.number
         WHERE record.\"Id\" <> '' AND planned.id_cell IS NOT CAST(record.\"Id\" AS INTEGER)",
        stem = imported.file.stem()
    );
    errors.connection.prepare(&mismatched_id)?.exists([])
}

/// Returns the SQL for each record that has the Id of an earlier record in the same scope
/// ([`ImportedFile::id_scope_column`]).
fn repeated_id_sql(imported: &ImportedFile) -> String {
    // `first_record` is the first record of an Id: because of `min`, SQLite takes `*` from that record
    format!(
        "SELECT record.line, record.\"Id\" AS value, json_array('RepeatedId', first_record.line) AS message
         FROM stage_{stem} AS record
              JOIN (SELECT *, min(number) FROM stage_{stem} WHERE \"Id\" <> ''
                    GROUP BY \"Id\"{and_scope} HAVING count(*) > 1) AS first_record
                   ON first_record.\"Id\" = record.\"Id\" AND {has_same_scope}
         WHERE record.number > first_record.number",
        stem = imported.file.stem(),
        and_scope = imported.id_scope_column().map(|column| format!(", \"{column}\"")).unwrap_or_default(),
        has_same_scope = imported.same_id_scope_sql("first_record", "record"),
    )
}

/// Finds each record whose Id differs from that of the stored row with its key: an import cannot change Ids.
fn mismatched_id_sql(imported: &ImportedFile) -> String {
    format!(
        "SELECT record.line, record.\"Id\" AS value, json_array('OtherId', {key}, planned.id_cell) AS message
         FROM plan_{stem} AS planned CROSS JOIN stage_{stem} AS record ON record.number = planned.record
         WHERE NOT planned.is_new AND record.\"Id\" <> '' AND CAST(record.\"Id\" AS INTEGER) <> planned.id_cell",
        stem = imported.file.stem(),
        key = imported.key_text_sql("record"),
    )
}

/// Returns the SQL for each record of a new row whose Id a stored row with another key has.
fn taken_id_sql(imported: &ImportedFile) -> String {
    let stem = imported.file.stem();
    let key_of_stored_row = imported.key_text_sql("stored");
    // the Ids of trainings are unique only within a type: the stored row must have the same type
    let has_same_scope = imported.same_id_scope_sql("stored", "record");
    // in SQLite, CROSS JOIN is an inner join whose tables are read in the written order
    format!(
        "SELECT record.line, record.\"Id\" AS value, json_array('TakenId', {key_of_stored_row}) AS message
         -- for each record of the file, the row that it creates or changes
         FROM plan_{stem} AS planned
              -- the cells of the record
              CROSS JOIN stage_{stem} AS record ON record.number = planned.record
              -- the rows before the import; `planned.id_cell` is the Id of the record as a number
              CROSS JOIN {stem}_csv AS stored ON stored.\"Id\" = planned.id_cell AND {has_same_scope}
         -- a new row without Id gets one that is free
         WHERE planned.is_new AND record.\"Id\" <> ''"
    )
}

/// Returns the SQL for each record whose row would get an id above the maximum, 2147483647 (contract §7).
fn no_id_left_sql(imported: &ImportedFile) -> String {
    format!(
        "SELECT record.line, {key} AS value, json_array('NoIdLeft') AS message
         FROM plan_{stem} AS planned CROSS JOIN stage_{stem} AS record ON record.number = planned.record
         WHERE {id} > {max_id}",
        id = final_id_sql(imported.file, "planned.id_cell"),
        max_id = i32::MAX,
        stem = imported.file.stem(),
        key = imported.key_text_sql("record"),
    )
}

/// Returns the SQL for one error, at the first new row; nothing if the import creates no rows of the file.
fn missing_column_sql(imported: &ImportedFile) -> String {
    format!(
        "SELECT min(record.line) AS line, '' AS value,
                iif(count(*) = 1, json_array('ColumnRequired'),
                    json_array('ColumnRequired', json_array('FirstOfNewRows', count(*)))) AS message
         FROM plan_{stem} AS planned CROSS JOIN stage_{stem} AS record ON record.number = planned.record
         WHERE planned.is_new AND NOT record.created_by_reference HAVING count(*) > 0",
        stem = imported.file.stem()
    )
}

fn check_removal_limit(errors: &ErrorTable, imported: &ImportedFile) -> rusqlite::Result<()> {
    let Some(limit) = imported.max_removals else { return Ok(()) };
    // row 0 is the placeholder
    let counts = format!(
        "SELECT (SELECT count(*) FROM {} WHERE rowid > 0), (SELECT count(*) FROM removals_{})",
        imported.file.table,
        imported.file.stem()
    );
    let (row_count, removal_count): (i64, i64) =
        errors.connection.query_row(&counts, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let (rows, removals) = (row_count as u64, removal_count as u64);
    let max_removals = limit.max_rows(rows);
    if removals <= max_removals {
        return Ok(());
    }
    let is_dismissal = imported.dismissal().is_some();
    let outcome = if is_dismissal { MessageName::ToBeDismissed } else { MessageName::ToBeRemoved };
    let message = Message::new(MessageName::TooManyRemovals).with(removals).with(rows).with_part(outcome);
    errors.add_limit_error(imported, message.with(limit).with(max_removals))
}

/// Searches each file of the import, because any file can refer to `file_with_removals`.
fn check_references_to_removed(
    errors: &ErrorTable,
    files: &[ImportedFile],
    file_with_removals: &ImportedFile,
) -> rusqlite::Result<()> {
    // a dismissed row stays in the table
    if file_with_removals.dismissal().is_some() {
        return Ok(());
    }
    let (position, _) = key_error_column(file_with_removals);
    for imported in files {
        for reference in imported.references().filter(|reference| reference.refers_to(file_with_removals.file)) {
            errors.add_errors(
                file_with_removals,
                position,
                &references_to_removed_sql(&reference, file_with_removals),
            )?;
        }
    }
    Ok(())
}

/// Returns the SQL for one error for each removed row of `removing` to which `referring` rows still refer by this
/// reference. The message has the number of these rows. Rows that the referring file lists are checked as records.
fn references_to_removed_sql(reference: &ColumnReference, removing: &ImportedFile) -> String {
    let imported = reference.imported;
    // [`references`] checks the records of a file that has the column, and reports errors at their lines
    let is_checked_as_record = match imported.has_column(reference.position) {
        true => format!("EXISTS (SELECT 1 FROM plan_{} WHERE row = referring.rowid)", imported.file.stem()),
        false => "0".into(),
    };
    let is_single_removal = removing.row_to_remove.is_some();
    let message = if is_single_removal { MessageName::CannotRemove } else { MessageName::StillReferenced };
    // contract §7: an error about a row that is not in the file is on line 1
    format!(
        "SELECT 1 AS line, {key} AS value, json_array('{message}', count(*), '{referring_file}') AS message
         FROM removals_{removed} AS removal CROSS JOIN {removed}_csv AS stored ON stored.row_id = removal.row
              CROSS JOIN {table} AS referring ON referring.{id_column} = removal.row
         WHERE NOT {is_checked_as_record} AND NOT {is_also_removed}
         GROUP BY removal.row",
        message = message.name(),
        key = removing.key_text_sql("stored"),
        referring_file = imported.file.name,
        removed = removing.file.stem(),
        table = imported.file.table,
        id_column = reference.declared.id_column,
        is_also_removed = imported.is_removed_sql("referring.rowid"),
    )
}
