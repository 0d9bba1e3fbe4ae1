//! The audit for the console: ledger entries, newest first, in pages. A page reads a limited number of entries; if they do
//! not fill it, it returns the position from which to continue.

use rusqlite::{Connection, Row, params};

use super::history::ChangeOrigin;

/// The most entries that are read for a page.
const MAX_SCANNED: usize = 25_000;

#[derive(Debug, Clone, Copy)]
pub struct AuditFilter<'a> {
    pub from: &'a str,
    /// The instant after the last.
    pub till: &'a str,
    /// A LIKE pattern of the actor.
    pub who: &'a str,
}

impl AuditFilter<'static> {
    pub const ANY: AuditFilter<'static> = AuditFilter { from: "", till: AFTER_ALL_TIMES, who: "%" };
}

/// A text that sorts after every time.
pub const AFTER_ALL_TIMES: &str = "~";

/// Returns the SQL condition that the actor of the entry `l` matches a pattern, given as this parameter.
pub(super) fn actor_condition(parameter: &str) -> String {
    format!(r"l.actor LIKE {parameter} ESCAPE '\'")
}

/// The time and id of the last entry that was read.
pub type AuditPosition = (String, i64);

/// Returns at most `size` entries after a position, and the position to continue from; `None` at the end. The first
/// page begins without a position.
pub fn list_entries(
    connection: &Connection,
    by: &AuditFilter,
    after: Option<AuditPosition>,
    size: usize,
) -> rusqlite::Result<(Vec<ChangeOrigin>, Option<AuditPosition>)> {
    let (at, entry) = after.unwrap_or((by.till.to_owned(), 0));
    let mut select = connection.prepare_cached(&format!(
        "SELECT at, kind, number, actor, action, id, {is_by}
         FROM ledger AS l INDEXED BY ledger_at
         WHERE at >= ?1 AND (at, id) < (?2, ?3) ORDER BY at DESC, id DESC",
        is_by = actor_condition("?4"),
    ))?;
    let mut entries = select.query(params![by.from, at, entry, by.who])?;
    let (mut page, mut scanned) = (Vec::new(), 0);
    while let Some(row) = entries.next()? {
        scanned += 1;
        if row.get(6)? {
            page.push(read_entry(row)?);
        }
        if page.len() == size || scanned == MAX_SCANNED {
            return Ok((page, Some((row.get(0)?, row.get(5)?))));
        }
    }
    Ok((page, None))
}

/// Returns the id of the newest entry; 0 if there is none.
pub fn last_entry(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("SELECT coalesce(max(id), 0) FROM ledger", [], |row| row.get(0))
}

fn read_entry(row: &Row) -> rusqlite::Result<ChangeOrigin> {
    let (entry, kind) = (row.get(5)?, row.get(1)?);
    let (at, number, actor, action) = (row.get(0)?, row.get(2)?, row.get(3)?, row.get(4)?);
    Ok(ChangeOrigin { entry, at, kind, number, actor, action, line: None, file: None, mapping: None })
}
