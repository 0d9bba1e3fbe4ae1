//! A preview of an import, which can be applied exactly as shown. The preview's thread owns the database connection
//! with the planned rows, but has no lock and no snapshot while it waits for requests.

mod progress;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

pub use self::progress::{CheckedUpload, FileCounts, PreviewState};
use self::progress::{ErrorRows, PreviewProgress};
use super::differences::DifferencesRequest;
use super::edit::{MAX_LISTED_ERRORS, first_errors};
use super::jobs::{Job, ThreadPermit};
use super::storage_failure::StorageFailure;
use crate::datafile::file::DataFile;
use crate::error_message::error_message;
use crate::exchange;
use crate::exchange::import::{Import, ImportOptions};
use crate::exchange::mapping::recognition::find_mapped_files;
use crate::exchange::mapping::suggestion::Suggestion;
use crate::exchange::mapping::{self, MappedFile, Mapping, PendingMappings, StoredMapping};
use crate::exchange::merge::difference::Difference;
use crate::exchange::merge::error_table::{ErrorGroup, GroupedFiles};
use crate::exchange::read_options::{ReadOptions, read_rows_on_lines};
use crate::exchange::source::Source;
use crate::exchange::upload::Upload;
use crate::ledger::audit;
use crate::model::language::Language;
use crate::model::lock::lock;
use crate::model::message::Severity;
use crate::model::time::Clock;
use crate::store::connection::Database;
use crate::store::{OpenMode, last_import, open};
use anyhow::{Context, Result, bail};

/// The time that a preview waits for the next request, before the preview ends.
pub const PREVIEW_LIFETIME: Duration = Duration::from_secs(30 * 60);

/// The preview of an upload, as pages see it. Its thread, a [`PreviewWorker`], ends when the preview is dropped.
pub struct Preview {
    request_sender: Mutex<Sender<PreviewRequest>>,
    progress: Arc<PreviewProgress>,
    /// Shared with the thread, whose queries stop once the flag is set.
    must_stop: Arc<AtomicBool>,
}

impl Drop for Preview {
    /// Stops the thread at the next row, unless the thread is applying the import.
    fn drop(&mut self) {
        self.must_stop.store(!self.progress.must_finish(), Relaxed);
    }
}

/// A request to the preview's thread. Only the first two have a reply; the others set the [`PreviewState`].
enum PreviewRequest {
    Differences(DifferencesRequest),
    Suggestion {
        name: String,
        data_file: Option<&'static DataFile>,
        reply: Sender<Result<Option<Suggestion>>>,
    },
    /// Check the upload again, with this change.
    Amend(PreviewChange),
    /// Apply the import. The ledger has it with this actor and action.
    Apply {
        actor: String,
        action: String,
    },
}

/// The corrections, mappings and options that the operator sets in a preview.
#[derive(Default, Clone)]
pub struct PreviewChange {
    pub corrections: ReadOptions,
    /// The mappings of uploaded files by name. They are stored only when the import is applied.
    pub mappings: PendingMappings,
    /// `None` leaves the options unchanged.
    pub options: Option<ImportOptions>,
}

impl Job for Preview {
    fn is_finished(&self) -> bool {
        // the thread holds the second reference until the thread ends
        Arc::strong_count(&self.progress) == 1
    }
}

impl Preview {
    /// Starts the thread, which checks the upload at once. The thread ends after `lifetime` without a request.
    pub fn begin(
        upload: Upload,
        database_path: &Path,
        clock: &Clock,
        lifetime: Duration,
        permit: ThreadPermit,
    ) -> io::Result<Self> {
        let (request_sender, request_receiver) = channel();
        let (progress, must_stop) = (Arc::<PreviewProgress>::default(), Arc::default());
        let preview_worker = PreviewWorker {
            upload,
            database_path: database_path.to_owned(),
            clock: clock.clone(),
            progress: Arc::clone(&progress),
            requests: request_receiver,
            lifetime,
            must_stop: Arc::clone(&must_stop),
            _permit: permit,
        };
        thread::Builder::new().name("preview".into()).spawn(|| preview_worker.run())?;
        Ok(Self { request_sender: Mutex::new(request_sender), progress, must_stop })
    }

