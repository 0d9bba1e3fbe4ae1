//! Parses durations such as `--keep-old 24h`, and calendar periods such as `--audit-keep 3y`.

use jiff::{SignedDuration, Span, SpanRelativeTo};

/// Parses a duration such as `24h`, `90m` or `7d`, in whole seconds. A day has 24 hours.
pub fn parse_duration(text: &str) -> Result<SignedDuration, String> {
    let describe_allowed = || "a duration is a number and h, m or d, such as 24h, 90m or 7d".to_owned();
    let span: Span = text.trim().parse().map_err(|_| describe_allowed())?;
    // fails for months and years, whose lengths differ
    let duration = span.to_duration(SpanRelativeTo::days_are_24_hours()).map_err(|_| describe_allowed())?;
    let seconds = SignedDuration::from_secs(duration.as_secs());
    if seconds.is_positive() { Ok(seconds) } else { Err(describe_allowed()) }
}

/// Parses a calendar period such as `7y`, `18mo` or `90d`. Years and months are not converted to days.
pub fn parse_period(text: &str) -> Result<Span, String> {
    let describe_allowed = || "a period is a number and y, mo, w or d, such as 7y, 18mo or 90d".to_owned();
    let span: Span = text.trim().parse().map_err(|_| describe_allowed())?;
    let date_part =
        Span::new().years(span.get_years()).months(span.get_months()).weeks(span.get_weeks()).days(span.get_days());
    // `fieldwise` compares unit by unit: a span with hours or minutes differs from its date part
    let has_time_part = date_part.fieldwise() != span.fieldwise();
    if span.is_positive() && !has_time_part { Ok(span) } else { Err(describe_allowed()) }
}

#[cfg(test)]
mod tests {
    use super::{parse_duration, parse_period};

    #[test]
    fn a_period_has_years_months_weeks_or_days() {
        for text in ["7y", "18mo", "2w", "90d", "1y 6mo"] {
            assert!(parse_period(text).is_ok(), "{text}");
        }
        for text in ["", "7", "0y", "-7y", "24h", "1y 2h", "90m", "y", "later"] {
            assert!(parse_period(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_duration_has_days_hours_or_minutes() {
        for (text, hours) in [("24h", 24), ("90m", 1), ("7d", 168), ("1d 12h", 36)] {
            assert_eq!(parse_duration(text).map(|time| time.as_hours()), Ok(hours), "{text}");
        }
        for text in ["", "24", "0h", "-1h", "1 month", "1y", "0.5s", "h", "tomorrow"] {
            assert!(parse_duration(text).is_err(), "{text}");
        }
    }
}
