//! The command line: what can be asked, one file a command. Only this room prints.

mod account;
mod actor;
pub mod audit;
pub mod backup;
pub mod check;
pub mod completions;
pub mod connector_errors;
pub mod credential;
pub mod demo;
mod diff;
mod duration;
mod environment;
pub mod export;
mod fields;
pub mod formats;
pub mod health;
pub mod import;
pub mod imports;
pub mod init;
mod interrupt;
mod json;
pub mod man;
pub mod mappings;
mod moment;
pub mod operator;
mod password_input;
pub mod person;
mod printable;
mod progress;
pub mod restore;
pub mod serve;
mod shell_quote;
mod table;
pub mod terminal;
pub mod why;

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, Command as Arguments, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::model::time::{Clock, DATETIME_FORM};
use crate::store::connection::Database;
use crate::store::{OpenMode, lock_wait, open};

/// What the binary is called.
const NAME: &str = "lms-appliance";

/// A learning-management service in one self-contained binary.
#[derive(Parser)]
#[command(
    name = NAME,
    version,
    about,
    propagate_version = true,
    arg_required_else_help = true
)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Create the database file, or bring an older one up to date.
    Init(init::InitCommand),
    /// Answer the API until SIGTERM or SIGINT.
    Serve(serve::ServeCommand),
    /// Fill an empty database with a made-up organisation, serve it and show around.
    Demo(demo::DemoCommand),
    /// Give, change and take back access to the service.
    #[command(subcommand)]
    Credential(credential::CredentialCommand),
    /// Say who may come in to the console, and what they may do there.
    #[command(subcommand)]
    Operator(operator::OperatorCommand),
    /// Hand over all that is held of a person, anonymise one, list who is due for that.
    Person(person::PersonArgs),
    /// Tell who changed which person when: which fields, old and new.
    Audit(audit::AuditCommand),
    /// Tell the errors that connectors sent with ConnectorError.
    ConnectorErrors(connector_errors::ConnectorErrorsCommand),
    /// Take in the data files of a folder or .zip, everything or nothing.
    Import(import::ImportCommand),
    /// Write the data files into a folder or .zip.
    Export(export::ExportCommand),
    /// List the imports, tell what one changed, or take one back.
    Imports(imports::ImportsOptions),
    /// List, show, set and remove mappings, which say how files of other systems become data files.
    Mappings(mappings::MappingsArgs),
    /// Tell which import, call or command gave a value, and when.
    Why(why::WhyCommand),
    /// Tell what the data files are: their columns, with kinds, keys and defaults.
    Formats(formats::FormatsCommand),
    /// Copy the database to a new file, also while it is served.
    Backup(backup::BackupCommand),
    /// Put a backup in the place of the database, which is kept beside it.
    Restore(restore::RestoreCommand),
    /// Look whether everything in the database is as it must be.
    Check(check::CheckCommand),
    /// Ask a running service whether it is well; exit with 1 when it is not.
    Health(health::HealthCommand),
    /// Write what a shell needs to complete this command line.
    Completions(completions::CompletionsCommand),
    /// Write the man pages, one for each command, into a new folder.
    Man(man::ManCommand),
}

/// What every command takes.
#[derive(Args)]
pub struct CommonOptions {
    /// The database file.
    #[arg(long, value_name = "FILE")]
    pub db: PathBuf,
    #[command(flatten)]
    time: TimeOptions,
}

/// "Every command takes" these; one that opens no database needs none of them.
#[derive(Args)]
struct UnusedOptions {
    #[arg(long, hide = true)]
    db: Option<PathBuf>,
    #[arg(long, hide = true)]
    timezone: Option<String>,
    #[arg(long, hide = true)]
    now: Option<String>,
}

/// The service's time.
#[derive(Args)]
pub struct TimeOptions {
    /// The service's time zone.
    #[arg(
        long,
        value_name = "ZONE",
        value_parser = zone,
        default_value = "Europe/Amsterdam",
        global = true
    )]
    pub timezone: String,
    /// Fix the clock at this datetime, for tests and training.
    #[arg(long, value_name = "DATETIME", value_parser = datetime, global = true)]
    pub now: Option<String>,
}

impl CommonOptions {
    /// The service's clock, by `--timezone` and `--now`.
    pub fn clock(&self) -> Result<Clock> {
        self.time.clock()
    }

    /// The database, opened so.
    fn open(&self, how: OpenMode) -> Result<Database> {
        open(&self.db, &self.clock()?, how)
    }
}

impl TimeOptions {
    /// The service's clock, by `--timezone` and `--now`.
    pub fn clock(&self) -> Result<Clock> {
        Clock::new(&self.timezone, self.now.as_deref())
    }
}

/// An IANA name, as a flag takes it.
fn zone(name: &str) -> Result<String, String> {
    match Clock::new(name, None) {
        Ok(_) => Ok(name.to_owned()),
        Err(_) => Err("a time zone is an IANA name such as Europe/Amsterdam".into()),
    }
}

/// A datetime or date, as a flag takes it; what it means in the service's zone is seen later.
fn datetime(text: &str) -> Result<String, String> {
    let text = text.trim();
    match Clock::new("Etc/UTC", Some(text)) {
        Ok(_) => Ok(text.to_owned()),
        Err(_) => Err(format!("a datetime is {DATETIME_FORM} or yyyy-MM-dd")),
    }
}

impl Cli {
    /// What was asked. Wrong usage is told by clap, and ends the process with 2.
    pub fn parse_arguments() -> Self {
        let declared = Self::declared();
        let matches = declared.clone().try_get_matches().unwrap_or_else(|error| {
            if error.use_stderr() {
                environment::warn_of_unused_variables(&declared);
            }
            error.exit()
        });
        Self::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
    }

    /// All that can be asked.
    fn declared() -> Arguments {
        environment::with_environment(Self::command())
    }

    /// Does what was asked.
    pub fn run(self) -> Result<()> {
        // these two warn in their log
        if !matches!(self.command, Command::Serve(_) | Command::Demo(_)) {
            environment::warn_of_unused_variables(&Self::declared());
            lock_wait::report_with(terminal::report_locked);
        }
        match self.command {
            Command::Init(command) => command.run(),
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
