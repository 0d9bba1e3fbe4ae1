//! `import`: imports the data files of a folder or .zip, or one file, all or nothing.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{IsTerminal, stdout};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use anyhow::{Result, bail};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use encoding_rs::Encoding;

use super::actor::actor;
use super::csv_table::CsvTable;
use super::printable::printable;
use super::progress::TerminalBar;
use super::terminal::{done, language, print_line, report_waiting, said, warn, warn_of, with_writer};
use super::{CommonOptions, diff, interrupt};
use crate::datafile::persons;
use crate::exchange;
use crate::exchange::amendments::Amendments;
use crate::exchange::file_names::{LikelyFile, is_known};
use crate::exchange::import::{Import as Exchange, ImportOptions};
use crate::exchange::mapping::document::quoted;
use crate::exchange::mapping::recognition::recognize;
use crate::exchange::mapping::suggestion::{question, suggest};
use crate::exchange::mapping::{self, MappedFile};
use crate::exchange::merge::error_table::{ErrorGroup, ErrorTable};
use crate::exchange::merge::removals::MaxRemovals;
use crate::exchange::merge::tally::RowTally;
use crate::exchange::source::Source;
use crate::exchange::stage::ImportProgress;
use crate::model::message::{Message, MessageName};
use crate::model::time::Clock;
use crate::output::{ProtectedFiles, is_there};
use crate::store::connection::Database;
use crate::store::copy::in_use;
use crate::store::{OpenMode, in_memory, last_import, open, remove_unused};

/// The columns of `--errors`.
const FAULT_COLUMNS: &[&str] = &["file", "line", "column", "value", "message"];

/// The values of `--encoding`.
const ENCODINGS: [&str; 2] = ["utf-8", "windows-1252"];

/// How many values of a group of errors are listed.
const VALUES: usize = 20;

/// The most errors printed on standard error.
const TOLD: u64 = 100;

#[derive(Args)]
pub struct ImportCommand {
    /// The folder with the data files, a .zip of it, or one CSV file or workbook.
    path: PathBuf,
    /// Use this mapping for the files of other systems that fit it; can be given several times. Without it, mappings are
    /// found by the names and headers of the files.
    #[arg(long = "map", value_name = "NAME")]
    maps: Vec<String>,
    #[command(flatten)]
    common: CommonOptions,
    /// Print the mapping that is proposed for a file of another system, as TOML, and change nothing.
    #[arg(long)]
    suggest: bool,
    /// The encoding of files without a byte order mark; by default detected for each file.
    #[arg(long, value_parser = PossibleValuesParser::new(ENCODINGS).map(encoding))]
    encoding: Option<&'static Encoding>,
    /// Check everything but change nothing.
    #[arg(long)]
    dry_run: bool,
    /// Also remove rows that the given files do not list; persons are dismissed instead.
    #[arg(long)]
    replace: bool,
    /// The most rows of a table that --replace may remove: a number or a percentage.
    #[arg(long, value_name = "N|P%", default_value = "10%")]
    max_removals: MaxRemovals,
    /// Stop, with exit 3, where more rows of a file would be created, changed or removed: a number or a percentage of the
    /// rows in the file.
    #[arg(long, value_name = "N|P%")]
    max_changes: Option<MaxRemovals>,
    /// Accept a new ExternalIdentifier that differs from a stored one in leading zeros only.
    #[arg(long)]
    allow_similar: bool,
    /// Show what changes row by row, field by field: old -> new.
    #[arg(long)]
    diff: bool,
    /// Write the changes to this CSV file: file, line, key, change, column, old, new.
    #[arg(long, value_name = "FILE")]
    diff_csv: Option<PathBuf>,
    /// Write what --errors and --diff-csv write with semicolons and a mark of UTF-8, as Excel reads it.
    #[arg(long)]
    for_excel: bool,
    /// Write every error to this CSV file: file, line, column, value, message.
    #[arg(long, value_name = "FILE")]
    errors: Option<PathBuf>,
}

/// The outputs of `--errors` and `--diff-csv`.
type OutputTables = [Option<CsvTable>; 2];

impl ImportCommand {
    pub fn run(self) -> Result<()> {
        let stop = interrupt::on_signals()?;
        let mut source = Source::open(&self.path)?;
        if self.suggest {
            let toml = suggest(&mut source, &self.common.clock()?, language())?;
            return with_writer(|out| Ok(out.write_all(toml.as_bytes())?));
        }
        let mut in_use = self.in_use(&source)?;
        // checks output files before doing anything
        let lists = [
            CsvTable::create_if_requested(self.errors.as_deref(), FAULT_COLUMNS, self.for_excel, &mut in_use)?,
            CsvTable::create_if_requested(self.diff_csv.as_deref(), diff::COLUMNS, self.for_excel, &mut in_use)?,
        ];
        let path = &self.common.db;
        let clock = self.common.clock()?;
        let makes = !self.dry_run && !is_there(path);
        let outcome = self.take_in(&clock, source, lists, &stop);
        if makes && outcome.is_err() {
            // stays if others use it, or if the result could not be reported
            let _ = remove_unused(path, &clock);
        }
        outcome
    }

