//! Background jobs of the console: previews and undos of imports. A session has at most one preview and one undo.

use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::model::lock::lock;

/// The maximum number of running threads of a [`Jobs`].
pub const MAX_JOBS: usize = 16;

/// The maximum number of running jobs that an operator has in a [`Jobs`], in all sessions together.
pub const MAX_JOBS_OF_OPERATOR: usize = 4;

/// The time that a page waits for a job to end, so that the page can show the result at once.
pub const SHORT_WAIT: Duration = Duration::from_secs(1);

/// A job on its own thread. Dropping the job stops the thread, unless the thread changes data.
pub trait Job {
    fn is_finished(&self) -> bool;
}

/// A permission to run. A thread holds its permit until the thread ends, even if the job was removed before.
pub type ThreadPermit = OwnedSemaphorePermit;

/// The jobs of one kind in all sessions: previews of imports, or undos.
pub struct Jobs<J> {
    /// In the order of their start.
    entries: Mutex<Vec<JobEntry<J>>>,
    permits: Arc<Semaphore>,
}

struct JobEntry<J> {
    session: String,
    operator: String,
    job: Arc<J>,
}

impl<J> Default for Jobs<J> {
    fn default() -> Self {
        Self { entries: Mutex::default(), permits: Arc::new(Semaphore::new(MAX_JOBS)) }
    }
}

impl<J: Job> Jobs<J> {
    /// Starts a job and removes the session's previous job. If the operator has [`MAX_JOBS_OF_OPERATOR`] running jobs,
    /// also removes the oldest of these jobs. Returns `None` if too many threads are running after [`SHORT_WAIT`].
    pub fn begin(
        &self,
        session: &str,
        operator: &str,
        start_thread: impl FnOnce(ThreadPermit) -> io::Result<J>,
    ) -> io::Result<Option<Arc<J>>> {
        self.make_room_for_job(session, operator);
        // the thread of a removed job soon stops, and then releases its permit: wait for this
        let acquisition = Arc::clone(&self.permits).acquire_owned();
        let acquired = Handle::current().block_on(async { timeout(SHORT_WAIT, acquisition).await });
        let Ok(Ok(permit)) = acquired else { return Ok(None) };
        let job = Arc::new(start_thread(permit)?);
        let entry = JobEntry { session: session.to_owned(), operator: operator.to_owned(), job: Arc::clone(&job) };
        lock(&self.entries).push(entry);
        Ok(Some(job))
    }

    /// Removes the jobs that a new job displaces: the job of its session, the oldest running job of an operator with
    /// too many, and, if there are too many entries, all finished jobs.
    fn make_room_for_job(&self, session: &str, operator: &str) {
        let mut entries = lock(&self.entries);
        entries.retain(|entry| entry.session != session);
        let is_running_of_operator = |entry: &JobEntry<J>| entry.operator == operator && !entry.job.is_finished();
        let running_count = entries.iter().filter(|entry| is_running_of_operator(entry)).count();
        if running_count >= MAX_JOBS_OF_OPERATOR
            && let Some(oldest) = entries.iter().position(is_running_of_operator)
        {
            entries.remove(oldest);
        }
        // a finished job needs no thread, but its result needs memory
        if entries.len() >= MAX_JOBS {
            entries.retain(|entry| !entry.job.is_finished());
        }
    }

    #[cfg(test)]
    pub fn running_thread_count(&self) -> usize {
        MAX_JOBS - self.permits.available_permits()
    }

    pub fn find(&self, session: &str) -> Option<Arc<J>> {
        lock(&self.entries).iter().find(|entry| entry.session == session).map(|entry| Arc::clone(&entry.job))
    }

    /// Removes the job of a session, if it has one. Dropping the job stops its thread ([`Job`]).
    pub fn remove(&self, session: &str) {
        lock(&self.entries).retain(|entry| entry.session != session);
    }
}
