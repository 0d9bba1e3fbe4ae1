//! Finds all errors of a plan: violations of declarations and of each file's rules, with queries over whole files.

mod references;

use super::error_subject::ErrorSubject;
use super::error_table::ErrorTable;
use super::imported_file::{ImportedFile, final_id_sql};
use super::plan::files_with_rows;
use crate::datafile::file::{Column, ColumnRole, Domain};
use crate::datafile::find_creating_column;
use crate::datafile::reference::Reference;
use crate::datafile::rule::RowRule;
use crate::model::message::{Message, MessageName, Severity};

/// Adds the errors and warnings of a plan.
pub fn check_plan(errors: &ErrorTable, imported_files: &[ImportedFile]) -> rusqlite::Result<()> {
    for imported in imported_files.iter().filter(|imported| imported.given.is_some() && imported.has_key()) {
        check_file(errors, imported_files, imported)?;
    }
    check_removals(errors, imported_files)?;
    // rows that other files create get ids too
    for imported in files_with_rows(imported_files) {
        check_ids_left(errors, imported_files, imported)?;
    }
    Ok(())
}

/// Adds the errors of a given file. Skips checks that cannot fail by its plan.
fn check_file(errors: &ErrorTable, imported_files: &[ImportedFile], imported: &ImportedFile) -> rusqlite::Result<()> {
    let stem = imported.file.stem();
    let has = |select: String| errors.connection().prepare(&select)?.exists([]);
    let has_shared_rows = has(format!("SELECT 1 FROM plan_{stem} GROUP BY row HAVING count(*) > 1"))?;
    let has_new_rows = has(format!("SELECT 1 FROM plan_{stem} WHERE fresh"))?;
    check_keys(errors, imported, has_shared_rows || has_new_rows)?;
    check_columns(errors, imported, has_shared_rows)?;
    let changes = has_shared_rows || has_changes(errors, imported)?;
    references::check_references(errors, imported_files, imported, changes)?;
    for rule in applied_rules(imported).filter(|_| changes) {
        add_violations(errors, imported, rule, &rule.violations_sql(imported.file))?;
    }
    Ok(())
}

/// Adds the errors of removed rows.
pub fn check_removals(errors: &ErrorTable, imported_files: &[ImportedFile]) -> rusqlite::Result<()> {
    for imported in imported_files.iter().filter(|imported| imported.removes_unlisted()) {
        check_removal_limit(errors, imported)?;
        check_references_to_removed(errors, imported_files, imported)?;
    }
    Ok(())
}

/// Adds the errors of the records to recheck, which had none, and replaces their warnings.
pub fn recheck_records(
    errors: &ErrorTable,
    imported_files: &[ImportedFile],
    imported: &ImportedFile,
) -> rusqlite::Result<()> {
    let stem = imported.file.stem();
    let (next, again) = (format!("next_{stem}"), format!("again_{stem}"));
    let lines = format!("SELECT s.line FROM recheck_{stem} AS a CROSS JOIN stage_{stem} AS s ON s.n = a.n");
    let rules = applied_rules(imported).map(|rule| (rule, rule.violations_sql(imported.file)));
    let rules: Vec<_> = rules.filter(|(_, select)| select.contains(&next)).collect();
    for (rule, _) in &rules {
        errors.clear_warnings(imported, rule.column, &lines)?;
    }
    for (rule, select) in rules {
        add_violations(errors, imported, rule, &select.replace(&next, &again))?;
    }
    check_ids_left(errors, imported_files, imported)
}

/// Returns the file's rules that apply to this import.
fn applied_rules(imported: &ImportedFile) -> impl Iterator<Item = &'static RowRule> {
    imported.file.rules.iter().filter(|rule| !(rule.is_waivable && imported.allows_similar))
}

/// Adds an error or warning for each row of a rule's query.
fn add_violations(errors: &ErrorTable, imported: &ImportedFile, rule: &RowRule, select: &str) -> rusqlite::Result<()> {
    let column = imported.file.find_column(rule.column);
    let column = column.expect("a rule names a column of its file");
    errors.add_results(imported, column, rule.severity, select)
}

/// Returns the column that an error of a whole key names: "a fault between two columns names the later one".
fn last_key_column(imported: &ImportedFile) -> (usize, &'static Column) {
    imported.file.key_columns().last().expect("every file has a key")
}

