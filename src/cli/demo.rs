//! `demo`: imports a generated organisation into an empty database, serves it and prints a tour.

use std::io::{self, Write};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use super::TimeOptions;
use super::actor::{command_attribution, user_at_host};
use super::serve::{STDOUT_UNWRITABLE, ServiceOptions};
use super::shell_quote::quote_for_shell;
use super::terminal::{eprint_message, language, report_busy_database};
use crate::demo::Organisation;
use crate::demo::shift::{DateShift, SEED_MONDAY};
use crate::exchange::import::{Import, ImportOptions};
use crate::exchange::read_options::ReadOptions;
use crate::exchange::source::Source;
use crate::gate::password::{PasswordDigest, check_or_generate};
use crate::ledger::imports;
use crate::model::message::{Message, MessageName, Severity};
use crate::model::time::Clock;
use crate::operation::grantable;
use crate::output::path_message;
use crate::store::account::AccountKind;
use crate::store::connection::Database;
use crate::store::credential::{Credential, NewCredential};
use crate::store::operator::{Operator, Role};
use crate::store::{OpenMode, lock_wait, open};
use crate::{demo, exchange};

const CREDENTIAL_NAME: &str = "demo";

const OPERATOR_NAME: &str = CREDENTIAL_NAME;

/// The action in the ledger entry of the demo's import, which marks the database as a demo. Other imports have a path.
const IMPORT_ACTION: &str = "demo";

#[derive(Args)]
pub struct DemoCommand {
    /// The database file; an existing demonstration is kept and served again.
    #[arg(long, value_name = "FILE", default_value = "demo.sqlite")]
    db: PathBuf,
    #[command(flatten)]
    time: TimeOptions,
    /// Extend the handmade organisation to this many persons.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=1_000_000))]
    persons: Option<u64>,
    /// Extend it to this many trainings.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=10_000))]
    trainings: Option<u64>,
    /// The random seed: the same seed generates the same organisation.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    options: ServiceOptions,
}

impl DemoCommand {
    /// Fills the database if it is empty, and serves it. Each start gives the two accounts of the demo a new password.
    pub fn run(self) -> Result<()> {
        let clock = self.time.clock()?;
        let shift = self.date_shift(&clock)?;
        // a running demonstration would lose its password
        if self.db.is_file() && lock_wait::is_in_use(&self.db, &clock) {
            bail!(Message::new(MessageName::DemoInUse).with(self.db.display()));
        }
        // in a thread of its own, whose end returns the memory of the import to the system
        let outcome = thread::scope(|scope| scope.spawn(|| self.fill_if_empty(&clock, shift)).join());
        outcome.unwrap_or_else(|panic| resume_unwind(panic))?;
        let db = self.db.as_path();
        // called after the address is bound: if the address is in use, the running demo keeps its password
        let announce = |out: &mut dyn Write, base: &str| {
            let password = renew_accounts(&mut open(db, &clock, OpenMode::Existing)?)?;
            print_tour(out, base, &password, db).context(STDOUT_UNWRITABLE)
        };
        self.options.serve(db, &clock, &announce)
    }

    fn fill_if_empty(&self, clock: &Clock, shift: DateShift) -> Result<()> {
        let database = open(&self.db, clock, OpenMode::Create)?;
        if exchange::has_no_rows(&database)? {
            self.fill(&database, shift)?;
        } else if !imports::was_imported(&database, IMPORT_ACTION)? {
            bail!(Message::new(MessageName::NotADemo).with(self.db.display()));
        } else if self.persons.is_some() || self.trainings.is_some() {
            // the options have no effect on an earlier demo
            eprint_message(Message::new(MessageName::DemoKept).with(self.db.display()));
        }
        Ok(())
    }

    /// Returns the shift of the organisation's dates: to the current week, or no shift with `--now`.
    fn date_shift(&self, clock: &Clock) -> Result<DateShift> {
        let today = clock.now().date();
        if self.time.now.is_none() {
            return Ok(DateShift::to_week_of(today));
        }
        ensure!(today >= SEED_MONDAY, Message::new(MessageName::DemoBeforeSeed).with(today).with(SEED_MONDAY));
        Ok(DateShift::NONE)
    }

