//! A preview: an upload that was read, planned and checked, to be viewed page by page and applied exactly as shown.
//! Its thread owns the connection with the plan; it holds no lock and no snapshot while it waits.

mod progress;
#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, HashMap};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use self::progress::PreviewProgress;
pub use self::progress::{CheckedUpload, PreviewState};
use super::edit::{LISTED_ERRORS, listed_errors};
use super::jobs::{Job, Worker};
use crate::datafile::file::DataFile;
use crate::exchange;
use crate::exchange::amendments::{Amendments, RowCells, read_rows_on_lines};
use crate::exchange::file_names::is_data_name;
use crate::exchange::import::{Import, ImportOptions};
use crate::exchange::mapping::recognition::find_mapped_files;
use crate::exchange::mapping::suggestion::Suggestion;
use crate::exchange::mapping::{self, MappedFile, PendingMappings, StoredMapping};
use crate::exchange::merge::difference::Difference;
use crate::exchange::merge::error_table::ErrorGroup;
use crate::exchange::source::Source;
use crate::exchange::upload::Upload;
use crate::ledger::audit;
use crate::model::lock::lock;
use crate::model::message::Severity;
use crate::model::time::Clock;
use crate::store::connection::Database;
use crate::store::{OpenMode, last_import, open};
use anyhow::{Context, Result, bail, ensure};

/// How long an unused preview is kept.
pub const KEPT: Duration = Duration::from_secs(30 * 60);

pub struct Preview {
    requests: Mutex<Sender<PreviewRequest>>,
    progress: Arc<PreviewProgress>,
    /// Is it being applied? That continues without viewers.
    applies: AtomicBool,
    stop: Arc<AtomicBool>,
}

impl Drop for Preview {
    /// Nobody can view it any more: its thread stops at the next row.
    fn drop(&mut self) {
        self.stop.store(!self.applies.load(Relaxed), Relaxed);
    }
}

/// A request to a preview's thread.
enum PreviewRequest {
    /// Differences of a file after a position.
    Differences(String, i64, u32, Sender<Result<Vec<(i64, Difference)>>>),
    /// The mapping of a file, or a proposed one, as this data file if given.
    Suggestion(String, Option<&'static DataFile>, Sender<Result<Option<Suggestion>>>),
    /// Read the files again with more corrections.
    Amend(PreviewChange),
    /// Apply it for this operator and action.
    Apply(String, String),
}

/// What an operator changes in a preview.
#[derive(Default, Clone)]
pub struct PreviewChange {
    pub corrections: Amendments,
    pub mappings: PendingMappings,
    /// The options, if they change.
    pub options: Option<ImportOptions>,
}

impl Job for Preview {
    fn is_over(&self) -> bool {
        // the thread holds the other reference while it runs
        Arc::strong_count(&self.progress) == 1
    }
}

impl Preview {
    /// Begins the preview of an upload, and keeps it for a time without requests.
    pub fn begin(upload: Upload, file: &Path, clock: &Clock, kept: Duration, worker: Worker) -> io::Result<Self> {
        let (requests, received) = channel();
        let (progress, stop) = (PreviewProgress::begun(), Arc::default());
        let work = PreviewWorker {
            upload,
            file: file.to_owned(),
            clock: clock.clone(),
            progress: Arc::clone(&progress),
            received,
            kept,
            stop: Arc::clone(&stop),
        };
        let run = move || {
            work.run();
            drop(worker);
        };
        thread::Builder::new().name("preview".into()).spawn(run)?;
        Ok(Self { requests: Mutex::new(requests), progress, applies: AtomicBool::default(), stop })
    }

    /// Returns the state, waiting briefly for it to settle.
    pub fn state(&self) -> PreviewState {
        self.progress.wait_for_state()
    }

    /// Returns differences of a file after a position.
    pub fn differences(&self, file: &str, after: i64, limit: u32) -> Result<Vec<(i64, Difference)>> {
        let (to, answer) = channel();
        self.send(PreviewRequest::Differences(file.to_owned(), after, limit, to))?;
        answer.recv().context("the preview has ended")?
    }

    /// Returns the mapping of a file, or a proposed one, as this data file if given; `None` if it resembles none.
    pub fn suggestion(&self, name: &str, file: Option<&'static DataFile>) -> Result<Option<Suggestion>> {
        let (to, answer) = channel();
        self.send(PreviewRequest::Suggestion(name.to_owned(), file, to))?;
        answer.recv().context("the preview has ended")?
    }

