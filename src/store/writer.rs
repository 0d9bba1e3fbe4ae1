//! The writer: a thread that groups waiting changes into one transaction. A commit waits for the disk, and changes queue
//! meanwhile; each has its own savepoint, so that a failed one does not affect the others.

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

/// The most changes per transaction.
const MAX_GROUP: usize = 128;

/// "A provisioning call that meets the lock waits up to 10 s, then 503."
const LOCK_TIMEOUT: Duration = Duration::from_secs(10);

/// How long shutdown waits for changes. One that waits for another process's lock is abandoned unanswered.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(500);

/// The longest time for a group, including lock waits.
const HANG_TIMEOUT: Duration = Duration::from_secs(60);

/// A change in progress, within its savepoint.
pub struct Change<'a> {
    connection: &'a Connection,
    pub clock: &'a Clock,
    /// The same as `service_now()`.
    pub now: DateTime,
    pub entry: LedgerEntry<'a>,
}

impl std::ops::Deref for Change<'_> {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        self.connection
    }
}

pub struct Writer {
    /// `None` in a read-only service.
    queue: Option<Sender<WaitingChange>>,
    thread: Option<JoinHandle<()>>,
    busy_since: Arc<BusySince>,
    running: watch::Receiver<()>,
}

/// When the thread began its current group, if any.
type BusySince = Mutex<Option<Instant>>;

/// A queued change. When a group fails, each change is retried alone.
struct WaitingChange {
    attempt: Box<dyn Attempt>,
    queued_at: Instant,
}

trait Attempt: Send {
    /// Runs the change and stores its result. Returns whether to commit.
    fn run(&mut self, database: &Database, now: DateTime) -> bool;
    fn fail(&mut self, error: WriteError);
    fn deliver(self: Box<Self>);
}

struct ChangeWork<F, T, E> {
    work: F,
    by: Attribution,
    outcome: Option<Result<T, E>>,
    reply: oneshot::Sender<Result<T, E>>,
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
        self.outcome.insert(outcome).is_ok()
    }

    fn fail(&mut self, error: WriteError) {
        self.outcome = Some(Err(error.into()));
    }

    fn deliver(self: Box<Self>) {
        if let Some(outcome) = self.outcome {
            // the receiver may have gone; the change is kept
            let _ = self.reply.send(outcome);
        }
    }
}

impl Writer {
    pub(super) fn start(database: Database) -> Self {
        let (queue, changes) = mpsc::channel();
        let busy_since = Arc::new(BusySince::default());
        let thread_busy_since = Arc::clone(&busy_since);
        let (runs, running) = watch::channel(());
        let thread = std::thread::Builder::new()
            .name("writer".into())
            .spawn(move || {
                // dropped however the thread ends
                let _runs = runs;
                write(&database, &changes, &thread_busy_since);
            })
            .expect("the operating system gives a thread");
        Self { queue: Some(queue), thread: Some(thread), busy_since, running }
    }

    /// Returns a writer for `--read-only`, which refuses every change.
    pub(super) fn refusing() -> Self {
        Self { queue: None, thread: None, busy_since: Arc::default(), running: watch::channel(()).1 }
    }

    /// Waits until the thread ends, which only a panic causes.
    pub async fn ended(&self) {
        match self.queue {
            Some(_) => while self.running.clone().changed().await.is_ok() {},
            None => std::future::pending().await,
        }
    }

    /// Returns whether the thread runs and does not hang.
    pub fn answers(&self) -> bool {
        let hangs = lock(&self.busy_since).is_some_and(|since| since.elapsed() > HANG_TIMEOUT);
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

    /// Runs `work` in a transaction, possibly more than once, and returns its result when it is durable. An `Err` reverts
    /// its effects.
    pub async fn change<T, E>(
        &self,
        by: Attribution,
        work: impl FnMut(&mut Change) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<WriteError> + Send + 'static,
    {
        let (reply, outcome) = oneshot::channel();
        let waiting = WaitingChange {
            attempt: Box::new(ChangeWork { work, by, outcome: None, reply }),
            queued_at: Instant::now(),
        };
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
        while !thread.is_finished() && begin.elapsed() < SHUTDOWN_TIMEOUT {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

fn write(database: &Database, changes: &Receiver<WaitingChange>, busy_since: &BusySince) {
    let set_busy = |since| *lock(busy_since) = since;
    while let Ok(first) = changes.recv() {
        set_busy(Some(Instant::now()));
        let mut group = vec![first];
        group.extend(changes.try_iter().take(MAX_GROUP - 1));
        if commit(database, &mut group).is_err() && group.len() > 1 {
            for waiting in &mut group {
                // the change keeps its own error
                let _ = commit(database, std::slice::from_mut(waiting));
            }
        }
        for waiting in group {
            waiting.attempt.deliver();
        }
        set_busy(None);
    }
}

/// Applies a group in one transaction. If the transaction fails, all changes of the group fail with its error.
fn commit(database: &Database, group: &mut [WaitingChange]) -> Result<(), WriteError> {
    let mut transaction = || -> rusqlite::Result<()> {
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
    transaction().map_err(|error| {
        if !database.is_autocommit() {
            // a full disk has rolled back already
            let _ = database.execute_batch("ROLLBACK");
        }
        let error = WriteError::from(error);
        for waiting in group {
            waiting.attempt.fail(error.clone());
        }
        error
    })
}

/// Runs one change. A panic fails this change alone.
fn run(waiting: &mut WaitingChange, database: &Database, now: DateTime) -> bool {
    // the savepoint is rolled back
    let attempt = AssertUnwindSafe(|| waiting.attempt.run(database, now));
    catch_unwind(attempt).unwrap_or_else(|_| {
        waiting.attempt.fail(WriteError::Panicked);
        false
    })
}

/// Takes the write lock, for which the oldest change determines how long to wait.
fn begin(database: &Database, group: &[WaitingChange]) -> rusqlite::Result<()> {
    let queued_at = group.iter().map(|waiting| waiting.queued_at).min();
    let waited = queued_at.map_or(Duration::ZERO, |queued_at| queued_at.elapsed());
    database.busy_timeout(LOCK_TIMEOUT.saturating_sub(waited))?;
    database.prepare_cached("BEGIN IMMEDIATE")?.execute([]).map(drop)
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
        let fatal = WaitingChange { attempt: Box::new(FatalChange), queued_at: Instant::now() };
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
        let long_ago = Instant::now().checked_sub(HANG_TIMEOUT * 2);
        *writer.busy_since.lock().unwrap() = long_ago;
        assert_eq!(writer.answers(), long_ago.is_none());
    }
}
