//! Operators as they are kept: who may come in to the console, with which password and role.
//!
//! Passwords come and go as hashes; making and comparing them is the gate's. A change is a whole act: it stands together
//! with its entry in the ledger, or not at all.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use anyhow::Result;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::access::{Present, Unchanged, Whose, act, known, refuse_taken};
use super::connection::Database;
use super::unmade::WriteError;
use super::{Change, Writer};
use crate::ledger::{Attribution, Door, Entry};
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
    /// Its row.
    pub id: i64,
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
            id: row.get("id")?,
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
    connection.prepare_cached("SELECT * FROM operator WHERE name = ?")?.query_row([name], Operator::read).optional()
}

/// Every operator, by name.
pub fn all(connection: &Connection) -> rusqlite::Result<Vec<Operator>> {
    connection.prepare("SELECT * FROM operator ORDER BY name")?.query_map([], Operator::read)?.collect()
}

/// The operator of this name; an unknown one is refused with the nearest.
pub fn existing(connection: &Connection, name: &str) -> Result<Operator> {
    known(connection, Whose::Operator, name, find(connection, name)?)
}

/// Adds an operator with this hash of a password, once `tell` has told whoever needs it: where that fails, nothing is
/// added.
pub fn add(
    database: &mut Database,
    by: &Attribution,
    (name, role, hash): (&str, Role, &str),
    tell: impl FnOnce() -> Result<()>,
) -> Result<()> {
    act(database, by, |connection| {
        refuse_taken(connection, Whose::Operator, name)?;
        put(connection, name, role, hash)?;
        tell()
    })
}

/// Adds an operator, or gives the one of this name the role and password.
pub fn renew(database: &mut Database, by: &Attribution, (name, role, hash): (&str, Role, &str)) -> Result<()> {
    act(database, by, |connection| put(connection, name, role, hash))
}

/// Gives an operator another role; whether the last owner may become something less is told by `leaves_none`.
pub fn appoint(database: &mut Database, by: &Attribution, name: &str, role: Role, leaves_none: bool) -> Result<()> {
    changed(database, by, name, leaves_none, |connection| {
        let appoint = "UPDATE operator SET role = ? WHERE name = ?";
        connection.execute(appoint, [role.name(), name])
    })
}

/// Gives an operator the password of this hash, once `tell` has told whoever needs it.
pub fn rotate(
    database: &mut Database,
    by: &Attribution,
    present: &Present,
    hash: &str,
    tell: impl FnOnce() -> Result<()>,
) -> Result<()> {
    act(database, by, |connection| {
        let stored = existing(connection, present.name)?;
        present.check(Whose::Operator, &stored.password_hash)?;
        let rotate = "UPDATE operator SET password_hash = ? WHERE name = ?";
        connection.execute(rotate, [hash, present.name])?;
        tell()
    })
}

/// Removes an operator; whether the last owner may be is told by `leaves_none`.
pub fn revoke(database: &mut Database, by: &Attribution, name: &str, leaves_none: bool) -> Result<()> {
    changed(database, by, name, leaves_none, |connection| {
        connection.execute("DELETE FROM operator WHERE name = ?", [name])
    })
}

/// Whether this is an owner and nobody else is.
pub fn is_last_owner(connection: &Connection, name: &str) -> rusqlite::Result<bool> {
    let owners = "SELECT count(*) = 1 AND max(name) = ? FROM operator WHERE role = 'owner'";
    connection.prepare_cached(owners)?.query_row([name], |row| Ok(row.get::<_, Option<bool>>(0)?.unwrap_or(false)))
}

/// Changes an operator, but refuses to leave no owner, where there was one, unless that is meant.
fn changed(
    database: &mut Database,
    by: &Attribution,
    name: &str,
    leaves_none: bool,
    change: impl FnOnce(&Connection) -> rusqlite::Result<usize>,
) -> Result<()> {
    act(database, by, |connection| {
        existing(connection, name)?;
        let was_last = is_last_owner(connection, name)?;
        change(connection)?;
        if was_last && !leaves_none && !is_last_owner(connection, name)? {
            return Err(Unchanged::LastOwner(name.to_owned()).into());
        }
        Ok(())
    })
}

fn put(connection: &Connection, name: &str, role: Role, hash: &str) -> Result<()> {
    connection.execute(
        "INSERT INTO operator (name, role, password_hash, created_at) VALUES (?, ?, ?, ?)
         ON CONFLICT (name) DO UPDATE SET role = excluded.role, password_hash = excluded.password_hash",
        params![name, role.name(), hash, instant_text()],
    )?;
    Ok(())
}

/// The outcome of a sign-in, or of giving the present password once more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignIn {
    /// Name and password were right.
    Done,
    /// They were wrong.
    Failed,
    /// There were too many failures before; the password was not looked at.
    Throttled,
    /// The operator is signed in and gave a wrong present password.
    Unconfirmed,
}

impl SignIn {
    fn text(self) -> &'static str {
        match self {
            SignIn::Done => "signed in to the console from",
            SignIn::Failed => "failed to sign in to the console from",
            SignIn::Throttled => "was throttled at signing in to the console from",
            SignIn::Unconfirmed => "gave a wrong present password in the console from",
        }
    }
}

/// Stands in the audit for a name that no operator has.
const UNKNOWN: &str = "(unknown)";

fn exists(connection: &Connection, name: &str) -> rusqlite::Result<bool> {
    connection.prepare_cached("SELECT 1 FROM operator WHERE name = ?")?.exists([name])
}

/// Writes into the audit how a sign-in under this name and from this address ended.
pub async fn audit_sign_in(writer: &Writer, name: &str, from: IpAddr, outcome: SignIn) -> Result<(), WriteError> {
    let action = format!("{} {from}", outcome.text());
    let mut by = Attribution { door: Door::Command, actor: name.to_owned(), action };
    let work = move |change: &mut Change| -> Result<(), WriteError> {
        // people type passwords and names of others into the field
        if outcome != SignIn::Done && !exists(change, &by.actor)? {
            by.actor = UNKNOWN.to_owned();
        }
        Entry::new(change, &by).act()?;
        if outcome == SignIn::Done {
            let signed_in = "UPDATE operator SET last_signed_in_at = ? WHERE name = ?";
            change.execute(signed_in, [&instant_text(), &by.actor])?;
        }
        Ok(())
    };
    writer.note(work).await
}
