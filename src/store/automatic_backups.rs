//! Makes automatic backups, and finds the latest backup. Times are the machine's, even with `--now`.

mod folder;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::{Context, Result};
use jiff::{SignedDuration, Timestamp};
use rusqlite::Connection;

use super::Store;
use super::backup::{find_backup_recorded_after, make_backup, record_backup};
use super::copy::CopyObserver;
use crate::model::lock::lock;
use crate::model::message::Message;
use crate::model::time::{Clock, format_instant};
use crate::output::resolve_links;
pub use folder::BackupFolder;

/// The delay before a failed backup is retried, unless the plan's interval is shorter.
const RETRY_DELAY: Duration = Duration::from_secs(300);

pub struct BackupPlan {
    pub folder: BackupFolder,
    pub interval: Duration,
    pub kept_backups: usize,
    pub actor: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backup {
    /// The time at which the backup began, in UTC.
    pub at: String,
    /// The path of the copy, or a description of a copy that does not remain.
    pub to: String,
}

/// Makes backups of a database, one at a time, and knows the latest.
pub struct Backups {
    path: PathBuf,
    clock: Clock,
    /// `None` without automatic backups.
    pub plan: Option<BackupPlan>,
    /// Aborts a running backup once it is true.
    stop: Arc<AtomicBool>,
    state: Mutex<BackupState>,
    /// Locked while a backup is made.
    running: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct BackupState {
    /// The newest ledger entry that was searched for backups.
    checked_entry: i64,
    last: Option<Backup>,
    failures: u64,
    /// The error of the latest backup; `None` if it succeeded.
    last_error: Option<Message>,
}

impl BackupState {
    /// Compares instants as texts. Any backup is newer than none.
    fn set_last_if_newer(&mut self, backup: Option<Backup>) {
        if backup.as_ref().map(|backup| &backup.at) > self.last.as_ref().map(|last| &last.at) {
            self.last = backup;
        }
    }
}

impl Backups {
    pub fn without_plan(path: &Path, clock: &Clock) -> Self {
        Self::new(path, clock, None, &Arc::default())
    }

    /// Returns the state before the first backup. `plan` is `None` without automatic backups. Setting `stop` aborts a
    /// running backup.
    pub fn new(path: &Path, clock: &Clock, plan: Option<BackupPlan>, stop: &Arc<AtomicBool>) -> Self {
        Self {
            path: resolve_links(path),
            clock: clock.clone(),
            plan,
            stop: Arc::clone(stop),
            state: Mutex::default(),
            running: tokio::sync::Mutex::default(),
        }
    }

    /// Returns the latest backup, even if a command made it; `None` if no backup is known.
    pub fn last(&self, connection: &Connection) -> rusqlite::Result<Option<Backup>> {
        let mut state = lock(&self.state);
        // only the entries since the previous call are searched
        let (newest_entry, recorded) = find_backup_recorded_after(connection, state.checked_entry)?;
        state.checked_entry = newest_entry;
        state.set_last_if_newer(recorded);
        Ok(state.last.clone())
    }

    /// Returns the time since the latest backup began; `None` if no backup is known. Negative if the clock was set back
    /// since the backup.
    pub fn age(&self, connection: &Connection) -> rusqlite::Result<Option<SignedDuration>> {
        let at = self.last(connection)?.and_then(|last| last.at.parse::<Timestamp>().ok());
        Ok(at.map(|at| Timestamp::now().duration_since(at)))
    }

    pub fn failure_count(&self) -> u64 {
        lock(&self.state).failures
    }

    pub fn last_error(&self) -> Option<Message> {
        lock(&self.state).last_error.clone()
    }

