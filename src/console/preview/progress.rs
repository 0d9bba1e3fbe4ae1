//! How far a preview is: told by its thread, and asked by whoever looks at it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::console::jobs::PATIENCE;
use crate::exchange::amendments::RowCells;
use crate::exchange::import::ImportOptions;
use crate::exchange::merge::error_table::ImportError;

/// How far a preview is, told by its thread.
pub struct PreviewProgress {
    state: Mutex<PreviewState>,
    changed: Condvar,
}

/// How far a preview is.
#[derive(Clone)]
pub enum PreviewState {
    /// It is being read and checked.
    Working,
    /// It can be looked at; also after others changed the data, so that something else would be written now.
    Ready(Arc<CheckedUpload>),
    /// It could not be read: why.
    Failed(String),
    /// It was applied, as the import of this number.
    Applied(i64),
    /// It can be looked at no longer, and was not applied.
    Ended,
}

/// What is known of an upload that was checked.
#[derive(Default)]
pub struct CheckedUpload {
    /// What this and nothing else that is shown is known by: another look has another.
    pub mark: u64,
    /// Faults, as far as they are told, and how many there are.
    pub faults: (Vec<ImportError>, u64),
    /// The rows of these faults, by file and line.
    pub around: HashMap<(String, i64), RowCells>,
    pub warnings: (Vec<ImportError>, u64),
    /// Rows created, changed, left and removed, by file.
    pub tallies: Vec<RowCounts>,
    /// What it does beyond taking in what the files say.
    pub options: ImportOptions,
    /// Names that were left alone.
    pub left_alone: Vec<String>,
    /// How many rows are left out since somebody said so.
    pub left_out: usize,
    /// Whether it is not what was shown before.
    pub is_another: bool,
}

/// Rows created, changed, left and removed, of a file.
pub type RowCounts = (&'static str, [i64; 4]);

impl CheckedUpload {
    /// The files that would change anything, and the others.
    pub fn by_change(&self) -> (Vec<RowCounts>, Vec<RowCounts>) {
        let changes = |(_, counts): &RowCounts| counts[0] + counts[1] + counts[3] > 0;
        self.tallies.iter().copied().partition(changes)
    }
}

/// A mark that nothing else has that was shown.
pub fn new_mark() -> u64 {
    static SHOWN: AtomicU64 = AtomicU64::new(1);
    SHOWN.fetch_add(1, Ordering::Relaxed)
}

impl PreviewProgress {
    /// It is being read.
    pub fn begun() -> Arc<Self> {
        Arc::new(Self { state: Mutex::new(PreviewState::Working), changed: Condvar::new() })
    }

    /// Tells how far it is now.
    pub fn set_state(&self, state: PreviewState) {
        *self.lock() = state;
        self.changed.notify_all();
    }

    /// Goes from what has this mark to work; false where something else is shown.
    pub fn start_work(&self, mark: u64) -> bool {
        let mut state = self.lock();
        let is_shown = matches!(&*state, PreviewState::Ready(ready) if ready.mark == mark);
        if is_shown {
            *state = PreviewState::Working;
        }
        is_shown
    }

    /// Tells that nothing more comes of it, unless it was told what came of it.
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

    /// How far it is, as soon as it waits for somebody, or after a while.
    pub fn wait_for_state(&self) -> PreviewState {
        let state = self.lock();
        let works = |state: &mut PreviewState| matches!(state, PreviewState::Working);
        self.changed.wait_timeout_while(state, PATIENCE, works).unwrap_or_else(PoisonError::into_inner).0.clone()
    }
}
