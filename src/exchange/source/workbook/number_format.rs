//! Formats the cells of a workbook as the texts of a data file: a number with the zeros and decimals of its format, and
//! a date as `YYYY-MM-DD` in any locale. Data files have no currency signs, thousands separators or colours.

use std::collections::HashMap;

use anyhow::{Result, ensure};
use jiff::ToSpan;
use jiff::civil::{Date, date};
use quick_xml::events::Event;

use super::part::{XmlPart, read_attribute};
use crate::model::message::{Message, MessageName};

/// The number of digits that Excel shows; later digits of a number are rounding errors.
const SIGNIFICANT_DIGITS: usize = 15;

const MAX_STYLES: usize = 65_536;

/// The maximum length of a number format, as in Excel. The time to format a cell grows with this length.
const MAX_FORMAT_CHARACTERS: usize = 255;

const DAY_MILLISECONDS: i64 = 86_400_000;

/// The number of days from the first day of 1900 to the first day of 1904, as Excel counts them.
const DAYS_TO_1904: f64 = 1462.0;

/// The number of the first day that Excel cannot show: 1 January 10000.
const END_DAY: f64 = 2_958_466.0;

/// The number formats of a workbook. A cell has a style, which has a format.
#[derive(Default)]
pub struct NumberFormats {
    /// Whether days are counted from 1904 instead of 1900.
    pub since_1904: bool,
    /// The number of the format of each style.
    styles: Vec<u32>,
    /// The formats that the workbook defines, by number.
    own_formats: HashMap<u32, String>,
}

impl NumberFormats {
    /// Reads the part `styles.xml`: the `numFmt` elements with the own formats, and the `xf` elements with the format
    /// of each style.
    pub fn read(mut part: XmlPart) -> Result<Self> {
        let mut formats = Self::default();
        // outside `cellXfs`, elements `xf` describe styles that cells do not use
        let mut in_cell_styles = false;
        loop {
            match part.next_event()? {
                Event::Start(tag) => match tag.local_name().as_ref() {
                    "cellXfs" => in_cell_styles = true,
                    "xf" if in_cell_styles => {
                        let id = read_attribute(&tag, "numFmtId")?.and_then(|id| id.parse().ok());
                        formats.styles.push(id.unwrap_or(0));
                        ensure!(
                            formats.styles.len() <= MAX_STYLES,
                            Message::new(MessageName::TooManyStyles).with(MAX_STYLES)
                        );
                    }
                    "numFmt" => {
                        let id = read_attribute(&tag, "numFmtId")?.and_then(|id| id.parse().ok());
                        if let (Some(id), Some(code)) = (id, read_attribute(&tag, "formatCode")?) {
                            ensure!(
                                code.chars().count() <= MAX_FORMAT_CHARACTERS,
                                Message::new(MessageName::NumberFormatTooLong).with(MAX_FORMAT_CHARACTERS)
                            );
                            formats.own_formats.insert(id, code);
                        }
                    }
                    _ => {}
                },
                Event::End(tag) if tag.local_name().as_ref() == "cellXfs" => in_cell_styles = false,
                Event::Eof => return Ok(formats),
                _ => {}
            }
        }
    }

    /// Returns the format of a style, such as `d-m-yyyy`. An unknown style has the format `General`.
    pub fn format_of_style(&self, style: usize) -> &str {
        let id = self.styles.get(style).copied().unwrap_or(0);
        self.own_formats.get(&id).map_or_else(|| built_in_format(id), String::as_str)
    }
}

/// Returns the built-in format with this number (ECMA-376, 18.8.30). For formats that depend on the locale, and for all
/// dates, returns a format of the same kind, because [`format_cell`] makes the same text of all formats of a kind.
fn built_in_format(id: u32) -> &'static str {
    match id {
        1 => "0",
        2 => "0.00",
        3 => "#,##0",
        4 => "#,##0.00",
        9 => "0%",
        10 => "0.00%",
        11 => "0.00E+00",
        12 => "# ?/?",
        13 => "# ??/??",
        // 27 to 36 and 50 to 58 are East Asian dates and times
        14..=17 | 27..=31 | 34..=36 | 50..=58 => "yyyy-mm-dd",
        18..=21 | 32 | 33 | 45 | 47 => "h:mm:ss",
        22 => "m/d/yy h:mm",
        37..=44 => "#,##0.00",
        46 => "[h]:mm:ss",
        48 => "##0.0E+0",
        49 => "@",
        _ => "General",
    }
}

