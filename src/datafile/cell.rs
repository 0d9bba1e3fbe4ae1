//! Parses a cell to its canonical form, which export writes (contract section 7). References are resolved later.

use std::borrow::Cow;

use jiff::civil::{Date, Time};

use super::file::{Column, ColumnRole, Domain};
use super::images::PICTURE_PREFIX;
use crate::model::message::{Message, MessageName};
use crate::model::text::{self, MAX_TEXT_CHARACTERS, TextError};
use crate::model::time::{self, Clock};

/// The `ValidUntil` of a result that does not expire.
const NEVER: &str = "never";

/// Parses a cell to its canonical form; empty if the cell has no value. `9-3-2026` becomes `2026-03-09`. The error
/// describes the allowed cells. Borrows the cell if it is canonical already, so that large imports copy little.
pub fn parse_cell<'a>(column: &Column, cell: &'a str, clock: &Clock) -> Result<Cow<'a, str>, Message> {
    let max_characters = match column.domain {
        Domain::Text(characters) => characters,
        _ => MAX_TEXT_CHARACTERS,
    };
    let cell = text::check_text(cell, max_characters).map_err(TextError::message)?;
    match column.role {
        _ if !cell.is_empty() => parse_value(column.domain, cell, clock),
        ColumnRole::Optional | ColumnRole::OptionalKey => Ok(Cow::Borrowed("")),
        ColumnRole::Key | ColumnRole::Required => Err(MessageName::ValueRequired.into()),
    }
}

/// Parses a cell that is not empty, and whose length is checked.
fn parse_value<'a>(domain: Domain, cell: &'a str, clock: &Clock) -> Result<Cow<'a, str>, Message> {
    let (value, error) = match domain {
        Domain::Text(_) | Domain::Bytes => return Ok(Cow::Borrowed(cell)),
        Domain::Id if is_integer(cell) => (parse_integer(cell, 1, i32::MAX), MessageName::IdOutOfRange),
        Domain::Id => (None, MessageName::NotAnId),
        Domain::Int(min, max) => {
            let name = if is_integer(cell) { MessageName::NumberOutOfRange } else { MessageName::NotAWholeNumber };
            return parse_integer(cell, min, max).ok_or_else(|| Message::new(name).with(min).with(max));
        }
        Domain::Choice(words) if words.contains(&cell) => return Ok(Cow::Borrowed(cell)),
        Domain::Choice(words) => return Err(Message::new(MessageName::NotAChoice).with(words.join(", "))),
        Domain::Money => (parse_amount(cell), MessageName::NotAnAmount),
        Domain::Date => (parse_date_cell(cell, clock), MessageName::NotADate),
        Domain::Time => (parse_time(cell).map(|time| Cow::Owned(format_time(time))), MessageName::NotATime),
        Domain::DatetimeOrNever if cell.eq_ignore_ascii_case(NEVER) => return Ok(Cow::Borrowed(NEVER)),
        Domain::DatetimeOrNever => (parse_datetime(cell, clock), MessageName::NotADatetimeOrNever),
        Domain::Datetime => (parse_datetime(cell, clock), MessageName::NotADatetime),
        Domain::Image if is_picture_path(cell) || is_web_address(cell) => return Ok(Cow::Borrowed(cell)),
        Domain::Image => (None, MessageName::NotAnImage),
        Domain::Flag => (parse_flag(cell).map(Cow::Borrowed), MessageName::NotAFlag),
    };
    value.ok_or_else(|| error.into())
}

const SPREADSHEET_ERRORS: &str = "#N/A #N/B #REF! #VERW! #VALUE! #WAARDE! #NAME? #NAAM? #DIV/0! #DEEL/0! #NUM! \
                      #GETAL! #NULL! #LEEG! #SPILL! #OVERLOPEN! #OVERLOOP! #CALC! #BEREKENEN! #FIELD! #VELD! #GETTING_DATA #GEGEVENS_OPHALEN";

/// Returns the error of a cell that a spreadsheet has damaged: `#N/A`, `###`, or in a text column `6,12E+08`.
pub fn find_spreadsheet_error(column: &Column, cell: &str) -> Option<MessageName> {
    if cell.starts_with('#') && SPREADSHEET_ERRORS.split(' ').any(|error| error.eq_ignore_ascii_case(cell)) {
        return Some(MessageName::SpreadsheetError);
    }
    if cell.len() > 2 && cell.bytes().all(|byte| byte == b'#') {
        return Some(MessageName::ColumnTooNarrow);
    }
    // a spreadsheet shows a long number, such as a telephone number, in this form, and loses digits
    let is_shortened = matches!(column.domain, Domain::Text(_)) && is_scientific_number(cell);
    is_shortened.then_some(MessageName::ShortenedNumber)
}

