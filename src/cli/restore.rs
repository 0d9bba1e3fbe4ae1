//! `restore`: replaces the database by a backup, and keeps the old file.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::CommonOptions;
use super::printable::printable;
use super::progress::TerminalBar;
use super::shell_quote::quoted;
use super::terminal::{done, print_line, said};
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
        let restored = TerminalBar::observe_copy(|observer| restore(path, &clock, from, observer))?;
        done(self.print_summary(restored));
        Ok(())
    }

    fn print_summary(&self, restored: RestoreSummary) -> Result<()> {
        let (path, from) = (&self.common.db, &self.from);
        print_line(said(Message::new(MessageName::Restored).with(path.display()).with(from.display())))?;
        if let Some(old_file) = restored.old_file {
            print_line(said(Message::new(MessageName::PreviousFile).with(old_file.display())))?;
        }
        let Some(named_again) = restored.named_again else {
            return print_line(said(MessageName::NamedAgain));
        };
        for identifier in named_again {
            let message = Message::new(MessageName::AnonymiseAgain).with(printable(&quoted(&identifier)));
            print_line(said(message.with(quoted(&path.to_string_lossy()))))?;
        }
        Ok(())
    }
}
