//! `import`: takes in the data files of a folder or .zip, everything or nothing.

use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::builder::BoolishValueParser;
use clap::{Args, ValueEnum};
use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

use super::Common;
use super::operator::operator;
use super::printable::printable;
use super::say::{say, warn};
use crate::exchange::faults::Faults;
use crate::exchange::import::{Import as Exchange, Tally};
use crate::exchange::source::Source;
use crate::store::connection::Database;
use crate::store::{Open, open};

/// How many faults are told on standard error.
const TOLD: u64 = 100;

#[derive(Args)]
pub struct Import {
    /// The folder with the data files, or a .zip of it.
    path: PathBuf,
    #[command(flatten)]
    common: Common,
    /// The encoding of files that do not begin with the mark of UTF-8.
    #[arg(long, env = "LMS_ENCODING", value_enum, default_value_t = Charset::Utf8)]
    encoding: Charset,
    /// Do it all except change anything.
    #[arg(long, env = "LMS_DRY_RUN", value_parser = BoolishValueParser::new())]
    dry_run: bool,
    /// Write every fault to this file, as CSV: file, line, column, value, message.
    #[arg(long, env = "LMS_ERRORS", value_name = "FILE")]
    errors: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Charset {
    #[value(name = "utf-8")]
    Utf8,
    #[value(name = "windows-1252")]
    Windows1252,
}

impl Import {
    pub fn run(self) -> Result<()> {
        let mut source = Source::open(&self.path)?;
        // found out before anything is changed
        let errors = self.errors.as_deref().map(errors_file).transpose()?;
        let database = self.open()?;
        let mut import = Exchange::read(&database, &mut source, self.encoding.into(), |name| {
            let name = printable(name);
            warn(format_args!(
                "warning: {name} is not a data file and is left alone"
            ));
        })?;
        let mut sound = import.rehearse()?;
        if sound && !self.dry_run {
            let action = std::path::absolute(&self.path)?;
            sound = import.carry_out(&operator(), &action.to_string_lossy())?;
        }
        tell_warnings(import.faults())?;
        if let Some(errors) = errors {
            write_faults(import.faults(), errors)
                .context("the file of --errors cannot be written")?;
        }
        if !sound {
            tell_faults(import.faults())?;
            let count = import.faults().count(false)?;
            bail!(
                "refused, {count} {}; nothing was changed",
                plural(count, "fault")
            );
        }
        tell(import.tallies())?;
        if self.dry_run {
            warn(format_args!("dry run: nothing was changed"));
        }
        Ok(())
    }

    /// A dry run reads only, so that it never waits for the write lock nor takes it; where there is no
    /// database it runs on one that is never written down.
    fn open(&self) -> Result<Database> {
        let path = &self.common.db;
        let clock = self.common.clock()?;
        match self.dry_run {
            false => open(path, &clock, Open::Create),
            true if path.exists() => open(path, &clock, Open::ReadOnly),
            true => open(Path::new(":memory:"), &clock, Open::Create),
        }
    }
}

impl From<Charset> for &'static Encoding {
    fn from(charset: Charset) -> Self {
        match charset {
            Charset::Utf8 => UTF_8,
            Charset::Windows1252 => WINDOWS_1252,
        }
    }
}

fn tell(tallies: &[Tally]) -> Result<()> {
    for tally in tallies {
        let Tally {
            file,
            created,
            updated,
            unchanged,
            removed,
            ..
        } = tally;
        if tally.given {
            say(format_args!(
                "{file}: created {created}, updated {updated}, unchanged {unchanged}, removed {removed}"
            ))?;
        } else if *created > 0 {
            warn(format_args!(
                "{file}: not given; {created} {} named by others created",
                plural(*created, "row")
            ));
        }
    }
    Ok(())
}

fn tell_warnings(faults: &Faults) -> Result<()> {
    faults.each(true, TOLD, |warning| {
        warn(format_args!("warning: {}", printable(&warning.to_string())));
        Ok::<_, anyhow::Error>(())
    })?;
    tell_rest(faults.count(true)?, "warning");
    Ok(())
}

fn tell_faults(faults: &Faults) -> Result<()> {
    faults.each(false, TOLD, |fault| {
        warn(format_args!("{}", printable(&fault.to_string())));
        Ok::<_, anyhow::Error>(())
    })?;
    tell_rest(faults.count(false)?, "fault");
    Ok(())
}

fn tell_rest(count: u64, what: &str) {
    if count > TOLD {
        let rest = count - TOLD;
        warn(format_args!("and {rest} more {}", plural(rest, what)));
    }
}

fn errors_file(path: &Path) -> Result<csv::Writer<File>> {
    csv::Writer::from_path(path).with_context(|| format!("{} cannot be written", path.display()))
}

fn write_faults(faults: &Faults, mut csv: csv::Writer<File>) -> Result<()> {
    csv.write_record(["file", "line", "column", "value", "message"])?;
    faults.each(false, u64::MAX, |fault| {
        csv.write_record([
            &fault.file,
            &fault.line.to_string(),
            &fault.column,
            &fault.value,
            &fault.message,
        ])?;
        Ok::<_, anyhow::Error>(())
    })?;
    csv.flush()?;
    Ok(())
}

fn plural(count: u64, what: &str) -> String {
    match count {
        1 => what.to_owned(),
        _ => format!("{what}s"),
    }
}
