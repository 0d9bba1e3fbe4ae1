//! Accounts: the credentials of connectors and the operators of the console. Both have a name, a password and the same
//! rules for them. What only one kind has is in `credential.rs` and `operator.rs`; passwords are hashed by the gate.
//!
//! A change and its ledger entry are one transaction. Times are the machine's own clock in UTC, as `instant_text`
//! writes it.

use std::fmt;

use anyhow::Result;
use blake2::{Blake2b256, Digest};
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::action::act;
use super::connection::Database;
use crate::ledger::Attribution;
use crate::model::message::{Message, MessageName};
use crate::model::nearest::near;
use crate::model::text::{LONGEST, TextError, checked, hex, is_unseen};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccountKind {
    /// Lets a connector call the API.
    Credential,
    /// Lets a person sign in to the console.
    Operator,
}

impl AccountKind {
    /// Returns a message about an account of this kind.
    pub fn message(self, name: MessageName, account: &str) -> Message {
        let kind = match self {
            AccountKind::Credential => MessageName::Credential,
            AccountKind::Operator => MessageName::Operator,
        };
        Message::new(name).with_part(kind).with(account)
    }

    fn with_article(self) -> MessageName {
        match self {
            AccountKind::Credential => MessageName::ACredential,
            AccountKind::Operator => MessageName::AnOperator,
        }
    }
}

/// Writes the name of the kind, which is also the name of its table.
impl fmt::Display for AccountKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AccountKind::Credential => "credential",
            AccountKind::Operator => "operator",
        })
    }
}

/// Why an account is not added, changed or removed.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum AccountError {
    /// The name is in use, perhaps with letters of the other case.
    Taken { kind: AccountKind, name: String },
    /// No account has the name; `known` are the names that exist.
    Unknown { kind: AccountKind, name: String, known: Vec<String> },
    /// The name is empty.
    Nameless { kind: AccountKind },
    /// The name is too long or has a forbidden character.
    Unfit(AccountKind, TextError),
    /// The name has an invisible character, so that it could be mistaken for another.
    Unseen(AccountKind, u32),
    /// The password is no longer the one that was to be replaced.
    Replaced { kind: AccountKind, name: String },
    /// No operator would be left with the role of owner.
    LastOwner(String),
}

impl AccountError {
    pub fn message(&self) -> Message {
        match self {
            AccountError::Taken { kind, name } => {
                kind.message(MessageName::NameTaken, name).with(kind).with_part(kind.with_article())
            }
            AccountError::Unknown { kind, name, known } => {
                kind.message(MessageName::NoSuchAccount, name).with_nearest(near(name, known))
            }
            AccountError::Nameless { kind } => kind.message(MessageName::NameNeeded, "").with_part(kind.with_article()),
            AccountError::Unfit(kind, error) => kind.message(MessageName::NameUnfit, "").with_part(error.message()),
            AccountError::Unseen(kind, code) => {
                kind.message(MessageName::NameUnseen, "").with(format_args!("U+{code:04X}"))
            }
            AccountError::Replaced { kind, name } => kind.message(MessageName::PasswordReplaced, name),
            AccountError::LastOwner(name) => Message::new(MessageName::LastOwner).with(name),
        }
    }
}

#[derive(Debug, Clone)]
pub struct Account<T> {
    pub id: i64,
    /// The name to sign in with.
    pub name: String,
    /// The hash of the password, in PHC form.
    pub password_hash: String,
    /// When the account was last used, to the minute or so.
    pub last_used_at: Option<String>,
    /// What only accounts of this kind have.
    pub details: T,
}

/// What only accounts of one kind have, and where it is stored.
pub trait AccountDetails: Sized {
    const KIND: AccountKind;
    /// The column with the time of the last use.
    const LAST_USED: &'static str;
    /// Stores a new password hash `?1` of the account `?4`, and the hash `?2` of the old password, valid until `?3`.
    const SET_PASSWORD: &'static str;
    /// The details of an account that is added.
    type New;

    /// Reads the details from a row of the kind's table.
    fn read(row: &Row) -> rusqlite::Result<Self>;

    fn insert(connection: &Connection, name: &str, password_hash: &str, new: &Self::New) -> Result<()>;

    /// Gives an existing account the details of a new one.
    fn renew(connection: &Connection, id: i64, new: &Self::New) -> Result<()>;

    /// Returns whether the account of this name is the only owner among the operators.
    fn is_last_owner(_: &Connection, _name: &str) -> rusqlite::Result<bool> {
        Ok(false)
    }
}

impl<T: AccountDetails> Account<T> {
    fn read(row: &Row) -> rusqlite::Result<Self> {
        Ok(Self {
            id: row.get("id")?,
            name: row.get("name")?,
            password_hash: row.get("password_hash")?,
            last_used_at: row.get(T::LAST_USED)?,
            details: T::read(row)?,
        })
    }

    /// Returns the account of this name.
    pub fn find(connection: &Connection, name: &str) -> rusqlite::Result<Option<Self>> {
        let select = format!("SELECT * FROM {} WHERE name = ?", T::KIND);
        connection.prepare_cached(&select)?.query_row([name], Self::read).optional()
    }

    /// Returns every account of the kind, by name.
    pub fn all(connection: &Connection) -> rusqlite::Result<Vec<Self>> {
        let select = format!("SELECT * FROM {} ORDER BY name", T::KIND);
        connection.prepare(&select)?.query_map([], Self::read)?.collect()
    }

