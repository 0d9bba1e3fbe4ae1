//! Imports over REST: jobs of uploaded files, which one after another are read, checked and applied.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use anyhow::{Result, bail, ensure};
use serde_json::{Value, json};
use tokio::runtime::Handle;

use crate::exchange;
use crate::exchange::amendments::Amendments;
use crate::exchange::file_names::is_known;
use crate::exchange::import::{Import, ImportOptions};
use crate::exchange::mapping;
use crate::exchange::mapping::recognition::recognize;
use crate::exchange::merge::error_table::{ErrorTable, ImportError};
use crate::exchange::merge::tally::RowTally;
use crate::exchange::source::Source;
use crate::exchange::stage::ImportProgress;
use crate::exchange::undo::Undo;
use crate::exchange::upload::Upload;
use crate::ledger::{Attribution, Origin};
use crate::model::lock::lock;
use crate::model::time::Clock;
use crate::store::import_job::{self, ImportJobReport};
use crate::store::{Change, OpenMode, Store, WriteError, open};

/// The most jobs that wait for the running one.
pub const MOST_WAITING: usize = 16;

/// The most single errors in the state of a job.
const FIRST_ERRORS: u64 = 100;

/// A job to run.
pub struct QueuedImport {
    pub id: i64,
    /// The name of the credential.
    pub credential: String,
    pub upload: Upload,
    pub request: ImportRequest,
}

/// The options of an import over REST.
#[derive(Default)]
pub struct ImportRequest {
    pub options: ImportOptions,
    /// The names of mappings for foreign files.
    pub mappings: Vec<String>,
    pub is_dry_run: bool,
}

/// The jobs of a service.
pub struct ImportJobs {
    /// The path of the database.
    pub file: PathBuf,
    queue: Mutex<JobQueue>,
}

#[derive(Default)]
struct JobQueue {
    waiting: VecDeque<QueuedImport>,
    running: Option<RunningImport>,
}

struct RunningImport {
    id: i64,
    stop: Arc<AtomicBool>,
    /// Is it being applied? Then it cannot be cancelled.
    is_applying: bool,
}

impl ImportJobs {
    pub fn new(file: PathBuf) -> Self {
        Self { file, queue: Mutex::default() }
    }

    /// Ends the jobs that the last end of the service interrupted, for as long as it is polled.
    pub async fn end_interrupted(store: &Store) {
        let last = tokio::task::block_in_place(|| import_job::newest(&*store.snapshot().ok()?).ok());
        if let Some(last) = last.filter(|last| *last > 0) {
            let by = Attribution { door: Origin::Call, actor: "service".to_owned(), action: "Import".to_owned() };
            let end = move |change: &mut Change| -> Result<(), WriteError> {
                Ok(import_job::end_interrupted(change, last, change.clock.present())?)
            };
            if let Err(error) = store.writer().change(by, end).await {
                tracing::warn!(%error, "interrupted imports could not be marked as failed");
            }
        }
        std::future::pending().await
    }

    pub fn is_full(&self) -> bool {
        lock(&self.queue).waiting.len() >= MOST_WAITING
    }

    /// Queues a job. Returns false if too many wait.
    pub fn start(self: &Arc<Self>, store: &Arc<Store>, job: QueuedImport) -> bool {
        let mut queue = lock(&self.queue);
        if queue.waiting.len() >= MOST_WAITING {
            return false;
        }
        let is_idle = queue.running.is_none() && queue.waiting.is_empty();
        queue.waiting.push_back(job);
        drop(queue);
        if is_idle {
            let (jobs, store) = (Arc::clone(self), Arc::clone(store));
            tokio::task::spawn_blocking(move || while jobs.run_next(&store) {});
        }
        true
    }

    /// Cancels a job. Returns false if it is being applied or over.
    pub fn cancel(&self, id: i64) -> bool {
        let mut queue = lock(&self.queue);
        let waiting = queue.waiting.len();
        queue.waiting.retain(|job| job.id != id);
        match &queue.running {
            _ if queue.waiting.len() < waiting => true,
            Some(running) if running.id == id && !running.is_applying => {
                running.stop.store(true, Ordering::Relaxed);
                true
            }
            _ => false,
        }
    }

