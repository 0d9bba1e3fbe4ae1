//! Accounts: the credentials of connectors (`credential.rs`) and the operators of the console (`operator.rs`), with the
//! common rules for names and passwords. Times are texts in UTC, as `format_instant` writes them.

use std::fmt;

use anyhow::Result;
use blake2::{Blake2b256, Digest};
use rusqlite::{Connection, Row, params};

use super::connection::Database;
use super::ledger_action::change_and_record;
use crate::ledger::Attribution;
use crate::ledger::query::{query_all, query_optional};
use crate::model::message::{Message, MessageName};
use crate::model::name_similarity::find_close_name;
use crate::model::text::{MAX_TEXT_CHARACTERS, TextError, check_text, is_invisible, to_hex};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccountKind {
    Credential,
    Operator,
}

impl AccountKind {
    /// Returns a message about an account whose first arguments are the kind and the name: `operator jan`.
    pub fn message(self, name: MessageName, account: &str) -> Message {
        Message::new(name).with_part(self.name()).with(account)
    }

    pub fn no_account_message(self) -> Message {
        let subcommand = self;
        Message::new(MessageName::NoAccount).with_part(self.name()).with(subcommand)
    }

    fn name(self) -> MessageName {
        match self {
            AccountKind::Credential => MessageName::Credential,
            AccountKind::Operator => MessageName::Operator,
        }
    }

    fn with_article(self) -> MessageName {
        match self {
            AccountKind::Credential => MessageName::ACredential,
            AccountKind::Operator => MessageName::AnOperator,
        }
    }
}

/// Writes the name of the kind, which is also the name of the table.
impl fmt::Display for AccountKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AccountKind::Credential => "credential",
            AccountKind::Operator => "operator",
        })
    }
}

/// The reason for refusing a change of an account. `known` lists the names of all accounts.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum AccountError {
    Taken {
        kind: AccountKind,
        name: String,
    },
    Unknown {
        kind: AccountKind,
        name: String,
        known: Vec<String>,
    },
    Unnamed(AccountKind),
    InvalidName(AccountKind, TextError),
    InvisibleCharacter {
        kind: AccountKind,
        code_point: u32,
    },
    /// The password to replace was replaced already.
    PasswordReplaced {
        kind: AccountKind,
        name: String,
    },
    /// Without this operator, no operator would have the role of owner.
    LastOwner(String),
}

impl AccountError {
    pub fn message(&self) -> Message {
        match self {
            AccountError::Taken { kind, name } => {
                kind.message(MessageName::NameTaken, name).with(kind).with_part(kind.with_article())
            }
            AccountError::Unknown { kind, name, known } => {
                kind.message(MessageName::NoSuchAccount, name).with_suggestion(find_close_name(name, known))
            }
            AccountError::Unnamed(kind) => kind.message(MessageName::NameNeeded, "").with_part(kind.with_article()),
            AccountError::InvalidName(kind, error) => {
                kind.message(MessageName::InvalidName, "").with_part(error.message())
            }
            AccountError::InvisibleCharacter { kind, code_point } => {
                kind.message(MessageName::InvisibleCharacterInName, "").with(format_args!("U+{code_point:04X}"))
            }
            AccountError::PasswordReplaced { kind, name } => kind.message(MessageName::PasswordReplaced, name),
            AccountError::LastOwner(name) => Message::new(MessageName::LastOwner).with(name),
        }
    }
}

#[derive(Debug, Clone)]
pub struct Account<T> {
    pub id: i64,
    pub name: String,
    /// Empty for an operator who can only sign in through a proxy.
    pub password_hash: String,
    /// The instant of the latest call or sign-in, in UTC; `None` before the first.
    pub last_used_at: Option<String>,
    pub details: T,
}

