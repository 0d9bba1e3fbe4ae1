//! The command line, one file per command. Only this module prints.

mod account;
mod actor;
pub mod audit;
pub mod backup;
pub mod check;
pub mod completions;
pub mod connector_errors;
mod control_characters;
pub mod credential;
mod csv_table;
pub mod demo;
mod diff;
mod duration;
mod environment;
pub mod export;
mod field_change;
pub mod formats;
pub mod health;
pub mod import;
pub mod imports;
pub mod init;
mod interrupt;
mod json;
pub mod man;
pub mod mappings;
pub mod operator;
mod password_input;
pub mod person;
mod progress;
pub mod restore;
pub mod serve;
mod shell_quote;
pub mod terminal;
pub mod why;

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Command as ClapCommand, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::model::language::Language;
use crate::model::message::{Message, MessageName};
use crate::model::time::{Clock, DATETIME_FORMAT};
use crate::store::connection::Database;
use crate::store::{OpenMode, lock_wait, open};

const NAME: &str = "lms-appliance";

/// A learning-management service in one self-contained binary.
#[derive(Parser)]
#[command(name = NAME, version, about, propagate_version = true, arg_required_else_help = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
    /// The language of messages, by default English, and of the page of `person export`, by default Dutch. JSON and
    /// this help are English.
    #[arg(long, global = true, value_name = "LANGUAGE", value_parser = language_parser())]
    language: Option<Language>,
}

fn language_parser() -> impl TypedValueParser<Value = Language> {
    let codes = PossibleValuesParser::new(Language::ALL.map(Language::code));
    codes.map(|code| Language::from_tag(&code).expect("every code has its language"))
}

#[derive(Subcommand)]
enum Command {
    /// Create the database file, or bring an older one up to date.
    Init(CommonOptions),
    /// Answer the API until SIGTERM or SIGINT.
    Serve(serve::ServeCommand),
    /// Fill an empty database with a made-up organisation, serve it and show around.
    Demo(demo::DemoCommand),
    /// Give, change and take back access to the service.
    #[command(subcommand)]
    Credential(credential::CredentialCommand),
    /// Manage who may use the console, and what they may do there.
    #[command(subcommand)]
    Operator(operator::OperatorCommand),
    /// Export all data about a person, anonymise a person, list persons to be anonymised.
    #[command(subcommand)]
    Person(person::PersonCommand),
    /// Show who changed which person when: which fields, old and new.
    Audit(audit::AuditCommand),
    /// Show the errors that connectors reported with ConnectorError.
    ConnectorErrors(connector_errors::ConnectorErrorsCommand),
    /// Import the data files of a folder or .zip, all or nothing.
    Import(import::ImportCommand),
    /// Write the data files into a folder or .zip.
    Export(export::ExportCommand),
    /// List the imports, show what one changed, or undo one.
    Imports(imports::ImportsOptions),
    /// List, show, set and remove mappings, which say how files of other systems become data files.
    #[command(subcommand)]
    Mappings(mappings::MappingsCommand),
    /// Show which import, call or command set a value, and when.
    Why(why::WhyCommand),
    /// Show the data files: their columns with kinds, keys and defaults.
    Formats(formats::FormatsCommand),
    /// Copy the database to a new file, also while it is served.
    Backup(backup::BackupCommand),
    /// Replace the database by a backup; the old one is kept beside it.
    Restore(restore::RestoreCommand),
    /// Check the database: integrity, references and rules.
    Check(check::CheckCommand),
    /// Check whether a running service is healthy; exit with 1 if it is not.
    Health(health::HealthCommand),
    /// Write the completion script of a shell.
    Completions(completions::CompletionsCommand),
    /// Write the man pages, one for each command, into a new folder.
    Man(man::ManCommand),
}

#[derive(Args)]
pub struct CommonOptions {
    /// The database file.
    #[arg(long, value_name = "FILE")]
    pub db: PathBuf,
    #[command(flatten)]
    time: TimeOptions,
}

/// Options of commands with a database. The other commands accept and ignore them.
#[derive(Args)]
struct UnusedOptions {
    #[arg(long, hide = true)]
    db: Option<PathBuf>,
    #[arg(long, hide = true)]
    timezone: Option<String>,
    #[arg(long, hide = true)]
    now: Option<String>,
}

