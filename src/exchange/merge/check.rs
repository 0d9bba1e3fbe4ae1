//! Finds all errors of a plan: violations of declarations and of each file's rules, with queries over whole files.

mod names;

use super::error_table::{ErrorSubject, ErrorTable};
use super::imported_file::{ImportedFile, counted};
use super::plan::with_rows;
use crate::datafile::creator;
use crate::datafile::file::{Column, ColumnRole, Domain};
use crate::datafile::reference::Reference;
use crate::datafile::rule::RowRule;
use crate::model::message::{Message, MessageName};

/// Adds the errors and warnings of all files.
pub fn check(errors: &ErrorTable, sheets: &[ImportedFile]) -> rusqlite::Result<()> {
    for sheet in sheets.iter().filter(|sheet| sheet.given.is_some() && sheet.is_keyed()) {
        given(errors, sheets, sheet)?;
    }
    removals(errors, sheets)?;
    // names that other files create get ids too
    for sheet in with_rows(sheets) {
        no_numbers_left(errors, sheets, sheet)?;
    }
    Ok(())
}

/// Adds those of a given file. Skips checks that the plan makes unnecessary.
fn given(errors: &ErrorTable, sheets: &[ImportedFile], sheet: &ImportedFile) -> rusqlite::Result<()> {
    let stem = sheet.file.stem();
    let has = |select: String| errors.connection().prepare(&select)?.exists([]);
    let shared = has(format!("SELECT 1 FROM plan_{stem} GROUP BY row HAVING count(*) > 1"))?;
    let fresh = has(format!("SELECT 1 FROM plan_{stem} WHERE fresh"))?;
    keys(errors, sheet, shared || fresh)?;
    columns(errors, sheet, shared)?;
    let changes = shared || changes(errors, sheet)?;
    names::check(errors, sheets, sheet, changes)?;
    for rule in rules(sheet).filter(|_| changes) {
        find(errors, sheet, rule, &rule.select(sheet.file))?;
    }
    Ok(())
}

/// Adds the errors of removed rows.
pub fn removals(errors: &ErrorTable, sheets: &[ImportedFile]) -> rusqlite::Result<()> {
    for sheet in sheets.iter().filter(|sheet| sheet.removes()) {
        too_many_go(errors, sheet)?;
        still_named(errors, sheets, sheet)?;
    }
    Ok(())
}

/// Adds the errors of rechecked records, which had none, and repeats their warnings.
pub fn again(errors: &ErrorTable, sheets: &[ImportedFile], sheet: &ImportedFile) -> rusqlite::Result<()> {
    let stem = sheet.file.stem();
    let (next, again) = (format!("next_{stem}"), format!("again_{stem}"));
    let lines = format!("SELECT s.line FROM recheck_{stem} AS a CROSS JOIN stage_{stem} AS s ON s.n = a.n");
    let rules = rules(sheet).map(|rule| (rule, rule.select(sheet.file)));
    let looks: Vec<_> = rules.filter(|(_, select)| select.contains(&next)).collect();
    for (rule, _) in &looks {
        errors.clear_warnings(sheet, rule.column, &lines)?;
    }
    for (rule, select) in looks {
        find(errors, sheet, rule, &select.replace(&next, &again))?;
    }
    no_numbers_left(errors, sheets, sheet)
}

/// Returns the file's rules that apply to this import.
fn rules(sheet: &ImportedFile) -> impl Iterator<Item = &'static RowRule> {
    sheet.file.rules.iter().filter(|rule| !(rule.waivable && sheet.waives))
}

/// Adds the violations that a query finds.
fn find(errors: &ErrorTable, sheet: &ImportedFile, rule: &RowRule, select: &str) -> rusqlite::Result<()> {
    let column = sheet.file.column(rule.column);
    let column = column.expect("a rule names a column of its file");
    errors.find(sheet, column, rule.warns, select)
}

/// Returns the column that an error of a whole key names: "a fault between two columns names the later one".
fn last_of_key(sheet: &ImportedFile) -> (usize, &'static Column) {
    sheet.file.key().last().expect("every file has a key")
}

/// Refuses new rows when no ids are left. Rows that another file creates are reported at that file's line.
fn no_numbers_left(errors: &ErrorTable, sheets: &[ImportedFile], sheet: &ImportedFile) -> rusqlite::Result<()> {
    let select = no_id_left(sheet);
    let own = format!("{select} AND NOT s.implied");
    errors.find(sheet, last_of_key(sheet), false, &own)?;
    let creator = creator(sheet.file).and_then(|(file, at)| {
        let by = sheets.iter().find(|sheet| sheet.file.name == file.name)?;
        Some((by, file, at))
    });
    if let Some((by, file, at)) = creator {
        let implied = format!("{select} AND s.implied");
        errors.find(by, (at, &file.columns[at]), false, &implied)?;
    }
    Ok(())
}