/// Refuses new rows when no ids are left. Rows that another file creates are reported at that file's line.
fn check_ids_left(
    errors: &ErrorTable,
    imported_files: &[ImportedFile],
    imported: &ImportedFile,
) -> rusqlite::Result<()> {
    let select = no_id_left_sql(imported);
    let own = format!("{select} AND NOT s.implied");
    errors.add_results(imported, last_key_column(imported), Severity::Error, &own)?;
    let creator = find_creating_column(imported.file).and_then(|(file, at)| {
        let by = imported_files.iter().find(|imported| imported.file.name == file.name)?;
        Some((by, file, at))
    });
    if let Some((by, file, at)) = creator {
        let implied = format!("{select} AND s.implied");
        errors.add_results(by, (at, &file.columns[at]), Severity::Error, &implied)?;
    }
    Ok(())
}

/// Returns whether the file changes anything. If every record equals its stored row and no key is repeated, the rules
/// need no check.
fn has_changes(errors: &ErrorTable, imported: &ImportedFile) -> rusqlite::Result<bool> {
    let changes = format!(
        "SELECT (SELECT count(*) FROM plan_{stem}) < (SELECT count(*) FROM stage_{stem})
                OR EXISTS (SELECT 1 FROM plan_{stem} WHERE changed) OR EXISTS (SELECT 1 FROM gone_{stem})",
        stem = imported.file.stem()
    );
    errors.connection().query_row(&changes, [], |row| row.get(0))
}

/// Checks keys. Looks for repeated keys only if records share a row or are new.
fn check_keys(errors: &ErrorTable, imported: &ImportedFile, may_repeat: bool) -> rusqlite::Result<()> {
    let (at, column) = last_key_column(imported);
    if may_repeat {
        errors.add_results(imported, (at, column), Severity::Error, &repeated_key_sql(imported))?;
    }
    if let Some(placeholder) = imported.file.placeholder {
        errors.add_results(
            imported,
            (at, column),
            Severity::Error,
            &placeholder_row_sql(imported, column, placeholder),
        )?;
    }
    Ok(())
}

/// Checks ids and missing columns. `has_shared_rows` is whether records share a row.
fn check_columns(errors: &ErrorTable, imported: &ImportedFile, has_shared_rows: bool) -> rusqlite::Result<()> {
    for (at, column) in imported.columns() {
        if column.domain == Domain::Id && !column.is_key() && imported.has_column(at) {
            let mut selects = vec![taken_id_sql(imported)];
            if has_shared_rows || !has_own_ids(errors, imported)? {
                selects.extend([repeated_id_sql(imported), changed_id_sql(imported)]);
            }
            for select in selects {
                errors.add_results(imported, (at, column), Severity::Error, &select)?;
            }
        }
        if column.role == ColumnRole::Required && !imported.has_column(at) {
            errors.add_results(imported, (at, column), Severity::Error, &missing_column_sql(imported))?;
        }
    }
    Ok(())
}

/// "a key twice in a file"
fn repeated_key_sql(imported: &ImportedFile) -> String {
    format!(
        "SELECT s.line, {value} AS value, json_array('RepeatedKey', f.line) AS message
         FROM (SELECT {list}, min(n) AS first FROM stage_{stem} AS s WHERE NOT implied
               GROUP BY {list} HAVING count(*) > 1) AS d
              CROSS JOIN stage_{stem} AS f ON f.n = d.first
              CROSS JOIN stage_{stem} AS s ON {same}
         WHERE s.n > d.first",
        stem = imported.file.stem(),
        value = imported.key_text_sql("s"),
        list = imported.key_list_sql("s"),
        same = imported.same_key_sql("s", "d"),
    )
}

/// "a row for a placeholder"
fn placeholder_row_sql(imported: &ImportedFile, column: &Column, placeholder: &str) -> String {
    format!(
        "SELECT line, \"{0}\" AS value, json_array('PlaceholderRow') AS message
         FROM stage_{1} WHERE \"{0}\" = '{placeholder}'",
        column.name,
        imported.file.stem()
    )
}

/// Returns whether each record with an Id has the Id of its row. Then two records can only share an Id if they share a row.
fn has_own_ids(errors: &ErrorTable, imported: &ImportedFile) -> rusqlite::Result<bool> {
    let other_id = format!(
        "SELECT 1 FROM stage_{stem} AS s LEFT JOIN plan_{stem} AS p ON p.n = s.n
         WHERE s.\"Id\" <> '' AND p.id IS NOT CAST(s.\"Id\" AS INTEGER)",
        stem = imported.file.stem()
    );
    Ok(!errors.connection().prepare(&other_id)?.exists([])?)
}

