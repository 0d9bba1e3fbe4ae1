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

pub struct PreviewProgress {
    state: Mutex<PreviewState>,
    changed: Condvar,
}

#[derive(Clone)]
pub enum PreviewState {
    /// Being read and checked.
    Working,
    /// Ready to view, also if others have changed the data since.
    Ready(Arc<CheckedUpload>),
    /// The files could not be read; why.
    Failed(String),
    /// Applied, as the import of this number.
    Applied(i64),
    /// Ended without being applied.
    Ended,
}

/// The result of a check.
#[derive(Default)]
pub struct CheckedUpload {
    /// A unique number of this check.
    pub mark: u64,
    /// The first groups of errors, and the number of all groups.
    pub errors: (Vec<ErrorGroup>, u64),
    /// The rows of their errors, by the name of the file and line.
    pub around: HashMap<(String, i64), RowCells>,
    pub warnings: (Vec<ImportError>, u64),
    /// Rows created, changed, unchanged and removed, by file.
    pub tallies: Vec<RowCounts>,
    /// The options of the import.
    pub options: ImportOptions,
    /// The names of ignored files.
    pub left_alone: Vec<String>,
    /// Files of other systems with their mappings.
    pub mapped: Vec<MappedFile>,
    /// The last ledger entry at the previous check, if others have changed the data since.
    pub changed_since: Option<i64>,
}

/// Rows created, changed, unchanged and removed, of a file.
pub type RowCounts = (&'static str, [i64; 4]);

impl CheckedUpload {
    /// Returns whether nothing can be read until the operator says what the files are.
    pub fn is_foreign(&self) -> bool {
        self.tallies.is_empty() && self.errors.1 == 0 && self.foreign().next().is_some()
    }

    /// Returns whether a mapping could read this file of the upload.
    pub fn is_table(&self, name: &str) -> bool {
        self.foreign().any(|foreign| foreign == name) || self.data_file(name).is_some()
    }

    /// Returns the data file that a file of the upload becomes.
    pub fn data_file(&self, name: &str) -> Option<&'static DataFile> {
        let mapped = self.mapped.iter().find(|mapped| mapped.name == name).map(|mapped| mapped.mapping.file);
        mapped.or_else(|| FILES.iter().copied().find(|file| file.has_name(name)))
    }

    /// Returns the ignored files that a mapping could read.
    pub fn foreign(&self) -> impl Iterator<Item = &str> {
        self.left_alone.iter().map(String::as_str).filter(|name| !name.contains('/') && is_table_name(name))
    }

    /// Returns the files with and without changes.
    pub fn by_change(&self) -> (Vec<RowCounts>, Vec<RowCounts>) {
        let changes = |(_, counts): &RowCounts| counts[0] + counts[1] + counts[3] > 0;
        self.tallies.iter().copied().partition(changes)
    }
}

/// Returns a unique number.
pub fn new_mark() -> u64 {
    static SHOWN: AtomicU64 = AtomicU64::new(1);
    SHOWN.fetch_add(1, Ordering::Relaxed)
}

impl PreviewProgress {
    /// Creates the state of a preview being read.
    pub fn begun() -> Arc<Self> {
        Arc::new(Self { state: Mutex::new(PreviewState::Working), changed: Condvar::new() })
    }

    pub fn set_state(&self, state: PreviewState) {
        *self.lock() = state;
        self.changed.notify_all();
    }

    /// Changes from the check with this mark to working. Returns false if another one is shown.
    pub fn start_work(&self, mark: u64) -> bool {
        let mut state = self.lock();
        let is_shown = matches!(&*state, PreviewState::Ready(ready) if ready.mark == mark);
        if is_shown {
            *state = PreviewState::Working;
        }
        is_shown
    }

    /// Ends the preview unless it has a result.
    pub fn end(&self) {
        let mut state = self.lock();
        if matches!(*state, PreviewState::Working | PreviewState::Ready(_)) {
            *state = PreviewState::Ended;
        }
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, PreviewState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the state, waiting briefly for it to settle.
    pub fn wait_for_state(&self) -> PreviewState {
        let state = self.lock();
        let works = |state: &mut PreviewState| matches!(state, PreviewState::Working);
        self.changed.wait_timeout_while(state, SHORT_WAIT, works).unwrap_or_else(PoisonError::into_inner).0.clone()
    }
}
