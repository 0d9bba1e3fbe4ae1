//! Imports over REST: a queue of jobs, each with uploaded files. One job runs at a time.

mod report;

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use serde_json::Value;
use tokio::runtime::Handle;
use tokio::sync::Semaphore;

use crate::exchange;
use crate::exchange::import::{Import, ImportOptions};
use crate::exchange::mapping::recognition::find_files_with_stored_mappings;
use crate::exchange::read_options::ReadOptions;
use crate::exchange::source::Source;
use crate::exchange::undo::Undo;
use crate::exchange::upload::Upload;
use crate::ledger::action::Action;
use crate::ledger::imports;
use crate::ledger::{Attribution, Origin};
use crate::model::lock::lock;
use crate::model::message::{Message, MessageName};
use crate::store::connection::Database;
use crate::store::import_job::{self, ImportJobReport};
use crate::store::last_import;
use crate::store::{Change, Store, WriteError};
use report::{ImportOutcome, JobEnd, error_list, failure_report, file_counts, report_outcome};

/// The most jobs that wait beside the running job.
pub const MAX_WAITING: usize = 16;

const STORE_RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// Called when a commit waits for the write lock. A job does not report that it waits.
const IGNORE_WAIT: &dyn Fn() = &|| ();

/// A job with its uploaded files. Dropping it deletes the files.
pub struct QueuedImport {
    pub id: i64,
    /// The name of the credential that sent the import. The ledger records it as the actor.
    pub credential: String,
    pub upload: Upload,
    pub request: ImportRequest,
}

/// The options of an import over REST. The debug text is compared to detect repeated requests.
#[derive(Debug, Default)]
pub struct ImportRequest {
    pub options: ImportOptions,
    /// The names of the mappings to apply. If empty, files of other systems are recognised.
    pub mappings: Vec<String>,
    pub is_dry_run: bool,
}

/// The jobs of this process. The database has their states, which clients read.
pub struct ImportJobs {
    queue: Mutex<JobQueue>,
    /// A permit for one undo at a time: each undo has its own connection and plan.
    undos: Semaphore,
}

#[derive(Default)]
struct JobQueue {
    waiting: VecDeque<QueuedImport>,
    running: Option<RunningImport>,
    /// Whether a thread runs jobs. Set before the thread takes its first job.
    has_runner: bool,
}

struct RunningImport {
    id: i64,
    /// Set to stop the import at its next row.
    stop: Arc<AtomicBool>,
    /// Whether the import is being applied. Then it can no longer be cancelled.
    is_applying: bool,
}

impl JobQueue {
    fn is_full(&self) -> bool {
        self.waiting.len() >= MAX_WAITING
    }

    /// Takes the next job, with the flag that stops it. Returns `None` if no job waits; the runner then ends.
    fn take_next(&mut self) -> Option<(QueuedImport, Arc<AtomicBool>)> {
        let Some(job) = self.waiting.pop_front() else {
            // one step under the lock: a job that is queued from now on starts a new runner
            self.running = None;
            self.has_runner = false;
            return None;
        };
        let stop: Arc<AtomicBool> = Arc::default();
        self.running = Some(RunningImport { id: job.id, stop: Arc::clone(&stop), is_applying: false });
        Some((job, stop))
    }

    /// Cancels a job. Returns false if the job is being applied or has ended.
    fn cancel(&mut self, id: i64) -> bool {
        let count_before = self.waiting.len();
        self.waiting.retain(|job| job.id != id);
        let was_waiting = self.waiting.len() < count_before;
        was_waiting || self.running.as_ref().is_some_and(|running| running.id == id && running.stop())
    }

    /// Marks the running job as being applied. Returns false if it was cancelled.
    fn begin_applying(&mut self) -> bool {
        self.running.as_mut().is_some_and(|running| {
            running.is_applying = !running.stop.load(Ordering::Relaxed);
            running.is_applying
        })
    }
}

impl RunningImport {
    /// Stops the job at its next row. Returns false if it is being applied.
    fn stop(&self) -> bool {
        if !self.is_applying {
            self.stop.store(true, Ordering::Relaxed);
        }
        !self.is_applying
    }
}

