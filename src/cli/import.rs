//! `import`: takes in the data files of a folder or .zip, everything or nothing.

use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::builder::BoolishValueParser;
use clap::{Args, ValueEnum};
use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

use super::operator::operator;
use super::printable::printable;
use super::progress::Bar;
use super::say::{say, tell_waiting, warn};
use super::{Common, diff};
use crate::exchange::faults::Faults;
use crate::exchange::import::{Import as Exchange, Meant, Options, Progress};
use crate::exchange::removals::MaxRemovals;
use crate::exchange::source::Source;
use crate::exchange::tally::Tally;
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
    /// Also remove, in the files given, what is not listed; a person is dismissed instead.
    #[arg(long, env = "LMS_REPLACE", value_parser = BoolishValueParser::new())]
    replace: bool,
    /// The most rows of a table that --replace may remove: a number or a percentage.
    #[arg(
        long,
        env = "LMS_MAX_REMOVALS",
        value_name = "N|P%",
        default_value = "10%"
    )]
    max_removals: MaxRemovals,
    /// Show what changes row by row, field by field: old -> new.
    #[arg(long, env = "LMS_DIFF", value_parser = BoolishValueParser::new())]
    diff: bool,
    /// Write what changes to this file, as CSV: file, line, key, change, column, old, new.
    #[arg(long, env = "LMS_DIFF_CSV", value_name = "FILE")]
    diff_csv: Option<PathBuf>,
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
        let errors = self.errors.as_deref().map(diff::create).transpose()?;
        let differences = self.diff_csv.as_deref().map(diff::create).transpose()?;
        let database = self.open()?;
        let (import, sound) = self.carry_out(&database, &mut source)?;
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
        if self.diff {
            diff::tell(&database)?;
        }
        if let Some(differences) = differences {
            diff::write(&database, differences)
                .context("the file of --diff-csv cannot be written")?;
        }
        tell(import.tallies())?;
        if self.dry_run {
            warn(format_args!("dry run: nothing was changed"));
        }
        Ok(())
    }

    /// The import as it ended, and whether it is without faults.
    fn carry_out<'d>(
        &self,
        database: &'d Database,
        source: &mut Source,
    ) -> Result<(Exchange<'d>, bool)> {
        let options = Options {
            encoding: self.encoding.into(),
            replace: self.replace.then_some(self.max_removals),
            differs: self.diff || self.diff_csv.is_some(),
        };
        let names = source.names();
        let bar = Bar::new(names.iter().map(|name| source.size(name)).sum());
        let mut left_alone = Vec::new();
        let read = Exchange::read(
            database,
            source,
            options,
            |name, meant| left_alone.push((name.to_owned(), meant)),
            &|progress| bar.show(progress),
        );
        bar.above(|| {
            for (name, meant) in &left_alone {
                let name = printable(name);
                let hint = match meant {
                    None => String::new(),
                    Some(Meant::File(meant)) => format!("; did you mean {meant}?"),
                    Some(Meant::Elsewhere) => {
                        "; data files stand beside each other at the top, or all in one folder of a .zip that \
                         has nothing else at its top"
                            .into()
                    }
                };
                warn(format_args!(
                    "warning: {name} is not a data file and is left alone{hint}"
                ));
            }
        });
        let mut import = read?;
        bar.show(Progress::Checking);
        let mut sound = import.rehearse()?;
        if sound && !self.dry_run {
            bar.show(Progress::Writing);
            let action = std::path::absolute(&self.path)?;
            let waiting = || bar.above(tell_waiting);
            sound = import.carry_out(&operator(), &action.to_string_lossy(), &waiting)?;
        }
        Ok((import, sound))
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

pub fn tell(tallies: &[Tally]) -> Result<()> {
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

pub fn plural(count: u64, what: &str) -> String {
    match count {
        1 => what.to_owned(),
        _ => format!("{what}s"),
    }
}
