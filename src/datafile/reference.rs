//! What the cells of a column name: rows of other files, or of their own. How those are found and stored is `exchange`'s.

use super::file::DataFile;

/// Whether a cell names a row, and of which file.
#[derive(Clone, Copy)]
pub enum ReferenceTarget {
    Nothing,
    /// It always names a row of the same file.
    One(Reference),
    /// What it names depends on another column.
    Several(&'static [Reference]),
}

/// That a cell names a row of another file, or of its own, by that file's key.
#[derive(Clone, Copy)]
pub struct Reference {
    pub to: &'static DataFile,
    /// The columns that say the key's first parts, when the key has several; the cell says the last.
    pub with: &'static [&'static str],
    /// The column and those of its words with which the cell names a row of this file.
    pub when: Option<(&'static str, &'static [&'static str])>,
    /// The table's column that stores the row named.
    pub stored: &'static str,
    /// What is stored for an empty cell, as SQL: the placeholder `0`, or `NULL`.
    pub empty: &'static str,
    /// Whether a name that nobody has is created.
    pub creates: bool,
}

impl Reference {
    /// Of a row of this file, which is stored here.
    pub const fn to(to: &'static DataFile, stored: &'static str) -> Self {
        Self { to, with: &[], when: None, stored, empty: "NULL", creates: false }
    }
}
