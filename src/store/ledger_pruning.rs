//! Deletes old changes from the ledger, in several short transactions.

use anyhow::Result;

use super::connection::Database;
use crate::ledger::retention::{ExpiringChanges, delete_changes, delete_failed_sign_ins};
use crate::ledger::{Attribution, LedgerEntry};

/// The most changes deleted in one transaction. Calls wait for this transaction.
const PRUNE_BATCH: u32 = 10_000;

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
