//! The service's time. Contract section 2: "Datetimes are stored and compared as wall time of the service's zone, to
//! the second (fractions are cut); *now* is turned into wall time." A wall time's text is `yyyy-MM-ddTHH:mm:ss`.

use anyhow::{Context, Result};
use jiff::civil::{Date, DateTime, Time};
use jiff::tz::{AmbiguousOffset, Disambiguation, Offset, TimeZone};
use jiff::{SignedDuration, Span, Timestamp};

use super::utc_offsets::Offsets;

pub const DATETIME_FORMAT: &str = "yyyy-MM-ddTHH:mm:ss";

/// Returns whether a datetime lies in the years 1900 to 9999; .NET sends year 1 for an unset date.
fn is_in_range(wall_time: &DateTime) -> bool {
    (1900..=9999).contains(&wall_time.year())
}

#[derive(Clone, Debug)]
pub struct Clock {
    zone: TimeZone,
    /// The datetime of `--now`. Then the time never advances.
    fixed: Option<DateTime>,
}

impl Clock {
    /// Creates a clock for the zone with an IANA name. With `now`, the clock always shows that datetime.
    pub fn new(zone: &str, now: Option<&str>) -> Result<Self> {
        let zone = TimeZone::get(zone)
            .with_context(|| format!("{zone} is not a time zone (an IANA name such as Europe/Amsterdam)"))?;
        // `--now` is parsed as any datetime is, which needs a clock with the zone
        let clock = Self { zone, fixed: None };
        let parse = |now| {
            clock.parse_datetime(now).with_context(|| format!("--now {now} is not a datetime ({DATETIME_FORMAT})"))
        };
        Ok(Self { fixed: now.map(parse).transpose()?, ..clock })
    }

    /// Returns whether `--now` was given.
    pub fn is_fixed(&self) -> bool {
        self.fixed.is_some()
    }

    /// Returns the current wall time to the second, or the wall time of `--now`.
    pub fn now(&self) -> DateTime {
        self.fixed.unwrap_or_else(|| self.to_wall_time(Timestamp::now()))
    }

    pub fn now_instant(&self) -> Timestamp {
        self.fixed.map_or_else(Timestamp::now, |wall_time| self.to_timestamp(wall_time))
    }

    /// Returns the current wall time minus `span`; `None` before the year -9999.
    pub fn time_ago(&self, span: Span) -> Option<DateTime> {
        self.now().checked_sub(span).ok()
    }

    /// Converts an instant to wall time, cut to the second.
    pub fn to_wall_time(&self, instant: Timestamp) -> DateTime {
        let exact = self.zone.to_datetime(instant);
        exact.with().subsec_nanosecond(0).build().expect("a second without its fraction exists")
    }

    pub fn zone_name(&self) -> &str {
        self.zone.iana_name().unwrap_or_default()
    }

    pub fn offsets(&self) -> Offsets {
        Offsets::new(self.zone.clone())
    }

    /// Formats an instant text, such as [`current_instant`] returns, in the service's zone with the UTC offset.
    pub fn format_in_zone(&self, instant: &str) -> Result<String> {
        let instant: Timestamp = instant.parse().with_context(|| format!("{instant} is not an instant in UTC"))?;
        let zoned = instant.to_zoned(self.zone.clone());
        Ok(zoned.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string())
    }

    /// Converts a wall time to an instant text. Of a wall time that occurs twice in autumn, returns the first instant.
    pub fn to_instant_text(&self, wall_time: DateTime) -> String {
        format_instant(self.to_timestamp(wall_time))
    }

    /// Converts a wall time to an instant. Times after jiff's last instant, on 9999-12-30, become that instant.
    fn to_timestamp(&self, wall_time: DateTime) -> Timestamp {
        let zoned = self.zone.to_ambiguous_zoned(wall_time).compatible();
        zoned.map_or(Timestamp::MAX, |zoned| zoned.timestamp())
    }

    /// Parses `yyyy-MM-ddTHH:mm:ss`, or a date, which means midnight. Cuts a fraction of a second. Converts a time with
    /// `Z` or an offset to the service's zone. "The repeated hour in autumn is the first, the skipped hour in spring
    /// moves forward." Returns `None` for other texts, and outside the years 1900 to 9999.
    pub fn parse_datetime(&self, text: &str) -> Option<DateTime> {
        match parse_datetime_and_offset(text)? {
            (wall_time, None) => self.skip_gap(wall_time),
            (wall_time, Some(offset)) => self.convert_from_offset(wall_time, offset).filter(is_in_range),
        }
    }

