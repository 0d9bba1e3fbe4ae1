//! Plans an undo: turns the changes in the ledger into planned records. Their numbers are the ids of the changes.
//!
//! The table `to_undo` has the changes of the ledger entry to undo, without the excluded changes. The table
//! `obstructed` has the changes with a reported conflict or obstacle. The table `renamed` has the former identifiers of
//! persons, so that old cells refer to the same persons.

use rusqlite::{Connection, params};

use crate::datafile::file::Column;
use crate::datafile::persons;
use crate::datafile::reference::ReferenceCondition;
use crate::exchange::merge::imported_file::ImportedFile;
use crate::exchange::merge::plan;
use crate::ledger::blanking::BLANKED;

pub const TABLES: &str = "
    CREATE TEMP TABLE to_undo (
        change INTEGER PRIMARY KEY, file TEXT, row INTEGER, line INTEGER, source TEXT, kind TEXT, old TEXT);
    CREATE TEMP TABLE obstructed AS SELECT * FROM to_undo;
    CREATE UNIQUE INDEX temp.obstructed_change ON obstructed (change);
    CREATE TEMP TABLE renamed (change INTEGER, row INTEGER, old_identifier TEXT);
    CREATE INDEX temp.renamed_old_identifier ON renamed (old_identifier, change);";

/// Loads an entry's changes into `to_undo`, with erased cells as empty cells, and later renamings into `renamed`.
pub fn load_changes(connection: &Connection, entry: i64) -> rusqlite::Result<()> {
    connection.execute_batch("DELETE FROM temp.to_undo; DELETE FROM temp.obstructed; DELETE FROM temp.renamed")?;
    connection.execute(
        "INSERT INTO temp.to_undo
         SELECT id, file, row, line, source, kind, replace(old, '\":\"' || ?2 || '\"', '\":\"\"')
         FROM ledger_change WHERE ledger = ?1",
        params![entry, BLANKED],
    )?;
    // the former identifier of a person is an old cell of a later change
    connection.execute(
        "INSERT INTO temp.renamed
         SELECT id, row, old ->> 'ExternalIdentifier' FROM ledger_change
         WHERE id > (SELECT min(change) FROM temp.to_undo) AND file = ? AND kind = 'changed'
               AND old ->> 'ExternalIdentifier' NOT IN ('', ?)",
        [persons::FILE.name, BLANKED],
    )?;
    Ok(())
}

/// Restores the changes with a conflict or obstacle to `to_undo`, with all fields that are not undone already.
pub fn restore_obstructed_changes(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch("INSERT OR REPLACE INTO temp.to_undo SELECT * FROM temp.obstructed")
}

/// Plans the undo of the changes that `temp.to_undo` lists: writes records and their plan to the tables of an import,
/// and first clears these tables. Does not resolve references.
pub fn plan_undo(connection: &Connection, imported_files: &[ImportedFile]) -> rusqlite::Result<()> {
    for imported in imported_files {
        connection.execute_batch(&plan::clear_plan_sql(imported))?;
        connection.execute(&format!("DELETE FROM stage_{}", imported.file.stem()), [])?;
    }
    for imported in imported_files.iter().filter(|imported| imported.is_given()) {
        connection.execute_batch(&undo_created_rows_sql(imported))?;
        connection.execute_batch(&undo_changed_rows_sql(imported))?;
        connection.execute_batch(&undo_removed_rows_sql(imported))?;
        // last, because it needs all planned rows of the file
        if imported.file.has_all_rows {
            connection.execute_batch(&keep_other_rows_sql(imported))?;
        }
    }
    Ok(())
}

/// Returns the SQL that plans to remove the rows that the import created.
fn undo_created_rows_sql(imported: &ImportedFile) -> String {
    format!(
        "INSERT INTO removals_{stem}
         SELECT stored.row_id FROM temp.to_undo CROSS JOIN {stem}_csv AS stored ON stored.row_id = to_undo.row
         WHERE to_undo.file = '{}' AND to_undo.kind = 'created';",
        imported.file.name,
        stem = imported.file.stem()
    )
}