/// Returns whether a text is a number such as `6,12E+08`. `12E08` may be a code: its exponent has no sign.
fn is_scientific_number(cell: &str) -> bool {
    let Some((number, exponent)) = cell.split_once(['E', 'e']) else { return false };
    let number = number.strip_prefix('-').unwrap_or(number);
    let (whole, decimals) = number.split_once(['.', ',']).unwrap_or((number, "0"));
    let exponent = exponent.strip_prefix(['+', '-']);
    is_digits(whole) && is_digits(decimals) && exponent.is_some_and(is_digits)
}

/// Parses an integer to a text without leading zeros; `None` if it is outside the range.
fn parse_integer(cell: &str, min: i32, max: i32) -> Option<Cow<'_, str>> {
    let digits = cell.strip_prefix('-').unwrap_or(cell);
    // `parse` alone would accept `+7`
    let number: i32 = cell.parse().ok().filter(|_| is_digits(digits))?;
    // without a leading zero, the cell is canonical; 0 itself is rare enough to be copied
    (min..=max).contains(&number).then(|| match digits.starts_with('0') {
        true => Cow::Owned(number.to_string()),
        false => Cow::Borrowed(cell),
    })
}

/// Returns whether a cell consists of digits, perhaps after a minus sign. The number may be too large for an integer.
fn is_integer(cell: &str) -> bool {
    is_digits(cell.strip_prefix('-').unwrap_or(cell))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// Parses an amount to `1234.50`: "decimals with point or comma … at most two decimals and no thousands sign".
fn parse_amount(cell: &str) -> Option<Cow<'static, str>> {
    // more digits are a typing error; with 12, even the sum of many amounts in cents fits into an integer
    const MAX_DIGITS: usize = 12;
    let (sign, amount) = cell.strip_prefix('-').map_or(("", cell), |amount| ("-", amount));
    let (whole, decimals) = amount.split_once(['.', ',']).unwrap_or((amount, "0"));
    let whole = is_digits(whole).then(|| whole.trim_start_matches('0'))?;
    if whole.len() > MAX_DIGITS || !is_digits(decimals) || decimals.len() > 2 {
        return None;
    }
    let whole = if whole.is_empty() { "0" } else { whole };
    // fills up with zeros: `12,5` becomes `12.50`
    let amount = format!("{whole}.{decimals:0<2}");
    // there is no negative zero
    let sign = if amount == "0.00" { "" } else { sign };
    Some(Cow::Owned(format!("{sign}{amount}")))
}

fn is_picture_path(cell: &str) -> bool {
    cell.strip_prefix(PICTURE_PREFIX).is_some_and(|name| !name.is_empty())
}

/// Checks a cell that is no picture path: "any other value must be an http(s) address".
fn is_web_address(cell: &str) -> bool {
    let strip_scheme =
        |scheme: &str| cell.get(..scheme.len())?.eq_ignore_ascii_case(scheme).then(|| &cell[scheme.len()..]);
    let without_scheme = strip_scheme("https://").or_else(|| strip_scheme("http://"));
    without_scheme.is_some_and(|address| {
        let has_host = !address.is_empty() && !address.starts_with(['/', '?', '#']);
        has_host && !address.contains(char::is_whitespace)
    })
}

/// Parses an English or Dutch word, or a digit, to `true` or `false`. Spreadsheets in Dutch write `WAAR` and `ONWAAR`.
pub fn parse_flag(cell: &str) -> Option<&'static str> {
    match cell.to_ascii_lowercase().as_str() {
        "true" | "1" | "ja" | "yes" | "waar" => Some("true"),
        "false" | "0" | "nee" | "no" | "onwaar" => Some("false"),
        _ => None,
    }
}

/// Parses a datetime to `YYYY-MM-DDTHH:MM:SS`. Converts a datetime with an offset, as in REST, to the service's zone.
fn parse_datetime<'c>(cell: &'c str, clock: &Clock) -> Option<Cow<'c, str>> {
    parse_local_datetime(cell, clock)
        .or_else(|| clock.parse_datetime(cell).map(|wall| Cow::Owned(time::format_wall_time(wall))))
}

/// Parses a datetime without an offset to `YYYY-MM-DDTHH:MM:SS`. A time that the clocks skip becomes a later time.
fn parse_local_datetime<'c>(cell: &'c str, clock: &Clock) -> Option<Cow<'c, str>> {
    // contract section 2: "a date alone means midnight"
    let (date, time_of_day) = match cell.split_once(['T', ' ']) {
        Some((date, time)) => (date, parse_time(time)?),
        None => (cell, Time::midnight()),
    };
    let written = parse_date(date)?.to_datetime(time_of_day);
    let wall = clock.skip_gap(written)?;
    let is_unchanged = wall == written && has_canonical_datetime_form(cell);
    Some(if is_unchanged { Cow::Borrowed(cell) } else { Cow::Owned(time::format_wall_time(wall)) })
}

