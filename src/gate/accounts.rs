//! Changes of accounts, for commands and the console: hashes passwords, and writes ledger entries and messages.

use anyhow::{Context, Result};
use jiff::{SignedDuration, Timestamp};

use super::grants::described;
use super::password::PasswordDigest;
use super::token;
use crate::ledger::Attribution;
use crate::model::brand::Brand;
use crate::model::message::{Message, MessageName};
use crate::model::time::format_instant;
use crate::store::account::{Account, AccountDetails, AccountKind, ReplacedPassword};
use crate::store::connection::Database;
use crate::store::credential::{self, Grants, NewCredential};
use crate::store::operator::{self, Role};
use crate::store::second_factor;

/// The accounts of a database, changed by one actor. A method that makes a secret calls `report` with its message before
/// the commit: if the secret cannot be shown, nothing changes.
pub struct Accounts<'a> {
    pub database: &'a mut Database,
    pub by: &'a dyn Fn(String) -> Attribution,
}

/// The details of a new account, and their description for the ledger and messages.
pub type NewAccount<T> = (<T as AccountDetails>::New, String);

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

pub fn new_operator(role: Role) -> (Role, String) {
    (role, role.to_string())
}

impl Accounts<'_> {
    pub fn add<T: AccountDetails>(
        &mut self,
        name: &str,
        password: &str,
        (new, description): &NewAccount<T>,
        report: impl FnOnce(&Message) -> Result<()>,
    ) -> Result<()> {
        let hash = PasswordDigest::fresh(password)?.text();
        let by = (self.by)(format!("{} add {name}; {description}", T::KIND));
        let message = T::KIND.message(MessageName::AccountAdded, name).with(description);
        Account::<T>::add(self.database, &by, (name, &hash), new, || report(&message))
    }

    /// Replaces a password. That of a credential can stay valid for a while.
    pub fn rotate<T: AccountDetails>(
        &mut self,
        present: &ReplacedPassword,
        password: &str,
        keep_old: Option<SignedDuration>,
        report: impl FnOnce(&Message) -> Result<()>,
    ) -> Result<()> {
        let (kind, name) = (T::KIND, present.name);
        let until = keep_old.map(|time| expiry(time, "--keep-old")).transpose()?;
        // with the old salt, one hash verifies either password; a fresh salt is hashed before the transaction
        let fresh = until.is_none().then(|| PasswordDigest::fresh(password)).transpose()?;
        let hash = |present: &str| match fresh {
            Some(fresh) => Ok(fresh.text()),
            None => Ok(PasswordDigest::as_stored(password, Some(present))?.text()),
        };
        let holds = self.validity(until.as_deref(), MessageName::HoldsNoLonger)?;
        let message = kind.message(MessageName::NewPassword, name);
        let (action, message) = match kind {
            AccountKind::Credential => {
                let action = format!("; the old password holds {holds}");
                (action, message.with_part(Message::new(MessageName::OldPassword).with_part(holds)))
            }
            AccountKind::Operator => (String::new(), message),
        };
        let by = (self.by)(format!("{kind} rotate {name}{action}"));
        Account::<T>::rotate(self.database, &by, present, until.as_deref(), hash, || report(&message))
    }

    /// Removes an account, the last owner only if `may_leave_no_owner`.
    pub fn revoke<T: AccountDetails>(&mut self, name: &str, may_leave_no_owner: bool) -> Result<Message> {
        let by = (self.by)(format!("{} revoke {name}", T::KIND));
        Account::<T>::revoke(self.database, &by, name, may_leave_no_owner)?;
        Ok(T::KIND.message(MessageName::AccountRevoked, name))
    }

    pub fn add_token(
        &mut self,
        name: &str,
        expires: Option<SignedDuration>,
        report: impl FnOnce(&Message, &str) -> Result<()>,
    ) -> Result<()> {
        let (token, digest) = token::generated()?;
        let until = expires.map(|time| expiry(time, "--expires")).transpose()?;
        let expires = self.validity(until.as_deref(), MessageName::HoldsUntilRevoked)?;
        let by = (self.by)(format!("credential token {name} {}; it holds {expires}", credential::shown(&token)));
        let message = AccountKind::Credential.message(MessageName::NewToken, name).with_part(expires);
        let stored = (&*token, &*digest, until.as_deref());
        credential::add_token(self.database, &by, name, stored, || report(&message, &token))
    }

    fn validity(&self, until: Option<&str>, otherwise: MessageName) -> Result<Message> {
        let local = until.map(|until| self.database.clock().format_in_zone(until)).transpose()?;
        Ok(local.map_or(otherwise.into(), |local| Message::new(MessageName::HoldsUntil).with(local)))
    }

    /// Removes the token of a credential that has this prefix.
    pub fn revoke_token(&mut self, name: &str, prefix: &str) -> Result<Message> {
        let by = (self.by)(format!("credential revoke {name} --token {}", credential::shown(prefix)));
        credential::revoke_token(self.database, &by, name, prefix)?;
        Ok(AccountKind::Credential.message(MessageName::TokenRevoked, name))
    }

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

fn expiry(time: SignedDuration, option: &str) -> Result<String> {
    let until = Timestamp::now().checked_add(time);
    Ok(format_instant(until.with_context(|| format!("{option} ends beyond the year 9999"))?))
}
