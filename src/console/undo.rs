//! Previews and runs undos with the import engine. An edit of one row is undone at once; other undos run on their own
//! thread, since they take as long as the import.

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
use super::page_context::PageContext;
use crate::datafile::{self, trainings};
use crate::exchange::merge::difference::Difference;
use crate::exchange::merge::error_table::ImportError;
use crate::exchange::undo::Undo;
use crate::ledger::imports;
use crate::model::lock::lock;
use crate::model::message::{Fact, Message, MessageName, Severity};
use crate::model::time::Clock;
use crate::store::{OpenMode, Snapshot, open};

/// How long a result is kept for the browser that waits for it.
const RESULT_KEPT: Duration = Duration::from_secs(60);

/// How long a preview's rows can be read.
const PREVIEW_KEPT: Duration = Duration::from_secs(5 * 60);

/// The result of an undo or its preview.
pub enum UndoOutcome {
    /// Undone, or possible.
    Done(UndoResult),
    /// Refused; why.
    Refused(Vec<ImportError>),
    /// There is nothing to undo; why.
    Nothing(Message),
}

/// What an undo does.
pub struct UndoResult {
    /// The number of the undo; 0 in a preview.
    pub number: i64,
    /// Rows created, changed, unchanged and removed, by file.
    pub tallies: Vec<(&'static str, [i64; 4])>,
    /// What stays because it was changed later.
    pub stays: Vec<ImportError>,
}

/// The run to undo.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct UndoTarget {
    pub number: i64,
    /// Keep later changes; otherwise all or nothing.
    pub keep_later: bool,
}

/// The progress of an undo.
pub enum UndoProgress {
    /// Running, or being previewed.
    Working {
        is_undo: bool,
    },
    Finished(Arc<Result<UndoOutcome>>),
    /// Not started: too many others are running.
    Refused,
}

/// A request for differences of a file after a position, at most so many.
struct DifferencesRequest {
    file: &'static str,
    after: i64,
    limit: u32,
    to: Sender<Result<Vec<(i64, Difference)>>>,
}

/// An undo on its own thread.
pub struct UndoJob {
    target: UndoTarget,
    /// Is it an undo, not a preview?
    is_undo: bool,
    from: Mutex<Receiver<Result<UndoOutcome>>>,
    /// Requests for the rows of a preview.
    requests: Mutex<Sender<DifferencesRequest>>,
    result: OnceLock<(Instant, Arc<Result<UndoOutcome>>)>,
    thread: JoinHandle<()>,
    stop: Arc<AtomicBool>,
}

impl Job for UndoJob {
    fn is_over(&self) -> bool {
        self.thread.is_finished()
    }
}

impl Drop for UndoJob {
    /// Nobody is waiting any more. A running undo continues.
    fn drop(&mut self) {
        self.stop.store(!self.is_undo, Ordering::Relaxed);
    }
}

impl UndoJob {
    /// Waits briefly for the result; `None` if it takes longer.
    fn wait_for_result(&self) -> Option<Arc<Result<UndoOutcome>>> {
        let from = lock(&self.from);
        if self.result.get().is_none() {
            let outcome = match from.recv_timeout(SHORT_WAIT) {
                Ok(outcome) => outcome,
                Err(RecvTimeoutError::Timeout) => return None,
                Err(RecvTimeoutError::Disconnected) => Err(anyhow!("the undo has ended")),
            };
            let _ = self.result.set((Instant::now(), Arc::new(outcome)));
        }
        self.result.get().map(|(_, outcome)| Arc::clone(outcome))
    }

    /// Returns whether the result is too old to show again.
    fn is_expired(&self) -> bool {
        self.result.get().is_some_and(|(at, _)| at.elapsed() > RESULT_KEPT)
    }
}