    /// Returns the database and the input files, which outputs must not overwrite.
    fn in_use(&self, source: &Source) -> Result<ProtectedFiles> {
        let mut read = ProtectedFiles::default();
        for path in source.paths().into_iter().chain([self.path.clone()]) {
            read.add(&path, "is being read");
        }
        read.refuse(&self.common.db)?;
        Ok(in_use(&self.common.db).and(read))
    }

    fn take_in(&self, clock: &Clock, mut source: Source, lists: OutputTables, stop: &Arc<AtomicBool>) -> Result<()> {
        let is_known = is_there(&self.common.db);
        let database = self.open(clock)?;
        database.stop_when(stop)?;
        let outcome = self.carry_out(&database, &mut source);
        let is_made = matches!(outcome, Ok((_, true)));
        if !self.dry_run && (is_known || is_made) && !stop.load(Relaxed) {
            self.record_result(&database, &outcome);
        }
        let (import, sound) = interrupt::report_interrupt(outcome, stop, MessageName::NothingImportedNow)?;
        let reported = self.report(&database, &import, sound, lists);
        if sound && !self.dry_run {
            done(reported);
            return Ok(());
        }
        interrupt::report_interrupt(reported, stop, MessageName::NothingImportedNow)
    }

    /// Records the result for monitoring.
    fn record_result(&self, database: &Database, outcome: &Result<(Exchange, bool)>) {
        let (result, rows) = match outcome {
            Ok((import, true)) => ("applied", import.changes()),
            Ok((import, false)) if import.errors.is_stopped_by_guards().unwrap_or(false) => ("guard", 0),
            Ok(_) => ("errors", 0),
            Err(_) => ("failed", 0),
        };
        let action = std::path::absolute(&self.path).unwrap_or_else(|_| self.path.clone());
        let now = database.clock().present();
        if let Err(error) = last_import::record(database, now, &action.to_string_lossy(), result, rows) {
            warn(format_args!("warning: the result is not recorded for monitoring: {error}"));
        }
    }

    /// Reports the result; errors of the import are an error.
    fn report(
        &self,
        database: &Database,
        import: &Exchange,
        sound: bool,
        [faults, differences]: OutputTables,
    ) -> Result<()> {
        print_errors(&import.errors, true, TOLD)?;
        let is_stopped = import.errors.is_stopped_by_guards()?;
        if let Some(faults) = faults {
            write_errors(&import.errors, faults)?;
        }
        if !sound {
            print_errors(&import.errors, false, TOLD)?;
            if is_stopped {
                // exit 3
                bail!(Message::new(MessageName::StoppedByGuard));
            }
            bail!(Message::new(MessageName::Refused).with(import.errors.count(false)?));
        }
        if self.diff {
            diff::print_differences(database, import)?;
        }
        if let Some(differences) = differences {
            diff::write(database, import, differences)?;
        }
        report_tallies(&import.tallies)?;
        print_dismissals(&import.tallies);
        if self.dry_run {
            warn_of(MessageName::DryRun);
        }
        Ok(())
    }

    /// Runs the import. Returns it and whether it has no errors.
    fn carry_out<'d>(&self, database: &'d Database, source: &mut Source) -> Result<(Exchange<'d>, bool)> {
        let options = ImportOptions {
            removed_row: None,
            encoding: self.encoding,
            replace: self.replace.then_some(self.max_removals),
            max_changes: self.max_changes,
            allow_similar: self.allow_similar,
            differs: self.diff || self.diff_csv.is_some(),
        };
        let amendments = Amendments { mapped: self.recognize(database, source)?, ..Amendments::default() };
        let names = source.names();
        let bar = TerminalBar::new(names.iter().map(|name| source.size(name)).sum());
        let mut left_alone = Vec::new();
        let read = Exchange::read(
            database,
            source,
            &amendments,
            options,
            |name, meant| left_alone.push((name.to_owned(), meant)),
            &|progress| bar.show(progress),
        );
        bar.above(|| {
            for (name, meant) in &left_alone {
                let message = Message::new(MessageName::IgnoredFile).with(printable(name));
                let message = match meant {
                    None => message,
                    Some(LikelyFile::File(meant)) => message.with_nearest(Some(meant)),
                    Some(LikelyFile::Elsewhere) => message.with_part(MessageName::FileElsewhere),
                };
                warn_of(Message::new(MessageName::Warning).with_part(message));
            }
        });
        let mut import = read?;
        bar.show(ImportProgress::Checking);
        let mut sound = import.rehearse()?;
        if sound && !self.dry_run {
            if let Some(reported) = bar.of_writing() {
                import.follow(reported)?;
            }
            let action = std::path::absolute(&self.path)?;
            let waiting = || bar.above(report_waiting);
            let number = import.carry_out(&actor(), &action.to_string_lossy(), &waiting)?;
            sound = number.is_some();
            exchange::rebuild_dirty_rows(database);
        }
        Ok((import, sound))
    }

    /// The files of other systems, each with its mapping.
    fn recognize(&self, database: &Database, source: &mut Source) -> Result<Vec<MappedFile>> {
        let is_single = self.path.is_file() && matches!(source, Source::Folder(..));
        let stored = mapping::stored(database, database.clock())?;
        let found = recognize(source, &stored, &self.maps, is_single, &BTreeMap::new())?;
        let name = source.names().pop().filter(|name| is_single && !is_known(name)).filter(|_| found.is_empty());
        if let Some(name) = name {
            bail!(question(source, &name, &stored, database.clock(), MessageName::SuggestMapping)?);
        }
        Ok(found)
    }

    /// Opens the database. A dry run reads only, so that it never waits for the write lock nor takes it; without a
    /// database it uses one in memory.
    fn open(&self, clock: &Clock) -> Result<Database> {
        let path = &self.common.db;
        match self.dry_run {
            false => open(path, clock, OpenMode::Create),
            true if path.exists() => open(path, clock, OpenMode::ReadOnly),
            true => in_memory(clock),
        }
    }
}

