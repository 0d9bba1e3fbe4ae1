//! Checks the integrity of a file: pages, constraints and references.

use std::collections::BTreeSet;

use anyhow::Result;
use rusqlite::types::ToSqlOutput;
use rusqlite::{Connection, Row, params_from_iter};

pub fn integrity(connection: &Connection, mut report: impl FnMut(&str) -> Result<()>) -> Result<()> {
    pages(connection, &mut report)?;
    references(connection, &mut report)
}

pub fn pages(connection: &Connection, report: ReportProblem) -> Result<()> {
    run_check("the file", report, |found| {
        let mut broken = BTreeSet::new();
        let report_row = &mut |sentence: &str| match sentence.strip_prefix(CHECK_FAILED) {
            Some(table) => {
                broken.insert(table.to_owned());
                Ok(())
            }
            None if sentence == "ok" => Ok(()),
            None => found(sentence),
        };
        sentences(connection, "PRAGMA integrity_check", |row| row.get(0), report_row)?;
        let mut tables = broken.iter();
        tables.try_for_each(|table| broken_rows(connection, table, found))
    })
}

pub fn references(connection: &Connection, report: ReportProblem) -> Result<()> {
    run_check("references", report, |found| {
        let sentence = |row: &Row| {
            let (table, row_id, parent): (String, Option<i64>, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let row_id = row_id.unwrap_or_default();
            Ok(format!("{table}: row {row_id} refers to a missing row of {parent}"))
        };
        sentences(connection, "PRAGMA foreign_key_check", sentence, found)
    })
}

/// The prefix of SQLite's report of a violated constraint, which does not name the row.
const CHECK_FAILED: &str = "CHECK constraint failed in ";

/// Reports the rows of a table that violate CHECK constraints, by inserting them into an empty table of the same
/// definition.
fn broken_rows(connection: &Connection, table: &str, found: ReportProblem) -> Result<()> {
    let name = table.replace('"', "\"\"");
    let made: String =
        connection
            .query_row("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?", [table], |row| row.get(0))?;
    let (first, columns, places): (String, String, String) = connection.query_row(
        r#"SELECT '"' || name || '"', group_concat('"' || name || '"'), group_concat('?')
           FROM pragma_table_info(?) ORDER BY cid"#,
        [table],
        |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
    )?;
    let empty = Connection::open_in_memory()?;
    empty.execute_batch("PRAGMA foreign_keys = OFF")?;
    empty.execute(&made, [])?;
    let mut insert = empty.prepare(&format!(r#"INSERT INTO "{name}" ({columns}) VALUES ({places})"#))?;
    let mut select = connection.prepare(&format!(r#"SELECT quote({first}), {columns} FROM "{name}""#))?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        let cells = (1..row.as_ref().column_count()).map(|at| row.get_ref(at));
        let cells = cells.map(|cell| cell.map(ToSqlOutput::Borrowed)).collect::<rusqlite::Result<Vec<_>>>()?;
        let inserted = insert.execute(params_from_iter(cells));
        if let Err(refused) = inserted.as_ref().map_err(ToString::to_string)
            && let Some(constraint) = refused.strip_prefix("CHECK constraint failed: ")
        {
            let row: String = row.get(0)?;
            found(&format!("{CHECK_FAILED}{table}: row {row}: {constraint}"))?;
        }
        empty.execute(&format!(r#"DELETE FROM "{name}""#), [])?;
    }
    Ok(())
}

pub type ReportProblem<'a> = &'a mut dyn FnMut(&str) -> Result<()>;

/// Runs one check. A check that fails to run is reported as a problem.
pub fn run_check(what: &str, report: ReportProblem, check: impl FnOnce(ReportProblem) -> Result<()>) -> Result<()> {
    match check(report) {
        Err(error) if error.is::<rusqlite::Error>() => report(&format!("{what}: cannot be checked: {error}")),
        result => result,
    }
}

pub(super) fn sentences(
    connection: &Connection,
    query: &str,
    sentence: impl Fn(&Row) -> rusqlite::Result<String>,
    found: ReportProblem,
) -> Result<()> {
    let mut statement = connection.prepare(query)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        found(&sentence(row)?)?;
    }
    Ok(())
}

const MAX_LISTED: usize = 5;

/// Returns the first sentences and the number of the others.
pub fn summarize(mut wrong: Vec<String>) -> String {
    let more = wrong.len().saturating_sub(MAX_LISTED);
    wrong.truncate(MAX_LISTED);
    if more > 0 {
        wrong.push(format!("and {more} more"));
    }
    wrong.join("; ")
}
