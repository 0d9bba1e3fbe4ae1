//! Positions in the history of changes, as clients keep them. Since rows are reported as they are now, a position names
//! the change that was reached and the newest one at the time. It is valid while the database has that newest change,
//! with the tag of its ledger entry, and the same lineage: `restore` renews the lineage, and the tag distinguishes copies
//! that were made by hand and changed on both sides.

use std::fmt;
use std::str::FromStr;

use rusqlite::{Connection, OptionalExtension};

use super::feed::newest_change;
use crate::datafile::{self, file::DataFile};

pub const MAX_POSITION_BYTES: usize = 64;

/// The regular expression of a position, for `openapi.json`.
pub const POSITION_PATTERN: &str = "^[0-9]{1,18}(\\.[0-9]{1,18}\\.[0-9a-f]{24})?$";

/// The hexadecimal digits of a mark: 16 of the lineage, then 8 of the tag.
const MARK_LENGTH: usize = 24;

/// A place in a history of changes. Its text is `NUMBER.NEWEST.MARK`; clients must not rely on that.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedPosition {
    /// The number to continue after: of a change, or of a row in a data file.
    pub number: i64,
    history: Option<FeedHistory>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct FeedHistory {
    newest: i64,
    /// The lineage, and the tag of the ledger entry of `newest`.
    mark: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PositionError {
    /// Of another history, or later changes were pruned.
    Gone,
    /// Of this history, but this copy of the database lacks its newest change.
    Ahead,
    /// It belongs to another list: the rows of another data file, or the changes.
    OtherList,
}

impl FeedPosition {
    /// Returns the position after a number in the current history: of a row of the data file `of`, or of a change if
    /// `None`.
    pub fn after(number: i64, of: Option<&DataFile>, connection: &Connection) -> rusqlite::Result<Self> {
        let newest = newest_change(connection)?;
        let mark = format_mark(read_lineage(connection)?, entry_tag(connection, newest)? ^ list_code(of));
        Ok(Self { number, history: Some(FeedHistory { newest, mark }) })
    }

    pub fn is_bare(&self) -> bool {
        self.history.is_none()
    }

    /// Checks that this database has the position's history, and that it is a position of this list.
    pub fn check_history(
        &self,
        of: Option<&DataFile>,
        connection: &Connection,
    ) -> rusqlite::Result<Result<(), PositionError>> {
        let Some(FeedHistory { newest: seen, mark: theirs }) = &self.history else {
            return Ok(Err(PositionError::Gone));
        };
        let (lineage, tag) = (read_lineage(connection)?, entry_tag(connection, *seen)?);
        let is = |code| *theirs == format_mark(lineage, tag ^ code);
        Ok(match *seen > newest_change(connection)? {
            true if theirs[..16] == format_mark(lineage, tag)[..16] => Err(PositionError::Ahead),
            false if is(list_code(of)) => Ok(()),
            false if (0..=LISTS).any(is) => Err(PositionError::OtherList),
            _ => Err(PositionError::Gone),
        })
    }

    /// Checks the history, and that no later change was pruned. The bare number 0 begins any history.
    pub fn check(&self, connection: &Connection) -> rusqlite::Result<Result<(), PositionError>> {
        let pruned: i64 = connection.prepare_cached("SELECT pruned FROM feed")?.query_row([], |row| row.get(0))?;
        match (self.number, &self.history) {
            (number, _) if number < pruned => Ok(Err(PositionError::Gone)),
            (0, None) => Ok(Ok(())),
            (number, Some(history)) if number > history.newest => Ok(Err(PositionError::Gone)),
            _ => self.check_history(None, connection),
        }
    }
}

/// Makes all earlier positions invalid. An older schema gets its lineage during migration.
pub fn renew_lineage(connection: &Connection) -> rusqlite::Result<()> {
    let has_lineage = "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'feed')";
    if connection.query_row(has_lineage, [], |row| row.get(0))? {
        connection.execute("UPDATE feed SET lineage = random()", [])?;
    }
    Ok(())
}

fn read_lineage(connection: &Connection) -> rusqlite::Result<i64> {
    connection.prepare_cached("SELECT lineage FROM feed")?.query_row([], |row| row.get(0))
}

fn entry_tag(connection: &Connection, number: i64) -> rusqlite::Result<i64> {
    let sql = "SELECT pruned_tag FROM feed WHERE pruned = ?1
               UNION ALL
               SELECT l.tag FROM ledger_change AS c JOIN ledger AS l ON l.id = c.ledger WHERE c.id = ?1";
    let tag = connection.prepare_cached(sql)?.query_row([number], |row| row.get(0)).optional()?;
    Ok(tag.unwrap_or_default())
}

/// The most lists that have positions.
const LISTS: i64 = 63;

/// Returns the number of a list, which is combined with the tag: that of the data file, or 0 for the list of changes.
fn list_code(of: Option<&DataFile>) -> i64 {
    of.map_or(0, |file| i64::try_from(datafile::sort_position(file.name)).map_or(LISTS, |place| (place + 1).min(LISTS)))
}

fn format_mark(lineage: i64, tag: i64) -> String {
    format!("{lineage:016x}{tag:08x}")
}

impl fmt::Display for FeedPosition {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match &self.history {
            Some(FeedHistory { newest, mark }) => write!(f, "{}.{newest}.{mark}", self.number),
            None => write!(f, "{}", self.number),
        }
    }
}

impl FromStr for FeedPosition {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let number = |text: &str| {
            let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse::<i64>().ok().filter(|_| is_number).ok_or(())
        };
        let Some((reached, history)) = text.split_once('.') else {
            return Ok(Self { number: number(text)?, history: None });
        };
        let (newest, mark) = history.split_once('.').ok_or(())?;
        let is_mark = mark.len() == MARK_LENGTH && mark.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let history = FeedHistory { newest: number(newest)?, mark: is_mark.then(|| mark.to_owned()).ok_or(())? };
        Ok(Self { number: number(reached)?, history: Some(history) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_survives_its_text_and_nothing_else_is_one() {
        let mark = format_mark(i64::MIN, 4_294_967_295);
        let longest = FeedPosition { number: i64::MAX, history: Some(FeedHistory { newest: i64::MAX, mark }) };
        assert_eq!(longest.to_string().len(), MAX_POSITION_BYTES);
        assert_eq!(longest.to_string().parse(), Ok(longest));
        assert_eq!("12".parse(), Ok(FeedPosition { number: 12, history: None }));
        let whole = "1.2.000000000000000000000000";
        assert!(whole.parse::<FeedPosition>().is_ok());
        for text in
            ["", "-1", "+1", "yesterday", "1.", "1.2", "1.2.", "9223372036854775808", ".2.000000000000000000000000"]
                .into_iter()
                .chain((1..whole.len()).map(|end| &whole[..end]))
                .filter(|text| *text != "1")
                .chain([
                    "1.2.00000000000000000000000G",
                    "1.2.00000000000000000000000Ä",
                    "1.2.0000000000000000000000000",
                ])
        {
            assert_eq!(text.parse::<FeedPosition>(), Err(()), "{text}");
        }
    }
}