/// Returns whether the file changes anything. If every record equals its stored row, rules need no check, unless a
/// record is repeated.
fn changes(errors: &ErrorTable, sheet: &ImportedFile) -> rusqlite::Result<bool> {
    let changes = format!(
        "SELECT (SELECT count(*) FROM plan_{stem}) < (SELECT count(*) FROM stage_{stem})
                OR EXISTS (SELECT 1 FROM plan_{stem} WHERE changed) OR EXISTS (SELECT 1 FROM gone_{stem})",
        stem = sheet.file.stem()
    );
    errors.connection().query_row(&changes, [], |row| row.get(0))
}

/// Checks keys. Repetitions are only searched where records share a row or are new.
fn keys(errors: &ErrorTable, sheet: &ImportedFile, may_repeat: bool) -> rusqlite::Result<()> {
    let (at, column) = last_of_key(sheet);
    if may_repeat {
        errors.find(sheet, (at, column), false, &repeated_key(sheet))?;
    }
    if let Some(placeholder) = sheet.file.placeholder {
        errors.find(sheet, (at, column), false, &placeholder_row(sheet, column, placeholder))?;
    }
    Ok(())
}

fn columns(errors: &ErrorTable, sheet: &ImportedFile, shared: bool) -> rusqlite::Result<()> {
    for (at, column) in sheet.columns() {
        if column.domain == Domain::Id && !column.is_key() && sheet.has(at) {
            let mut selects = vec![taken_id(sheet)];
            if shared || !has_own_ids(errors, sheet)? {
                selects.extend([repeated_id(sheet), changed_id(sheet)]);
            }
            for select in selects {
                errors.find(sheet, (at, column), false, &select)?;
            }
        }
        if column.mark == ColumnRole::Required && !sheet.has(at) {
            errors.find(sheet, (at, column), false, &lacking(sheet))?;
        }
    }
    Ok(())
}

/// "a key twice in a file"
fn repeated_key(sheet: &ImportedFile) -> String {
    format!(
        "SELECT s.line, {value} AS value, json_array('RepeatedKey', f.line) AS message
         FROM (SELECT {list}, min(n) AS first FROM stage_{stem} AS s WHERE NOT implied
               GROUP BY {list} HAVING count(*) > 1) AS d
              CROSS JOIN stage_{stem} AS f ON f.n = d.first
              CROSS JOIN stage_{stem} AS s ON {same}
         WHERE s.n > d.first",
        stem = sheet.file.stem(),
        value = sheet.key_text("s"),
        list = sheet.key_list("s"),
        same = sheet.same_key("s", "d"),
    )
}

/// "a row for a placeholder"
fn placeholder_row(sheet: &ImportedFile, column: &Column, placeholder: &str) -> String {
    format!(
        "SELECT line, \"{0}\" AS value, json_array('PlaceholderRow') AS message
         FROM stage_{1} WHERE \"{0}\" = '{placeholder}'",
        column.name,
        sheet.file.stem()
    )
}

/// Returns whether each record with an Id has that of its row: if no two records share a row, no two share an Id.
fn has_own_ids(errors: &ErrorTable, sheet: &ImportedFile) -> rusqlite::Result<bool> {
    let another = format!(
        "SELECT 1 FROM stage_{stem} AS s LEFT JOIN plan_{stem} AS p ON p.n = s.n
         WHERE s.\"Id\" <> '' AND p.id IS NOT CAST(s.\"Id\" AS INTEGER)",
        stem = sheet.file.stem()
    );
    Ok(!errors.connection().prepare(&another)?.exists([])?)
}

