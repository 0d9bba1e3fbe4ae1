//! The numbered ledger entries: imports and undos. `exchange` writes their changes in bulk.

use std::iter::Sum;

use rusqlite::{Connection, OptionalExtension, Result, Row, params};
use serde_json::{Value, json};

use super::query::query_all;
use crate::datafile::file::DataFile;
use crate::model::message::{Message, MessageName};
use crate::model::time::current_instant;

/// The maximum changes of an import for which [`count_changes_by_file`] also counts files that were not imported.
const MAX_COUNTED_CHANGES: i64 = 1_000;

pub struct ImportHeader<'a> {
    pub actor: &'a str,
    /// The imported path, or the name of the undone import.
    pub action: &'a str,
    /// The id of the undone entry; `None` for an import.
    pub undoes: Option<i64>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MappingVersion {
    pub name: String,
    pub version: i64,
}

impl MappingVersion {
    /// Reads the columns `name` and `version`. Returns `None` if the name is NULL.
    pub(super) fn read(row: &Row) -> Result<Option<Self>> {
        let name: Option<String> = row.get("name")?;
        name.map(|name| Ok(Self { name, version: row.get("version")? })).transpose()
    }

    /// Returns a message such as `, mapping hr, version 2`, which follows another message.
    pub fn message(&self) -> Message {
        Message::new(MessageName::ByMapping).with(&self.name).with(self.version)
    }

    pub fn to_json(&self) -> Value {
        json!({ "name": self.name, "version": self.version })
    }
}

/// An import or an undo.
#[derive(Debug)]
pub struct ImportRun {
    pub id: i64,
    /// The number that users see. Imports and undos share one sequence.
    pub number: i64,
    /// The instant, as [`current_instant`] writes it.
    pub at: String,
    /// The kind of change: `import` or `undo`.
    pub kind: String,
    pub actor: String,
    pub action: String,
    /// The numbers of the undos of this import, separated by `, `.
    pub undone_by: String,
    /// The number of the import that this undo undoes; `None` for an import.
    pub undoes: Option<i64>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RowCounts {
    pub created: i64,
    pub updated: i64,
    pub unchanged: i64,
    pub removed: i64,
}

impl RowCounts {
    fn read(row: &Row) -> Result<Self> {
        read_row!(row => Self { created, updated, unchanged, removed })
    }

    pub fn changes(&self) -> i64 {
        self.created + self.updated + self.removed
    }
}

impl Sum for RowCounts {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::default(), |sum, counts| Self {
            created: sum.created + counts.created,
            updated: sum.updated + counts.updated,
            unchanged: sum.unchanged + counts.unchanged,
            removed: sum.removed + counts.removed,
        })
    }
}

#[derive(Debug)]
pub struct ImportedFileCounts {
    pub file: String,
    /// The digest of the imported file. In hexadecimal; empty if the file was not imported.
    pub digest: String,
    pub counts: RowCounts,
    /// `None` if the file is a data file.
    pub mapping: Option<MappingVersion>,
}

impl ImportRun {
    pub fn undo_numbers(&self) -> Vec<i64> {
        self.undone_by.split(", ").filter_map(|number| number.parse().ok()).collect()
    }
}

impl ImportedFileCounts {
    fn read(row: &Row) -> Result<Self> {
        read_row!(row => Self { file, digest, counts: RowCounts::read(row)?, mapping: MappingVersion::read(row)? })
    }

    pub fn to_json(&self) -> Value {
        let RowCounts { created, updated, unchanged, removed } = self.counts;
        let mapping = self.mapping.as_ref().map(MappingVersion::to_json);
        json!({ "file": self.file, "digest": self.digest, "created": created, "updated": updated,
                "unchanged": unchanged, "removed": removed, "mapping": mapping })
    }
}

/// Selects entries `l` with the columns of [`ImportRun`]. `u` is an undo of the entry, and `o` the entry that it undoes.
const SELECT_IMPORTS: &str = "
    SELECT id, number, at, kind, actor, action,
           (SELECT coalesce(group_concat(number, ', '), '')
            FROM (SELECT number FROM ledger AS u WHERE u.undoes = l.id ORDER BY number)) AS undone_by,
           (SELECT number FROM ledger AS o WHERE o.id = l.undoes) AS undoes
    FROM ledger AS l";

fn read_import(row: &Row) -> Result<ImportRun> {
    read_row!(row => ImportRun { id, number, at, kind, actor, action, undone_by, undoes })
}

/// Returns all imports and undos, the oldest first.
pub fn list_imports(connection: &Connection) -> Result<Vec<ImportRun>> {
    query_all(connection, &format!("{SELECT_IMPORTS} WHERE number IS NOT NULL ORDER BY number"), [], read_import)
}

/// Returns the newest imports and undos that have a number below `before`, the newest first.
pub fn list_imports_before(connection: &Connection, before: i64, limit: u32) -> Result<Vec<ImportRun>> {
    let page = format!("{SELECT_IMPORTS} WHERE number < ? ORDER BY number DESC LIMIT ?");
    query_all(connection, &page, params![before, limit], read_import)
}

pub fn find_import(connection: &Connection, number: i64) -> Result<Option<ImportRun>> {
    connection.query_row(&format!("{SELECT_IMPORTS} WHERE number = ?"), [number], read_import).optional()
}