    /// Makes a backup for `actor`, and deletes surplus older backups. Returns the path of the new backup.
    pub fn make(&self, plan: &BackupPlan, actor: &str) -> Result<PathBuf> {
        let _guard = self.running.blocking_lock();
        let started = Timestamp::now();
        let to = plan.folder.new_path(started);
        let copied = self.copy(&to);
        // also after an error, which the metrics and the console show
        let mut state = lock(&self.state);
        state.last_error = copied.as_ref().err().map(Message::of_error);
        state.failures += u64::from(copied.is_err());
        // `record` locks the state again
        drop(state);
        copied?;
        self.record(started, &to.display().to_string(), actor);
        if let Err(error) = plan.folder.delete_surplus(&to, plan.kept_backups) {
            tracing::warn!(%error, "older backups cannot be deleted");
        }
        Ok(to)
    }

    /// Makes a backup to download. Returns the open file and its name. The temporary folder is deleted on return.
    pub fn make_for_download(&self, actor: &str) -> Result<(File, String)> {
        let _guard = self.running.blocking_lock();
        let started = Timestamp::now();
        let folder = tempfile::tempdir().context("there is no space for temporary files")?;
        let to = BackupFolder::new(folder.path().to_owned(), &self.path).new_path(started);
        self.copy(&to)?;
        // the open file stays readable after its folder is deleted
        let file = File::open(&to)?;
        let name = to.file_name().unwrap_or_default().to_string_lossy();
        self.record(started, &format!("{name}, removed"), actor);
        Ok((file, name.into_owned()))
    }

    /// Records a backup in the audit. `place` is the path, or a description of a file that does not remain.
    fn record(&self, started: Timestamp, place: &str, actor: &str) {
        lock(&self.state).set_last_if_newer(Some(Backup::new(started, place.to_owned())));
        if let Err(error) = record_backup(&self.path, &self.clock, actor, place) {
            tracing::warn!("the backup {place} was not recorded in the audit: {error:#}");
        }
    }

    /// Copies the database to a new file, and warns if `restore` will refuse the copy.
    fn copy(&self, to: &Path) -> Result<()> {
        let observer = CopyObserver { report: &|_| {}, stop: Arc::clone(&self.stop) };
        for difference in make_backup(&self.path, &self.clock, to, &observer)? {
            tracing::warn!("{difference}; `restore` will refuse the backup for that");
        }
        Ok(())
    }

    /// Returns the time until the next backup is due, counted from the newest file. Also sets `last` to that file.
    fn time_until_next(&self, plan: &BackupPlan) -> Duration {
        // due at once without a backup, and also if the folder cannot be read: the backup then reports the error
        let Ok(Some((at, path))) = plan.folder.newest() else { return Duration::ZERO };
        lock(&self.state).set_last_if_newer(Some(Backup::new(at, path.display().to_string())));
        // a backup with a future time makes the next backup due
        let age = Duration::try_from(Timestamp::now().duration_since(at));
        age.map_or(Duration::ZERO, |age| plan.interval.saturating_sub(age))
    }

    pub async fn wait_until_idle(&self) {
        drop(self.running.lock().await);
    }
}

impl Backup {
    fn new(at: Timestamp, to: String) -> Self {
        Self { at: format_instant(at), to }
    }
}

/// Makes backups when they are due, and retries failed backups. Never returns.
pub async fn make_backups_on_schedule(store: &Arc<Store>) {
    let mut next_due_in = spawn_if_planned(store, Backups::time_until_next).await;
    while let Some(due_in) = next_due_in {
        tokio::time::sleep(due_in).await;
        next_due_in = spawn_if_planned(store, |backups, plan| match backups.make(plan, &plan.actor) {
            Ok(to) => {
                tracing::info!("{} is a complete, checked copy of the database", to.display());
                plan.interval
            }
            Err(error) => {
                tracing::error!("THE BACKUP FAILED and will be retried: {error:#}");
                plan.interval.min(RETRY_DELAY)
            }
        })
        .await;
    }
    // no plan, or a panic: the caller waits for other tasks
    std::future::pending().await
}

/// Runs `work` on a blocking thread. Returns `None` without a plan, or if `work` panicked.
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
