//! What is stored, looked at as an import looks at a cell: values that no door would have taken, which something else
//! wrote past this program. All the rest that can be wrong is the store's.

use std::panic::resume_unwind;
use std::sync::mpsc::sync_channel;
use std::thread;

use anyhow::Result;
use rusqlite::Row;

use super::merge::lock;
use super::pictures;
use crate::datafile::all_files;
use crate::datafile::cell::canonical;
use crate::datafile::file::{Column, DataFile, Domain};
use crate::model::text::quoted;
use crate::store::connection::Database;
use crate::store::integrity::{ReportProblem, integrity, look, pages, references};
use crate::store::schema::outdated;
use crate::store::{check, schema_difference};

/// How many sentences may wait for those before them.
const WAITING: usize = 1000;

/// Tells all that is wrong in a database, a sentence each; such a value by table, row and column. By one connection it is
/// looked at whether its pages are whole, and on another core by the other what they hold.
pub fn check(database: &Database, other: Database, mut tell: impl FnMut(&str) -> Result<()>) -> Result<()> {
    // what else has to be so is said of the newest schema alone
    if outdated(database)?.is_some() {
        integrity(database, &mut tell)?;
        return schema_difference::differences(database)?.iter().try_for_each(|found| tell(found));
    }
    thread::scope(|scope| {
        let (say, said) = sync_channel(WAITING);
        let looking = move || held(&other, &mut |found| Ok(say.send(found.to_owned())?));
        let looking = thread::Builder::new().spawn_scoped(scope, looking)?;
        pages(database, &mut tell)?;
        said.iter().try_for_each(|found| tell(&found))?;
        looking.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}

/// What is wrong with what its pages hold.
fn held(database: &Database, tell: ReportProblem) -> Result<()> {
    // all is looked at as it is at one moment, also under a running server
    database.set_now();
    let _snapshot = lock::snapshot(database)?;
    references(database, tell)?;
    check::check(database, &mut *tell)?;
    for file in all_files() {
        look(file.table, tell, |found| rows(database, file, found))?;
    }
    look("the pictures", tell, |found| pictures::check(database, found))
}

fn rows(database: &Database, file: &DataFile, found: ReportProblem) -> Result<()> {
    let columns: Vec<_> = file.columns.iter().filter(|column| column.domain != Domain::Bytes).collect();
    let cells = columns.iter().map(|column| format!(", CAST(\"{}\" AS BLOB)", column.name));
    let sql = format!("SELECT key{} FROM {}_csv", cells.collect::<String>(), file.stem());
    let mut select = database.prepare(&sql)?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        for (at, column) in columns.iter().enumerate() {
            if let Some(wrong) = wrong(database, column, row, at + 1)? {
                let key: i64 = row.get(0)?;
                found(&format!("{}: row {key}: {}: {wrong}", file.table, column.name))?;
            }
        }
    }
    Ok(())
}

/// What is wrong with a cell.
fn wrong(database: &Database, column: &Column, row: &Row, at: usize) -> Result<Option<String>> {
    let cell = row.get_ref(at)?.as_blob_or_null()?.unwrap_or_default();
    let Ok(cell) = std::str::from_utf8(cell) else {
        return Ok(Some("is not UTF-8".into()));
    };
    Ok(match canonical(column, cell, database.clock()) {
        Err(message) => Some(message.replacen("{}", &quoted(cell), 1)),
        Ok(_) if cell != cell.trim() => Some(format!("{} has white space at an end", quoted(cell))),
        Ok(_) => None,
    })
}
