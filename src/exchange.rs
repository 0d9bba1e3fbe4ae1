//! Data files in and out: the organisation's data as CSV files, by `import` and `export`.
//!
//! Data files are the declarations of [`datafile`](crate::datafile). Export is a cursor over each file's view, written
//! to a [`target`]. Import is a [`merge`] that SQL does over whole files, so that its memory does not grow with their
//! rows: [`source`] opens the files, [`stage`] reads each into a temporary table, cell by cell as canonical text, and
//! the merge plans, checks and executes what they say. What was written is in the ledger, and from there on [`undo`] is
//! an import whose files are the ledger's old cells.
//!
//! It stands on the store's side of the program, so it knows SQL; it prints nothing.

pub mod amendments;
pub mod export;
pub mod file_names;
pub mod import;
#[cfg(test)]
mod invariants;
pub mod mapping;
pub mod merge;
mod pictures;
pub mod source;
pub mod stage;
pub mod stored_cells;
pub mod target;
pub mod undo;

pub use merge::lock::settle;
use rusqlite::Connection;

use crate::datafile::FILES;

/// Whether the database holds no row of any data file, but for the account levels that every one has.
pub fn is_empty(connection: &Connection) -> rusqlite::Result<bool> {
    for file in FILES.iter().filter(|file| !file.whole) {
        let any = format!("SELECT EXISTS (SELECT 1 FROM {}_csv)", file.stem());
        if connection.query_row(&any, [], |row| row.get(0))? {
            return Ok(false);
        }
    }
    Ok(true)
}
