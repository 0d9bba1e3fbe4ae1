//! `init`: creates the database file.

use anyhow::Result;
use clap::Args;

use super::Common;
use super::say::{done, say};
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
        let path = path.display();
        done(match there {
            true => say(format_args!(
                "{path} is a database of lms-appliance already"
            )),
            false => say(format_args!("{path} created")),
        });
        Ok(())
    }
}