    pub fn state(&self) -> PreviewState {
        self.progress.wait_for_state()
    }

    /// Returns at most `limit` differences of a file after the position `after`, each with its position.
    pub fn differences(&self, file: &'static str, after: i64, limit: u32) -> Result<Vec<(i64, Difference)>> {
        let (reply, answer) = channel();
        self.send(PreviewRequest::Differences(DifferencesRequest { file, after, limit, reply }))?;
        answer.recv().context("the preview has ended")?
    }

    /// Returns the mapping of the uploaded file `name`, or a proposal; `None` if no data file is similar. With
    /// `data_file`, returns a mapping to this data file.
    pub fn suggestion(&self, name: &str, data_file: Option<&'static DataFile>) -> Result<Option<Suggestion>> {
        let (reply, answer) = channel();
        self.send(PreviewRequest::Suggestion { name: name.to_owned(), data_file, reply })?;
        answer.recv().context("the preview has ended")?
    }

    /// Begins another check of the files, with a change. Returns false if `shown` is no longer the current check.
    pub fn amend(&self, shown: &CheckedUpload, change: PreviewChange) -> bool {
        self.progress.start_work(shown.id, PreviewState::Checking) && self.send(PreviewRequest::Amend(change)).is_ok()
    }

    /// Begins to apply the preview. Returns false if `shown` is no longer the current check.
    pub fn apply(&self, shown: &CheckedUpload, actor: &str, action: &str) -> bool {
        let request = PreviewRequest::Apply { actor: actor.to_owned(), action: action.to_owned() };
        self.progress.start_work(shown.id, PreviewState::Applying) && self.send(request).is_ok()
    }

    /// Returns why the last [`Self::apply`] saved nothing; `None` after other work has started.
    pub fn apply_failure(&self) -> Option<StorageFailure> {
        self.progress.apply_failure()
    }

    fn send(&self, request: PreviewRequest) -> Result<()> {
        lock(&self.request_sender).send(request).ok().context("the preview has ended")
    }
}

/// The reason to check an upload again: a change by the operator, or changes of the data by others.
struct Recheck {
    /// Empty if others have changed the data.
    change: PreviewChange,
    /// [`CheckedUpload::last_entry_before_others`] of the next check.
    last_entry_before_others: Option<i64>,
}

impl Recheck {
    fn for_changes_by_others(last_entry: i64) -> Self {
        Self { change: PreviewChange::default(), last_entry_before_others: Some(last_entry) }
    }
}

/// The thread of a preview. Its database connection has the planned rows, so that only this thread can read them.
struct PreviewWorker {
    upload: Upload,
    database_path: PathBuf,
    clock: Clock,
    progress: Arc<PreviewProgress>,
    requests: Receiver<PreviewRequest>,
    lifetime: Duration,
    must_stop: Arc<AtomicBool>,
    /// Released when the thread ends.
    _permit: ThreadPermit,
}

impl Drop for PreviewWorker {
    /// Ends the preview, even after a panic. Otherwise pages would wait for a state of a thread that has ended.
    fn drop(&mut self) {
        self.progress.end();
    }
}

impl PreviewWorker {
    /// Serves the preview until it ends. An error becomes the state that pages show, in both languages.
    fn run(self) {
        if let Err(error) = self.repeat_checks() {
            let message = error_message(&error);
            let text = |language| message.text_for_page(language);
            let texts = [Language::English, Language::Dutch].map(|language| self.upload.strip_folder(&text(language)));
            self.progress.set_state(PreviewState::Failed(texts));
        }
    }

    /// Checks the upload with all changes by the operator so far. Repeats the check until the preview ends.
    fn repeat_checks(&self) -> Result<()> {
        let mut all_changes = PreviewChange::default();
        let mut last_entry_before_others = None;
        while let Some(recheck) = self.check_and_serve(&all_changes, last_entry_before_others)? {
            last_entry_before_others = recheck.last_entry_before_others;
            all_changes.corrections.corrected_cells.extend(recheck.change.corrections.corrected_cells);
            all_changes.corrections.replaced_values.extend(recheck.change.corrections.replaced_values);
            all_changes.mappings.extend(recheck.change.mappings);
            all_changes.options = recheck.change.options.or(all_changes.options);
        }
        Ok(())
    }

