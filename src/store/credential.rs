//! Credentials: the accounts of connectors, with their grants.

use anyhow::{Result, bail};
use rusqlite::{Connection, Row, params};

use super::account::{Account, AccountDetails, AccountKind};
use crate::ledger::query::{query_all, query_optional};
use crate::model::message::{Message, MessageName};
use crate::model::time::current_instant;

pub type Credential = Account<CredentialDetails>;

#[derive(Debug, Clone)]
pub struct CredentialDetails {
    /// The password before the last rotation, if the rotation kept it valid for a time. It may have expired.
    pub old_password: Option<OldPassword>,
    /// Whether responses have an envelope even where a bare document is the default.
    pub always_envelope: bool,
}

#[derive(Debug, Clone)]
pub struct OldPassword {
    pub hash: String,
    /// The time at which the password expires, in UTC.
    pub until: String,
}

impl Credential {
    /// Returns the old password if it is still valid at `now`, an instant in UTC.
    pub fn valid_old_password(&self, now: &str) -> Option<&OldPassword> {
        self.details.old_password.as_ref().filter(|old| now < old.until.as_str())
    }
}

pub struct NewCredential {
    pub always_envelope: bool,
    pub operations: Vec<&'static str>,
}

impl AccountDetails for CredentialDetails {
    const KIND: AccountKind = AccountKind::Credential;
    const LAST_USED_COLUMN: &'static str = "last_used_at";
    const SET_PASSWORD_SQL: &'static str =
        "UPDATE credential SET password_hash = ?1, old_password_hash = ?2, old_password_until = ?3 WHERE id = ?4";
    type New = NewCredential;

    fn read(row: &Row) -> rusqlite::Result<Self> {
        let hash: Option<String> = row.get("old_password_hash")?;
        let until: Option<String> = row.get("old_password_until")?;
        Ok(Self {
            old_password: hash.zip(until).map(|(hash, until)| OldPassword { hash, until }),
            always_envelope: row.get("always_envelope")?,
        })
    }

    fn insert(connection: &Connection, name: &str, password_hash: &str, new: &NewCredential) -> Result<()> {
        let sql = "INSERT INTO credential (name, password_hash, always_envelope, created_at) VALUES (?, ?, ?, ?)";
        connection.execute(sql, params![name, password_hash, new.always_envelope, current_instant()])?;
        GRANT.apply(connection, connection.last_insert_rowid(), &new.operations).map(drop)
    }

    /// Adds grants. `always_envelope` is not changed.
    fn update(connection: &Connection, id: i64, new: &NewCredential) -> Result<()> {
        GRANT.apply(connection, id, &new.operations).map(drop)
    }
}

pub fn grants(connection: &Connection, credential: i64) -> rusqlite::Result<Vec<String>> {
    let sql = "SELECT operation FROM credential_grant WHERE credential = ? ORDER BY operation";
    query_all(connection, sql, [credential], |row| row.get(0))
}

pub fn is_granted(connection: &Connection, credential: i64, operation: &str) -> rusqlite::Result<bool> {
    let sql = "SELECT 1 FROM credential_grant WHERE credential = ? AND operation = ?";
    connection.prepare_cached(sql)?.exists(params![credential, operation])
}

/// A change of grants: [`GRANT`] or [`DENY`].
pub struct GrantAction {
    pub message: MessageName,
    sql: &'static str,
}

impl GrantAction {
    /// Grants or denies the named operations. Returns the names of all operations that are granted afterwards.
    pub fn apply(&self, connection: &Connection, credential: i64, operations: &[&str]) -> Result<Vec<String>> {
        for operation in operations {
            connection.execute(self.sql, params![credential, operation])?;
        }
        Ok(grants(connection, credential)?)
    }
}

pub const GRANT: GrantAction = GrantAction {
    message: MessageName::GrantOperations,
    sql: "INSERT OR IGNORE INTO credential_grant (credential, operation) VALUES (?, ?)",
};

pub const DENY: GrantAction = GrantAction {
    message: MessageName::DenyOperations,
    sql: "DELETE FROM credential_grant WHERE credential = ? AND operation = ?",
};

/// The number of characters in a token's prefix. The prefix identifies the token in lists and in revocations.
const PREFIX_LENGTH: usize = 12;

/// A token of a credential, without its secret part.
pub struct Token {
    pub prefix: String,
    pub expires_at: Option<String>,
    pub last_used_at: Option<String>,
}

pub fn tokens(connection: &Connection, credential: i64) -> rusqlite::Result<Vec<Token>> {
    let sql = "SELECT * FROM credential_token WHERE credential = ? ORDER BY created_at, prefix";
    query_all(connection, sql, [credential], |row| read_row!(row => Token { prefix, expires_at, last_used_at }))
}

/// Returns the credential of the token with this digest, and the time at which the token expires, if ever. Returns
/// `None` if the token is unknown or has expired at `now`. The database stores digests only.
pub fn find_by_token(
    connection: &Connection,
    digest: &str,
    now: &str,
) -> rusqlite::Result<Option<(Credential, Option<String>)>> {
    let sql = "SELECT c.*, t.expires_at
               FROM credential_token AS t JOIN credential AS c ON c.id = t.credential
               WHERE t.digest = ?1 AND (t.expires_at IS NULL OR t.expires_at > ?2)";
    query_optional(connection, sql, [digest, now], |row| Ok((Credential::read(row)?, row.get("expires_at")?)))
}

/// Stores the prefix and the digest of a token, but not its secret part. It never expires if `expires` is `None`.
pub fn add_token(
    connection: &Connection,
    credential: i64,
    (token, digest, expires): (&str, &str, Option<&str>),
) -> Result<()> {
    let sql =
        "INSERT INTO credential_token (credential, prefix, digest, created_at, expires_at) VALUES (?, ?, ?, ?, ?)";
    connection.execute(sql, params![credential, token_prefix(token), digest, current_instant(), expires])?;
    Ok(())
}

/// Removes a credential's token. `prefix` may be the whole token. `name` is the credential's name, for the error.
pub fn revoke_token(connection: &Connection, credential: i64, name: &str, prefix: &str) -> Result<()> {
    let prefix = token_prefix(prefix);
    let delete = "DELETE FROM credential_token WHERE credential = ? AND prefix = ?";
    if connection.execute(delete, params![credential, prefix])? == 0 {
        let prefixes: Vec<_> = tokens(connection, credential)?.into_iter().map(|token| token.prefix).collect();
        let message = Message::new(MessageName::NoSuchToken).with(prefix).with(name);
        bail!(match &prefixes[..] {
            [] => message.with_part(MessageName::NoToken),
            known => message.with(known.join(", ")),
        });
    }
    Ok(())
}

/// Returns the first characters of a token, which are not secret.
pub fn token_prefix(token: &str) -> String {
    token.chars().take(PREFIX_LENGTH).collect()
}

pub fn record_token_use(connection: &Connection, digest: &str, at: &str) -> rusqlite::Result<()> {
    let update = "UPDATE credential_token SET last_used_at = ? WHERE digest = ?";
    connection.prepare_cached(update)?.execute([at, digest]).map(drop)
}

pub fn record_use(connection: &Connection, credential: i64, at: &str) -> rusqlite::Result<()> {
    let update = "UPDATE credential SET last_used_at = ? WHERE id = ?";
    connection.prepare_cached(update)?.execute(params![at, credential]).map(drop)
}
