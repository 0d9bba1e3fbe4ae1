//! `person export`: writes all data about one person, for an access request.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::cli::CommonOptions;
use crate::cli::actor::command_attribution;
use crate::cli::terminal::{chosen_language, print_message, warn_of_report_error};
use crate::dossier;
use crate::ledger::provenance;
use crate::model::language::Language;
use crate::model::message::{Message, MessageName};
use crate::output::{Destination, path_message};
use crate::store::copy::protected_files;
use crate::store::ledger_action::record_action;
use crate::store::{Access, OpenMode, READER_CACHE_KIB, Store, open};

#[derive(Args)]
pub struct PersonExportCommand {
    #[command(flatten)]
    common: CommonOptions,
    /// The person's employee number.
    external_identifier: String,
    /// The .zip to write, which must not exist; by default person-ID.zip in this folder.
    #[arg(long, value_name = "FILE")]
    to: Option<PathBuf>,
}

impl PersonExportCommand {
    pub fn run(self) -> Result<()> {
        let (db, clock) = (&self.common.db, self.common.clock()?);
        let store = Store::new(db, &clock, Access::Read, READER_CACHE_KIB)?;
        let snapshot = store.snapshot()?;
        let identifier = self.external_identifier.trim();
        let person_id = provenance::find_person_row(&snapshot, &clock, identifier)?;
        let to = self.to.unwrap_or_else(|| format!("person-{person_id}.zip").into());
        // refuses an existing file before the data is collected
        let destination = Destination::new(&to, &protected_files(db))?;
        let Some(dossier) = dossier::collect_dossier(&snapshot, person_id)? else {
            bail!(Message::new(MessageName::NoSuchPerson).with(identifier));
        };
        let (draft, mut file) = destination.create_draft()?;
        // the page is for the person, not for the user of the command line, whose default is English
        let page_language = chosen_language().unwrap_or(Language::Dutch);
        let zip = dossier.zip_bytes(&snapshot, page_language)?;
        file.write_all(&zip).with_context(|| path_message(MessageName::OutputNotWritten, &to))?;
        // recorded before the file gets its name, so that each export is in the audit
        let attribution = command_attribution(Message::new(MessageName::ExportPerson).with(person_id));
        let recorded = record_action(&mut open(db, &clock, OpenMode::Existing)?, &attribution);
        recorded.context(Message::from(MessageName::ExportNotRecorded))?;
        draft.rename_into_place()?;
        let message = Message::new(MessageName::PersonExported).with(to.display()).with(person_id);
        warn_of_report_error(print_message(message));
        Ok(())
    }
}
