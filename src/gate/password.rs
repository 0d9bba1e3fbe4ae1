//! Passwords: argon2id hashes and generated passwords. The store keeps the hashes.

use anyhow::{Context, Result};
use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{ARGON2ID_IDENT, Algorithm, Argon2, Block, Params, Version};

use super::common_password::is_common;
use crate::model::message::{Message, MessageName};
use crate::model::random::random_bytes;
use crate::model::text::{MAX_TEXT_CHARACTERS, is_xml_char};
use crate::store::account::AccountKind;

/// The cost of a hash: memory in KiB, passes and lanes. Fixed, since the library's defaults may change.
const COST: (u32, u32, u32) = (19 * 1024, 2, 1);

/// The salt of a hash that is computed only for its time, and matches no stored hash.
const SALT_OF_UNKNOWN_NAME: [u8; Salt::RECOMMENDED_LENGTH] = [0; Salt::RECOMMENDED_LENGTH];

/// Blocks of 1 KiB: glibc maps an allocation of more than 32 MiB, and unmaps it when it is freed.
const MIN_MAPPED_BLOCKS: usize = 33 * 1024;

pub struct PasswordDigest(PasswordHash);

impl PasswordDigest {
    pub fn with_new_salt(password: &str) -> Result<Self> {
        Self::new(password, Salt::new(&random_bytes::<{ Salt::RECOMMENDED_LENGTH }>()?)?)
    }

    /// Hashes with the salt of a stored hash. `stored` is `None` for an unknown name: hashing takes the same time.
    pub fn with_stored_salt(password: &str, stored: Option<&str>) -> Result<Self> {
        let salt = match stored {
            Some(stored) => PasswordHash::new(stored)?.salt.context("a stored hash has no salt")?,
            None => Salt::new(&SALT_OF_UNKNOWN_NAME)?,
        };
        Self::new(password, salt)
    }

    /// Computes the hash, which takes about 25 ms and 19 MiB.
    fn new(password: &str, salt: Salt) -> Result<Self> {
        let (memory, passes, lanes) = COST;
        let params = Params::new(memory, passes, lanes, None)?;
        let mut hash = [0; Params::DEFAULT_OUTPUT_LEN];
        let mut blocks = allocate_mapped_blocks(params.block_count());
        let encoded = ParamsString::try_from(&params)?;
        Argon2::new(Algorithm::Argon2id, Version::V0x13, params).hash_password_into_with_memory(
            password.as_bytes(),
            &salt,
            &mut hash,
            &mut blocks,
        )?;
        Ok(Self(PasswordHash {
            algorithm: ARGON2ID_IDENT,
            version: Some(Version::V0x13.into()),
            params: encoded,
            salt: Some(salt),
            hash: Some(Output::new(&hash)?),
        }))
    }

    /// Compares with a stored hash in constant time.
    pub fn matches(&self, stored: &str) -> bool {
        PasswordHash::new(stored).is_ok_and(|stored| stored == self.0)
    }

    /// Returns the text to store, such as `$argon2id$v=19$m=19456,t=2,p=1$SALT$HASH`.
    pub fn text(&self) -> String {
        self.0.to_string()
    }
}

/// Allocates the memory in which a hash is computed. Reserves at least [`MIN_MAPPED_BLOCKS`], so that the system has the
/// memory back as soon as it is freed.
fn allocate_mapped_blocks(count: usize) -> Vec<Block> {
    let mut blocks = Vec::with_capacity(count.max(MIN_MAPPED_BLOCKS));
    blocks.resize(count, Block::new());
    blocks
}

impl AccountKind {
    /// Returns the least number of characters that the contract allows in a password.
    pub(super) fn min_password_length(self) -> usize {
        match self {
            AccountKind::Credential => 12,
            AccountKind::Operator => 15,
        }
    }
}

#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum PasswordError {
    Short { length: usize, least: usize },
    Long,
    Forbidden,
    Common,
}

impl PasswordError {
    pub fn message(&self) -> Message {
        match self {
            PasswordError::Short { length, least } => {
                Message::new(MessageName::PasswordTooShort).with(length).with(least)
            }
            PasswordError::Long => Message::new(MessageName::PasswordTooLong).with(MAX_TEXT_CHARACTERS),
            PasswordError::Forbidden => MessageName::PasswordForbidden.into(),
            PasswordError::Common => MessageName::PasswordTooCommon.into(),
        }
    }
}

/// Returns the given password, or fails if it is not allowed. Without a given password, generates one.
pub fn check_or_generate(password: Option<&str>, kind: AccountKind) -> Result<String> {
    match password {
        Some(password) => {
            check(password, kind)?;
            Ok(password.to_owned())
        }
        None => generate(),
    }
}

/// Checks the rules for a new password. The error is the first broken rule. Passwords of existing accounts are not
/// checked again.
fn check(password: &str, kind: AccountKind) -> Result<(), PasswordError> {
    let (length, least) = (password.chars().count(), kind.min_password_length());
    if length < least {
        return Err(PasswordError::Short { length, least });
    }
    if length > MAX_TEXT_CHARACTERS {
        return Err(PasswordError::Long);
    }
    if !password.chars().all(is_xml_char) {
        return Err(PasswordError::Forbidden);
    }
    if is_common(password) {
        return Err(PasswordError::Common);
    }
    Ok(())
}

/// Letters and digits that cannot be mistaken for each other.
const ALPHABET: &[u8] = b"abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/// Returns a random password of 24 letters and digits, about 139 bits.
fn generate() -> Result<String> {
    const LENGTH: usize = 24;
    // every character must be equally likely: skips bytes from the largest multiple of the alphabet's length on
    let limit = 256 - 256 % ALPHABET.len();
    let mut password = String::with_capacity(LENGTH);
    while password.len() < LENGTH {
        let bytes = random_bytes::<LENGTH>()?;
        let usable = bytes.iter().filter(|byte| usize::from(**byte) < limit);
        let characters = usable.map(|byte| char::from(ALPHABET[usize::from(*byte) % ALPHABET.len()]));
        let missing = LENGTH - password.len();
        password.extend(characters.take(missing));
    }
    Ok(password)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_hashes_are_argon2id_in_phc_form() {
        let text = PasswordDigest::with_new_salt("geheim").unwrap().text();
        assert!(text.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{text}");
    }

    #[test]
    fn the_library_verifies_a_hash() {
        use argon2::PasswordVerifier;
        let hashed = PasswordDigest::with_new_salt("geheim").unwrap();
        Argon2::default().verify_password(b"geheim", &hashed.0).unwrap();
    }

    #[test]
    fn one_computation_serves_the_old_and_the_new_password() {
        let old = PasswordDigest::with_new_salt("first").unwrap().text();
        let new = PasswordDigest::with_stored_salt("second", Some(&old)).unwrap().text();
        for (password, is_old, is_new) in [("first", true, false), ("second", false, true), ("third", false, false)] {
            let hashed = PasswordDigest::with_stored_salt(password, Some(&new)).unwrap();
            assert_eq!((hashed.matches(&old), hashed.matches(&new)), (is_old, is_new));
        }
    }

    #[test]
    fn a_new_password_is_long_and_never_the_same() {
        let (one, other) = (generate().unwrap(), generate().unwrap());
        assert_eq!(one.len(), 24);
        assert_ne!(one, other);
        assert!(one.bytes().all(|byte| ALPHABET.contains(&byte)));
    }
}