    /// Checks the files, and answers requests until another check is needed. Returns `None` if the preview ends.
    fn check_and_serve(
        &self,
        changes: &PreviewChange,
        last_entry_before_others: Option<i64>,
    ) -> Result<Option<Recheck>> {
        // until the operator sets options: those of an import without options, and the differences for the page
        let default_options = ImportOptions { records_differences: true, ..ImportOptions::default() };
        let options = changes.options.unwrap_or(default_options);
        // also after a request to apply the import, if the files must be checked again
        self.progress.set_state(PreviewState::Checking);
        let mut source = self.open_source()?;
        let database = open(&self.database_path, &self.clock, OpenMode::Existing)?;
        database.stop_when(&self.must_stop)?;
        // changes by others after this entry can make the check outdated
        let mut last_entry = audit::newest_entry(&database)?;
        let pending_mappings = self.pending_mappings(&database, changes)?;
        let stored = mapping::read_mappings(&database, &self.clock)?;
        let (mapping_names, is_single_file) = (&[], false);
        let mapped_files = find_mapped_files(&mut source, &stored, mapping_names, is_single_file, &pending_mappings)?;
        let read_options = ReadOptions { mapped_files, ..changes.corrections.clone() };
        let (read_files, ignored_files): (Vec<_>, _) =
            source.file_names().into_iter().partition(|name| read_options.reads_file(name));
        let mut checked =
            CheckedUpload { options, ignored_files, last_entry_before_others, ..CheckedUpload::default() };
        // if the import can read no file, the operator must first choose a mapping
        let needs_mapping = read_files.is_empty() && checked.unrecognised_tables().next().is_some();
        let mut import = match needs_mapping {
            true => None,
            false => Some(Import::read(&database, &mut source, &read_options, options, &|_, _| ())?),
        };
        checked.mapped = read_options.mapped_files;
        if let Some(import) = &mut import {
            import.check()?;
        }
        self.publish(import.as_mut(), &mut source, &checked)?;
        // answer requests of pages, until one of them or a change by others requires another check
        loop {
            match self.requests.recv_timeout(self.lifetime) {
                Ok(PreviewRequest::Differences(DifferencesRequest { file, after, limit, reply })) => {
                    let differences = import.as_ref().map(|import| import.read_differences(file, after, limit));
                    // the requester may be gone
                    let _ = reply.send(differences.unwrap_or_else(|| Ok(Vec::new())));
                }
                Ok(PreviewRequest::Suggestion { name, data_file, reply }) => {
                    let mapped = checked.mapped.iter().find(|mapped| mapped.name == name);
                    let mapping = mapped.map(|mapped| &mapped.mapping);
                    let _ = reply.send(Suggestion::for_file(&mut source, &name, data_file, mapping, &self.clock));
                }
                Ok(PreviewRequest::Amend(change)) => {
                    return Ok(Some(Recheck { change, last_entry_before_others: None }));
                }
                Ok(PreviewRequest::Apply { actor, action }) => {
                    // the files must be read again by the mappings that are now stored
                    if self.mappings_have_changed(&database, &checked.mapped)? {
                        return Ok(Some(Recheck::for_changes_by_others(last_entry)));
                    }
                    if let Some(import) = &mut import {
                        let committed = import.commit(&actor, &action, &|| ());
                        let failure = committed.as_ref().err().and_then(StorageFailure::of);
                        // after a lock nothing was written, so that the preview can be applied again
                        let can_retry = failure == Some(StorageFailure::Locked);
                        self.progress.set_apply_failure(failure);
                        match committed {
                            Ok(Some(number)) => {
                                // first the state, for which a page waits; the rest can take long
                                self.progress.set_state(PreviewState::Applied(number));
                                let (now, rows) = (self.clock.now_instant(), import.changed_rows());
                                last_import::record(&database, now, &action, "applied", rows)?;
                                exchange::rebuild_dirty_rows(&database);
                                return Ok(None);
                            }
                            // others have changed the data: a pending mapping may need another version number
                            Ok(None) if !changes.mappings.is_empty() => {
                                return Ok(Some(Recheck::for_changes_by_others(last_entry)));
                            }
                            // check the same rows against the changed data, and show the new differences
                            Ok(None) => {
                                checked.last_entry_before_others = Some(last_entry);
                                last_entry = audit::newest_entry(&database)?;
                                self.progress.set_state(PreviewState::Checking);
                                import.check()?;
                            }
                            Err(error) if !can_retry => return Err(error),
                            // the page shows the same preview again
                            Err(_) => {}
                        }
                    }
                    self.publish(import.as_mut(), &mut source, &checked)?;
                }
                // no request came in time, or the preview was dropped
                Err(_) => return Ok(None),
            }
        }
    }

