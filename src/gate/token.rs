//! Tokens: random texts with which a client signs in as a credential. No one can guess a token, so a plain digest is
//! stored instead of a password hash.

use anyhow::Result;
use base64ct::{Base64UrlUnpadded, Encoding};
use blake2::{Blake2b256, Digest};

use super::{Gate, GrantedCall, Login, LoginError, TokenOrOldPassword};
use crate::model::random::random_bytes;
use crate::model::text::to_hex;
use crate::model::time::current_instant;
use crate::operation::Operation;
use crate::store::Snapshot;
use crate::store::credential;

/// Tools that search texts for secrets recognise tokens by this prefix.
const PREFIX: &str = "lms_";

/// The number of a token's first characters that the throttle counts as the login name.
const NAME_LENGTH: usize = 8;

/// Returns a new token of 256 random bits, and its digest.
pub fn generate_token() -> Result<(String, String)> {
    let token = format!("{PREFIX}{}", Base64UrlUnpadded::encode_string(&random_bytes::<32>()?));
    let digest = digest_of_token(&token);
    Ok((token, digest))
}

fn digest_of_token(token: &str) -> String {
    to_hex(&Blake2b256::digest(token))
}

impl Login {
    /// Converts a login whose password is a token. The token's first characters become the name.
    pub fn into_token_login(self) -> Self {
        let name: String = self.password.chars().take(NAME_LENGTH).collect();
        // no credential can have a name with NUL
        Self { username: format!("token\0{name}"), is_token: true, ..self }
    }
}

impl Gate {
    /// Authorizes a token, which is the password of the login. Returns `None` if the token is unknown or has expired.
    /// A digest costs little, so tokens need no cache.
    pub(super) fn recognise_token(
        &self,
        database: &Snapshot,
        login: &Login,
        operation: &'static Operation,
    ) -> Option<Result<GrantedCall, LoginError>> {
        let digest = digest_of_token(&login.password);
        let (stored, expires) = match credential::find_by_token(database, &digest, &current_instant()) {
            // no such token: `verify` counts the failed login
            Ok(found) => found?,
            Err(error) => return Some(Err(error.into())),
        };
        let token = TokenOrOldPassword { token_digest: Some(digest), expires };
        Some(self.authorize(database, stored, operation, Some(token)))
    }
}
