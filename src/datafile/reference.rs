//! References: cells that contain the key of another row, in the same file or another file.

use super::file::DataFile;

#[derive(Clone, Copy)]
pub enum ReferenceTarget {
    Nothing,
    One(Reference),
    /// References to several files. A deciding column selects one of them.
    Several(&'static [Reference]),
}

#[derive(Clone, Copy)]
pub struct Reference {
    pub to: &'static DataFile,
    /// If the key has several cells: the columns of all cells but the last. The reference has the last cell.
    pub with: &'static [&'static str],
    /// The deciding column, and its words for which this reference applies; `None` if the reference always applies.
    pub when: Option<(&'static str, &'static [&'static str])>,
    /// The column of the table that stores the id of the row.
    pub id_column: &'static str,
    /// The SQL for the id that an empty cell stores: `0` for the placeholder, or `NULL`.
    pub empty_id: &'static str,
    pub creates_rows: bool,
}

impl Reference {
    pub const fn new(to: &'static DataFile, id_column: &'static str) -> Self {
        Self { to, with: &[], when: None, id_column, empty_id: "NULL", creates_rows: false }
    }
}