fn encoding(name: String) -> &'static Encoding {
    Encoding::for_label(name.as_bytes()).expect("it is one of ENCODINGS")
}

/// Prints the summary: "The summary on standard output has a line per file"; on a terminal, unchanged files share one
/// line.
pub fn report_tallies(tallies: &[RowTally]) -> Result<()> {
    let folds = stdout().is_terminal();
    let (mut files, mut rows) = (0, 0);
    for tally in tallies {
        if tally.given && folds && tally.changes() == 0 {
            (files, rows) = (files + 1, rows + tally.unchanged);
        } else {
            print_file_summary(tally)?;
        }
    }
    if files > 0 {
        let rows = Message::new(MessageName::UnchangedRows).with(rows);
        print_line(said(Message::new(MessageName::UnchangedFiles).with(files).with_part(rows)))?;
    }
    Ok(())
}

/// `--replace` dismisses persons, and the summary counts them as removed (contract §7).
fn print_dismissals(tallies: &[RowTally]) {
    let persons = tallies.iter().find(|tally| tally.given && tally.file == persons::FILE.name);
    let count = persons.map_or(0, |tally| tally.counts()[3]);
    if count > 0 {
        warn_of(Message::new(MessageName::DismissedPersons).with(persons::FILE.name).with(count));
    }
}

fn print_file_summary(tally: &RowTally) -> Result<()> {
    let (file, created) = (tally.file, tally.created);
    if tally.given {
        let mut counts = counted(tally.counts());
        if let Some(skipped) = tally.skipped {
            counts = counts.with_part(Message::new(MessageName::Skipped).with(skipped));
        }
        print_line(format_args!("{file}: {}", said(counts)))?;
    } else if created > 0 {
        warn_of(Message::new(MessageName::NotGiven).with(file).with(created));
    }
    Ok(())
}

/// `created 3, updated 1, unchanged 96, removed 0`
pub fn counted(counts: [impl Display; 4]) -> Message {
    counts.iter().fold(MessageName::Counts.into(), Message::with)
}

/// Prints the first errors or warnings on standard error, and the number of others.
pub fn print_errors(faults: &ErrorTable, warnings: bool, most: u64) -> Result<()> {
    let mut shown = 0;
    if warnings {
        faults.each(true, most, |fault| {
            shown += 1;
            let text = fault.text(language());
            warn_of(Message::new(MessageName::Warning).with(printable(&text)));
            Ok::<_, anyhow::Error>(())
        })?;
    } else {
        for group in faults.groups(false)?.into_iter().take(usize::try_from(most).unwrap_or(usize::MAX)) {
            shown += group.count;
            warn(printable(&group.text(language())));
            print_values(&group);
        }
    }
    let rest = faults.count(warnings)?.saturating_sub(shown);
    if rest > 0 {
        let name = if warnings { MessageName::MoreWarnings } else { MessageName::MoreErrors };
        warn_of(Message::new(name).with(rest));
    }
    Ok(())
}

/// The values that a mapping lacks, as lines for its TOML.
fn print_values(group: &ErrorGroup) {
    if group.values.is_empty() {
        return;
    }
    warn(format_args!("    [values.{}]", group.first().column));
    for (value, meant) in group.values.iter().take(VALUES) {
        warn(format_args!("    {} = {}", printable(&quoted(value)), quoted(meant)));
    }
    if group.values.len() > VALUES {
        warn_of(Message::new(MessageName::MoreValues).with(group.values.len() - VALUES));
    }
}

fn write_errors(faults: &ErrorTable, mut table: CsvTable) -> Result<()> {
    faults.each(false, u64::MAX, |fault| {
        table.record([&fault.file, &fault.line.to_string(), &fault.place(), &fault.value, &fault.detail(language())])
    })?;
    for (file, count) in faults.dropped() {
        let message = said(Message::new(MessageName::MoreUnlisted).with(count));
        table.record([&*file, "1", "", "", &message])?;
    }
    table.finish()
}
