//! The audit for the console: ledger entries, newest first, in pages. A page reads a limited number of entries; if they do
//! not fill it, it returns the position from which to continue.

use rusqlite::{Connection, Row, params};

use super::history::{self, ChangeOrigin, ChangeQuery, RowChange};
use crate::datafile::persons;

const MAX_SCANNED: usize = 25_000;

/// The most persons whose changes are listed; an import of more has its own page.
const MAX_DETAILED: i64 = 10;

#[derive(Debug, Clone, Copy)]
pub struct AuditFilter<'a> {
    pub from: &'a str,
    pub till: &'a str,
    /// A LIKE pattern of the actor.
    pub who: &'a str,
}

impl AuditFilter<'static> {
    pub const ANY: AuditFilter<'static> = AuditFilter { from: "", till: LAST, who: "%" };
}

pub const LAST: &str = "~";

/// Returns the condition that the actor of the entry `l` matches a pattern.
pub(super) fn is_by(parameter: &str) -> String {
    format!(r"l.actor LIKE {parameter} ESCAPE '\'")
}

pub struct AuditEntry {
    pub origin: ChangeOrigin,
    pub persons: i64,
    /// Empty if they are many.
    pub changes: Vec<RowChange>,
}

pub type AuditPosition = (String, i64);

/// Returns the next entries and the position to continue from; `None` at the end. The first page has no position.
pub fn page(
    connection: &Connection,
    by: &AuditFilter,
    after: Option<AuditPosition>,
    size: usize,
) -> rusqlite::Result<(Vec<AuditEntry>, Option<AuditPosition>)> {
    let (at, entry) = after.unwrap_or((by.till.to_owned(), 0));
    let mut select = connection.prepare_cached(&format!(
        "SELECT at, kind, number, actor, action, id, iif({is_by}, CASE
                WHEN kind = 'act' THEN -1
                WHEN number IS NULL THEN
                    (SELECT count(*) FROM ledger_change WHERE ledger = l.id AND file = '{file}')
                ELSE (SELECT created + updated + removed FROM ledger_file WHERE ledger = l.id AND file = '{file}')
                END, 0)
         FROM ledger AS l INDEXED BY ledger_at
         WHERE at >= ?1 AND (at, id) < (?2, ?3) ORDER BY at DESC, id DESC",
        is_by = is_by("?4"),
        file = persons::FILE.name,
    ))?;
    let mut entries = select.query(params![by.from, at, entry, by.who])?;
    let (mut page, mut scanned) = (Vec::new(), 0);
    while let Some(row) = entries.next()? {
        scanned += 1;
        // -1: an action, which is shown although it changes no person
        if row.get::<_, Option<i64>>(6)?.is_some_and(|persons| persons != 0) {
            page.push(read(connection, row)?);
        }
        if page.len() == size || scanned == MAX_SCANNED {
            return Ok((page, Some((row.get(0)?, row.get(5)?))));
        }
    }
    Ok((page, None))
}

fn read(connection: &Connection, row: &Row) -> rusqlite::Result<AuditEntry> {
    let (kind, entry, persons): (String, i64, i64) = (row.get(1)?, row.get(5)?, row.get(6)?);
    let (at, number, actor, action) = (row.get(0)?, row.get(2)?, row.get(3)?, row.get(4)?);
    let origin = ChangeOrigin { entry, at, kind, number, actor, action, line: None, file: None, mapping: None };
    let changes = match persons {
        1..=MAX_DETAILED => history::page(connection, ChangeQuery::PersonsOf(entry), 0, MAX_DETAILED as u32)?,
        _ => Vec::new(),
    };
    Ok(AuditEntry { origin, persons: persons.max(0), changes })
}
