//! The audit for people: the entries of the ledger that `audit` tells of, the last first, a page at a time.
//!
//! An entry that changed few persons is told with all that it changed; of an import of many stands how many it changed, since
//! its own page has them. A page looks at so many entries and no more; where that was too few to fill it, it says from
//! which on to look further.

use rusqlite::{Connection, Row, params};

use super::history::{self, ChangeOrigin, ChangeQuery, RowChange};
use crate::datafile::persons;

/// How many entries are looked at for one page.
const SCANNED: usize = 25_000;

/// Up to how many persons an entry's changes are told one by one.
const FEW: i64 = 10;

/// In which time something was done, and by whom.
#[derive(Debug, Clone, Copy)]
pub struct AuditFilter<'a> {
    pub from: &'a str,
    pub till: &'a str,
    /// The pattern of the names of those who did it.
    pub who: &'a str,
}

impl AuditFilter<'static> {
    /// Whenever, and by whomever.
    pub const ANY: AuditFilter<'static> = AuditFilter { from: "", till: LAST, who: "%" };
}

/// Later than every moment.
pub const LAST: &str = "~";

/// What holds of an entry `l` of somebody whose name is of the pattern of this parameter.
pub(super) fn is_by(parameter: &str) -> String {
    format!(r"l.actor LIKE {parameter} ESCAPE '\'")
}

/// An entry that is told.
pub struct AuditEntry {
    pub origin: ChangeOrigin,
    /// How many persons it changed.
    pub persons: i64,
    /// What it changed of them, where they are few.
    pub changes: Vec<RowChange>,
}

/// Where a page ended: the moment of its last entry, and the entry.
pub type AuditPosition = (String, i64);

/// The next entries, and where to go on; none where there is nothing more. The first page is after nothing.
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
        // an act changed no person, and is told all the same
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
