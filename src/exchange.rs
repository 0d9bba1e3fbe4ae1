//! Import and export of data files.
//!
//! [`datafile`](crate::datafile) declares the files. Export reads each file's view and writes to a [`target`]. Import
//! is a [`merge`] in SQL over whole files, so that its memory does not grow with their rows: [`source`] opens the
//! files, [`stage`] reads each file into a temporary table of canonical cells, and `merge` plans, checks and writes.
//! An [`undo`] plans from the old cells in the ledger, then checks and writes as an import does.
//!
//! This module uses SQL and prints nothing.

pub mod export;
pub mod file_names;
pub mod import;
#[cfg(test)]
mod invariants;
pub mod mapping;
pub mod merge;
mod pictures;
pub mod read_options;
pub mod source;
pub mod stage;
pub mod stored_cells;
pub mod target;
pub mod undo;
pub mod upload;

pub use merge::lock::rebuild_dirty_rows;
use rusqlite::Connection;

use crate::datafile::FILES;

/// Returns whether the database has no rows except the initial account levels.
pub fn has_no_rows(connection: &Connection) -> rusqlite::Result<bool> {
    // skips account_levels.csv, the only such file: a new database has the initial levels
    for file in FILES.iter().filter(|file| !file.has_all_rows) {
        let select_any_row = format!("SELECT EXISTS (SELECT 1 FROM {}_csv)", file.stem());
        if connection.query_row(&select_any_row, [], |row| row.get(0))? {
            return Ok(false);
        }
    }
    Ok(true)
}
