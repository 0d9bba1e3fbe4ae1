//! Random bytes of the operating system.

use anyhow::{Context, Result};

/// Returns bytes that nobody can predict, for salts, tokens and keys.
pub fn random_bytes<const N: usize>() -> Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).context("the operating system gives no random bytes")?;
    Ok(bytes)
}