/// Returns the files of the import with this entry id, sorted by name.
pub fn list_imported_files(connection: &Connection, entry: i64) -> Result<Vec<ImportedFileCounts>> {
    let sql = "SELECT f.file, digest, created, updated, unchanged, removed, m.name, m.version
               FROM ledger_file AS f LEFT JOIN ledger_mapping AS m ON m.ledger = f.ledger AND m.file = f.file
               WHERE f.ledger = ? ORDER BY f.file";
    query_all(connection, sql, [entry], ImportedFileCounts::read)
}

/// Returns the files in which an entry changed rows, with their counts. Files that were not imported, such as
/// functions.csv, are included if the import has at most [`MAX_COUNTED_CHANGES`] changes.
pub fn count_changes_by_file(connection: &Connection, entry: i64) -> Result<Vec<ImportedFileCounts>> {
    let mut files = list_imported_files(connection, entry)?;
    files.retain(|file| file.counts.changes() > 0);
    // counting the changes of a large import would take long
    if files.iter().map(|file| file.counts.changes()).sum::<i64>() > MAX_COUNTED_CHANGES {
        return Ok(files);
    }
    // a file that was not imported has no digest and no mapping, and only its changed rows are known
    let sql = "SELECT file, '' AS digest, count(*) FILTER (WHERE kind = 'created') AS created,
                      count(*) FILTER (WHERE kind = 'changed') AS updated, 0 AS unchanged,
                      count(*) FILTER (WHERE kind = 'removed') AS removed, NULL AS name
               FROM ledger_change
               WHERE ledger = ?1 AND file NOT IN (
                   SELECT file FROM ledger_file WHERE ledger = ?1 AND created + updated + removed > 0)
               GROUP BY file";
    files.append(&mut query_all(connection, sql, [entry], ImportedFileCounts::read)?);
    Ok(files)
}

/// Returns how many changes of an import were pruned: the counts of its files minus its changes in the ledger.
pub fn count_pruned_changes(connection: &Connection, entry: i64) -> Result<i64> {
    // changes of files that were not imported, such as functions.csv, are in no count
    let sql = "SELECT coalesce(sum(created + updated + removed), 0)
                      - (SELECT count(*) FROM ledger_change
                         WHERE ledger = ?1 AND file IN (SELECT file FROM ledger_file WHERE ledger = ?1))
               FROM ledger_file WHERE ledger = ?1";
    connection.query_row(sql, params![entry], |row| row.get(0))
}

pub fn was_imported(connection: &Connection, action: &str) -> Result<bool> {
    connection.prepare("SELECT 1 FROM ledger WHERE kind = 'import' AND action = ?")?.exists([action])
}

/// Returns the files in which an import changed rows: the name of each, and whether rows of the file were created.
pub fn list_changed_files(connection: &Connection, entry: i64) -> Result<Vec<(String, bool)>> {
    let sql = "SELECT file, max(kind = 'created') FROM ledger_change WHERE ledger = ? GROUP BY file";
    query_all(connection, sql, [entry], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// Creates the entry of an import or undo. Returns the id of the entry and the number of the import.
pub fn create_import(connection: &Connection, header: &ImportHeader) -> Result<(i64, i64)> {
    let kind = if header.undoes.is_some() { "undo" } else { "import" };
    // numbers have no gaps: entries of imports are never deleted, and the transaction has the write lock
    let insert = "INSERT INTO ledger (at, kind, number, undoes, actor, action)
                  VALUES (?, ?, (SELECT coalesce(max(number), 0) + 1 FROM ledger), ?, ?, ?) RETURNING id, number";
    let values = params![current_instant(), kind, header.undoes, header.actor, header.action];
    connection.query_row(insert, values, |row| Ok((row.get(0)?, row.get(1)?)))
}

/// Records the changes of all rows that the query `select` selects, with the columns `row`, `line`, `source` and
/// `old`. `kind` is `created`, `changed` or `removed`. Returns the number of changes.
pub fn record_changes(connection: &Connection, entry: i64, file: &DataFile, kind: &str, select: &str) -> Result<usize> {
    let insert = format!(
        "INSERT INTO ledger_change (ledger, file, kind, row, line, source, old)
         SELECT ?, '{}', '{kind}', * FROM ({select})",
        file.name
    );
    connection.execute(&insert, [entry])
}

pub fn record_imported_file(connection: &Connection, entry: i64, file: &ImportedFileCounts) -> Result<()> {
    let RowCounts { created, updated, unchanged, removed } = file.counts;
    let sql = "INSERT INTO ledger_file (ledger, file, digest, created, updated, unchanged, removed)
               VALUES (?, ?, ?, ?, ?, ?, ?)";
    let values = params![entry, file.file, file.digest, created, updated, unchanged, removed];
    connection.prepare_cached(sql)?.execute(values)?;
    if let Some(MappingVersion { name, version }) = &file.mapping {
        let sql = "INSERT INTO ledger_mapping (ledger, file, name, version) VALUES (?, ?, ?, ?)";
        connection.execute(sql, params![entry, file.file, name, version])?;
    }
    Ok(())
}
