//! The merge of data files into the data, by SQL over whole files; an import is one, and an undo.
//!
//! 1. Each file is a [`sheet`], whose temporary tables are filled by who knows the files; [`involved`] says which others
//!    they have to do with;
//! 2. [`plan`] finds by SQL what becomes of each row, and the rows that its cells name;
//! 3. [`check`] finds every fault ([`faults`]) by SQL, and adds a [`suggestion`]; all of this in a read transaction;
//! 4. [`execution`] writes what was planned, and the ledger, in one short transaction with the write [`lock`]. What
//!    others changed in the [`interim`] is looked at again first.
//!
//! [`tally`] counts what becomes of the rows, [`difference`] keeps it, to tell it.

pub mod check;
pub mod concurrent_changes;
pub mod difference;
pub mod error_table;
pub mod execution;
pub mod file_scope;
pub mod imported_file;
pub mod lock;
pub mod plan;
pub mod removals;
pub mod suggestion;
pub mod tally;
