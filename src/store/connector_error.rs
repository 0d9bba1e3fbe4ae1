//! The errors that connectors report, with times in UTC. Each insertion deletes the errors beyond [`MAX_ERRORS`].
//! An hourly task deletes errors that are too old.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::Result;
use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, Row, params};

use super::{Change, Store, WriteError};
use crate::ledger::query::query_all;
use crate::model::time::{Clock, format_instant};

const MAX_ERRORS: i64 = 100_000;

const PRUNE_INTERVAL: Duration = Duration::from_secs(3600);

/// The most errors deleted in one transaction. Other changes wait for this transaction.
const PRUNE_BATCH: u32 = 1_000;

const PAGE_ROWS: u32 = 500;

/// An error that a connector reported with an API call.
pub struct ConnectorError {
    pub id: i64,
    /// The instant of the report, in UTC.
    pub at: String,
    pub credential: String,
    /// The name of the connector, as the call has it.
    pub connector: String,
    pub message: String,
}

/// Adds an error, and deletes the oldest error if there are more than [`MAX_ERRORS`].
pub fn insert(
    connection: &Connection,
    at: Timestamp,
    credential: &str,
    connector: &str,
    message: &str,
) -> rusqlite::Result<()> {
    let insert = "INSERT INTO connector_error (at, credential, connector, message) VALUES (?, ?, ?, ?)";
    connection.prepare_cached(insert)?.execute([&format_instant(at), credential, connector, message])?;
    // ids are consecutive, except those of deleted errors
    let delete = "DELETE FROM connector_error WHERE id <= ?";
    connection.prepare_cached(delete)?.execute([connection.last_insert_rowid() - MAX_ERRORS]).map(drop)
}

const SELECT_ERRORS: &str = "SELECT id, at, credential, connector, message FROM connector_error";

pub struct ConnectorErrorQuery<'a> {
    /// The instant from which errors match, in UTC.
    pub since: &'a str,
    pub connector: Option<&'a str>,
}

/// Passes the matching errors to a callback, oldest first. No snapshot stays open during a slow callback.
pub fn for_each(
    connection: &Connection,
    query: &ConnectorErrorQuery,
    mut callback: impl FnMut(&ConnectorError) -> Result<()>,
) -> Result<()> {
    let conditions = "id > ?1 AND at >= ?2 AND (?3 IS NULL OR connector = ?3)";
    let sql = format!("{SELECT_ERRORS} WHERE {conditions} ORDER BY id LIMIT {PAGE_ROWS}");
    let mut after = 0;
    // each page is a query of its own, which ends before the callback runs
    loop {
        let page: Vec<_> = query_all(connection, &sql, params![after, query.since, query.connector], read_error)?;
        let Some(last) = page.last() else { return Ok(()) };
        after = last.id;
        page.iter().try_for_each(&mut callback)?;
    }
}

/// Returns the latest errors, newest first, of one credential or (`None`) of all credentials.
pub fn latest(connection: &Connection, credential: Option<&str>, limit: u32) -> rusqlite::Result<Vec<ConnectorError>> {
    let sql = format!("{SELECT_ERRORS} WHERE ?1 IS NULL OR credential = ?1 ORDER BY id DESC LIMIT ?2");
    query_all(connection, &sql, params![credential, limit], read_error)
}

pub fn count_by_credential(connection: &Connection, since: &str) -> rusqlite::Result<BTreeMap<String, u32>> {
    let sql = "SELECT credential, count(*) AS errors FROM connector_error WHERE at >= ? GROUP BY credential";
    query_all(connection, sql, [since], |row| Ok((row.get("credential")?, row.get("errors")?)))
}

fn read_error(row: &Row) -> rusqlite::Result<ConnectorError> {
    read_row!(row => ConnectorError { id, at, credential, connector, message })
}

/// Returns the lengths, in characters, of the longest credential and connector names; `None` if no error matches.
pub fn longest_names(connection: &Connection, query: &ConnectorErrorQuery) -> rusqlite::Result<Option<(u16, u16)>> {
    let sql = "SELECT max(length(credential)), max(length(connector))
               FROM connector_error WHERE at >= ?1 AND (?2 IS NULL OR connector = ?2)";
    let read_lengths = |row: &Row| {
        let (credential, connector): (Option<_>, Option<_>) = (row.get(0)?, row.get(1)?);
        Ok(credential.zip(connector))
    };
    connection.prepare_cached(sql)?.query_row(params![query.since, query.connector], read_lengths)
}

/// Empties the messages that mention one of these names. Returns the number of these messages.
pub fn blank_messages(connection: &Connection, names: &[String]) -> rusqlite::Result<usize> {
    let mut blank = connection.prepare("UPDATE connector_error SET message = '' WHERE id = ?")?;
    find_mentioning(connection, names)?.iter().map(|error| blank.execute([error.id])).sum()
}

/// Returns the errors whose messages contain one of these names as whole words, ignoring case.
pub fn find_mentioning(connection: &Connection, names: &[String]) -> rusqlite::Result<Vec<ConnectorError>> {
    let mut select = connection.prepare(&format!("{SELECT_ERRORS} WHERE instr(lower_case(message), ?) ORDER BY id"))?;
    let mut found = BTreeMap::new();
    // SQL finds the name anywhere, and `contains_words` then checks for whole words; the map has each error once
    for name in names.iter().map(|name| name.to_lowercase()) {
        for error in select.query_map([&name], read_error)? {
            let error = error?;
            if contains_words(&error.message.to_lowercase(), &name) {
                found.insert(error.id, error);
            }
        }
    }
    Ok(found.into_values().collect())
}

/// Returns whether a message contains a name as whole words: `E10` does not contain `E1`.
fn contains_words(message: &str, name: &str) -> bool {
    message.match_indices(name).any(|(start, _)| {
        let before = message[..start].chars().next_back();
        let after = message[start + name.len()..].chars().next();
        !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
    })
}

/// Deletes errors older than `max_age`, hourly. Never returns. Does nothing with a fixed clock (`--now`).
pub async fn delete_old_periodically(store: &Store, clock: &Clock, max_age: SignedDuration) {
    if clock.is_fixed() {
        return std::future::pending().await;
    }
    loop {
        // if `max_age` reaches back before the earliest possible time, no error is too old
        if let Ok(before) = clock.now_instant().checked_sub(max_age) {
            // after an error, the rest is deleted an hour later
            while let Ok(true) = delete_batch(store, before).await {}
        }
        tokio::time::sleep(PRUNE_INTERVAL).await;
    }
}

/// Deletes a batch of errors older than `before`. Returns whether more errors may remain.
async fn delete_batch(store: &Store, before: Timestamp) -> Result<bool, WriteError> {
    let before = before.to_string();
    let delete_errors = move |change: &mut Change| {
        let sql = "DELETE FROM connector_error
                   WHERE id IN (SELECT id FROM connector_error WHERE at < ? ORDER BY at LIMIT ?)";
        let deleted = change.prepare_cached(sql)?.execute(params![before, PRUNE_BATCH])?;
        Ok::<_, WriteError>(deleted > 0)
    };
    store.writer().change_without_attribution(delete_errors).await
}
