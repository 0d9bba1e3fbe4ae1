//! `man`: writes the man pages.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;
use clap_mangen::generate_to;

use super::{Cli, UnusedOptions};
use crate::output::{is_there, make_folder};

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
        if is_there(&self.folder) {
            bail!("{shown} already exists: name a new folder");
        }
        make_folder(&self.folder)?;
        generate_to(Cli::declared(), &self.folder)
            .with_context(|| format!("the man pages cannot be written into {shown}"))
    }
}