impl ImportJobs {
    pub fn new() -> Self {
        Self { queue: Mutex::default(), undos: Semaphore::new(1) }
    }

    /// Ends the jobs that an earlier process left unfinished: as done if the import was applied, else as failed. Then waits
    /// forever, because the service stops when one of its tasks returns.
    pub async fn end_interrupted_then_wait(store: &Store) {
        // read first: jobs with higher ids belong to this process
        let newest = tokio::task::block_in_place(|| import_job::newest_id(&*store.snapshot().ok()?).ok());
        if let Some(newest) = newest.filter(|newest| *newest > 0 && store.is_writable()) {
            let end_jobs = move |change: &mut Change| -> Result<(), WriteError> {
                Ok(import_job::end_interrupted(change, newest, change.clock.now_instant())?)
            };
            if let Err(error) = store.writer().change(attribution("service"), end_jobs).await {
                tracing::warn!(%error, "interrupted imports could not be marked as failed");
            }
        }
        std::future::pending().await
    }

    /// Queues a job, and starts the runner unless it runs already. Returns false if the queue is full.
    pub fn enqueue(self: &Arc<Self>, store: &Arc<Store>, job: QueuedImport) -> bool {
        let mut queue = lock(&self.queue);
        if queue.is_full() {
            return false;
        }
        queue.waiting.push_back(job);
        let has_runner = std::mem::replace(&mut queue.has_runner, true);
        if !has_runner {
            let (jobs, store) = (Arc::clone(self), Arc::clone(store));
            tokio::task::spawn_blocking(move || while jobs.run_next(&store) {});
        }
        true
    }

    /// Cancels a waiting job, or stops the running job. Returns false if the job is being applied or has ended.
    pub fn cancel(&self, id: i64) -> bool {
        lock(&self.queue).cancel(id)
    }

    /// Stops the running job, unless it is being applied, and empties the queue. Called when the service stops; the next
    /// start ends these jobs as failed.
    pub fn stop(&self) {
        let mut queue = lock(&self.queue);
        queue.waiting.clear();
        if let Some(running) = &queue.running {
            running.stop();
        }
    }

    /// Undoes an import. A dry run only checks whether the undo is possible. Returns `None` while another undo runs.
    pub async fn undo(
        &self,
        store: &Arc<Store>,
        number: i64,
        credential: &str,
        is_dry_run: bool,
    ) -> Result<Option<ImportUndo>> {
        let Ok(_permit) = self.undos.try_acquire() else { return Ok(None) };
        let (store, credential) = (Arc::clone(store), credential.to_owned());
        // on a blocking thread, because an undo may read and write many rows
        let undo = move || undo_import(&store, number, &credential, is_dry_run);
        tokio::task::spawn_blocking(undo).await?.map(Some)
    }

    /// Runs the next job and stores its result. Returns false if no job waits.
    fn run_next(&self, store: &Store) -> bool {
        let Some((job, stop)) = lock(&self.queue).take_next() else { return false };
        // a panic must not end the runner, which has to run the waiting jobs
        let run = AssertUnwindSafe(|| self.run_job(store, &job, &stop));
        let result = catch_unwind(run).unwrap_or_else(|_| Err(anyhow!("the import failed; the log has the cause")));
        let (job_end, report) = match result {
            Ok(ended) => ended,
            // a stopped job: the cancelling request stores the state, or after a shutdown, the next start does
            Err(_) if stop.load(Ordering::Relaxed) => return true,
            Err(error) => {
                tracing::warn!(job = job.id, error = format!("{error:#}"), "an import over REST failed");
                (JobEnd::Failed, failure_report(&job.upload, &error))
            }
        };
        // retried while the database cannot be written: an ended job must not stay shown as running
        while let Err(error) = store_result(store, &job, job_end, report.clone()) {
            tracing::warn!(job = job.id, %error, "the result of an import over REST could not be stored");
            if !matches!(error, WriteError::Unavailable(_)) {
                break;
            }
            thread::sleep(STORE_RETRY_INTERVAL);
        }
        true
    }

