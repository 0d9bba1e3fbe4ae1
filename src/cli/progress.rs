//! Progress on standard error, if that is a terminal: one line that is rewritten in place.

use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::Result;

use super::interrupt;
use crate::exchange::stage::ImportProgress;
use crate::model::lock::lock;
use crate::store::copy::{CopyObserver, CopyProgress};

/// The minimum time between two updates.
const INTERVAL: Duration = Duration::from_millis(100);

/// Moves to the beginning of the line and clears it.
const CLEAR: &str = "\r\x1b[K";

/// The progress of an import or copy. Dropping it clears the line.
pub struct ProgressLine {
    /// `None` without a terminal.
    state: Option<Arc<Mutex<ProgressState>>>,
}

#[derive(Default)]
struct ProgressState {
    message: String,
    bytes: u64,
    total: u64,
    drawn_at: Option<Instant>,
}

impl ProgressLine {
    /// Creates the line for this many bytes.
    pub fn new(bytes: u64) -> Self {
        let state = || Arc::new(Mutex::new(ProgressState { total: bytes, ..ProgressState::default() }));
        Self { state: io::stderr().is_terminal().then(state) }
    }

    /// Runs a copy and shows its progress; a signal stops it.
    pub fn over<T>(copy: impl FnOnce(&CopyObserver) -> Result<T>) -> Result<T> {
        let line = Self::new(0);
        let report = |progress| match progress {
            CopyProgress::Copied(bytes, total) => line.update(|state| state.set("copying", bytes, total)),
            CopyProgress::Checking => line.update(|state| state.set("checking the copy", 0, 0)),
        };
        copy(&CopyObserver { report: &report, stop: interrupt::on_signals()? })
    }

    pub fn show(&self, progress: ImportProgress) {
        self.update(|state| match progress {
            ImportProgress::Read(file, bytes) => {
                state.set(&format!("reading {file}"), state.bytes + bytes, state.total);
            }
            ImportProgress::Checking => state.set("comparing with the data", 0, 0),
        });
    }

    /// Returns a callback that shows percentages; `None` without a terminal.
    pub fn of_writing(&self) -> Option<impl Fn(u64) + Send + 'static> {
        let state = self.state.clone()?;
        Some(move |percent| lock(&state).set(&format!("writing {percent}%"), 0, 0))
    }

    /// Runs code that prints lines, so that they appear above the progress.
    pub fn above(&self, write: impl FnOnce()) {
        print(if self.state.is_some() { CLEAR } else { "" });
        write();
        self.update(|state| state.drawn_at = None);
    }

    fn update(&self, change: impl FnOnce(&mut ProgressState)) {
        if let Some(state) = &self.state {
            change(&mut lock(state));
        }
    }
}

impl ProgressState {
    /// Sets and shows the progress; a `total` of 0 is unknown. A new message is shown at once.
    fn set(&mut self, message: &str, bytes: u64, total: u64) {
        let is_new = self.message != message;
        (self.bytes, self.total) = (bytes, total);
        message.clone_into(&mut self.message);
        if !is_new && self.drawn_at.is_some_and(|at| at.elapsed() < INTERVAL) {
            return;
        }
        self.drawn_at = Some(Instant::now());
        let megabytes = |bytes: u64| bytes as f64 / 1e6;
        match total {
            0 => print(&format!("{CLEAR}{message}")),
            _ => print(&format!("{CLEAR}{message}: {:.1} of {:.1} MB", megabytes(bytes), megabytes(total))),
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if self.state.is_some() {
            print(CLEAR);
        }
    }
}

/// Prints without a line end. If that fails, there is nowhere to report it.
fn print(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}
