//! `init`: creates the database file.

use anyhow::Result;
use clap::Args;

use super::Common;
use crate::store::{Open, open};

#[derive(Args)]
pub struct Init {
    #[command(flatten)]
    common: Common,
}

impl Init {
    pub fn run(self) -> Result<()> {
        let path = &self.common.db;
        // an empty file is as good as none
        let there = path.metadata().is_ok_and(|file| file.len() > 0);
        open(path, &self.common.clock()?, Open::Serve)?;
        if there {
            println!("{} is a database of lms-appliance already", path.display());
        } else {
            println!("{} created", path.display());
        }
        Ok(())
    }
}
