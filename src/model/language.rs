//! The languages of the console and of messages.

use jiff::civil::Date;

use super::time;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    English,
    Dutch,
}

impl Language {
    pub const ALL: [Language; 2] = [Language::English, Language::Dutch];

    pub fn either<T>(self, english: T, dutch: T) -> T {
        match self {
            Language::English => english,
            Language::Dutch => dutch,
        }
    }

    pub fn code(self) -> &'static str {
        self.either("en", "nl")
    }

    pub fn name(self) -> &'static str {
        self.either("English", "Nederlands")
    }

    pub fn yes_or_no(self, value: bool) -> &'static str {
        if value { self.either("yes", "ja") } else { self.either("no", "nee") }
    }

    pub fn no_end_date(self) -> &'static str {
        self.either("no end date", "geen einddatum")
    }

    /// Formats a date or datetime for the language: `9-3-2026 09:30` in Dutch, `9 Mar 2026 09:30` in English. Omits
    /// seconds and the offset, and omits a time at the start or end of the day. Returns any other text unchanged.
    pub fn format_date(self, text: &str) -> String {
        format_date_with(text, |date| self.format_day(date))
    }

    /// Formats a datetime as [`Self::format_date`] does, but also shows a time at the start or end of the day.
    pub fn format_datetime(self, text: &str) -> String {
        let Some(datetime) = time::parse_shown_datetime(text) else { return text.to_owned() };
        format!("{} {}", self.format_day(datetime.date()), datetime.strftime("%H:%M"))
    }

    /// Formats a datetime as [`Self::format_datetime`] does, but also shows its seconds.
    pub fn format_exact_datetime(self, text: &str) -> String {
        let Some(datetime) = time::parse_shown_datetime(text) else { return text.to_owned() };
        format!("{} {}", self.format_day(datetime.date()), datetime.strftime("%H:%M:%S"))
    }

    /// Formats the dates `d-M-yyyy` of a text, as in `9-3-2026 09:30-12:00, 10-3-2026`, each part once. Returns parts
    /// without a date unchanged.
    pub fn format_dates_in_text(self, text: &str) -> String {
        let format_part = |part: &str| {
            let (date, rest) = part.split_once(' ').unwrap_or((part, ""));
            match time::parse_short_date(date) {
                Some(date) => format!("{} {rest}", self.format_day(date)).trim_end().to_owned(),
                None => part.to_owned(),
            }
        };
        let mut parts: Vec<String> = Vec::new();
        for part in text.split(", ").map(format_part) {
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        parts.join(", ")
    }

    /// Formats a number with decimals for the language: `245.00` in English, `245,00` in Dutch.
    pub fn format_decimal(self, number: &str) -> String {
        self.either(number.to_owned(), number.replace('.', ","))
    }

    /// Returns the text of a cell in a file for spreadsheets. It is the text `shown` on pages, but an English date is
    /// written as `2026-03-09`: spreadsheets in every language recognize this form. A number is as in the data file.
    pub fn text_in_file(self, cell: &str, shown: String) -> String {
        let is_decimal = cell.parse::<f64>().is_ok() && shown == self.format_decimal(cell);
        if is_decimal {
            return cell.to_owned();
        }
        let is_english_date = self == Language::English && shown == self.format_date(cell);
        if is_english_date { format_date_with(cell, |date| date.to_string()) } else { shown }
    }

    fn format_day(self, date: Date) -> String {
        // no-break spaces keep the date on one line
        date.strftime(self.either("%-d\u{a0}%b\u{a0}%Y", "%-d-%-m-%Y")).to_string()
    }

    /// Formats a datetime as [`Self::format_date`] does. Returns other texts unchanged, even dates, which may be codes.
    pub fn format_if_datetime(self, text: &str) -> String {
        let has_datetime_length =
            ["2026-03-09T09:30:00", "2026-03-09T09:30:00+01:00"].iter().any(|example| example.len() == text.len());
        if has_datetime_length { self.format_date(text) } else { text.to_owned() }
    }

    /// Returns the language of a tag such as `nl-BE`; `None` if there are no translations.
    pub fn from_tag(tag: &str) -> Option<Self> {
        let code = tag.split('-').next().unwrap_or_default();
        Self::ALL.into_iter().find(|language| code.eq_ignore_ascii_case(language.code()))
    }
}

