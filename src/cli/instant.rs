//! Parses datetimes on the command line, such as `--since 2026-03-09`.

use anyhow::{Context, Result};

use crate::model::time::{Clock, DATETIME_FORMAT};

/// Parses a datetime or date in the service's zone, and returns the instant as text. An error names `option`.
pub fn parse_instant(clock: &Clock, option: &str, text: &str) -> Result<String> {
    let wall_time = clock
        .parse_datetime(text.trim())
        .with_context(|| format!("{option} {text} is not a datetime ({DATETIME_FORMAT}) or a date (yyyy-MM-dd)"))?;
    Ok(clock.to_instant_text(wall_time))
}
