//! `imports`: lists imports, shows an import's changes, undoes an import.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Subcommand};
use serde_json::{Value, json};

use super::actor::{command_attribution, user_at_host};
use super::control_characters::escape;
use super::field_change::{format_field_change, format_key};
use super::import::{counts_message, print_errors, print_summary, print_warnings};
use super::json::{self, OutputOptions};
use super::terminal::{
    eprint_message, print_line, print_message, report_busy_database, translate, warn_of_report_error, with_stdout,
};
use super::{Cli, CommonOptions, TimeOptions, diff, parse_instant};
use crate::datafile::{is_binary_column, sort_position};
use crate::exchange;
use crate::exchange::undo::Undo;
use crate::ledger::history::{self, ChangeQuery, RowChange};
use crate::ledger::imports::{self, ImportRun, ImportedFileCounts};
use crate::ledger::retention::ExpiringChanges;
use crate::model::message::{Message, MessageName, Severity};
use crate::model::time::Clock;
use crate::store::connection::Database;
use crate::store::{OpenMode, ledger_pruning, ledger_reader};

/// How many rows that prevent an undo are printed without `--rows`.
const MAX_OBSTACLES: u64 = 3;

/// The ledger of imports.
#[derive(Args)]
pub struct ImportsOptions {
    #[command(subcommand)]
    command: Option<ImportsCommand>,
    /// The database file.
    // not `CommonOptions`: this option may precede or follow a subcommand, and clap cannot require such an option
    #[arg(long, value_name = "FILE", global = true)]
    db: Option<PathBuf>,
    #[command(flatten)]
    time: TimeOptions,
    #[command(flatten)]
    output: OutputOptions,
    /// Delete the details of imports before this datetime or date; they stay listed, and cannot be undone.
    #[arg(long, value_name = "DATETIME", value_parser = super::check_datetime)]
    prune_before: Option<String>,
}

#[derive(Subcommand)]
enum ImportsCommand {
    /// Show what an import or undo changed.
    Show {
        /// The import's number.
        number: i64,
        #[command(flatten)]
        output: OutputOptions,
    },
    /// Undo an import or undo, all or nothing.
    Undo(UndoCommand),
}

#[derive(Args)]
struct UndoCommand {
    /// The import's number.
    number: i64,
    /// Keep what was changed later, and undo the rest.
    #[arg(long)]
    keep_later: bool,
    /// Name every row that prevents the undo, not only the first ones.
    #[arg(long)]
    rows: bool,
}

impl ImportsOptions {
    pub fn run(self) -> Result<()> {
        // errors as those of clap, which cannot declare these two rules
        let exit_with_usage_error = |kind, message: &str| Cli::command().error(kind, message).exit();
        let Some(db) = self.db else {
            exit_with_usage_error(ErrorKind::MissingRequiredArgument, "--db <FILE> is missing")
        };
        let common = CommonOptions { db, time: self.time };
        match (self.command, self.prune_before) {
            (Some(_), Some(_)) => {
                exit_with_usage_error(ErrorKind::ArgumentConflict, "--prune-before cannot be used with a subcommand")
            }
            (Some(ImportsCommand::Show { number, output }), None) => {
                // `--json` may precede or follow the subcommand
                let as_json = output.json || self.output.json;
                show_import(&common, number, as_json)
            }
            (Some(ImportsCommand::Undo(undo)), None) => undo.run(&common),
            (None, None) => list_imports(&common, self.output.json),
            (None, Some(before)) => prune_details(&common, &before),
        }
    }
}

fn list_imports(common: &CommonOptions, as_json: bool) -> Result<()> {
    let database = common.open(OpenMode::Inspect)?;
    let runs = imports::list_imports(&database)?;
    if runs.is_empty() {
        eprint_message(MessageName::NothingImported);
    }
    for run in runs {
        let files = sorted_files(&database, &run)?;
        match as_json {
            true => print_line(import_object(&run, &files, database.clock())?)?,
            false => print_line(describe_import(&run, &files, database.clock())?)?,
        }
    }
    Ok(())
}

/// Returns the counts of each file, in the order of the contract's table.
fn sorted_files(database: &Database, run: &ImportRun) -> Result<Vec<ImportedFileCounts>> {
    let mut files = imports::list_imported_files(database, run.id)?;
    files.sort_by_key(|file| sort_position(&file.file));
    Ok(files)
}

/// Deletes the row changes of imports before a datetime. The imports stay listed.
fn prune_details(common: &CommonOptions, before: &str) -> Result<()> {
    let clock = common.clock()?;
    let before = parse_instant(&clock, "--prune-before", before)?;
    let mut database = common.open(OpenMode::Existing)?;
    let local = clock.format_in_zone(&before)?;
    let attribution = command_attribution(Message::new(MessageName::PruneImports).with(&local));
    let pruned = ledger_pruning::prune_changes(&mut database, ExpiringChanges::Imports, &before, &attribution)?;
    eprint_message(Message::new(MessageName::ChangesDeleted).with(pruned).with(local));
    Ok(())
}

/// Formats an import: `3  2026-03-09T12:00:00+01:00  import by jan@host: /data/hr: created 3, updated 1, unchanged 96,
/// removed 0`
fn describe_import(run: &ImportRun, files: &[ImportedFileCounts], clock: &Clock) -> Result<String> {
    let totals = files.iter().map(|file| file.counts).sum();
    let kind = if run.kind == "undo" { MessageName::AnUndo } else { MessageName::AnImport };
    let mut message = Message::new(MessageName::ImportLine).with_part(kind).with(escape(&run.actor));
    message = message.with(escape(&run.action)).with_part(counts_message(totals));
    if !run.undone_by.is_empty() {
        message = message.with_part(Message::new(MessageName::UndoneBy).with(&run.undone_by));
    }
    Ok(format!("{}  {}  {}", run.number, clock.format_in_zone(&run.at)?, translate(message)))
}

