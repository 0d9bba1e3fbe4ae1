//! What a cell of a workbook shows, as the text that a data file has for it: a number with the zeros and decimals of
//! its format, a date as `YYYY-MM-DD`, whichever way the spreadsheet turns it.
//!
//! A currency sign, a thousands sign and a colour are left out, since no cell of a data file has them.

use calamine::{DataRef, ExcelDateTime};

/// The most digits of a number that a spreadsheet keeps.
const DIGITS: usize = 15;

/// The text of a cell with this number format.
pub fn shown(cell: &DataRef, format: &str) -> String {
    match cell {
        DataRef::Empty => String::new(),
        DataRef::String(text) => text.clone(),
        DataRef::SharedString(text) => (*text).to_owned(),
        DataRef::Bool(true) => "TRUE".into(),
        DataRef::Bool(false) => "FALSE".into(),
        DataRef::Int(number) => self::number(*number as f64, format),
        DataRef::Float(number) => self::number(*number, format),
        DataRef::DateTime(moment) if moment.is_duration() => duration(moment.as_f64()),
        DataRef::DateTime(moment) => datetime(moment, format),
        DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => text.clone(),
        DataRef::Error(error) => error.to_string(),
    }
}

/// A date, a time of day or both, as the format shows them.
fn datetime(moment: &ExcelDateTime, format: &str) -> String {
    let (year, month, day, hour, minute, second, _) = moment.to_ymd_hms_milli();
    let date = format!("{year:04}-{month:02}-{day:02}");
    let time = format!("{hour:02}:{minute:02}:{second:02}");
    let letters: String = plain(format).collect::<String>().to_lowercase();
    match (letters.contains(['d', 'y']), letters.contains(['h', 's'])) {
        (true, true) => format!("{date}T{time}"),
        (false, true) => time,
        _ => date,
    }
}

/// A length of time in hours, minutes and seconds.
fn duration(days: f64) -> String {
    let seconds = (days * 86_400.0).round() as i64;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    format!("{hours:02}:{minutes:02}:{seconds:02}")
}

/// The characters of a format's first part that are not written as they stand.
fn plain(format: &str) -> impl Iterator<Item = char> {
    parts(format).into_iter().filter_map(|part| match part {
        Part::Sign(sign) => Some(sign),
        Part::Text(_) => None,
    })
}

/// A part of a number format.
enum Part {
    /// A character that stands for something.
    Sign(char),
    /// A character that is shown as it is.
    Text(char),
}

/// The parts of a format, up to the one for numbers below zero; what is only for the eye is left out.
fn parts(format: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut characters = format.chars();
    while let Some(c) = characters.next() {
        match c {
            ';' => break,
            '"' => parts.extend(characters.by_ref().take_while(|c| *c != '"').map(Part::Text)),
            '\\' => parts.extend(characters.next().map(Part::Text)),
            // a blank as wide as the next character, and one that fills the cell
            '_' | '*' => drop(characters.next()),
            '[' => drop(characters.by_ref().find(|c| *c == ']')),
            ' ' | '-' | '+' | '(' | ')' | ':' => parts.push(Part::Text(c)),
            _ => parts.push(Part::Sign(c)),
        }
    }
    parts.retain(|part| !matches!(part, Part::Text(c) | Part::Sign(c) if "€$£,".contains(*c)));
    parts
}

/// A number by its format, or as it is where the format is of another kind.
fn number(number: f64, format: &str) -> String {
    let parts = parts(format);
    let is_known = |part: &Part| !matches!(part, Part::Sign(c) if !"0#?.%".contains(*c));
    if places(&parts) == 0 || !parts.iter().all(is_known) {
        return general(number);
    }
    let point = parts.iter().position(|part| matches!(part, Part::Sign('.')));
    let (whole, decimals) = parts.split_at(point.unwrap_or(parts.len()));
    let is_percent = parts.iter().any(|part| matches!(part, Part::Sign('%')));
    let shown = number.abs() * if is_percent { 100.0 } else { 1.0 };
    let digits = format!("{shown:.*}", places(decimals));
    let (digits, fraction) = digits.split_once('.').unwrap_or((&digits, ""));
    let minus = number < 0.0 && !(is_zero(digits) && is_zero(fraction));
    let mut text = filled(whole, digits) + &fractional(decimals, fraction);
    text.extend(decimals.iter().filter_map(as_it_is));
    let minus = if minus { "-" } else { "" };
    format!("{minus}{}", text.trim())
}

