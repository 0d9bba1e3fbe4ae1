//! Moves the organisation's dates by whole weeks, so that the seed's Monday becomes the Monday of the current week.

use std::borrow::Cow;

use jiff::ToSpan;
use jiff::civil::{Date, Weekday, date};

use crate::model::time;

/// The Monday of the seed's week.
pub const SEED_MONDAY: Date = date(2026, 3, 9);

/// The year of dates that are not shifted: `9999-12-31` means "never ends".
const NEVER: i16 = 9999;

#[derive(Debug, Clone, Copy)]
pub struct DateShift {
    /// The shift in days, a multiple of 7.
    days: i64,
}

impl DateShift {
    pub const NONE: Self = Self { days: 0 };

    /// Returns the shift that moves the seed's Monday to the Monday of this day's week.
    pub fn to_week_of(today: Date) -> Self {
        // the last Monday before tomorrow
        let monday =
            today.tomorrow().and_then(|tomorrow| tomorrow.nth_weekday(-1, Weekday::Monday)).unwrap_or(SEED_MONDAY);
        let days = monday.duration_since(SEED_MONDAY).as_hours() / 24;
        Self { days }
    }

    /// Returns the date that is `day` days after the shifted Monday.
    pub fn date(self, day: i64) -> Date {
        SEED_MONDAY.checked_add((self.days + day).days()).unwrap_or(Date::MAX)
    }

    /// Shifts a cell that is a date or datetime. Returns every other cell unchanged.
    pub fn shift_cell<'a>(self, cell: &'a str) -> Cow<'a, str> {
        match self.shift_date(cell) {
            Some(shifted) => Cow::Owned(shifted),
            None => Cow::Borrowed(cell),
        }
    }

    /// Returns the shifted date or datetime; `None` for other texts and for dates that mean "never ends".
    fn shift_date(self, cell: &str) -> Option<String> {
        let date = time::parse_date(cell.get(..10)?)?;
        // empty for a date, or `T` and a time of day for a datetime
        let rest = &cell[10..];
        let is_valid = match rest.strip_prefix('T') {
            Some(time_of_day) => time::parse_time_of_day(time_of_day).is_some(),
            None => rest.is_empty(),
        };
        if !is_valid || date.year() == NEVER {
            return None;
        }
        let shifted = date.checked_add(self.days.days()).ok()?;
        Some(format!("{shifted}{rest}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shift_keeps_weekdays() {
        assert_eq!(SEED_MONDAY.weekday(), Weekday::Monday);
        for (today, monday) in [
            (date(2026, 3, 9), date(2026, 3, 9)),
            (date(2026, 3, 15), date(2026, 3, 9)),
            (date(2026, 3, 16), date(2026, 3, 16)),
            (date(2026, 3, 8), date(2026, 3, 2)),
            (date(2028, 2, 29), date(2028, 2, 28)),
        ] {
            assert_eq!(DateShift::to_week_of(today).date(0), monday, "{today}");
        }
    }

    #[test]
    fn only_dates_are_shifted() {
        let shift = DateShift::to_week_of(date(2026, 3, 30));
        for (cell, shifted) in [
            ("2026-03-09", "2026-03-30"),
            ("2026-02-28T23:59:59", "2026-03-21T23:59:59"),
            ("9999-12-31", "9999-12-31"),
            ("9999-12-31T00:00:00", "9999-12-31T00:00:00"),
            ("never", "never"),
            ("", ""),
            ("09:00", "09:00"),
            ("2026-03-09 en later", "2026-03-09 en later"),
            ("2026-02-30", "2026-02-30"),
            ("06 00 00 00 19", "06 00 00 00 19"),
            ("Één é één", "Één é één"),
        ] {
            assert_eq!(shift.shift_cell(cell), shifted);
            assert_eq!(DateShift::NONE.shift_cell(cell), cell);
        }
    }
}