    /// Imports the files of a job. The report lists the errors of rows. Other errors are returned as `Err`.
    fn run_job(&self, store: &Store, job: &QueuedImport, stop: &Arc<AtomicBool>) -> Result<(JobEnd, ImportJobReport)> {
        // a refused file or a too large archive fails before any row is read
        let Upload { rejection, max_unpacked_bytes, .. } = &job.upload;
        if let Some(reason) = rejection {
            bail!(reason.clone());
        }
        store_progress(store, job, "reading", 0)?;
        let mut source = Source::open(&job.upload.file_path())?;
        source.check_unpacked_size(*max_unpacked_bytes)?;
        // a connection of its own, whose queries fail once `stop` is set
        let database = store.open_connection()?;
        database.stop_when(stop)?;
        let mut import = read_source(store, job, &database, &mut source)?;
        store_progress(store, job, "checking", 100)?;
        if !import.check()? {
            return report_outcome(&import, &ImportOutcome::Invalid);
        }
        if job.request.is_dry_run {
            return report_outcome(&import, &ImportOutcome::CheckedOnly);
        }
        // from here on, the job can no longer be cancelled
        if !lock(&self.queue).begin_applying() {
            bail!("cancelled");
        }
        store_progress(store, job, "applying", 100)?;
        let committed = import.commit(&job.credential, &format!("import job {}", job.id), IGNORE_WAIT)?;
        exchange::rebuild_dirty_rows(&database);
        // changes since the check can make the import invalid
        let outcome = committed.map_or(ImportOutcome::Invalid, ImportOutcome::Applied);
        report_outcome(&import, &outcome)
    }
}

pub enum ImportUndo {
    Undone {
        /// The number of the undo; `None` for a dry run.
        number: Option<i64>,
        /// A JSON array with the counts of changed rows for each file.
        files: Value,
    },
    /// Later changes prevent the undo. The JSON array has an error for each changed row.
    Prevented(Value),
    /// The import cannot be undone, for example because its details were deleted.
    Impossible(String),
    Unknown,
}

/// Reads the files of a job. Stores the progress whenever it has advanced by 10 %.
fn read_source<'d>(store: &Store, job: &QueuedImport, db: &'d Database, source: &mut Source) -> Result<Import<'d>> {
    // a single file that is no archive always takes the requested mapping (contract §10)
    let is_single_file = job.upload.names.len() == 1 && matches!(source, Source::Folder(..));
    let (names, advice) = (&job.request.mappings, MessageName::NameOrMap);
    let mapped_files = find_files_with_stored_mappings(db, source, names, is_single_file, advice)?;
    let read_options = ReadOptions { mapped_files, ..ReadOptions::default() };
    let total_bytes = source.file_names().iter().map(|name| source.file_size(name)).sum::<u64>().max(1);
    let (bytes_read, stored_percent) = (AtomicU64::new(0), AtomicU64::new(0));
    // called with the name of the file and the number of bytes since the last call
    let report_read = |_: &str, bytes: u64| {
        let percent = (bytes_read.fetch_add(bytes, Ordering::Relaxed) + bytes) * 100 / total_bytes;
        if percent >= stored_percent.load(Ordering::Relaxed) + 10 {
            stored_percent.store(percent, Ordering::Relaxed);
            // a failure only delays the progress that clients see
            let _ = store_progress(store, job, "reading", percent.min(100));
        }
    };
    Import::read(db, source, &read_options, job.request.options, &report_read)
}

/// Stores the state of a running job (`reading`, `checking` or `applying`), and the percentage of bytes that were read.
fn store_progress(store: &Store, job: &QueuedImport, state: &'static str, percent: u64) -> Result<(), WriteError> {
    let id = job.id;
    change_job(store, &job.credential, move |change| Ok(import_job::set_state(change, id, state, percent)?))
}

/// Ends the job with its report. Except for a dry run, also records the result for monitoring.
fn store_result(store: &Store, job: &QueuedImport, job_end: JobEnd, report: ImportJobReport) -> Result<(), WriteError> {
    let (id, is_dry_run) = (job.id, job.request.is_dry_run);
    change_job(store, &job.credential, move |change| {
        let now = change.clock.now_instant();
        import_job::end(change, id, job_end.job_state(), &report, now)?;
        if !is_dry_run {
            let action = format!("import job {id}");
            last_import::record(change, now, &action, job_end.import_result(), report.changes)?;
        }
        Ok(())
    })
}

