//! `imports`: lists imports, shows what one changed, undoes one.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Subcommand};
use serde_json::{Value, json};

use super::actor::{actor, command};
use super::field_change::{field, key};
use super::import::{counted, print_errors, report_tallies};
use super::json::{self, JsonLines};
use super::moment::moment;
use super::printable::printable;
use super::terminal::{done, print_line, report_waiting, said, warn_of, with_writer};
use super::{Cli, TimeOptions, diff};
use crate::datafile::{is_bytes, place};
use crate::exchange;
use crate::exchange::undo::Undo as Exchange;
use crate::ledger::history::{self, ChangeQuery, RowChange};
use crate::ledger::imports::{self, FileRun, ImportRun};
use crate::ledger::retention::ExpiringDetails;
use crate::model::message::{Message, MessageName};
use crate::model::time::Clock;
use crate::store::connection::Database;
use crate::store::ledger_pages;
use crate::store::{OpenMode, open};

/// Rows that a refused undo names without `--rows`.
const ROWS: u64 = 3;

/// The ledger of imports.
#[derive(Args)]
pub struct ImportsOptions {
    #[command(subcommand)]
    command: Option<ImportsCommand>,
    /// The database file.
    // not `CommonOptions`: it may precede or follow a subcommand, and clap cannot require such an option
    #[arg(long, value_name = "FILE", global = true)]
    db: Option<PathBuf>,
    #[command(flatten)]
    time: TimeOptions,
    #[command(flatten)]
    form: JsonLines,
    /// Delete the details of imports before this datetime or date; they stay listed, and cannot be undone.
    #[arg(long, value_name = "DATETIME", value_parser = super::datetime)]
    prune_before: Option<String>,
}

#[derive(Subcommand)]
enum ImportsCommand {
    /// Show what an import or undo changed.
    Show(ShowCommand),
    /// Undo an import or undo, all or nothing.
    Undo(UndoCommand),
}

#[derive(Args)]
struct ShowCommand {
    /// The import's number.
    number: i64,
    #[command(flatten)]
    form: JsonLines,
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
        let usage = |kind, what: &str| Cli::command().error(kind, what).exit();
        let Some(db) = self.db else { usage(ErrorKind::MissingRequiredArgument, "--db <FILE> is missing") };
        let clock = self.time.clock()?;
        match (self.command, self.prune_before) {
            (Some(_), Some(_)) => usage(ErrorKind::ArgumentConflict, "--prune-before cannot be used with a subcommand"),
            (Some(ImportsCommand::Show(mut show)), None) => {
                show.form.json |= self.form.json;
                show.run(&db, &clock)
            }
            (Some(ImportsCommand::Undo(undo)), None) => undo.run(&db, &clock),
            (None, None) => list(&db, &clock, self.form.json),
            (None, Some(before)) => forget(&db, &clock, &before),
        }
    }
}

/// Lists "imports … an object a line": each with its counts per file.
fn list(db: &Path, clock: &Clock, as_json: bool) -> Result<()> {
    let database = open(db, clock, OpenMode::Looking)?;
    let runs = imports::all(&database)?;
    if runs.is_empty() {
        warn_of(MessageName::NothingImported);
    }
    for run in runs {
        let files = files(&database, &run)?;
        match as_json {
            true => print_line(json(&run, &files, clock)?)?,
            false => print_line(describe_run(&run, &files, clock)?)?,
        }
    }
    Ok(())
}

/// Returns the counts of each file, in the order of the contract's table.
fn files(database: &Database, run: &ImportRun) -> Result<Vec<FileRun>> {
    let mut files = imports::files(database, run.id)?;
    files.sort_by_key(|of| place(&of.file));
    Ok(files)
}

fn forget(db: &Path, clock: &Clock, before: &str) -> Result<()> {
    let before = moment(clock, "--prune-before", before)?;
    let mut database = open(db, clock, OpenMode::Existing)?;
    let local = clock.local(&before)?;
    let by = command(format!("imports --prune-before {local}"));
    let pruned = ledger_pages::prune(&mut database, ExpiringDetails::Imports, &before, &by)?;
    warn_of(Message::new(MessageName::ChangesDeleted).with(pruned).with(local));
    Ok(())
}

/// `3  2026-03-09T12:00:00+01:00  import by jan@host: /data/hr: created 3, updated 1, unchanged 96, removed 0`
fn describe_run(run: &ImportRun, files: &[FileRun], clock: &Clock) -> Result<String> {
    let sum = |at: usize| files.iter().map(|of| of.counts[at]).sum::<i64>();
    let kind = if run.kind == "undo" { MessageName::AnUndo } else { MessageName::AnImport };
    let mut message = Message::new(MessageName::RunBy).with_part(kind).with(printable(&run.actor));
    message = message.with(printable(&run.action)).with_part(counted([0, 1, 2, 3].map(sum)));
    if !run.undone_by.is_empty() {
        message = message.with_part(Message::new(MessageName::UndoneBy).with(&run.undone_by));
    }
    Ok(format!("{}  {}  {}", run.number, clock.local(&run.at)?, said(message)))
}

