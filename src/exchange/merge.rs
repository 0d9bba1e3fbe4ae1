//! The merge of data files into the data, in SQL over whole files, for imports and undos.
//!
//! 1. Each file is an [`imported_file`], whose temporary tables the caller fills; [`file_scope`] finds the other files
//!    that are involved;
//! 2. [`plan`] decides what happens to each row, and resolves references;
//! 3. [`check`] finds all errors ([`error_table`]), with [`similar_names`] as suggestions; all of this in a read transaction;
//! 4. [`execution`] writes the plan and the ledger in one short transaction with the write [`lock`], after rechecking
//!    [`concurrent_changes`].
//!
//! [`tally`] counts the rows, [`difference`] records the changes.

pub mod change_limit;
pub mod check;
pub mod concurrent_changes;
pub mod difference;
pub mod error_subject;
pub mod error_table;
pub mod execution;
pub mod file_scope;
pub mod imported_file;
pub mod lock;
pub mod plan;
pub mod similar_names;
pub mod tally;
