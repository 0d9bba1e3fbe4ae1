//! Operators: the accounts of the console's users, each with a role. Also records sign-ins in the ledger.

use std::net::IpAddr;
use std::str::FromStr;

use anyhow::Result;
use rusqlite::{Connection, Row, params};

use super::account::{Account, AccountDetails, AccountKind};
use super::change_error::WriteError;
use super::second_factor::SecondFactor;
use super::{Change, Writer};
use crate::ledger::action::{Action, in_console, to_stored_text};
use crate::ledger::{Attribution, LedgerEntry, Origin};
use crate::model::message::{Message, MessageName};
use crate::model::time::current_instant;

/// The permissions of an operator. Each role includes the roles before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Only reads.
    Viewer,
    /// Also changes data.
    Editor,
    /// Also manages credentials, operators, anonymisation and backups.
    Owner,
}

impl Role {
    pub const ALL: [Role; 3] = [Role::Viewer, Role::Editor, Role::Owner];

    pub fn name(self) -> &'static str {
        match self {
            Role::Viewer => "viewer",
            Role::Editor => "editor",
            Role::Owner => "owner",
        }
    }

    pub fn message(self) -> MessageName {
        match self {
            Role::Viewer => MessageName::Viewer,
            Role::Editor => MessageName::Editor,
            Role::Owner => MessageName::Owner,
        }
    }
}

impl FromStr for Role {
    type Err = &'static str;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|role| role.name() == name).ok_or("a role is viewer, editor or owner")
    }
}

pub type Operator = Account<Role>;

impl AccountDetails for Role {
    const KIND: AccountKind = AccountKind::Operator;
    const LAST_USED_COLUMN: &'static str = "last_signed_in_at";
    const SET_PASSWORD_SQL: &'static str = "UPDATE operator SET password_hash = ?1 WHERE id = ?4";
    type New = Self;

    fn read(row: &Row) -> rusqlite::Result<Self> {
        let role: String = row.get("role")?;
        // the table's CHECK allows no other role
        Ok(role.parse().unwrap_or(Role::Viewer))
    }

    fn insert(connection: &Connection, name: &str, password_hash: &str, role: &Self) -> Result<()> {
        let sql = "INSERT INTO operator (name, role, password_hash, created_at) VALUES (?, ?, ?, ?)";
        Ok(connection.execute(sql, params![name, role.name(), password_hash, current_instant()]).map(drop)?)
    }

    fn update(connection: &Connection, id: i64, role: &Self) -> Result<()> {
        Ok(connection.execute("UPDATE operator SET role = ? WHERE id = ?", params![role.name(), id]).map(drop)?)
    }

    fn is_last_owner(connection: &Connection, name: &str) -> rusqlite::Result<bool> {
        // if there is only one owner, `max(name)` is the owner's name
        let select = "SELECT count(*) = 1 AND max(name) = ? FROM operator WHERE role = 'owner'";
        connection.prepare_cached(select)?.query_row([name], |row| Ok(row.get::<_, Option<bool>>(0)?.unwrap_or(false)))
    }
}

pub fn has_second_factor(connection: &Connection, operator: &Operator) -> rusqlite::Result<bool> {
    Ok(SecondFactor::find(connection, operator.id)?.is_some())
}

/// Returns whether an operator with this name was ever revoked, ignoring case.
pub fn was_revoked(connection: &Connection, name: &str) -> rusqlite::Result<bool> {
    let select = "SELECT EXISTS (SELECT 1 FROM ledger WHERE kind = 'act' AND lower_case(action) IN (?, ?))";
    // the ledger stores the action as JSON, from the command line or from the console
    let action = Action::from(Message::new(MessageName::RevokeOperator).with(name));
    let texts = [in_console(action.clone()), action].map(|action| to_stored_text(&action).to_lowercase());
    connection.prepare_cached(select)?.query_row(texts, |row| row.get(0))
}

/// The outcome of a sign-in, or of a request to confirm the present password.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignInOutcome {
    /// Signed in with the password and, if there is a second factor, its code.
    Done,
    ByRecoveryCode,
    /// Signed in by the proxy, which had authenticated the operator.
    ByProxy,
    /// The name or the password was wrong.
    Failed,
    /// The password was right, but the code of the second factor was wrong.
    WrongCode,
    /// Too many sign-ins failed. The password was not checked.
    Throttled,
    /// An operator who was signed in gave a wrong present password.
    WrongCurrentPassword,
}

impl SignInOutcome {
    fn is_success(self) -> bool {
        matches!(self, SignInOutcome::Done | SignInOutcome::ByRecoveryCode | SignInOutcome::ByProxy)
    }

    fn message(self) -> MessageName {
        match self {
            SignInOutcome::Done => MessageName::SignIn,
            SignInOutcome::ByRecoveryCode => MessageName::SignInByRecoveryCode,
            SignInOutcome::ByProxy => MessageName::SignInByProxy,
            SignInOutcome::WrongCode => MessageName::SignInWithWrongCode,
            SignInOutcome::Failed => MessageName::SignInFailed,
            SignInOutcome::Throttled => MessageName::SignInThrottled,
            SignInOutcome::WrongCurrentPassword => MessageName::WrongCurrentPassword,
        }
    }
}

/// The actor of a sign-in with a name that no operator has.
pub const UNKNOWN_ACTOR: &str = "(unknown)";

/// Records a sign-in in the ledger. If the sign-in succeeded, also stores its time in the account.
pub async fn audit_sign_in(
    writer: &Writer,
    name: &str,
    from: IpAddr,
    outcome: SignInOutcome,
) -> Result<(), WriteError> {
    let action = Message::new(outcome.message()).with(from).into();
    let mut attribution = Attribution { origin: Origin::Command, actor: name.to_owned(), action };
    let record = move |change: &mut Change| -> Result<(), WriteError> {
        // an unknown name is not recorded: users type passwords into this field
        if !outcome.is_success() && Operator::find(change, &attribution.actor)?.is_none() {
            attribution.actor = UNKNOWN_ACTOR.to_owned();
        }
        LedgerEntry::new(change, &attribution).record_action()?;
        if outcome.is_success() {
            let update = "UPDATE operator SET last_signed_in_at = ? WHERE name = ?";
            change.execute(update, [&current_instant(), &attribution.actor])?;
        }
        Ok(())
    };
    writer.change_without_attribution(record).await
}