    fn fill(&self, database: &Database, shift: DateShift) -> Result<()> {
        let handmade = Organisation::handmade_size();
        let persons = number_to_generate(handmade.persons, self.persons, MessageName::Persons);
        let trainings = number_to_generate(handmade.trainings, self.trainings, MessageName::Trainings);
        let message = Message::new(MessageName::DemoSize).with(self.db.display());
        eprint_message(message.with(persons).with(trainings));
        let size = demo::OrganisationSize { persons, trainings };
        let organisation = Organisation::new(shift, self.seed, size);
        import_organisation(database, organisation).with_context(|| path_message(MessageName::DemoNotFilled, &self.db))
    }
}

fn number_to_generate(handmade: u64, requested: Option<u64>, noun: MessageName) -> u64 {
    if requested.is_some_and(|requested| requested < handmade) {
        eprint_message(Message::new(MessageName::HandmadeKept).with(handmade).with_part(noun));
    }
    requested.unwrap_or_default().max(handmade)
}

/// Imports the generated rows. Fails with only the first error, since users cannot correct generated rows.
fn import_organisation(database: &Database, organisation: Organisation) -> Result<()> {
    let mut source = Source::Generated(Box::new(organisation));
    let (read_options, options) = (ReadOptions::default(), ImportOptions::default());
    let ignore_progress = |_: &str, _: u64| ();
    let mut import = Import::read(database, &mut source, &read_options, options, &ignore_progress)?;
    if import.check()? && import.commit(&user_at_host(), IMPORT_ACTION, &report_busy_database)?.is_some() {
        exchange::rebuild_dirty_rows(database);
        return Ok(());
    }
    let mut first_error = String::new();
    import.errors.for_each(Severity::Error, 1, |error| {
        first_error = error.text(language());
        Ok(())
    })?;
    bail!("{first_error}")
}

/// Gives the credential every operation, the operator the role of owner, and both a new password, which is returned.
fn renew_accounts(database: &mut Database) -> Result<String> {
    let password = check_or_generate(None, AccountKind::Operator)?;
    let hash = PasswordDigest::with_new_salt(&password)?.text();
    let operations = grantable().map(|operation| operation.name).collect();
    let new_credential = NewCredential { always_envelope: false, operations };
    let attribution = command_attribution(MessageName::RenewDemoCredential);
    Credential::add_or_update(database, &attribution, (CREDENTIAL_NAME, &hash), &new_credential)?;
    let attribution = command_attribution(MessageName::RenewDemoOperator);
    // with another salt, so that the hashes do not show that the passwords are equal
    let hash = PasswordDigest::with_new_salt(&password)?.text();
    Operator::add_or_update(database, &attribution, (OPERATOR_NAME, &hash), &Role::Owner)?;
    Ok(password)
}

fn print_tour(out: &mut dyn Write, base: &str, password: &str, db: &Path) -> io::Result<()> {
    let curl = match base.starts_with("https:") {
        true => "curl -sSk", // -k: the certificate is for another address
        false => "curl -sS",
    };
    let rest_call = |path: &str| format!("{curl} -u {CREDENTIAL_NAME}:{password} '{base}/api/v1{path}'");
    let catalog_call = rest_call("/catalog");
    let agenda_call = rest_call("/persons/by-external-id/001201/agenda?format=csv");
    writeln!(
        out,
        "\nThe console, in a browser: {base}/console\n\
         name {OPERATOR_NAME}, password {password}\n\
         \nStichting De Veenhof, a made-up care organisation, is open. In a browser the address above shows the\n\
         operations and lets you call them; username {CREDENTIAL_NAME}, password {password}.\n\
         In another terminal:\n\
         \n\
         The trainings of the catalog, in JSON:\n  \
         {catalog_call}\n\
         \n\
         Daan's agenda, as a table:\n  \
         {agenda_call}\n\
         \n\
         Who has to learn what, and how far they are: 2 not started, 3 started, 4 completed, 5 about to expire, 6 expired\n\
         (XML, shown as a table; for the whole answer, omit the | and everything after it):\n  \
         {curl} '{base}/service/apiservice.asmx/GetPaginatedLearningPortfolioContent' \
         -d 'username={CREDENTIAL_NAME}&password={password}&size=20&index=0' |\n    \
         grep -oE '<(TrainingTitle|PersonFirstName|PersonFamilyName|LearningPortfolioStatus)[ >][^<]*' | \
         cut -d'>' -f2 | paste - - - -"
    )?;
    let file = quote_for_shell(&db.to_string_lossy());
    writeln!(out, "\nCtrl-C stops it. The next start serves {file} again, with a new password; `rm {file}` deletes it.")
}
