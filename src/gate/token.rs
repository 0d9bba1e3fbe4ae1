//! Tokens: random texts that sign in as a credential, long enough to be stored as digests without a password hash.

use anyhow::Result;
use base64ct::{Base64UrlUnpadded, Encoding};
use blake2::{Blake2b256, Digest};

use super::{CallerIdentity, Gate, GrantedCall, Login, LoginError};
use crate::model::random::random_bytes;
use crate::model::text::to_hex;
use crate::model::time::current_instant;
use crate::operation::Operation;
use crate::store::Snapshot;
use crate::store::credential;

/// The prefix of every token, for tools that search texts for secrets.
const PREFIX: &str = "lms_";

/// The characters of a token by which the throttle counts it.
const NAME_LENGTH: usize = 8;

/// Returns a new token of 256 random bits, and its digest.
pub fn generated() -> Result<(String, String)> {
    let token = format!("{PREFIX}{}", Base64UrlUnpadded::encode_string(&random_bytes::<32>()?));
    let digest = digest(&token);
    Ok((token, digest))
}

fn digest(token: &str) -> String {
    to_hex(&Blake2b256::digest(token))
}

impl Login {
    pub fn named_by_token(self) -> Self {
        let name: String = self.password.chars().take(NAME_LENGTH).collect();
        Self { username: format!("token\0{name}"), is_token: true, ..self }
    }
}

impl Gate {
    /// Authorizes a token that is stored and has not expired.
    pub(super) fn recognise_token(
        &self,
        database: &Snapshot,
        login: &Login,
        operation: &'static Operation,
    ) -> Option<Result<GrantedCall, LoginError>> {
        let digest = digest(&login.password);
        let found = credential::with_token(database, &digest, &current_instant()).transpose()?;
        Some(found.map_err(LoginError::from).and_then(|(stored, expires)| {
            let identity = CallerIdentity { token: Some(digest), expires };
            self.authorize(database, stored, operation, Some(identity))
        }))
    }
}
