//! `import`: imports the data files of a folder or .zip, or one file, all or nothing.

use std::io::{IsTerminal, stdout};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use anyhow::{Result, bail};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::actor::user_at_host;
use super::control_characters::escape;
use super::csv_table::CsvTable;
use super::progress::TerminalBar;
use super::terminal::{
    eprint_line, eprint_message, eprint_warning, language, print_line, print_message, report_busy_database, translate,
    warn_of_report_error, with_stdout,
};
use super::{CommonOptions, diff, interrupt};
use crate::datafile::persons;
use crate::exchange;
use crate::exchange::file_names::LikelyFile;
use crate::exchange::import::{Import, ImportOptions};
use crate::exchange::mapping::document::quote_toml;
use crate::exchange::mapping::recognition::find_files_with_stored_mappings;
use crate::exchange::mapping::suggestion::suggest_toml;
use crate::exchange::merge::change_limit::ChangeLimit;
use crate::exchange::merge::error_table::{ErrorGroup, ErrorTable, GroupedFiles};
use crate::exchange::merge::tally::RowTally;
use crate::exchange::read_options::ReadOptions;
use crate::exchange::source::Source;
use crate::exchange::source::charset::CsvEncoding;
use crate::ledger::imports::RowCounts;
use crate::model::message::{Message, MessageName, Severity};
use crate::model::time::Clock;
use crate::output::{ProtectedFiles, path_exists};
use crate::store::connection::Database;
use crate::store::copy::protected_files;
use crate::store::{OpenMode, in_memory, last_import, open, remove_unused};

const ERROR_COLUMNS: &[&str] = &["file", "line", "column", "value", "message"];

const MAX_PRINTED_VALUES: usize = 20;

const MAX_PRINTED_ERRORS: u64 = 100;

#[derive(Args)]
pub struct ImportCommand {
    /// The folder with the data files, a .zip of it, or one CSV file or workbook.
    path: PathBuf,
    /// Use this mapping for the files of other systems that fit it; can be given several times. Without it, mappings
    /// are found by the names and headers of the files.
    #[arg(long = "map", value_name = "NAME")]
    maps: Vec<String>,
    #[command(flatten)]
    common: CommonOptions,
    /// Print the mapping that is proposed for a file of another system, as TOML, and change nothing.
    #[arg(long)]
    suggest: bool,
    /// The encoding of files without a byte order mark; by default detected for each file.
    #[arg(long, value_parser = PossibleValuesParser::new(CsvEncoding::NAMES.map(|(name, _)| name)).map(encoding_by_name))]
    encoding: Option<CsvEncoding>,
    /// Check everything but change nothing.
    #[arg(long)]
    dry_run: bool,
    /// Also remove rows that the given files do not list; persons are dismissed instead.
    #[arg(long)]
    replace: bool,
    /// The most rows of a table that --replace may remove: a number or a percentage.
    #[arg(long, value_name = "N|P%", default_value = "10%")]
    max_removals: ChangeLimit,
    /// Stop with exit code 3 if more rows of a file would be created, changed or removed: a number or a percentage of
    /// the rows in the file.
    #[arg(long, value_name = "N|P%")]
    max_changes: Option<ChangeLimit>,
    /// Accept a new ExternalIdentifier that differs from a stored one in leading zeros only.
    #[arg(long)]
    allow_similar: bool,
    /// Show what changes row by row, field by field: old -> new.
    #[arg(long)]
    diff: bool,
    /// Write the changes to this CSV file: file, line, key, change, column, old, new.
    #[arg(long, value_name = "FILE")]
    diff_csv: Option<PathBuf>,
    /// Write the files of --errors and --diff-csv with semicolons and a byte order mark, for a Dutch Excel.
    #[arg(long)]
    for_excel: bool,
    /// Write every error to this CSV file: file, line, column, value, message.
    #[arg(long, value_name = "FILE")]
    errors: Option<PathBuf>,
}

/// The CSV files of `--errors` and `--diff-csv`, created before the import and written after it.
struct OutputTables {
    errors: Option<CsvTable>,
    differences: Option<CsvTable>,
}

/// An import after its check and, if it is valid and not a dry run, its commit.
struct CheckedImport<'d> {
    import: Import<'d>,
    is_valid: bool,
}

