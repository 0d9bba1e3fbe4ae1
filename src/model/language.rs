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
        self.either("no end date", "onbeperkt")
    }

    /// Formats a date or datetime for the language: `9-3-2026 09:30` in Dutch, `2026-03-09 09:30` in English. Omits
    /// seconds and the offset, and omits a time at the start or end of the day. Returns any other text unchanged.
    pub fn format_date(self, text: &str) -> String {
        let Some(datetime) = time::parse_shown_datetime(text) else { return text.to_owned() };
        let time = datetime.time();
        let is_start_or_end_of_day =
            matches!((time.hour(), time.minute(), time.second()), (0, 0, 0) | (23, 59, 0 | 59));
        if is_start_or_end_of_day { self.format_day(datetime.date()) } else { self.format_datetime(text) }
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

    fn format_day(self, date: Date) -> String {
        self.either(date.to_string(), format!("{}-{}-{}", date.day(), date.month(), date.year()))
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
            ("2026-03-09", "2026-03-09", "9-3-2026"),
            ("2026-03-09T09:30:00", "2026-03-09 09:30", "9-3-2026 09:30"),
            ("2026-12-31 23:59:59", "2026-12-31", "31-12-2026"),
            ("2026-12-31T23:59:59+01:00", "2026-12-31", "31-12-2026"),
            ("2026-12-31T23:59:00", "2026-12-31", "31-12-2026"),
            // not the end of the day, but a time within the last minute
            ("2026-12-31T23:59:20", "2026-12-31 23:59", "31-12-2026 23:59"),
            ("2026-03-09T00:00", "2026-03-09", "9-3-2026"),
            ("2026-03-09T00:00:00+01:00", "2026-03-09", "9-3-2026"),
            ("2026-03-09 00:00:00", "2026-03-09", "9-3-2026"),
            ("2026-03", "2026-03", "2026-03"),
            // texts that begin with a date
            ("2026-03-09 evening", "2026-03-09 evening", "2026-03-09 evening"),
            ("2026-03-09 09:30 to 10", "2026-03-09 09:30 to 10", "2026-03-09 09:30 to 10"),
            ("2026-03-09T25:00", "2026-03-09T25:00", "2026-03-09T25:00"),
            ("a T b", "a T b", "a T b"),
        ] {
            assert_eq!([English.format_date(text), Dutch.format_date(text)], [english, dutch]);
        }
    }
}