    /// Returns the account of this name, or an error that names the nearest one.
    pub fn existing(connection: &Connection, name: &str) -> Result<Self> {
        if let Some(found) = Self::find(connection, name)? {
            return Ok(found);
        }
        let known = Self::all(connection)?.into_iter().map(|account| account.name).collect();
        Err(AccountError::Unknown { kind: T::KIND, name: name.to_owned(), known }.into())
    }

    /// Adds an account. `tell` reports its password before the commit: if it fails, nothing is added.
    pub fn add(
        database: &mut Database,
        by: &Attribution,
        (name, password_hash): (&str, &str),
        new: &T::New,
        tell: impl FnOnce() -> Result<()>,
    ) -> Result<()> {
        act(database, by, |connection| {
            refuse_similar_name(connection, T::KIND, name)?;
            T::insert(connection, name, password_hash, new)?;
            tell()
        })
    }

    /// Adds an account, or gives the one of this name the password and details of the new one.
    pub fn renew(
        database: &mut Database,
        by: &Attribution,
        (name, password_hash): (&str, &str),
        new: &T::New,
    ) -> Result<()> {
        act(database, by, |connection| match Self::find(connection, name)? {
            Some(stored) => {
                stored.replace_password(connection, password_hash, None)?;
                T::renew(connection, stored.id, new)
            }
            None => T::insert(connection, name, password_hash, new),
        })
    }

    /// Replaces the password by one whose hash `hash` makes, given the present hash. The present password stays valid
    /// until `keep_until`, for credentials only. `tell` reports the password before the commit, as for [`Self::add`].
    pub fn rotate(
        database: &mut Database,
        by: &Attribution,
        present: &PresentPassword,
        keep_until: Option<&str>,
        hash: impl FnOnce(&str) -> Result<String>,
        tell: impl FnOnce() -> Result<()>,
    ) -> Result<()> {
        act(database, by, |connection| {
            let stored = Self::existing(connection, present.name)?;
            if present.mark.is_some_and(|known| known != password_mark(&stored.password_hash)) {
                return Err(AccountError::Replaced { kind: T::KIND, name: stored.name }.into());
            }
            stored.replace_password(connection, &hash(&stored.password_hash)?, keep_until)?;
            tell()
        })
    }

    pub fn revoke(database: &mut Database, by: &Attribution, name: &str, may_leave_no_owner: bool) -> Result<()> {
        Self::change(database, by, name, may_leave_no_owner, |connection, id| {
            connection.execute(&format!("DELETE FROM {} WHERE id = ?", T::KIND), [id])?;
            Ok(())
        })
    }

    /// Changes the account of this name, given its row. A change that leaves no owner where there was one is an error,
    /// unless `may_leave_no_owner`.
    pub(super) fn change<R>(
        database: &mut Database,
        by: &Attribution,
        name: &str,
        may_leave_no_owner: bool,
        change: impl FnOnce(&Connection, i64) -> Result<R>,
    ) -> Result<R> {
        act(database, by, |connection| {
            let id = Self::existing(connection, name)?.id;
            let was_last = T::is_last_owner(connection, name)?;
            let changed = change(connection, id)?;
            if was_last && !may_leave_no_owner && !T::is_last_owner(connection, name)? {
                return Err(AccountError::LastOwner(name.to_owned()).into());
            }
            Ok(changed)
        })
    }

    fn replace_password(&self, connection: &Connection, hash: &str, keep_until: Option<&str>) -> rusqlite::Result<()> {
        let old = keep_until.map(|_| &self.password_hash);
        connection.execute(T::SET_PASSWORD, params![hash, old, keep_until, self.id]).map(drop)
    }
}

/// The password that is to be replaced.
pub struct PresentPassword<'a> {
    pub name: &'a str,
    /// The password's [`mark`], if only that password may be replaced: a form that is sent twice replaces one.
    pub mark: Option<&'a str>,
}

/// Returns a digest that identifies the password of this hash and reveals nothing else.
pub fn password_mark(hash: &str) -> String {
    hex(&Blake2b256::digest(hash))
}

/// Checks and trims the name of a new account; names are trimmed at sign-in too.
pub fn check_new_name(kind: AccountKind, name: &str) -> Result<&str, AccountError> {
    let name = checked(name, LONGEST).map_err(|unfit| AccountError::Unfit(kind, unfit))?;
    match name.chars().find(|c| is_unseen(*c)) {
        Some(unseen) => Err(AccountError::Unseen(kind, unseen.into())),
        None if name.is_empty() => Err(AccountError::Nameless { kind }),
        None => Ok(name),
    }
}

/// Refuses a name that differs from an existing one at most in the case of letters. Older accounts may have such names.
fn refuse_similar_name(connection: &Connection, kind: AccountKind, name: &str) -> Result<()> {
    let like = format!("SELECT name FROM {kind} WHERE lower_case(name) = ? ORDER BY name <> ? LIMIT 1");
    let taken = connection
        .prepare_cached(&like)?
        .query_row([name.to_lowercase().as_str(), name], |row| row.get(0))
        .optional()?;
    match taken {
        Some(name) => Err(AccountError::Taken { kind, name }.into()),
        None => Ok(()),
    }
}
