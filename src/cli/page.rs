//! Changes of the ledger told page by page: a reader who stops reading, such as a pager, must not hold a
//! snapshot.

use std::io::{self, BufWriter, ErrorKind, Write};

use anyhow::Result;
use rusqlite::Connection;

use crate::ledger::history::Change;
use crate::store::connection::Database;

/// Changes that are read in one snapshot and told at once.
pub const PAGE: u32 = 500;

/// Tells each change that `next` reads after the place of the last, as `line` says it; whether there was
/// any.
pub fn tell(
    database: &mut Database,
    next: impl Fn(&Connection, i64) -> rusqlite::Result<Vec<Change>>,
    line: impl Fn(&Change) -> Result<String>,
) -> Result<bool> {
    let mut out = BufWriter::new(io::stdout().lock());
    let mut after = 0;
    loop {
        let snapshot = database.transaction()?;
        let page = next(&snapshot, after)?;
        drop(snapshot);
        let Some(last) = page.last() else { break };
        after = last.id;
        for change in &page {
            if let Err(error) = writeln!(out, "{}", line(change)?) {
                return unless_closed(error).map(|()| true);
            }
        }
    }
    out.flush().or_else(unless_closed)?;
    Ok(after > 0)
}

/// Whoever reads may have seen enough, as `head` does.
pub fn unless_closed(error: io::Error) -> Result<()> {
    match error.kind() {
        ErrorKind::BrokenPipe => Ok(()),
        _ => Err(error.into()),
    }
}