/// Returns the text of a number in a format, such as `01037` for 1037 in `00000`, or `2026-03-09` for 46090 in
/// `d-m-yy`. `since_1904`: whether days are counted from 1904.
pub fn format_cell(number: f64, format: &str, since_1904: bool) -> String {
    // Excel stores dates, times and durations as numbers of days: only the format distinguishes them
    if is_duration(format) {
        return format_seconds((number * 86_400.0).round() as i64);
    }
    let code_characters = parse_format(format).into_iter().filter_map(|part| match part {
        FormatPart::Code(code) => Some(code),
        FormatPart::Literal(_) => None,
    });
    let codes = code_characters.collect::<String>().to_lowercase();
    // only formats of dates and times have these codes
    if !codes.contains(['d', 'm', 'y', 'h', 's']) {
        return format_number(number, format);
    }
    format_datetime(number, &codes, since_1904).unwrap_or_else(|| format_general(number))
}

/// Returns whether a format shows elapsed hours, minutes or seconds, such as `[h]:mm` or `[ss]`. A duration can exceed
/// a day. Other brackets have colours or locales, such as `[Red]` or `[$-413]`.
fn is_duration(format: &str) -> bool {
    // the sections after the first are for negative numbers, zero and texts
    let first_section = format.split(';').next().unwrap_or_default();
    // each text between brackets, such as `h` or `Red`
    let mut bracketed_texts =
        first_section.split('[').skip(1).filter_map(|rest| rest.split_once(']')).map(|(text, _)| text.to_lowercase());
    bracketed_texts.any(|text| {
        let repeats = |unit: char| !text.is_empty() && text.chars().all(|c| c == unit);
        repeats('h') || repeats('m') || repeats('s')
    })
}

/// Returns a date (`2026-03-09`), a time (`08:30:00`) or both (`2026-03-09T08:30:00`), as the codes of the format
/// require. `number` is in days, and its fraction is the time of day. Returns `None` if Excel cannot show the date.
fn format_datetime(number: f64, codes: &str, since_1904: bool) -> Option<String> {
    let days = if since_1904 { number + DAYS_TO_1904 } else { number };
    if !(0.0..END_DAY).contains(&days) {
        return None;
    }
    // rounds first: the fraction of 08:30 is not exact, and could become 08:29:59
    let milliseconds = (days * DAY_MILLISECONDS as f64).round() as i64;
    let (day, seconds) = (milliseconds / DAY_MILLISECONDS, milliseconds % DAY_MILLISECONDS / 1000);
    let time = format_seconds(seconds);
    // `m` can be a month or a minute, so it does not count
    let (has_date, has_time) = (codes.contains(['d', 'y']), codes.contains(['h', 's']));
    Some(match (has_date, has_time) {
        (true, true) => format!("{}T{time}", format_day(day)?),
        (false, true) => time,
        _ => format_day(day)?,
    })
}

/// Returns the date of a day number, such as `1900-01-01` for 1. For Excel, 1900 is a leap year: day 60 is 29 February
/// 1900, a date that does not exist.
fn format_day(number: i64) -> Option<String> {
    // the first day for the numbers after 60; for the numbers before, it is one day later
    const FIRST: Date = date(1899, 12, 30);
    let day_count = match number {
        60 => return Some("1900-02-29".into()),
        ..60 => number + 1,
        _ => number,
    };
    FIRST.checked_add(day_count.days()).ok().map(|day| day.to_string())
}

