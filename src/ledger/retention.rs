//! Forgetting what was changed before a moment; that it is forgotten is told by another entry.

use std::collections::BTreeSet;

use rusqlite::{Connection, params};

use crate::datafile::persons;

/// What is forgotten after a time.
#[derive(Debug, Clone, Copy)]
pub enum ExpiringDetails {
    /// Changes of persons, whatever made them.
    Persons,
    /// Changes that imports and undos made, of whatever.
    Imports,
}

/// Forgets the failed sign-ins to the console before a moment. Returns how many there were.
pub fn forget_failed_sign_ins(connection: &Connection, before: &str) -> rusqlite::Result<usize> {
    connection
        .prepare_cached(
            "DELETE FROM ledger WHERE kind = 'act' AND at < ? AND (
                 action GLOB 'failed to sign in to the console *'
                 OR action GLOB 'was throttled at signing in to the console *'
                 OR action GLOB 'gave a wrong present password in the console *')",
        )?
        .execute([before])
}

/// Forgets the next changes, at most `limit`, after the place `after` and before the moment `before`, and with its last
/// change a call or command; imports keep their numbers. How many there were, and the place of the last. Later changes
/// lose nothing by it.
pub fn forget(
    connection: &Connection,
    what: ExpiringDetails,
    after: i64,
    before: &str,
    limit: u32,
) -> rusqlite::Result<(usize, i64)> {
    let which = match what {
        ExpiringDetails::Persons => format!("c.file = '{}'", persons::FILE.name),
        ExpiringDetails::Imports => "l.number IS NOT NULL".into(),
    };
    let mut statement = connection.prepare_cached(&format!(
        "DELETE FROM ledger_change WHERE id IN (
             SELECT c.id FROM ledger_change AS c CROSS JOIN ledger AS l ON l.id = c.ledger
             WHERE c.id > ? AND {which} AND l.at < ? ORDER BY c.id LIMIT ?
         ) RETURNING id, ledger"
    ))?;
    let forgotten: Vec<(i64, i64)> = statement
        .query_map(params![after, before, limit], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<_>>()?;
    let last = forgotten.iter().max().copied();
    if let Some((id, entry)) = last {
        // a client that took everything up to this change goes on from here: its entry may be deleted below
        connection
            .prepare_cached(
                "UPDATE feed SET pruned = ?1, pruned_tag = (SELECT tag FROM ledger WHERE id = ?2) WHERE pruned < ?1",
            )?
            .execute([id, entry])?;
    }
    let mut emptied = connection.prepare_cached(
        "DELETE FROM ledger WHERE id = ?1 AND number IS NULL
             AND NOT EXISTS (SELECT 1 FROM ledger_change WHERE ledger = ?1)",
    )?;
    for entry in forgotten.iter().map(|(_, entry)| entry).collect::<BTreeSet<_>>() {
        emptied.execute([entry])?;
    }
    Ok((forgotten.len(), last.map_or(after, |(id, _)| id)))
}
