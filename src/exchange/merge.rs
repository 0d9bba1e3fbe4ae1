//! The merge of data files into the stored data, for imports and undos, in SQL over whole files.
//!
//! 1. Each data file is an [`imported_file`] with temporary tables. The caller fills the tables of the given files;
//!    [`file_scope`] finds the other files that are needed.
//! 2. [`plan`] decides which rows are created, changed or removed, and resolves references.
//! 3. [`check`] finds all errors ([`error_table`]), to which [`similar_names`] adds suggestions.
//! 4. [`execution`] writes the plan and the ledger. Only this step has the write [`lock`]; before it,
//!    [`concurrent_changes`] rechecks the plan.
//!
//! [`tally`] counts the rows, and [`difference`] records the changes.

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
