//! Counts the created, updated, unchanged and removed rows of each file.

use rusqlite::Connection;

use super::imported_file::ImportedFile;
use crate::ledger::imports::RowCounts;

#[derive(Debug, Clone, Copy)]
pub struct RowTally {
    pub file: &'static str,
    /// Whether the output and the ledger list the file: it was given and, in an undo, some of its rows change.
    pub is_in_summary: bool,
    /// Dismissed rows count as removed.
    pub counts: RowCounts,
    /// The rows that a mapping skipped; `None` if the mapping skips no rows.
    pub skipped_rows: Option<u64>,
}

/// Returns the tally of each file, in the same order.
pub fn tally_rows(connection: &Connection, files: &[ImportedFile]) -> rusqlite::Result<Vec<RowTally>> {
    let tally_file = |imported: &ImportedFile| {
        // a new row is also marked as changed
        let sql = format!(
            "SELECT coalesce(sum(is_new), 0), coalesce(sum(is_changed AND NOT is_new), 0),
                    coalesce(sum(NOT is_changed), 0), (SELECT count(*) FROM removals_{stem})
             FROM plan_{stem}",
            stem = imported.file.stem()
        );
        let counts = connection.query_row(&sql, [], |row| {
            Ok(RowCounts { created: row.get(0)?, updated: row.get(1)?, unchanged: row.get(2)?, removed: row.get(3)? })
        })?;
        let skipped_rows = imported.given_file.as_ref().and_then(|given| given.mapping.as_ref()?.skipped_rows);
        Ok(RowTally { file: imported.file.name, is_in_summary: imported.is_given(), counts, skipped_rows })
    };
    files.iter().map(tally_file).collect()
}
