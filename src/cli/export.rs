//! `export`: writes the data files to a folder or .zip.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::terminal::print_message;
use super::{CommonOptions, interrupt};
use crate::exchange::export::{ExportFormat, export_files};
use crate::exchange::target::ExportTarget;
use crate::model::message::{Message, MessageName};
use crate::store::OpenMode;
use crate::store::copy::protected_files;

#[derive(Args)]
pub struct ExportCommand {
    /// A new or empty folder, or a new .zip.
    path: PathBuf,
    #[command(flatten)]
    common: CommonOptions,
    /// Replace the .zip, or the data files in the folder.
    #[arg(long)]
    overwrite: bool,
    /// Write semicolons, a byte order mark and decimal commas, for a Dutch Excel.
    #[arg(long)]
    for_excel: bool,
}

impl ExportCommand {
    pub fn run(self) -> Result<()> {
        // a signal stops the query that runs, so that unfinished files are removed
        let stop = interrupt::stop_flag_on_signals()?;
        let database = self.common.open(OpenMode::Inspect)?;
        database.stop_when(&stop)?;
        let protected_files = protected_files(&self.common.db);
        let target = ExportTarget::create(&self.path, self.overwrite, &protected_files)?;
        let format = ExportFormat { for_excel: self.for_excel };
        let outcome = export_files(&database, target, format, |name, count| {
            print_message(Message::new(MessageName::ExportedRows).with(name).with(count))
        });
        interrupt::explain_interrupt(outcome, &stop, MessageName::NoFileWritten)
    }
}
