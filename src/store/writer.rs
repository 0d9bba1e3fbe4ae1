//! The writer: a thread with its own connection that groups waiting changes into one transaction.
//!
//! A commit waits for the disk, and other changes queue meanwhile. The next transaction takes them all, each in a
//! savepoint of its own, so that a failed change does not affect the others. Changes are answered after the commit.

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
use crate::ledger::{Attribution, LedgerEntry, Origin};
use crate::model::lock::lock;
use crate::model::time::Clock;

/// The most changes per transaction, which bounds the waiting time of the first.
const GROUP: usize = 128;

/// "A provisioning call that meets the lock waits up to 10 s, then 503."
const PATIENCE: Duration = Duration::from_secs(10);

/// How long shutdown waits for changes being written. A change that waits for another process's lock is abandoned
/// unanswered.
const FAREWELL: Duration = Duration::from_millis(500);

/// The longest time for a group, including waits for locks. Beyond it, the disk or this process hangs.
const HANGS_AFTER: Duration = Duration::from_secs(60);

/// What a change works with: the data within its savepoint, the current time, and its ledger entry.
pub struct Change<'a> {
    connection: &'a Connection,
    pub clock: &'a Clock,
    /// The current time, equal to `service_now()` in this change.
    pub now: DateTime,
    /// Records the changed rows.
    pub entry: LedgerEntry<'a>,
}

impl std::ops::Deref for Change<'_> {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        self.connection
    }
}

/// Queues changes and applies them in order of arrival.
pub struct Writer {
    /// `None` in a read-only service.
    queue: Option<Sender<WaitingChange>>,
    thread: Option<JoinHandle<()>>,
    at_work: Arc<BusySince>,
    /// Closed when the thread ends.
    running: watch::Receiver<()>,
}

/// When the thread began its current group, if any.
type BusySince = Mutex<Option<Instant>>;

/// A queued change. It can run again: when a group fails, each change is retried alone.
struct WaitingChange {
    attempt: Box<dyn Attempt>,
    came: Instant,
}

/// A change and the receiver of its result.
trait Attempt: Send {
    /// Applies the change and keeps its result. Returns whether to keep the effects.
    fn run(&mut self, database: &Database, now: DateTime) -> bool;
    /// Replaces the result by an error.
    fn fail(&mut self, error: WriteError);
    /// Sends the result.
    fn deliver(self: Box<Self>);
}

struct ChangeWork<F, T, E> {
    work: F,
    by: Attribution,
    outcome: Option<Result<T, E>>,
    to: oneshot::Sender<Result<T, E>>,
}

impl<F, T, E> Attempt for ChangeWork<F, T, E>
where
    F: FnMut(&mut Change) -> Result<T, E> + Send,
    T: Send,
    E: From<WriteError> + Send,
{
    fn run(&mut self, database: &Database, now: DateTime) -> bool {
        let mut change =
            Change { connection: database, clock: database.clock(), now, entry: LedgerEntry::new(database, &self.by) };
        let outcome = (self.work)(&mut change);
        let stands = outcome.is_ok();
        self.outcome = Some(outcome);
        stands
    }

    fn fail(&mut self, error: WriteError) {
        self.outcome = Some(Err(error.into()));
    }

    fn deliver(self: Box<Self>) {
        if let Some(outcome) = self.outcome {
            // the receiver may have gone; the change is kept
            let _ = self.to.send(outcome);
        }
    }
}

impl Writer {
    pub(super) fn start(database: Database) -> Self {
        let (queue, changes) = mpsc::channel();
        let at_work = Arc::new(BusySince::default());
        let works = Arc::clone(&at_work);
        let (runs, running) = watch::channel(());
        let thread = std::thread::Builder::new()
            .name("writer".into())
            .spawn(move || {
                // dropped however the thread ends
                let _runs = runs;
                write(&database, &changes, &works);
            })
            .expect("the operating system gives a thread");
        Self { queue: Some(queue), thread: Some(thread), at_work, running }
    }

    /// Returns a writer for `--read-only`, which refuses every change.
    pub(super) fn refusing() -> Self {
        Self { queue: None, thread: None, at_work: Arc::default(), running: watch::channel(()).1 }
    }

    /// Waits until the thread ends, which only a panic causes.
    pub async fn ended(&self) {
        match self.queue {
            Some(_) => while self.running.clone().changed().await.is_ok() {},
            None => std::future::pending().await,
        }
    }

    /// Returns whether changes are processed: the thread runs and does not hang.
    pub fn answers(&self) -> bool {
        let at_work = *lock(&self.at_work);
        let hangs = at_work.is_some_and(|since| since.elapsed() > HANGS_AFTER);
        let ended = self.thread.as_ref().is_some_and(JoinHandle::is_finished);
        !ended && !hangs
    }

