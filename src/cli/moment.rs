//! Parses datetimes on the command line, such as `--since 2026-03-09`.

use anyhow::{Context, Result};

use crate::model::time::{Clock, DATETIME_FORM};

/// Parses a datetime or date in the service's zone. Returns the instant as text, in UTC; the error names the flag.
pub fn parse_instant(clock: &Clock, flag: &str, text: &str) -> Result<String> {
    let wall = clock
        .parse_datetime(text.trim())
        .with_context(|| format!("{flag} {text} is not a datetime ({DATETIME_FORM}) or a date (yyyy-MM-dd)"))?;
    Ok(clock.to_instant_text(wall))
}
