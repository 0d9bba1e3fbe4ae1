//! The errors that connectors report. "The last 90 days and 100,000 are kept": every insertion enforces the number, and an
//! hourly check the age.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::Result;
use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, Row, params};

use super::{Store, WriteError};
use crate::model::time::{Clock, format_instant};

const MAX_ERRORS: i64 = 100_000;

const PRUNE_INTERVAL: Duration = Duration::from_secs(3600);

/// The most errors deleted in one change, since others wait for it.
const PRUNE_BATCH: u32 = 1_000;

const PAGE: u32 = 500;

pub struct ConnectorError {
    pub id: i64,
    /// As [`second`] formats it.
    pub at: String,
    pub credential: String,
    pub connector: String,
    pub message: String,
}

pub fn store(
    connection: &Connection,
    at: Timestamp,
    credential: &str,
    connector: &str,
    message: &str,
) -> rusqlite::Result<()> {
    let sql = "INSERT INTO connector_error (at, credential, connector, message) VALUES (?, ?, ?, ?)";
    connection.prepare_cached(sql)?.execute([&format_instant(at), credential, connector, message])?;
    let sql = "DELETE FROM connector_error WHERE id <= ?";
    connection.prepare_cached(sql)?.execute([connection.last_insert_rowid() - MAX_ERRORS]).map(drop)
}

pub struct ConnectorErrorQuery<'a> {
    pub since: &'a str,
    pub connector: Option<&'a str>,
}

/// Passes the matching errors to a callback, oldest first, page by page, so that a pager holds no snapshot.
pub fn each(
    connection: &Connection,
    query: &ConnectorErrorQuery,
    mut callback: impl FnMut(&ConnectorError) -> Result<()>,
) -> Result<()> {
    let mut after = 0;
    loop {
        let page = next(connection, query, after)?;
        let Some(last) = page.last() else { return Ok(()) };
        after = last.id;
        page.iter().try_for_each(&mut callback)?;
    }
}

fn next(connection: &Connection, query: &ConnectorErrorQuery, after: i64) -> rusqlite::Result<Vec<ConnectorError>> {
    let sql = "SELECT id, at, credential, connector, message FROM connector_error
               WHERE id > ?1 AND at >= ?2 AND (?3 IS NULL OR connector = ?3) ORDER BY id LIMIT ?4";
    connection.prepare_cached(sql)?.query_map(params![after, query.since, query.connector, PAGE], read_error)?.collect()
}

/// Returns the latest errors, newest first, of one credential or of all.
pub fn latest(connection: &Connection, credential: Option<&str>, limit: u32) -> rusqlite::Result<Vec<ConnectorError>> {
    let sql = "SELECT id, at, credential, connector, message FROM connector_error
               WHERE ?1 IS NULL OR credential = ?1 ORDER BY id DESC LIMIT ?2";
    connection.prepare_cached(sql)?.query_map(params![credential, limit], read_error)?.collect()
}

pub fn counts(connection: &Connection, since: &str) -> rusqlite::Result<BTreeMap<String, u32>> {
    let sql = "SELECT credential, count(*) FROM connector_error WHERE at >= ? GROUP BY credential";
    connection.prepare_cached(sql)?.query_map([since], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}

fn read_error(row: &Row) -> rusqlite::Result<ConnectorError> {
    read_row!(row => ConnectorError { id, at, credential, connector, message })
}

/// Returns the lengths of the longest credential and connector names, in characters.
pub fn widths(connection: &Connection, query: &ConnectorErrorQuery) -> rusqlite::Result<Option<(u16, u16)>> {
    connection
        .prepare_cached(
            "SELECT max(length(credential)), max(length(connector))
             FROM connector_error WHERE at >= ?1 AND (?2 IS NULL OR connector = ?2)",
        )?
        .query_row(params![query.since, query.connector], |row| Ok(row.get::<_, Option<_>>(0)?.zip(row.get(1)?)))
}

/// Blanks the messages of [`naming`]. Returns how many.
pub fn blank(connection: &Connection, names: &[String]) -> rusqlite::Result<usize> {
    let mut blank = connection.prepare("UPDATE connector_error SET message = '' WHERE id = ?")?;
    naming(connection, names)?.iter().map(|error| blank.execute([error.id])).sum()
}

/// Returns errors whose messages contain one of these names as whole words, in any case.
pub fn naming(connection: &Connection, names: &[String]) -> rusqlite::Result<Vec<ConnectorError>> {
    let sql = "SELECT id, at, credential, connector, message FROM connector_error
               WHERE instr(lower_case(message), ?) ORDER BY id";
    let mut containing = connection.prepare(sql)?;
    let mut naming = BTreeMap::new();
    for name in names.iter().map(|name| name.to_lowercase()) {
        for error in containing.query_map([&name], read_error)? {
            let error = error?;
            if contains_words(&error.message.to_lowercase(), &name) {
                naming.insert(error.id, error);
            }
        }
    }
    Ok(naming.into_values().collect())
}

/// Returns whether a message contains a name as whole words: `E10` does not contain `E1`.
fn contains_words(message: &str, name: &str) -> bool {
    message.match_indices(name).any(|(at, _)| {
        let before = message[..at].chars().next_back();
        let after = message[at + name.len()..].chars().next();
        !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
    })
}

/// Deletes errors older than `keep`, at once and hourly, for as long as it is polled; never with a fixed clock (`--now`).
pub async fn keep_recent(store: &Store, clock: &Clock, keep: SignedDuration) {
    if clock.is_fixed() {
        return std::future::pending().await;
    }
    loop {
        // a `keep` before the calendar's first day keeps everything
        if let Ok(before) = clock.now_instant().checked_sub(keep) {
            while let Ok(true) = prune(store, before).await {}
        }
        tokio::time::sleep(PRUNE_INTERVAL).await;
    }
}

/// Deletes some errors from before a time. Returns whether more may remain.
async fn prune(store: &Store, before: Timestamp) -> Result<bool, WriteError> {
    let before = before.to_string();
    let change = move |change: &mut super::Change| {
        let sql = "DELETE FROM connector_error
                   WHERE id IN (SELECT id FROM connector_error WHERE at < ? ORDER BY at LIMIT ?)";
        let deleted = change.prepare_cached(sql)?.execute(params![before, PRUNE_BATCH])?;
        Ok::<_, WriteError>(deleted > 0)
    };
    store.writer().note(change).await
}
