//! `credential …`: who may call the service, with which password, and what.
//!
//! A running server looks at the same rows with every request, so every change counts at once. How
//! passwords are hashed is the gate's; how credentials are kept, the store's.

mod grants;
mod list;
mod secret;

use anyhow::{Context, Result, anyhow, bail};
use clap::builder::BoolishValueParser;
use clap::{Args, Subcommand, ValueEnum};
use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::Common;
use super::duration::duration;
use super::json::Json;
use super::operator::command;
use super::printable::printable;
use super::say::{done, say};
use crate::gate::password::Hashed;
use crate::ledger::Entry;
use crate::model::brand::Brand;
use crate::model::nearest::did_you_mean;
use crate::model::text::{LONGEST, checked};
use crate::model::time::instant_text;
use crate::store::connection::Database;
use crate::store::credential::{self, OldPassword};
use crate::store::{Open, open};
use secret::Secret;

/// Give, change and take back access to the service.
#[derive(Args)]
pub struct CredentialArgs {
    #[command(subcommand)]
    command: CredentialCommand,
}

#[derive(Subcommand)]
enum CredentialCommand {
    /// Add a credential; creates the database file when absent.
    Add(Add),
    /// Show the credentials: grants, envelope, last use, end of an old password.
    List(List),
    /// Grant operations to a credential.
    Grant(Change),
    /// Take operations back from a credential.
    Deny(Change),
    /// Give a credential a new password.
    Rotate(Rotate),
    /// Remove a credential.
    Revoke(Revoke),
}

/// The brand word, in which names of operations are read and shown.
#[derive(Args)]
struct Branded {
    /// The word that stands for `Service` in names of operations.
    #[arg(
        long,
        env = "LMS_BRAND",
        value_name = "WORD",
        value_parser = Brand::new,
        default_value = "Service"
    )]
    brand: Brand,
}

#[derive(Args)]
struct Add {
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    branded: Branded,
    /// The username that the caller sends.
    name: String,
    /// An operation, or `provisioning`, `reports` or `all`; can be given several times.
    #[arg(
        long = "grant",
        env = "LMS_GRANT",
        value_name = "OP",
        value_delimiter = ','
    )]
    grants: Vec<String>,
    /// Whether answers come in an envelope when the request asks for it, or always.
    #[arg(long, env = "LMS_ENVELOPE", value_enum, default_value_t = Envelope::Auto)]
    envelope: Envelope,
    /// Read the password, one line, from standard input instead of making one.
    #[arg(long, env = "LMS_PASSWORD_STDIN", value_parser = BoolishValueParser::new())]
    password_stdin: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Envelope {
    Auto,
    Always,
}

#[derive(Args)]
struct List {
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    branded: Branded,
    #[command(flatten)]
    form: Json,
}

#[derive(Args)]
struct Change {
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    branded: Branded,
    /// The credential.
    name: String,
    /// Operations, or `provisioning`, `reports` or `all`.
    #[arg(required = true, value_name = "OP")]
    operations: Vec<String>,
}

#[derive(Args)]
struct Rotate {
    #[command(flatten)]
    common: Common,
    /// The credential.
    name: String,
    /// For how long the old password holds too, such as 24h, 90m or 7d; without it, it ends now.
    #[arg(long, env = "LMS_KEEP_OLD", value_name = "DURATION", value_parser = duration)]
    keep_old: Option<SignedDuration>,
    /// Read the password, one line, from standard input instead of making one.
    #[arg(long, env = "LMS_PASSWORD_STDIN", value_parser = BoolishValueParser::new())]
    password_stdin: bool,
}

#[derive(Args)]
struct Revoke {
    #[command(flatten)]
    common: Common,
    /// The credential.
    name: String,
}

impl CredentialArgs {
    pub fn run(self) -> Result<()> {
        match self.command {
            CredentialCommand::Add(add) => add.run(),
            CredentialCommand::List(list) => list.run(),
            CredentialCommand::Grant(change) => change.run("grant", credential::grant),
            CredentialCommand::Deny(change) => change.run("deny", credential::deny),
            CredentialCommand::Rotate(rotate) => rotate.run(),
            CredentialCommand::Revoke(revoke) => revoke.run(),
        }
    }
}

impl Add {
    fn run(self) -> Result<()> {
        let brand = self.branded.brand;
        let operations = grants::read(&self.grants, &brand)?;
        let name = named(&self.name)?;
        let secret = Secret::obtain(self.password_stdin)?;
        let mut database = open(&self.common.db, &self.common.clock()?, Open::Create)?;
        let hash = Hashed::fresh(&secret.password)?.text();

        let transaction = begin(&mut database)?;
        if credential::find(&transaction, name)?.is_some() {
            bail!(
                "there is a credential {0} already; `credential rotate {0}` gives it a new password",
                printable(name)
            );
        }
        let always = self.envelope == Envelope::Always;
        let id = credential::add(&transaction, name, &hash, always, &instant_text())?;
        for operation in operations {
            credential::grant(&transaction, id, operation)?;
        }
        let granted = grants::described(credential::grants(&transaction, id)?, &brand);
        record(
            &transaction,
            format!("credential add {name}; granted: {granted}"),
        )?;
        say(format_args!(
            "credential {} added; granted: {granted}",
            printable(name)
        ))?;
        // a password that nobody could be shown is nobody's
        secret.tell()?;
        Ok(transaction.commit()?)
    }
}

