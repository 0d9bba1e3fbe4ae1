//! Credentials as they are kept: who may call, with which password, granted what.
//!
//! Passwords come and go as hashes; making and comparing them is the gate's. Moments are the machine's own
//! clock in UTC, as [`instant_text`](crate::model::time::instant_text) writes it. Changes belong in a
//! `BEGIN IMMEDIATE` of the caller's, who also keeps in the ledger what was done.

use rusqlite::{Connection, OptionalExtension, Row, params};

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
            old: hash
                .zip(until)
                .map(|(hash, until)| OldPassword { hash, until }),
            always_envelope: row.get("always_envelope")?,
            last_used_at: row.get("last_used_at")?,
        })
    }
}

/// The credential of this name.
pub fn find(connection: &Connection, name: &str) -> rusqlite::Result<Option<Credential>> {
    connection
        .prepare_cached("SELECT * FROM credential WHERE name = ?")?
        .query_row([name], Credential::read)
        .optional()
}

/// Every credential, by name.
pub fn all(connection: &Connection) -> rusqlite::Result<Vec<Credential>> {
    connection
        .prepare("SELECT * FROM credential ORDER BY name")?
        .query_map([], Credential::read)?
        .collect()
}

/// The neutral names of the operations that a credential is granted.
pub fn grants(connection: &Connection, credential: i64) -> rusqlite::Result<Vec<String>> {
    connection
        .prepare("SELECT operation FROM credential_grant WHERE credential = ? ORDER BY operation")?
        .query_map([credential], |row| row.get(0))?
        .collect()
}

/// Whether a credential is granted the operation of this neutral name.
pub fn is_granted(
    connection: &Connection,
    credential: i64,
    operation: &str,
) -> rusqlite::Result<bool> {
    connection
        .prepare_cached("SELECT 1 FROM credential_grant WHERE credential = ? AND operation = ?")?
        .exists(params![credential, operation])
}

/// Adds a credential that is granted nothing yet; its id.
pub fn add(
    connection: &Connection,
    name: &str,
    password_hash: &str,
    always_envelope: bool,
    now: &str,
) -> rusqlite::Result<i64> {
    connection.execute(
        "INSERT INTO credential (name, password_hash, always_envelope, created_at) VALUES (?, ?, ?, ?)",
        params![name, password_hash, always_envelope, now],
    )?;
    Ok(connection.last_insert_rowid())
}

/// Grants an operation, by its neutral name; it may be granted already.
pub fn grant(connection: &Connection, credential: i64, operation: &str) -> rusqlite::Result<()> {
    connection.execute(
        "INSERT OR IGNORE INTO credential_grant (credential, operation) VALUES (?, ?)",
        params![credential, operation],
    )?;
    Ok(())
}

/// Takes an operation back; it need not be granted.
pub fn deny(connection: &Connection, credential: i64, operation: &str) -> rusqlite::Result<()> {
    connection.execute(
        "DELETE FROM credential_grant WHERE credential = ? AND operation = ?",
        params![credential, operation],
    )?;
    Ok(())
}

/// Gives a credential another password, and the old one an end: `None` ends it at once.
pub fn rotate(
    connection: &Connection,
    credential: i64,
    password_hash: &str,
    old: Option<&OldPassword>,
) -> rusqlite::Result<()> {
    connection.execute(
        "UPDATE credential SET password_hash = ?, old_password_hash = ?, old_password_until = ? WHERE id = ?",
        params![
            password_hash,
            old.map(|old| &old.hash),
            old.map(|old| &old.until),
            credential
        ],
    )?;
    Ok(())
}

/// Removes a credential and what it was granted.
pub fn revoke(connection: &Connection, credential: i64) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM credential WHERE id = ?", [credential])?;
    Ok(())
}

/// Keeps when a credential was last let in.
pub fn used(connection: &Connection, credential: i64, at: &str) -> rusqlite::Result<()> {
    connection
        .prepare_cached("UPDATE credential SET last_used_at = ? WHERE id = ?")?
        .execute(params![at, credential])?;
    Ok(())
}
