//! `init`: creates the database file, or migrates an older one.

use anyhow::Result;
use clap::Args;

use super::terminal::{eprint_line, ignore_report_error, print_message};
use super::{CommonOptions, interrupt};
use crate::model::message::{Message, MessageName};
use crate::store::migration::migrate;
use crate::store::{OpenMode, open};

#[derive(Args)]
pub struct InitCommand {
    #[command(flatten)]
    common: CommonOptions,
}

impl InitCommand {
    pub fn run(self) -> Result<()> {
        let path = &self.common.db;
        // an empty file counts as missing
        let exists = path.metadata().is_ok_and(|file| file.len() > 0);
        let clock = self.common.clock()?;
        let report = |line: &str| eprint_line(format_args!("{line}"));
        migrate(path, &clock, &report, &interrupt::stop_flag_on_signals()?)?;
        open(path, &clock, OpenMode::Create)?;
        let name = if exists { MessageName::DatabaseExists } else { MessageName::DatabaseCreated };
        ignore_report_error(print_message(Message::new(name).with(path.display())));
        Ok(())
    }
}
