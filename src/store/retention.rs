//! Daily retention: anonymises persons whose contract ended long ago, and prunes old changes from the audit.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use jiff::Span;

use super::anonymisation::{self, AnonymisationError};
use super::connection::Database;
use super::ledger_pages::prune;
use super::{OpenMode, open};
use crate::ledger::retention::ExpiringDetails;
use crate::ledger::{Attribution, Origin};
use crate::model::time::Clock;

const DAILY: Duration = Duration::from_secs(24 * 3600);

const RETRY_DELAY: Duration = Duration::from_secs(3600);

#[derive(Clone)]
pub struct Retention {
    pub path: PathBuf,
    pub clock: Clock,
    pub persons: Option<Span>,
    pub audit: Option<Span>,
    pub actor: String,
    pub stop: Arc<AtomicBool>,
    /// Whether the file has traces of anonymised persons.
    pub traces: Arc<AtomicBool>,
}

/// Applies the periods at once and daily, for as long as it is polled; never with a fixed clock (`--now`).
pub async fn keep(retention: &Retention) {
    let is_unlimited = retention.persons.is_none() && retention.audit.is_none();
    if is_unlimited || retention.clock.is_fixed() {
        return std::future::pending().await;
    }
    loop {
        let due = retention.clone();
        let done = tokio::task::spawn_blocking(move || due.apply()).await;
        let wait = match done {
            Ok(Ok(())) => DAILY,
            _ if retention.stop.load(Relaxed) => return std::future::pending().await,
            Ok(Err(error)) => {
                tracing::error!("deleting expired data failed and will be retried: {error:#}");
                RETRY_DELAY
            }
            Err(_) => RETRY_DELAY,
        };
        tokio::time::sleep(wait).await;
    }
}

impl Retention {
    fn apply(&self) -> Result<()> {
        let mut database = open(&self.path, &self.clock, OpenMode::Existing)?;
        database.stop_when(&self.stop)?;
        let forgotten = self.audit.and_then(|keep| self.clock.time_ago(keep));
        if let Some(before) = forgotten {
            let by = self.attribution("--audit-keep");
            let moment = self.clock.to_instant_text(before);
            let count = prune(&mut database, ExpiringDetails::Persons, &moment, &by)?;
            if count > 0 {
                tracing::info!(count, %before, "deleted old changes of persons");
            }
        }
        if let Some(after) = self.persons {
            self.anonymise(&mut database, after)?;
        }
        // "so that the name is not left in the file"
        if self.traces.load(Relaxed) {
            if !anonymisation::erase(&database)? {
                bail!(
                    "the file still has traces of anonymised persons: a streamed response or another program, \
                     such as Litestream, reads its log"
                );
            }
            self.traces.store(false, Relaxed);
        }
        Ok(())
    }

    fn anonymise(&self, database: &mut Database, after: Span) -> Result<()> {
        let by = self.attribution("--anonymise-after");
        for person in anonymisation::overdue_persons(database, after)? {
            let begun = Instant::now();
            match anonymisation::anonymise(database, &person.identifier, &by) {
                Ok(_) => {
                    self.traces.store(true, Relaxed);
                    tracing::info!(person = person.id, ended = person.ended, "anonymised");
                }
                Err(AnonymisationError::Database(error)) => return Err(error.into()),
                // the log names nobody; `person anonymise` explains the reason
                Err(_) => tracing::warn!(person = person.id, "expired, but cannot be anonymised"),
            }
            // each anonymisation takes the write lock: pauses as long, so that others can write
            thread::sleep(begun.elapsed());
            database.check_stopped()?;
        }
        Ok(())
    }

    fn attribution(&self, flag: &str) -> Attribution {
        Attribution { origin: Origin::Command, actor: self.actor.clone(), action: format!("serve {flag}") }
    }
}
