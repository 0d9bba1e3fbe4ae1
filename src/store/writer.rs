//! The writer: a thread that makes all queued changes in one transaction. While a commit waits for the disk, the next
//! changes queue up. Each change has a savepoint, so that a failed change does not affect the others.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use jiff::civil::DateTime;
use rusqlite::Connection;
use tokio::sync::{oneshot, watch};

use super::change_error::WriteError;
use super::connection::Database;
use super::derived;
use crate::ledger::action::Action;
use crate::ledger::{Attribution, LedgerEntry, Origin};
use crate::model::lock::lock;
use crate::model::time::Clock;

const MAX_GROUP: usize = 128;

/// A change waits this long for another process's lock. Then the call fails with 503.
const LOCK_TIMEOUT: Duration = Duration::from_secs(10);

/// The longest wait for queued changes at shutdown. A change that still waits for another process's lock is abandoned.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(500);

/// A group of changes that takes longer, including waits for locks, means that the writer hangs.
const HANG_TIMEOUT: Duration = Duration::from_secs(60);

/// A change in progress, within its savepoint.
pub struct Change<'a> {
    connection: &'a Connection,
    pub clock: &'a Clock,
    /// The time that `service_now()` returns.
    pub now: DateTime,
    pub entry: LedgerEntry<'a>,
}

impl std::ops::Deref for Change<'_> {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        self.connection
    }
}

/// A handle to the writer's thread. Dropping it ends the thread after the queued changes.
pub struct Writer {
    /// `None` in a read-only service, and during drop.
    queue: Option<Sender<QueuedChange>>,
    thread: Option<JoinHandle<()>>,
    busy_since: Arc<BusySince>,
    /// Closed when the thread ends.
    running: watch::Receiver<()>,
}

/// The time at which the thread began the current group; `None` while the thread is idle.
type BusySince = Mutex<Option<Instant>>;

/// A change that waits for the thread. If the transaction of the group fails, each change is retried alone.
struct QueuedChange {
    work: Box<dyn Work>,
    queued_at: Instant,
}

/// The work of a queued change, whatever the types of its result and error.
trait Work: Send {
    /// Runs the closure, and keeps the result for [`Self::deliver`]. Returns false if the change must be rolled back.
    fn run(&mut self, database: &Database, now: DateTime) -> bool;
    /// Replaces the result by an error.
    fn fail(&mut self, error: WriteError);
    /// Sends the result to the caller.
    fn deliver(self: Box<Self>);
}

struct AttributedWork<F, T, E> {
    work: F,
    attribution: Attribution,
    /// `None` until the closure has run or failed.
    result: Option<Result<T, E>>,
    reply: oneshot::Sender<Result<T, E>>,
}

impl<F, T, E> Work for AttributedWork<F, T, E>
where
    F: FnMut(&mut Change) -> Result<T, E> + Send,
    T: Send,
    E: From<WriteError> + Send,
{
    fn run(&mut self, database: &Database, now: DateTime) -> bool {
        let mut change = Change {
            connection: database,
            clock: database.clock(),
            now,
            entry: LedgerEntry::new(database, &self.attribution),
        };
        let result = (self.work)(&mut change);
        self.result.insert(result).is_ok()
    }

    fn fail(&mut self, error: WriteError) {
        self.result = Some(Err(error.into()));
    }

    fn deliver(self: Box<Self>) {
        if let Some(result) = self.result {
            // sending fails if the caller no longer waits, but the change was made
            let _ = self.reply.send(result);
        }
    }
}

impl Writer {
    pub(super) fn start(database: Database) -> Self {
        let (queue, changes) = mpsc::channel();
        let busy_since = Arc::new(BusySince::default());
        let thread_busy_since = Arc::clone(&busy_since);
        // `running` is closed once the thread has dropped `guard`; nothing is ever sent
        let (guard, running) = watch::channel(());
        let thread = std::thread::Builder::new()
            .name("writer".into())
            .spawn(move || {
                // moved into the thread, so that it is dropped even if the thread panics
                let _guard = guard;
                run_writer(&database, &changes, &thread_busy_since);
            })
            .expect("the operating system gives a thread");
        Self { queue: Some(queue), thread: Some(thread), busy_since, running }
    }

    /// Returns a writer for `--read-only`, which refuses every change.
    pub(super) fn read_only() -> Self {
        Self { queue: None, thread: None, busy_since: Arc::default(), running: watch::channel(()).1 }
    }

    /// Waits until the thread ends, which means that it panicked: otherwise, it runs until this value is dropped. Never
    /// returns in a read-only service.
    pub async fn wait_for_end(&self) {
        match self.queue {
            // `changed` fails once the channel is closed
            Some(_) => while self.running.clone().changed().await.is_ok() {},
            None => std::future::pending().await,
        }
    }

    pub fn is_responsive(&self) -> bool {
        let is_hanging = lock(&self.busy_since).is_some_and(|since| since.elapsed() > HANG_TIMEOUT);
        let has_ended = self.thread.as_ref().is_some_and(JoinHandle::is_finished);
        !has_ended && !is_hanging
    }

