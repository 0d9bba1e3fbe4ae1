//! The audit for the console: ledger entries, newest first, in pages.
//!
//! An entry that changed few persons is shown with its changes; an import of many with their number, since it has its
//! own page. A page reads a limited number of entries; if they do not fill it, it returns the position from which to
//! continue.

use rusqlite::{Connection, Row, params};

use super::history::{self, ChangeOrigin, ChangeQuery, RowChange};
use crate::datafile::persons;

/// Entries read for one page.
const SCANNED: usize = 25_000;

/// The most persons whose changes are shown individually.
const FEW: i64 = 10;

/// A filter by time and actor.
#[derive(Debug, Clone, Copy)]
pub struct AuditFilter<'a> {
    pub from: &'a str,
    pub till: &'a str,
    /// A pattern for the actor's name.
    pub who: &'a str,
}

impl AuditFilter<'static> {
    pub const ANY: AuditFilter<'static> = AuditFilter { from: "", till: LAST, who: "%" };
}

/// Sorts after every time.
pub const LAST: &str = "~";

/// Returns the condition that the actor of an entry `l` matches the pattern in this parameter.
pub(super) fn is_by(parameter: &str) -> String {
    format!(r"l.actor LIKE {parameter} ESCAPE '\'")
}

pub struct AuditEntry {
    pub origin: ChangeOrigin,
    /// The number of changed persons.
    pub persons: i64,
    /// Their changes, if they are few.
    pub changes: Vec<RowChange>,
}

/// The end of a page: the time and id of its last entry.
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
    let (mut told, mut scanned) = (Vec::new(), 0);
    while let Some(row) = entries.next()? {
        scanned += 1;
        // an action changes no person, and is shown nevertheless
        if row.get::<_, Option<i64>>(6)?.is_some_and(|persons| persons != 0) {
            told.push(read(connection, row)?);
        }
        if told.len() == size || scanned == SCANNED {
            return Ok((told, Some((row.get(0)?, row.get(5)?))));
        }
    }
    Ok((told, None))
}

fn read(connection: &Connection, row: &Row) -> rusqlite::Result<AuditEntry> {
    let (kind, entry, persons): (String, i64, i64) = (row.get(1)?, row.get(5)?, row.get(6)?);
    let origin = ChangeOrigin {
        entry,
        at: row.get(0)?,
        kind,
        number: row.get(2)?,
        actor: row.get(3)?,
        action: row.get(4)?,
        line: None,
        file: None,
        mapping: None,
    };
    let changes = match persons {
        1..=FEW => history::page(connection, ChangeQuery::PersonsOf(entry), 0, FEW as u32)?,
        _ => Vec::new(),
    };
    Ok(AuditEntry { origin, persons: persons.max(0), changes })
}
