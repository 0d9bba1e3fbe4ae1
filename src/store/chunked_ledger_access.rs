//! Reads the ledger, and deletes old changes from it, in several short transactions.

use anyhow::Result;

use super::connection::Database;
use crate::ledger::history::{self, ChangeQuery, RowChange};
use crate::ledger::retention::{ExpiringChanges, delete_changes, delete_failed_sign_ins};
use crate::ledger::{Attribution, LedgerEntry};

const PAGE_ROWS: u32 = 500;

/// The most changes deleted in one transaction. Calls wait for this transaction.
const PRUNE_BATCH: u32 = 10_000;

/// Passes the matching changes to a callback, in order. No snapshot stays open during a slow callback.
pub fn for_each_change(
    database: &mut Database,
    query: ChangeQuery,
    mut callback: impl FnMut(&RowChange) -> Result<()>,
) -> Result<()> {
    let mut after = 0;
    loop {
        let snapshot = database.transaction()?;
        let page = history::list_changes(&snapshot, query, after, PAGE_ROWS)?;
        // ends the transaction before the callback writes to a slow reader
        drop(snapshot);
        let Some(last) = page.last() else { return Ok(()) };
        after = last.id;
        page.iter().try_for_each(&mut callback)?;
    }
}

/// Deletes expiring changes older than `before`. For `Persons`, also deletes failed sign-ins. If anything was
/// deleted, records an action. Returns the number of deleted changes.
pub fn prune_changes(
    database: &mut Database,
    expiring: ExpiringChanges,
    before: &str,
    attribution: &Attribution,
) -> Result<usize> {
    let (mut deleted_changes, mut after) = (0, 0);
    loop {
        let transaction = database.begin()?;
        let (count, last) = delete_changes(&transaction, expiring, after, before, PRUNE_BATCH)?;
        let sign_ins = match expiring {
            ExpiringChanges::Persons => delete_failed_sign_ins(&transaction, before)?,
            ExpiringChanges::Imports => 0,
        };
        // the first batch that deletes anything records the action
        if deleted_changes == 0 && count + sign_ins > 0 {
            LedgerEntry::new(&transaction, attribution).record_action()?;
        }
        transaction.commit()?;
        // an empty batch is the last
        if count == 0 {
            return Ok(deleted_changes);
        }
        (deleted_changes, after) = (deleted_changes + count, last);
    }
}