/// How many digits have a place.
fn places(parts: &[Part]) -> usize {
    let is_place = |part: &&Part| matches!(part, Part::Sign('0' | '#' | '?'));
    parts.iter().filter(is_place).count()
}

fn is_zero(digits: &str) -> bool {
    digits.bytes().all(|digit| digit == b'0')
}

fn as_it_is(part: &Part) -> Option<char> {
    match part {
        Part::Text(c) | Part::Sign(c @ '%') => Some(*c),
        Part::Sign(_) => None,
    }
}

/// The decimals with their point, without zeros at the end that have no place of their own.
fn fractional(parts: &[Part], digits: &str) -> String {
    let least = parts.iter().filter(|part| matches!(part, Part::Sign('0'))).count();
    let end = digits.trim_end_matches('0').len().max(least);
    match end {
        0 => String::new(),
        end => format!(".{}", &digits[..end]),
    }
}

/// Puts the digits in their places from the right; those beyond the first place stand before it.
fn filled(parts: &[Part], digits: &str) -> String {
    let digits = digits.trim_start_matches('0');
    let places = places(parts);
    let mut left = places;
    let mut text = String::new();
    for part in parts {
        let Part::Sign(place @ ('0' | '#' | '?')) = part else {
            text.extend(as_it_is(part));
            continue;
        };
        if left == places {
            text += &digits[..digits.len().saturating_sub(places)];
        }
        match digits.len().checked_sub(left) {
            Some(at) => text += &digits[at..=at],
            None if *place == '0' => text.push('0'),
            None => {}
        }
        left -= 1;
    }
    text
}

/// A number without a format. One with more digits than are kept is shown shortened, as what it was is lost.
fn general(number: f64) -> String {
    let kept: f64 = format!("{number:.*e}", DIGITS - 1).parse().unwrap_or(number);
    match kept.abs() < 1e15 {
        true => kept.to_string(),
        false => format!("{kept:.5E}").replace('E', "E+"),
    }
}

#[cfg(test)]
mod tests {
    use calamine::ExcelDateTimeType;

    use super::*;

    #[test]
    fn numbers_as_their_formats_show_them() {
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
            (612345678901.0, "General", "612345678901"),
            (612345678901234.0, "0", "612345678901234"),
            (6123456789012345.0, "General", "6.12346E+15"),
            (0.1 + 0.2, "General", "0.3"),
            (-1.5, "General", "-1.5"),
            (12.0, "0.00E+00", "12"),
            (0.5, "# ?/?", "0.5"),
        ] {
            assert_eq!(shown(&DataRef::Float(number), format), expected, "{number} {format}");
        }
    }

    #[test]
    fn moments_as_their_formats_show_them() {
        let moment = |value, of| DataRef::DateTime(ExcelDateTime::new(value, of, false));
        for (value, format, expected) in [
            (46090.0, "mm-dd-yy", "2026-03-09"),
            (46_090.354_166_666_664, "d-m-yyyy", "2026-03-09"),
            (46_090.354_166_666_664, "d/m/yy h:mm", "2026-03-09T08:30:00"),
            (0.375, "h:mm", "09:00:00"),
            (46090.375, "h:mm \"uur, d\"", "09:00:00"),
            (46090.0, "mmm", "2026-03-09"),
            (46090.0, "[$-413]d mmmm yyyy;@", "2026-03-09"),
        ] {
            let cell = moment(value, ExcelDateTimeType::DateTime);
            assert_eq!(shown(&cell, format), expected, "{value} {format}");
        }
        let hours = moment(1.5, ExcelDateTimeType::TimeDelta);
        assert_eq!(shown(&hours, "[h]:mm"), "36:00:00");
    }
}
