//! Tokens: random texts that sign in as a credential. They are long enough to be stored as plain digests and to be
//! verified without a password hash.

use anyhow::{Context, Result};
use base64ct::{Base64UrlUnpadded, Encoding};
use blake2::{Blake2b256, Digest};

use super::{CallerIdentity, Gate, GrantedCall, Login, LoginError};
use crate::model::text::hex;
use crate::model::time::instant_text;
use crate::operation::Operation;
use crate::store::Snapshot;
use crate::store::credential;

/// The beginning of every token, for tools that search texts for secrets.
const BEGINNING: &str = "lms_";

/// How many characters of a token name it to the throttle.
const NAMED_BY: usize = 8;

/// Returns a new token of 256 random bits, and its digest.
pub fn generated() -> Result<(String, String)> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).context("the operating system gives no random bytes")?;
    let token = format!("{BEGINNING}{}", Base64UrlUnpadded::encode_string(&bytes));
    let digest = digest(&token);
    Ok((token, digest))
}

fn digest(token: &str) -> String {
    hex(&Blake2b256::digest(token))
}

impl Login {
    /// Returns the login by a token: the throttle counts it by its first characters.
    pub fn named_by_token(self) -> Self {
        let name: String = self.password.chars().take(NAMED_BY).collect();
        Self { username: format!("token\0{name}"), is_token: true, ..self }
    }
}

impl Gate {
    /// Lets in a token that is stored and has not expired.
    pub(super) fn recognise_token(
        &self,
        database: &Snapshot,
        login: &Login,
        operation: &'static Operation,
    ) -> Option<Result<GrantedCall, LoginError>> {
        let digest = digest(&login.password);
        match credential::with_token(database, &digest, &instant_text()) {
            Ok(Some((stored, expires))) => {
                let identity = CallerIdentity { token: Some(digest), expires };
                Some(self.admit(database, stored, operation, Some(identity)))
            }
            Ok(None) => None,
            Err(error) => Some(Err(error.into())),
        }
    }

    /// Counts a token that was not recognised as a failed login.
    pub(super) fn refuse_token(&self, login: &Login) -> LoginError {
        self.settle(login, false).err().unwrap_or(LoginError::Credentials)
    }
}
