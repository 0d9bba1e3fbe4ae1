//! Stores the mappings of foreign files, as texts with versions. `exchange` parses the texts.

use anyhow::{Result, bail};
use rusqlite::{Connection, params};

use super::connection::Database;
use crate::ledger::query::query_all;
use crate::ledger::{Attribution, LedgerEntry};
use crate::model::message::{Message, MessageName};
use crate::model::name_similarity::find_close_name;

/// A stored mapping, in its newest version.
#[derive(Debug, Clone)]
pub struct MappingRecord {
    pub name: String,
    pub version: i64,
    pub content: String,
}

/// Returns the newest versions of all mappings that were not removed, by name.
pub fn all(connection: &Connection) -> rusqlite::Result<Vec<MappingRecord>> {
    // `mapping` has the version in use of each name, and `mapping_version` the contents of all versions
    let select = "SELECT name, version, content FROM mapping JOIN mapping_version USING (name, version) ORDER BY name";
    query_all(connection, select, [], |row| read_row!(row => MappingRecord { name, version, content }))
}

pub fn find_existing(connection: &Connection, name: &str) -> Result<MappingRecord> {
    let all = all(connection)?;
    let similar_name = find_close_name(name, all.iter().map(|known| &known.name));
    match all.into_iter().find(|known| known.name == name) {
        Some(found) => Ok(found),
        None => bail!(Message::new(MessageName::NoSuchMapping).with(name).with_suggestion(similar_name)),
    }
}

/// Returns the version that [`add_version_if_changed`] would return, and whether this version is new. Stores nothing.
/// `is_same` returns whether a stored text has the content of the mapping.
pub fn version_if_stored(
    connection: &Connection,
    name: &str,
    is_same: impl FnOnce(&str) -> bool,
) -> rusqlite::Result<(i64, bool)> {
    let stored = all(connection)?.into_iter().find(|known| known.name == name);
    if let Some(stored) = stored.filter(|stored| is_same(&stored.content)) {
        return Ok((stored.version, false));
    }
    // a removed mapping keeps its versions, so that a new mapping with its name continues the numbers
    let next = "SELECT coalesce(max(version), 0) + 1 FROM mapping_version WHERE name = ?";
    Ok((connection.query_row(next, [name], |row| row.get(0))?, true))
}

/// Stores a mapping as a new version, unless the stored content is the same. Returns the version, and whether it is
/// new. `is_same` returns whether a stored text has the content of the mapping. `attribute` makes the attribution of
/// the new version's ledger entry. The caller commits.
pub fn add_version_if_changed(
    connection: &Connection,
    name: &str,
    content: &str,
    is_same: impl FnOnce(&str) -> bool,
    attribute: impl FnOnce(i64) -> Attribution,
) -> rusqlite::Result<(i64, bool)> {
    let (version, is_new) = version_if_stored(connection, name, is_same)?;
    if !is_new {
        return Ok((version, false));
    }
    LedgerEntry::new(connection, &attribute(version)).record_action()?;
    let sql = "INSERT INTO mapping_version (name, version, content) VALUES (?, ?, ?)";
    connection.execute(sql, params![name, version, content])?;
    connection.execute("INSERT OR REPLACE INTO mapping (name, version) VALUES (?, ?)", params![name, version])?;
    Ok((version, true))
}

/// Removes a mapping. Its versions stay, so that no version number is given twice. Returns whether the mapping existed.
pub fn remove(connection: &Connection, attribution: &Attribution, name: &str) -> rusqlite::Result<bool> {
    let is_removed = connection.execute("DELETE FROM mapping WHERE name = ?", [name])? > 0;
    if is_removed {
        LedgerEntry::new(connection, attribution).record_action()?;
    }
    Ok(is_removed)
}

/// Runs `work`, which calls [`add_version_if_changed`] or [`remove`], in a transaction. Commits unless `work` fails.
pub fn in_transaction<T>(database: &mut Database, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T> {
    let transaction = database.begin()?;
    let result = work(&transaction)?;
    transaction.commit()?;
    Ok(result)
}
