//! What a command writes may be cut short by whoever reads it.

use std::io::ErrorKind;

use anyhow::Result;

/// Whoever reads may have seen enough, as `head` does.
pub fn unless_closed(error: std::io::Error) -> Result<()> {
    match error.kind() {
        ErrorKind::BrokenPipe => Ok(()),
        _ => Err(error.into()),
    }
}