impl ImportCommand {
    pub fn run(self) -> Result<()> {
        let stop = interrupt::stop_flag_on_signals()?;
        let mut source = Source::open(&self.path)?;
        // needs no database
        if self.suggest {
            let toml = suggest_toml(&mut source, &self.common.clock()?, language())?;
            return with_stdout(|out| Ok(out.write_all(toml.as_bytes())?));
        }
        let mut protected = self.protected_files(&source)?;
        let mut create_table = |path: &Option<PathBuf>, columns| match path {
            Some(path) => CsvTable::create(path, columns, self.for_excel, &mut protected).map(Some),
            None => Ok(None),
        };
        // contract §9: a path that must not be overwritten is refused before anything is done
        let tables = OutputTables {
            errors: create_table(&self.errors, ERROR_COLUMNS)?,
            differences: create_table(&self.diff_csv, diff::COLUMNS)?,
        };
        let path = &self.common.db;
        let clock = self.common.clock()?;
        let creates_database = !self.dry_run && !path_exists(path);
        let outcome = self.import_into_database(&clock, source, tables, creates_database, &stop);
        if creates_database && outcome.is_err() {
            // does not remove a database that another process has open or has filled
            let _ = remove_unused(path, &clock);
        }
        outcome
    }

    /// Returns the paths that outputs must not overwrite. Fails if an input is the database.
    fn protected_files(&self, source: &Source) -> Result<ProtectedFiles> {
        let mut inputs = ProtectedFiles::default();
        for path in source.data_paths().into_iter().chain([self.path.clone()]) {
            inputs.add(&path, MessageName::FileBeingRead);
        }
        inputs.check_unprotected(&self.common.db)?;
        Ok(protected_files(&self.common.db).merge(inputs))
    }

    /// Imports, records the result for monitoring, and reports it. After a commit, a failed report is only a warning:
    /// an error would make users repeat the import.
    fn import_into_database(
        &self,
        clock: &Clock,
        mut source: Source,
        tables: OutputTables,
        creates_database: bool,
        stop: &Arc<AtomicBool>,
    ) -> Result<()> {
        let database = self.open_database(clock)?;
        database.stop_when(stop)?;
        let outcome = self.run_import(&database, &mut source);
        let has_committed = !self.dry_run && outcome.as_ref().is_ok_and(|checked| checked.is_valid);
        // nothing is recorded in a new database without a committed import: the database is removed again
        if !self.dry_run && (!creates_database || has_committed) && !stop.load(Relaxed) {
            self.record_result(&database, &outcome);
        }
        let checked = interrupt::explain_interrupt(outcome, stop, MessageName::NothingImportedNow)?;
        let report = self.report_result(&database, &checked, tables);
        if has_committed {
            warn_of_report_error(report);
            return Ok(());
        }
        interrupt::explain_interrupt(report, stop, MessageName::NothingImportedNow)
    }

    /// Records how the import ended: `applied`, `guard` (stopped by a limit), `errors` or `failed`.
    fn record_result(&self, database: &Database, outcome: &Result<CheckedImport>) {
        let (result, rows) = match outcome {
            Ok(CheckedImport { import, is_valid: true }) => ("applied", import.changed_rows()),
            Ok(CheckedImport { import, .. }) => match import.errors.has_only_limit_errors() {
                Ok(true) => ("guard", 0),
                Ok(false) | Err(_) => ("errors", 0),
            },
            Err(_) => ("failed", 0),
        };
        let path = std::path::absolute(&self.path).unwrap_or_else(|_| self.path.clone());
        let now = database.clock().now_instant();
        if let Err(error) = last_import::record(database, now, &path.to_string_lossy(), result, rows) {
            eprint_line(format_args!("warning: the result is not recorded for monitoring: {error}"));
        }
    }

    /// Prints warnings, then the errors or the summary. Fails if the import has errors.
    fn report_result(
        &self,
        database: &Database,
        CheckedImport { import, is_valid }: &CheckedImport,
        tables: OutputTables,
    ) -> Result<()> {
        print_warnings(&import.errors, MAX_PRINTED_ERRORS)?;
        import.errors.drop_limit_errors_beside_others()?;
        if let Some(table) = tables.errors {
            write_errors(&import.errors, table)?;
        }
        if !*is_valid {
            print_errors(&import.errors, MAX_PRINTED_ERRORS)?;
            if import.errors.has_only_limit_errors()? {
                // `main` exits with 3 for this message
                bail!(Message::new(MessageName::StoppedByGuard));
            }
            bail!(Message::new(MessageName::Refused).with(import.errors.count(Severity::Error)?));
        }
        if self.diff {
            diff::print_differences(database, import)?;
        }
        if let Some(table) = tables.differences {
            diff::write_csv(database, import, table)?;
        }
        print_summary(&import.tallies)?;
        print_dismissals(&import.tallies);
        if self.dry_run {
            eprint_message(MessageName::DryRun);
        }
        Ok(())
    }

