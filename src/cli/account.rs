//! Subcommands that `credential` and `operator` share. Changes take effect at once: a running server reads accounts on
//! every request.

use std::marker::PhantomData;

use anyhow::{Context, Result, anyhow};
use clap::Args;
use jiff::SignedDuration;
use serde_json::Value;

use super::CommonOptions;
use super::actor::accounts_by_command;
use super::control_characters::escape;
use super::json::OutputOptions;
use super::password_input::PasswordSource;
use super::terminal::{eprint_message, print_line, print_message, translate, try_print_line, warn_of_report_error};
use crate::gate::accounts::{Accounts, NewAccount};
use crate::model::message::{Message, MessageName};
use crate::store::OpenMode;
use crate::store::account::{Account, AccountDetails, AccountError, PasswordToReplace, check_new_name};
use crate::store::connection::Database;

/// Commands may remove the last owner: users of the command line can always add an owner.
pub const MAY_LEAVE_NO_OWNER: bool = true;

/// Translates an error about an account, and escapes the names in it. Returns other errors unchanged.
pub fn escape_account_error(error: anyhow::Error) -> anyhow::Error {
    match error.downcast::<AccountError>() {
        Ok(error) => anyhow!("{}", escape(&translate(error.message()))),
        Err(error) => error,
    }
}

/// Adds an account, and prints its password if it was generated. Creates the database if it does not exist.
pub fn add_account<T: AccountDetails>(
    common: &CommonOptions,
    name: &str,
    source: &PasswordSource,
    new: &NewAccount<T>,
) -> Result<()> {
    // the name and the password are checked before a database is created
    let name = check_new_name(T::KIND, name)?;
    let password = source.read_or_generate(T::KIND)?;
    let mut database = common.open(OpenMode::Create)?;
    // called before the commit: if the password cannot be printed, no account is added
    let print = |message: &Message| source.print_with_password(message, &password);
    accounts_by_command(&mut database).add::<T>(name, &password, new, print)
}

/// An account as a JSON object, and as cells of a table row.
pub type AccountRow = (Value, Vec<String>);

/// Prints all accounts, with `--json` as one object per line. `print_table` prints the cells of `row_of` as text.
pub fn list_accounts<T: AccountDetails>(
    common: &CommonOptions,
    output: &OutputOptions,
    row_of: impl Fn(&Database, Account<T>) -> Result<AccountRow>,
    print_table: impl FnOnce(Vec<Vec<String>>) -> Result<()>,
) -> Result<()> {
    let database = common.open(OpenMode::Existing)?;
    let (mut objects, mut rows) = (Vec::new(), Vec::new());
    for account in Account::<T>::all(&database)? {
        let (object, cells) = row_of(&database, account)?;
        objects.push(object);
        rows.push(cells);
    }
    if output.json {
        return objects.iter().try_for_each(print_line);
    }
    if rows.is_empty() {
        eprint_message(T::KIND.no_account_message());
        return Ok(());
    }
    print_table(rows)
}

// The arguments of a subcommand that changes one account. (clap would show a doc comment as help.)
#[derive(Args)]
pub struct AccountArgs<T: AccountDetails> {
    #[command(flatten)]
    common: CommonOptions,
    #[arg(help = format!("The {}", T::KIND))]
    name: String,
    #[arg(skip)]
    kind: PhantomData<T>,
}

impl<T: AccountDetails> AccountArgs<T> {
    /// Prints the message of a change. As the change is committed already, a failure to print is only a warning.
    pub fn change_account(self, change: impl FnOnce(&mut Accounts, &str) -> Result<Message>) -> Result<()> {
        let mut database = self.common.open(OpenMode::Existing)?;
        let message = change(&mut accounts_by_command(&mut database), self.name.trim())?;
        warn_of_report_error(print_line(escape(&translate(message))));
        Ok(())
    }

    /// Replaces the password. The old password stays valid for `keep_old`.
    pub fn rotate_password(self, source: &PasswordSource, keep_old: Option<SignedDuration>) -> Result<()> {
        let mut database = self.common.open(OpenMode::Existing)?;
        let name = self.name.trim();
        // an unknown name is refused before standard input is read
        Account::<T>::find_existing(&database, name)?;
        let password = source.read_or_generate(T::KIND)?;
        // without a fingerprint, whatever password the account has is replaced
        let old = PasswordToReplace { name, expected_fingerprint: None };
        let print = |message: &Message| source.print_with_password(message, &password);
        accounts_by_command(&mut database).rotate::<T>(&old, &password, keep_old, print)
    }

    /// Adds a token, and prints the token alone on the last line. If it cannot be printed, no token is added.
    pub fn add_token(self, expires: Option<SignedDuration>) -> Result<()> {
        let mut database = self.common.open(OpenMode::Existing)?;
        accounts_by_command(&mut database).add_token(self.name.trim(), expires, |message, token| {
            print_line(escape(&translate(message.clone())))?;
            print_message(MessageName::TokenFollows)?;
            try_print_line(token).context(Message::from(MessageName::TokenNotShown))
        })
    }

    pub fn revoke(self) -> Result<()> {
        self.change_account(|accounts, name| accounts.revoke::<T>(name, MAY_LEAVE_NO_OWNER))
    }
}
