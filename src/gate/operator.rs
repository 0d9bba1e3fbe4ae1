//! Sign-in of operators to the console: like logins of connectors, but without the login cache, which would let guesses
//! bypass the throttle.

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
    pub async fn sign_in(self: &Arc<Self>, store: &Arc<Store>, login: Login) -> Result<Operator, LoginError> {
        let login = of_operator(login);
        self.check_throttle(&login).inspect_err(|_| {
            self.failed.fetch_add(1, Ordering::Relaxed);
        })?;
        self.with_permit(store, login, AccountKind::Operator, Gate::examine_operator).await
    }

    /// Authorizes a signed-in operator, as stored now, for a read: "`viewer` sees reports and data".
    pub fn admit_operator(
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
        Ok(GrantedCall { operation, credential, always_envelope: false, sees_ids: false, identity: None })
    }

    fn examine_operator(&self, store: &Store, login: &Login) -> Result<Operator, LoginError> {
        let (_, name) = login.username.split_once('\0').unwrap_or_default();
        let stored = Operator::find(&*store.snapshot()?, name)?;
        self.check_throttle(login)?;
        // without a password only a proxy signs the operator in
        let stored_hash = stored.as_ref().map(|stored| stored.password_hash.as_str()).filter(|hash| !hash.is_empty());
        self.hashed.fetch_add(1, Ordering::Relaxed);
        let sent = PasswordDigest::as_stored(&login.password, stored_hash).map_err(LoginError::Failed)?;
        let right = stored.filter(|stored| sent.is(&stored.password_hash));
        self.count_result(login, right.is_some())?;
        let right = right.ok_or(LoginError::Credentials)?;
        self.cache_login(login, right.password_hash.as_str().into());
        Ok(right)
    }

    /// Returns whether a throttled login is the first since the last failure: only that one is audited, so that refusals
    /// cannot fill the database.
    pub fn is_first_refusal(&self, login: Login) -> bool {
        let (name, client) = self.throttle_key(&of_operator(login));
        lock(&self.throttle).is_first_refusal(name, client)
    }
}

/// Marks the login as an operator's, to count it apart from a credential of the same name.
fn of_operator(login: Login) -> Login {
    Login { username: format!("operator\0{}", login.username), ..login }
}