/// Prints the files with changes or a mapping, then the number of files with neither.
fn print_files(files: &[ImportedFileCounts]) -> Result<()> {
    let (shown, unchanged): (Vec<_>, Vec<_>) =
        files.iter().partition(|file| file.counts.changes() > 0 || file.mapping.is_some());
    for file in shown {
        let digest = match file.digest.as_str() {
            "" => String::new(), // an undo has no digest, since it reads no file
            digest => format!("  (BLAKE2b-256 {digest})"),
        };
        let (name, counts) = (&file.file, translate(counts_message(file.counts)));
        let mapping = file.mapping.as_ref().map_or_else(String::new, |mapping| translate(mapping.message()));
        print_line(format_args!("    {name}: {counts}{mapping}{digest}"))?;
    }
    if !unchanged.is_empty() {
        let message = Message::new(MessageName::UnchangedFiles).with(unchanged.len());
        print_line(format_args!("    {}", translate(message)))?;
    }
    Ok(())
}

fn import_object(run: &ImportRun, files: &[ImportedFileCounts], clock: &Clock) -> Result<Value> {
    Ok(json!({
        "number": run.number,
        "at": clock.format_in_zone(&run.at)?,
        "kind": run.kind,
        "actor": run.actor,
        "action": run.action,
        "undone_by": run.undo_numbers(),
        "files": files.iter().map(ImportedFileCounts::to_json).collect::<Vec<_>>(),
    }))
}

/// Prints an import with its files, then a line for each changed row. JSON has only the changed rows.
fn show_import(common: &CommonOptions, number: i64, as_json: bool) -> Result<()> {
    let clock = &common.clock()?;
    let mut database = common.open(OpenMode::Inspect)?;
    let run =
        imports::find_import(&database, number)?.ok_or_else(|| Message::new(MessageName::NoSuchImport).with(number))?;
    if !as_json {
        let files = sorted_files(&database, &run)?;
        print_line(describe_import(&run, &files, clock)?)?;
        print_files(&files)?;
    }
    let pruned = imports::count_pruned_changes(&database, run.id)?;
    with_stdout(|out| {
        ledger_reader::for_each_change(&mut database, ChangeQuery::Entry(run.id), |change| {
            let line = if as_json { json::format_change(change, clock)? } else { format_change_line(change) };
            Ok(writeln!(out, "{line}")?)
        })
    })?;
    if pruned > 0 {
        eprint_message(Message::new(MessageName::ChangesPruned).with(pruned));
    }
    Ok(())
}

/// Formats a change: `persons.csv:17: 000101 changed: Email: a@x -> b@x`
fn format_change_line(change: &RowChange) -> String {
    let shown = change.fields.iter().filter(|field| !is_binary_column(&change.file, &field.field));
    let fields: Vec<String> = shown.map(format_field_change).collect();
    let location = diff::format_location(change.origin.line, change.origin.imported_file.as_deref());
    let kind = translate(history::change_kind_message(&change.kind));
    format!("{}{}: {} {kind}: {}", change.file, location, format_key(&change.key), fields.join("; "))
}

impl UndoCommand {
    /// Plans and commits the undo. If rows prevent it, prints these rows and fails.
    fn run(self, common: &CommonOptions) -> Result<()> {
        let database = common.open(OpenMode::Existing)?;
        // only a preview in the console shows the differences
        let records_differences = false;
        let mut undo = Undo::plan(&database, self.number, self.keep_later, records_differences)?;
        let number = match undo.is_valid {
            // the number of the undo; `None` if the undo has errors because of changes made meanwhile
            true => undo.commit(&user_at_host(), &report_busy_database)?,
            false => None,
        };
        let Some(number) = number else {
            print_warnings(&undo.errors, u64::MAX)?;
            return self.report_obstacles(&undo);
        };
        warn_of_report_error(report_undo(&undo, number));
        exchange::rebuild_dirty_rows(&database);
        Ok(())
    }

    /// Prints the rows that prevent an undo (contract §9: "row by row"). The error names the imports to undo first.
    fn report_obstacles(&self, undo: &Undo) -> Result<()> {
        print_errors(&undo.errors, if self.rows { u64::MAX } else { MAX_OBSTACLES })?;
        let mut message = Message::new(MessageName::CannotUndo).with_part(undo.run_name());
        // the later imports and undos that prevent this one, the newest first
        let mut later_runs = undo.later_runs();
        if later_runs.len() > 1 {
            let names: Vec<_> = later_runs.into_iter().map(translate).collect();
            message = message.with_part(Message::new(MessageName::UndoTheseFirst).with(names.join(", ")));
        } else if let Some(run) = later_runs.pop() {
            message = message.with_part(Message::new(MessageName::UndoFirst).with_part(run));
        }
        if !self.keep_later {
            message = message.with_part(MessageName::KeepLater);
        }
        if !self.rows && undo.errors.count(Severity::Error)? > MAX_OBSTACLES {
            message = message.with_part(MessageName::RowsOption);
        }
        bail!(message)
    }
}

fn report_undo(undo: &Undo, number: i64) -> Result<()> {
    print_warnings(&undo.errors, u64::MAX)?;
    let anonymised = undo.anonymised_rows();
    if anonymised > 0 {
        eprint_message(Message::new(MessageName::AnonymisedStay).with(anonymised));
    }
    print_message(Message::new(MessageName::Undone).with_part(undo.run_name()).with(number))?;
    print_summary(&undo.tallies)
}
