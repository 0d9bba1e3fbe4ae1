//! Data files in and out: the organisation's data as CSV files, by `import` and `export`.
//!
//! Data files are the declarations of [`datafile`](crate::datafile). Export is a cursor over each file's view.
//! Import is a merge that SQL does over whole files, so that its memory does not grow with their rows:
//!
//! 1. [`stage`] reads each file into a temporary table, cell by cell as canonical text;
//! 2. [`plan`] finds by SQL what becomes of each row, and the rows that its cells name;
//! 3. [`check`] finds every fault by SQL; all of this in a read transaction, without the write lock;
//! 4. [`apply`] writes what was planned, and the ledger, in one short transaction with the write lock. What
//!    others changed in the meantime is looked at again first ([`meanwhile`]).
//!
//! What was written is in the ledger, and from there on [`undo`] is an import whose files are the ledger's old
//! cells. [`difference`] keeps what an import changes, to tell it.
//!
//! It stands on the store's side of the program, so it knows SQL; it prints nothing.

mod apply;
mod charset;
mod check;
pub mod difference;
pub mod export;
pub mod faults;
pub mod import;
#[cfg(test)]
mod laws;
mod meanwhile;
mod nearest;
mod pictures;
mod plan;
mod records;
pub mod removals;
mod rows;
mod sheet;
pub mod source;
mod stage;
pub mod stored;
pub mod tally;
pub mod target;
pub mod undo;
mod workbook;
mod write;

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