fn has_canonical_datetime_form(cell: &str) -> bool {
    const FORM: &[u8] = b"0000-00-00T00:00:00";
    let has_same_kind = |(byte, form): (u8, &u8)| if *form == b'0' { byte.is_ascii_digit() } else { byte == *form };
    cell.len() == FORM.len() && cell.bytes().zip(FORM).all(has_same_kind)
}

/// Parses a date to `YYYY-MM-DD`. Refuses a date whose midnight is outside the range of datetimes.
fn parse_date_cell(cell: &str, clock: &Clock) -> Option<Cow<'static, str>> {
    let midnight = clock.skip_gap(parse_date(cell)?.to_datetime(Time::midnight()))?;
    Some(Cow::Owned(midnight.date().to_string()))
}

fn format_time(time: Time) -> String {
    match time.second() {
        0 => format!("{:02}:{:02}", time.hour(), time.minute()),
        second => format!("{:02}:{:02}:{second:02}", time.hour(), time.minute()),
    }
}

/// Parses `YYYY-MM-DD` or `D-M-YYYY`.
fn parse_date(text: &str) -> Option<Date> {
    time::parse_date(text).or_else(|| {
        let [day, month, year] = text.split('-').collect::<Vec<_>>()[..] else { return None };
        let (day, month) = (parse_digits(day, 1..=2)?, parse_digits(month, 1..=2)?);
        Date::new(parse_digits(year, 4..=4)?, month.try_into().ok()?, day.try_into().ok()?).ok()
    })
}

/// Parses `H:MM[:SS]` or `HH:MM[:SS]`.
fn parse_time(text: &str) -> Option<Time> {
    if text.len() == 8 {
        return time::parse_time_of_day(text);
    }
    // other forms are completed to `HH:MM:SS`
    let leading_zero = if text.find(':') == Some(1) { "0" } else { "" };
    let seconds = if text.split(':').count() == 2 { ":00" } else { "" };
    time::parse_time_of_day(&format!("{leading_zero}{text}{seconds}"))
}

fn parse_digits(text: &str, digit_counts: std::ops::RangeInclusive<usize>) -> Option<i16> {
    let is_valid = is_digits(text) && digit_counts.contains(&text.len());
    if is_valid { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::super::columns::{datetime_column, flag_column, id_column};
    use super::*;

    fn parse(column: &Column, cell: &str) -> Option<String> {
        let clock = Clock::new("Europe/Amsterdam", None).unwrap();
        parse_cell(column, cell, &clock).ok().map(Cow::into_owned)
    }

    #[test]
    fn datetimes_are_parsed_in_every_form() {
        let column = datetime_column("ContractEndTime", "").stored_as("contract_end");
        for (given, expected) in [
            ("2026-03-09", Some("2026-03-09T00:00:00")),
            ("9-3-2026", Some("2026-03-09T00:00:00")),
            ("09-03-2026 8:30", Some("2026-03-09T08:30:00")),
            ("2026-03-09T8:30:05", Some("2026-03-09T08:30:05")),
            ("09-03-2026 8", None),
            ("09-03-2026 8:3", None),
            ("09-03-2026 :30", None),
            ("09-03-2026 08:30", Some("2026-03-09T08:30:00")),
            ("2026-03-09T10:11:12", Some("2026-03-09T10:11:12")),
            ("2026-03-09 10:11:12", Some("2026-03-09T10:11:12")),
            ("2026-03-29 02:30", Some("2026-03-29T03:30:00")),
            (" 2026-03-09 ", Some("2026-03-09T00:00:00")),
            ("", Some("")),
            ("2026-3-9", None),
            ("9-3-26", None),
            ("30-2-2026", None),
            ("2026-03-09T10:11:12Z", Some("2026-03-09T11:11:12")),
            ("2026-07-09T10:11:12+02:00", Some("2026-07-09T10:11:12")),
            ("2026-03-09T24:00:00", None),
            ("1-1-1899", None),
            ("9/3/2026", None),
            ("9-3-2026-1", None),
            ("+9-3-2026", None),
        ] {
            assert_eq!(parse(&column, given).as_deref(), expected, "{given}");
        }
    }

    #[test]
    fn flags_and_ids_are_parsed_in_every_form() {
        let column = flag_column("IsDefault", "");
        for given in ["true", "TRUE", "1", "Ja", "yes", "WAAR"] {
            assert_eq!(parse(&column, given).as_deref(), Some("true"), "{given}");
        }
        for given in ["false", "0", "NEE", "no", "Onwaar"] {
            assert_eq!(parse(&column, given).as_deref(), Some("false"), "{given}");
        }
        assert_eq!(parse(&column, "j"), None);
        assert_eq!(parse(&id_column(), "007").as_deref(), Some("7"));
        assert_eq!(parse(&id_column(), "2147483647").as_deref(), Some("2147483647"));
        for given in ["0", "-1", "+1", "2147483648", "1.0", "x"] {
            assert_eq!(parse(&id_column(), given), None, "{given}");
        }
    }
}