    /// Makes a change without a ledger entry.
    pub async fn note<T: Send + 'static>(
        &self,
        work: impl FnMut(&mut Change) -> Result<T, WriteError> + Send + 'static,
    ) -> Result<T, WriteError> {
        // without recorded rows this entry is never written
        let by = Attribution { origin: Origin::Call, actor: String::new(), action: String::new() };
        self.change(by, work).await
    }

    /// Makes a change: `work` runs in a transaction, possibly more than once, and its result is returned when it is
    /// durable. An `Err` reverts its effects.
    pub async fn change<T, E>(
        &self,
        by: Attribution,
        work: impl FnMut(&mut Change) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<WriteError> + Send + 'static,
    {
        let (to, outcome) = oneshot::channel();
        let waiting =
            WaitingChange { attempt: Box::new(ChangeWork { work, by, outcome: None, to }), came: Instant::now() };
        match &self.queue {
            None => return Err(WriteError::ReadOnly.into()),
            Some(queue) => queue.send(waiting).map_err(|_| WriteError::Stopping)?,
        }
        outcome.await.map_err(|_| WriteError::Stopping)?
    }
}

impl Drop for Writer {
    /// Waits briefly until accepted changes are durable and the file is closed.
    fn drop(&mut self) {
        self.queue = None;
        let Some(thread) = self.thread.take() else { return };
        let begin = Instant::now();
        while !thread.is_finished() && begin.elapsed() < FAREWELL {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

fn write(database: &Database, changes: &Receiver<WaitingChange>, at_work: &BusySince) {
    let now = |since| *lock(at_work) = since;
    while let Ok(first) = changes.recv() {
        now(Some(Instant::now()));
        let mut group = vec![first];
        group.extend(changes.try_iter().take(GROUP - 1));
        let failed = match commit(database, &mut group) {
            Ok(()) => false,
            Err(_) => group.len() > 1,
        };
        if failed {
            for waiting in &mut group {
                // the change keeps its own error
                let _ = commit(database, std::slice::from_mut(waiting));
            }
        }
        for waiting in group {
            waiting.attempt.deliver();
        }
        now(None);
    }
}

/// Applies a group in one transaction. If the transaction fails, all changes of the group fail with its error.
fn commit(database: &Database, group: &mut [WaitingChange]) -> Result<(), WriteError> {
    let transaction = || -> rusqlite::Result<()> {
        begin(database, group)?;
        let now = database.set_now();
        for waiting in &mut *group {
            database.prepare_cached("SAVEPOINT change")?.execute([])?;
            if !run(waiting, database, now) {
                database.prepare_cached("ROLLBACK TO change")?.execute([])?;
            }
            database.prepare_cached("RELEASE change")?.execute([])?;
        }
        derived::settle(database)?;
        database.prepare_cached("COMMIT")?.execute([])?;
        Ok(())
    };
    let mut transaction = transaction;
    transaction().map_err(|error| {
        if !database.is_autocommit() {
            // a full disk has rolled back already; other errors are rolled back here
            let _ = database.execute_batch("ROLLBACK");
        }
        let error = WriteError::from(error);
        for waiting in group {
            waiting.attempt.fail(error.clone());
        }
        error
    })
}

/// Applies one change. A panic fails this change alone.
fn run(waiting: &mut WaitingChange, database: &Database, now: DateTime) -> bool {
    // the savepoint is rolled back, so a half-done change leaves nothing
    let attempt = AssertUnwindSafe(|| waiting.attempt.run(database, now));
    catch_unwind(attempt).unwrap_or_else(|_| {
        waiting.attempt.fail(WriteError::Panicked);
        false
    })
}

/// Takes the write lock. Another process may hold it during an import: the oldest change of the group determines how
/// long to wait.
fn begin(database: &Database, group: &[WaitingChange]) -> rusqlite::Result<()> {
    let came = group.iter().map(|waiting| waiting.came).min();
    let waited = came.map_or(Duration::ZERO, |came| came.elapsed());
    database.busy_timeout(PATIENCE.saturating_sub(waited))?;
    database.prepare_cached("BEGIN IMMEDIATE")?.execute([])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A result whose drop panics, to end the thread in a test.
    struct FatalChange;

    impl Attempt for FatalChange {
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
        let folder = tempfile::tempdir().unwrap();
        let clock = Clock::new("Europe/Amsterdam", None).unwrap();
        let path = folder.path().join("lms.sqlite");
        let database = super::super::open(&path, &clock, super::super::OpenMode::Create).unwrap();
        let writer = Writer::start(database);
        assert!(writer.answers());
        let fatal = WaitingChange { attempt: Box::new(FatalChange), came: Instant::now() };
        writer.queue.as_ref().unwrap().send(fatal).ok().unwrap();
        writer.ended().await;
        while !writer.thread.as_ref().unwrap().is_finished() {
            std::thread::yield_now();
        }
        assert!(!writer.answers());
    }

    #[test]
    fn a_writer_that_hangs_does_not_answer() {
        let writer = Writer::refusing();
        assert!(writer.answers());
        let long_ago = Instant::now().checked_sub(HANGS_AFTER * 2);
        *writer.at_work.lock().unwrap() = long_ago;
        assert_eq!(writer.answers(), long_ago.is_none());
    }
}
