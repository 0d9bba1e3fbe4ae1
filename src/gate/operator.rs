//! Operators at the gate: a person signs in to the console with a name and a password, once for a session.
//!
//! What is asked of a connector's login holds here too: the throttle, one hash whatever the name, the queue for it.
//! Credentials that were verified before are hashed again: a cached pair would let guesses past the throttle.

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
    /// Lets in the operator with this name and password.
    pub async fn sign_in(self: &Arc<Self>, store: &Arc<Store>, login: Login) -> Result<Operator, LoginError> {
        let login = of_operator(login);
        self.check_throttle(&login).inspect_err(|_| {
            self.failed.fetch_add(1, Ordering::Relaxed);
        })?;
        let turn = self.turn(&login, AccountKind::Operator).await?;
        let (gate, store) = (Arc::clone(self), Arc::clone(store));
        // from here on it is counted even if the person goes away
        tokio::task::spawn_blocking(move || {
            let _turn = turn;
            gate.examine_operator(&store, &login)
        })
        .await
        .unwrap_or_else(|error| Err(LoginError::Failed(error.into())))
    }

    /// Lets an operator who has signed in call an operation that reads: "`viewer` sees reports and data". The operator is
    /// looked up as stored now, and in the log stands apart from a credential of the same name.
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
        let stored_hash = stored.as_ref().map(|stored| stored.password_hash.as_str());
        self.hashed.fetch_add(1, Ordering::Relaxed);
        let sent = PasswordDigest::as_stored(&login.password, stored_hash).map_err(LoginError::Failed)?;
        let right = stored.filter(|stored| sent.is(&stored.password_hash));
        self.settle(login, right.is_some())?;
        let right = right.ok_or(LoginError::Credentials)?;
        self.remember(login, right.password_hash.as_str().into());
        Ok(right)
    }

    /// Whether a throttled login is the first since the last failure that counted. The audit has that one only, so that
    /// nobody fills the database with refusals, which cost nothing.
    pub fn is_first_refusal(&self, login: Login) -> bool {
        let (name, client) = self.origin(&of_operator(login));
        lock(&self.throttle).is_first_refusal(name, client)
    }
}

/// The login as it is counted: apart from those of a credential of the same name, which has no such character in it.
fn of_operator(login: Login) -> Login {
    Login { username: format!("operator\0{}", login.username), ..login }
}