/// The state of an undo's thread.
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
            actor: context.signed.name.clone(),
            target,
            is_undo,
            stop: Arc::default(),
        })
    }

    fn begin(self, worker: Worker) -> std::io::Result<UndoJob> {
        let (target, is_undo, stop) = (self.target, self.is_undo, Arc::clone(&self.stop));
        let (to, from) = channel();
        let (requests, requested) = channel();
        let work = move || {
            // the requester may have gone
            let report = |outcome| drop(to.send(outcome));
            if let Err(error) = self.run(&report, &requested) {
                report(Err(error));
            }
            drop(worker);
        };
        Ok(UndoJob {
            target,
            is_undo,
            from: Mutex::new(from),
            requests: Mutex::new(requests),
            result: OnceLock::new(),
            thread: thread::Builder::new().name("undo".into()).spawn(work)?,
            stop,
        })
    }

    /// Reports the outcome. Of a preview it then serves the rows until nobody has requested any for a while.
    fn run(&self, report: &dyn Fn(Result<UndoOutcome>), requested: &Receiver<DifferencesRequest>) -> Result<()> {
        let database = open(&self.file, &self.clock, OpenMode::Existing)?;
        database.stop_when(&self.stop)?;
        let UndoTarget { number, keep_later } = self.target;
        let rehearsed = Undo::new(&database, number, keep_later).and_then(|mut undo| {
            let is_valid = if self.is_undo { undo.check()? } else { undo.preview()? };
            Ok((undo, is_valid))
        });
        let (mut undo, is_valid) = match rehearsed {
            Ok(rehearsed) => rehearsed,
            // other errors are internal
            Err(error) => {
                report(Ok(UndoOutcome::Nothing(error.downcast()?)));
                return Ok(());
            }
        };
        let number = match (is_valid, self.is_undo) {
            (false, _) => None,
            (true, false) => Some(0),
            (true, true) => undo.commit(&self.actor, &|| ())?,
        };
        let Some(number) = number else {
            report(Ok(UndoOutcome::Refused(listed_errors(&undo.errors, Severity::Error)?)));
            return Ok(());
        };
        let tallies = undo.tallies.iter().filter(|tally| tally.given);
        let done = UndoResult {
            number,
            tallies: tallies.map(|tally| (tally.file, tally.counts().map(|count| count as i64))).collect(),
            stays: listed_errors(&undo.errors, Severity::Warning)?,
        };
        report(Ok(UndoOutcome::Done(done)));
        if !self.is_undo {
            while let Ok(DifferencesRequest { file, after, limit, to }) = requested.recv_timeout(PREVIEW_KEPT) {
                // the requester may have gone
                let _ = to.send(undo.read_differences(file, after, limit));
            }
        }
        drop(undo);
        rebuild_dirty_rows_later(database);
        Ok(())
    }
}

/// Undoes the entry of this number on this thread, all or nothing, and returns the outcome. For entries of few rows.
pub fn undo_now(context: &PageContext, number: i64) -> Result<UndoOutcome> {
    let target = UndoTarget { number, keep_later: false };
    let (to, from) = channel();
    let (_, requested) = channel();
    UndoWorker::new(context, target, true)?.run(&|outcome| drop(to.send(outcome)), &requested)?;
    from.recv()?
}

/// Returns rows of a file after a position from the session's preview of this undo, at most `limit`, each with its
/// position; `None` if there is no preview.
pub fn preview_rows(
    context: &PageContext,
    target: UndoTarget,
    file: &'static str,
    after: i64,
    limit: u32,
) -> Result<Option<Vec<(i64, Difference)>>> {
    let job = context.console.undos.of(&context.signed.token);
    let Some(job) = job.filter(|job| job.target == target && !job.is_undo && job.result.get().is_some()) else {
        return Ok(None);
    };
    let (to, from) = channel();
    // if the preview has ended, the request is dropped and nothing comes
    let _ = lock(&job.requests).send(DifferencesRequest { file, after, limit, to });
    let page = from.recv().ok().transpose()?;
    // the line of the import says nothing about an undo
    let without_line = |(at, row): (i64, Difference)| (at, Difference { line: None, ..row });
    Ok(page.map(|page| page.into_iter().map(without_line).collect()))
}

/// The errors of an undo about a whole row; their value is the row's key.
const OF_ROWS: [MessageName; 6] = [
    MessageName::ChangedLater,
    MessageName::ThereAgain,
    MessageName::NamedGone,
    MessageName::PictureOf,
    MessageName::DefaultElsewhere,
    MessageName::NamedBy,
];

