//! `restore`: replaces the database by a backup, and keeps the old file.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::CommonOptions;
use super::control_characters::escape;
use super::progress::TerminalBar;
use super::shell_quote::quote_for_shell;
use super::terminal::{print_message, warn_of_report_error};
use crate::model::message::{Message, MessageName};
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
        let restored = TerminalBar::show_while_copying(|observer| restore(path, &clock, from, observer))?;
        warn_of_report_error(self.print_summary(restored));
        Ok(())
    }

    /// Prints where the old file is, and a command for each person who must be anonymised again.
    fn print_summary(&self, restored: RestoreSummary) -> Result<()> {
        let (path, from) = (&self.common.db, &self.from);
        print_message(Message::new(MessageName::Restored).with(path.display()).with(from.display()))?;
        if let Some(old_file) = restored.old_file {
            print_message(Message::new(MessageName::PreviousFile).with(old_file.display()))?;
        }
        // `None` means that the persons to anonymise again are unknown
        let Some(no_longer_anonymised) = restored.no_longer_anonymised else {
            return print_message(MessageName::AnonymisedPersonsRestored);
        };
        for identifier in no_longer_anonymised {
            let message = Message::new(MessageName::AnonymiseAgain).with(escape(&quote_for_shell(&identifier)));
            print_message(message.with(quote_for_shell(&path.to_string_lossy())))?;
        }
        Ok(())
    }
}
