//! `person`: exports all data about a person, anonymises a dismissed person, lists the persons to be anonymised.

mod due;
mod export;

use std::io::{BufRead, IsTerminal, Write};

use anyhow::{Context, Result, bail, ensure};
use clap::{Args, Subcommand};

use super::CommonOptions;
use super::actor::command_attribution;
use super::control_characters::escape;
use super::terminal::{print_message, translate, warn_of_report_error};
use crate::model::message::{Message, MessageName};
use crate::store::OpenMode;
use crate::store::anonymisation::{self, AnonymisationError};
use crate::store::connection::Database;
use crate::store::person::{IdentifiedPerson, PersonState};

#[derive(Subcommand)]
pub enum PersonCommand {
    /// Anonymise a dismissed person; this cannot be undone.
    Anonymise(AnonymiseCommand),
    /// Write all data about a person, as JSON and as a page, to a .zip.
    Export(export::PersonExportCommand),
    /// List the persons to be anonymised, without changing anything.
    Due(due::DueCommand),
}

#[derive(Args)]
pub struct AnonymiseCommand {
    #[command(flatten)]
    common: CommonOptions,
    /// The person's employee number.
    external_identifier: String,
    /// Do not ask for confirmation.
    #[arg(long)]
    yes: bool,
}

impl PersonCommand {
    pub fn run(self) -> Result<()> {
        match self {
            Self::Anonymise(anonymise) => anonymise.run(),
            Self::Export(export) => export.run(),
            Self::Due(due) => due.run(),
        }
    }
}

impl AnonymiseCommand {
    /// Anonymises the person, and then removes traces of the old data from the file. If the second step fails, the
    /// error names the command that repeats it.
    fn run(self) -> Result<()> {
        let identifier = self.external_identifier.trim();
        let mut database = self.common.open(OpenMode::Existing)?;
        let person = anonymisation::find_subject(&database, identifier)?;
        let state = match person.state {
            PersonState::Employed => return Err(AnonymisationError::Employed(identifier.to_owned()).into()),
            // traces may still be in the file, because an open reader can have prevented their removal
            PersonState::Anonymised => MessageName::AnonymisedAlready,
            PersonState::Dismissed => {
                self.confirm(&person)?;
                let by = command_attribution(MessageName::AnonymisePerson);
                let blanked = anonymisation::anonymise(&mut database, identifier, &by)?;
                print_message(Message::new(MessageName::BlankedConnectorMessages).with(blanked))?;
                MessageName::Anonymised
            }
        };
        erase_traces(&database, person.id)?;
        let message = Message::new(MessageName::PersonAnonymised).with(person.id).with_part(state);
        warn_of_report_error(print_message(message));
        Ok(())
    }

    /// Asks for confirmation, unless `--yes` is given. Fails without a terminal, or if the user declines.
    fn confirm(&self, person: &IdentifiedPerson) -> Result<()> {
        if self.yes {
            return Ok(());
        }
        let message = Message::new(MessageName::ConfirmAnonymise).with(escape(self.external_identifier.trim()));
        let question = translate(message.with(escape(&person.name)).with(person.id));
        ensure!(std::io::stdin().is_terminal(), Message::new(MessageName::ConfirmWithYes));
        eprint!("{question}");
        std::io::stderr().flush()?;
        let mut answer = String::new();
        std::io::stdin().lock().read_line(&mut answer)?;
        match answer.trim().to_lowercase().as_str() {
            "y" | "yes" | "j" | "ja" => Ok(()),
            _ => bail!(Message::new(MessageName::NothingChanged)),
        }
    }
}

/// Removes traces of the anonymised person from the file. The error names the command that removes them later.
fn erase_traces(database: &Database, person_id: i64) -> Result<()> {
    let hint = Message::new(MessageName::TracesLeft).with(person_id);
    match anonymisation::erase_traces(database).with_context(|| hint.clone())? {
        true => Ok(()),
        // a streamed answer still reads the old pages
        false => bail!(hint.with_part(MessageName::WhileNoLongAnswer)),
    }
}
