//! Background jobs: previews and undos. A session has at most one of each kind, and each kind has a limit.

use std::io;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use crate::model::lock::lock;

/// The most jobs of a kind.
pub const MAX_JOBS: usize = 16;

/// The most jobs of a kind of one operator, in all sessions.
pub const MAX_JOBS_OF_OPERATOR: usize = 4;

/// How long a page waits for a job, so that a short job shows its result at once.
pub const SHORT_WAIT: Duration = Duration::from_secs(1);

/// A job on its own thread. Dropping it stops the work, unless the work changes data.
pub trait Job {
    /// Returns whether the thread has ended.
    fn is_finished(&self) -> bool;
}

#[derive(Default)]
struct RunningThreads {
    count: Mutex<usize>,
    ended: Condvar,
}

/// Counts a running thread. The thread keeps it until it ends, even if the session has another job by then.
pub struct Worker(Arc<RunningThreads>);

impl Worker {
    /// Counts a new thread; `None` at the limit, after a short wait for a replaced job to stop.
    fn new(running: &Arc<RunningThreads>) -> Option<Self> {
        let count = lock(&running.count);
        let count = running.ended.wait_timeout_while(count, SHORT_WAIT, |count| *count >= MAX_JOBS);
        let (mut count, _) = count.unwrap_or_else(PoisonError::into_inner);
        (*count < MAX_JOBS).then(|| {
            *count += 1;
            Self(Arc::clone(running))
        })
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let Self(running) = self;
        *lock(&running.count) -= 1;
        running.ended.notify_one();
    }
}

pub struct Jobs<J> {
    entries: Mutex<Vec<JobEntry<J>>>,
    running: Arc<RunningThreads>,
}

struct JobEntry<J> {
    session: String,
    operator: String,
    job: Arc<J>,
}

impl<J> Default for Jobs<J> {
    fn default() -> Self {
        Self { entries: Mutex::default(), running: Arc::default() }
    }
}

impl<J: Job> Jobs<J> {
    /// Begins a job in place of the session's previous one, and at the operator's limit of the operator's oldest one.
    /// Returns `None` at the limit of the kind.
    pub fn begin(
        &self,
        session: &str,
        operator: &str,
        job: impl FnOnce(Worker) -> io::Result<J>,
    ) -> io::Result<Option<Arc<J>>> {
        self.remove_replaced_jobs(session, operator);
        let Some(worker) = Worker::new(&self.running) else {
            return Ok(None);
        };
        let job = Arc::new(job(worker)?);
        let entry = JobEntry { session: session.to_owned(), operator: operator.to_owned(), job: Arc::clone(&job) };
        lock(&self.entries).push(entry);
        Ok(Some(job))
    }

    /// Removes the session's job, at the operator's limit the oldest running one, and at the limit all finished ones.
    fn remove_replaced_jobs(&self, session: &str, operator: &str) {
        let mut entries = lock(&self.entries);
        entries.retain(|entry| entry.session != session);
        let is_running_of_operator = |entry: &JobEntry<J>| entry.operator == operator && !entry.job.is_finished();
        if entries.iter().filter(|entry| is_running_of_operator(entry)).count() >= MAX_JOBS_OF_OPERATOR {
            // entries are in the order of their start
            let oldest = entries.iter().position(is_running_of_operator);
            oldest.map(|oldest| entries.remove(oldest));
        }
        if entries.len() >= MAX_JOBS {
            // the results of finished jobs are kept only as long as there is room
            entries.retain(|entry| !entry.job.is_finished());
        }
    }

    #[cfg(test)]
    pub fn running(&self) -> usize {
        *lock(&self.running.count)
    }

    pub fn find(&self, session: &str) -> Option<Arc<J>> {
        lock(&self.entries).iter().find(|entry| entry.session == session).map(|entry| Arc::clone(&entry.job))
    }

    /// Removes the session's job, which stops its work.
    pub fn remove(&self, session: &str) {
        lock(&self.entries).retain(|entry| entry.session != session);
    }
}
