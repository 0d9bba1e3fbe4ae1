//! Previews and performs undos. An edit of one row is undone at once. Other undos take as long as the import and run on
//! their own thread.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};

use super::audit;
use super::data::names::Names;
use super::edit::{self, listed_errors, rebuild_dirty_rows_later};
use super::jobs::{Job, SHORT_WAIT, Worker};
use super::page::PageContent;
use super::page_context::PageContext;
use super::preview::FileCounts;
use crate::datafile::{self, trainings};
use crate::exchange::merge::difference::Difference;
use crate::exchange::merge::error_table::ImportError;
use crate::exchange::undo::Undo;
use crate::ledger::imports;
use crate::model::lock::lock;
use crate::model::message::{Fact, Message, MessageName, Severity};
use crate::model::time::Clock;
use crate::store::{OpenMode, Snapshot, open};

/// How long an outcome is kept for the page that waits for it.
const OUTCOME_LIFETIME: Duration = Duration::from_secs(60);

/// How long a preview waits for the next request for its rows.
const PREVIEW_LIFETIME: Duration = Duration::from_secs(5 * 60);

pub enum UndoOutcome {
    /// Undone, or in a preview possible.
    Done(UndoResult),
    /// Refused for these reasons.
    Refused(Vec<ImportError>),
    /// There is nothing to undo, for this reason.
    NothingToUndo(Message),
}

/// The effect of an undo.
pub struct UndoResult {
    /// The number of the undo; `None` in a preview.
    pub number: Option<i64>,
    pub row_counts: Vec<FileCounts>,
    /// What the undo keeps, because later changes touched it.
    pub kept: Vec<ImportError>,
}

/// The import or undo to undo.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct UndoTarget {
    pub number: i64,
    /// Keep what was changed later; otherwise the undo is all or nothing.
    pub keep_later: bool,
}

/// The progress of an undo or its preview.
pub enum UndoProgress {
    Working {
        is_undo: bool,
    },
    Finished(Arc<Result<UndoOutcome>>),
    /// Not started, because too many others are running.
    Refused,
}

/// A request for at most `limit` differences of a file after a position.
struct UndoRowsRequest {
    file: &'static str,
    after: i64,
    limit: u32,
    reply: Sender<Result<Vec<(i64, Difference)>>>,
}

/// An undo, or the preview of one, on its own thread.
pub struct UndoJob {
    target: UndoTarget,
    /// `false` for a preview.
    is_undo: bool,
    outcome_receiver: Mutex<Receiver<Result<UndoOutcome>>>,
    /// Sends requests for the rows of a preview.
    request_sender: Mutex<Sender<UndoRowsRequest>>,
    /// The time when the outcome was received, and the outcome.
    received: OnceLock<(Instant, Arc<Result<UndoOutcome>>)>,
    thread: JoinHandle<()>,
    stop: Arc<AtomicBool>,
}

impl Job for UndoJob {
    fn is_finished(&self) -> bool {
        self.thread.is_finished()
    }
}

impl Drop for UndoJob {
    /// Stops the thread of a preview, since nobody can view the preview any more. A running undo continues.
    fn drop(&mut self) {
        self.stop.store(!self.is_undo, Ordering::Relaxed);
    }
}

impl UndoJob {
    /// Waits briefly for the outcome; `None` if it takes longer.
    fn wait_for_outcome(&self) -> Option<Arc<Result<UndoOutcome>>> {
        let receiver = lock(&self.outcome_receiver);
        if self.received.get().is_none() {
            let outcome = match receiver.recv_timeout(SHORT_WAIT) {
                Ok(outcome) => outcome,
                Err(RecvTimeoutError::Timeout) => return None,
                Err(RecvTimeoutError::Disconnected) => Err(anyhow!("the undo has ended")),
            };
            let _ = self.received.set((Instant::now(), Arc::new(outcome)));
        }
        self.received.get().map(|(_, outcome)| Arc::clone(outcome))
    }

    /// Returns whether the outcome is too old to show again.
    fn is_expired(&self) -> bool {
        self.received.get().is_some_and(|(at, _)| at.elapsed() > OUTCOME_LIFETIME)
    }
}

struct UndoWorker {
    file: PathBuf,
    clock: Clock,
    actor: String,
    target: UndoTarget,
    is_undo: bool,
    stop: Arc<AtomicBool>,
}

impl UndoWorker {
    fn new(context: &PageContext, target: UndoTarget, is_undo: bool) -> Result<Self> {
        Ok(Self {
            file: context.console.file.clone(),
            clock: context.snapshot()?.clock().clone(),
            actor: context.operator.name.clone(),
            target,
            is_undo,
            stop: Arc::default(),
        })
    }

