//! Stores the second factors of operators: secrets and recovery codes. The gate computes and checks codes.

use anyhow::{Result, bail};
use rusqlite::{Connection, params};

use crate::ledger::query::query_optional;
use crate::model::message::{Message, MessageName};
use crate::model::time::current_instant;

/// An operator's second factor: the secret from which the operator's app computes a code for each time step.
pub struct SecondFactor {
    pub secret: Vec<u8>,
    /// The newest time step of a used code. Codes of this step and of earlier steps are refused.
    pub last_step: i64,
    pub created_at: String,
}

impl SecondFactor {
    pub fn find(connection: &Connection, operator: i64) -> rusqlite::Result<Option<Self>> {
        let sql = "SELECT secret, last_step, created_at FROM operator_second_factor WHERE operator = ?";
        query_optional(connection, sql, [operator], |row| read_row!(row => Self { secret, last_step, created_at }))
    }
}

pub fn count_recovery_codes(connection: &Connection, operator: i64) -> rusqlite::Result<i64> {
    let count = "SELECT count(*) FROM operator_recovery_code WHERE operator = ?";
    connection.query_row(count, [operator], |row| row.get(0))
}

/// Sets the second factor of an operator. `step` is the time step of the code that confirmed the secret.
pub fn set(
    connection: &Connection,
    operator: i64,
    (secret, step): (&[u8], i64),
    recovery_digests: &[String],
) -> Result<()> {
    // also deletes the recovery codes, which refer to the second factor
    connection.execute("DELETE FROM operator_second_factor WHERE operator = ?", [operator])?;
    let insert = "INSERT INTO operator_second_factor (operator, secret, last_step, created_at) VALUES (?, ?, ?, ?)";
    connection.execute(insert, params![operator, secret, step, current_instant()])?;
    insert_recovery_codes(connection, operator, recovery_digests)
}

pub fn renew_recovery_codes(connection: &Connection, operator: i64, digests: &[String]) -> Result<()> {
    connection.execute("DELETE FROM operator_recovery_code WHERE operator = ?", [operator])?;
    insert_recovery_codes(connection, operator, digests)
}

fn insert_recovery_codes(connection: &Connection, operator: i64, digests: &[String]) -> Result<()> {
    let mut insert = connection.prepare("INSERT INTO operator_recovery_code (operator, digest) VALUES (?, ?)")?;
    Ok(digests.iter().try_for_each(|digest| insert.execute(params![operator, digest]).map(drop))?)
}

/// Removes the second factor of the operator `name`.
pub fn remove(connection: &Connection, operator: i64, name: &str) -> Result<()> {
    match connection.execute("DELETE FROM operator_second_factor WHERE operator = ?", [operator])? {
        0 => bail!(Message::new(MessageName::HasNoSecondFactor).with(name)),
        _ => Ok(()),
    }
}

/// Marks the code of a time step as used. Returns false if this or a newer code was used, or the secret was replaced.
pub fn use_code(connection: &Connection, operator: i64, secret: &[u8], step: i64) -> rusqlite::Result<bool> {
    let update = "UPDATE operator_second_factor SET last_step = ?3
                  WHERE operator = ?1 AND secret = ?2 AND last_step < ?3";
    Ok(connection.execute(update, params![operator, secret, step])? > 0)
}

/// Removes the recovery code with this digest. Returns false if the operator has no such code.
pub fn use_recovery_code(connection: &Connection, operator: i64, digest: &str) -> rusqlite::Result<bool> {
    let delete = "DELETE FROM operator_recovery_code WHERE operator = ? AND digest = ?";
    Ok(connection.execute(delete, params![operator, digest])? > 0)
}
