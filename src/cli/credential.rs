//! `credential …`: who may call the service, with which password, and what.
//!
//! A running server looks at the same rows with every request, so every change counts at once. How
//! passwords are hashed is the gate's; how credentials are kept, the store's.

mod list;

use anyhow::Result;
use clap::{Args, Subcommand, ValueEnum};
use jiff::SignedDuration;

use super::Common;
use super::actor::by_command;
use super::duration::duration;
use super::json::Json;
use super::printable::{printable, refused_printably};
use super::say::{done, say};
use super::secret::Secret;
use crate::gate::admission::NewCredential;
use crate::gate::grants;
use crate::model::brand::Brand;
use crate::store::access::{Present, Unchanged, Whose, named};
use crate::store::credential::{DENY, GRANT, Grants, existing};
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
            CredentialCommand::Grant(change) => change.run(GRANT),
            CredentialCommand::Deny(change) => change.run(DENY),
            CredentialCommand::Rotate(rotate) => rotate.run(),
            CredentialCommand::Revoke(revoke) => revoke.run(),
        };
        refused_printably::<Unchanged>(outcome)
    }
}

impl Add {
    fn run(self) -> Result<()> {
        let brand = self.branded.brand;
        let operations = grants::read(&self.grants, &brand)?;
        let name = named(Whose::Credential, &self.name)?;
        let secret = Secret::obtain(Whose::Credential, self.password_stdin)?;
        let mut database = self.common.open(Open::Create)?;
        let new = NewCredential {
            name,
            password: &secret.password,
            always_envelope: self.envelope == Envelope::Always,
            operations,
        };
        let mut admission = by_command(&mut database);
        admission.add_credential(new, &brand, |says| secret.tell(says)).map(drop)
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
    fn run(self, change: Grants) -> Result<()> {
        let brand = self.branded.brand;
        let operations = grants::read(&self.operations, &brand)?;
        let mut database = self.common.open(Open::Existing)?;
        let mut admission = by_command(&mut database);
        let says = admission.regrant(self.name.trim(), change, &operations, &brand)?;
        done(say(printable(&says)));
        Ok(())
    }
}

impl Rotate {
    fn run(self) -> Result<()> {
        let mut database = self.common.open(Open::Existing)?;
        let name = self.name.trim();
        existing(&database, name)?;
        let secret = Secret::obtain(Whose::Credential, self.password_stdin)?;
        let present = Present { name, mark: None };
        let mut admission = by_command(&mut database);
        admission.rotate_credential(&present, &secret.password, self.keep_old, |says| secret.tell(says)).map(drop)
    }
}

impl Revoke {
    fn run(self) -> Result<()> {
        let mut database = self.common.open(Open::Existing)?;
        let says = by_command(&mut database).revoke_credential(self.name.trim())?;
        done(say(printable(&says)));
        Ok(())
    }
}