    /// Reads the files again with more corrections, if `shown` is still the current preview.
    pub fn amend(&self, shown: &CheckedUpload, change: PreviewChange) -> bool {
        // an apply may have failed because others changed the data
        self.applies.store(false, Relaxed);
        self.end_view(shown, PreviewRequest::Amend(change))
    }

    /// Applies the preview if `shown` is still the current one; its state shows the progress.
    pub fn apply(&self, shown: &CheckedUpload, actor: &str, action: &str) -> bool {
        let applies = self.end_view(shown, PreviewRequest::Apply(actor.to_owned(), action.to_owned()));
        self.applies.fetch_or(applies, Relaxed);
        applies
    }

    /// Sends a request that ends the current view. Returns false if another preview, or none, is shown: of two
    /// simultaneous requests one wins.
    fn end_view(&self, shown: &CheckedUpload, request: PreviewRequest) -> bool {
        self.progress.start_work(shown.mark) && self.send(request).is_ok()
    }

    fn send(&self, request: PreviewRequest) -> Result<()> {
        lock(&self.requests).send(request).ok().context("the preview has ended")
    }
}

/// The state of a preview's thread.
struct PreviewWorker {
    upload: Upload,
    file: PathBuf,
    clock: Clock,
    progress: Arc<PreviewProgress>,
    received: Receiver<PreviewRequest>,
    /// How long it waits for requests.
    kept: Duration,
    stop: Arc<AtomicBool>,
}

impl Drop for PreviewWorker {
    /// However the thread ends, waiting requests get an answer.
    fn drop(&mut self) {
        self.progress.end();
    }
}

impl PreviewWorker {
    fn run(self) {
        if let Err(error) = self.work() {
            let text = self.upload.strip_folder(&format!("{error:#}"));
            self.progress.set_state(PreviewState::Failed(text));
        }
    }

    fn work(&self) -> Result<()> {
        let mut all = PreviewChange::default();
        let mut changed_since = None;
        while let Some((more, last_entry)) = self.check_upload(&all, changed_since)? {
            changed_since = last_entry;
            all.corrections.cells.extend(more.corrections.cells);
            all.corrections.values.extend(more.corrections.values);
            all.mappings.extend(more.mappings);
            all.options = more.options.or(all.options);
        }
        Ok(())
    }

    /// Reads and checks the files, then serves requests until it ends or they are to be read again: with a change, or
    /// because others changed the data since a ledger entry.
    fn check_upload(
        &self,
        change: &PreviewChange,
        changed_since: Option<i64>,
    ) -> Result<Option<(PreviewChange, Option<i64>)>> {
        let options = change.options.unwrap_or(ImportOptions { records_differences: true, ..ImportOptions::default() });
        if let Some(wrong) = &self.upload.rejection {
            bail!("{wrong}");
        }
        let mut source = Source::open(&self.upload.source_path())?;
        let (unpacked, most) = (source.unpacked_size()?, self.upload.max_unpacked_bytes);
        ensure!(unpacked <= most, "unpacked it has {unpacked} bytes; {most} are taken");
        let database = open(&self.file, &self.clock, OpenMode::Existing)?;
        database.stop_when(&self.stop)?;
        let mut last_entry = audit::last_entry(&database)?;
        let pending = change.mappings.iter().map(|(name, mapping)| {
            let (version, _) = mapping::version_if_stored(&database, &self.clock, mapping)?;
            Ok((name.clone(), StoredMapping { mapping: mapping.clone(), version }))
        });
        let pending = pending.collect::<Result<_>>()?;
        let stored = mapping::read_mappings(&database, &self.clock)?;
        let mapped = find_mapped_files(&mut source, &stored, &[], false, &pending)?;
        let amendments = Amendments { mapped, ..change.corrections.clone() };
        let is_read = |name: &String| is_data_name(name) || amendments.mapped.iter().any(|mapped| mapped.name == *name);
        let (read, left_alone): (Vec<_>, _) = source.file_names().into_iter().partition(is_read);
        let mut ready = CheckedUpload { options, left_alone, changed_since, ..CheckedUpload::default() };
        // without a file that can be read, the operator first says what the others are
        let mut import = match read.is_empty() && ready.foreign().next().is_some() {
            true => None,
            false => Some(Import::read(&database, &mut source, &amendments, options, |_, _| (), &|_| ())?),
        };
        ready.mapped = amendments.mapped;
        if let Some(import) = &mut import {
            import.check()?;
        }
        self.show(import.as_mut(), &mut source, &ready)?;
        loop {
            match self.received.recv_timeout(self.kept) {
                Ok(PreviewRequest::Differences(file, after, limit, to)) => {
                    let page = import.as_ref().map(|import| import.read_differences(&file, after, limit));
                    // the requester may have gone
                    let _ = to.send(page.unwrap_or_else(|| Ok(Vec::new())));
                }
                Ok(PreviewRequest::Suggestion(name, file, to)) => {
                    let known = ready.mapped.iter().find(|mapped| mapped.name == name).map(|mapped| &mapped.mapping);
                    let _ = to.send(Suggestion::for_file(&mut source, &name, file, known, &self.clock));
                }
                Ok(PreviewRequest::Amend(change)) => return Ok(Some((change, None))),
                Ok(PreviewRequest::Apply(actor, action)) => {
                    if self.has_other_mappings(&database, &ready.mapped)? {
                        return Ok(Some((PreviewChange::default(), Some(last_entry))));
                    }
                    if let Some(import) = &mut import {
                        if let Some(number) = import.commit(&actor, &action, &|| ())? {
                            self.progress.set_state(PreviewState::Applied(number));
                            let (now, rows) = (self.clock.now_instant(), import.changed_rows());
                            last_import::record(&database, now, &action, "applied", rows)?;
                            exchange::rebuild_dirty_rows(&database);
                            return Ok(None);
                        }
                        if !change.mappings.is_empty() {
                            // a pending mapping may get another version
                            return Ok(Some((PreviewChange::default(), Some(last_entry))));
                        }
                        ready.changed_since = Some(last_entry);
                        last_entry = audit::last_entry(&database)?;
                        import.check()?;
                    }
                    self.show(import.as_mut(), &mut source, &ready)?;
                }
                // no more requests are possible
                Err(_) => return Ok(None),
            }
        }
    }

