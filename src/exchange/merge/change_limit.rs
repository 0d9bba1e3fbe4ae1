//! The limits `--max-removals` and `--max-changes`: a number of rows or a percentage.

use std::fmt;
use std::str::FromStr;

/// The maximum number of rows of a table or file that may be removed or changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeLimit {
    Rows(u64),
    /// A share in hundredths of a percent. The resulting number of rows is rounded up.
    Share(u64),
}

const HUNDRED_PERCENT: u64 = 100 * 100;

impl ChangeLimit {
    /// Returns the maximum number of rows that may be removed or changed, if the table or file has `rows` rows.
    pub fn max_rows(self, rows: u64) -> u64 {
        match self {
            ChangeLimit::Rows(limit) => limit,
            ChangeLimit::Share(share) => rows.saturating_mul(share).div_ceil(HUNDRED_PERCENT),
        }
    }
}

impl FromStr for ChangeLimit {
    type Err = &'static str;

    /// Parses a number of rows, such as `25`, or a percentage with at most two decimals: `10%`, `2.5%` or `0,25%`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXPECTED_FORM: &str = "a number of rows (25) or a percentage of 0 to 100 (10%, 2.5%)";
        match text.strip_suffix('%') {
            None => parse_number(text).map(ChangeLimit::Rows).ok_or(EXPECTED_FORM),
            Some(percentage) => {
                let (whole, decimals) = percentage.split_once(['.', ',']).unwrap_or((percentage, "0"));
                // the decimals `5` are 50 hundredths of a percent, `25` are 25
                let hundredths = match decimals.len() {
                    1 => parse_number(decimals).map(|tenths| tenths * 10),
                    2 => parse_number(decimals),
                    _ => None,
                };
                let share = parse_number(whole).zip(hundredths).map(|(whole, part)| whole.saturating_mul(100) + part);
                let valid_share = share.filter(|share| *share <= HUNDRED_PERCENT);
                valid_share.map(ChangeLimit::Share).ok_or(EXPECTED_FORM)
            }
        }
    }
}

/// Parses digits. Returns `None` for any other text; `u64::from_str` alone would accept a `+`.
fn parse_number(digits: &str) -> Option<u64> {
    let digits = digits.trim();
    let has_only_digits = digits.bytes().all(|b| b.is_ascii_digit());
    if has_only_digits { digits.parse().ok() } else { None }
}

impl fmt::Display for ChangeLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChangeLimit::Rows(limit) => write!(f, "{limit}"),
            ChangeLimit::Share(share) if share % 100 == 0 => write!(f, "{}%", share / 100),
            ChangeLimit::Share(share) => write!(f, "{}.{:02}%", share / 100, share % 100),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_a_number_or_a_percentage_that_is_rounded_up() {
        for (text, rows, max_rows) in [
            ("10%", 30, 3),
            ("10%", 31, 4),
            ("10%", 1, 1),
            ("10%", 0, 0),
            ("2.5%", 100, 3),
            ("0,01%", 10_000, 1),
            ("0%", 100, 0),
            ("100%", 7, 7),
            ("5", 3, 5),
        ] {
            let max: ChangeLimit = text.parse().unwrap();
            assert_eq!(max.max_rows(rows), max_rows, "{text} of {rows}");
        }
        for text in ["", "%", "-1", "1.5", "101%", "100.01%", "1.%", "ten", "+5%", "1.234%"] {
            assert!(text.parse::<ChangeLimit>().is_err(), "{text}");
        }
    }
}
