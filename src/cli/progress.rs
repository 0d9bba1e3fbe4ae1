//! A progress bar on standard error, if that is a terminal.

use std::time::Duration;

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};

use super::interrupt;
use crate::store::copy::{CopyObserver, CopyProgress};

const ANIMATION_INTERVAL: Duration = Duration::from_millis(120);

/// A bar that shows one step after the other: reading or copying, checking, writing. Dropping it clears its line.
pub struct TerminalBar {
    /// Hidden by indicatif without a terminal.
    bar: ProgressBar,
}

impl TerminalBar {
    /// Shows a bar for reading files of this total size.
    pub fn new(total_bytes: u64) -> Self {
        let bar = ProgressBar::new(total_bytes);
        set_template(&bar, "{spinner} {msg} {wide_bar} {bytes}/{total_bytes}");
        if !bar.is_hidden() {
            bar.enable_steady_tick(ANIMATION_INTERVAL);
        }
        Self { bar }
    }

    /// Shows the progress of a copy while `copy_database` runs. A signal stops the copy.
    pub fn show_while_copying<T>(copy_database: impl FnOnce(&CopyObserver) -> Result<T>) -> Result<T> {
        // the first report sets the size
        let terminal_bar = Self::new(0);
        terminal_bar.bar.set_message("copying");
        let stop = interrupt::stop_flag_on_signals()?;
        copy_database(&CopyObserver { report: &|progress| terminal_bar.show_copy(progress), stop })
    }

    fn show_copy(&self, progress: CopyProgress) {
        match progress {
            CopyProgress::Copied(bytes, total) => {
                self.bar.set_length(total);
                self.bar.set_position(bytes);
            }
            CopyProgress::Checking => self.show_spinner("checking the copy"),
        }
    }

    /// Shows that further bytes of a file were read.
    pub fn show_read(&self, file: &str, bytes: u64) {
        self.bar.set_message(format!("reading {file}"));
        self.bar.inc(bytes);
    }

    pub fn show_spinner(&self, message: &'static str) {
        set_template(&self.bar, "{spinner} {msg} ({elapsed})");
        self.bar.set_message(message);
    }

    /// Restarts the bar. Returns a callback that shows the percentage of written rows; `None` without a terminal.
    pub fn start_writing(&self) -> Option<impl Fn(u64) + Send + 'static> {
        let bar = self.bar.clone();
        bar.set_length(100);
        bar.set_position(0);
        set_template(&bar, "{spinner} writing {percent}% {wide_bar} ({elapsed})");
        (!bar.is_hidden()).then_some(move |percent| bar.set_position(percent))
    }

    pub fn print_above(&self, write: impl FnOnce()) {
        self.bar.suspend(write);
    }
}

fn set_template(bar: &ProgressBar, template: &str) {
    bar.set_style(ProgressStyle::with_template(template).expect("a valid template"));
}

impl Drop for TerminalBar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
