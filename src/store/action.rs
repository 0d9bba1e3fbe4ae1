//! Records actions of commands and the console in the ledger, for the audit.

use anyhow::Result;
use rusqlite::Connection;

use super::change_error::WriteError;
use super::connection::Database;
use super::{Change, Writer};
use crate::ledger::{Attribution, LedgerEntry};

/// Makes a change and its ledger entry in one transaction.
pub(super) fn act<T>(
    database: &mut Database,
    by: &Attribution,
    change: impl FnOnce(&Connection) -> Result<T>,
) -> Result<T> {
    let transaction = database.begin()?;
    LedgerEntry::new(&transaction, by).record_action()?;
    let changed = change(&transaction)?;
    transaction.commit()?;
    Ok(changed)
}

pub fn record(database: &mut Database, by: &Attribution) -> Result<()> {
    act(database, by, |_| Ok(()))
}

/// Records an action without other changes.
pub async fn audit(writer: &Writer, by: Attribution) -> Result<(), WriteError> {
    let work = move |change: &mut Change| Ok(LedgerEntry::new(change, &by).record_action()?);
    writer.note(work).await
}