    /// Returns the wall time; if it is in the gap at the start of daylight saving, the time after the gap: `02:30:00`
    /// becomes `03:30:00`. Returns `None` outside the years 1900 to 9999.
    pub fn skip_gap(&self, wall_time: DateTime) -> Option<DateTime> {
        let ambiguous = self.zone.to_ambiguous_timestamp(wall_time);
        let existing = match ambiguous.offset() {
            AmbiguousOffset::Gap { .. } => match ambiguous.disambiguate(Disambiguation::Compatible) {
                Ok(instant) => self.zone.to_datetime(instant),
                // after jiff's last instant, which is on 9999-12-30
                Err(_) => wall_time,
            },
            AmbiguousOffset::Unambiguous { .. } | AmbiguousOffset::Fold { .. } => wall_time,
        };
        Some(existing).filter(is_in_range)
    }

    /// Converts a time at an offset to the service's zone; `None` after the year 9999.
    fn convert_from_offset(&self, wall_time: DateTime, offset: Offset) -> Option<DateTime> {
        match offset.to_timestamp(wall_time) {
            Ok(instant) => Some(self.to_wall_time(instant)),
            // after jiff's last instant, the zone's standard offset applies: moves the time by the difference of the offsets
            Err(_) => {
                let shift = self.zone.to_offset(Timestamp::MAX).seconds() - offset.seconds();
                wall_time.checked_add(SignedDuration::from_secs(shift.into())).ok()
            }
        }
    }
}

/// Formats a wall time as `yyyy-MM-ddTHH:mm:ss`.
pub fn format_wall_time(wall_time: DateTime) -> String {
    wall_time.to_string()
}

/// Returns the last second of a range. An end at midnight means the whole day (contract §5): .NET always sends a time.
pub fn end_of_range(wall_time: DateTime) -> DateTime {
    if wall_time.time() == Time::midnight() { wall_time.date().at(23, 59, 59, 0) } else { wall_time }
}

/// Returns the machine's current time, even with `--now`, as an instant text.
pub fn current_instant() -> String {
    format_instant(Timestamp::now())
}

/// Formats an instant in UTC to the second, `yyyy-MM-ddTHH:mm:ssZ`.
pub fn format_instant(instant: Timestamp) -> String {
    // whole seconds: all texts have the same length and sort by time
    Timestamp::from_second(instant.as_second()).expect("the second of an instant is in range").to_string()
}

/// Parses `yyyy-MM-dd[THH:mm:ss[.f…]][Z|±HH:mm]` and cuts the fraction. As in XML Schema, a date may have an offset.
fn parse_datetime_and_offset(text: &str) -> Option<(DateTime, Option<Offset>)> {
    let date = parse_date(text.get(..10)?)?;
    let mut unparsed = text.get(10..)?;
    // a date alone means midnight
    let mut time = Time::midnight();
    if let Some(after_t) = unparsed.strip_prefix('T') {
        time = parse_time_of_day(after_t.get(..8)?)?;
        unparsed = &after_t[8..];
        if let Some(fraction) = unparsed.strip_prefix('.') {
            unparsed = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
            if unparsed.len() == fraction.len() {
                return None;
            }
        }
    }
    let offset = if unparsed.is_empty() { None } else { Some(parse_offset(unparsed)?) };
    Some((date.to_datetime(time), offset))
}

/// Parses a date or datetime that a page shows: the time may follow a space, and may omit seconds. Ignores the offset.
pub fn parse_shown_datetime(text: &str) -> Option<DateTime> {
    let mut datetime = text.replacen(' ', "T", 1);
    if datetime.len() == "2026-03-09T09:30".len() {
        datetime += ":00";
    }
    parse_datetime_and_offset(&datetime).map(|(wall_time, _)| wall_time)
}

pub fn parse_date(text: &str) -> Option<Date> {
    let [year, month, day] = parse_numbers(text, b'-', [4, 2, 2])?;
    Date::new(year, month.try_into().ok()?, day.try_into().ok()?).ok()
}

/// Parses a date in the form `d-M-yyyy`.
pub fn parse_short_date(text: &str) -> Option<Date> {
    Date::strptime("%d-%m-%Y", text).ok()
}

