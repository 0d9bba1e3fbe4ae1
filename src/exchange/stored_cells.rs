//! Checks a database, and finds stored cells that an import would refuse; another program may have written them.

use std::panic::resume_unwind;
use std::sync::mpsc::sync_channel;
use std::thread;

use anyhow::Result;
use rusqlite::Row;

use super::merge::lock;
use super::pictures;
use crate::datafile::all_files;
use crate::datafile::cell::parse_cell;
use crate::datafile::file::{Column, DataFile, Domain};
use crate::model::language::Language;
use crate::model::text::cut_and_escape_value;
use crate::store::connection::Database;
use crate::store::integrity::{ReportProblem, check_integrity, check_pages, check_references, run_check};
use crate::store::schema::find_outdated_part;
use crate::store::{check, schema_difference};

/// The maximum number of problems that wait to be reported. The content thread waits while so many are waiting.
const MAX_WAITING_CONTENT_PROBLEMS: usize = 1000;

/// Reports all problems of a database, each in one sentence. `second_connection` checks the content on another thread.
pub fn check_database(
    database: &Database,
    second_connection: Database,
    mut report: impl FnMut(&str) -> Result<()>,
) -> Result<()> {
    // the checks of the content require the newest schema
    if find_outdated_part(database)?.is_some() {
        check_integrity(database, &mut report)?;
        return schema_difference::differences(database)?.iter().try_for_each(|difference| report(difference));
    }
    thread::scope(|scope| {
        let (sender, receiver) = sync_channel(MAX_WAITING_CONTENT_PROBLEMS);
        let content_thread = thread::Builder::new().spawn_scoped(scope, move || {
            check_content(&second_connection, &mut |problem| Ok(sender.send(problem.to_owned())?))
        })?;
        // checks the pages on this thread meanwhile; reports the problems of the content after those of the pages
        check_pages(database, &mut report)?;
        receiver.iter().try_for_each(|problem| report(&problem))?;
        content_thread.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}

fn check_content(database: &Database, report: ReportProblem) -> Result<()> {
    database.set_service_now();
    // one snapshot for all checks, because a service may change the data meanwhile
    let _snapshot = lock::begin_snapshot(database)?;
    check_references(database, report)?;
    check::check(database, report)?;
    for file in all_files() {
        run_check(file.table, report, |report| check_rows(database, file, report))?;
    }
    run_check("the pictures", report, |report| pictures::check_stored_pictures(database, report))
}

fn check_rows(database: &Database, file: &DataFile, report: ReportProblem) -> Result<()> {
    let columns: Vec<_> = file.columns.iter().filter(|column| column.domain != Domain::Bytes).collect();
    // a cell of invalid UTF-8 can only be read as bytes
    let cells = columns.iter().map(|column| format!(", CAST(\"{}\" AS BLOB)", column.name));
    let sql = format!("SELECT row_id{} FROM {}_csv", cells.collect::<String>(), file.stem());
    let mut select = database.prepare(&sql)?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        for (at, column) in columns.iter().enumerate() {
            if let Some(error) = find_cell_error(database, column, row, at + 1)? {
                let row_id: i64 = row.get(0)?;
                report(&format!("{}: row {row_id}: {}: {error}", file.table, column.name))?;
            }
        }
    }
    Ok(())
}

/// Returns why an import would refuse the cell at a position of a row; `None` if the cell is valid.
fn find_cell_error(database: &Database, column: &Column, row: &Row, at: usize) -> Result<Option<String>> {
    let cell = row.get_ref(at)?.as_blob_or_null()?.unwrap_or_default();
    let Ok(cell) = std::str::from_utf8(cell) else { return Ok(Some("is not UTF-8".into())) };
    Ok(match parse_cell(column, cell, database.clock()) {
        Err(message) => Some(message.render_with_value(Language::English, &cut_and_escape_value(cell))),
        Ok(_) if cell != cell.trim() => Some(format!("{} has white space at an end", cut_and_escape_value(cell))),
        Ok(_) => None,
    })
}
