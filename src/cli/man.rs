//! `man`: writes the man pages.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::Args;
use clap_mangen::generate_to;

use super::{Cli, UnusedOptions};
use crate::output::{create_private_folder, path_exists};

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
        let shown = self.folder.display();
        ensure!(!path_exists(&self.folder), "{shown} already exists: name a new folder");
        create_private_folder(&self.folder)?;
        generate_to(Cli::command_line(), &self.folder)
            .with_context(|| format!("the man pages cannot be written into {shown}"))
    }
}