/// Returns a time or duration, such as `08:30:00` or `36:00:00`.
fn format_seconds(seconds: i64) -> String {
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

enum FormatPart {
    /// A character with a meaning, such as `0` or `y`.
    Code(char),
    /// A character that is shown unchanged.
    Literal(char),
}

/// Parses the first section of a format, for positive numbers. Omits spacing, colours, currency signs and commas.
fn parse_format(format: &str) -> Vec<FormatPart> {
    let mut parts = Vec::new();
    let mut characters = format.chars();
    while let Some(c) = characters.next() {
        match c {
            ';' => break,
            // literal text: `"P"0000` or `\P0000`
            '"' => parts.extend(characters.by_ref().take_while(|c| *c != '"').map(FormatPart::Literal)),
            '\\' => parts.extend(characters.next().map(FormatPart::Literal)),
            // `_` is a space as wide as the next character; `*` fills the cell with the next character
            '_' | '*' => drop(characters.next()),
            // a colour, a currency or a locale
            '[' => drop(characters.by_ref().find(|c| *c == ']')),
            ' ' | '-' | '+' | '(' | ')' | ':' => parts.push(FormatPart::Literal(c)),
            _ => parts.push(FormatPart::Code(c)),
        }
    }
    parts.retain(|(FormatPart::Literal(c) | FormatPart::Code(c))| !"€$£,".contains(*c));
    parts
}

/// Returns a number in a format of digits: `P0037` for 37 in `"P"0000`, or `25.0%` for 0.25 in `0.0%`. Any other
/// format, such as a fraction, becomes `General`.
fn format_number(number: f64, format: &str) -> String {
    let parts = parse_format(format);
    let is_supported = |part: &FormatPart| match part {
        FormatPart::Code(c) => "0#?.%".contains(*c),
        FormatPart::Literal(_) => true,
    };
    if count_digits(&parts) == 0 || !parts.iter().all(is_supported) {
        return format_general(number);
    }
    // `0.0%` has `0` before the decimal point; the rest is `.0%`
    let point = parts.iter().position(|part| matches!(part, FormatPart::Code('.')));
    let (whole_parts, decimal_parts) = parts.split_at(point.unwrap_or(parts.len()));
    // the digits without a sign, rounded to the decimals of the format
    let is_percent = parts.iter().any(|part| matches!(part, FormatPart::Code('%')));
    let factor = if is_percent { 100.0 } else { 1.0 };
    let decimal_count = count_digits(decimal_parts);
    let digits = format!("{:.decimal_count$}", number.abs() * factor);
    let (whole_digits, decimal_digits) = digits.split_once('.').unwrap_or((&digits, ""));
    // a number that is rounded to 0 has no sign
    let is_negative = number < 0.0 && digits.bytes().any(|byte| matches!(byte, b'1'..=b'9'));
    let sign = if is_negative { "-" } else { "" };
    let text = format_whole(whole_parts, whole_digits) + &format_decimals(decimal_parts, decimal_digits);
    format!("{sign}{}", text.trim())
}

/// Returns the number of placeholders for digits: `0` shows a digit always, `#` and `?` only if it is significant.
fn count_digits(parts: &[FormatPart]) -> usize {
    let is_placeholder = |part: &&FormatPart| matches!(part, FormatPart::Code('0' | '#' | '?'));
    parts.iter().filter(is_placeholder).count()
}

/// Returns the character that a part adds to every number; `None` for a placeholder or the decimal point.
fn constant_char(part: &FormatPart) -> Option<char> {
    match part {
        FormatPart::Literal(c) | FormatPart::Code(c @ '%') => Some(*c),
        FormatPart::Code(_) => None,
    }
}

/// Returns the point and the decimals, without trailing zeros that the format does not require, then the constant
/// characters. Without decimals, there is no point.
fn format_decimals(parts: &[FormatPart], digits: &str) -> String {
    let required_digits = parts.iter().filter(|part| matches!(part, FormatPart::Code('0'))).count();
    let shown_digits = digits.trim_end_matches('0').len().max(required_digits);
    let mut text = match shown_digits {
        0 => String::new(),
        _ => format!(".{}", &digits[..shown_digits]),
    };
    text.extend(parts.iter().filter_map(constant_char));
    text
}

fn format_whole(parts: &[FormatPart], digits: &str) -> String {
    let split_digits = split_into_placeholders(digits.trim_start_matches('0'), count_digits(parts));
    let mut digits_of_placeholders = split_digits.into_iter();
    let mut text = String::new();
    for part in parts {
        match part {
            FormatPart::Code(placeholder @ ('0' | '#' | '?')) => match digits_of_placeholders.next().unwrap_or("") {
                "" if *placeholder == '0' => text.push('0'),
                digits => text += digits,
            },
            _ => text.extend(constant_char(part)),
        }
    }
    text
}

/// Splits digits into the digits of each placeholder, from the right: the last placeholder gets the last digit. The
/// first placeholder gets all digits that remain. 31612345678 in `00-00000000` becomes `316-12345678`.
fn split_into_placeholders(digits: &str, placeholders: usize) -> Vec<&str> {
    let mut remaining = digits;
    let mut split = Vec::new();
    for _ in 1..placeholders {
        let (before, last) = remaining.split_at(remaining.len().saturating_sub(1));
        split.push(last);
        remaining = before;
    }
    split.push(remaining);
    split.reverse();
    split
}

/// Returns at most 15 significant digits: `0.3`, or `6.12346E+15` for a large number.
fn format_general(number: f64) -> String {
    // formats and parses, which rounds 0.1 + 0.2 to 0.3
    let rounded: f64 = format!("{number:.*e}", SIGNIFICANT_DIGITS - 1).parse().unwrap_or(number);
    if rounded.abs() < 1e15 { rounded.to_string() } else { format!("{rounded:.5E}").replace('E', "E+") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_the_digits_of_their_formats() {
        for (number, format, expected) in [
            (1037.0, "General", "1037"),
            (1037.0, "", "1037"),
            (1037.0, "@", "1037"),
            (1037.0, "00000", "01037"),
            (123456.0, "00000", "123456"),
            (0.0, "00000", "00000"),
            (612345678.0, "00-00000000", "06-12345678"),
            (31612345678.0, "00-00000000", "316-12345678"),
            (37.0, "\"P\"0000", "P0037"),
            (37.0, "\\P0000", "P0037"),
            (12345.0, "\"P2-\"000", "P2-12345"),
            (12.5, "0.00", "12.50"),
            (12.5, "0.##", "12.5"),
            (12.0, "0.##", "12"),
            (1234.5, "#,##0.00", "1234.50"),
            (1234.5, "[$€-413] #,##0.00;[Red]-[$€-413] #,##0.00", "1234.50"),
            (-1234.5, "_(\"€\"* #,##0.00_);_(\"€\"* (#,##0.00)", "-1234.50"),
            (-0.001, "0.00", "0.00"),
            (0.5, "#.0", ".5"),
            (0.25, "0%", "25%"),
            (0.25, "0.0%", "25.0%"),
            (5.0, "00-00", "00-05"),
            (612345678901.0, "General", "612345678901"),
            (612345678901234.0, "0", "612345678901234"),
            (6123456789012345.0, "General", "6.12346E+15"),
            (0.1 + 0.2, "General", "0.3"),
            (-1.5, "General", "-1.5"),
            (12.0, "0.00E+00", "12"),
            (0.5, "# ?/?", "0.5"),
        ] {
            assert_eq!(format_cell(number, format, false), expected, "{number} {format}");
        }
    }

    #[test]
    fn dates_and_times_become_iso_texts() {
        for (value, format, expected) in [
            (46090.0, "mm-dd-yy", "2026-03-09"),
            (46_090.354_166_666_664, "d-m-yyyy", "2026-03-09"),
            (46_090.354_166_666_664, "d/m/yy h:mm", "2026-03-09T08:30:00"),
            (0.375, "h:mm", "09:00:00"),
            (46090.375, "h:mm \"uur, d\"", "09:00:00"),
            (46090.0, "mmm", "2026-03-09"),
            (46090.0, "[$-413]d mmmm yyyy;@", "2026-03-09"),
        ] {
            assert_eq!(format_cell(value, format, false), expected, "{value} {format}");
        }
        assert_eq!(format_cell(46090.0 - 1462.0, "d-m-yyyy", true), "2026-03-09");
        assert_eq!(format_cell(59.0, "d-m-yyyy", false), "1900-02-28");
        assert_eq!(format_cell(60.0, "d-m-yyyy", false), "1900-02-29");
        assert_eq!(format_cell(1.5, "[h]:mm", false), "36:00:00");
        assert_eq!(format_cell(1e300, "d-m-yyyy", false), format_general(1e300));
    }
}