    /// Returns whether a mapping of the preview was changed or removed since.
    fn has_other_mappings(&self, database: &Database, mapped: &[MappedFile]) -> Result<bool> {
        let stored = mapping::read_mappings(database, &self.clock)?;
        let is_stored = |mapped: &MappedFile| {
            let same = |stored: &StoredMapping| {
                (&stored.mapping.name, stored.version) == (&mapped.mapping.name, mapped.version)
            };
            stored.iter().any(same)
        };
        Ok(mapped.iter().any(|mapped| !mapped.is_pending && !is_stored(mapped)))
    }

    /// Publishes the checked upload; from here on nothing else is applied.
    fn show(&self, import: Option<&mut Import>, source: &mut Source, known: &CheckedUpload) -> Result<()> {
        let mut ready = CheckedUpload {
            mark: progress::new_mark(),
            left_alone: known.left_alone.clone(),
            mapped: known.mapped.clone(),
            options: known.options,
            changed_since: known.changed_since,
            ..CheckedUpload::default()
        };
        if let Some(import) = import {
            let errors = import.errors.count(Severity::Error)?;
            if errors == 0 {
                import.require_shown_differences()?;
            }
            let mut groups = import.errors.group_errors(true)?;
            let count = groups.len() as u64;
            groups.truncate(LISTED_ERRORS);
            ready.around = error_rows(source, &ready.mapped, &groups)?;
            ready.errors = (groups, count);
            ready.warnings =
                (listed_errors(&import.errors, Severity::Warning)?, import.errors.count(Severity::Warning)?);
            let tallies = import.tallies.iter().filter(|tally| tally.given || tally.changed_rows() > 0);
            ready.tallies = tallies.map(|tally| (tally.file, tally.counts().map(|count| count as i64))).collect();
        }
        self.progress.set_state(PreviewState::Ready(Arc::new(ready)));
        Ok(())
    }
}

/// Returns the rows around the errors of these groups, by file and line.
fn error_rows(
    source: &mut Source,
    mapped: &[MappedFile],
    groups: &[ErrorGroup],
) -> Result<HashMap<(String, i64), RowCells>> {
    let mut rows = HashMap::new();
    let errors: Vec<_> = groups.iter().flat_map(|group| &group.errors).collect();
    let names: BTreeSet<_> = errors.iter().map(|error| error.file.as_str()).collect();
    for name in names {
        let lines = errors.iter().filter(|error| error.file == name).map(|error| error.line).collect();
        let mapped = mapped.iter().find(|mapped| mapped.name == name);
        let layout = mapped.and_then(|mapped| mapped.layout.as_ref().ok());
        let found = read_rows_on_lines(source, name, layout, &lines)?.into_iter();
        rows.extend(found.map(|(line, row)| ((name.to_owned(), line), row)));
    }
    Ok(rows)
}
