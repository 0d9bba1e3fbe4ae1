//! Checks the integrity of a database file: its pages, constraints and references.

use std::collections::BTreeSet;

use anyhow::Result;
use rusqlite::types::ToSqlOutput;
use rusqlite::{Connection, params_from_iter};

use crate::ledger::query::query_all;

pub fn check_integrity(connection: &Connection, report: ReportProblem) -> Result<()> {
    check_pages(connection, report)?;
    check_references(connection, report)
}

pub fn check_pages(connection: &Connection, report: ReportProblem) -> Result<()> {
    run_check("the file", report, |report| {
        // a violated CHECK constraint is reported with its row below; SQLite repeats the sentence for each row
        let mut broken_tables = BTreeSet::new();
        let handle_sentence = &mut |sentence: &str| match sentence.strip_prefix(CHECK_FAILED) {
            Some(table) => {
                broken_tables.insert(table.to_owned());
                Ok(())
            }
            None if sentence == "ok" => Ok(()),
            None => report(sentence),
        };
        report_sentences(connection, "PRAGMA integrity_check", handle_sentence)?;
        broken_tables.iter().try_for_each(|table| report_broken_rows(connection, table, report))
    })
}

pub fn check_references(connection: &Connection, report: ReportProblem) -> Result<()> {
    let select_broken = r#"SELECT "table" || ': row ' || coalesce(rowid, 0) || ' refers to a missing row of ' || parent
                           FROM pragma_foreign_key_check"#;
    run_check("references", report, |report| report_sentences(connection, select_broken, report))
}

/// The beginning of SQLite's sentence about a violated constraint. The sentence names the table, but not the row.
const CHECK_FAILED: &str = "CHECK constraint failed in ";

/// Reports the rows of a table that violate CHECK constraints, by inserting each row into an empty copy of the table.
fn report_broken_rows(connection: &Connection, table: &str, report: ReportProblem) -> Result<()> {
    let empty_copy = create_empty_copy(connection, table)?;
    let select_columns = "SELECT name FROM pragma_table_info(?) ORDER BY cid";
    let column_names: Vec<String> = query_all(connection, select_columns, [table], |row| row.get(0))?;
    let quoted_columns: Vec<_> = column_names.iter().map(|name| quote_name(name)).collect();
    let (columns, placeholders) = (quoted_columns.join(", "), vec!["?"; quoted_columns.len()].join(", "));
    let (first_column, quoted_table) = (&quoted_columns[0], quote_name(table));
    let mut insert = empty_copy.prepare(&format!("INSERT INTO {quoted_table} ({columns}) VALUES ({placeholders})"))?;
    let mut select = connection.prepare(&format!("SELECT quote({first_column}), {columns} FROM {quoted_table}"))?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        // column 0 is the quoted cell for the report
        let cells = (1..row.as_ref().column_count()).map(|index| row.get_ref(index).map(ToSqlOutput::Borrowed));
        let cells = cells.collect::<rusqlite::Result<Vec<_>>>()?;
        let inserted = insert.execute(params_from_iter(cells));
        let error_text = inserted.err().map_or_else(String::new, |error| error.to_string());
        if let Some(constraint) = error_text.strip_prefix("CHECK constraint failed: ") {
            let first_cell: String = row.get(0)?;
            report(&format!("{CHECK_FAILED}{table}: row {first_cell}: {constraint}"))?;
        }
        // empty again, so that the next row cannot violate a UNIQUE constraint
        empty_copy.execute(&format!("DELETE FROM {quoted_table}"), [])?;
    }
    Ok(())
}

fn quote_name(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// Creates an empty copy of a table in memory. References are not checked in the copy.
fn create_empty_copy(connection: &Connection, table: &str) -> Result<Connection> {
    let select = "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?";
    let create: String = connection.query_row(select, [table], |row| row.get(0))?;
    let copy = Connection::open_in_memory()?;
    copy.execute_batch("PRAGMA foreign_keys = OFF")?;
    copy.execute(&create, [])?;
    Ok(copy)
}

/// A callback that receives a problem as a sentence.
pub type ReportProblem<'a> = &'a mut dyn FnMut(&str) -> Result<()>;

/// Runs a check. If the check fails with a database error, reports that `subject` cannot be checked.
pub fn run_check(subject: &str, report: ReportProblem, check: impl FnOnce(ReportProblem) -> Result<()>) -> Result<()> {
    match check(report) {
        Err(error) if error.is::<rusqlite::Error>() => report(&format!("{subject}: cannot be checked: {error}")),
        result => result,
    }
}

/// Reports the sentences that a query selects.
pub(super) fn report_sentences(connection: &Connection, query: &str, report: ReportProblem) -> Result<()> {
    let mut statement = connection.prepare(query)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        report(&row.get::<_, String>(0)?)?;
    }
    Ok(())
}

pub(super) fn collect_problems<C: Default + Extend<String>>(
    check: impl FnOnce(ReportProblem) -> Result<()>,
) -> Result<C> {
    let mut problems = C::default();
    check(&mut |sentence: &str| {
        problems.extend([sentence.to_owned()]);
        Ok(())
    })?;
    Ok(problems)
}

const MAX_SUMMARIZED: usize = 5;

/// Joins the first problems to a line that ends with `and 7 more` if there are further problems.
pub fn summarize(mut problems: Vec<String>) -> String {
    let further_count = problems.len().saturating_sub(MAX_SUMMARIZED);
    problems.truncate(MAX_SUMMARIZED);
    if further_count > 0 {
        problems.push(format!("and {further_count} more"));
    }
    problems.join("; ")
}
