//! The second factor of operators: time-based codes (RFC 6238: HMAC-SHA-1, 6 digits, 30 seconds) and recovery codes.
//! Wrong codes are throttled per operator, not per address: their senders know the password.

use std::net::{IpAddr, Ipv4Addr};
use std::str::FromStr;
use std::time::Instant;

use anyhow::Result;
use blake2::{Blake2b256, Digest};
use jiff::Timestamp;
use ring::hmac;

use super::throttle::NO_NAME;
use super::{Gate, LoginError};
use crate::model::lock::lock;
use crate::model::random::random_bytes;
use crate::model::text::to_hex;
use crate::store::operator::{Operator, Role};
use crate::store::second_factor::{self, SecondFactor};
use crate::store::{Change, Store};

/// The number of digits of a time-based code. The length distinguishes it from a recovery code.
pub const DIGITS: usize = 6;

pub const PERIOD_SECONDS: i64 = 30;

/// The secret of time-based codes; RFC 4226 recommends 160 bits.
pub type TotpSecret = [u8; 20];

const RECOVERY_CODE_COUNT: usize = 10;

/// The throttle counts all wrong codes at this address.
const ANY_ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// The operators that need a second factor. Over a loopback address, no operator needs one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SecondFactorRequirement {
    Owners,
    All,
    Nobody,
}

impl FromStr for SecondFactorRequirement {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "owner" => Ok(Self::Owners),
            "all" => Ok(Self::All),
            "none" => Ok(Self::Nobody),
            _ => Err("allowed are owner, all and none"),
        }
    }
}

impl SecondFactorRequirement {
    pub fn includes(self, role: Role) -> bool {
        match self {
            Self::Owners => role == Role::Owner,
            Self::All => true,
            Self::Nobody => false,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SecondFactorCodeKind {
    TimeBased,
    Recovery,
}

pub fn new_secret() -> Result<TotpSecret> {
    random_bytes()
}

/// Returns codes of 80 random bits, such as `ABCD-EFGH-IJKL-MNOP`, and their digests, which alone are stored.
pub fn new_recovery_codes() -> Result<(Vec<String>, Vec<String>)> {
    let code = || {
        let text = encode_base32(&random_bytes::<10>()?);
        // of the code without hyphens, which `normalize_code` removes from a sent code
        let digest = to_hex(&Blake2b256::digest(&text));
        Ok((split_in_fours(&text, "-"), digest))
    };
    let codes: Result<Vec<_>> = (0..RECOVERY_CODE_COUNT).map(|_| code()).collect();
    Ok(codes?.into_iter().unzip())
}

/// Inserts the separator after every four characters: `ABCDEFGH` becomes `ABCD-EFGH`. The text must be ASCII.
pub fn split_in_fours(text: &str, separator: &str) -> String {
    text.as_bytes().chunks(4).map(String::from_utf8_lossy).collect::<Vec<_>>().join(separator)
}

/// Encodes bytes by RFC 4648, without padding: the bytes of `foo` become `MZXW6`. Each digit has five bits.
pub fn encode_base32(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    // the bits of a byte are counted from the highest; bits after the last byte are 0
    let bit = |at: usize| bytes.get(at / 8).is_some_and(|byte| byte >> (7 - at % 8) & 1 == 1);
    // the number that five bits make, the first bit being the highest
    let digit = |first_bit: usize| (first_bit..first_bit + 5).fold(0, |value, at| value << 1 | usize::from(bit(at)));
    (0..bytes.len() * 8).step_by(5).map(|first_bit| char::from(ALPHABET[digit(first_bit)])).collect()
}

/// Returns the code of a time step, by RFC 4226 with the step as counter.
fn totp_code(secret: &[u8], step: i64) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, secret);
    let signature = hmac::sign(&key, &step.to_be_bytes());
    let bytes = signature.as_ref();
    // RFC 4226, section 5.3: the last four bits are the offset of a 31-bit number
    let offset = usize::from(bytes[bytes.len() - 1] & 15);
    let number = u32::from_be_bytes(bytes[offset..offset + 4].try_into().expect("four bytes")) & 0x7fff_ffff;
    format!("{:0DIGITS$}", number % 1_000_000)
}

/// Returns the time step of a code, counted from 1970: the previous, the current or the next step. Returns `None` if the
/// code is wrong, or if its step is not after `last_step`.
pub fn find_time_step(secret: &[u8], sent: &str, last_step: i64) -> Option<i64> {
    let (sent, now) = (normalize_code(sent), Timestamp::now().as_second() / PERIOD_SECONDS);
    // the clocks may differ, and typing takes time
    (now - 1..=now + 1).find(|step| *step > last_step && totp_code(secret, *step) == sent)
}

/// Removes white space and hyphens, with which codes are shown and typed, and converts letters to upper case.
fn normalize_code(sent: &str) -> String {
    sent.chars().filter(|c| !c.is_whitespace() && *c != '-').collect::<String>().to_uppercase()
}

impl Gate {
    /// Marks a right code as used. Fails with `Credentials` for a wrong or used code, `TooMany` after too many.
    pub async fn check_code(
        &self,
        store: &Store,
        operator: &Operator,
        sent: &str,
    ) -> Result<SecondFactorCodeKind, LoginError> {
        // a throttled code is not looked at; the lock is released before the code is checked
        let checked =
            lock(&self.code_throttles).entry(operator.id).or_default().check(NO_NAME, ANY_ADDRESS, Instant::now());
        checked.map_err(|retry_after| LoginError::TooMany { retry_after })?;
        let code_kind = self.use_code(store, operator.id, sent).await.map_err(LoginError::Internal)?;
        let mut throttles = lock(&self.code_throttles);
        let throttle = throttles.entry(operator.id).or_default();
        self.count_attempt(throttle, NO_NAME, ANY_ADDRESS, code_kind.is_some())?;
        code_kind.ok_or(LoginError::Credentials)
    }

