//! Credentials as they are kept: who may call, with which password, granted what.
//!
//! Passwords come and go as hashes; making and comparing them is the gate's. Moments are the machine's own
//! clock in UTC, as [`instant_text`] writes it. A change is a whole act: it stands together with its entry in
//! the ledger, or not at all.

use anyhow::Result;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::access::{Present, Whose, act, known, refuse_taken};
use super::connection::Database;
use crate::ledger::Attribution;
use crate::model::time::instant_text;

/// A stored credential.
#[derive(Debug, Clone)]
pub struct Credential {
    /// Its row.
    pub id: i64,
    /// What a caller sends as username.
    pub name: String,
    /// The hash of its password, in PHC form.
    pub password_hash: String,
    /// The password before the last rotation, while that holds too.
    pub old: Option<OldPassword>,
    /// Whether it is answered in an envelope even where a bare document is due.
    pub always_envelope: bool,
    /// When it was last let in, to the minute or so.
    pub last_used_at: Option<String>,
}

/// A password that a rotation left in force for a while.
#[derive(Debug, Clone)]
pub struct OldPassword {
    /// Its hash, with the salt of the present one.
    pub hash: String,
    /// When it ends.
    pub until: String,
}

impl OldPassword {
    /// Whether it still holds at this moment.
    pub fn holds(&self, now: &str) -> bool {
        now < self.until.as_str()
    }
}

impl Credential {
    fn read(row: &Row) -> rusqlite::Result<Self> {
        let hash: Option<String> = row.get("old_password_hash")?;
        let until: Option<String> = row.get("old_password_until")?;
        Ok(Self {
            id: row.get("id")?,
            name: row.get("name")?,
            password_hash: row.get("password_hash")?,
            old: hash.zip(until).map(|(hash, until)| OldPassword { hash, until }),
            always_envelope: row.get("always_envelope")?,
            last_used_at: row.get("last_used_at")?,
        })
    }
}

/// The credential of this name.
pub fn find(connection: &Connection, name: &str) -> rusqlite::Result<Option<Credential>> {
    connection.prepare_cached("SELECT * FROM credential WHERE name = ?")?.query_row([name], Credential::read).optional()
}

/// Every credential, by name.
pub fn all(connection: &Connection) -> rusqlite::Result<Vec<Credential>> {
    connection.prepare("SELECT * FROM credential ORDER BY name")?.query_map([], Credential::read)?.collect()
}

/// The neutral names of the operations that a credential is granted.
pub fn grants(connection: &Connection, credential: i64) -> rusqlite::Result<Vec<String>> {
    connection
        .prepare("SELECT operation FROM credential_grant WHERE credential = ? ORDER BY operation")?
        .query_map([credential], |row| row.get(0))?
        .collect()
}

/// Whether a credential is granted the operation of this neutral name.
pub fn is_granted(connection: &Connection, credential: i64, operation: &str) -> rusqlite::Result<bool> {
    connection
        .prepare_cached("SELECT 1 FROM credential_grant WHERE credential = ? AND operation = ?")?
        .exists(params![credential, operation])
}

/// A credential to be.
pub struct New<'a> {
    /// What a caller will send as username.
    pub name: &'a str,
    /// The hash of its password.
    pub password_hash: &'a str,
    /// Whether it is answered in an envelope even where a bare document is due.
    pub always_envelope: bool,
    /// The neutral names of the operations that it is granted.
    pub operations: &'a [&'a str],
}

/// What becomes of operations of a credential.
pub struct Grants {
    /// What doing so is called.
    pub name: &'static str,
    each: &'static str,
}

impl Grants {
    fn each(&self, connection: &Connection, credential: i64, operations: &[&str]) -> Result<()> {
        for operation in operations {
            connection.execute(self.each, params![credential, operation])?;
        }
        Ok(())
    }
}

/// They are granted, if they are not yet.
pub const GRANT: Grants =
    Grants { name: "grant", each: "INSERT OR IGNORE INTO credential_grant (credential, operation) VALUES (?, ?)" };