fn undo_import(store: &Store, number: i64, credential: &str, is_dry_run: bool) -> Result<ImportUndo> {
    let database = store.open_connection()?;
    if imports::find_import(&database, number)?.is_none() {
        return Ok(ImportUndo::Unknown);
    }
    // over REST, a later change of a row always prevents the undo
    let (keep_later, records_differences) = (false, false);
    let mut undo = match Undo::plan(&database, number, keep_later, records_differences) {
        Ok(undo) => undo,
        // a `Message` explains why the undo is impossible; other errors are internal
        Err(error) => return error.downcast().map(|message: Message| ImportUndo::Impossible(message.to_string())),
    };
    if undo.is_valid && is_dry_run {
        return Ok(ImportUndo::Undone { number: None, files: file_counts(&undo.tallies) });
    }
    let undo_number = if undo.is_valid { undo.commit(credential, IGNORE_WAIT)? } else { None };
    // `commit` returns `None` if changes since the check prevent the undo
    if undo_number.is_none() {
        return Ok(ImportUndo::Prevented(error_list(&undo.errors, u64::MAX)?));
    }
    exchange::rebuild_dirty_rows(&database);
    Ok(ImportUndo::Undone { number: undo_number, files: file_counts(&undo.tallies) })
}

/// Makes a change for the credential, and waits until it is durable. Called on the blocking thread of the runner.
fn change_job(
    store: &Store,
    credential: &str,
    apply: impl FnMut(&mut Change) -> Result<(), WriteError> + Send + 'static,
) -> Result<(), WriteError> {
    Handle::current().block_on(store.writer().change(attribution(credential), apply))
}

/// Returns the attribution of changes to jobs. The ledger gets no entry unless a row of a data file changes.
pub fn attribution(actor: &str) -> Attribution {
    Attribution { origin: Origin::Call, actor: actor.to_owned(), action: Action::Text("Import".to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(id: i64) -> QueuedImport {
        let folder = tempfile::tempdir().unwrap();
        let upload = Upload { folder, names: Vec::new(), rejection: None, max_unpacked_bytes: 0 };
        QueuedImport { id, credential: String::new(), upload, request: ImportRequest::default() }
    }

    fn queue(jobs: impl IntoIterator<Item = i64>) -> JobQueue {
        JobQueue { waiting: jobs.into_iter().map(job).collect(), has_runner: true, ..JobQueue::default() }
    }

    #[test]
    fn a_job_is_cancelled_until_it_is_applied() {
        let mut queue = queue(1..=3);
        let (first, stop) = queue.take_next().unwrap();
        assert!(queue.cancel(2) && !queue.cancel(2), "a waiting job");
        assert!(queue.cancel(first.id) && stop.load(Ordering::Relaxed), "a job that is being read");
        assert!(!queue.begin_applying(), "a cancelled job");
        let (third, stop) = queue.take_next().unwrap();
        assert!(queue.begin_applying() && !queue.cancel(third.id) && !stop.load(Ordering::Relaxed));
        assert!(queue.take_next().is_none());
        assert!(!queue.cancel(third.id), "a job that is applied");
    }

    // If a job is cancelled before the runner takes it, the next job must not start a second runner.
    #[test]
    fn a_runner_exists_until_it_finds_no_job() {
        let mut queue = queue([1]);
        assert!(queue.cancel(1) && queue.has_runner);
        queue.waiting.push_back(job(2));
        assert_eq!(queue.take_next().unwrap().0.id, 2);
        assert!(queue.has_runner);
        assert!(queue.take_next().is_none() && !queue.has_runner);
    }

    #[test]
    fn sixteen_jobs_wait_beside_the_running_one() {
        let mut queue = queue(1..=17);
        queue.take_next().unwrap();
        assert!(queue.is_full());
        assert!(queue.cancel(17) && !queue.is_full());
    }
}