fn repeated_id_sql(imported: &ImportedFile) -> String {
    format!(
        "SELECT s.line, s.\"Id\" AS value, json_array('RepeatedId', f.line) AS message
         FROM stage_{0} AS s
              JOIN (SELECT s.*, min(n) AS first FROM stage_{0} AS s WHERE \"Id\" <> ''
                    GROUP BY \"Id\"{1} HAVING count(*) > 1) AS d ON d.\"Id\" = s.\"Id\" AND {2}
              JOIN stage_{0} AS f ON f.n = d.first
         WHERE s.n > d.first",
        imported.file.stem(),
        imported.id_scope_column().map(|column| format!(", \"{column}\"")).unwrap_or_default(),
        imported.same_id_scope_sql("d", "s"),
    )
}

/// "an Id changed or taken": another Id than the stored one.
fn changed_id_sql(imported: &ImportedFile) -> String {
    format!(
        "SELECT s.line, s.\"Id\" AS value, json_array('OtherId', {key}, p.id) AS message
         FROM plan_{stem} AS p CROSS JOIN stage_{stem} AS s ON s.n = p.n
         WHERE NOT p.fresh AND s.\"Id\" <> '' AND CAST(s.\"Id\" AS INTEGER) <> p.id",
        stem = imported.file.stem(),
        key = imported.key_text_sql("s"),
    )
}

/// "an Id changed or taken": the Id of a stored row, given to a new row.
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
         WHERE {id} > 2147483647",
        id = final_id_sql(imported.file, "p.id"),
        stem = imported.file.stem(),
        value = imported.key_text_sql("s"),
    )
}

/// Returns the SQL for a missing column that new rows require: "a cause that holds for a whole file is one fault".
fn missing_column_sql(imported: &ImportedFile) -> String {
    format!(
        "SELECT min(s.line) AS line, '' AS value,
                iif(count(*) = 1, json_array('ColumnRequired'),
                    json_array('ColumnRequired', json_array('FirstOfNewRows', count(*)))) AS message
         FROM plan_{stem} AS p CROSS JOIN stage_{stem} AS s ON s.n = p.n
         WHERE p.fresh AND NOT s.implied HAVING count(*) > 0",
        stem = imported.file.stem()
    )
}

/// "it refuses to remove more than `--max-removals`".
fn check_removal_limit(errors: &ErrorTable, imported: &ImportedFile) -> rusqlite::Result<()> {
    let Some(max) = imported.replace else {
        return Ok(());
    };
    let (rows, gone) = errors.count_removals(imported)?;
    let max_rows = max.max_rows(rows);
    if gone <= max_rows {
        return Ok(());
    }
    let outcome = imported.dismissal().map_or(MessageName::ToBeRemoved, |_| MessageName::ToBeDismissed);
    let message =
        Message::new(MessageName::TooManyRemovals).with(gone).with(rows).with_part(outcome).with(max).with(max_rows);
    errors.add_error(imported, 1, &ErrorSubject::GUARD, "", &message)
}

/// Adds an error for each removed row to which other rows refer after the import: "a row removed that others still point
/// at".
fn check_references_to_removed(
    errors: &ErrorTable,
    imported_files: &[ImportedFile],
    removing: &ImportedFile,
) -> rusqlite::Result<()> {
    let key = last_key_column(removing);
    for imported in imported_files {
        for (at, _, reference) in imported.references() {
            if reference.to.name == removing.file.name {
                let select = references_to_removed_sql(imported, at, reference, removing);
                errors.add_results(removing, key, Severity::Error, &select)?;
            }
        }
    }
    Ok(())
}

fn references_to_removed_sql(
    imported: &ImportedFile,
    at: usize,
    reference: &Reference,
    removing: &ImportedFile,
) -> String {
    // the new cell of a listed row is checked at its own line
    let is_unlisted = match imported.has_column(at) {
        true => format!("NOT EXISTS (SELECT 1 FROM plan_{} WHERE row = w.rowid)", imported.file.stem()),
        false => "1".into(),
    };
    format!(
        "SELECT 1 AS line, {key} AS value, json_array('{message}', count(*), '{name}') AS message
         FROM gone_{removed} AS g CROSS JOIN {removed}_csv AS v ON v.row_id = g.row
              CROSS JOIN {table} AS w ON w.{stored} = g.row
         WHERE {is_removed} AND {is_unlisted} AND NOT {is_also_removed}
         GROUP BY g.row",
        message = removing.removed_row.map_or(MessageName::StillReferenced, |_| MessageName::CannotRemove).name(),
        key = removing.key_text_sql("v"),
        name = imported.file.name,
        removed = removing.file.stem(),
        table = imported.file.table,
        stored = reference.id_column,
        is_removed = removing.is_removed_sql("g.row"),
        is_also_removed = imported.is_removed_sql("w.rowid"),
    )
}