    fn begin(self, worker: Worker) -> std::io::Result<UndoJob> {
        let (target, is_undo, stop) = (self.target, self.is_undo, Arc::clone(&self.stop));
        let (outcome_sender, outcome_receiver) = channel();
        let (request_sender, request_receiver) = channel();
        let work = move || {
            // the receiving job may be dropped already
            let report = |outcome| drop(outcome_sender.send(outcome));
            if let Err(error) = self.run(&report, &request_receiver) {
                report(Err(error));
            }
            drop(worker);
        };
        Ok(UndoJob {
            target,
            is_undo,
            outcome_receiver: Mutex::new(outcome_receiver),
            request_sender: Mutex::new(request_sender),
            received: OnceLock::new(),
            thread: thread::Builder::new().name("undo".into()).spawn(work)?,
            stop,
        })
    }

    /// Reports the outcome. A preview then answers requests for its rows, until it gets none for [`PREVIEW_LIFETIME`].
    fn run(&self, report: &dyn Fn(Result<UndoOutcome>), requests: &Receiver<UndoRowsRequest>) -> Result<()> {
        let database = open(&self.file, &self.clock, OpenMode::Existing)?;
        database.stop_when(&self.stop)?;
        let UndoTarget { number, keep_later } = self.target;
        let checked = Undo::new(&database, number, keep_later).and_then(|mut undo| {
            let is_valid = undo.check(!self.is_undo)?;
            Ok((undo, is_valid))
        });
        let (mut undo, is_valid) = match checked {
            Ok(checked) => checked,
            // an error that is not a `Message` is internal: `downcast` returns it
            Err(error) => {
                report(Ok(UndoOutcome::NothingToUndo(error.downcast()?)));
                return Ok(());
            }
        };
        let number = if is_valid && self.is_undo { undo.commit(&self.actor, &|| ())? } else { None };
        // a commit fails if others have changed the rows meanwhile
        if !is_valid || self.is_undo && number.is_none() {
            report(Ok(UndoOutcome::Refused(listed_errors(&undo.errors, Severity::Error)?)));
            return Ok(());
        }
        let tallies = undo.tallies.iter().filter(|tally| tally.is_given);
        let result = UndoResult {
            number,
            row_counts: tallies.map(|tally| (tally.file, tally.counts())).collect(),
            kept: listed_errors(&undo.errors, Severity::Warning)?,
        };
        report(Ok(UndoOutcome::Done(result)));
        if !self.is_undo {
            while let Ok(UndoRowsRequest { file, after, limit, reply }) = requests.recv_timeout(PREVIEW_LIFETIME) {
                // the requester may be gone
                let _ = reply.send(undo.read_differences(file, after, limit));
            }
        }
        drop(undo);
        rebuild_dirty_rows_later(database);
        Ok(())
    }
}

/// Undoes an import or undo of few rows on this thread, all or nothing. If nothing was undone, returns a page with the
/// reasons.
pub fn undo_now(context: &PageContext, number: i64) -> Result<Option<PageContent>> {
    let (target, is_undo) = (UndoTarget { number, keep_later: false }, true);
    let (sender, receiver) = channel();
    let (_, no_requests) = channel();
    UndoWorker::new(context, target, is_undo)?.run(&|outcome| drop(sender.send(outcome)), &no_requests)?;
    let snapshot = context.snapshot()?;
    let reasons: Vec<_> = match receiver.recv()?? {
        UndoOutcome::Done(_) => return Ok(None),
        UndoOutcome::Refused(errors) => {
            errors.iter().map(|error| obstacle_text(context, &snapshot, error)).collect::<Result<_>>()?
        }
        UndoOutcome::NothingToUndo(reason) => {
            vec![name_references(context, &snapshot, &reason)?.text(context.language)]
        }
    };
    let mut content = PageContent::new(context.words.refused);
    reasons.iter().for_each(|reason| content.add_error(&format!("{}{reason}", context.words.not_undone)));
    Ok(Some(content))
}

/// Returns at most `limit` rows of a file after a position, each with its position, from the session's preview of this
/// undo; `None` if there is no preview.
pub fn preview_rows(
    context: &PageContext,
    target: UndoTarget,
    file: &'static str,
    after: i64,
    limit: u32,
) -> Result<Option<Vec<(i64, Difference)>>> {
    let job = context.console.undos.find(&context.operator.session_id);
    let Some(job) = job.filter(|job| job.target == target && !job.is_undo && job.received.get().is_some()) else {
        return Ok(None);
    };
    let (reply, answer) = channel();
    // if the preview has ended, the request is dropped with its `reply`, so that there is no answer
    let _ = lock(&job.request_sender).send(UndoRowsRequest { file, after, limit, reply });
    let rows = answer.recv().ok().transpose()?;
    // the operator has no file with these lines: the undo generates it
    let without_line = |(position, row): (i64, Difference)| (position, Difference { line: None, ..row });
    Ok(rows.map(|rows| rows.into_iter().map(without_line).collect()))
}

