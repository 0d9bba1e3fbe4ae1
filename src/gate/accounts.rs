//! Changes of accounts, for commands and the console: new accounts and passwords, grants, roles, removal. The store keeps
//! the accounts; this module hashes the passwords and words the ledger entries and messages.

use anyhow::{Context, Result};
use jiff::{SignedDuration, Timestamp};

use super::grants::described;
use super::password::PasswordDigest;
use super::token;
use crate::ledger::Attribution;
use crate::model::brand::Brand;
use crate::model::message::{Message, MessageName};
use crate::model::time::second;
use crate::store::account::{Account, AccountDetails, AccountKind, PresentPassword};
use crate::store::connection::Database;
use crate::store::credential::{self, Grants, NewCredential};
use crate::store::operator::{self, Role};
use crate::store::second_factor;

/// The accounts of a database, changed on behalf of one actor. A method with a password calls `tell` with its message
/// before the commit: if the password cannot be shown, nothing changes. The others return their message.
pub struct Accounts<'a> {
    pub database: &'a mut Database,
    /// Makes the ledger entry for an action.
    pub by: &'a dyn Fn(String) -> Attribution,
}

/// The details of a new account, and their description for the ledger and messages.
pub type NewAccount<T> = (<T as AccountDetails>::New, String);

/// Returns the details of a new credential.
pub fn new_credential(
    always_envelope: bool,
    mut operations: Vec<&'static str>,
    brand: &Brand,
) -> (NewCredential, String) {
    operations.sort_unstable();
    operations.dedup();
    let granted = format!("granted: {}", described(&operations, brand));
    (NewCredential { always_envelope, operations }, granted)
}

/// Returns the details of a new operator.
pub fn new_operator(role: Role) -> (Role, String) {
    (role, role.to_string())
}

impl Accounts<'_> {
    pub fn add<T: AccountDetails>(
        &mut self,
        name: &str,
        password: &str,
        (new, description): &NewAccount<T>,
        tell: impl FnOnce(&Message) -> Result<()>,
    ) -> Result<()> {
        let hash = PasswordDigest::fresh(password)?.text();
        let by = (self.by)(format!("{} add {name}; {description}", T::KIND));
        let message = T::KIND.message(MessageName::AccountAdded, name).with(description);
        Account::<T>::add(self.database, &by, (name, &hash), new, || tell(&message))
    }

    /// Replaces a password. That of a credential can stay valid for a while.
    pub fn rotate<T: AccountDetails>(
        &mut self,
        present: &PresentPassword,
        password: &str,
        keep_old: Option<SignedDuration>,
        tell: impl FnOnce(&Message) -> Result<()>,
    ) -> Result<()> {
        let (kind, name) = (T::KIND, present.name);
        let until = keep_old.map(|time| end(time, "--keep-old")).transpose()?;
        // with the same salt, one hash verifies either password; any other is hashed before the transaction
        let fresh = if until.is_none() { Some(PasswordDigest::fresh(password)?.text()) } else { None };
        let hash = |present: &str| match fresh {
            Some(fresh) => Ok(fresh),
            None => Ok(PasswordDigest::as_stored(password, Some(present))?.text()),
        };
        let holds: Message = match &until {
            Some(until) => Message::new(MessageName::HoldsUntil).with(self.database.clock().local(until)?),
            None => MessageName::HoldsNoLonger.into(),
        };
        let message = kind.message(MessageName::NewPassword, name);
        let (action, message) = match kind {
            AccountKind::Credential => {
                let action = format!("; the old password holds {holds}");
                (action, message.with_part(Message::new(MessageName::OldPassword).with_part(holds)))
            }
            AccountKind::Operator => (String::new(), message),
        };
        let by = (self.by)(format!("{kind} rotate {name}{action}"));
        Account::<T>::rotate(self.database, &by, present, until.as_deref(), hash, || tell(&message))
    }

    /// Removes an account. The last owner is removed only if `may_leave_no_owner`.
    pub fn revoke<T: AccountDetails>(&mut self, name: &str, may_leave_no_owner: bool) -> Result<Message> {
        let by = (self.by)(format!("{} revoke {name}", T::KIND));
        Account::<T>::revoke(self.database, &by, name, may_leave_no_owner)?;
        Ok(T::KIND.message(MessageName::AccountRevoked, name))
    }

    /// Gives a credential a token. `tell` gets the message and the token.
    pub fn add_token(
        &mut self,
        name: &str,
        expires: Option<SignedDuration>,
        tell: impl FnOnce(&Message, &str) -> Result<()>,
    ) -> Result<()> {
        let (token, digest) = token::generated()?;
        let until = expires.map(|time| end(time, "--expires")).transpose()?;
        let expires: Message = match &until {
            Some(until) => Message::new(MessageName::HoldsUntil).with(self.database.clock().local(until)?),
            None => MessageName::HoldsUntilRevoked.into(),
        };
        let by = (self.by)(format!("credential token {name} {}; it holds {expires}", credential::shown(&token)));
        let message = AccountKind::Credential.message(MessageName::NewToken, name).with_part(expires);
        let stored = (&*token, &*digest, until.as_deref());
        credential::add_token(self.database, &by, name, stored, || tell(&message, &token))
    }

    /// Removes the token of a credential that begins so.
    pub fn revoke_token(&mut self, name: &str, prefix: &str) -> Result<Message> {
        let by = (self.by)(format!("credential revoke {name} --token {}", credential::shown(prefix)));
        credential::revoke_token(self.database, &by, name, prefix)?;
        Ok(AccountKind::Credential.message(MessageName::TokenRevoked, name))
    }

    /// Grants or denies a credential operations.
    pub fn regrant(&mut self, name: &str, change: Grants, operations: &[&str], brand: &Brand) -> Result<Message> {
        let by = (self.by)(format!("credential {} {name}: {}", change.name, described(operations, brand)));
        let granted = credential::regrant(self.database, &by, name, change, operations)?;
        Ok(AccountKind::Credential.message(MessageName::Granted, name).with(described(&granted, brand)))
    }

    /// Removes the second factor of an operator, who then sets up a new one.
    pub fn reset_second_factor(&mut self, name: &str) -> Result<Message> {
        let by = (self.by)(format!("operator reset-second-factor {name}"));
        second_factor::remove(self.database, &by, name)?;
        Ok(AccountKind::Operator.message(MessageName::NoSecondFactor, name))
    }

    /// Gives an operator another role. The last owner keeps the role unless `may_leave_no_owner`.
    pub fn set_role(&mut self, name: &str, role: Role, may_leave_no_owner: bool) -> Result<Message> {
        let by = (self.by)(format!("operator role {name} {role}"));
        operator::set_role(self.database, &by, name, role, may_leave_no_owner)?;
        Ok(AccountKind::Operator.message(MessageName::RoleGiven, name).with(role))
    }
}

/// Returns when a password or token expires that is valid for this long from now.
fn end(time: SignedDuration, option: &str) -> Result<String> {
    let until = Timestamp::now().checked_add(time);
    Ok(second(until.with_context(|| format!("{option} ends beyond the year 9999"))?))
}
