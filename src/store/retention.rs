//! Anonymises persons whose contract ended long ago, and deletes old changes from the ledger, once a day.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use jiff::Span;

use super::anonymisation::{self, AnonymisationError};
use super::connection::Database;
use super::ledger_pruning::prune_changes;
use super::{OpenMode, open};
use crate::ledger::retention::ExpiringChanges;
use crate::ledger::{Attribution, Origin};
use crate::model::message::MessageName;
use crate::model::time::Clock;

const DAILY: Duration = Duration::from_secs(24 * 3600);

const RETRY_DELAY: Duration = Duration::from_secs(3600);

#[derive(Clone)]
pub struct Retention {
    pub path: PathBuf,
    pub clock: Clock,
    /// The time from the end of a contract to the anonymisation; `None` if no person is anonymised.
    pub anonymise_after: Option<Span>,
    /// The time for which changes of persons are kept; `None` for ever.
    pub audit_keep: Option<Span>,
    /// The author of deletions and anonymisations in the ledger.
    pub actor: String,
    /// Set when the service stops. It interrupts a deletion in progress.
    pub stop: Arc<AtomicBool>,
    /// Whether the file may have traces of anonymised persons. If erasing them fails, it is tried again the next time.
    pub has_traces_to_erase: Arc<AtomicBool>,
}

/// Deletes expired data at once and then daily. Never returns. Does nothing with a fixed clock (`--now`).
pub async fn apply_retention_daily(retention: &Retention) {
    let is_unlimited = retention.anonymise_after.is_none() && retention.audit_keep.is_none();
    if is_unlimited || retention.clock.is_fixed() {
        return std::future::pending().await;
    }
    loop {
        let retention_of_today = retention.clone();
        let applied = tokio::task::spawn_blocking(move || retention_of_today.apply()).await;
        let wait = match applied {
            Ok(Ok(())) => DAILY,
            // the service stops, so the error is no failure
            _ if retention.stop.load(Relaxed) => return std::future::pending().await,
            Ok(Err(error)) => {
                tracing::error!("deleting expired data failed and will be retried: {error:#}");
                RETRY_DELAY
            }
            // a panic, which is logged where it happened
            Err(_) => RETRY_DELAY,
        };
        tokio::time::sleep(wait).await;
    }
}

impl Retention {
    /// Deletes what has expired now: first old changes, then persons, and last their traces in the file.
    fn apply(&self) -> Result<()> {
        let mut database = open(&self.path, &self.clock, OpenMode::Existing)?;
        database.stop_when(&self.stop)?;
        if let Some(before) = self.audit_keep.and_then(|keep| self.clock.time_ago(keep)) {
            let attribution = self.attribution(MessageName::PruneExpiredChanges);
            let instant = self.clock.to_instant_text(before);
            let count = prune_changes(&mut database, ExpiringChanges::Persons, &instant, &attribution)?;
            if count > 0 {
                tracing::info!(count, %before, "deleted old changes of persons");
            }
        }
        if let Some(after) = self.anonymise_after {
            self.anonymise(&mut database, after)?;
        }
        // also after an earlier run in which erasing failed
        if self.has_traces_to_erase.load(Relaxed) {
            if !anonymisation::erase_traces(&database)? {
                bail!(
                    "the file still has traces of anonymised persons: a streamed response or another program, \
                     such as Litestream, reads its log"
                );
            }
            self.has_traces_to_erase.store(false, Relaxed);
        }
        Ok(())
    }

    /// Anonymises the persons whose contract ended at least `after` ago. Logs and skips those who cannot be anonymised.
    fn anonymise(&self, database: &mut Database, after: Span) -> Result<()> {
        let attribution = self.attribution(MessageName::AnonymiseExpiredPerson);
        for person in anonymisation::overdue_persons(database, after)? {
            let start = Instant::now();
            match anonymisation::anonymise(database, &person.identifier, &attribution) {
                Ok(_) => {
                    self.has_traces_to_erase.store(true, Relaxed);
                    tracing::info!(person = person.id, ended = person.contract_end, "anonymised");
                }
                Err(AnonymisationError::Database(error)) => return Err(error.into()),
                // the log must not contain names; `person anonymise` explains the reason
                Err(_) => tracing::warn!(person = person.id, "expired, but cannot be anonymised"),
            }
            // each anonymisation holds the write lock: a pause of the same length lets others write
            thread::sleep(start.elapsed());
            database.check_stopped()?;
        }
        Ok(())
    }

    fn attribution(&self, action: MessageName) -> Attribution {
        Attribution { origin: Origin::Command, actor: self.actor.clone(), action: action.into() }
    }
}
