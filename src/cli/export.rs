//! `export`: writes the data files into a folder or a .zip.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use clap::builder::BoolishValueParser;

use super::Common;
use super::say::say;
use crate::exchange::export::{Form, export};
use crate::exchange::target::Target;
use crate::store::{Open, open};

#[derive(Args)]
pub struct Export {
    /// A new or empty folder, or a new .zip.
    path: PathBuf,
    #[command(flatten)]
    common: Common,
    /// Replace the .zip, or the data files of the folder.
    #[arg(long, env = "LMS_OVERWRITE", value_parser = BoolishValueParser::new())]
    overwrite: bool,
    /// Write semicolons, a mark of UTF-8 and decimal commas, as a Dutch Excel reads them.
    #[arg(long, env = "LMS_FOR_EXCEL", value_parser = BoolishValueParser::new())]
    for_excel: bool,
}

impl Export {
    pub fn run(self) -> Result<()> {
        let database = open(&self.common.db, &self.common.clock()?, Open::Looking)?;
        let target = Target::create(&self.path, self.overwrite)?;
        let form = Form {
            for_excel: self.for_excel,
        };
        export(&database, target, form, |name, count| {
            let rows = if count == 1 { "row" } else { "rows" };
            say(format_args!("{name}: {count} {rows}"))
        })
    }
}