/// Parses a time of day, `HH:mm:ss`.
pub fn parse_time_of_day(text: &str) -> Option<Time> {
    let [hour, minute, second] = parse_numbers(text, b':', [2, 2, 2])?;
    Time::new(hour.try_into().ok()?, minute.try_into().ok()?, second.try_into().ok()?, 0).ok()
}

/// Parses `Z` or `±HH:mm`.
fn parse_offset(text: &str) -> Option<Offset> {
    let sign = match text.as_bytes().first()? {
        b'Z' if text.len() == 1 => return Some(Offset::UTC),
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    let [hours, minutes] = parse_numbers(&text[1..], b':', [2, 2])?;
    // XML Schema's limit: an offset is at most 14 hours
    let seconds = (i32::from(hours) * 60 + i32::from(minutes)) * 60;
    if minutes > 59 || seconds > 14 * 3600 {
        return None;
    }
    Offset::from_seconds(sign * seconds).ok()
}

/// Parses `N` unsigned numbers with exactly these widths, separated by `separator`. Unlike `str::parse`, accepts no sign.
fn parse_numbers<const N: usize>(text: &str, separator: u8, widths: [usize; N]) -> Option<[i16; N]> {
    let mut numbers = [0; N];
    let mut rest = text.as_bytes();
    for (index, width) in widths.into_iter().enumerate() {
        if index > 0 {
            rest = rest.strip_prefix(&[separator])?;
        }
        let (digits, after) = rest.split_at_checked(width)?;
        // at most four digits: an i16 cannot overflow
        for digit in digits {
            let digit = digit.is_ascii_digit().then(|| i16::from(digit - b'0'))?;
            numbers[index] = numbers[index] * 10 + digit;
        }
        rest = after;
    }
    rest.is_empty().then_some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Option<String> {
        Clock::new("Europe/Amsterdam", None).unwrap().parse_datetime(text).map(super::format_wall_time)
    }

    #[test]
    fn datetimes_are_converted_to_wall_time() {
        for (given, expected) in [
            ("2026-03-09T10:11:12", "2026-03-09T10:11:12"),
            ("2026-03-09", "2026-03-09T00:00:00"),
            ("2026-03-09+01:00", "2026-03-09T00:00:00"),
            ("2026-07-09Z", "2026-07-09T02:00:00"),
            ("2026-03-09+09:00", "2026-03-08T16:00:00"),
            ("2026-03-09T10:11:12.9999999", "2026-03-09T10:11:12"),
            ("2026-03-09T10:11:12Z", "2026-03-09T11:11:12"),
            ("2026-07-09T10:11:12.5-05:30", "2026-07-09T17:41:12"),
            ("2026-03-29T02:30:00", "2026-03-29T03:30:00"),
            ("2026-10-25T02:30:00", "2026-10-25T02:30:00"),
            ("2026-10-25T01:30:00Z", "2026-10-25T02:30:00"),
            ("9999-12-31T23:59:59", "9999-12-31T23:59:59"),
            ("9999-12-31T12:00:00Z", "9999-12-31T13:00:00"),
            ("1900-01-01", "1900-01-01T00:00:00"),
        ] {
            assert_eq!(parse(given).as_deref(), Some(expected), "{given}");
        }
    }

    #[test]
    fn a_wall_time_past_the_last_instant_becomes_the_last_instant() {
        let clock = Clock::new("Europe/Amsterdam", Some("9999-12-31")).unwrap();
        assert_eq!(clock.to_instant_text(clock.now()), "9999-12-30T22:00:00Z");
        assert_eq!(clock.now_instant(), Timestamp::MAX);
    }

    #[test]
    fn invalid_datetimes_are_refused() {
        for given in [
            "",
            "abc",
            "2026-02-30",
            "2026-3-9",
            "2026-03-09T10:11",
            "2026-03-09 10:11:12",
            "2026-03-09T24:00:00",
            "2026-03-09T10:11:60",
            "2026-03-09T10:11:12.",
            "0001-01-01T00:00:00",
            "1899-12-31T23:59:59",
            "9999-12-31T23:59:59Z",
            "2026-03-09T10:11:12+1:00",
            "2026-03-09T10:11:12+14:01",
            "2026-03-09T10:11:12+01:60",
            "2026-03-09é",
            "２０２６-03-09",
            "2026-03-09t10:11:12",
            "+2026-03-09",
            "2026-03-09 ",
            "2026-03-09Z+01:00",
            "2026-03-09+1",
        ] {
            assert_eq!(parse(given), None, "{given}");
        }
    }
}
