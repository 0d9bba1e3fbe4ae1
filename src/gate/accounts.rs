//! Changes accounts for commands and the console: hashes passwords, and composes ledger entries and messages.

use anyhow::{Context, Result};
use jiff::{SignedDuration, Timestamp};

use super::grants::{describe_grants, grants_argument};
use super::password::PasswordDigest;
use super::token;
use crate::ledger::Attribution;
use crate::model::brand::Brand;
use crate::model::message::{Message, MessageName};
use crate::model::time::format_instant;
use crate::store::account::{Account, AccountDetails, AccountKind, PasswordToReplace};
use crate::store::connection::Database;
use crate::store::credential::{self, Credential, CredentialDetails, GrantAction, NewCredential};
use crate::store::operator::{Operator, Role};
use crate::store::second_factor;

/// Changes accounts for one actor. If `report_before_commit` cannot show the new password or token, nothing changes.
pub struct Accounts<'a> {
    pub database: &'a mut Database,
    /// Attributes an action to the actor. An example of an action is `operator role jansen editor`.
    pub attribute: &'a dyn Fn(Message) -> Attribution,
}

pub struct NewAccount<T: AccountDetails> {
    details: T::New,
    description: Message,
}

/// Describes a new credential. With `always_envelope`, SOAP calls get an envelope even if the request names no action.
pub fn new_credential(
    always_envelope: bool,
    mut operations: Vec<&'static str>,
    brand: &Brand,
) -> NewAccount<CredentialDetails> {
    operations.sort_unstable();
    operations.dedup();
    let description = Message::new(MessageName::GrantedOperations).with_argument(grants_argument(&operations, brand));
    NewAccount { details: NewCredential { always_envelope, operations }, description }
}

pub fn new_operator(role: Role) -> NewAccount<Role> {
    NewAccount { details: role, description: role.message().into() }
}