    /// Opens the uploaded files. Fails if a file was refused during the upload, or if the unpacked files are too large.
    fn open_source(&self) -> Result<Source> {
        if let Some(reason) = &self.upload.rejection {
            bail!(reason.clone());
        }
        let mut source = Source::open(&self.upload.source_path())?;
        source.check_unpacked_size(self.upload.max_unpacked_bytes)?;
        Ok(source)
    }

    fn pending_mappings(
        &self,
        database: &Database,
        changes: &PreviewChange,
    ) -> Result<BTreeMap<String, StoredMapping>> {
        let with_version = |(name, mapping): (&String, &Mapping)| {
            let (version, _) = mapping::version_if_stored(database, &self.clock, mapping)?;
            Ok((name.clone(), StoredMapping { mapping: mapping.clone(), version }))
        };
        changes.mappings.iter().map(with_version).collect()
    }

    fn mappings_have_changed(&self, database: &Database, mapped: &[MappedFile]) -> Result<bool> {
        let stored = mapping::read_mappings(database, &self.clock)?;
        let is_current = |used: &MappedFile| {
            let mut newest = stored.iter().filter(|stored| stored.mapping.name == used.mapping.name);
            newest.any(|stored| stored.version == used.version)
        };
        Ok(mapped.iter().any(|used| !used.is_pending && !is_current(used)))
    }

    /// Publishes the result of the check for the pages. Only a published result can be applied.
    fn publish(&self, import: Option<&mut Import>, source: &mut Source, checked: &CheckedUpload) -> Result<()> {
        let mut published = CheckedUpload { id: progress::new_check_id(), ..checked.clone() };
        if let Some(import) = import {
            if import.errors.count(Severity::Error)? == 0 {
                // applying then writes exactly the published differences, or nothing
                import.require_shown_differences()?;
            }
            // the page lists only the first errors and warnings, but counts all
            let mut groups = import.errors.group_errors(GroupedFiles::All)?;
            published.error_group_count = groups.len() as u64;
            groups.truncate(MAX_LISTED_ERRORS);
            published.error_rows = read_error_rows(source, &checked.mapped, &groups)?;
            published.error_groups = groups;
            published.warnings = first_errors(&import.errors, Severity::Warning)?;
            published.warning_count = import.errors.count(Severity::Warning)?;
            // the given files, and the other files that the import changes
            let shown = import.tallies.iter().filter(|tally| tally.is_in_summary || tally.counts.changes() > 0);
            published.row_counts = shown.map(|tally| (tally.file, tally.counts)).collect();
        }
        self.progress.set_state(PreviewState::Ready(Arc::new(published)));
        Ok(())
    }
}

fn read_error_rows(source: &mut Source, mapped: &[MappedFile], groups: &[ErrorGroup]) -> Result<ErrorRows> {
    let mut rows = ErrorRows::new();
    let errors: Vec<_> = groups.iter().flat_map(|group| &group.errors).collect();
    let file_names: BTreeSet<_> = errors.iter().map(|error| error.file.as_str()).collect();
    for name in file_names {
        let lines = errors.iter().filter(|error| error.file == name).map(|error| error.line).collect();
        // the header of a data file is on line 1; that of a mapped file may be below other lines
        let mapped_file = mapped.iter().find(|mapped| mapped.name == name);
        let foreign_header = mapped_file.and_then(|mapped| mapped.foreign_header.as_ref().ok());
        let rows_on_lines = read_rows_on_lines(source, name, foreign_header, &lines)?.into_iter();
        rows.extend(rows_on_lines.map(|(line, row)| ((name.to_owned(), line), row)));
    }
    Ok(rows)
}
