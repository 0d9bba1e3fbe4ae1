//! `restore`: replaces the database by a backup, and keeps the old file.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::CommonOptions;
use super::printable::printable;
use super::progress::TerminalBar;
use super::shell_quote::quoted;
use super::terminal::{done, print_line};
use crate::store::restore::{RestoreSummary, restore};

#[derive(Args)]
pub struct RestoreCommand {
    #[command(flatten)]
    common: CommonOptions,
    /// The backup; it is not changed.
    #[arg(long, value_name = "FILE")]
    from: PathBuf,
}

impl RestoreCommand {
    pub fn run(self) -> Result<()> {
        let (path, from) = (&self.common.db, &self.from);
        let clock = self.common.clock()?;
        let restored = TerminalBar::observe_copy(|observer| restore(path, &clock, from, observer))?;
        done(self.print_summary(restored));
        Ok(())
    }

    fn print_summary(&self, restored: RestoreSummary) -> Result<()> {
        let (path, from) = (&self.common.db, &self.from);
        print_line(format_args!("{} is restored from {}", path.display(), from.display()))?;
        if let Some(old_file) = restored.old_file {
            print_line(format_args!("the previous file is kept as {}", old_file.display()))?;
        }
        let Some(named_again) = restored.named_again else {
            return print_line("persons anonymised since that backup are named in it again: anonymise them again");
        };
        for identifier in named_again {
            print_line(format_args!(
                "anonymised since and named again: `lms-appliance person anonymise {} --yes --db {}`",
                printable(&quoted(&identifier)),
                quoted(&path.to_string_lossy())
            ))?;
        }
        Ok(())
    }
}
