//! `man`: writes the man pages.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::Args;
use clap_mangen::generate_to;

use super::{Cli, UnusedOptions};
use crate::model::message::MessageName;
use crate::output::{create_private_folder, path_exists, path_message};

#[derive(Args)]
pub struct ManCommand {
    /// A new folder.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    #[command(flatten)]
    common: UnusedOptions,
}

impl ManCommand {
    pub fn run(self) -> Result<()> {
        ensure!(!path_exists(&self.folder), path_message(MessageName::FolderExists, &self.folder));
        create_private_folder(&self.folder)?;
        generate_to(Cli::command_line(), &self.folder)
            .with_context(|| path_message(MessageName::OutputNotWritten, &self.folder))
    }
}