/// The details that only one kind of account has, and the SQL that stores them.
pub trait AccountDetails: Sized {
    const KIND: AccountKind;
    const LAST_USED_COLUMN: &'static str;
    /// The SQL that sets the password hash of account `?4` to `?1`. The old password, with the hash `?2`, stays valid
    /// until `?3`. If the old password becomes invalid at once, `?2` and `?3` are NULL.
    const SET_PASSWORD_SQL: &'static str;
    /// The properties that an administrator gives a new account.
    type New;

    fn read(row: &Row) -> rusqlite::Result<Self>;

    fn insert(connection: &Connection, name: &str, password_hash: &str, new: &Self::New) -> Result<()>;

    fn update(connection: &Connection, id: i64, new: &Self::New) -> Result<()>;

    /// Returns whether the account is the last owner. Only operators can be owners.
    fn is_last_owner(_: &Connection, _name: &str) -> rusqlite::Result<bool> {
        Ok(false)
    }
}

impl<T: AccountDetails> Account<T> {
    pub(super) fn read(row: &Row) -> rusqlite::Result<Self> {
        read_row!(row => Self {
            id, name, password_hash, last_used_at: row.get(T::LAST_USED_COLUMN)?, details: T::read(row)?
        })
    }

    pub fn find(connection: &Connection, name: &str) -> rusqlite::Result<Option<Self>> {
        query_optional(connection, &format!("SELECT * FROM {} WHERE name = ?", T::KIND), [name], Self::read)
    }

    pub fn all(connection: &Connection) -> rusqlite::Result<Vec<Self>> {
        query_all(connection, &format!("SELECT * FROM {} ORDER BY name", T::KIND), [], Self::read)
    }

    /// Returns the account of this name, or an error that suggests the most similar name.
    pub fn find_existing(connection: &Connection, name: &str) -> Result<Self> {
        if let Some(found) = Self::find(connection, name)? {
            return Ok(found);
        }
        let known = Self::all(connection)?.into_iter().map(|account| account.name).collect();
        Err(AccountError::Unknown { kind: T::KIND, name: name.to_owned(), known }.into())
    }

    /// Adds an account. `report` shows the password before the commit. If `report` fails, no account is added.
    pub fn add(
        database: &mut Database,
        attribution: &Attribution,
        (name, password_hash): (&str, &str),
        new: &T::New,
        report: impl FnOnce() -> Result<()>,
    ) -> Result<()> {
        change_and_record(database, attribution, |connection| {
            refuse_taken_name(connection, T::KIND, name)?;
            T::insert(connection, name, password_hash, new)?;
            report()
        })
    }

    /// Adds an account, or replaces the password and the properties of the account with this name. An old password
    /// becomes invalid at once.
    pub fn add_or_update(
        database: &mut Database,
        attribution: &Attribution,
        (name, password_hash): (&str, &str),
        new: &T::New,
    ) -> Result<()> {
        change_and_record(database, attribution, |connection| match Self::find(connection, name)? {
            Some(stored) => {
                stored.replace_password(connection, password_hash, None)?;
                T::update(connection, stored.id, new)
            }
            None => T::insert(connection, name, password_hash, new),
        })
    }

    /// Replaces the password. Fails if the stored password is not as expected. `hash_new_password` receives the stored hash,
    /// whose salt the new hash can share.
    /// A credential's old password stays valid until `keep_until`. `report` works as in [`Self::add`].
    pub fn rotate(
        database: &mut Database,
        attribution: &Attribution,
        old: &PasswordToReplace,
        keep_until: Option<&str>,
        hash_new_password: impl FnOnce(&str) -> Result<String>,
        report: impl FnOnce() -> Result<()>,
    ) -> Result<()> {
        change_and_record(database, attribution, |connection| {
            let stored = Self::find_existing(connection, old.name)?;
            // an expected fingerprint refuses a form that was sent twice, or after another replacement
            let fingerprint = password_fingerprint(&stored.password_hash);
            if old.expected_fingerprint.is_some_and(|expected| expected != fingerprint) {
                return Err(AccountError::PasswordReplaced { kind: T::KIND, name: stored.name }.into());
            }
            let new_hash = hash_new_password(&stored.password_hash)?;
            stored.replace_password(connection, &new_hash, keep_until)?;
            report()
        })
    }