/// The errors that concern a whole row. The value of such an error is the key of the row.
const ROW_ERRORS: [MessageName; 6] = [
    MessageName::ChangedLater,
    MessageName::ExistsAgain,
    MessageName::ReferredRowMissing,
    MessageName::PictureOf,
    MessageName::DefaultElsewhere,
    MessageName::ReferredToBy,
];

/// Describes what prevents an undo, or what it keeps:
/// `Persons · Cost centre: Anna Bos (E001) was changed later by change 3 (jan)`.
pub fn obstacle_text(context: &PageContext, snapshot: &Snapshot, error: &ImportError) -> Result<String> {
    let (file, language) = (error.data_file, context.language);
    let mut named = ImportError { message: name_references(context, snapshot, &error.message)?, ..error.clone() };
    if ROW_ERRORS.contains(&error.message.name) {
        named.value = Names::new(context, snapshot).name_of_key(file, &error.value)?;
    }
    let mut labels = vec![file.label(language), file.column_label(&error.column, language)];
    labels.retain(|label| !label.is_empty());
    Ok(format!("{}: {}", labels.join(" · "), named.labelled_detail(language)))
}

/// Replaces files, keys, operations and numbers of imports in a message by the names that pages show.
pub fn name_references(context: &PageContext, snapshot: &Snapshot, message: &Message) -> Result<Message> {
    let names = Names::new(context, snapshot);
    let mut message = message.clone();
    for fact in &mut message.facts {
        if let Fact::Part(part) = fact {
            *part = name_references(context, snapshot, part)?;
        }
    }
    match (message.name, message.facts.as_mut_slice()) {
        (MessageName::ReferredToBy, [Fact::Text(file), Fact::Text(key), ..]) => {
            if let Some(data_file) = datafile::find_file(file) {
                *key = names.name_of_key(data_file, key)?;
                *file = format!("{}:", data_file.label(context.language));
            }
        }
        (MessageName::PictureOf, [Fact::Text(code)]) => *code = names.name_of_key(&trainings::FILE, code)?,
        (MessageName::ByCall, [_, Fact::Text(action)]) => *action = audit::translate_action(context, action),
        // the import of a form or task is called a change
        (MessageName::ImportNumber, [Fact::Text(number)]) => {
            let run = number.parse().map(|number| imports::find_import(snapshot, number)).unwrap_or(Ok(None))?;
            if run.is_some_and(|run| edit::parse_action(&run.action).is_some()) {
                message.name = MessageName::ChangeNumber;
            }
        }
        // a change has no file of the operator, so that its line means nothing
        (MessageName::ByRun, [Fact::Part(run), line, ..]) if run.name == MessageName::ChangeNumber => {
            *line = Fact::Text(String::new());
        }
        _ => {}
    }
    Ok(message)
}

/// Begins an undo on its own thread. Returns false if the session has a running undo, or if too many others run.
pub fn begin_undo(context: &PageContext, target: UndoTarget) -> Result<bool> {
    let is_undo = true;
    Ok(begin_job(context, target, is_undo)?.is_some())
}

/// Returns the progress of the session's undo or preview of this target. Begins a preview if there is neither. The
/// outcome of a successful undo is returned only once.
pub fn undo_progress(context: &PageContext, target: UndoTarget) -> Result<UndoProgress> {
    let (undos, session) = (&context.console.undos, &context.operator.session_id);
    let current = undos.find(session).filter(|job| job.target == target && !job.is_expired());
    let is_undo = false;
    let begin_preview = || begin_job(context, target, is_undo);
    let Some(job) = current.map_or_else(begin_preview, |job| Ok(Some(job)))? else { return Ok(UndoProgress::Refused) };
    let Some(outcome) = job.wait_for_outcome() else { return Ok(UndoProgress::Working { is_undo: job.is_undo }) };
    if matches!(outcome.as_ref(), Ok(UndoOutcome::Done(UndoResult { number: Some(_), .. }))) {
        undos.remove(session);
    }
    Ok(UndoProgress::Finished(outcome))
}

/// Begins an undo or its preview on its own thread; `None` if the session has a running undo or too many others run.
fn begin_job(context: &PageContext, target: UndoTarget, is_undo: bool) -> Result<Option<Arc<UndoJob>>> {
    let (undos, session) = (&context.console.undos, &context.operator.session_id);
    let is_undoing = |job: &UndoJob| job.is_undo && job.received.get().is_none() && !job.is_finished();
    if undos.find(session).is_some_and(|job| is_undoing(&job)) {
        return Ok(None);
    }
    let undo_worker = UndoWorker::new(context, target, is_undo)?;
    Ok(undos.begin(session, &context.operator.name, |worker| undo_worker.begin(worker))?)
}
