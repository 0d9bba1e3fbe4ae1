//! Finds the connectors that reported errors today, or that have made no calls for longer than usual.

use std::collections::HashMap;

use anyhow::Result;
use jiff::civil::Time;
use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, params};

use crate::ledger::query::query_all;
use crate::model::time::{Clock, format_instant};
use crate::store::credential::Credential;

/// The period before now in which the usual pause of a connector is measured.
const HISTORY: SignedDuration = SignedDuration::from_hours(30 * 24);

/// The usual pause of a connector with fewer calls is unknown.
const MIN_CALLS: i64 = 5;

/// The allowed silence of a connector whose usual pause is unknown, such as one that only reads.
const DEFAULT_SILENCE: SignedDuration = SignedDuration::from_hours(7 * 24);

/// A connector that needs attention. A connector may have an alert for each reason.
#[derive(Clone)]
pub struct ConnectorAlert {
    pub credential: String,
    pub reason: AlertReason,
    /// The time of the last error or call, in UTC.
    pub at: String,
}

#[derive(Clone)]
pub enum AlertReason {
    /// The number of errors today.
    Failed(i64),
    /// The present silence, and the longest earlier pause, which is `None` if the connector made too few calls.
    Silent(SignedDuration, Option<SignedDuration>),
}

/// Returns the connectors that failed today, then those that are silent for longer than usual.
pub fn alerts(connection: &Connection, clock: &Clock) -> Result<Vec<ConnectorAlert>> {
    let midnight = clock.to_instant_text(clock.now().with().time(Time::midnight()).build()?);
    let mut alerts = failure_alerts(connection, &midnight)?;
    // the actual time, even with `--now`: the times of calls are actual, too
    let actual_now = Timestamp::now();
    let longest_pauses = longest_pauses(connection, actual_now)?;
    for stored in Credential::all(connection)? {
        // a connector that was never used is not in operation yet
        let Some(at) = stored.last_used_at else { continue };
        let silence = actual_now.duration_since(at.parse()?);
        let usual_pause = longest_pauses.get(&stored.name).copied();
        if silence > usual_pause.unwrap_or(DEFAULT_SILENCE) {
            let reason = AlertReason::Silent(silence, usual_pause);
            alerts.push(ConnectorAlert { credential: stored.name, reason, at });
        }
    }
    Ok(alerts)
}

fn failure_alerts(connection: &Connection, since: &str) -> rusqlite::Result<Vec<ConnectorAlert>> {
    let sql = "SELECT credential, count(*) AS failures, max(at) AS last_at FROM connector_error
               WHERE at >= ? GROUP BY credential";
    query_all(connection, sql, [since], |row| {
        let reason = AlertReason::Failed(row.get("failures")?);
        Ok(ConnectorAlert { credential: row.get("credential")?, reason, at: row.get("last_at")? })
    })
}

/// Returns the longest pause of each credential with [`MIN_CALLS`], but at least a day: many connectors call nightly.
fn longest_pauses(connection: &Connection, now: Timestamp) -> Result<HashMap<String, SignedDuration>> {
    // the inner query returns the pause before each call of an actor; the ledger has only calls that changed data
    let sql = "SELECT actor, max(pause) AS longest FROM (
                   SELECT actor, unixepoch(at) - unixepoch(lag(at) OVER (PARTITION BY actor ORDER BY at)) AS pause
                   FROM ledger WHERE at >= ? AND kind = 'call')
               GROUP BY actor HAVING count(*) >= ?";
    let since = format_instant(now.checked_sub(HISTORY)?);
    let day = SignedDuration::from_hours(24);
    Ok(query_all(connection, sql, params![since, MIN_CALLS], |row| {
        let pause = SignedDuration::from_secs(row.get("longest")?);
        Ok((row.get("actor")?, pause.max(day)))
    })?)
}
