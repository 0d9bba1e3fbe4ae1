//! The audit for the console: ledger entries, newest first, in pages. A page reads a limited number of entries. If
//! these do not fill the page, the next page continues from the last entry that was read.

use rusqlite::{Connection, Result, params};

use super::history::{ChangeOrigin, read_entry};

/// The most entries that a page reads, whether they match or not.
const MAX_SCANNED: usize = 25_000;

#[derive(Debug, Clone, Copy)]
pub struct AuditFilter<'a> {
    /// The start of the period, in UTC.
    pub from: &'a str,
    /// The end of the period, in UTC. An entry of exactly this time is not in the period.
    pub till: &'a str,
    /// A LIKE pattern for the actor.
    pub actor: &'a str,
}

impl AuditFilter<'static> {
    pub const ANY: AuditFilter<'static> = AuditFilter { from: "", till: AFTER_ALL_TIMES, actor: "%" };
}

/// A text that sorts after every instant, because `~` sorts after all digits.
pub const AFTER_ALL_TIMES: &str = "~";

/// Returns the SQL condition that the actor of the entry `l` matches a LIKE pattern, which is the value of `parameter`.
pub(super) fn actor_condition(parameter: &str) -> String {
    format!(r"l.actor LIKE {parameter} ESCAPE '\'")
}

/// The time and id of the last entry that was read.
pub type AuditPosition = (String, i64);

/// Returns at most `size` entries older than the position `before`, newest first; without a position, the newest
/// entries. Returns fewer after reading [`MAX_SCANNED`] entries. Also returns the position of the next page, if any.
pub fn list_entries(
    connection: &Connection,
    filter: &AuditFilter,
    before: Option<AuditPosition>,
    size: usize,
) -> Result<(Vec<ChangeOrigin>, Option<AuditPosition>)> {
    // without a position, begins with the newest entry before the end of the period: no id is below 0
    let (before_time, before_id) = before.unwrap_or((filter.till.to_owned(), 0));
    // a result column instead of a condition: entries of other actors count for `MAX_SCANNED`, too
    let mut select = connection.prepare_cached(&format!(
        "SELECT at, kind, number, actor, action, id AS entry, {matches_actor} AS matches
         FROM ledger AS l INDEXED BY ledger_at
         WHERE at >= ?1 AND (at, id) < (?2, ?3) ORDER BY at DESC, id DESC",
        matches_actor = actor_condition("?4"),
    ))?;
    let mut entries = select.query(params![filter.from, before_time, before_id, filter.actor])?;
    let (mut page, mut scanned) = (Vec::new(), 0);
    while let Some(row) = entries.next()? {
        scanned += 1;
        if row.get("matches")? {
            page.push(read_entry(row)?);
        }
        if page.len() == size || scanned == MAX_SCANNED {
            return Ok((page, Some((row.get("at")?, row.get("entry")?))));
        }
    }
    Ok((page, None))
}

pub fn newest_entry(connection: &Connection) -> Result<i64> {
    connection.prepare_cached("SELECT coalesce(max(id), 0) FROM ledger")?.query_row([], |row| row.get(0))
}
