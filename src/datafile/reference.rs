//! References: cells that contain the key of a row of another file or of the same one.

use super::file::DataFile;

#[derive(Clone, Copy)]
pub enum ReferenceTarget {
    Nothing,
    One(Reference),
    /// One of several files, which another column selects.
    Several(&'static [Reference]),
}

#[derive(Clone, Copy)]
pub struct Reference {
    pub to: &'static DataFile,
    /// For a key of several cells, the columns with all cells but the last, which is the referring cell itself.
    pub with: &'static [&'static str],
    /// The column that selects one of several references, and the words for which this one applies.
    pub when: Option<(&'static str, &'static [&'static str])>,
    /// The table's column that stores the id of the row.
    pub id_column: &'static str,
    /// The SQL for the id that an empty cell stores: `0`, the placeholder, or `NULL`.
    pub empty: &'static str,
    /// Whether an unknown key creates a row.
    pub creates_rows: bool,
}

impl Reference {
    /// Declares a reference to rows of a file, whose ids the table stores in `id_column`.
    pub const fn new(to: &'static DataFile, id_column: &'static str) -> Self {
        Self { to, with: &[], when: None, id_column, empty: "NULL", creates_rows: false }
    }
}