/// See [`Language::format_date`].
fn format_date_with(text: &str, format_day: impl Fn(Date) -> String) -> String {
    let Some(datetime) = time::parse_shown_datetime(text) else { return text.to_owned() };
    let (day, time) = (format_day(datetime.date()), datetime.time());
    let is_start_or_end_of_day = matches!((time.hour(), time.minute(), time.second()), (0, 0, 0) | (23, 59, 0 | 59));
    if is_start_or_end_of_day { day } else { format!("{day} {}", time.strftime("%H:%M")) }
}

/// Returns a time such as `09:30:00` without zero seconds, as `09:30`. Returns any other text unchanged.
pub fn without_zero_seconds(time: &str) -> &str {
    time.strip_suffix(":00").filter(|time| time.len() == "09:30".len()).unwrap_or(time)
}

#[cfg(test)]
mod tests {
    use super::Language::{Dutch, English};

    #[test]
    fn dates_are_formatted_by_language() {
        for (text, english, dutch) in [
            ("2026-03-09", "9 Mar 2026", "9-3-2026"),
            ("2026-03-09T09:30:00", "9 Mar 2026 09:30", "9-3-2026 09:30"),
            ("2026-12-31 23:59:59", "31 Dec 2026", "31-12-2026"),
            ("2026-12-31T23:59:59+01:00", "31 Dec 2026", "31-12-2026"),
            ("2026-12-31T23:59:00", "31 Dec 2026", "31-12-2026"),
            // not the end of the day, but a time within the last minute
            ("2026-12-31T23:59:20", "31 Dec 2026 23:59", "31-12-2026 23:59"),
            ("2026-03-09T00:00", "9 Mar 2026", "9-3-2026"),
            ("2026-03-09T00:00:00+01:00", "9 Mar 2026", "9-3-2026"),
            ("2026-03-09 00:00:00", "9 Mar 2026", "9-3-2026"),
            ("2026-03", "2026-03", "2026-03"),
            // texts that begin with a date
            ("2026-03-09 evening", "2026-03-09 evening", "2026-03-09 evening"),
            ("2026-03-09 09:30 to 10", "2026-03-09 09:30 to 10", "2026-03-09 09:30 to 10"),
            ("2026-03-09T25:00", "2026-03-09T25:00", "2026-03-09T25:00"),
            ("a T b", "a T b", "a T b"),
        ] {
            let formatted = [English.format_date(text).replace('\u{a0}', " "), Dutch.format_date(text)];
            assert_eq!(formatted, [english, dutch]);
        }
    }

    #[test]
    fn dates_in_texts_are_formatted_once() {
        for (text, english, dutch) in [
            ("29-2-2024, 29-2-2024", "29 Feb 2024", "29-2-2024"),
            ("9-3-2026 09:30-12:00, 9-3-2026 13:00-15:00", "9 Mar 2026 09:30-12:00, 9 Mar 2026 13:00-15:00", ""),
            ("09-03-2026, later", "9 Mar 2026, later", "9-3-2026, later"),
            ("31-2-2026", "31-2-2026", "31-2-2026"),
            ("", "", ""),
        ] {
            assert_eq!(English.format_dates_in_text(text).replace('\u{a0}', " "), english);
            assert_eq!(Dutch.format_dates_in_text(text), if dutch.is_empty() { text } else { dutch });
        }
    }

    #[test]
    fn dates_in_files_are_recognized_by_spreadsheets() {
        let in_file =
            |text: &str| [English, Dutch].map(|language| language.text_in_file(text, language.format_date(text)));
        assert_eq!(in_file("2026-03-09T09:30:00"), ["2026-03-09 09:30", "9-3-2026 09:30"]);
        assert_eq!(in_file("2026-03-09T00:00:00"), ["2026-03-09", "9-3-2026"]);
        // a text that is no date on pages
        assert_eq!(English.text_in_file("2026-03-09", "2026-03-09".to_owned()), "2026-03-09");
        assert_eq!(Dutch.text_in_file("245.00", Dutch.format_decimal("245.00")), "245.00");
        assert_eq!(English.text_in_file("9999-12-31T23:59:59", "no end date".to_owned()), "no end date");
    }
}