    /// Deletes an account. Fails for the last owner, unless `may_leave_no_owner`.
    pub fn revoke(
        database: &mut Database,
        attribution: &Attribution,
        name: &str,
        may_leave_no_owner: bool,
    ) -> Result<()> {
        Self::change_keeping_owner(database, attribution, name, may_leave_no_owner, |connection, id| {
            Ok(connection.execute(&format!("DELETE FROM {} WHERE id = ?", T::KIND), [id]).map(drop)?)
        })
    }

    pub fn change<R>(
        database: &mut Database,
        attribution: &Attribution,
        name: &str,
        change: impl FnOnce(&Connection, i64) -> Result<R>,
    ) -> Result<R> {
        change_and_record(database, attribution, |connection| {
            change(connection, Self::find_existing(connection, name)?.id)
        })
    }

    /// Runs `change` on an account. Fails if the change removes the last owner, unless `may_leave_no_owner`.
    pub fn change_keeping_owner(
        database: &mut Database,
        attribution: &Attribution,
        name: &str,
        may_leave_no_owner: bool,
        change: impl FnOnce(&Connection, i64) -> Result<()>,
    ) -> Result<()> {
        Self::change(database, attribution, name, |connection, id| {
            // a change that leaves the last owner an owner is allowed
            let was_last_owner = T::is_last_owner(connection, name)?;
            change(connection, id)?;
            if was_last_owner && !may_leave_no_owner && !T::is_last_owner(connection, name)? {
                return Err(AccountError::LastOwner(name.to_owned()).into());
            }
            Ok(())
        })
    }

    /// Sets the hash of the password. The old password stays valid until `keep_until`; `None` ends it at once.
    fn replace_password(&self, connection: &Connection, hash: &str, keep_until: Option<&str>) -> rusqlite::Result<()> {
        let kept_hash = keep_until.map(|_| &self.password_hash);
        connection.execute(T::SET_PASSWORD_SQL, params![hash, kept_hash, keep_until, self.id]).map(drop)
    }
}

pub struct PasswordToReplace<'a> {
    pub name: &'a str,
    /// The fingerprint that the stored password must have, so that a form sent twice replaces it once; `None` for any.
    pub expected_fingerprint: Option<&'a str>,
}

/// Returns a digest that identifies a stored password without revealing its hash.
pub fn password_fingerprint(hash: &str) -> String {
    to_hex(&Blake2b256::digest(hash))
}

/// Checks and trims the name of a new account. Sign-in trims names, too.
pub fn check_new_name(kind: AccountKind, name: &str) -> Result<&str, AccountError> {
    let name = check_text(name, MAX_TEXT_CHARACTERS).map_err(|error| AccountError::InvalidName(kind, error))?;
    match name.chars().find(|c| is_invisible(*c)) {
        Some(invisible) => Err(AccountError::InvisibleCharacter { kind, code_point: invisible.into() }),
        None if name.is_empty() => Err(AccountError::Unnamed(kind)),
        None => Ok(name),
    }
}

/// Fails if an account has this name, ignoring case. Earlier versions allowed names that differ only in case.
fn refuse_taken_name(connection: &Connection, kind: AccountKind, name: &str) -> Result<()> {
    // `name <> ?` is false for the same letter case, and false sorts first: the error names that account
    let select = format!("SELECT name FROM {kind} WHERE lower_case(name) = ? ORDER BY name <> ? LIMIT 1");
    match query_optional(connection, &select, [&name.to_lowercase(), name], |row| row.get(0))? {
        Some(existing_name) => Err(AccountError::Taken { kind, name: existing_name }.into()),
        None => Ok(()),
    }
}
