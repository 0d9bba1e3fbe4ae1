//! Sign-in of operators to the console. It resembles the login of a connector, but ignores the login cache, with which
//! guesses could bypass the throttle.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::password::PasswordDigest;
use super::{Gate, GrantedCall, Login, LoginError};
use crate::model::lock::lock;
use crate::operation::Operation;
use crate::store::account::AccountKind;
use crate::store::operator::Operator;
use crate::store::{Snapshot, Store};

impl Gate {
    /// Verifies the password of an operator. A throttled sign-in also counts as failed.
    pub async fn sign_in(self: &Arc<Self>, store: &Arc<Store>, login: Login) -> Result<Operator, LoginError> {
        let login = name_as_operator(login);
        self.check_throttle(&login).inspect_err(|_| {
            self.failed.fetch_add(1, Ordering::Relaxed);
        })?;
        self.run_with_permit(store, login, AccountKind::Operator, Gate::check_operator_password).await
    }

    /// Authorizes a signed-in operator for a read operation: "`viewer` sees reports and data". Fails if the operator was
    /// removed meanwhile.
    pub fn authorize_operator(
        &self,
        database: &Snapshot,
        name: &str,
        operation: &'static Operation,
    ) -> Result<GrantedCall, LoginError> {
        let stored = Operator::find(database, name)?.ok_or(LoginError::Credentials)?;
        let credential = format!("operator {}", stored.name);
        if !operation.is_read() {
            return Err(LoginError::NotGranted { credential, operation: operation.name });
        }
        Ok(GrantedCall { operation, credential, always_envelope: false, can_see_ids: false, signed_in_with: None })
    }

    fn check_operator_password(&self, store: &Store, login: &Login) -> Result<Operator, LoginError> {
        // without the prefix of `name_as_operator`
        let (_, name) = login.username.split_once('\0').unwrap_or_default();
        let stored = Operator::find(&*store.snapshot()?, name)?;
        self.check_throttle(login)?;
        // an operator without a password signs in through a proxy only
        let stored_hash = stored.as_ref().map(|stored| stored.password_hash.as_str()).filter(|hash| !hash.is_empty());
        self.hashed.fetch_add(1, Ordering::Relaxed);
        let sent = PasswordDigest::with_stored_salt(&login.password, stored_hash).map_err(LoginError::Failed)?;
        let verified = stored.filter(|stored| sent.matches(&stored.password_hash));
        self.count_result(login, verified.is_some())?;
        let operator = verified.ok_or(LoginError::Credentials)?;
        // only raises the rank of later sign-ins in the queue
        self.cache_login(login, operator.password_hash.as_str().into());
        Ok(operator)
    }

    /// Marks the refusals of throttled logins since the last failed login as reported. Returns false if they were marked
    /// already: only the first refusal is audited, so that refusals cannot fill the database.
    pub fn mark_refusal_reported(&self, login: Login) -> bool {
        let (name, client) = self.throttle_key(&name_as_operator(login));
        lock(&self.throttle).mark_refusal_reported(name, client)
    }
}

/// Adds a prefix to the name, so that the throttle does not count an operator with a credential of the same name.
fn name_as_operator(login: Login) -> Login {
    Login { username: format!("operator\0{}", login.username), ..login }
}
