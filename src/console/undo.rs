//! Previews and performs undos, which can take as long as imports. All but small undos run on their own threads.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};

use super::data::row_names::{RemovedRows, RowNames};
use super::differences::DifferencesRequest;
use super::edit::{first_errors, rebuild_dirty_rows_later};
use super::jobs::{Job, SHORT_WAIT, ThreadPermit};
use super::message_names::{error_detail, message_with_names};
use super::preview::FileCounts;
use super::{PageAnswer, PageContent, PageContext};
use crate::exchange::merge::difference::Difference;
use crate::exchange::merge::error_table::ImportError;
use crate::exchange::undo::Undo;
use crate::model::lock::lock;
use crate::model::message::{Message, MessageName, Severity};
use crate::model::time::Clock;
use crate::store::{OpenMode, open};

/// The time for which pages show a received outcome. After this time, a page begins a new preview.
const OUTCOME_LIFETIME: Duration = Duration::from_secs(60);

/// The time that a preview waits for the next request for rows, before the preview ends.
const PREVIEW_LIFETIME: Duration = Duration::from_secs(5 * 60);

/// The result of an undo or of its preview, which has the same cases.
pub enum UndoOutcome {
    /// The import was undone. In a preview: the import can be undone.
    Done(UndoResult),
    /// The import was not undone. The result of a preview also counts the rows that have obstacles.
    Refused(UndoResult),
    /// The message has the reason, such as that there is nothing to undo.
    NotUndone(Message),
}

