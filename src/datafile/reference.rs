//! References: cells that contain the key of a row of another file or of the same one.

use super::file::DataFile;

#[derive(Clone, Copy)]
pub enum ReferenceTarget {
    Nothing,
    One(Reference),
    /// To a file that depends on another column.
    Several(&'static [Reference]),
}

#[derive(Clone, Copy)]
pub struct Reference {
    pub to: &'static DataFile,
    /// The columns with the first parts of a key of several cells; the cell itself is the last part.
    pub with: &'static [&'static str],
    /// The column and its words for which the reference applies.
    pub when: Option<(&'static str, &'static [&'static str])>,
    /// The table's column that stores the id of the row.
    pub id_column: &'static str,
    /// What an empty cell stores, as SQL: the placeholder `0`, or `NULL`.
    pub empty: &'static str,
    /// Does an unknown key create a row?
    pub creates: bool,
}

impl Reference {
    /// Declares a reference to rows of a file, whose ids the table stores in `id_column`.
    pub const fn new(to: &'static DataFile, id_column: &'static str) -> Self {
        Self { to, with: &[], when: None, id_column, empty: "NULL", creates: false }
    }
}
