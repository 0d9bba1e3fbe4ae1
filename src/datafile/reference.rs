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
    /// The columns of the key's first cells, if the key has several. The reference is the last cell of the key.
    pub with: &'static [&'static str],
    /// A deciding column, and the words in it for which this reference applies; `None` if it always applies.
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
