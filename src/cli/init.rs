//! `init`: creates the database file, or migrates an older one.

use anyhow::Result;

use super::terminal::{eprint_line, print_message, warn_of_report_error};
use super::{CommonOptions, interrupt};
use crate::model::message::{Message, MessageName};
use crate::store::OpenMode;
use crate::store::migration::migrate;

pub fn create_or_migrate(common: &CommonOptions) -> Result<()> {
    let path = &common.db;
    // an empty file counts as missing
    let exists = path.metadata().is_ok_and(|file| file.len() > 0);
    let report = |line: &str| eprint_line(line);
    // does nothing if there is no older database
    migrate(path, &common.clock()?, &report, &interrupt::stop_flag_on_signals()?)?;
    common.open(OpenMode::Create)?;
    let name = if exists { MessageName::DatabaseExists } else { MessageName::DatabaseCreated };
    warn_of_report_error(print_message(Message::new(name).with(path.display())));
    Ok(())
}
