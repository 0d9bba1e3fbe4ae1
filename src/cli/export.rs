//! `export`: writes the data files into a folder or a .zip.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::say::say;
use super::{Common, stop};
use crate::exchange::export::{Form, export};
use crate::exchange::target::Target;
use crate::store::Open;
use crate::store::copy::in_use;

#[derive(Args)]
pub struct Export {
    /// A new or empty folder, or a new .zip.
    path: PathBuf,
    #[command(flatten)]
    common: Common,
    /// Replace the .zip, or the data files of the folder.
    #[arg(long)]
    overwrite: bool,
    /// Write semicolons, a mark of UTF-8 and decimal commas, as a Dutch Excel reads them.
    #[arg(long)]
    for_excel: bool,
}

impl Export {
    pub fn run(self) -> Result<()> {
        let stop = stop::on_signals()?;
        let database = self.common.open(Open::Looking)?;
        database.stop_when(&stop)?;
        let in_use = in_use(&self.common.db);
        let target = Target::create(&self.path, self.overwrite, &in_use)?;
        let form = Form { for_excel: self.for_excel };
        let written = export(&database, target, form, |name, count| {
            let rows = if count == 1 { "row" } else { "rows" };
            say(format_args!("{name}: {count} {rows}"))
        });
        stop::told(written, &stop, "no file was written")
    }
}
