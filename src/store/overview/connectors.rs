//! "Connectors that failed today or have been silent longer than usual".

use std::collections::HashMap;

use anyhow::Result;
use jiff::civil::Time;
use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, params};

use crate::model::time::{Clock, format_instant};
use crate::store::credential::Credential;

const HISTORY: SignedDuration = SignedDuration::from_hours(30 * 24);

/// The fewest calls that define what is usual.
const MIN_CALLS: i64 = 5;

/// The allowed silence of other connectors, such as those that only read.
const DEFAULT_SILENCE: SignedDuration = SignedDuration::from_hours(7 * 24);

pub struct ConnectorAlert {
    pub credential: String,
    pub trouble: AlertReason,
    pub at: String,
}

pub enum AlertReason {
    Failed(i64),
    /// The length of the silence, and the connector's longest pause if known.
    Silent(SignedDuration, Option<SignedDuration>),
}

pub fn alerts(connection: &Connection, clock: &Clock) -> Result<Vec<ConnectorAlert>> {
    let midnight = clock.to_instant_text(clock.now().with().time(Time::midnight()).build()?);
    let mut found = failed(connection, &midnight)?;
    let now = Timestamp::now();
    let usual = longest_pauses(connection, now)?;
    for stored in Credential::all(connection)? {
        let Some(at) = stored.last_used_at else { continue };
        let silent = now.duration_since(at.parse()?);
        let usual = usual.get(&stored.name).copied();
        if silent > usual.unwrap_or(DEFAULT_SILENCE) {
            found.push(ConnectorAlert { credential: stored.name, trouble: AlertReason::Silent(silent, usual), at });
        }
    }
    Ok(found)
}

fn failed(connection: &Connection, since: &str) -> rusqlite::Result<Vec<ConnectorAlert>> {
    let sql = "SELECT credential, count(*), max(at) FROM connector_error WHERE at >= ? GROUP BY credential";
    let mut statement = connection.prepare_cached(sql)?;
    let failed = statement.query_map([since], |row| {
        Ok(ConnectorAlert { credential: row.get(0)?, trouble: AlertReason::Failed(row.get(1)?), at: row.get(2)? })
    })?;
    failed.collect()
}

/// Returns the longest pause of each credential with enough calls, at least a day, as nightly jobs have.
fn longest_pauses(connection: &Connection, now: Timestamp) -> Result<HashMap<String, SignedDuration>> {
    let sql = "SELECT actor, max(pause) FROM (
                   SELECT actor, unixepoch(at) - unixepoch(lag(at) OVER (PARTITION BY actor ORDER BY at)) AS pause
                   FROM ledger WHERE at >= ? AND kind = 'call')
               GROUP BY actor HAVING count(*) >= ?";
    let mut statement = connection.prepare_cached(sql)?;
    let since = format_instant(now.checked_sub(HISTORY)?);
    let day = SignedDuration::from_hours(24);
    let pauses = statement.query_map(params![since, MIN_CALLS], |row| {
        let pause = SignedDuration::from_secs(row.get(1)?);
        Ok((row.get(0)?, pause.max(day)))
    })?;
    Ok(pauses.collect::<rusqlite::Result<_>>()?)
}