    /// Commits except in a dry run. Errors in the files are no `Err`: they make the returned import invalid.
    fn run_import<'d>(&self, database: &'d Database, source: &mut Source) -> Result<CheckedImport<'d>> {
        // a CSV file or workbook is opened as a folder with one file; a .zip is a file, but another source
        let is_single_file = self.path.is_file() && matches!(source, Source::Folder(..));
        let mapped_files =
            find_files_with_stored_mappings(database, source, &self.maps, is_single_file, MessageName::SuggestMapping)?;
        let read_options = ReadOptions { mapped_files, ..ReadOptions::default() };
        warn_of_ignored_files(source, &read_options);
        let total_bytes = source.file_names().iter().map(|name| source.file_size(name)).sum();
        let bar = TerminalBar::new(total_bytes);
        let report_read = |file: &str, bytes: u64| bar.show_read(file, bytes);
        let mut import = Import::read(database, source, &read_options, self.options(), &report_read)?;
        bar.show_spinner("comparing with the data");
        let mut is_valid = import.check()?;
        if is_valid && !self.dry_run {
            if let Some(report) = bar.start_writing() {
                import.report_progress(report)?;
            }
            let path = std::path::absolute(&self.path)?;
            let report_waiting = || bar.print_above(report_busy_database);
            // `None` if the import has errors because of changes made meanwhile
            let number = import.commit(&user_at_host(), &path.to_string_lossy(), &report_waiting)?;
            is_valid = number.is_some();
            // until then, readers compute these rows themselves
            exchange::rebuild_dirty_rows(database);
        }
        Ok(CheckedImport { import, is_valid })
    }

    fn options(&self) -> ImportOptions {
        ImportOptions {
            // only the console removes a single row
            row_to_remove: None,
            encoding: self.encoding,
            max_removals: self.replace.then_some(self.max_removals),
            max_changes: self.max_changes,
            allow_similar: self.allow_similar,
            records_differences: self.diff || self.diff_csv.is_some(),
        }
    }

    /// Opens or creates the database. A dry run opens it read-only, or creates an empty database in memory.
    fn open_database(&self, clock: &Clock) -> Result<Database> {
        let path = &self.common.db;
        match self.dry_run {
            false => open(path, clock, OpenMode::Create),
            true if path.exists() => open(path, clock, OpenMode::ReadOnly),
            true => in_memory(clock),
        }
    }
}

/// Warns of each file that is not imported. The warning suggests a data file with a similar name, or says that the file
/// is in a subfolder.
fn warn_of_ignored_files(source: &Source, read_options: &ReadOptions) {
    for name in source.file_names().iter().filter(|name| !read_options.reads_file(name)) {
        let message = Message::new(MessageName::IgnoredFile).with(escape(name));
        eprint_warning(match LikelyFile::guess(name) {
            None => message,
            Some(LikelyFile::File(likely_file)) => message.with_suggestion(Some(likely_file)),
            Some(LikelyFile::InSubfolder) => message.with_part(MessageName::FileInSubfolder),
        });
    }
}

fn encoding_by_name(name: String) -> CsvEncoding {
    CsvEncoding::from_name(&name).expect("the name is one of CsvEncoding::NAMES")
}

/// Prints the summary, with a line for each file. On a terminal, unchanged files share a line.
pub fn print_summary(tallies: &[RowTally]) -> Result<()> {
    let is_terminal = stdout().is_terminal();
    let (mut unchanged_files, mut unchanged_rows) = (0, 0);
    for tally in tallies {
        let is_unchanged = tally.is_in_summary && tally.counts.changes() == 0;
        if is_terminal && is_unchanged {
            unchanged_files += 1;
            unchanged_rows += tally.counts.unchanged;
        } else {
            // also for a file that was not given, if references to it created rows
            print_file_summary(tally)?;
        }
    }
    if unchanged_files > 0 {
        let rows = Message::new(MessageName::UnchangedRows).with(unchanged_rows);
        print_message(Message::new(MessageName::UnchangedFiles).with(unchanged_files).with_part(rows))?;
    }
    Ok(())
}

