//! `operator …`: the persons who may come in to the console, and what they may do there.
//!
//! A running server looks at the same rows with every request, so every change counts at once, and ends the sessions of
//! whom it is about. How passwords are hashed is the gate's; how operators are kept, the store's.

use anyhow::Result;
use clap::builder::{BoolishValueParser, PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use serde_json::json;

use super::Common;
use super::actor::by_command;
use super::json::Json;
use super::printable::{printable, refused_printably};
use super::say::{done, say, warn};
use super::secret::Secret;
use crate::model::time::Clock;
use crate::store::access::{Present, Unchanged, Whose, named};
use crate::store::operator::{self, Operator, Role, existing};
use crate::store::{Open, open};

/// Say who may come in to the console, and what they may do there.
#[derive(Args)]
pub struct OperatorArgs {
    #[command(subcommand)]
    command: OperatorCommand,
}

#[derive(Subcommand)]
enum OperatorCommand {
    /// Add an operator; creates the database file when absent.
    Add(Add),
    /// Show the operators: role, last time signed in.
    List(List),
    /// Give an operator another role.
    Role(Appoint),
    /// Give an operator a new password.
    Rotate(Rotate),
    /// Remove an operator.
    Revoke(Revoke),
}

#[derive(Args)]
struct Add {
    #[command(flatten)]
    common: Common,
    /// The name to sign in with.
    name: String,
    /// What the operator may do: see (viewer), change and import too (editor), or everything (owner).
    #[arg(long, env = "LMS_ROLE", default_value = "viewer", value_parser = role())]
    role: Role,
    /// Read the password, one line, from standard input instead of making one.
    #[arg(long, env = "LMS_PASSWORD_STDIN", value_parser = BoolishValueParser::new())]
    password_stdin: bool,
}

#[derive(Args)]
struct List {
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    form: Json,
}

#[derive(Args)]
struct Appoint {
    #[command(flatten)]
    common: Common,
    /// The operator.
    name: String,
    /// The new role.
    #[arg(value_parser = role())]
    role: Role,
}

#[derive(Args)]
struct Rotate {
    #[command(flatten)]
    common: Common,
    /// The operator.
    name: String,
    /// Read the password, one line, from standard input instead of making one.
    #[arg(long, env = "LMS_PASSWORD_STDIN", value_parser = BoolishValueParser::new())]
    password_stdin: bool,
}

#[derive(Args)]
struct Revoke {
    #[command(flatten)]
    common: Common,
    /// The operator.
    name: String,
}

/// A role, as a flag takes it.
fn role() -> impl TypedValueParser<Value = Role> {
    PossibleValuesParser::new(Role::ALL.map(Role::name)).try_map(|name| name.parse::<Role>())
}

impl OperatorArgs {
    pub fn run(self) -> Result<()> {
        let outcome = match self.command {
            OperatorCommand::Add(add) => add.run(),
            OperatorCommand::List(list) => list.run(),
            OperatorCommand::Role(appoint) => appoint.run(),
            OperatorCommand::Rotate(rotate) => rotate.run(),
            OperatorCommand::Revoke(revoke) => revoke.run(),
        };
        refused_printably::<Unchanged>(outcome)
    }
}

impl Add {
    fn run(self) -> Result<()> {
        let name = named(Whose::Operator, &self.name)?;
        let secret = Secret::obtain(Whose::Operator, self.password_stdin)?;
        let mut database = self.common.open(Open::Create)?;
        by_command(&mut database).add_operator(name, self.role, &secret.password, |says| secret.tell(says)).map(drop)
    }
}

impl List {
    fn run(self) -> Result<()> {
        let clock = self.common.clock()?;
        let database = open(&self.common.db, &clock, Open::Existing)?;
        let operators = operator::all(&database)?;
        if operators.is_empty() && !self.form.json {
            warn(format_args!("there is no operator yet; `operator add NAME` adds one"));
        }
        for stored in operators {
            let signed_in = signed_in(&stored, &clock)?;
            match self.form.json {
                true => {
                    let object = json!({
                        "name": stored.name, "role": stored.role.name(), "last_signed_in": signed_in,
                    });
                    say(format_args!("{object}"))?;
                }
                false => say(format_args!(
                    "{}  {}  last signed in: {}",
                    printable(&stored.name),
                    stored.role,
                    signed_in.as_deref().unwrap_or("never")
                ))?,
            }
        }
        Ok(())
    }
}

fn signed_in(stored: &Operator, clock: &Clock) -> Result<Option<String>> {
    let at = stored.last_signed_in_at.as_deref();
    at.map(|at| clock.local(at)).transpose()
}

// who has the file can always make another owner: here the last one may go

impl Appoint {
    fn run(self) -> Result<()> {
        let mut database = self.common.open(Open::Existing)?;
        let says = by_command(&mut database).appoint(self.name.trim(), self.role, true)?;
        done(say(printable(&says)));
        Ok(())
    }
}

impl Rotate {
    fn run(self) -> Result<()> {
        let mut database = self.common.open(Open::Existing)?;
        let name = self.name.trim();
        existing(&database, name)?;
        let secret = Secret::obtain(Whose::Operator, self.password_stdin)?;
        let present = Present { name, mark: None };
        let mut admission = by_command(&mut database);
        admission.rotate_operator(&present, &secret.password, |says| secret.tell(says)).map(drop)
    }
}

impl Revoke {
    fn run(self) -> Result<()> {
        let mut database = self.common.open(Open::Existing)?;
        let says = by_command(&mut database).revoke_operator(self.name.trim(), true)?;
        done(say(printable(&says)));
        Ok(())
    }
}
