//! The state of a preview, set by its thread and read by pages.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::console::jobs::SHORT_WAIT;
use crate::datafile::FILES;
use crate::datafile::file::DataFile;
use crate::exchange::amendments::RowCells;
use crate::exchange::file_names::is_table_name;
use crate::exchange::import::ImportOptions;
use crate::exchange::mapping::MappedFile;
use crate::exchange::merge::error_table::{ErrorGroup, ImportError};
use crate::ledger::imports::RowCounts;

pub struct PreviewProgress {
    state: Mutex<PreviewState>,
    state_changed: Condvar,
}

#[derive(Clone)]
pub enum PreviewState {
    /// The files are being read and checked, or applied.
    Working,
    /// The result can be viewed.
    Ready(Arc<CheckedUpload>),
    /// The files could not be read, for this reason.
    Failed(String),
    /// Applied as the import with this number.
    Applied(i64),
    /// Ended without being applied.
    Ended,
}

/// The result of a check: errors, warnings and changes. It is shown as the preview.
#[derive(Default)]
pub struct CheckedUpload {
    /// A unique number of the check.
    pub id: u64,
    /// The first groups of errors.
    pub error_groups: Vec<ErrorGroup>,
    /// The number of all groups.
    pub error_group_count: u64,
    /// The rows with the errors of these groups, by the name of the file and line.
    pub error_rows: HashMap<(String, i64), RowCells>,
    /// The first warnings of the check.
    pub warnings: Vec<ImportError>,
    /// The number of all warnings.
    pub warning_count: u64,
    pub row_counts: Vec<FileCounts>,
    pub options: ImportOptions,
    /// The names of ignored files.
    pub ignored_files: Vec<String>,
    /// The files of other systems with their mappings.
    pub mapped: Vec<MappedFile>,
    /// The last ledger entry at the previous check, if others have changed the data since.
    pub changed_since: Option<i64>,
}

/// The name of a data file, and the numbers of its rows.
pub type FileCounts = (&'static str, RowCounts);

impl CheckedUpload {
    /// Returns whether no file can be read until the operator chooses a mapping.
    pub fn needs_mapping(&self) -> bool {
        self.row_counts.is_empty() && self.error_group_count == 0 && self.mappable_files().next().is_some()
    }

    /// Returns whether a mapping could read this file of the upload.
    pub fn is_mappable(&self, name: &str) -> bool {
        self.mappable_files().any(|mappable| mappable == name) || self.data_file(name).is_some()
    }

    /// Returns the data file as which a file of the upload is read; `None` if it is ignored.
    pub fn data_file(&self, name: &str) -> Option<&'static DataFile> {
        let mapped = self.mapped.iter().find(|mapped| mapped.name == name).map(|mapped| mapped.mapping.file);
        mapped.or_else(|| FILES.iter().copied().find(|file| file.has_name(name)))
    }

    /// Returns the ignored files that a mapping could read: tables that are not in a folder of the upload.
    pub fn mappable_files(&self) -> impl Iterator<Item = &str> {
        self.ignored_files.iter().map(String::as_str).filter(|name| !name.contains('/') && is_table_name(name))
    }

    /// Returns the files with changes, and the files without.
    pub fn split_by_change(&self) -> (Vec<FileCounts>, Vec<FileCounts>) {
        self.row_counts.iter().copied().partition(|(_, counts)| counts.changes() > 0)
    }
}

pub fn new_check_id() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl PreviewProgress {
    pub fn new() -> Arc<Self> {
        Arc::new(Self { state: Mutex::new(PreviewState::Working), state_changed: Condvar::new() })
    }

    pub fn set_state(&self, state: PreviewState) {
        *self.lock() = state;
        self.state_changed.notify_all();
    }

    /// Changes the state from the result of this check to working. Returns false, and changes nothing, in another
    /// state.
    pub fn start_work(&self, check_id: u64) -> bool {
        let mut state = self.lock();
        let is_current = matches!(&*state, PreviewState::Ready(checked) if checked.id == check_id);
        if is_current {
            *state = PreviewState::Working;
        }
        is_current
    }

    /// Ends the preview, unless it has failed or was applied.
    pub fn end(&self) {
        let mut state = self.lock();
        if matches!(*state, PreviewState::Working | PreviewState::Ready(_)) {
            *state = PreviewState::Ended;
        }
        self.state_changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, PreviewState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits briefly while the state is working, and returns it.
    pub fn wait_for_state(&self) -> PreviewState {
        let is_working = |state: &mut PreviewState| matches!(state, PreviewState::Working);
        let result = self.state_changed.wait_timeout_while(self.lock(), SHORT_WAIT, is_working);
        let (state, _) = result.unwrap_or_else(PoisonError::into_inner);
        state.clone()
    }
}