#[derive(Args)]
pub struct TimeOptions {
    /// The service's time zone.
    #[arg(long, value_name = "ZONE", value_parser = check_time_zone, default_value = "Europe/Amsterdam", global = true)]
    pub timezone: String,
    /// Fix the clock at this datetime, for tests and training.
    #[arg(long, value_name = "DATETIME", value_parser = check_datetime, global = true)]
    pub now: Option<String>,
}

impl CommonOptions {
    /// Returns the clock in the zone of `--timezone`, fixed at the time of `--now` if given.
    pub fn clock(&self) -> Result<Clock> {
        self.time.clock()
    }

    fn open(&self, mode: OpenMode) -> Result<Database> {
        open(&self.db, &self.clock()?, mode)
    }
}

impl TimeOptions {
    pub fn clock(&self) -> Result<Clock> {
        Clock::new(&self.timezone, self.now.as_deref())
    }
}

fn check_time_zone(name: &str) -> Result<String, &'static str> {
    let clock = Clock::new(name, None);
    clock.map(|_| name.to_owned()).map_err(|_| "a time zone is an IANA name such as Europe/Amsterdam")
}

/// Checks a datetime or date, and returns its trimmed text. `Clock::new` or [`parse_instant`] parses the text later,
/// in the zone of `--timezone`.
fn check_datetime(text: &str) -> Result<String, String> {
    let text = text.trim();
    let clock = Clock::new("Etc/UTC", Some(text));
    clock.map(|_| text.to_owned()).map_err(|_| format!("a datetime is {DATETIME_FORMAT} or yyyy-MM-dd"))
}

/// Parses a datetime or date in the service's zone, and returns the instant as text. An error names `option`.
fn parse_instant(clock: &Clock, option: &str, text: &str) -> Result<String> {
    let wall_time = clock
        .parse_datetime(text.trim())
        .with_context(|| Message::new(MessageName::NotAnInstant).with(option).with(text).with(DATETIME_FORMAT))?;
    Ok(clock.to_instant_text(wall_time))
}

impl Cli {
    /// Parses the command line. Wrong usage ends the process with exit code 2.
    pub fn parse_arguments() -> Self {
        let declared = Self::command_line();
        let matches = declared.clone().try_get_matches().unwrap_or_else(|error| {
            // in clap, `--help` and `--version` are errors too, but are printed on standard output
            if error.use_stderr() {
                environment::warn_of_unknown_variables(&declared);
            }
            error.exit()
        });
        Self::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
    }

    /// Returns the declaration of the command line, in which each option also has an environment variable.
    fn command_line() -> ClapCommand {
        environment::with_environment(Self::command())
    }

    pub fn run(self) -> Result<()> {
        if let Some(language) = self.language {
            terminal::set_language(language);
        }
        // `serve` and `demo` write these warnings to their log
        if !matches!(self.command, Command::Serve(_) | Command::Demo(_)) {
            environment::warn_of_unknown_variables(&Self::command_line());
            lock_wait::set_wait_report(|| terminal::eprint_message(MessageName::DatabaseInUse));
        }
        match self.command {
            Command::Init(common) => init::create_or_migrate(&common),
            Command::Serve(command) => command.run(),
            Command::Demo(command) => command.run(),
            Command::Credential(command) => command.run(),
            Command::Operator(command) => command.run(),
            Command::Person(command) => command.run(),
            Command::Audit(command) => command.run(),
            Command::ConnectorErrors(command) => command.run(),
            Command::Import(command) => command.run(),
            Command::Export(command) => command.run(),
            Command::Imports(command) => command.run(),
            Command::Mappings(command) => command.run(),
            Command::Why(command) => command.run(),
            Command::Formats(command) => command.run(),
            Command::Backup(command) => command.run(),
            Command::Restore(command) => command.run(),
            Command::Check(command) => command.run(),
            Command::Health(command) => command.run(),
            Command::Completions(command) => command.run(),
            Command::Man(command) => command.run(),
        }
    }
}