fn repeated_id(sheet: &ImportedFile) -> String {
    format!(
        "SELECT s.line, s.\"Id\" AS value, json_array('RepeatedId', f.line) AS message
         FROM stage_{0} AS s
              JOIN (SELECT s.*, min(n) AS first FROM stage_{0} AS s WHERE \"Id\" <> ''
                    GROUP BY \"Id\"{1} HAVING count(*) > 1) AS d ON d.\"Id\" = s.\"Id\" AND {2}
              JOIN stage_{0} AS f ON f.n = d.first
         WHERE s.n > d.first",
        sheet.file.stem(),
        sheet.among_ids().map(|column| format!(", \"{column}\"")).unwrap_or_default(),
        sheet.same_ids("d", "s"),
    )
}

/// "an Id changed …"
fn changed_id(sheet: &ImportedFile) -> String {
    format!(
        "SELECT s.line, s.\"Id\" AS value, json_array('OtherId', {key}, p.id) AS message
         FROM plan_{stem} AS p CROSS JOIN stage_{stem} AS s ON s.n = p.n
         WHERE NOT p.fresh AND s.\"Id\" <> '' AND CAST(s.\"Id\" AS INTEGER) <> p.id",
        stem = sheet.file.stem(),
        key = sheet.key_text("s"),
    )
}

/// "… or taken"
fn taken_id(sheet: &ImportedFile) -> String {
    format!(
        "SELECT s.line, s.\"Id\" AS value, json_array('TakenId', {key}) AS message
         FROM plan_{stem} AS p CROSS JOIN stage_{stem} AS s ON s.n = p.n
              CROSS JOIN {stem}_csv AS v ON v.\"Id\" = p.id AND {same}
         WHERE p.fresh AND s.\"Id\" <> ''",
        stem = sheet.file.stem(),
        key = sheet.key_text("v"),
        same = sheet.same_ids("v", "s"),
    )
}

fn no_id_left(sheet: &ImportedFile) -> String {
    format!(
        "SELECT s.line, {value} AS value, json_array('NoIdLeft') AS message
         FROM plan_{stem} AS p CROSS JOIN stage_{stem} AS s ON s.n = p.n
         WHERE {id} > 2147483647",
        id = counted(sheet.file, "p.id"),
        stem = sheet.file.stem(),
        value = sheet.key_text("s"),
    )
}

/// Reports a missing column that new rows require: "a cause that holds for a whole file is one fault".
fn lacking(sheet: &ImportedFile) -> String {
    format!(
        "SELECT min(s.line) AS line, '' AS value,
                iif(count(*) = 1, json_array('ColumnRequired'),
                    json_array('ColumnRequired', json_array('FirstOfNewRows', count(*)))) AS message
         FROM plan_{stem} AS p CROSS JOIN stage_{stem} AS s ON s.n = p.n
         WHERE p.fresh AND NOT s.implied HAVING count(*) > 0",
        stem = sheet.file.stem()
    )
}

/// "it refuses to remove more than `--max-removals`".
fn too_many_go(errors: &ErrorTable, sheet: &ImportedFile) -> rusqlite::Result<()> {
    let Some(max) = sheet.replace else {
        return Ok(());
    };
    let (rows, gone) = errors.removals(sheet)?;
    let most = max.of(rows);
    if gone <= most {
        return Ok(());
    }
    let fate = sheet.dismisses().map_or(MessageName::ToBeRemoved, |_| MessageName::ToBeDismissed);
    let message = Message::new(MessageName::TooManyRemovals).with(gone).with(rows).with_part(fate).with(max).with(most);
    errors.add(sheet, 1, &ErrorSubject::GUARD, "", &message)
}

/// "a row removed that others still point at": by rows that the files leave unchanged.
fn still_named(errors: &ErrorTable, sheets: &[ImportedFile], removing: &ImportedFile) -> rusqlite::Result<()> {
    let key = last_of_key(removing);
    for sheet in sheets {
        for (at, _, reference) in sheet.references() {
            if reference.to.name == removing.file.name {
                let select = still_naming(sheet, at, reference, removing);
                errors.find(removing, key, false, &select)?;
            }
        }
    }
    Ok(())
}

fn still_naming(sheet: &ImportedFile, at: usize, reference: &Reference, removing: &ImportedFile) -> String {
    // a row in the file is checked at its own line
    let left = match sheet.has(at) {
        true => format!("NOT EXISTS (SELECT 1 FROM plan_{} WHERE row = w.rowid)", sheet.file.stem()),
        false => "1".into(),
    };
    format!(
        "SELECT 1 AS line, {key} AS value, json_array('{message}', count(*), '{name}') AS message
         FROM gone_{removed} AS g CROSS JOIN {removed}_csv AS v ON v.key = g.row
              CROSS JOIN {table} AS w ON w.{stored} = g.row
         WHERE {goes} AND {left} AND NOT {too}
         GROUP BY g.row",
        message = removing.takes.map_or(MessageName::StillNamed, |_| MessageName::StillNamedAndRemoved).name(),
        key = removing.key_text("v"),
        name = sheet.file.name,
        removed = removing.file.stem(),
        table = sheet.file.table,
        stored = reference.stored,
        goes = removing.goes("g.row"),
        too = sheet.goes("w.rowid"),
    )
}