impl Accounts<'_> {
    /// Adds a credential or an operator with this password. Fails if the name is in use, even in other letter case.
    pub fn add<T: AccountDetails>(
        &mut self,
        name: &str,
        password: &str,
        NewAccount { details, description }: &NewAccount<T>,
        report_before_commit: impl FnOnce(&Message) -> Result<()>,
    ) -> Result<()> {
        let hash = PasswordDigest::with_new_salt(password)?.text();
        let describe = |name_of_message| T::KIND.message(name_of_message, name).with_part(description.clone());
        let attribution = (self.attribute)(describe(MessageName::AddAccount));
        let message = describe(MessageName::AccountAdded);
        Account::<T>::add(self.database, &attribution, (name, &hash), details, || report_before_commit(&message))
    }

    /// Replaces a password. The old password of a credential stays valid for `keep_old`. Without `keep_old`, it is invalid
    /// at once.
    pub fn rotate<T: AccountDetails>(
        &mut self,
        old: &PasswordToReplace,
        password: &str,
        keep_old: Option<SignedDuration>,
        report_before_commit: impl FnOnce(&Message) -> Result<()>,
    ) -> Result<()> {
        let (kind, name) = (T::KIND, old.name);
        let until = keep_old.map(|duration| end_of(duration, "--keep-old")).transpose()?;
        let keeps_old_password = until.is_some();
        // two valid passwords share their salt, so that one hash verifies both
        let hash_with_new_salt = match keeps_old_password {
            true => None,
            false => Some(PasswordDigest::with_new_salt(password)?.text()),
        };
        // called with the stored hash, in the transaction that replaces it
        let new_hash = |stored_hash: &str| match hash_with_new_salt {
            Some(hash) => Ok(hash),
            None => Ok(PasswordDigest::with_stored_salt(password, Some(stored_hash))?.text()),
        };
        let validity = self.validity_message(until.as_deref(), MessageName::NoLongerValid)?;
        let describe = |sentence, old_password_part| match kind {
            AccountKind::Credential => {
                kind.message(sentence, name).with_part(Message::new(old_password_part).with_part(validity.clone()))
            }
            AccountKind::Operator => kind.message(sentence, name),
        };
        let attribution = (self.attribute)(describe(MessageName::RotateAccount, MessageName::OldPasswordHolds));
        let message = describe(MessageName::NewPassword, MessageName::OldPassword);
        let report = || report_before_commit(&message);
        Account::<T>::rotate(self.database, &attribution, old, until.as_deref(), new_hash, report)
    }

    /// Unless `may_leave_no_owner`, fails for the last owner, without whom nobody could add operators in the console.
    pub fn revoke<T: AccountDetails>(&mut self, name: &str, may_leave_no_owner: bool) -> Result<Message> {
        let action = match T::KIND {
            AccountKind::Credential => MessageName::RevokeCredential,
            AccountKind::Operator => MessageName::RevokeOperator,
        };
        let attribution = (self.attribute)(Message::new(action).with(name));
        Account::<T>::revoke(self.database, &attribution, name, may_leave_no_owner)?;
        Ok(T::KIND.message(MessageName::AccountRevoked, name))
    }

    /// Adds a token. Without a lifetime, the token never expires. `report_before_commit` receives the message and the
    /// token, and its result is returned. The token is shown only here: the database stores only its prefix and its
    /// digest.
    pub fn add_token<R>(
        &mut self,
        name: &str,
        lifetime: Option<SignedDuration>,
        report_before_commit: impl FnOnce(&Message, &str) -> Result<R>,
    ) -> Result<R> {
        let (token, digest) = token::generate_token()?;
        let until = lifetime.map(|lifetime| end_of(lifetime, "--expires")).transpose()?;
        let validity = self.validity_message(until.as_deref(), MessageName::ValidUntilRevoked)?;
        // the ledger has only the prefix, which is not secret
        let prefix = credential::token_prefix(&token);
        let action = Message::new(MessageName::AddToken).with(name).with(prefix).with_part(validity.clone());
        let attribution = (self.attribute)(action);
        let message = AccountKind::Credential.message(MessageName::NewToken, name).with_part(validity);
        Credential::change(self.database, &attribution, name, |connection, id| {
            credential::add_token(connection, id, (&token, &digest, until.as_deref()))?;
            report_before_commit(&message, &token)
        })
    }

    /// Returns the message that a password or token is valid `until` a time; without a time, returns `without_end`.
    fn validity_message(&self, until: Option<&str>, without_end: MessageName) -> Result<Message> {
        let local = until.map(|until| self.database.clock().format_in_zone(until)).transpose()?;
        Ok(local.map_or(without_end.into(), |local| Message::new(MessageName::ValidUntil).with(local)))
    }

    /// Removes the token that begins with `prefix`, which may be the whole token. Messages show only its first characters.
    pub fn revoke_token(&mut self, name: &str, prefix: &str) -> Result<Message> {
        let shown_prefix = credential::token_prefix(prefix);
        let attribution = (self.attribute)(Message::new(MessageName::RevokeToken).with(name).with(shown_prefix));
        Credential::change(self.database, &attribution, name, |connection, id| {
            credential::revoke_token(connection, id, name, prefix)
        })?;
        Ok(AccountKind::Credential.message(MessageName::TokenRevoked, name))
    }

    /// Grants or denies operations. The message names all operations that are granted afterwards. `action` is the grant or
    /// the denial.
    pub fn change_grants(
        &mut self,
        name: &str,
        action: GrantAction,
        operations: &[&str],
        brand: &Brand,
    ) -> Result<Message> {
        let described = describe_grants(operations, brand);
        let attribution = (self.attribute)(Message::new(action.message).with(name).with(described));
        let granted = Credential::change(self.database, &attribution, name, |connection, id| {
            action.apply(connection, id, operations)
        })?;
        Ok(AccountKind::Credential.message(MessageName::Granted, name).with_argument(grants_argument(&granted, brand)))
    }

    /// Removes the second factor of an operator, for example after the loss of a telephone. Fails without a second
    /// factor.
    pub fn reset_second_factor(&mut self, name: &str) -> Result<Message> {
        let attribution = (self.attribute)(Message::new(MessageName::ResetSecondFactor).with(name));
        Operator::change(self.database, &attribution, name, |connection, id| {
            second_factor::remove(connection, id, name)
        })?;
        Ok(AccountKind::Operator.message(MessageName::NoSecondFactor, name))
    }

    /// Gives an operator another role. Unless `may_leave_no_owner`, fails if this leaves no owner.
    pub fn set_role(&mut self, name: &str, role: Role, may_leave_no_owner: bool) -> Result<Message> {
        let attribution = (self.attribute)(Message::new(MessageName::SetRole).with(name).with_part(role.message()));
        Operator::change_keeping_owner(self.database, &attribution, name, may_leave_no_owner, |connection, id| {
            Role::update(connection, id, &role)
        })?;
        Ok(AccountKind::Operator.message(MessageName::RoleGiven, name).with_part(role.message()))
    }
}

/// Returns the present time plus a duration, in UTC. The error names the option that sets the duration.
fn end_of(duration: SignedDuration, option: &str) -> Result<String> {
    let until = Timestamp::now().checked_add(duration);
    Ok(format_instant(until.with_context(|| Message::new(MessageName::EndsTooLate).with(option))?))
}