/// Returns the SQL that plans to change rows back. A record has the old cells of a change, and the stored cells of all
/// other columns.
fn undo_changed_rows_sql(imported: &ImportedFile) -> String {
    let stem = imported.file.stem();
    let cells = imported.cell_list_sql(|_, column| match column.is_key() {
        // an import or undo changes no keys, but a person may have been renamed later
        true => format!("stored.\"{}\"", column.name),
        false => format!("coalesce({}, stored.\"{}\")", old_cell_sql(column), column.name),
    });
    let (names, is_changed) = (imported.column_names_sql(), imported.differs_sql());
    let id = id_or_null_sql(imported, "stored.\"Id\"");
    format!(
        "INSERT INTO stage_{stem} (number, line, {names})
         SELECT to_undo.change, coalesce(to_undo.line, 1), {cells}
         FROM temp.to_undo CROSS JOIN {stem}_csv AS stored ON stored.row_id = to_undo.row
         WHERE to_undo.file = '{file}' AND to_undo.kind = 'changed';
         INSERT INTO plan_{stem} (record, row, id_cell, is_new, is_changed)
         SELECT record.number, stored.row_id, {id}, 0, {is_changed}
         FROM stage_{stem} AS record CROSS JOIN temp.to_undo ON to_undo.change = record.number
              CROSS JOIN {stem}_csv AS stored ON stored.row_id = to_undo.row;",
        file = imported.file.name,
    )
}

/// Returns the SQL that plans to create the removed rows again, with their old ids.
fn undo_removed_rows_sql(imported: &ImportedFile) -> String {
    let stem = imported.file.stem();
    let (names, cells) = (imported.column_names_sql(), imported.cell_list_sql(|_, column| old_cell_sql(column)));
    format!(
        "INSERT INTO stage_{stem} (number, line, {names})
         -- the number of the change identifies the record; messages name line 1 if no line of a file made the change
         SELECT to_undo.change, coalesce(to_undo.line, 1), {cells} FROM temp.to_undo
         WHERE to_undo.file = '{file}' AND to_undo.kind = 'removed';
         INSERT INTO plan_{stem} (record, row, id_cell, is_new, is_changed)
         SELECT change, row, {id}, 1, 1 FROM temp.to_undo WHERE file = '{file}' AND kind = 'removed';",
        file = imported.file.name,
        id = id_or_null_sql(imported, "CAST(old ->> 'Id' AS INTEGER)"),
    )
}

/// Returns the SQL that plans all other rows of the file as unchanged records, so that they are not removed. Their
/// numbers are negative, because no change has them.
fn keep_other_rows_sql(imported: &ImportedFile) -> String {
    let stem = imported.file.stem();
    let cells = imported.cell_list_sql(|_, column| format!("stored.\"{}\"", column.name));
    format!(
        "INSERT INTO stage_{stem} (number, line, {names})
         SELECT -stored.row_id, 1, {cells} FROM {stem}_csv AS stored
         WHERE NOT EXISTS (SELECT 1 FROM plan_{stem} WHERE row = stored.row_id) AND NOT {is_removed};
         INSERT INTO plan_{stem} (record, row, is_new, is_changed)
         SELECT number, -number, 0, 0 FROM stage_{stem} WHERE number < 0;",
        names = imported.column_names_sql(),
        is_removed = imported.is_removed_sql("stored.row_id"),
    )
}

fn id_or_null_sql<'i>(imported: &ImportedFile, id: &'i str) -> &'i str {
    if imported.file.has_id() { id } else { "NULL" }
}

/// Returns the SQL for the old cell of a change in `to_undo`; NULL if the change did not affect the column. If the cell
/// refers to a person whose identifier was changed later, the result is the current identifier of that person.
fn old_cell_sql(column: &Column) -> String {
    let cell = format!("to_undo.old ->> '{}'", column.name);
    let mut references = column.references().iter();
    let Some(to_person) = references.find(|reference| reference.to.name == persons::FILE.name) else { return cell };
    // a column can refer to persons only in some rows. The column of the condition is in the key, as the reference is:
    // `old` has both cells or neither
    let condition = match to_person.only_if {
        None => "1".to_owned(),
        Some(ReferenceCondition { column, values }) => {
            format!("to_undo.old ->> '{column}' IN ('{}')", values.join("', '"))
        }
    };
    format!(
        "coalesce((SELECT person.external_identifier FROM temp.renamed CROSS JOIN person ON person.id = renamed.row
                   WHERE {condition} AND renamed.old_identifier = {cell} AND renamed.change > to_undo.change
                   ORDER BY renamed.change LIMIT 1), {cell})"
    )
}