    /// Marks the refusal of a throttled code as reported. Returns true only for the first refusal after a wrong code.
    pub fn mark_code_refusal_reported(&self, operator: i64) -> bool {
        lock(&self.code_throttles).entry(operator).or_default().mark_refusal_reported(NO_NAME, ANY_ADDRESS)
    }

    /// Marks a code as used, and returns its kind. Returns `None` for a wrong or used code, or without a second factor.
    async fn use_code(&self, store: &Store, operator: i64, sent: &str) -> Result<Option<SecondFactorCodeKind>> {
        let Some(factor) = SecondFactor::find(&*store.snapshot()?, operator)? else { return Ok(None) };
        let sent = normalize_code(sent);
        // the kinds of codes have different lengths
        let (is_valid, kind) = match sent.len() {
            DIGITS => (self.use_totp_code(store, operator, factor, &sent).await?, SecondFactorCodeKind::TimeBased),
            _ => (use_recovery_code(store, operator, &sent).await?, SecondFactorCodeKind::Recovery),
        };
        Ok(is_valid.then_some(kind))
    }

    /// Returns whether the code is right and unused. Then all codes up to its time step count as used.
    async fn use_totp_code(&self, store: &Store, operator: i64, factor: SecondFactor, sent: &str) -> Result<bool> {
        // the newest used step: of this process, if it is read-only, or of the database
        let last_step = lock(&self.used_steps).get(&operator).copied().unwrap_or_default().max(factor.last_step);
        let Some(step) = find_time_step(&factor.secret, sent, last_step) else { return Ok(false) };
        if !store.is_writable() {
            // `insert` returns the previous step: a parallel request may have used the same code meanwhile
            return Ok(lock(&self.used_steps).insert(operator, step).is_none_or(|last| last < step));
        }
        // false if a parallel request has used the code meanwhile
        let mark_used = move |change: &mut Change| Ok(second_factor::use_code(change, operator, &factor.secret, step)?);
        Ok(store.writer().change_without_attribution(mark_used).await?)
    }
}

/// Returns whether the recovery code is right and unused. A read-only service cannot mark it as used, and refuses it.
async fn use_recovery_code(store: &Store, operator: i64, sent: &str) -> Result<bool> {
    if !store.is_writable() {
        return Ok(false);
    }
    let digest = to_hex(&Blake2b256::digest(sent));
    let mark_used = move |change: &mut Change| Ok(second_factor::use_recovery_code(change, operator, &digest)?);
    Ok(store.writer().change_without_attribution(mark_used).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    // RFC 6238, appendix B; the expected codes are the last six digits
    #[test]
    fn codes_match_rfc_6238() {
        let secret = b"12345678901234567890";
        for (second, expected) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(totp_code(secret, second / PERIOD_SECONDS), expected, "{second}");
        }
    }

    // RFC 4648, section 10
    #[test]
    fn base32_matches_rfc_4648() {
        for (bytes, expected) in [("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foobar", "MZXW6YTBOI")] {
            assert_eq!(encode_base32(bytes.as_bytes()), expected);
        }
    }

    #[test]
    fn a_code_is_valid_near_its_time_and_only_once() {
        let (secret, now) = (new_secret().unwrap(), Timestamp::now().as_second() / PERIOD_SECONDS);
        let sent = totp_code(&secret, now);
        assert_eq!(find_time_step(&secret, &format!(" {} {}", &sent[..3], &sent[3..]), 0), Some(now));
        assert_eq!(find_time_step(&secret, &sent, now), None, "used");
        assert_eq!(find_time_step(&secret, &totp_code(&secret, now - 3), 0), None, "too old");
        assert_eq!(find_time_step(&secret, &totp_code(&secret, now + 3), 0), None, "too early");
    }
}
