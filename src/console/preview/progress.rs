//! The state of a preview. The preview's thread sets the state, and pages read the state.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use crate::console::jobs::SHORT_WAIT;
use crate::console::storage_failure::StorageFailure;
use crate::datafile::FILES;
use crate::datafile::file::DataFile;
use crate::exchange::file_names::is_table_name;
use crate::exchange::import::ImportOptions;
use crate::exchange::mapping::MappedFile;
use crate::exchange::merge::error_table::{ErrorGroup, ImportError};
use crate::exchange::read_options::RowCells;
use crate::ledger::imports::RowCounts;
use crate::model::lock::lock;

/// The state of a preview, which its thread and the pages share.
#[derive(Default)]
pub struct PreviewProgress {
    state: Mutex<PreviewState>,
    state_changed: Condvar,
    /// Why the last attempt to apply the import saved nothing, until a page has shown this.
    apply_failure: Mutex<Option<StorageFailure>>,
}

#[derive(Default, Clone)]
pub enum PreviewState {
    /// The thread reads and checks the files.
    #[default]
    Checking,
    /// The thread applies the import, or waits for the database.
    Applying,
    /// The thread waits for requests about this check.
    Ready(Arc<CheckedUpload>),
    /// With the reason in English and in Dutch.
    Failed([String; 2]),
    /// The upload was applied as the import with this number.
    Applied(i64),
    /// No request came in time, or the thread stopped without a result.
    Ended,
}

/// The result of a check: errors, warnings and numbers of changed rows.
#[derive(Default, Clone)]
pub struct CheckedUpload {
    /// A unique number. A form names the check that it shows, so that an outdated form changes nothing.
    pub id: u64,
    /// The first errors, at most [`MAX_LISTED_ERRORS`](crate::console::edit::MAX_LISTED_ERRORS) groups.
    pub error_groups: Vec<ErrorGroup>,
    /// The number of all error groups, listed or not.
    pub error_group_count: u64,
    pub error_rows: ErrorRows,
    pub warnings: Vec<ImportError>,
    /// The number of all warnings, listed or not.
    pub warning_count: u64,
    /// The changes of each file, also of files that the import changes without being given.
    pub row_counts: Vec<FileCounts>,
    pub options: ImportOptions,
    /// The uploaded files that the import does not read.
    pub ignored_files: Vec<String>,
    /// The uploaded files that the import reads by a mapping.
    pub mapped: Vec<MappedFile>,
    /// The newest ledger entry at the previous check, if others have changed the data after this entry.
    pub last_entry_before_others: Option<i64>,
}

/// The rows with errors of [`CheckedUpload::error_groups`]. The key of a row is its file and line.
pub type ErrorRows = HashMap<(String, i64), RowCells>;

/// The name of a data file, and the numbers of its changed rows.
pub type FileCounts = (&'static str, RowCounts);

impl CheckedUpload {
    /// Returns whether no file can be read until the operator chooses a mapping.
    pub fn needs_mapping(&self) -> bool {
        self.row_counts.is_empty() && self.error_group_count == 0 && self.unrecognised_tables().next().is_some()
    }

    /// Returns whether a mapping can be chosen: for an unrecognised table, or for a file that is read as a data file.
    pub fn is_mappable(&self, name: &str) -> bool {
        self.unrecognised_tables().any(|mappable| mappable == name) || self.data_file(name).is_some()
    }

    /// Returns the data file that an uploaded file is read as; `None` if the uploaded file is ignored.
    pub fn data_file(&self, name: &str) -> Option<&'static DataFile> {
        let by_mapping = self.mapped.iter().find(|mapped| mapped.name == name).map(|mapped| mapped.mapping.file);
        by_mapping.or_else(|| FILES.iter().copied().find(|file| file.has_name(name)))
    }

    /// Returns the ignored files that a mapping could read: tables that are in no folder of the upload.
    pub fn unrecognised_tables(&self) -> impl Iterator<Item = &str> {
        self.ignored_files.iter().map(String::as_str).filter(|name| !name.contains('/') && is_table_name(name))
    }

    /// Returns the files with changed rows, and the files without.
    pub fn split_by_change(&self) -> (Vec<FileCounts>, Vec<FileCounts>) {
        self.row_counts.iter().copied().partition(|(_, counts)| counts.changes() > 0)
    }
}

pub fn new_check_id() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl PreviewProgress {
    pub fn set_state(&self, state: PreviewState) {
        *lock(&self.state) = state;
        self.state_changed.notify_all();
    }

    /// If the state is the result of this check, replaces it by `next`. Otherwise returns false.
    pub fn start_work(&self, check_id: u64, next: PreviewState) -> bool {
        let mut state = lock(&self.state);
        let is_current = matches!(&*state, PreviewState::Ready(checked) if checked.id == check_id);
        if is_current {
            *state = next;
            self.set_apply_failure(None);
        }
        is_current
    }

    /// Sets the state `Ended`, unless the preview was applied or failed: pages still show these results.
    pub fn end(&self) {
        let mut state = lock(&self.state);
        if !matches!(*state, PreviewState::Failed(_) | PreviewState::Applied(_)) {
            *state = PreviewState::Ended;
        }
        self.state_changed.notify_all();
    }

    /// Returns whether the thread applies the import or has applied it. Then it must not be stopped.
    pub fn must_finish(&self) -> bool {
        matches!(*lock(&self.state), PreviewState::Applying | PreviewState::Applied(_))
    }

    pub fn set_apply_failure(&self, failure: Option<StorageFailure>) {
        *lock(&self.apply_failure) = failure;
    }

    /// Returns the failure of the last attempt to apply the import; `None` after other work has started.
    pub fn apply_failure(&self) -> Option<StorageFailure> {
        *lock(&self.apply_failure)
    }

    /// Returns the state. While the thread works, first waits at most [`SHORT_WAIT`] for another state.
    pub fn wait_for_state(&self) -> PreviewState {
        let is_working = |state: &mut PreviewState| matches!(state, PreviewState::Checking | PreviewState::Applying);
        let result = self.state_changed.wait_timeout_while(lock(&self.state), SHORT_WAIT, is_working);
        let (state, _) = result.unwrap_or_else(PoisonError::into_inner);
        state.clone()
    }
}