/// They are taken back, if they are granted.
pub const DENY: Grants =
    Grants { name: "deny", each: "DELETE FROM credential_grant WHERE credential = ? AND operation = ?" };

/// The credential of this name; an unknown one is refused with the nearest.
pub fn existing(connection: &Connection, name: &str) -> Result<Credential> {
    known(connection, Whose::Credential, name, find(connection, name)?)
}

/// Adds a credential, once `tell` has told whoever needs its password: where that fails, nothing is added.
pub fn add(database: &mut Database, by: &Attribution, new: &New, tell: impl FnOnce() -> Result<()>) -> Result<()> {
    act(database, by, |connection| {
        refuse_taken(connection, Whose::Credential, new.name)?;
        insert(connection, new)?;
        tell()
    })
}

/// Adds a credential, or gives the one of this name the password and the operations of the new one.
pub fn renew(database: &mut Database, by: &Attribution, new: &New) -> Result<()> {
    act(database, by, |connection| {
        let Some(stored) = find(connection, new.name)? else {
            return insert(connection, new);
        };
        replace(connection, stored.id, new.password_hash, None)?;
        GRANT.each(connection, stored.id, new.operations)
    })
}

/// Grants a credential operations or takes them back, by their neutral names; all that it is granted then.
pub fn regrant(
    database: &mut Database,
    by: &Attribution,
    name: &str,
    change: Grants,
    operations: &[&str],
) -> Result<Vec<String>> {
    act(database, by, |connection| {
        let id = existing(connection, name)?.id;
        change.each(connection, id, operations)?;
        Ok(grants(connection, id)?)
    })
}

/// Gives a credential the password that `hash` makes of the hash of the present one, once `tell` has told whoever needs
/// it. The present one holds until `until`, or no longer.
pub fn rotate(
    database: &mut Database,
    by: &Attribution,
    present: &Present,
    until: Option<&str>,
    hash: impl FnOnce(&str) -> Result<String>,
    tell: impl FnOnce() -> Result<()>,
) -> Result<()> {
    act(database, by, |connection| {
        let stored = existing(connection, present.name)?;
        present.check(Whose::Credential, &stored.password_hash)?;
        let old = until.map(|until| (stored.password_hash.as_str(), until));
        replace(connection, stored.id, &hash(&stored.password_hash)?, old)?;
        tell()
    })
}

/// Removes a credential and what it was granted.
pub fn revoke(database: &mut Database, by: &Attribution, name: &str) -> Result<()> {
    act(database, by, |connection| {
        let id = existing(connection, name)?.id;
        connection.execute("DELETE FROM credential WHERE id = ?", [id])?;
        Ok(())
    })
}

fn insert(connection: &Connection, new: &New) -> Result<()> {
    connection.execute(
        "INSERT INTO credential (name, password_hash, always_envelope, created_at) VALUES (?, ?, ?, ?)",
        params![new.name, new.password_hash, new.always_envelope, instant_text()],
    )?;
    let id = connection.last_insert_rowid();
    GRANT.each(connection, id, new.operations)
}

/// Gives a credential another password, and the old one an end: `None` ends it at once.
fn replace(connection: &Connection, credential: i64, password_hash: &str, old: Option<(&str, &str)>) -> Result<()> {
    connection.execute(
        "UPDATE credential SET password_hash = ?, old_password_hash = ?, old_password_until = ? WHERE id = ?",
        params![password_hash, old.map(|(hash, _)| hash), old.map(|(_, until)| until), credential],
    )?;
    Ok(())
}

/// Keeps when a credential was last let in.
pub fn used(connection: &Connection, credential: i64, at: &str) -> rusqlite::Result<()> {
    connection
        .prepare_cached("UPDATE credential SET last_used_at = ? WHERE id = ?")?
        .execute(params![at, credential])?;
    Ok(())
}
