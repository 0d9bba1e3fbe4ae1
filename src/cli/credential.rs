//! `credential …`: who may call the service, with which password, and what.
//!
//! A running server looks at the same rows with every request, so every change counts at once. How
//! passwords are hashed is the gate's; how credentials are kept, the store's.

mod grants;
mod list;

use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, Subcommand, ValueEnum};
use jiff::{SignedDuration, Timestamp};

use super::Common;
use super::actor::command;
use super::duration::duration;
use super::json::Json;
use super::printable::{printable, refused_printably};
use super::say::{done, say};
use super::secret::Secret;
use crate::gate::password::{Hashed, Whose};
use crate::model::brand::Brand;
use crate::model::text::{LONGEST, checked};
use crate::store::credential::{self, DENY, GRANT, Grants, New, Unchanged, existing};
use crate::store::{Open, open};

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
    #[arg(long = "grant", value_name = "OP", value_delimiter = ',')]
    grants: Vec<String>,
    /// Whether answers come in an envelope when the request asks for it, or always.
    #[arg(long, value_enum, default_value_t = Envelope::Auto)]
    envelope: Envelope,
    /// Read the password, one line, from standard input instead of making one.
    #[arg(long)]
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
    #[arg(long, value_name = "DURATION", value_parser = duration)]
    keep_old: Option<SignedDuration>,
    /// Read the password, one line, from standard input instead of making one.
    #[arg(long)]
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
        let outcome = match self.command {
            CredentialCommand::Add(add) => add.run(),
            CredentialCommand::List(list) => list.run(),
            CredentialCommand::Grant(change) => change.run("grant", GRANT),
            CredentialCommand::Deny(change) => change.run("deny", DENY),
            CredentialCommand::Rotate(rotate) => rotate.run(),
            CredentialCommand::Revoke(revoke) => revoke.run(),
        };
        refused_printably::<Unchanged>(outcome)
    }
}

impl Add {
    fn run(self) -> Result<()> {
        let brand = self.branded.brand;
        let mut operations = grants::read(&self.grants, &brand)?;
        operations.sort_unstable();
        operations.dedup();
        let granted = grants::described(&operations, &brand);
        let name = named(&self.name)?;
        let secret = Secret::obtain(Whose::Credential, self.password_stdin)?;
        let mut database = open(&self.common.db, &self.common.clock()?, Open::Create)?;
        let source = command(format!("credential add {name}; granted: {granted}"));
        let new = New {
            name,
            password_hash: &Hashed::fresh(&secret.password)?.text(),
            always_envelope: self.envelope == Envelope::Always,
            operations: &operations,
        };
        // a password that nobody could be shown is nobody's
        credential::add(&mut database, &source, &new, || {
            let name = printable(name);
            say(format_args!("credential {name} added; granted: {granted}"))?;
            secret.tell()
        })
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
    fn run(self, word: &str, change: Grants) -> Result<()> {
        let brand = self.branded.brand;
        let operations = grants::read(&self.operations, &brand)?;
        let mut database = open(&self.common.db, &self.common.clock()?, Open::Existing)?;
        let name = self.name.trim();
        let named = grants::described(&operations, &brand);
        let source = command(format!("credential {word} {name}: {named}"));
        let granted = credential::regrant(&mut database, &source, name, change, &operations)?;
        done(say(format_args!(
            "credential {} is granted: {}",
            printable(name),
            grants::described(&granted, &brand)
        )));
        Ok(())
    }
}

impl Rotate {
    fn run(self) -> Result<()> {
        let clock = self.common.clock()?;
        let mut database = open(&self.common.db, &clock, Open::Existing)?;
        let name = self.name.trim();
        existing(&database, name)?;
        let secret = Secret::obtain(Whose::Credential, self.password_stdin)?;
        let until = self.keep_old.map(end).transpose()?;
        let hash = |present: &str| {
            Ok(match until {
                // with the same salt, one computation tells both passwords apart
                Some(_) => Hashed::as_stored(&secret.password, Some(present))?,
                None => Hashed::fresh(&secret.password)?,
            }
            .text())
        };
        let holds = match &until {
            Some(until) => format!("until {}", clock.local(until)?),
            None => "no longer".into(),
        };
        let source = command(format!(
            "credential rotate {name}; the old password holds {holds}"
        ));
        let until = until.as_deref();
        credential::rotate(&mut database, &source, name, until, hash, || {
            say(format_args!(
                "credential {} has a new password; the old one holds {holds}",
                printable(name)
            ))?;
            secret.tell()
        })
    }
}

impl Revoke {
    fn run(self) -> Result<()> {
        let mut database = open(&self.common.db, &self.common.clock()?, Open::Existing)?;
        let name = self.name.trim();
        let source = command(format!("credential revoke {name}"));
        credential::revoke(&mut database, &source, name)?;
        done(say(format_args!("credential {} revoked", printable(name))));
        Ok(())
    }
}

/// A name as it is kept: what callers send is trimmed too.
fn named(name: &str) -> Result<&str> {
    let name = checked(name, LONGEST).map_err(|unfit| anyhow!("the credential's name {unfit}"))?;
    if name.is_empty() {
        bail!("a credential needs a name");
    }
    Ok(name)
}

/// When a password ends that holds for this time from now on.
fn end(time: SignedDuration) -> Result<String> {
    let now = Timestamp::from_second(Timestamp::now().as_second())?;
    let until = now
        .checked_add(time)
        .context("--keep-old ends beyond the year 9999")?;
    Ok(until.to_string())
}
