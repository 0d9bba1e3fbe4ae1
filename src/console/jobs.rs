//! What is done for sessions on threads of its own while they ask for other pages: one piece of work of a kind for each
//! session, and so many at once for all of them.

use std::io;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use crate::model::lock::lock;

/// The most of a kind at once, of all operators.
pub const MOST: usize = 16;

/// The most of a kind at once of one operator, who may have signed in several times.
pub const MOST_OF_ONE: usize = 4;

/// How long somebody who asks waits for what is being done, so that what is small is never seen at work.
pub const PATIENCE: Duration = Duration::from_secs(1);

/// A piece of work. Dropping it ends the work, unless that changes data.
pub trait Job {
    /// Whether nothing more comes of it.
    fn is_over(&self) -> bool;
}

/// How many threads are at work, and when one ends.
type RunningThreads = (Mutex<usize>, Condvar);

/// Held by the thread of a piece of work as long as it runs, also after its session has begun another.
pub struct Worker(Arc<RunningThreads>);

impl Worker {
    /// Waits a moment where there are too many: one that was replaced runs until its next row.
    fn new(running: &Arc<RunningThreads>) -> Option<Self> {
        let (count, ended) = &**running;
        let waited = ended.wait_timeout_while(lock(count), PATIENCE, |count| *count >= MOST);
        let (mut count, _) = waited.unwrap_or_else(PoisonError::into_inner);
        (*count < MOST).then(|| {
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

/// Those of a kind, by the session that has each: another's is never found.
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
    /// Begins one in place of the one that the session had, and of the operator's oldest where the operator has too many.
    /// Returns `None` where there are too many of all.
    pub fn begin(
        &self,
        session: &str,
        operator: &str,
        job: impl FnOnce(Worker) -> io::Result<J>,
    ) -> io::Result<Option<Arc<J>>> {
        self.make_room(session, operator);
        let Some(worker) = Worker::new(&self.running) else {
            return Ok(None);
        };
        let job = Arc::new(job(worker)?);
        let entry = JobEntry { session: session.to_owned(), operator: operator.to_owned(), job: Arc::clone(&job) };
        lock(&self.entries).push(entry);
        Ok(Some(job))
    }

    fn make_room(&self, session: &str, operator: &str) {
        let mut entries = lock(&self.entries);
        entries.retain(|entry| entry.session != session);
        let of_operator = |entry: &JobEntry<J>| entry.operator == operator && !entry.job.is_over();
        if entries.iter().filter(|entry| of_operator(entry)).count() >= MOST_OF_ONE {
            let oldest = entries.iter().position(of_operator);
            oldest.map(|oldest| entries.remove(oldest));
        }
        if entries.len() >= MOST {
            // until there is no room, the result of one that has ended can be asked for
            entries.retain(|entry| !entry.job.is_over());
        }
    }

    /// Returns how many threads are at work.
    #[cfg(test)]
    pub fn running(&self) -> usize {
        *lock(&self.running.0)
    }

    pub fn of(&self, session: &str) -> Option<Arc<J>> {
        lock(&self.entries).iter().find(|entry| entry.session == session).map(|entry| Arc::clone(&entry.job))
    }

    pub fn forget(&self, session: &str) {
        lock(&self.entries).retain(|entry| entry.session != session);
    }
}
