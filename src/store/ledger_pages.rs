//! Reads the ledger, and deletes old changes from it, in several short transactions.

use anyhow::Result;

use super::connection::Database;
use crate::ledger::history::{self, ChangeQuery, RowChange};
use crate::ledger::retention::{ExpiringDetails, delete_changes, delete_failed_sign_ins};
use crate::ledger::{Attribution, LedgerEntry};

const PAGE: u32 = 500;

/// The most changes deleted in one transaction, for which calls wait.
const PRUNE_BATCH: u32 = 10_000;

/// Passes the matching changes to a callback, in order. It reads pages, so that a slow callback holds no snapshot.
pub fn for_each_change(
    database: &mut Database,
    query: ChangeQuery,
    mut callback: impl FnMut(&RowChange) -> Result<()>,
) -> Result<()> {
    let mut after = 0;
    loop {
        let snapshot = database.transaction()?;
        let page = history::list_changes(&snapshot, query, after, PAGE)?;
        drop(snapshot);
        let Some(last) = page.last() else { return Ok(()) };
        after = last.id;
        page.iter().try_for_each(&mut callback)?;
    }
}

/// Deletes the details of changes before a time, and records this as an action. Returns the number of changes.
pub fn prune_changes(database: &mut Database, what: ExpiringDetails, before: &str, by: &Attribution) -> Result<usize> {
    let (mut pruned, mut after) = (0, 0);
    loop {
        let transaction = database.begin()?;
        let (count, last) = delete_changes(&transaction, what, after, before, PRUNE_BATCH)?;
        let sign_ins = match what {
            ExpiringDetails::Persons => delete_failed_sign_ins(&transaction, before)?,
            ExpiringDetails::Imports => 0,
        };
        if pruned == 0 && count + sign_ins > 0 {
            LedgerEntry::new(&transaction, by).record_action()?;
        }
        transaction.commit()?;
        if count == 0 {
            return Ok(pruned);
        }
        (pruned, after) = (pruned + count, last);
    }
}
