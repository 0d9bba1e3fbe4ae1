//! `backup`: a checked copy of the database, also of one that is served.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::CommonOptions;
use super::actor::actor;
use super::printable::printable;
use super::progress::TerminalBar;
use super::terminal::{done, print_line, warn};
use crate::store::backup::{backup, note};

#[derive(Args)]
pub struct BackupCommand {
    #[command(flatten)]
    common: CommonOptions,
    /// The file to write; it must not exist.
    #[arg(long, value_name = "FILE")]
    to: PathBuf,
}

impl BackupCommand {
    pub fn run(self) -> Result<()> {
        let (path, to) = (&self.common.db, &self.to);
        let clock = self.common.clock()?;
        for difference in TerminalBar::observe_copy(|observer| backup(path, &clock, to, observer))? {
            warn(format_args!("warning: {}; `restore` will refuse the copy for that", printable(&difference)));
        }
        if let Err(error) = note(path, &clock, &actor(), to) {
            warn(format_args!(
                "warning: `audit` does not tell of the copy, nor the service when the last was made: {error:#}"
            ));
        }
        done(print_line(format_args!("{} is a complete, checked copy of {}", to.display(), path.display())));
        Ok(())
    }
}