impl List {
    fn run(self) -> Result<()> {
        let brand = self.branded.brand;
        let clock = self.common.clock()?;
        let database = open(&self.common.db, &clock, Open::Existing)?;
        match self.form.json {
            true => list::print_json(&database, &clock, &brand),
            false => list::print(&database, &clock, &brand),
        }
    }
}

impl Change {
    fn run(
        self,
        command: &str,
        change: fn(&Connection, i64, &str) -> rusqlite::Result<()>,
    ) -> Result<()> {
        let brand = self.branded.brand;
        let operations = grants::read(&self.operations, &brand)?;
        let mut database = open(&self.common.db, &self.common.clock()?, Open::Existing)?;
        let transaction = begin(&mut database)?;
        let stored = existing(&transaction, &self.name)?;
        for operation in &operations {
            change(&transaction, stored.id, operation)?;
        }
        let named = grants::described(operations.into_iter().map(str::to_owned).collect(), &brand);
        record(
            &transaction,
            format!("credential {command} {}: {named}", stored.name),
        )?;
        let granted = credential::grants(&transaction, stored.id)?;
        transaction.commit()?;
        done(say(format_args!(
            "credential {} is granted: {}",
            printable(&stored.name),
            grants::described(granted, &brand)
        )));
        Ok(())
    }
}

impl Rotate {
    fn run(self) -> Result<()> {
        let clock = self.common.clock()?;
        let mut database = open(&self.common.db, &clock, Open::Existing)?;
        existing(&database, &self.name)?;
        let secret = Secret::obtain(self.password_stdin)?;

        let transaction = begin(&mut database)?;
        let stored = existing(&transaction, &self.name)?;
        let old = self.keep_old.map(|time| end(stored.password_hash, time));
        let old = old.transpose()?;
        let hash = match &old {
            // with the same salt, one computation tells both passwords apart
            Some(old) => Hashed::as_stored(&secret.password, Some(&old.hash))?,
            None => Hashed::fresh(&secret.password)?,
        };
        credential::rotate(&transaction, stored.id, &hash.text(), old.as_ref())?;
        let until = match &old {
            Some(old) => format!("until {}", clock.local(&old.until)?),
            None => "no longer".into(),
        };
        let action = format!(
            "credential rotate {}; the old password holds {until}",
            stored.name
        );
        record(&transaction, action)?;
        say(format_args!(
            "credential {} has a new password; the old one holds {until}",
            printable(&stored.name)
        ))?;
        secret.tell()?;
        Ok(transaction.commit()?)
    }
}

impl Revoke {
    fn run(self) -> Result<()> {
        let mut database = open(&self.common.db, &self.common.clock()?, Open::Existing)?;
        let transaction = begin(&mut database)?;
        let stored = existing(&transaction, &self.name)?;
        credential::revoke(&transaction, stored.id)?;
        record(&transaction, format!("credential revoke {}", stored.name))?;
        transaction.commit()?;
        done(say(format_args!(
            "credential {} revoked",
            printable(&stored.name)
        )));
        Ok(())
    }
}

fn begin(database: &mut Database) -> Result<Transaction<'_>> {
    database
        .transaction_with_behavior(TransactionBehavior::Immediate)
        .context("the database cannot be written")
}

/// Keeps who did it: `audit` tells "who gave, changed or took back a credential".
fn record(connection: &Connection, action: String) -> Result<()> {
    Ok(Entry::new(connection, &command(action)).act()?)
}

/// A name as it is kept: what callers send is trimmed too.
fn named(name: &str) -> Result<&str> {
    let name = checked(name, LONGEST).map_err(|unfit| anyhow!("the credential's name {unfit}"))?;
    if name.is_empty() {
        bail!("a credential needs a name");
    }
    Ok(name)
}

/// The credential of this name; an unknown one is refused with the nearest.
fn existing(connection: &Connection, name: &str) -> Result<credential::Credential> {
    let name = name.trim();
    if let Some(stored) = credential::find(connection, name)? {
        return Ok(stored);
    }
    let known: Vec<String> = credential::all(connection)?
        .into_iter()
        .map(|known| known.name)
        .collect();
    bail!(
        "{}",
        printable(&format!(
            "there is no credential {name}{}",
            did_you_mean(name, known)
        ))
    )
}

/// The present password as one that ends after this time.
fn end(hash: String, time: SignedDuration) -> Result<OldPassword> {
    let now = Timestamp::from_second(Timestamp::now().as_second())?;
    let until = now
        .checked_add(time)
        .context("--keep-old ends beyond the year 9999")?;
    Ok(OldPassword {
        hash,
        until: until.to_string(),
    })
}
