//! Durations on the command line, such as `--keep-old 24h`.

use jiff::{SignedDuration, Span, SpanRelativeTo};

/// A time such as `24h`, `90m` or `7d`; a day has 24 hours.
pub fn duration(text: &str) -> Result<SignedDuration, String> {
    let allowed = || "a duration is a number and h, m or d, such as 24h, 90m or 7d".to_owned();
    let span: Span = text.trim().parse().map_err(|_| allowed())?;
    let duration = span
        .to_duration(SpanRelativeTo::days_are_24_hours())
        .map_err(|_| allowed())?;
    let whole = SignedDuration::from_secs(duration.as_secs());
    if whole.is_positive() {
        Ok(whole)
    } else {
        Err(allowed())
    }
}

#[cfg(test)]
mod tests {
    use super::duration;

    #[test]
    fn the_forms_of_a_duration() {
        for (text, hours) in [("24h", 24), ("90m", 1), ("7d", 168), ("1d 12h", 36)] {
            assert_eq!(
                duration(text).map(|time| time.as_hours()),
                Ok(hours),
                "{text}"
            );
        }
        for text in [
            "", "24", "0h", "-1h", "1 month", "1y", "0.5s", "h", "tomorrow",
        ] {
            assert!(duration(text).is_err(), "{text}");
        }
    }
}
