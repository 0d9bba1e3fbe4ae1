//! `backup`: makes a checked copy of the database, even of a database that is being served.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::CommonOptions;
use super::actor::user_at_host;
use super::control_characters::escape;
use super::progress::TerminalBar;
use super::terminal::{eprint_warning, print_message, warn_of_report_error};
use crate::model::message::{Message, MessageName};
use crate::store::backup::{make_backup, record_backup};

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
        // the differences from the schema because of which `restore` would refuse the backup
        let refused_differences = TerminalBar::show_while_copying(|observer| make_backup(path, &clock, to, observer))?;
        for difference in refused_differences {
            eprint_warning(Message::new(MessageName::RestoreWillRefuse).with(escape(&difference)));
        }
        // the backup exists already: an error would make users repeat it
        if let Err(error) = record_backup(path, &clock, &user_at_host(), &to.display().to_string()) {
            eprint_warning(Message::new(MessageName::BackupNotRecorded).with(format_args!("{error:#}")));
        }
        warn_of_report_error(print_message(
            Message::new(MessageName::BackedUp).with(to.display()).with(path.display()),
        ));
        Ok(())
    }
}
