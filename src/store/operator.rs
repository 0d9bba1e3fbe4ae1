//! Operators as they are kept: who may come in to the console, with which password and role.
//!
//! Passwords come and go as hashes; making and comparing them is the gate's. A change is a whole act: it stands together
//! with its entry in the ledger, or not at all.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use anyhow::Result;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::act::act;
use super::connection::Database;
use super::unmade::WriteError;
use super::{Change, Writer};
use crate::ledger::{Door, Entry, Source};
use crate::model::nearest::did_you_mean;
use crate::model::time::instant_text;

/// What an operator may do; each role may all that those before it may.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Sees reports and data.
    Viewer,
    /// Changes and imports too.
    Editor,
    /// Credentials, operators, anonymising and backups too.
    Owner,
}

impl Role {
    /// All of them.
    pub const ALL: [Role; 3] = [Role::Viewer, Role::Editor, Role::Owner];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Role::Viewer => "viewer",
            Role::Editor => "editor",
            Role::Owner => "owner",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Role {
    type Err = &'static str;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let mut roles = Self::ALL.into_iter();
        let role = roles.find(|role| role.name() == name);
        role.ok_or("a role is viewer, editor or owner")
    }
}

/// A stored operator.
#[derive(Debug, Clone)]
pub struct Operator {
    /// The name to sign in with.
    pub name: String,
    /// What the operator may do.
    pub role: Role,
    /// The hash of the password, in PHC form.
    pub password_hash: String,
    /// When the operator last signed in.
    pub last_signed_in_at: Option<String>,
}

impl Operator {
    fn read(row: &Row) -> rusqlite::Result<Self> {
        let role: String = row.get("role")?;
        Ok(Self {
            name: row.get("name")?,
            // the table takes no other word
            role: role.parse().unwrap_or(Role::Viewer),
            password_hash: row.get("password_hash")?,
            last_signed_in_at: row.get("last_signed_in_at")?,
        })
    }
}

/// The operator of this name.
pub fn find(connection: &Connection, name: &str) -> rusqlite::Result<Option<Operator>> {
    connection
        .prepare_cached("SELECT * FROM operator WHERE name = ?")?
        .query_row([name], Operator::read)
        .optional()
}

/// Every operator, by name.
pub fn all(connection: &Connection) -> rusqlite::Result<Vec<Operator>> {
    connection
        .prepare("SELECT * FROM operator ORDER BY name")?
        .query_map([], Operator::read)?
        .collect()
}

/// Why an operator is not changed.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    /// There is one of this name.
    #[error("there is an operator {0} already; `operator rotate {0}` gives a new password")]
    Taken(String),
    /// There is none of this name; those that there are.
    #[error("there is no operator {name}{}", did_you_mean(name, known))]
    Unknown { name: String, known: Vec<String> },
}

/// The operator of this name; an unknown one is refused with the nearest.
pub fn existing(connection: &Connection, name: &str) -> Result<Operator> {
    if let Some(stored) = find(connection, name)? {
        return Ok(stored);
    }
    let known = all(connection)?.into_iter().map(|known| known.name);
    let (name, known) = (name.to_owned(), known.collect());
    Err(Refused::Unknown { name, known }.into())
}

/// What becomes of an operator.
pub enum Deed<'a> {
    /// Is added, with this hash of a password.
    Add(Role, &'a str),
    /// Is added, or has this role and password from now on.
    Renew(Role, &'a str),
    /// Has this role from now on.
    Appoint(Role),
    /// Has the password of this hash from now on.
    Rotate(&'a str),
    /// Is removed.
    Revoke,
}

impl Deed<'_> {
    fn on(&self, connection: &Connection, name: &str) -> Result<()> {
        let stored = find(connection, name)?;
        match self {
            Deed::Add(..) if stored.is_some() => return Err(Refused::Taken(name.to_owned()).into()),
            Deed::Add(role, hash) | Deed::Renew(role, hash) => {
                connection.execute(
                    "INSERT INTO operator (name, role, password_hash, created_at) VALUES (?, ?, ?, ?)
                     ON CONFLICT (name) DO UPDATE SET role = excluded.role, password_hash = excluded.password_hash",
                    params![name, role.name(), hash, instant_text()],
                )?;
                return Ok(());
            }
            Deed::Appoint(_) | Deed::Rotate(_) | Deed::Revoke => existing(connection, name)?,
        };
        match self {
            Deed::Appoint(role) => {
                let appoint = "UPDATE operator SET role = ? WHERE name = ?";
                connection.execute(appoint, [role.name(), name])?
            }
            Deed::Rotate(hash) => {
                let rotate = "UPDATE operator SET password_hash = ? WHERE name = ?";
                connection.execute(rotate, [hash, name])?
            }
            _ => connection.execute("DELETE FROM operator WHERE name = ?", [name])?,
        };
        Ok(())
    }
}

/// Does this to the operator of this name, once `tell` has told whoever needs the password: where that fails, nothing is
/// done.
pub fn deed(
    database: &mut Database,
    source: &Source,
    name: &str,
    deed: &Deed,
    tell: impl FnOnce() -> Result<()>,
) -> Result<()> {
    act(database, source, |connection| {
        deed.on(connection, name)?;
        tell()
    })
}

/// Tells in the audit that somebody signed in under this name and from this address, or failed to.
pub async fn tell_signing_in(
    writer: &Writer,
    name: &str,
    from: IpAddr,
    succeeded: bool,
) -> Result<(), WriteError> {
    let what = match succeeded {
        true => "signed in to the console from",
        false => "failed to sign in to the console from",
    };
    let source = Source {
        door: Door::Command,
        actor: name.to_owned(),
        action: format!("{what} {from}"),
    };
    let work = move |change: &mut Change| -> Result<(), WriteError> {
        Entry::new(change, &source).act()?;
        if succeeded {
            let signed_in = "UPDATE operator SET last_signed_in_at = ? WHERE name = ?";
            change.execute(signed_in, [&instant_text(), &source.actor])?;
        }
        Ok(())
    };
    writer.note(work).await
}