/// Returns what prevents an undo, or stays: `Persons · Cost centre: Anna Bos (E001) was changed later by change 3 (jan)`.
pub fn obstacle_text(context: &PageContext, snapshot: &Snapshot, error: &ImportError) -> Result<String> {
    let (file, language) = (error.data_file, context.language);
    let mut named = ImportError { message: with_names(context, snapshot, &error.message)?, ..error.clone() };
    if OF_ROWS.contains(&error.message.name) {
        named.value = Names::new(context, snapshot).of_key(file, &error.value)?;
    }
    let mut place = vec![file.label(language), file.column_label(&error.column, language)];
    place.retain(|label| !label.is_empty());
    Ok(format!("{}: {}", place.join(" · "), named.labelled_detail(language)))
}

/// Returns a message with the names of files, rows, operations and ledger entries as the pages have them.
pub fn with_names(context: &PageContext, snapshot: &Snapshot, message: &Message) -> Result<Message> {
    let names = Names::new(context, snapshot);
    let mut message = message.clone();
    for fact in &mut message.facts {
        if let Fact::Part(part) = fact {
            *part = with_names(context, snapshot, part)?;
        }
    }
    match (message.name, message.facts.as_mut_slice()) {
        (MessageName::NamedBy, [Fact::Text(file), Fact::Text(key), ..]) => {
            if let Some(of) = datafile::find_file(file) {
                *key = names.of_key(of, key)?;
                *file = format!("{}:", of.label(context.language));
            }
        }
        (MessageName::PictureOf, [Fact::Text(code)]) => *code = names.of_key(&trainings::FILE, code)?,
        (MessageName::ByCall, [_, Fact::Text(action)]) => *action = audit::action_text(context, action),
        (MessageName::ImportNumber, [Fact::Text(number)]) => {
            let run = number.parse().map(|number| imports::find_import(snapshot, number)).unwrap_or(Ok(None))?;
            if run.is_some_and(|run| edit::parse_action(&run.action).is_some()) {
                message.name = MessageName::ChangeNumber;
            }
        }
        // the line of a saved row says nothing
        (MessageName::ByRun, [Fact::Part(run), line, ..]) if run.name == MessageName::ChangeNumber => {
            *line = Fact::Text(String::new());
        }
        _ => {}
    }
    Ok(message)
}

/// Begins an undo on its own thread. Returns false if the session or too many others are undoing something.
pub fn begin_undo(context: &PageContext, target: UndoTarget) -> Result<bool> {
    Ok(begin_job(context, target, true)?.is_some())
}

/// Returns the progress of the session's undo of this entry. Without one it begins a preview. A completed undo is
/// reported once.
pub fn undo_progress(context: &PageContext, target: UndoTarget) -> Result<UndoProgress> {
    let (undos, session) = (&context.console.undos, &context.signed.token);
    let job = undos.of(session);
    let job = job.filter(|job| job.target == target && !job.is_expired());
    let Some(job) = job.map_or_else(|| begin_job(context, target, false), |job| Ok(Some(job)))? else {
        return Ok(UndoProgress::Refused);
    };
    let Some(outcome) = job.wait_for_result() else {
        return Ok(UndoProgress::Working { is_undo: job.is_undo });
    };
    if matches!(outcome.as_ref(), Ok(UndoOutcome::Done(done)) if done.number > 0) {
        undos.forget(session);
    }
    Ok(UndoProgress::Finished(outcome))
}

/// Begins an undo, or its preview, on its own thread. Returns `None` if the session is running an undo, or if too many
/// others are running.
fn begin_job(context: &PageContext, target: UndoTarget, is_undo: bool) -> Result<Option<Arc<UndoJob>>> {
    let (undos, session) = (&context.console.undos, &context.signed.token);
    let job = undos.of(session);
    let goes_on = |job: &UndoJob| job.is_undo && job.result.get().is_none() && !job.is_over();
    if job.is_some_and(|job| goes_on(&job)) {
        return Ok(None);
    }
    let work = UndoWorker::new(context, target, is_undo)?;
    Ok(undos.begin(session, &context.signed.name, |worker| work.begin(worker))?)
}
