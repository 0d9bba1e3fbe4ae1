//! `check`: checks integrity, foreign keys and the rules over the data.

use anyhow::{Context, Result, bail};
use clap::Args;
use serde_json::json;

use super::CommonOptions;
use super::control_characters::escape;
use super::json::OutputOptions;
use super::terminal::{eprint_warning, print_line, print_message};
use crate::exchange::stored_cells;
use crate::model::message::{Message, MessageName};
use crate::store::OpenMode;
use crate::store::schema::find_outdated_part;

#[derive(Args)]
pub struct CheckCommand {
    #[command(flatten)]
    common: CommonOptions,
    #[command(flatten)]
    output: OutputOptions,
}

impl CheckCommand {
    pub fn run(self) -> Result<()> {
        let path = &self.common.db;
        let database = self.common.open(OpenMode::InspectAnyVersion)?;
        // SQLite verifies CHECK constraints only in a database that can be written
        if database.is_read_only()? {
            eprint_warning(Message::new(MessageName::ChecksWithoutConstraints).with(path.display()));
        }
        if let Some(outdated) = find_outdated_part(&database)? {
            let message = Message::new(MessageName::CheckedPartly).with(path.display());
            eprint_warning(message.with_part(outdated.message()));
        }
        // prints each error when it is found: a check of a large database takes long
        let mut errors = 0_u64;
        let report = |sentence: &str| {
            errors += 1;
            if self.output.json { print_line(json!({"wrong": sentence})) } else { print_line(escape(sentence)) }
        };
        // a second connection checks the content on another thread
        stored_cells::check_database(&database, self.common.open(OpenMode::InspectAnyVersion)?, report)
            .with_context(|| Message::new(MessageName::NotCheckedCompletely).with(path.display()))?;
        match errors {
            0 if self.output.json => Ok(()),
            0 => print_message(Message::new(MessageName::NoProblemsFound).with(path.display())),
            _ => bail!(Message::new(MessageName::ProblemsFound).with(errors).with(path.display())),
        }
    }
}
