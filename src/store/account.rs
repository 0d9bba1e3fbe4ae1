//! Accounts: the credentials of connectors (`credential.rs`) and the operators of the console (`operator.rs`), and their
//! common rules for names and passwords. The gate hashes passwords. Times are `instant_text`.

use std::fmt;

use anyhow::Result;
use blake2::{Blake2b256, Digest};
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::action::act;
use super::connection::Database;
use crate::ledger::Attribution;
use crate::model::message::{Message, MessageName};
use crate::model::nearest::find_close_name;
use crate::model::text::{MAX_TEXT_CHARACTERS, TextError, check_text, is_invisible, to_hex};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccountKind {
    Credential,
    Operator,
}

impl AccountKind {
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

#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum AccountError {
    /// The name is in use, perhaps in other case.
    Taken {
        kind: AccountKind,
        name: String,
    },
    /// With the existing names.
    Unknown {
        kind: AccountKind,
        name: String,
        known: Vec<String>,
    },
    Nameless {
        kind: AccountKind,
    },
    Unfit(AccountKind, TextError),
    /// The name has an invisible character.
    Unseen(AccountKind, u32),
    /// The password has been replaced meanwhile.
    Replaced {
        kind: AccountKind,
        name: String,
    },
    LastOwner(String),
}

impl AccountError {
    pub fn message(&self) -> Message {
        match self {
            AccountError::Taken { kind, name } => {
                kind.message(MessageName::NameTaken, name).with(kind).with_part(kind.with_article())
            }
            AccountError::Unknown { kind, name, known } => {
                kind.message(MessageName::NoSuchAccount, name).with_nearest(find_close_name(name, known))
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
    pub name: String,
    pub password_hash: String,
    pub last_used_at: Option<String>,
    pub details: T,
}

/// The details that only one kind has, and how they are stored.
pub trait AccountDetails: Sized {
    const KIND: AccountKind;
    const LAST_USED: &'static str;
    /// Stores a new password hash `?1` of the account `?4`, and the hash `?2` of the old password, valid until `?3`.
    const SET_PASSWORD: &'static str;
    type New;

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
        read_row!(row => Self {
            id, name, password_hash, last_used_at: row.get(T::LAST_USED)?, details: T::read(row)?
        })
    }

    pub fn find(connection: &Connection, name: &str) -> rusqlite::Result<Option<Self>> {
        let select = format!("SELECT * FROM {} WHERE name = ?", T::KIND);
        connection.prepare_cached(&select)?.query_row([name], Self::read).optional()
    }

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

    /// Adds an account. `report` shows its password before the commit: if it fails, nothing is added.
    pub fn add(
        database: &mut Database,
        by: &Attribution,
        (name, password_hash): (&str, &str),
        new: &T::New,
        report: impl FnOnce() -> Result<()>,
    ) -> Result<()> {
        act(database, by, |connection| {
            refuse_similar_name(connection, T::KIND, name)?;
            T::insert(connection, name, password_hash, new)?;
            report()
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

    /// Replaces the password; `hash` hashes the new one, given the present hash. A credential's old password stays valid
    /// until `keep_until`. `report` is as for [`Self::add`].
    pub fn rotate(
        database: &mut Database,
        by: &Attribution,
        present: &ReplacedPassword,
        keep_until: Option<&str>,
        hash: impl FnOnce(&str) -> Result<String>,
        report: impl FnOnce() -> Result<()>,
    ) -> Result<()> {
        act(database, by, |connection| {
            let stored = Self::existing(connection, present.name)?;
            if present.mark.is_some_and(|known| known != password_mark(&stored.password_hash)) {
                return Err(AccountError::Replaced { kind: T::KIND, name: stored.name }.into());
            }
            stored.replace_password(connection, &hash(&stored.password_hash)?, keep_until)?;
            report()
        })
    }

    pub fn revoke(database: &mut Database, by: &Attribution, name: &str, may_leave_no_owner: bool) -> Result<()> {
        Self::change(database, by, name, may_leave_no_owner, |connection, id| {
            connection.execute(&format!("DELETE FROM {} WHERE id = ?", T::KIND), [id])?;
            Ok(())
        })
    }

    /// Changes the account of this name. It is an error to remove the last owner, unless `may_leave_no_owner`.
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

pub struct ReplacedPassword<'a> {
    pub name: &'a str,
    /// The mark of the only password to replace, so that a form that is sent twice replaces one.
    pub mark: Option<&'a str>,
}

/// Returns a digest that identifies the password of this hash and reveals nothing else.
pub fn password_mark(hash: &str) -> String {
    to_hex(&Blake2b256::digest(hash))
}

/// Checks and trims the name of a new account; names are trimmed at sign-in too.
pub fn check_new_name(kind: AccountKind, name: &str) -> Result<&str, AccountError> {
    let name = check_text(name, MAX_TEXT_CHARACTERS).map_err(|unfit| AccountError::Unfit(kind, unfit))?;
    match name.chars().find(|c| is_invisible(*c)) {
        Some(unseen) => Err(AccountError::Unseen(kind, unseen.into())),
        None if name.is_empty() => Err(AccountError::Nameless { kind }),
        None => Ok(name),
    }
}

/// Refuses a name that equals an existing one but for case. Older accounts may have such names.
fn refuse_similar_name(connection: &Connection, kind: AccountKind, name: &str) -> Result<()> {
    let like = format!("SELECT name FROM {kind} WHERE lower_case(name) = ? ORDER BY name <> ? LIMIT 1");
    let values = [&name.to_lowercase(), name];
    match connection.prepare_cached(&like)?.query_row(values, |row| row.get(0)).optional()? {
        Some(name) => Err(AccountError::Taken { kind, name }.into()),
        None => Ok(()),
    }
}