/// Prints how many persons `--replace` dismissed. The summary counts these persons as removed (contract §7).
fn print_dismissals(tallies: &[RowTally]) {
    let persons = tallies.iter().find(|tally| tally.is_in_summary && tally.file == persons::FILE.name);
    let removed = persons.map_or(0, |persons| persons.counts.removed);
    if removed > 0 {
        eprint_message(Message::new(MessageName::DismissedPersons).with(persons::FILE.name).with(removed));
    }
}

/// Prints the counts of a given file. For a file that was not given, prints how many rows references to it created.
fn print_file_summary(tally: &RowTally) -> Result<()> {
    let (file, created) = (tally.file, tally.counts.created);
    if tally.is_in_summary {
        let mut counts = counts_message(tally.counts);
        if let Some(skipped) = tally.skipped_rows {
            counts = counts.with_part(Message::new(MessageName::Skipped).with(skipped));
        }
        print_line(format_args!("{file}: {}", translate(counts)))?;
    } else if created > 0 {
        eprint_message(Message::new(MessageName::RowsOfFileNotGiven).with(file).with(created));
    }
    Ok(())
}

/// Returns the message `created 3, updated 1, unchanged 96, removed 0`.
pub fn counts_message(RowCounts { created, updated, unchanged, removed }: RowCounts) -> Message {
    Message::new(MessageName::Counts).with(created).with(updated).with(unchanged).with(removed)
}

/// Prints up to `max` warnings on standard error, then the number of further warnings.
pub fn print_warnings(errors: &ErrorTable, max: u64) -> Result<()> {
    let mut shown = 0;
    errors.for_each(Severity::Warning, max, |warning| {
        shown += 1;
        let text = warning.text(language());
        eprint_message(Message::new(MessageName::Warning).with(escape(&text)));
        Ok(())
    })?;
    print_remaining(MessageName::MoreWarnings, errors.count(Severity::Warning)?.saturating_sub(shown));
    Ok(())
}

/// Prints up to `max` groups of errors on standard error, then the number of errors in further groups.
pub fn print_errors(errors: &ErrorTable, max: u64) -> Result<()> {
    let max_groups = usize::try_from(max).unwrap_or(usize::MAX);
    let mut shown = 0;
    for group in errors.group_errors(GroupedFiles::Mapped)?.into_iter().take(max_groups) {
        shown += group.count;
        eprint_line(escape(&group.text(language())));
        print_unmapped_values(&group);
    }
    print_remaining(MessageName::MoreErrors, errors.count(Severity::Error)?.saturating_sub(shown));
    Ok(())
}

fn print_remaining(message: MessageName, count: u64) {
    if count > 0 {
        eprint_message(Message::new(message).with(count));
    }
}

/// Prints the values for which a mapping has no entry, as lines to paste into its TOML file.
fn print_unmapped_values(group: &ErrorGroup) {
    if group.values.is_empty() {
        return;
    }
    eprint_line(format_args!("    [values.{}]", group.first().column));
    for (value, suggestion) in group.values.iter().take(MAX_PRINTED_VALUES) {
        eprint_line(format_args!("    {} = {}", escape(&quote_toml(value)), quote_toml(suggestion)));
    }
    if group.values.len() > MAX_PRINTED_VALUES {
        eprint_message(Message::new(MessageName::MoreValues).with(group.values.len() - MAX_PRINTED_VALUES));
    }
}

/// Writes the stored errors to a CSV file, then for each imported file the number of errors that were not stored.
fn write_errors(errors: &ErrorTable, mut table: CsvTable) -> Result<()> {
    errors.for_each(Severity::Error, u64::MAX, |error| {
        table.write_record([
            &error.file,
            &error.line.to_string(),
            &error.column_text(),
            &error.value,
            &error.detail(language()),
        ])
    })?;
    // an error that belongs to no row of the file is on line 1
    for (file, count) in errors.dropped_errors() {
        let message = translate(Message::new(MessageName::MoreUnlisted).with(count));
        table.write_record([&*file, "1", "", "", &message])?;
    }
    table.finish()
}
