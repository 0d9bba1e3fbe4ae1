//! Background jobs of sessions: one per kind and session, with a limit per kind.

use std::io;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use crate::model::lock::lock;

/// The most jobs of a kind.
pub const MAX_JOBS: usize = 16;

/// The most jobs of a kind per operator, who may have several sessions.
pub const MAX_JOBS_OF_OPERATOR: usize = 4;

/// How long a page waits for a job, so that short ones seem immediate.
pub const SHORT_WAIT: Duration = Duration::from_secs(1);

/// A job. Dropping it stops the work, unless it changes data.
pub trait Job {
    /// Returns whether nothing more will happen.
    fn is_over(&self) -> bool;
}

/// The number of running threads, and a signal when one ends.
type RunningThreads = (Mutex<usize>, Condvar);

/// Kept by a job's thread while it runs, even after the session started another job.
pub struct Worker(Arc<RunningThreads>);

impl Worker {
    /// Registers a thread; `None` at the limit. It first waits briefly, since a replaced job stops at its next row.
    fn new(running: &Arc<RunningThreads>) -> Option<Self> {
        let (count, ended) = &**running;
        let waited = ended.wait_timeout_while(lock(count), SHORT_WAIT, |count| *count >= MAX_JOBS);
        let (mut count, _) = waited.unwrap_or_else(PoisonError::into_inner);
        (*count < MAX_JOBS).then(|| {
            *count += 1;
            Self(Arc::clone(running))
        })
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        *lock(&self.0.0) -= 1;
        self.0.1.notify_one();
    }
}

/// The jobs of a kind by session.
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
    /// Begins a job, replacing the session's previous one, and the operator's oldest at the limit. Returns `None` at
    /// the overall limit.
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

    /// Removes the session's previous job, the operator's oldest running job at the limit, and, if there is no room, all finished
    /// jobs.
    fn remove_replaced_jobs(&self, session: &str, operator: &str) {
        let mut entries = lock(&self.entries);
        entries.retain(|entry| entry.session != session);
        let of_operator = |entry: &JobEntry<J>| entry.operator == operator && !entry.job.is_over();
        if entries.iter().filter(|entry| of_operator(entry)).count() >= MAX_JOBS_OF_OPERATOR {
            let oldest = entries.iter().position(of_operator);
            oldest.map(|oldest| entries.remove(oldest));
        }
        if entries.len() >= MAX_JOBS {
            // results of finished jobs stay available until there is no room
            entries.retain(|entry| !entry.job.is_over());
        }
    }

    #[cfg(test)]
    pub fn running(&self) -> usize {
        *lock(&self.running.0)
    }

    /// Returns the session's job.
    pub fn of(&self, session: &str) -> Option<Arc<J>> {
        lock(&self.entries).iter().find(|entry| entry.session == session).map(|entry| Arc::clone(&entry.job))
    }

    /// Removes the session's job; dropping it stops its work.
    pub fn forget(&self, session: &str) {
        lock(&self.entries).retain(|entry| entry.session != session);
    }
}
