//! Errors that connectors told of: keeping the recent ones and telling them.
//!
//! "The last 90 days and 100,000 are kept": the number is held on to with every new one, the age looked at
//! from time to time, so that a connector in a loop never fills the disk.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, Row, params};

use super::{Store, WriteError};
use crate::ledger::{Door, Source};
use crate::model::time::{Clock, second};

/// The most that are kept.
const KEPT: i64 = 100_000;

/// How often the age is looked at.
const PRUNED_EVERY: Duration = Duration::from_secs(3600);

/// How many are forgotten in one change: others wait for it.
const PRUNED_AT_ONCE: u32 = 1_000;

/// An error of a connector.
pub struct ConnectorError {
    /// Its number; later ones have larger numbers.
    pub id: i64,
    /// When it was told by the service's clock, as [`second`] writes it.
    pub at: String,
    /// The name of the credential that told it.
    pub credential: String,
    /// Which connector, as it calls itself; empty when it did not say.
    pub connector: String,
    /// What it said.
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
        .prepare_cached(
            "INSERT INTO connector_error (at, credential, connector, message) VALUES (?, ?, ?, ?)",
        )?
        .execute([&second(at), credential, connector, message])?;
    connection
        .prepare_cached("DELETE FROM connector_error WHERE id <= ?")?
        .execute([connection.last_insert_rowid() - KEPT])?;
    Ok(())
}

/// Which errors are asked for.
pub struct Asked<'a> {
    /// Told at this moment or later.
    pub since: &'a str,
    /// Of this connector only.
    pub connector: Option<&'a str>,
}

/// The next errors after this number, oldest first, at most `limit`.
pub fn next(
    connection: &Connection,
    asked: &Asked,
    after: i64,
    limit: u32,
) -> rusqlite::Result<Vec<ConnectorError>> {
    connection
        .prepare_cached(
            "SELECT id, at, credential, connector, message FROM connector_error
             WHERE id > ?1 AND at >= ?2 AND (?3 IS NULL OR connector = ?3) ORDER BY id LIMIT ?4",
        )?
        .query_map(params![after, asked.since, asked.connector, limit], of_row)?
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

/// The lengths in characters of the longest credential and connector among those asked for.
pub fn widths(connection: &Connection, asked: &Asked) -> rusqlite::Result<(u16, u16)> {
    connection
        .prepare_cached(
            "SELECT coalesce(max(length(credential)), 0), coalesce(max(length(connector)), 0)
             FROM connector_error WHERE at >= ?1 AND (?2 IS NULL OR connector = ?2)",
        )?
        .query_row(params![asked.since, asked.connector], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
}

/// Blanks the messages in which one of these names stands, in any case and as words of its own; how many.
pub fn blank(connection: &Connection, names: &[String]) -> rusqlite::Result<usize> {
    let mut holding = connection
        .prepare("SELECT id, message FROM connector_error WHERE instr(lower_case(message), ?)")?;
    let mut blank = connection.prepare("UPDATE connector_error SET message = '' WHERE id = ?")?;
    let mut blanked = 0;
    for name in names.iter().map(|name| name.to_lowercase()) {
        let held: Vec<(i64, String)> = holding
            .query_map([&name], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<rusqlite::Result<_>>()?;
        for (id, message) in held {
            if names_it(&message.to_lowercase(), &name) {
                blanked += blank.execute([id])?;
            }
        }
    }
    Ok(blanked)
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
    // nothing is recorded in the ledger, so this source is never written
    let source = Source {
        door: Door::Call,
        actor: String::new(),
        action: String::new(),
    };
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
    store.writer().change(source, change).await
}