    /// Makes a change that has no ledger entry, or whose `work` adds its own. `work` must not use [`Change::entry`].
    pub async fn change_without_attribution<T: Send + 'static>(
        &self,
        work: impl FnMut(&mut Change) -> Result<T, WriteError> + Send + 'static,
    ) -> Result<T, WriteError> {
        // `change` needs an attribution, but stores it only if `work` uses `Change::entry`
        let unused_attribution =
            Attribution { origin: Origin::Call, actor: String::new(), action: Action::Text(String::new()) };
        self.change(unused_attribution, work).await
    }

    /// Runs `work` on the writer's thread. Returns once its changes are durable or, after an error, rolled back. If the
    /// transaction of the group fails, `work` runs a second time, alone.
    pub async fn change<T, E>(
        &self,
        attribution: Attribution,
        work: impl FnMut(&mut Change) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<WriteError> + Send + 'static,
    {
        let (reply, result) = oneshot::channel();
        let work = Box::new(AttributedWork { work, attribution, result: None, reply });
        let queued = QueuedChange { work, queued_at: Instant::now() };
        match &self.queue {
            None => return Err(WriteError::ReadOnly.into()),
            Some(queue) => queue.send(queued).map_err(|_| WriteError::Stopping)?,
        }
        // fails if the thread ended before it delivered the result
        result.await.map_err(|_| WriteError::Stopping)?
    }
}

impl Drop for Writer {
    /// Waits until the queued changes are durable and the file is closed, for at most [`SHUTDOWN_TIMEOUT`].
    fn drop(&mut self) {
        // closes the channel: the thread ends when it has made the changes that are still queued
        self.queue = None;
        let Some(thread) = self.thread.take() else { return };
        let start = Instant::now();
        while !thread.is_finished() && start.elapsed() < SHUTDOWN_TIMEOUT {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

fn run_writer(database: &Database, changes: &Receiver<QueuedChange>, busy_since: &BusySince) {
    let set_busy = |since| *lock(busy_since) = since;
    while let Ok(first) = changes.recv() {
        set_busy(Some(Instant::now()));
        // the changes that were queued during the previous commit
        let mut group = vec![first];
        group.extend(changes.try_iter().take(MAX_GROUP - 1));
        if commit(database, &mut group).is_err() && group.len() > 1 {
            // one change may have failed the whole group: each is retried alone, and gets an error of its own
            for queued in &mut group {
                let _ = commit(database, std::slice::from_mut(queued));
            }
        }
        for queued in group {
            queued.work.deliver();
        }
        set_busy(None);
    }
}

/// Makes the changes of a group in one transaction. If the transaction fails, all changes get the error.
fn commit(database: &Database, group: &mut [QueuedChange]) -> Result<(), WriteError> {
    let Err(error) = run_transaction(database, group) else { return Ok(()) };
    if !database.is_autocommit() {
        // after a full disk, SQLite has rolled back already
        let _ = database.execute_batch("ROLLBACK");
    }
    let error = WriteError::from(error);
    for queued in group {
        queued.work.fail(error.clone());
    }
    Err(error)
}

/// Runs the changes of a group, each in its savepoint, and commits. Changes that fail are rolled back alone.
fn run_transaction(database: &Database, group: &mut [QueuedChange]) -> rusqlite::Result<()> {
    begin_transaction(database, group)?;
    let now = database.set_service_now();
    for queued in group {
        database.prepare_cached("SAVEPOINT change")?.execute([])?;
        if !run_change(queued, database, now) {
            database.prepare_cached("ROLLBACK TO change")?.execute([])?;
        }
        database.prepare_cached("RELEASE change")?.execute([])?;
    }
    // the changes may have made rows of materialized tables dirty
    derived::rebuild_dirty_batch(database)?;
    database.prepare_cached("COMMIT")?.execute([]).map(drop)
}

/// Runs a change. Returns false if the change failed or panicked, and must be rolled back.
fn run_change(queued: &mut QueuedChange, database: &Database, now: DateTime) -> bool {
    // unwind safe: the caller rolls back to the savepoint
    let run_work = AssertUnwindSafe(|| queued.work.run(database, now));
    catch_unwind(run_work).unwrap_or_else(|_| {
        queued.work.fail(WriteError::Panicked);
        false
    })
}

/// Begins a transaction. Waits for the write lock until the oldest change of the group has waited [`LOCK_TIMEOUT`].
fn begin_transaction(database: &Database, group: &[QueuedChange]) -> rusqlite::Result<()> {
    let queued_at = group.iter().map(|queued| queued.queued_at).min();
    let waited = queued_at.map_or(Duration::ZERO, |queued_at| queued_at.elapsed());
    database.busy_timeout(LOCK_TIMEOUT.saturating_sub(waited))?;
    database.prepare_cached("BEGIN IMMEDIATE")?.execute([]).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct FatalWork;

    impl Work for FatalWork {
        fn run(&mut self, _: &Database, _: DateTime) -> bool {
            true
        }

        fn fail(&mut self, _: WriteError) {}

        fn deliver(self: Box<Self>) {
            panic!("ends the writer");
        }
    }

    #[tokio::test]
    async fn the_end_of_the_writer_is_reported() {
        let clock = Clock::new("Europe/Amsterdam", None).unwrap();
        let writer = Writer::start(crate::store::in_memory(&clock).unwrap());
        assert!(writer.is_responsive());
        let fatal = QueuedChange { work: Box::new(FatalWork), queued_at: Instant::now() };
        writer.queue.as_ref().unwrap().send(fatal).ok().unwrap();
        writer.wait_for_end().await;
        while !writer.thread.as_ref().unwrap().is_finished() {
            std::thread::yield_now();
        }
        assert!(!writer.is_responsive());
    }

    #[test]
    fn a_hanging_writer_is_not_responsive() {
        let writer = Writer::read_only();
        assert!(writer.is_responsive());
        let long_ago = Instant::now().checked_sub(HANG_TIMEOUT * 2);
        *writer.busy_since.lock().unwrap() = long_ago;
        assert_eq!(writer.is_responsive(), long_ago.is_none());
    }
}