/// Prints the changed files with their digests, and the number of unchanged ones.
fn print_files(files: &[FileRun]) -> Result<()> {
    let (same, changed): (Vec<_>, Vec<_>) = files.iter().partition(|of| of.is_unchanged() && of.mapping.is_none());
    for of in changed {
        let digest = match of.digest.as_str() {
            "" => String::new(),
            digest => format!("  (BLAKE2b-256 {digest})"),
        };
        let (file, counted) = (&of.file, said(counted(of.counts)));
        let mapping = of.mapping.as_ref().map_or_else(String::new, |mapping| said(mapping.message()));
        print_line(format_args!("    {file}: {counted}{mapping}{digest}"))?;
    }
    if !same.is_empty() {
        let message = Message::new(MessageName::UnchangedFiles).with(same.len());
        print_line(format_args!("    {}", said(message)))?;
    }
    Ok(())
}

fn json(run: &ImportRun, files: &[FileRun], clock: &Clock) -> Result<Value> {
    Ok(json!({
        "number": run.number,
        "at": clock.local(&run.at)?,
        "kind": run.kind,
        "actor": run.actor,
        "action": run.action,
        "undone_by": run.undos(),
        "files": files.iter().map(FileRun::json).collect::<Vec<_>>(),
    }))
}

impl ShowCommand {
    fn run(self, db: &Path, clock: &Clock) -> Result<()> {
        let mut database = open(db, clock, OpenMode::Looking)?;
        let run = imports::find(&database, self.number)?
            .ok_or_else(|| Message::new(MessageName::NoSuchImport).with(self.number))?;
        if !self.form.json {
            let files = files(&database, &run)?;
            print_line(describe_run(&run, &files, clock)?)?;
            print_files(&files)?;
        }
        let forgotten = imports::forgotten(&database, run.id)?;
        with_writer(|out| {
            ledger_pages::each(&mut database, ChangeQuery::Entry(run.id), |change| {
                let line = match self.form.json {
                    true => json::change(change, clock)?,
                    false => line(change),
                };
                Ok(writeln!(out, "{line}")?)
            })
        })?;
        if forgotten > 0 {
            warn_of(Message::new(MessageName::DetailsForgotten).with(forgotten));
        }
        Ok(())
    }
}

/// `persons.csv:17: 000101 changed: Email: a@x -> b@x`
fn line(change: &RowChange) -> String {
    let changed = change.fields.iter().filter(|of| !is_bytes(&change.file, &of.field));
    let fields: Vec<String> = changed.map(field).collect();
    let place = diff::location(change.origin.line, change.origin.file.as_deref());
    let kind = said(history::kind_message(&change.kind));
    format!("{}{}: {} {kind}: {}", change.file, place, key(&change.key), fields.join("; "))
}

impl UndoCommand {
    fn run(self, db: &Path, clock: &Clock) -> Result<()> {
        let database = open(db, clock, OpenMode::Existing)?;
        let mut undo = Exchange::of(&database, self.number, self.keep_later)?;
        let number = match undo.rehearse()? {
            true => undo.carry_out(&actor(), &report_waiting)?,
            false => None,
        };
        let Some(number) = number else {
            print_errors(&undo.errors, true, u64::MAX)?;
            return self.refuse(&undo);
        };
        done(undone(&undo, number));
        exchange::rebuild_dirty_rows(&database);
        Ok(())
    }

    /// Reports the rows that prevent an undo (contract §9: "row by row"), and the imports to undo first, newest first.
    fn refuse(&self, undo: &Exchange) -> Result<()> {
        print_errors(&undo.errors, false, if self.rows { u64::MAX } else { ROWS })?;
        let mut message = Message::new(MessageName::CannotUndo).with_part(undo.what());
        let mut later = undo.later();
        if later.len() > 1 {
            let later: Vec<_> = later.into_iter().map(said).collect();
            message = message.with_part(Message::new(MessageName::UndoTheseFirst).with(later.join(", ")));
        } else if let Some(only) = later.pop() {
            message = message.with_part(Message::new(MessageName::UndoFirst).with_part(only));
        }
        if !self.keep_later {
            message = message.with_part(MessageName::KeepLater);
        }
        if !self.rows && undo.errors.count(false)? > ROWS {
            message = message.with_part(MessageName::RowsOption);
        }
        bail!(message)
    }
}

fn undone(undo: &Exchange, number: i64) -> Result<()> {
    print_errors(&undo.errors, true, u64::MAX)?;
    let anonymised = undo.anonymised();
    if anonymised > 0 {
        warn_of(Message::new(MessageName::AnonymisedStay).with(anonymised));
    }
    print_line(said(Message::new(MessageName::Undone).with_part(undo.what()).with(number)))?;
    report_tallies(&undo.tallies)
}
