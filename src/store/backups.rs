//! The backups that the service makes by itself, and when the last good one was, whoever made it.
//!
//! Their moments are the machine's own, which `--now` does not touch. How a copy is made and checked is
//! [`backup`](super::backup)'s; what stands in the folder, [`folder`]'s.

mod folder;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::{Context, Result};
use jiff::Timestamp;
use rusqlite::Connection;

use super::Store;
use super::backup::{backup, note, noted_after};
use super::copy::CopyObserver;
use crate::model::lock::lock;
use crate::model::time::{Clock, second};
use crate::output::resolve;
pub use folder::BackupFolder;

/// How soon one that failed is tried again, where the next is not due before.
const AGAIN_AFTER: Duration = Duration::from_secs(300);

/// What the service does by itself.
pub struct BackupPlan {
    pub folder: BackupFolder,
    /// How old the last may become.
    pub every: Duration,
    pub keep: usize,
    /// Who makes them: `user@host`.
    pub actor: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backup {
    /// When, as the ledger keeps moments.
    pub at: String,
    pub to: String,
}

/// The backups of one database.
pub struct Backups {
    path: PathBuf,
    clock: Clock,
    /// What the service does by itself, where it does.
    pub plan: Option<BackupPlan>,
    stop: Arc<AtomicBool>,
    known: Mutex<BackupState>,
    /// Held while one is made.
    making: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct BackupState {
    /// Up to which entry the ledger was asked.
    asked: i64,
    last: Option<Backup>,
    failures: u64,
    why: Option<String>,
}

impl BackupState {
    fn take(&mut self, made: Option<Backup>) {
        if made.as_ref().map(|made| &made.at) > self.last.as_ref().map(|last| &last.at) {
            self.last = made;
        }
    }
}

impl Backups {
    /// Those of the database at this path. Once `stop` is true, one that is being made is given up.
    pub fn new(path: &Path, clock: &Clock, plan: Option<BackupPlan>, stop: &Arc<AtomicBool>) -> Self {
        Self {
            path: resolve(path),
            clock: clock.clone(),
            plan,
            stop: Arc::clone(stop),
            known: Mutex::default(),
            making: tokio::sync::Mutex::default(),
        }
    }

    /// The last good one, as far as it is known: the ledger tells of those that a command made, wherever they are.
    pub fn last(&self, connection: &Connection) -> rusqlite::Result<Option<Backup>> {
        let mut known = lock(&self.known);
        let (asked, noted) = noted_after(connection, known.asked)?;
        known.asked = asked;
        known.take(noted);
        Ok(known.last.clone())
    }

    /// How long ago that was.
    pub fn age(&self, connection: &Connection) -> rusqlite::Result<Option<Duration>> {
        let at = self.last(connection)?.and_then(|made| made.at.parse::<Timestamp>().ok());
        let age = at.map(|at| Timestamp::now().duration_since(at));
        // by a clock that was ahead it was a moment ago
        Ok(age.map(|age| age.try_into().unwrap_or_default()))
    }

    /// How many attempts failed since the service started, and why the last one did, where none was good since.
    pub fn failures(&self) -> (u64, Option<String>) {
        let known = lock(&self.known);
        (known.failures, known.why.clone())
    }

    /// Makes one now by the plan, for `actor`, and takes away those that are more than stay. Where it went.
    pub fn make(&self, plan: &BackupPlan, actor: &str) -> Result<PathBuf> {
        let _alone = self.making.blocking_lock();
        let begun = Timestamp::now();
        let to = plan.folder.new_path(begun);
        let made = self.copy(&to);
        let mut known = lock(&self.known);
        known.why = made.as_ref().err().map(|error| format!("{error:#}"));
        known.failures += u64::from(made.is_err());
        drop(known);
        made?;
        self.record_backup(begun, &to, actor);
        if let Err(error) = plan.folder.thin(&to, plan.keep) {
            tracing::warn!(%error, "older backups are not removed");
        }
        Ok(to)
    }

    /// Makes one for `actor` to take away: a file without a name, which is gone once it is closed, and what it may be called.
    pub fn take_away(&self, actor: &str) -> Result<(File, String)> {
        let _alone = self.making.blocking_lock();
        let begun = Timestamp::now();
        let folder = tempfile::tempdir().context("there is no room for temporary files")?;
        let to = BackupFolder::new(folder.path().to_owned(), &self.path).new_path(begun);
        self.copy(&to)?;
        let file = File::open(&to)?;
        let name = to.file_name().unwrap_or_default().to_string_lossy();
        self.record_backup(begun, Path::new(&format!("{name}, taken away")), actor);
        Ok((file, name.into_owned()))
    }

    /// Tells of a good one, here and in the audit.
    fn record_backup(&self, begun: Timestamp, to: &Path, actor: &str) {
        lock(&self.known).take(Some(Backup::new(begun, to)));
        if let Err(error) = note(&self.path, &self.clock, actor, to) {
            tracing::warn!("the audit does not tell of the backup {}: {error:#}", to.display());
        }
    }

    fn copy(&self, to: &Path) -> Result<()> {
        let watch = CopyObserver { told: &|_| {}, stop: Arc::clone(&self.stop) };
        for difference in backup(&self.path, &self.clock, to, &watch)? {
            tracing::warn!("{difference}; `restore` will refuse the backup for that");
        }
        Ok(())
    }

    /// How long it is until the next is due; none that stands in the folder was made before the service started.
    fn time_until_next(&self, plan: &BackupPlan) -> Duration {
        // one that cannot be looked at says so when a backup is made there
        let Ok(Some((at, path))) = plan.folder.newest() else {
            return Duration::ZERO;
        };
        lock(&self.known).take(Some(Backup::new(at, &path)));
        // by a clock that was ahead it says nothing
        let age = Duration::try_from(Timestamp::now().duration_since(at));
        age.map_or(Duration::ZERO, |age| plan.every.saturating_sub(age))
    }

    /// Waits until none is being made.
    pub async fn idle(&self) {
        drop(self.making.lock().await);
    }
}

impl Backup {
    fn new(at: Timestamp, to: &Path) -> Self {
        Self { at: second(at), to: to.display().to_string() }
    }
}

/// Makes one whenever it is due, for as long as it is polled. One that fails is told, and tried again.
pub async fn keep_making(store: &Arc<Store>) {
    let mut wait = spawn_if_planned(store, Backups::time_until_next).await;
    while let Some(due_in) = wait {
        tokio::time::sleep(due_in).await;
        wait = spawn_if_planned(store, |backups, plan| match backups.make(plan, &plan.actor) {
            Ok(to) => {
                tracing::info!("{} is a whole copy of the database, checked", to.display());
                plan.every
            }
            Err(error) => {
                tracing::error!("NO BACKUP WAS MADE, and it is tried again: {error:#}");
                plan.every.min(AGAIN_AFTER)
            }
        })
        .await;
    }
    std::future::pending().await
}

/// What comes of a piece of work that takes its time; none where there is no plan.
async fn spawn_if_planned<T: Send + 'static>(
    store: &Arc<Store>,
    work: impl FnOnce(&Backups, &BackupPlan) -> T + Send + 'static,
) -> Option<T> {
    let store = Arc::clone(store);
    let done = tokio::task::spawn_blocking(move || {
        let backups = &store.backups;
        backups.plan.as_ref().map(|plan| work(backups, plan))
    });
    done.await.unwrap_or(None)
}