pub struct UndoResult {
    /// `None` in a preview.
    pub undo_number: Option<i64>,
    pub row_counts: Vec<FileCounts>,
    /// The errors that prevent the undo, or warnings about values that the undo keeps because they were changed later.
    pub obstacles: Vec<ImportError>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub struct UndoTarget {
    pub number: i64,
    /// Whether to keep values that were changed later. If false, the undo is all or nothing.
    pub keep_later_changes: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum UndoMode {
    /// Plans the undo, but writes nothing.
    Preview,
    Undo,
}

pub enum UndoProgress {
    Working(UndoMode),
    Finished(Arc<Result<UndoOutcome>>),
    /// The session has another running undo, or too many threads are running.
    NotStarted,
}

/// A thread that previews or performs an undo, as pages see it.
pub struct UndoJob {
    worker: Arc<UndoWorker>,
    outcome_receiver: Mutex<Receiver<Result<UndoOutcome>>>,
    rows_request_sender: Mutex<Sender<DifferencesRequest>>,
    /// The outcome from the channel, with the time at which a page first received it.
    received_outcome: OnceLock<(Instant, Arc<Result<UndoOutcome>>)>,
    thread: JoinHandle<()>,
}

impl Job for UndoJob {
    fn is_finished(&self) -> bool {
        self.thread.is_finished()
    }
}

impl Drop for UndoJob {
    /// Stops the thread of a preview. An undo is never stopped.
    fn drop(&mut self) {
        if self.worker.mode == UndoMode::Preview {
            self.worker.must_stop.store(true, Ordering::Relaxed);
        }
    }
}

impl UndoJob {
    /// Waits at most [`SHORT_WAIT`] for the outcome. Returns `None` if there is no outcome yet.
    fn wait_for_outcome(&self) -> Option<Arc<Result<UndoOutcome>>> {
        // of several simultaneous requests, one receives the outcome while the others wait for the lock
        let receiver = lock(&self.outcome_receiver);
        if !self.has_received_outcome() {
            let outcome = match receiver.recv_timeout(SHORT_WAIT) {
                Ok(outcome) => outcome,
                Err(RecvTimeoutError::Timeout) => return None,
                // the thread panicked
                Err(RecvTimeoutError::Disconnected) => Err(anyhow!("the undo has ended")),
            };
            let _ = self.received_outcome.set((Instant::now(), Arc::new(outcome)));
        }
        self.received_outcome.get().map(|(_, outcome)| Arc::clone(outcome))
    }

    fn has_received_outcome(&self) -> bool {
        self.received_outcome.get().is_some()
    }

    fn is_expired(&self) -> bool {
        self.received_outcome.get().is_some_and(|(at, _)| at.elapsed() > OUTCOME_LIFETIME)
    }
}

struct UndoWorker {
    database_path: PathBuf,
    clock: Clock,
    actor: String,
    target: UndoTarget,
    mode: UndoMode,
    /// Stops the queries of a preview that was dropped.
    must_stop: Arc<AtomicBool>,
}

impl UndoWorker {
    fn new(context: &PageContext, target: UndoTarget, mode: UndoMode) -> Self {
        let store = &context.console.service.store;
        Self {
            database_path: store.path().to_owned(),
            clock: store.clock().clone(),
            actor: context.operator.name.clone(),
            target,
            mode,
            must_stop: Arc::default(),
        }
    }

    /// Starts the thread. It holds the permit until it ends, even if the job is dropped before.
    fn start_thread(self, permit: ThreadPermit) -> std::io::Result<UndoJob> {
        let thread_worker = Arc::new(self);
        let worker = Arc::clone(&thread_worker);
        let (outcome_sender, outcome_receiver) = channel();
        let (rows_request_sender, rows_requests) = channel();
        let work = move || {
            // sending fails if the job was dropped
            thread_worker.run(&|outcome| drop(outcome_sender.send(outcome)), &rows_requests);
            drop(permit);
        };
        Ok(UndoJob {
            worker,
            outcome_receiver: Mutex::new(outcome_receiver),
            rows_request_sender: Mutex::new(rows_request_sender),
            received_outcome: OnceLock::new(),
            thread: thread::Builder::new().name("undo".into()).spawn(work)?,
        })
    }

    /// Previews or performs the undo, and reports the outcome. Errors that operators can understand are outcomes, too.
    fn run(&self, report: &dyn Fn(Result<UndoOutcome>), rows_requests: &Receiver<DifferencesRequest>) {
        if let Err(error) = self.undo(report, rows_requests) {
            let is_technical =
                |message: &Message| matches!(message.name, MessageName::NotWritten | MessageName::WriteLockHeld);
            let message = error.downcast_ref().filter(|message| !is_technical(message));
            report(message.cloned().map(UndoOutcome::NotUndone).ok_or(error));
        }
    }

    /// Previews or performs the undo, and reports a successful outcome. A preview then answers requests for rows.
    fn undo(&self, report: &dyn Fn(Result<UndoOutcome>), rows_requests: &Receiver<DifferencesRequest>) -> Result<()> {
        let database = open(&self.database_path, &self.clock, OpenMode::Existing)?;
        database.stop_when(&self.must_stop)?;
        let UndoTarget { number, keep_later_changes } = self.target;
        let records_differences = self.mode == UndoMode::Preview;
        let mut undo = Undo::plan(&database, number, keep_later_changes, records_differences)?;
        // write the undo, unless this is a preview or there are obstacles
        let can_commit = undo.is_valid && self.mode == UndoMode::Undo;
        let undo_number = if can_commit { undo.commit(&self.actor, &|| ())? } else { None };
        // `commit` returns no number if others have changed the rows meanwhile
        let is_refused = !undo.is_valid || can_commit && undo_number.is_none();
        let severity = if is_refused { Severity::Error } else { Severity::Warning };
        let tallies = undo.tallies.iter().filter(|tally| tally.is_in_summary);
        let result = UndoResult {
            undo_number,
            row_counts: tallies.map(|tally| (tally.file, tally.counts)).collect(),
            obstacles: first_errors(&undo.errors, severity)?,
        };
        report(Ok(if is_refused { UndoOutcome::Refused(result) } else { UndoOutcome::Done(result) }));
        // the planned rows exist only on this connection
        if self.mode == UndoMode::Preview {
            while let Ok(DifferencesRequest { file, after, limit, reply }) =
                rows_requests.recv_timeout(PREVIEW_LIFETIME)
            {
                // sending fails if the page no longer waits for the reply
                let _ = reply.send(undo.read_differences(file, after, limit));
            }
        }
        drop(undo);
        rebuild_dirty_rows_later(database);
        Ok(())
    }
}

/// Undoes an import or undo on this thread. Returns `None` after the undo. If nothing could be undone, returns a page
/// with the reasons, and a link to the path and with the text of `back`. Pages call this for imports by a form or task,
/// which are small.
pub fn undo_now(context: &PageContext, number: i64, back: (&str, &str)) -> Result<Option<PageAnswer>> {
    let target = UndoTarget { number, keep_later_changes: false };
    let (outcome_sender, outcome_receiver) = channel();
    // only a preview answers requests for rows
    let (_, no_rows_requests) = channel();
    // the receiver exists until this function returns, so that sending cannot fail
    let report = |outcome| drop(outcome_sender.send(outcome));
    UndoWorker::new(context, target, UndoMode::Undo).run(&report, &no_rows_requests);
    let snapshot = context.snapshot()?;
    let names = RowNames::new(context, &snapshot).with_removed_rows(RemovedRows::Named);
    let reasons = match outcome_receiver.recv()?? {
        UndoOutcome::Done(_) => return Ok(None),
        UndoOutcome::Refused(result) => obstacle_texts(context, &names, &result.obstacles)?,
        UndoOutcome::NotUndone(reason) => {
            vec![message_with_names(context, &names, &reason, None)?.text(context.language)]
        }
    };
    let mut content = PageContent::not_done(context);
    reasons.iter().for_each(|reason| content.add_error(&format!("{}{reason}", context.words.not_undone)));
    let (path, text) = back;
    content.add_link(context.address(path), text);
    Ok(Some(PageAnswer::Page(content.with_status(409))))
}

/// Reads what this undo would change in a file, from the session's preview; `None` unless the preview is ready.
pub fn preview_rows(
    context: &PageContext,
    target: UndoTarget,
    file: &'static str,
    after: i64,
    limit: u32,
) -> Result<Option<Vec<(i64, Difference)>>> {
    let job = context.console.undos.find(&context.operator.session_id);
    let is_preview = |job: &Arc<UndoJob>| job.worker.target == target && job.worker.mode == UndoMode::Preview;
    // while the thread plans the undo, it does not answer
    let Some(job) = job.filter(|job| is_preview(job) && job.has_received_outcome()) else { return Ok(None) };
    let (reply, reply_receiver) = channel();
    // if the preview has ended, sending fails and drops `reply`; then receiving fails, too
    let _ = lock(&job.rows_request_sender).send(DifferencesRequest { file, after, limit, reply });
    let rows = reply_receiver.recv().ok().transpose()?;
    // the undo generates the file: the operator does not know its lines
    let without_line = |(position, row): (i64, Difference)| (position, Difference { line: None, ..row });
    Ok(rows.map(|rows| rows.into_iter().map(without_line).collect()))
}

/// Describes the errors that prevent an undo, or warnings about kept values: `Persons · Cost centre, Function: Anna Bos
/// (E001) was changed later by change 3 (jan)`. Columns of a row with the same message share a text.
pub fn obstacle_texts(context: &PageContext, names: &RowNames, errors: &[ImportError]) -> Result<Vec<String>> {
    // the first error of each group, with the labels of all its columns
    let mut groups: Vec<(&ImportError, Vec<String>)> = Vec::new();
    for error in errors {
        let is_same = |(first, _): &&mut (&ImportError, _)| {
            (&first.file, &first.value, &first.message) == (&error.file, &error.value, &error.message)
        };
        let label = error.data_file.column_label(&error.column, context.language);
        match groups.iter_mut().find(is_same) {
            Some((_, labels)) if labels.contains(&label) => {}
            Some((_, labels)) => labels.push(label),
            None => groups.push((error, vec![label])),
        }
    }
    let separator = |labels: &str| if labels.is_empty() { "" } else { " · " };
    let text = |(error, labels): (&ImportError, Vec<String>)| {
        let (labels, detail) = (labels.join(", "), error_detail(context, names, error)?);
        Ok(format!("{}{}{labels}: {detail}", error.data_file.label(context.language), separator(&labels)))
    };
    groups.into_iter().map(text).collect()
}

/// Begins an undo. Returns false if the session has a running undo, or if too many threads are running.
pub fn begin_undo(context: &PageContext, target: UndoTarget) -> Result<bool> {
    Ok(begin_job(context, target, UndoMode::Undo)?.is_some())
}

/// Returns the progress of the session's undo or preview of this target. Starts a preview if there is neither, or if
/// the undo met obstacles. A finished undo, and a failure that the browser shows, is returned only once.
pub fn poll_undo_or_begin_preview(context: &PageContext, target: UndoTarget) -> Result<UndoProgress> {
    let (undos, session) = (&context.console.undos, &context.operator.session_id);
    let current_job = undos.find(session).filter(|job| job.worker.target == target && !job.is_expired());
    let job = match current_job {
        Some(job) => Some(job),
        None => begin_job(context, target, UndoMode::Preview)?,
    };
    let Some(job) = job else { return Ok(UndoProgress::NotStarted) };
    let Some(outcome) = job.wait_for_outcome() else { return Ok(UndoProgress::Working(job.worker.mode)) };
    // the script of the page loads a failure before the browser shows it: keep the failure until then
    let can_forget = outcome.is_ok() || context.request.is_navigation;
    if can_forget && (outcome.is_err() || job.worker.mode == UndoMode::Undo) {
        undos.remove(session);
    }
    if job.worker.mode == UndoMode::Undo {
        // a preview shows the obstacles with all rows, and lets the operator try again
        if matches!(outcome.as_ref(), Ok(UndoOutcome::Refused(_))) {
            return poll_undo_or_begin_preview(context, target);
        }
    }
    Ok(UndoProgress::Finished(outcome))
}

/// Replaces the session's job. Returns `None` if that job is a running undo, or if too many threads are running.
fn begin_job(context: &PageContext, target: UndoTarget, mode: UndoMode) -> Result<Option<Arc<UndoJob>>> {
    let (undos, session) = (&context.console.undos, &context.operator.session_id);
    // an undo is complete once its outcome was received
    let is_running = |job: &UndoJob| !job.has_received_outcome() && !job.is_finished();
    if undos.find(session).is_some_and(|job| job.worker.mode == UndoMode::Undo && is_running(&job)) {
        return Ok(None);
    }
    let worker = UndoWorker::new(context, target, mode);
    Ok(undos.begin(session, &context.operator.name, |permit| worker.start_thread(permit))?)
}
