//! Moments on the command line, and `--prune-before`: the ledger's details before one are forgotten.

use anyhow::{Context, Result};
use rusqlite::TransactionBehavior;

use crate::ledger::retention::{self, Details};
use crate::ledger::{Entry, Source};
use crate::model::time::{Clock, DATETIME_FORM};
use crate::store::connection::Database;

/// Changes that are forgotten in one transaction: a call that meets the write lock waits for it.
const PRUNED_AT_ONCE: u32 = 10_000;

/// The moment of a datetime on the command line, as the ledger keeps moments.
pub fn moment(clock: &Clock, flag: &str, text: &str) -> Result<String> {
    let wall = clock.parse(text.trim()).with_context(|| {
        format!("{flag} {text} is not a datetime ({DATETIME_FORM}) or a date (yyyy-MM-dd)")
    })?;
    Ok(clock.instant(wall))
}

/// Forgets the changes before the moment, which is kept as `command` did it; how many there were.
pub fn prune(
    database: &mut Database,
    what: Details,
    before: &str,
    command: &Source,
) -> Result<usize> {
    let (mut pruned, mut after) = (0, 0);
    loop {
        let transaction = database
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .context("the database cannot be written")?;
        let (count, last) = retention::prune(&transaction, what, after, before, PRUNED_AT_ONCE)?;
        if pruned == 0 && count > 0 {
            Entry::new(&transaction, command).act()?;
        }
        transaction.commit()?;
        if count == 0 {
            return Ok(pruned);
        }
        (pruned, after) = (pruned + count, last);
    }
}
