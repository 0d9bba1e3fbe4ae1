//! `backup`: a checked copy of the database, also of one that is served.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::Common;
use super::actor::actor;
use super::printable::printable;
use super::progress::Bar;
use super::say::{done, say, warn};
use crate::store::backup::{backup, note};

#[derive(Args)]
pub struct Backup {
    #[command(flatten)]
    common: Common,
    /// The file to write; it must not be there.
    #[arg(long, value_name = "FILE")]
    to: PathBuf,
}

impl Backup {
    pub fn run(self) -> Result<()> {
        let (path, to) = (&self.common.db, &self.to);
        let clock = self.common.clock()?;
        for difference in Bar::over(|watch| backup(path, &clock, to, watch))? {
            warn(format_args!("warning: {}; `restore` will refuse the copy for that", printable(&difference)));
        }
        if let Err(error) = note(path, &clock, &actor(), to) {
            warn(format_args!(
                "warning: `audit` does not tell of the copy, nor the service when the last was made: {error:#}"
            ));
        }
        done(say(format_args!("{} is a whole copy of {}, checked", to.display(), path.display())));
        Ok(())
    }
}
