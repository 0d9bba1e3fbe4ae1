//! Records the actions of commands and of the console in the ledger, for the audit.

use anyhow::Result;
use rusqlite::Connection;

use super::change_error::WriteError;
use super::connection::Database;
use super::{Change, Writer};
use crate::ledger::{Attribution, LedgerEntry};

/// Makes a change of an account, a feed or other data outside the data files, and records it as an action, in one
/// transaction. If `change` fails, nothing is recorded.
pub(super) fn change_and_record<T>(
    database: &mut Database,
    attribution: &Attribution,
    change: impl FnOnce(&Connection) -> Result<T>,
) -> Result<T> {
    let transaction = database.begin()?;
    LedgerEntry::new(&transaction, attribution).record_action()?;
    let changed = change(&transaction)?;
    transaction.commit()?;
    Ok(changed)
}

/// Records an action that changes no row, on an own connection. In the service, [`record_action_by_writer`] does this.
pub fn record_action(database: &mut Database, attribution: &Attribution) -> Result<()> {
    change_and_record(database, attribution, |_| Ok(()))
}

/// Records an action that changes no row, with the writer of the service. Returns once it is durable.
pub async fn record_action_by_writer(writer: &Writer, attribution: Attribution) -> Result<(), WriteError> {
    let record = move |change: &mut Change| Ok(LedgerEntry::new(change, &attribution).record_action()?);
    writer.change_without_attribution(record).await
}
