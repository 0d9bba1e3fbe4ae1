//! Reads the ledger in pages.

use anyhow::Result;

use super::connection::Database;
use crate::ledger::history::{self, ChangeQuery, RowChange};

const PAGE_ROWS: u32 = 500;

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
