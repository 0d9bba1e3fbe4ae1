//! Sign-in of operators to the console. Every sign-in is throttled and hashed, even if its login is cached: guesses
//! must not bypass the throttle.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::{Gate, GrantedCall, Login, LoginError};
use crate::model::lock::lock;
use crate::operation::Operation;
use crate::store::account::AccountKind;
use crate::store::operator::Operator;
use crate::store::{Snapshot, Store};

const OPERATOR_PREFIX: &str = "operator\0";

impl Gate {
    /// Verifies the password of an operator. Throttled sign-ins count as failed, too.
    pub async fn sign_in(self: &Arc<Self>, store: &Arc<Store>, login: Login) -> Result<Operator, LoginError> {
        let login = add_operator_prefix(login);
        // checked before the login waits for a hash
        self.check_throttle(&login).inspect_err(|_| {
            self.failed.fetch_add(1, Ordering::Relaxed);
        })?;
        self.run_with_permit(store, login, AccountKind::Operator, Gate::check_operator_password).await
    }

    /// Authorizes a signed-in operator of any role for a read. Fails for other operations, and if the operator was
    /// removed meanwhile.
    pub fn authorize_operator(
        &self,
        database: &Snapshot,
        name: &str,
        operation: &'static Operation,
    ) -> Result<GrantedCall, LoginError> {
        let stored = Operator::find(database, name)?.ok_or(LoginError::Credentials)?;
        let credential = format!("operator {}", stored.name);
        // operators call operations only for reports: the console makes its changes itself
        if !operation.is_read() {
            return Err(LoginError::NotGranted { credential, operation: operation.name });
        }
        Ok(GrantedCall { operation, credential, always_envelope: false, can_see_ids: false, signed_in_with: None })
    }

    /// Checks the password of an operator. It takes the time of a password hash even for an unknown name.
    fn check_operator_password(&self, store: &Store, login: &Login) -> Result<Operator, LoginError> {
        let stored = Operator::find(&*store.snapshot()?, name_without_prefix(login))?;
        // an operator without a password signs in through a proxy only
        let stored_hash = stored.as_ref().map(|stored| stored.password_hash.as_str()).filter(|hash| !hash.is_empty());
        self.hash_and_match_password(login, stored_hash.as_slice())?;
        stored.ok_or(LoginError::Credentials)
    }

    /// Marks the refusal of a throttled sign-in as reported. Returns true only for the first refusal after a failed
    /// sign-in: only this refusal is audited, because refusals must not fill the database.
    pub fn mark_refusal_reported(&self, login: Login) -> bool {
        let (name_digest, client) = self.throttle_key(&add_operator_prefix(login));
        lock(&self.throttle).mark_refusal_reported(name_digest, client)
    }
}

/// Adds a prefix to the name: the throttle must count an operator and a credential of the same name separately.
fn add_operator_prefix(login: Login) -> Login {
    Login { username: format!("{OPERATOR_PREFIX}{}", login.username), ..login }
}

fn name_without_prefix(login: &Login) -> &str {
    login.username.strip_prefix(OPERATOR_PREFIX).unwrap_or_default()
}
