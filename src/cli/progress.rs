//! A progress bar on standard error, if that is a terminal.

use std::cell::RefCell;
use std::io::IsTerminal;
use std::time::Duration;

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};

use super::interrupt;
use crate::exchange::stage::ImportProgress;
use crate::store::copy::{CopyObserver, CopyProgress};

const ANIMATION_INTERVAL: Duration = Duration::from_millis(120);

pub struct TerminalBar {
    /// `None` without a terminal.
    bar: Option<ProgressBar>,
    /// The name of the file in the bar's message.
    file: RefCell<String>,
}

impl TerminalBar {
    /// Shows a bar for reading files of this total size.
    pub fn new(total_bytes: u64) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let style = "{spinner} {msg} {wide_bar} {bytes}/{total_bytes}";
            let style = ProgressStyle::with_template(style).expect("a valid template");
            let bar = ProgressBar::new(total_bytes).with_style(style);
            bar.enable_steady_tick(ANIMATION_INTERVAL);
            bar
        });
        Self { bar, file: RefCell::default() }
    }

    /// Shows the progress of a copy while `copy_database` runs. A signal stops the copy.
    pub fn show_while_copying<T>(copy_database: impl FnOnce(&CopyObserver) -> Result<T>) -> Result<T> {
        let terminal_bar = Self::new(0);
        if let Some(bar) = &terminal_bar.bar {
            bar.set_message("copying");
        }
        let stop = interrupt::stop_flag_on_signals()?;
        copy_database(&CopyObserver { report: &|progress| terminal_bar.show_copy(progress), stop })
    }

    fn show_copy(&self, progress: CopyProgress) {
        let Some(bar) = &self.bar else { return };
        match progress {
            CopyProgress::Copied(bytes, total) => {
                bar.set_length(total);
                bar.set_position(bytes);
            }
            CopyProgress::Checking => show_spinner(bar, "checking the copy"),
        }
    }

    pub fn show_import(&self, progress: ImportProgress) {
        let Some(bar) = &self.bar else { return };
        match progress {
            ImportProgress::Read(file, bytes) => {
                if *self.file.borrow() != file {
                    bar.set_message(format!("reading {file}"));
                    file.clone_into(&mut self.file.borrow_mut());
                }
                bar.inc(bytes);
            }
            ImportProgress::Checking => show_spinner(bar, "comparing with the data"),
        }
    }

    /// Restarts the bar. Returns a callback that shows the percentage of written rows; `None` without a terminal.
    pub fn start_writing(&self) -> Option<impl Fn(u64) + Send + 'static> {
        let bar = self.bar.clone()?;
        let style = "{spinner} writing {percent}% {wide_bar} ({elapsed})";
        bar.set_length(100);
        bar.set_position(0);
        bar.set_style(ProgressStyle::with_template(style).expect("a valid template"));
        Some(move |percent| bar.set_position(percent))
    }

    /// Calls `write`, whose printed lines appear above the bar.
    pub fn print_above(&self, write: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }
}

fn show_spinner(bar: &ProgressBar, message: &'static str) {
    bar.set_style(ProgressStyle::with_template("{spinner} {msg} ({elapsed})").expect("a valid template"));
    bar.set_message(message);
}

impl Drop for TerminalBar {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
