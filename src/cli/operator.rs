//! `operator`: manages the users of the console and their roles.

use anyhow::Result;
use clap::Subcommand;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::json;

use super::CommonOptions;
use super::account::{AccountArgs, AccountRow, MAY_LEAVE_NO_OWNER, add_account, escape_account_error, list_accounts};
use super::control_characters::escape;
use super::json::OutputOptions;
use super::password_input::PasswordSource;
use super::terminal::print_line;
use crate::gate::accounts::new_operator;
use crate::store::connection::Database;
use crate::store::operator::{Operator, Role, has_second_factor};

#[derive(Subcommand)]
pub enum OperatorCommand {
    /// Add an operator; creates the database file if it does not exist.
    Add {
        #[command(flatten)]
        common: CommonOptions,
        /// The name to sign in with.
        name: String,
        /// What the operator may do: read (viewer), also change and import (editor), or everything (owner).
        #[arg(long, default_value = "viewer", value_parser = role_parser())]
        role: Role,
        #[command(flatten)]
        source: PasswordSource,
    },
    /// Show the operators: role, last sign-in and whether they have a second factor.
    List {
        #[command(flatten)]
        common: CommonOptions,
        #[command(flatten)]
        output: OutputOptions,
    },
    /// Give an operator another role.
    Role {
        #[command(flatten)]
        operator: AccountArgs<Role>,
        /// The new role.
        #[arg(value_parser = role_parser())]
        role: Role,
    },
    /// Give an operator a new password.
    Rotate {
        #[command(flatten)]
        operator: AccountArgs<Role>,
        #[command(flatten)]
        source: PasswordSource,
    },
    /// Remove the second factor of an operator, who then sets up a new one.
    ResetSecondFactor(AccountArgs<Role>),
    /// Remove an operator.
    Revoke(AccountArgs<Role>),
}

fn role_parser() -> impl TypedValueParser<Value = Role> {
    PossibleValuesParser::new(Role::ALL.map(Role::name)).try_map(|name| name.parse::<Role>())
}

impl OperatorCommand {
    pub fn run(self) -> Result<()> {
        let outcome = match self {
            Self::Add { common, name, role, source } => {
                add_account::<Role>(&common, &name, &source, &new_operator(role))
            }
            Self::List { common, output } => list_accounts(&common, &output, operator_row, |rows| {
                rows.iter().try_for_each(|cells| print_line(cells.join("  ")))
            }),
            Self::Role { operator, role } => {
                operator.change_account(|accounts, name| accounts.set_role(name, role, MAY_LEAVE_NO_OWNER))
            }
            // only credentials can keep an old password
            Self::Rotate { operator, source } => operator.rotate_password(&source, None),
            Self::ResetSecondFactor(operator) => {
                operator.change_account(|accounts, name| accounts.reset_second_factor(name))
            }
            Self::Revoke(operator) => operator.revoke(),
        };
        // the names in an error may have control characters
        outcome.map_err(escape_account_error)
    }
}

fn operator_row(database: &Database, stored: Operator) -> Result<AccountRow> {
    let role = stored.details.name();
    let last_signed_in = match &stored.last_used_at {
        Some(at) => Some(database.clock().format_in_zone(at)?),
        None => None,
    };
    let has_second_factor = has_second_factor(database, &stored)?;
    let object = json!({
        "name": stored.name, "role": role, "last_signed_in": last_signed_in, "second_factor": has_second_factor,
    });
    let signed_in = format!("last signed in: {}", last_signed_in.as_deref().unwrap_or("never"));
    let second_factor = format!("second factor: {}", if has_second_factor { "yes" } else { "no" });
    Ok((object, vec![escape(&stored.name).into_owned(), role.into(), signed_in, second_factor]))
}
