//! Finds all errors of a plan: violations of the declarations and of each file's rules. The queries cover whole files.

mod references;

use super::error_table::ErrorTable;
use super::imported_file::{ColumnReference, ImportedFile, final_id_sql};
use super::plan::files_with_rows;
use crate::datafile::file::{Column, ColumnRole, Domain};
use crate::datafile::find_creating_column;
use crate::datafile::rule::RowRule;
use crate::model::message::{Message, MessageName};

pub fn check_plan(errors: &ErrorTable, files: &[ImportedFile]) -> rusqlite::Result<()> {
    for imported in files.iter().filter(|imported| imported.is_given() && imported.has_key()) {
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
    let has_shared_rows = exists(format!("SELECT 1 FROM plan_{stem} GROUP BY row HAVING count(*) > 1"))?;
    let has_new_rows = exists(format!("SELECT 1 FROM plan_{stem} WHERE fresh"))?;
    check_keys(errors, imported, has_shared_rows || has_new_rows)?;
    check_columns(errors, imported, has_shared_rows)?;
    let may_change_rows = has_shared_rows || has_changes(errors, imported)?;
    references::check_references(errors, files, imported, may_change_rows)?;
    for rule in applied_rules(imported).filter(|_| may_change_rows) {
        add_violations(errors, imported, rule, &rule.violations_sql(imported.file))?;
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

/// Adds the errors of the records to recheck, and replaces their warnings. The records had no errors before.
pub fn recheck_records(errors: &ErrorTable, files: &[ImportedFile], imported: &ImportedFile) -> rusqlite::Result<()> {
    let stem = imported.file.stem();
    let (all_rows, rows_to_recheck) = (format!("next_{stem}"), format!("recheck_next_{stem}"));
    let lines = format!("SELECT s.line FROM recheck_{stem} AS a CROSS JOIN stage_{stem} AS s ON s.n = a.n");
    let rules = applied_rules(imported).map(|rule| (rule, rule.violations_sql(imported.file)));
    let rules: Vec<_> = rules.filter(|(_, select)| select.contains(&all_rows)).collect();
    for (rule, _) in &rules {
        errors.clear_warnings(imported, rule.column, &lines)?;
    }
    for (rule, select) in rules {
        add_violations(errors, imported, rule, &select.replace(&all_rows, &rows_to_recheck))?;
    }
    check_enough_ids_left(errors, files, imported)
}

/// Returns the file's rules without those that `--allow-similar` skips.
fn applied_rules(imported: &ImportedFile) -> impl Iterator<Item = &'static RowRule> {
    imported.file.rules.iter().filter(|rule| !(rule.is_waivable && imported.allows_similar))
}

fn add_violations(errors: &ErrorTable, imported: &ImportedFile, rule: &RowRule, select: &str) -> rusqlite::Result<()> {
    let (column, _) = imported.file.find_column(rule.column).expect("a rule names a column of its file");
    errors.add_results(imported, column, rule.severity, select)
}

/// Returns the last column of the key. An error of a whole key is reported at this column (contract §7).
fn last_key_column(imported: &ImportedFile) -> (usize, &'static Column) {
    imported.file.key_columns().last().expect("every file has a key")
}

/// Adds an error for each new row that cannot get an id, at the cell of another file if such a cell creates the row.
fn check_enough_ids_left(errors: &ErrorTable, files: &[ImportedFile], imported: &ImportedFile) -> rusqlite::Result<()> {
    let select = no_id_left_sql(imported);
    let (last_key_column, _) = last_key_column(imported);
    errors.add_errors(imported, last_key_column, &format!("{select} AND NOT s.created_by_cell"))?;
    if let Some((creating_file, at)) = find_creating_column(imported.file)
        && let Some(creator) = files.iter().find(|imported| imported.file.name == creating_file.name)
    {
        errors.add_errors(creator, at, &format!("{select} AND s.created_by_cell"))?;
    }
    Ok(())
}

/// Returns whether the import creates, changes or removes rows of the file, or has records that cannot be planned.
fn has_changes(errors: &ErrorTable, imported: &ImportedFile) -> rusqlite::Result<bool> {
    let changes = format!(
        "SELECT (SELECT count(*) FROM plan_{stem}) < (SELECT count(*) FROM stage_{stem})
                OR EXISTS (SELECT 1 FROM plan_{stem} WHERE changed) OR EXISTS (SELECT 1 FROM removals_{stem})",
        stem = imported.file.stem()
    );
    errors.connection.query_row(&changes, [], |row| row.get(0))
}

/// Adds an error for each record that names the placeholder and, if `may_repeat`, for each record that repeats a key.
fn check_keys(errors: &ErrorTable, imported: &ImportedFile, may_repeat: bool) -> rusqlite::Result<()> {
    let (at, column) = last_key_column(imported);
    if may_repeat {
        errors.add_errors(imported, at, &repeated_key_sql(imported))?;
    }
    if let Some(placeholder) = imported.file.placeholder {
        let (name, stem) = (column.name, imported.file.stem());
        let placeholder_rows = format!(
            "SELECT line, \"{name}\" AS value, json_array('PlaceholderRow') AS message
             FROM stage_{stem} WHERE \"{name}\" = '{placeholder}'"
        );
        errors.add_errors(imported, at, &placeholder_rows)?;
    }
    Ok(())
}

/// Adds the errors of ids and of missing columns. `has_shared_rows`: whether several records change the same row.
fn check_columns(errors: &ErrorTable, imported: &ImportedFile, has_shared_rows: bool) -> rusqlite::Result<()> {
    for (at, column) in imported.columns() {
        if column.domain == Domain::Id && !column.is_key() && imported.has_column(at) {
            errors.add_errors(imported, at, &taken_id_sql(imported))?;
            if has_shared_rows || !has_own_ids(errors, imported)? {
                errors.add_errors(imported, at, &repeated_id_sql(imported))?;
                errors.add_errors(imported, at, &changed_id_sql(imported))?;
            }
        }
        if column.role == ColumnRole::Required && !imported.has_column(at) {
            errors.add_errors(imported, at, &missing_column_sql(imported))?;
        }
    }
    Ok(())
}

fn repeated_key_sql(imported: &ImportedFile) -> String {
    format!(
        "SELECT s.line, {value} AS value, json_array('RepeatedKey', first_record.line) AS message
         FROM (SELECT {list}, min(n) AS first FROM stage_{stem} AS s WHERE NOT created_by_cell
               GROUP BY {list} HAVING count(*) > 1) AS repeated
              CROSS JOIN stage_{stem} AS first_record ON first_record.n = repeated.first
              CROSS JOIN stage_{stem} AS s ON {same}
         WHERE s.n > repeated.first",
        stem = imported.file.stem(),
        value = imported.key_text_sql("s"),
        list = imported.key_names_sql(),
        same = imported.same_key_sql("s", "repeated"),
    )
}

/// Returns whether each record with an Id has the Id of its row. If so, only records of the same row can repeat an Id.
fn has_own_ids(errors: &ErrorTable, imported: &ImportedFile) -> rusqlite::Result<bool> {
    let other_id = format!(
        "SELECT 1 FROM stage_{stem} AS s LEFT JOIN plan_{stem} AS p ON p.n = s.n
         WHERE s.\"Id\" <> '' AND p.id IS NOT CAST(s.\"Id\" AS INTEGER)",
        stem = imported.file.stem()
    );
    Ok(!errors.connection.prepare(&other_id)?.exists([])?)
}

fn repeated_id_sql(imported: &ImportedFile) -> String {
    format!(
        "SELECT s.line, s.\"Id\" AS value, json_array('RepeatedId', first_record.line) AS message
         FROM stage_{0} AS s
              JOIN (SELECT s.*, min(n) AS first FROM stage_{0} AS s WHERE \"Id\" <> ''
                    GROUP BY \"Id\"{1} HAVING count(*) > 1) AS repeated ON repeated.\"Id\" = s.\"Id\" AND {2}
              JOIN stage_{0} AS first_record ON first_record.n = repeated.first
         WHERE s.n > repeated.first",
        imported.file.stem(),
        imported.id_scope_column().map(|column| format!(", \"{column}\"")).unwrap_or_default(),
        imported.same_id_scope_sql("repeated", "s"),
    )
}

fn changed_id_sql(imported: &ImportedFile) -> String {
    format!(
        "SELECT s.line, s.\"Id\" AS value, json_array('OtherId', {key}, p.id) AS message
         FROM plan_{stem} AS p CROSS JOIN stage_{stem} AS s ON s.n = p.n
         WHERE NOT p.fresh AND s.\"Id\" <> '' AND CAST(s.\"Id\" AS INTEGER) <> p.id",
        stem = imported.file.stem(),
        key = imported.key_text_sql("s"),
    )
}

fn taken_id_sql(imported: &ImportedFile) -> String {
    format!(
        "SELECT s.line, s.\"Id\" AS value, json_array('TakenId', {key}) AS message
         FROM plan_{stem} AS p CROSS JOIN stage_{stem} AS s ON s.n = p.n
              CROSS JOIN {stem}_csv AS v ON v.\"Id\" = p.id AND {same}
         WHERE p.fresh AND s.\"Id\" <> ''",
        stem = imported.file.stem(),
        key = imported.key_text_sql("v"),
        same = imported.same_id_scope_sql("v", "s"),
    )
}

fn no_id_left_sql(imported: &ImportedFile) -> String {
    format!(
        "SELECT s.line, {value} AS value, json_array('NoIdLeft') AS message
         FROM plan_{stem} AS p CROSS JOIN stage_{stem} AS s ON s.n = p.n
         WHERE {id} > {max_id}",
        id = final_id_sql(imported.file, "p.id"),
        max_id = i32::MAX,
        stem = imported.file.stem(),
        value = imported.key_text_sql("s"),
    )
}

/// Returns the SQL for one error about a missing column that new rows require. The error is at the first new row.
fn missing_column_sql(imported: &ImportedFile) -> String {
    format!(
        "SELECT min(s.line) AS line, '' AS value,
                iif(count(*) = 1, json_array('ColumnRequired'),
                    json_array('ColumnRequired', json_array('FirstOfNewRows', count(*)))) AS message
         FROM plan_{stem} AS p CROSS JOIN stage_{stem} AS s ON s.n = p.n
         WHERE p.fresh AND NOT s.created_by_cell HAVING count(*) > 0",
        stem = imported.file.stem()
    )
}

fn check_removal_limit(errors: &ErrorTable, imported: &ImportedFile) -> rusqlite::Result<()> {
    let Some(limit) = imported.replace else { return Ok(()) };
    // row 0 is the placeholder
    let counts = format!(
        "SELECT (SELECT count(*) FROM {} WHERE rowid > 0), (SELECT count(*) FROM removals_{})",
        imported.file.table,
        imported.file.stem()
    );
    let counts = errors.connection.query_row(&counts, [], |row| Ok((row.get(0)?, row.get(1)?)));
    let (rows, removals) = counts.map(|(rows, removals): (i64, i64)| (rows as u64, removals as u64))?;
    let max_removals = limit.max_rows(rows);
    if removals <= max_removals {
        return Ok(());
    }
    let outcome = imported.dismissal().map_or(MessageName::ToBeRemoved, |_| MessageName::ToBeDismissed);
    let message = Message::new(MessageName::TooManyRemovals).with(removals).with(rows).with_part(outcome);
    errors.add_guard_error(imported, message.with(limit).with(max_removals))
}

/// Adds an error for each removed row to which a row still refers after the import.
fn check_references_to_removed(
    errors: &ErrorTable,
    files: &[ImportedFile],
    removing: &ImportedFile,
) -> rusqlite::Result<()> {
    let (last_key_column, _) = last_key_column(removing);
    for imported in files {
        for reference in imported.references().filter(|reference| reference.refers_to(removing.file)) {
            errors.add_errors(removing, last_key_column, &references_to_removed_sql(&reference, removing))?;
        }
    }
    Ok(())
}

/// Returns the SQL for the rows of `removing` that are removed although rows refer to them by this reference.
fn references_to_removed_sql(reference: &ColumnReference, removing: &ImportedFile) -> String {
    let imported = reference.imported;
    // if the file has the column, the references of listed rows are checked at their own lines
    let is_unlisted = match imported.has_column(reference.position) {
        true => format!("NOT EXISTS (SELECT 1 FROM plan_{} WHERE row = referring.rowid)", imported.file.stem()),
        false => "1".into(),
    };
    format!(
        "SELECT 1 AS line, {key} AS value, json_array('{message}', count(*), '{name}') AS message
         FROM removals_{removed} AS g CROSS JOIN {removed}_csv AS v ON v.row_id = g.row
              CROSS JOIN {table} AS referring ON referring.{stored} = g.row
         WHERE {is_removed} AND {is_unlisted} AND NOT {is_also_removed}
         GROUP BY g.row",
        message = removing.removed_row.map_or(MessageName::StillReferenced, |_| MessageName::CannotRemove).name(),
        key = removing.key_text_sql("v"),
        name = imported.file.name,
        removed = removing.file.stem(),
        table = imported.file.table,
        stored = reference.declared.id_column,
        is_removed = removing.is_removed_sql("g.row"),
        is_also_removed = imported.is_removed_sql("referring.rowid"),
    )
}
