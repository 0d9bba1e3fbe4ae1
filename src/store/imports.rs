//! The numbered entries of the ledger: imports, and the undos of them.

use rusqlite::{Connection, OptionalExtension, Row, params};

/// An import, or an undo.
#[derive(Debug)]
pub struct Entry {
    /// Its row of the ledger.
    pub id: i64,
    /// Its number.
    pub number: i64,
    /// When, in UTC.
    pub at: String,
    /// `import` or `undo`.
    pub kind: String,
    /// `user@host`.
    pub actor: String,
    /// The path imported, or what was undone.
    pub action: String,
    /// The numbers of the undos that took it, or parts of it, back, separated by commas; empty when none
    /// did.
    pub undone_by: String,
}

/// What an entry did to one file.
#[derive(Debug)]
pub struct FileEntry {
    /// The file's name.
    pub file: String,
    /// BLAKE2b-256 of its bytes, hexadecimal; empty for an undo.
    pub digest: String,
    /// Rows created, updated, unchanged and removed.
    pub counts: [i64; 4],
}

impl FileEntry {
    /// Whether it left every row as it was.
    pub fn is_unchanged(&self) -> bool {
        matches!(self.counts, [0, 0, _, 0])
    }
}

const ENTRY: &str = "
    SELECT id, number, at, kind, actor, action,
           (SELECT coalesce(group_concat(number, ', '), '')
            FROM (SELECT number FROM ledger AS u WHERE u.undoes = l.id ORDER BY number))
    FROM ledger AS l";

fn entry(row: &Row) -> rusqlite::Result<Entry> {
    Ok(Entry {
        id: row.get(0)?,
        number: row.get(1)?,
        at: row.get(2)?,
        kind: row.get(3)?,
        actor: row.get(4)?,
        action: row.get(5)?,
        undone_by: row.get(6)?,
    })
}

/// All, by number.
pub fn all(connection: &Connection) -> rusqlite::Result<Vec<Entry>> {
    let sql = format!("{ENTRY} WHERE number IS NOT NULL ORDER BY number");
    let mut select = connection.prepare(&sql)?;
    select.query_map([], entry)?.collect()
}

/// The one with this number.
pub fn find(connection: &Connection, number: i64) -> rusqlite::Result<Option<Entry>> {
    let sql = format!("{ENTRY} WHERE number = ?");
    connection.query_row(&sql, [number], entry).optional()
}

/// The files of an entry, by name.
pub fn files(connection: &Connection, entry: i64) -> rusqlite::Result<Vec<FileEntry>> {
    let mut select = connection.prepare_cached(
        "SELECT file, digest, created, updated, unchanged, removed FROM ledger_file WHERE ledger = ? ORDER BY file",
    )?;
    select
        .query_map([entry], |row| {
            Ok(FileEntry {
                file: row.get(0)?,
                digest: row.get(1)?,
                counts: [row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?],
            })
        })?
        .collect()
}

/// How many changes of the entry are forgotten: the files count them, and they are not there.
pub fn forgotten(connection: &Connection, entry: i64) -> rusqlite::Result<i64> {
    connection.query_row(
        "SELECT coalesce(sum(f.created + f.updated + f.removed
                    - (SELECT count(*) FROM ledger_change AS c WHERE c.ledger = ?1 AND c.file = f.file)), 0)
         FROM ledger_file AS f WHERE f.ledger = ?1",
        params![entry],
        |row| row.get(0),
    )
}
