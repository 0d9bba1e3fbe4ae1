//! Connectors that need attention: "connectors that failed today or have been silent longer than usual".

use std::collections::HashMap;

use anyhow::Result;
use jiff::civil::Time;
use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, params};

use crate::model::time::{Clock, second};
use crate::store::credential::Credential;

const LOOKED_BACK: SignedDuration = SignedDuration::from_hours(30 * 24);

/// The fewest calls that define what is usual.
const CALLS: i64 = 5;

/// The allowed silence of other connectors. One that only reads leaves nothing in the ledger.
const UNKNOWN: SignedDuration = SignedDuration::from_hours(7 * 24);

pub struct ConnectorAlert {
    pub credential: String,
    pub trouble: AlertReason,
    /// The last call, as the ledger stores times.
    pub at: String,
}

pub enum AlertReason {
    Failed(i64),
    /// The length of the silence, and the connector's longest pause if known.
    Silent(SignedDuration, Option<SignedDuration>),
}

/// Returns failed connectors, then silent ones.
pub fn alerts(connection: &Connection, clock: &Clock) -> Result<Vec<ConnectorAlert>> {
    let midnight = clock.instant(clock.now().with().time(Time::midnight()).build()?);
    let mut found = failed(connection, &midnight)?;
    let now = Timestamp::now();
    let usual = longest_pauses(connection, now)?;
    for stored in Credential::all(connection)? {
        let Some(at) = stored.last_used_at else { continue };
        let silent = now.duration_since(at.parse()?);
        let usual = usual.get(&stored.name).copied();
        if silent > usual.unwrap_or(UNKNOWN) {
            found.push(ConnectorAlert { credential: stored.name, trouble: AlertReason::Silent(silent, usual), at });
        }
    }
    Ok(found)
}

fn failed(connection: &Connection, since: &str) -> rusqlite::Result<Vec<ConnectorAlert>> {
    let mut statement = connection.prepare_cached(
        "SELECT credential, count(*), max(at) FROM connector_error WHERE at >= ? GROUP BY credential",
    )?;
    let failed = statement.query_map([since], |row| {
        Ok(ConnectorAlert { credential: row.get(0)?, trouble: AlertReason::Failed(row.get(1)?), at: row.get(2)? })
    })?;
    failed.collect()
}

/// Returns the longest time between two changes by each credential with enough calls, at least a day, because nightly
/// jobs pause that long.
fn longest_pauses(connection: &Connection, now: Timestamp) -> Result<HashMap<String, SignedDuration>> {
    let mut statement = connection.prepare_cached(
        "SELECT actor, max(pause) FROM (
             SELECT actor, unixepoch(at) - unixepoch(lag(at) OVER (PARTITION BY actor ORDER BY at)) AS pause
             FROM ledger WHERE at >= ? AND kind = 'call')
         GROUP BY actor HAVING count(*) >= ?",
    )?;
    let since = second(now.checked_sub(LOOKED_BACK)?);
    let day = SignedDuration::from_hours(24);
    let pauses = statement.query_map(params![since, CALLS], |row| {
        let pause = SignedDuration::from_secs(row.get(1)?);
        Ok((row.get(0)?, pause.max(day)))
    })?;
    Ok(pauses.collect::<rusqlite::Result<_>>()?)
}
