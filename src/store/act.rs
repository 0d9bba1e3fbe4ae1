//! Acts: changes of who may come in, each of which stands together with its entry in the ledger, or not at all.

use anyhow::Result;
use rusqlite::Connection;

use super::connection::Database;
use crate::ledger::{Entry, Source};

/// Makes a change and keeps in the ledger who did it; a change that is refused is taken back.
pub(super) fn act<T>(
    database: &mut Database,
    source: &Source,
    change: impl FnOnce(&Connection) -> Result<T>,
) -> Result<T> {
    let transaction = database.begin()?;
    Entry::new(&transaction, source).act()?;
    let changed = change(&transaction)?;
    transaction.commit()?;
    Ok(changed)
}