    /// Stops the running job, unless it is being applied, and forgets the others.
    pub fn stop(&self) {
        let mut queue = lock(&self.queue);
        queue.waiting.clear();
        if let Some(running) = queue.running.as_ref().filter(|running| !running.is_applying) {
            running.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Runs the next job. Returns false if there is none.
    fn run_next(&self, store: &Store) -> bool {
        let stop: Arc<AtomicBool> = Arc::default();
        let job = {
            let mut queue = lock(&self.queue);
            let job = queue.waiting.pop_front();
            let running =
                |job: &QueuedImport| RunningImport { id: job.id, stop: Arc::clone(&stop), is_applying: false };
            queue.running = job.as_ref().map(running);
            job
        };
        let Some(job) = job else {
            return false;
        };
        let ended = self.run(store, &job, &stop);
        let (state, report) = match ended {
            Ok(report) if report.code.is_none() => ("done", report),
            Ok(report) => ("failed", report),
            // its state is stored by the request that cancelled it, or at the next start
            Err(_) if stop.load(Ordering::Relaxed) => return true,
            Err(error) => {
                tracing::warn!(job = job.id, error = format!("{error:#}"), "an import over REST failed");
                let detail = job.upload.without_folder(&format!("{error:#}"));
                let errors = json!([{ "file": null, "line": null, "header": null, "column": null, "code": "kind", "detail": detail }]);
                let errors = errors.to_string();
                let report = ImportJobReport {
                    code: Some("errors"),
                    first_errors: errors.clone(),
                    errors,
                    ..Default::default()
                };
                ("failed", report)
            }
        };
        let stored = record(store, &job.credential, move |change| {
            Ok(import_job::end(change, job.id, state, &report, change.clock.present())?)
        });
        if let Err(error) = stored {
            tracing::warn!(job = job.id, %error, "the result of an import over REST could not be stored");
        }
        true
    }

    fn run(&self, store: &Store, job: &QueuedImport, stop: &Arc<AtomicBool>) -> Result<ImportJobReport> {
        let set_state = |state: &'static str, progress: u64| {
            let id = job.id;
            record(store, &job.credential, move |change| Ok(import_job::set_state(change, id, state, progress)?))
        };
        let Upload { wrong, most, .. } = &job.upload;
        if let Some(wrong) = wrong {
            bail!("{wrong}");
        }
        set_state("reading", 0)?;
        let mut source = Source::open(&job.upload.path_of_single())?;
        let unpacked = source.unpacked()?;
        ensure!(unpacked <= *most, "unpacked it has {unpacked} bytes; {most} are allowed");
        let database = open(&self.file, store.clock(), OpenMode::Existing)?;
        database.stop_when(stop)?;
        let is_single = job.upload.names.len() == 1 && matches!(source, Source::Folder(..));
        let mapped = recognize(&mut source, &mapping::stored(&database)?, &job.request.mappings, is_single)?;
        if let Some(name) = source.names().pop().filter(|name| is_single && mapped.is_empty() && !is_known(name)) {
            bail!(
                "{name} is not a data file and no mapping fits it; give it the name of a data file, or store a mapping"
            );
        }
        let amendments = Amendments { mapped, ..Amendments::default() };
        let whole = source.names().iter().map(|name| source.size(name)).sum::<u64>().max(1);
        let (read, shown) = (AtomicU64::new(0), AtomicU64::new(0));
        let progress = |progress: ImportProgress| {
            if let ImportProgress::Read(_, bytes) = progress {
                let percent = (read.fetch_add(bytes, Ordering::Relaxed) + bytes) * 100 / whole;
                if percent >= shown.load(Ordering::Relaxed) + 10 {
                    shown.store(percent, Ordering::Relaxed);
                    // the next one may succeed
                    let _ = set_state("reading", percent.min(100));
                }
            }
        };
        let ignore = |_: &str, _| ();
        let mut import = Import::read(&database, &mut source, &amendments, job.request.options, ignore, &progress)?;
        set_state("checking", 100)?;
        let is_sound = import.rehearse()?;
        if !is_sound || job.request.is_dry_run {
            return report(&import, is_sound, None);
        }
        if !self.begin_applying(stop) {
            bail!("cancelled");
        }
        set_state("applying", 100)?;
        let number = import.carry_out(&job.credential, &format!("import job {}", job.id), &|| ())?;
        exchange::settle(&database);
        report(&import, number.is_some(), number)
    }

    /// Marks the running job as being applied. Returns false if it was cancelled.
    fn begin_applying(&self, stop: &AtomicBool) -> bool {
        let mut queue = lock(&self.queue);
        let may_begin = !stop.load(Ordering::Relaxed);
        if let Some(running) = queue.running.as_mut() {
            running.is_applying = may_begin;
        }
        may_begin
    }
}

/// The result of an undo.
pub enum ImportUndo {
    /// The number of the undo, unless it was a rehearsal, and its counts as a JSON array.
    Undone(Option<i64>, Value),
    /// Later changes stand in its way: a JSON array of rows.
    Prevented(Value),
    /// There is no such import, or it is undone already.
    Impossible(String),
}

/// Undoes an import, or only reports what that would change.
pub fn undo(file: &Path, clock: &Clock, number: i64, credential: &str, is_dry_run: bool) -> Result<ImportUndo> {
    let database = open(file, clock, OpenMode::Existing)?;
    let rehearsed = Undo::of(&database, number, false).and_then(|mut undo| Ok((undo.rehearse()?, undo)));
    let (is_sound, mut undo) = match rehearsed {
        Ok(rehearsed) => rehearsed,
        Err(error) if error.is::<crate::store::Error>() => return Err(error),
        Err(error) => return Ok(ImportUndo::Impossible(error.to_string())),
    };
    let number = match is_sound && !is_dry_run {
        true => undo.carry_out(credential, &|| ())?,
        false => None,
    };
    if !is_sound || (number.is_none() && !is_dry_run) {
        return Ok(ImportUndo::Prevented(errors(&undo.faults, u64::MAX)?));
    }
    let files = counts(&undo.tallies);
    if number.is_some() {
        exchange::settle(&database);
    }
    Ok(ImportUndo::Undone(number, files))
}

fn counts(tallies: &[RowTally]) -> Value {
    let tallies = tallies.iter().filter(|tally| tally.given || tally.changes() > 0);
    let files = tallies.map(|tally| {
        let [created, updated, unchanged, removed] = tally.counts();
        json!({
            "file": tally.file, "created": created, "updated": updated, "unchanged": unchanged, "removed": removed,
            "skipped": tally.skipped.unwrap_or(0),
        })
    });
    files.collect()
}

/// Makes a change of the state of a job, and waits until it is stored.
fn record(
    store: &Store,
    credential: &str,
    make: impl FnMut(&mut Change) -> Result<(), WriteError> + Send + 'static,
) -> Result<(), WriteError> {
    let by = Attribution { door: Origin::Call, actor: credential.to_owned(), action: "Import".to_owned() };
    Handle::current().block_on(store.writer().change(by, make))
}

fn report(import: &Import, is_sound: bool, number: Option<i64>) -> Result<ImportJobReport> {
    let faults = &import.faults;
    let code = match is_sound {
        true => None,
        false if faults.is_stopped_by_guards()? => Some("guard"),
        false => Some("errors"),
    };
    Ok(ImportJobReport {
        code,
        number,
        files: counts(&import.tallies).to_string(),
        groups: groups(faults)?.to_string(),
        first_errors: errors(faults, FIRST_ERRORS)?.to_string(),
        errors: errors(faults, u64::MAX)?.to_string(),
    })
}

fn groups(faults: &ErrorTable) -> Result<Value> {
    let groups = faults.groups()?.into_iter().map(|group| {
        let mut value = error(&group.first);
        let values = group.values.iter().map(|(value, meant)| json!({ "value": value, "suggestion": meant }));
        value["count"] = group.count.into();
        value["lines"] = group.lines.into();
        value["values"] = values.collect();
        value
    });
    Ok(groups.collect())
}

fn errors(faults: &ErrorTable, most: u64) -> Result<Value> {
    let mut errors = Vec::new();
    faults.each(false, most, |fault| {
        errors.push(error(&fault));
        Ok::<_, anyhow::Error>(())
    })?;
    Ok(errors.into())
}

fn error(fault: &ImportError) -> Value {
    let or_null = |text: &str| if text.is_empty() { Value::Null } else { text.into() };
    json!({
        "file": fault.file, "line": fault.line, "header": or_null(&fault.header), "column": or_null(&fault.column),
        "code": fault.code(), "detail": fault.message,
    })
}
