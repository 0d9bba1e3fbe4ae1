//! Errors that connectors told of: keeping the recent ones and telling them.
//!
//! "The last 90 days and 100,000 are kept": the number is held on to with every new one, the age looked at
//! from time to time, so that a connector in a loop never fills the disk.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::Result;
use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, Row, params};

use super::{Store, WriteError};
use crate::model::time::{Clock, second};

/// The most that are kept.
const KEPT: i64 = 100_000;

/// How often the age is looked at.
const PRUNED_EVERY: Duration = Duration::from_secs(3600);

/// How many are forgotten in one change: others wait for it.
const PRUNED_AT_ONCE: u32 = 1_000;

/// Errors that are read at once.
const PAGE: u32 = 500;

pub struct ConnectorError {
    /// Its number; later ones have larger numbers.
    pub id: i64,
    /// When it was told by the service's clock, as [`second`] writes it.
    pub at: String,
    /// The name of the credential that told it.
    pub credential: String,
    /// Which connector, as it calls itself; empty when it did not say.
    pub connector: String,
    pub message: String,
}

/// Keeps an error, told at this moment.
pub fn store(
    connection: &Connection,
    at: Timestamp,
    credential: &str,
    connector: &str,
    message: &str,
) -> rusqlite::Result<()> {
    connection
        .prepare_cached("INSERT INTO connector_error (at, credential, connector, message) VALUES (?, ?, ?, ?)")?
        .execute([&second(at), credential, connector, message])?;
    connection
        .prepare_cached("DELETE FROM connector_error WHERE id <= ?")?
        .execute([connection.last_insert_rowid() - KEPT])?;
    Ok(())
}

pub struct ConnectorErrorQuery<'a> {
    /// Told at this moment or later.
    pub since: &'a str,
    pub connector: Option<&'a str>,
}

/// Tells the errors that are asked for, oldest first. They are read page by page: a reader who stops reading, such as a
/// pager, must not hold a snapshot.
pub fn each(
    connection: &Connection,
    asked: &ConnectorErrorQuery,
    mut tell: impl FnMut(&ConnectorError) -> Result<()>,
) -> Result<()> {
    let mut after = 0;
    loop {
        let page = next(connection, asked, after)?;
        let Some(last) = page.last() else {
            return Ok(());
        };
        after = last.id;
        page.iter().try_for_each(&mut tell)?;
    }
}

fn next(connection: &Connection, asked: &ConnectorErrorQuery, after: i64) -> rusqlite::Result<Vec<ConnectorError>> {
    connection
        .prepare_cached(
            "SELECT id, at, credential, connector, message FROM connector_error
             WHERE id > ?1 AND at >= ?2 AND (?3 IS NULL OR connector = ?3) ORDER BY id LIMIT ?4",
        )?
        .query_map(params![after, asked.since, asked.connector, PAGE], of_row)?
        .collect()
}

/// The latest errors, the last first, of the credential of this name or of all.
pub fn latest(connection: &Connection, credential: Option<&str>, limit: u32) -> rusqlite::Result<Vec<ConnectorError>> {
    connection
        .prepare_cached(
            "SELECT id, at, credential, connector, message FROM connector_error
             WHERE ?1 IS NULL OR credential = ?1 ORDER BY id DESC LIMIT ?2",
        )?
        .query_map(params![credential, limit], of_row)?
        .collect()
}

/// How many errors each credential told of since this moment.
pub fn counts(connection: &Connection, since: &str) -> rusqlite::Result<BTreeMap<String, u32>> {
    connection
        .prepare_cached("SELECT credential, count(*) FROM connector_error WHERE at >= ? GROUP BY credential")?
        .query_map([since], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect()
}

fn of_row(row: &Row) -> rusqlite::Result<ConnectorError> {
    Ok(ConnectorError {
        id: row.get("id")?,
        at: row.get("at")?,
        credential: row.get("credential")?,
        connector: row.get("connector")?,
        message: row.get("message")?,
    })
}

/// The lengths in characters of the longest credential and connector among those asked for, if there are any.
pub fn widths(connection: &Connection, asked: &ConnectorErrorQuery) -> rusqlite::Result<Option<(u16, u16)>> {
    connection
        .prepare_cached(
            "SELECT max(length(credential)), max(length(connector))
             FROM connector_error WHERE at >= ?1 AND (?2 IS NULL OR connector = ?2)",
        )?
        .query_row(params![asked.since, asked.connector], |row| Ok(row.get::<_, Option<_>>(0)?.zip(row.get(1)?)))
}

/// Blanks the messages in which one of these names stands, in any case and as words of its own; how many.
pub fn blank(connection: &Connection, names: &[String]) -> rusqlite::Result<usize> {
    let mut blank = connection.prepare("UPDATE connector_error SET message = '' WHERE id = ?")?;
    naming(connection, names)?.iter().map(|error| blank.execute([error.id])).sum()
}

/// The errors in whose messages one of these names stands, in any case and as words of its own.
pub fn naming(connection: &Connection, names: &[String]) -> rusqlite::Result<Vec<ConnectorError>> {
    let mut holding = connection.prepare(
        "SELECT id, at, credential, connector, message FROM connector_error
         WHERE instr(lower_case(message), ?) ORDER BY id",
    )?;
    let mut naming = BTreeMap::new();
    for name in names.iter().map(|name| name.to_lowercase()) {
        for error in holding.query_map([&name], of_row)? {
            let error = error?;
            if names_it(&error.message.to_lowercase(), &name) {
                naming.insert(error.id, error);
            }
        }
    }
    Ok(naming.into_values().collect())
}

/// Whether the name stands there, and not inside a longer word: `E1` is not named by `E10`.
fn names_it(message: &str, name: &str) -> bool {
    message.match_indices(name).any(|(at, _)| {
        let before = message[..at].chars().next_back();
        let after = message[at + name.len()..].chars().next();
        !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
    })
}

/// Forgets those older than `keep`, now and from time to time, for as long as it is polled. What can't be
/// written now is forgotten later. A clock that `--now` fixed says nothing of their age.
pub async fn keep_recent(store: &Store, clock: &Clock, keep: SignedDuration) {
    if clock.is_fixed() {
        return std::future::pending().await;
    }
    loop {
        // a keep that reaches back before the calendar keeps all
        if let Ok(before) = clock.present().checked_sub(keep) {
            while let Ok(true) = prune(store, before).await {}
        }
        tokio::time::sleep(PRUNED_EVERY).await;
    }
}

/// Forgets some of those told before; whether there may be more.
async fn prune(store: &Store, before: Timestamp) -> Result<bool, WriteError> {
    let before = before.to_string();
    let change = move |change: &mut super::Change| {
        let forgotten = change
            .prepare_cached(
                "DELETE FROM connector_error
                 WHERE id IN (SELECT id FROM connector_error WHERE at < ? ORDER BY at LIMIT ?)",
            )?
            .execute(params![before, PRUNED_AT_ONCE])?;
        Ok::<_, WriteError>(forgotten > 0)
    };
    store.writer().note(change).await
}
