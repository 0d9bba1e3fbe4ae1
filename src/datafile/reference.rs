//! References: cells that contain the key of another row, in the same file or another file.

use super::file::DataFile;

#[derive(Clone, Copy)]
pub enum ReferenceTarget {
    /// The cells are plain values.
    Nothing,
    One(Reference),
    /// References to several files, of which [`Reference::only_if`] selects one in each row.
    Several(&'static [Reference]),
}

/// A reference from the cells of a column to the rows of a data file, by their key.
#[derive(Clone, Copy)]
pub struct Reference {
    pub to: &'static DataFile,
    /// If the key of `to` has several columns: the referring columns for all of them but the last. The column with the
    /// reference has the cell for the last one.
    pub other_key_columns: &'static [&'static str],
    /// `None` if the reference always applies.
    pub only_if: Option<ReferenceCondition>,
    /// The column of the table that stores the id of the row.
    pub id_column: &'static str,
    /// Whether an empty cell refers to the [placeholder](DataFile::placeholder_name). Otherwise it stores NULL.
    pub has_placeholder: bool,
    /// Whether a name that is not the key of a row creates a row of `to`.
    pub creates_rows: bool,
}

/// A reference applies only in rows whose cell in `column` is one of `values`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReferenceCondition {
    pub column: &'static str,
    pub values: &'static [&'static str],
}

impl Reference {
    /// Returns a reference by a key of one cell, which always applies. An empty cell refers to no row.
    pub const fn new(to: &'static DataFile, id_column: &'static str) -> Self {
        Self { to, other_key_columns: &[], only_if: None, id_column, has_placeholder: false, creates_rows: false }
    }
}
