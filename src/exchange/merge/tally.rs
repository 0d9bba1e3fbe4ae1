//! Counts what happens to a file's rows.

use rusqlite::Connection;

use super::imported_file::ImportedFile;
use crate::ledger::imports::RowCounts;

#[derive(Debug, Clone, Copy)]
pub struct RowTally {
    pub file: &'static str,
    /// Whether the output and the ledger list the file: it was given and, in an undo, some of its rows change.
    pub is_listed: bool,
    pub created: u64,
    pub updated: u64,
    pub unchanged: u64,
    /// The number of removed or dismissed rows.
    pub removed: u64,
    /// The rows that a mapping skipped; `None` if the mapping skips no rows.
    pub skipped: Option<u64>,
}

impl RowTally {
    pub fn counts(&self) -> RowCounts {
        let [created, updated, unchanged, removed] =
            [self.created, self.updated, self.unchanged, self.removed].map(|count| count as i64);
        RowCounts { created, updated, unchanged, removed }
    }

    pub fn changed_rows(&self) -> u64 {
        self.created + self.updated + self.removed
    }
}

pub fn tally_rows(connection: &Connection, imported: &ImportedFile) -> rusqlite::Result<RowTally> {
    let sql = format!(
        "SELECT coalesce(sum(fresh), 0), coalesce(sum(changed AND NOT fresh), 0),
                coalesce(sum(NOT changed), 0), (SELECT count(*) FROM removals_{stem})
         FROM plan_{stem}",
        stem = imported.file.stem()
    );
    connection.query_row(&sql, [], |row| {
        let count = |at| row.get::<_, i64>(at).map(|count| count as u64);
        Ok(RowTally {
            file: imported.file.name,
            is_listed: imported.given_form.is_some(),
            created: count(0)?,
            updated: count(1)?,
            unchanged: count(2)?,
            removed: count(3)?,
            skipped: imported.given_form.as_ref().and_then(|given| given.foreign.as_ref()?.skipped),
        })
    })
}
