//! UTC offsets of wall times. A report needs millions of them, so they are computed once per year and cached.

use std::collections::BTreeMap;

use jiff::civil::DateTime;
use jiff::tz::{Offset, TimeZone};

/// The offsets of a time zone. Those of a year are computed when they are first needed.
pub struct Offsets {
    zone: TimeZone,
    /// By the four digits of the year.
    by_year: BTreeMap<[u8; 4], YearOffsets>,
}

/// Pairs of a wall time and the offset that applies from then on, in order.
type YearOffsets = Vec<(String, String)>;

impl Offsets {
    pub(super) fn new(zone: TimeZone) -> Self {
        Self { zone, by_year: BTreeMap::new() }
    }

    /// Returns the offset of a wall time, such as `+01:00`; the first if the wall time occurs twice in autumn. Returns
    /// `None` if the text is not a datetime.
    pub fn offset_at(&mut self, wall_time: &[u8]) -> Option<&str> {
        let year_digits = *wall_time.first_chunk()?;
        let Self { zone, by_year } = self;
        let offsets = match by_year.entry(year_digits) {
            std::collections::btree_map::Entry::Occupied(cached) => cached.into_mut(),
            std::collections::btree_map::Entry::Vacant(entry) => {
                let year = std::str::from_utf8(&year_digits).ok()?.parse().ok()?;
                entry.insert(offsets_of_year(zone, year)?)
            }
        };
        // texts of wall times sort by time: the last change that is not later
        let applicable = offsets.iter().rfind(|(from, _)| from.as_bytes() <= wall_time);
        applicable.map(|(_, offset)| offset.as_str())
    }
}

/// Returns the offset at the beginning of a year, and the changes of the offset during the year. For Amsterdam, these
/// are `+01:00`, in spring `+02:00` and in autumn `+01:00`.
fn offsets_of_year(zone: &TimeZone, year: i16) -> Option<YearOffsets> {
    let first_wall_time = DateTime::new(year, 1, 1, 0, 0, 0, 0).ok()?;
    let start = zone.to_ambiguous_zoned(first_wall_time).compatible().ok()?.timestamp();
    let mut offset = zone.to_offset(start);
    let mut offsets = vec![(first_wall_time.to_string(), format_offset(offset))];
    for transition in zone.following(start) {
        let instant = transition.timestamp();
        let (before, after) = (offset.to_datetime(instant), transition.offset().to_datetime(instant));
        // the repeated hour belongs to the earlier offset; the skipped hour does not occur
        let first_with_new_offset = before.max(after);
        if first_with_new_offset.year() > year {
            break;
        }
        offset = transition.offset();
        offsets.push((first_with_new_offset.to_string(), format_offset(offset)));
    }
    Some(offsets)
}

/// Formats an offset as `+01:00`. XML Schema allows no seconds, so historic offsets are rounded to the minute.
fn format_offset(offset: Offset) -> String {
    let seconds = offset.seconds();
    let minutes = (seconds.abs() + 30) / 60;
    let sign = if seconds < 0 { '-' } else { '+' };
    format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offset(zone: &str, wall_time: &str) -> String {
        let zone = TimeZone::get(zone).unwrap();
        Offsets::new(zone).offset_at(wall_time.as_bytes()).unwrap().to_owned()
    }

    #[test]
    fn offsets_change_with_summer_time() {
        for (wall_time, expected) in [
            ("2026-03-09T00:00:00", "+01:00"),
            ("2026-03-29T01:59:59", "+01:00"),
            ("2026-03-29T03:00:00", "+02:00"),
            ("2026-07-01T12:00:00", "+02:00"),
            // "the repeated hour in autumn is the first"
            ("2026-10-25T02:00:00", "+02:00"),
            ("2026-10-25T02:59:59", "+02:00"),
            ("2026-10-25T03:00:00", "+01:00"),
            ("2026-12-31T23:59:59", "+01:00"),
            // past the library's last instant, the standard offset applies
            ("9999-12-31T23:59:59", "+01:00"),
            ("9999-07-01T00:00:00", "+02:00"),
        ] {
            assert_eq!(offset("Europe/Amsterdam", wall_time), expected, "{wall_time}");
        }
        assert_eq!(offset("UTC", "2026-07-01T00:00:00"), "+00:00");
        assert_eq!(offset("Asia/Kolkata", "2026-07-01T00:00:00"), "+05:30");
        assert_eq!(offset("America/St_Johns", "2026-01-01T00:00:00"), "-03:30");
    }

    #[test]
    fn the_table_agrees_with_the_library() {
        for name in ["Europe/Amsterdam", "Australia/Lord_Howe", "America/Caracas", "Pacific/Apia"] {
            let zone = TimeZone::get(name).unwrap();
            let mut offsets = Offsets::new(zone.clone());
            for year in [1900, 1945, 1977, 2007, 2011, 2016, 2026, 2100] {
                let mut wall_time = DateTime::new(year, 1, 1, 0, 30, 0, 0).unwrap();
                while wall_time.year() == year {
                    let expected = zone.to_ambiguous_zoned(wall_time).compatible().unwrap();
                    // the store contains no wall time that the clocks skip
                    if expected.datetime() == wall_time {
                        let found = offsets.offset_at(wall_time.to_string().as_bytes());
                        assert_eq!(found, Some(format_offset(expected.offset()).as_str()), "{name} {wall_time}");
                    }
                    wall_time = wall_time.saturating_add(jiff::Span::new().hours(1));
                }
            }
        }
    }
}
