//! Reads one cell: from what a spreadsheet wrote to the canonical text that export would write.
//!
//! Contract section 7: "Dates `YYYY-MM-DD` or `D-M-YYYY`, times `HH:MM[:SS]`, datetimes
//! `YYYY-MM-DDTHH:MM:SS` (blank for `T` accepted) … booleans `true/false/1/0/ja/nee/yes/no/waar/onwaar` in
//! any case." Whether a name names a row is seen later, over all files at once.

use std::borrow::Cow;

use jiff::civil::{Date, Time};

use super::file::{Column, Kind, Mark};
use crate::model::text::{self, LONGEST};
use crate::model::time::{self, Clock};

/// The canonical text of a cell, empty when it has no value; or what is wrong with it, where `{}` stands
/// for the cell.
pub fn canonical<'a>(
    column: &Column,
    cell: &'a str,
    clock: &Clock,
) -> Result<Cow<'a, str>, String> {
    let longest = match column.kind {
        Kind::Text(longest) => longest,
        _ => LONGEST,
    };
    let cell = text::checked(cell, longest).map_err(|unfit| format!("{{}} {unfit}"))?;
    if cell.is_empty() {
        return match column.mark {
            Mark::Optional => Ok(Cow::Borrowed("")),
            Mark::Key | Mark::Required => Err("a value is required".into()),
        };
    }
    match column.kind {
        Kind::Text(_) => Ok(Cow::Borrowed(cell)),
        Kind::Id => id(cell).ok_or_else(|| "{} is not an id (1 to 2147483647)".into()),
        Kind::Datetime => datetime(cell, clock).ok_or_else(|| {
            "{} is not a datetime (YYYY-MM-DDTHH:MM:SS, YYYY-MM-DD or D-M-YYYY; years 1900 to 9999)"
                .into()
        }),
        Kind::Flag => flag(cell)
            .map(Cow::Borrowed)
            .ok_or_else(|| "{} is not true or false (nor 1/0, ja/nee, yes/no, waar/onwaar)".into()),
        Kind::Choice(words) if words.contains(&cell) => Ok(Cow::Borrowed(cell)),
        Kind::Choice(words) => Err(format!("{{}} is not one of {}", words.join(", "))),
    }
}

fn id(cell: &str) -> Option<Cow<'_, str>> {
    let digits = cell.bytes().all(|b| b.is_ascii_digit());
    let id: u32 = cell.parse().ok().filter(|_| digits)?;
    (1..=0x7FFF_FFFF)
        .contains(&id)
        .then(|| Cow::Owned(id.to_string()))
}

fn flag(cell: &str) -> Option<&'static str> {
    let is = |words: &[&str]| words.iter().any(|word| cell.eq_ignore_ascii_case(word));
    if is(&["true", "1", "ja", "yes", "waar"]) {
        Some("true")
    } else if is(&["false", "0", "nee", "no", "onwaar"]) {
        Some("false")
    } else {
        None
    }
}

fn datetime(cell: &str, clock: &Clock) -> Option<Cow<'static, str>> {
    let (day, clock_time) = match cell.split_once(['T', ' ']) {
        Some((day, time)) => (day, time_of_day(time)?),
        None => (cell, Time::midnight()),
    };
    let wall = clock.wall_time(date(day)?.to_datetime(clock_time))?;
    Some(Cow::Owned(time::text(wall)))
}

/// `YYYY-MM-DD` or `D-M-YYYY`.
fn date(text: &str) -> Option<Date> {
    time::date(text).or_else(|| {
        let mut parts = text.split('-');
        let day = number(parts.next()?, 1..=2)?;
        let month = number(parts.next()?, 1..=2)?;
        let year = number(parts.next()?, 4..=4)?;
        if parts.next().is_some() {
            return None;
        }
        Date::new(year, month.try_into().ok()?, day.try_into().ok()?).ok()
    })
}

/// `HH:MM[:SS]`.
fn time_of_day(text: &str) -> Option<Time> {
    match text.len() {
        5 => time::time_of_day(&format!("{text}:00")),
        _ => time::time_of_day(text),
    }
}

fn number(digits: &str, lengths: std::ops::RangeInclusive<usize>) -> Option<i16> {
    let fits = lengths.contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    digits.parse().ok().filter(|_| fits)
}

#[cfg(test)]
mod tests {
    use super::super::file::{datetime, flag, id};
    use super::*;

    fn read(column: &Column, cell: &str) -> Option<String> {
        let clock = Clock::new("Europe/Amsterdam", None).unwrap();
        canonical(column, cell, &clock).ok().map(Cow::into_owned)
    }

    #[test]
    fn the_forms_of_a_datetime() {
        let column = datetime("ContractEndTime", "contract_end");
        for (given, expected) in [
            ("2026-03-09", Some("2026-03-09T00:00:00")),
            ("9-3-2026", Some("2026-03-09T00:00:00")),
            ("09-03-2026 8:30", None),
            ("09-03-2026 08:30", Some("2026-03-09T08:30:00")),
            ("2026-03-09T10:11:12", Some("2026-03-09T10:11:12")),
            ("2026-03-09 10:11:12", Some("2026-03-09T10:11:12")),
            ("2026-03-29 02:30", Some("2026-03-29T03:30:00")),
            (" 2026-03-09 ", Some("2026-03-09T00:00:00")),
            ("", Some("")),
            ("2026-3-9", None),
            ("9-3-26", None),
            ("30-2-2026", None),
            ("2026-03-09T10:11:12Z", None),
            ("2026-03-09T24:00:00", None),
            ("1-1-1899", None),
            ("9/3/2026", None),
            ("9-3-2026-1", None),
            ("+9-3-2026", None),
        ] {
            assert_eq!(read(&column, given).as_deref(), expected, "{given}");
        }
    }

    #[test]
    fn the_forms_of_a_flag_and_an_id() {
        let column = flag("IsDefault", "is_default");
        for given in ["true", "TRUE", "1", "Ja", "yes", "WAAR"] {
            assert_eq!(read(&column, given).as_deref(), Some("true"), "{given}");
        }
        for given in ["false", "0", "NEE", "no", "Onwaar"] {
            assert_eq!(read(&column, given).as_deref(), Some("false"), "{given}");
        }
        assert_eq!(read(&column, "j"), None);
        assert_eq!(read(&id(), "007").as_deref(), Some("7"));
        assert_eq!(read(&id(), "2147483647").as_deref(), Some("2147483647"));
        for given in ["0", "-1", "+1", "2147483648", "1.0", "x"] {
            assert_eq!(read(&id(), given), None, "{given}");
        }
    }
}
