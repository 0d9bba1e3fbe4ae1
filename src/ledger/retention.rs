//! Deletes old changes from the ledger. The caller records the deletion in a new entry.

use std::collections::BTreeSet;

use rusqlite::{Connection, Result, Row, named_params, params};

use super::action::action_condition;
use super::query::query_all;
use crate::datafile::persons;
use crate::model::message::MessageName;

#[derive(Debug, Clone, Copy)]
pub enum ExpiringChanges {
    Persons,
    /// The changes that imports and undos made.
    Imports,
}

pub(super) const FAILED_SIGN_INS: [MessageName; 4] = [
    MessageName::SignInFailed,
    MessageName::SignInThrottled,
    MessageName::SignInWithWrongCode,
    MessageName::WrongCurrentPassword,
];

pub fn delete_failed_sign_ins(connection: &Connection, before: &str) -> Result<usize> {
    let is_failed_sign_in = action_condition(&FAILED_SIGN_INS);
    let sql = format!("DELETE FROM ledger WHERE kind = 'act' AND at < ? AND ({is_failed_sign_in})");
    connection.prepare_cached(&sql)?.execute([before])
}

/// Deletes at most `limit` changes that have an id above `after` and are older than `before`. Then deletes the entries
/// that have no changes left, except entries of imports. Returns the number of deleted changes, and the id of the last.
pub fn delete_changes(
    connection: &Connection,
    expiring: ExpiringChanges,
    after: i64,
    before: &str,
    limit: u32,
) -> Result<(usize, i64)> {
    let condition = match expiring {
        ExpiringChanges::Persons => format!("c.file = '{}'", persons::FILE.name),
        // only entries of imports have a number
        ExpiringChanges::Imports => "l.number IS NOT NULL".into(),
    };
    let delete = format!(
        "DELETE FROM ledger_change WHERE id IN (
             SELECT c.id FROM ledger_change AS c CROSS JOIN ledger AS l ON l.id = c.ledger
             WHERE c.id > ? AND {condition} AND l.at < ? ORDER BY c.id LIMIT ?
         ) RETURNING id, ledger"
    );
    let read_ids = |row: &Row| Ok((row.get(0)?, row.get(1)?));
    let deleted: Vec<(i64, i64)> = query_all(connection, &delete, params![after, before, limit], read_ids)?;
    // each pair has the id of a change and of its entry; RETURNING has no order, so the maximum is the last change
    let Some(&(last, entry_of_last)) = deleted.iter().max() else { return Ok((0, after)) };
    record_pruned_change(connection, last, entry_of_last)?;
    delete_empty_entries(connection, deleted.iter().map(|(_, entry)| *entry).collect())?;
    Ok((deleted.len(), last))
}

/// Records the newest change that was deleted, and the tag of its entry. The feed refuses positions of clients that have
/// not read this change, and still accepts the position after it, even if its entry is deleted.
fn record_pruned_change(connection: &Connection, change: i64, entry: i64) -> Result<()> {
    let sql = "UPDATE feed SET pruned = :change, pruned_tag = (SELECT tag FROM ledger WHERE id = :entry)
               WHERE pruned < :change";
    connection.prepare_cached(sql)?.execute(named_params! { ":change": change, ":entry": entry }).map(drop)
}

/// Deletes those of these entries that have no changes left. Entries of imports stay: users see their numbers.
fn delete_empty_entries(connection: &Connection, entries: BTreeSet<i64>) -> Result<()> {
    let sql = "DELETE FROM ledger WHERE id = ?1 AND number IS NULL
                   AND NOT EXISTS (SELECT 1 FROM ledger_change WHERE ledger = ?1)";
    let mut delete = connection.prepare_cached(sql)?;
    entries.into_iter().try_for_each(|entry| delete.execute([entry]).map(drop))
}
