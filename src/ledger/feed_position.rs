//! Positions in the feed, from which clients continue to read. A position has the number of the last change that the
//! client has read and, because events have the current cells of rows, the number of the newest change at that time.
//!
//! A position is valid in a database that has the same lineage, and in which that newest change belongs to a ledger
//! entry with the same tag. The lineage is a random number of the database, and the tag one of the entry. `restore` draws
//! a new lineage, because the restored database continues differently. The tags distinguish copies of the file that were
//! changed separately.

use std::fmt;
use std::str::FromStr;

use rusqlite::{Connection, Result};

use super::feed::newest_change;
use super::query::query_optional;
use crate::datafile::{self, file::DataFile};

pub const MAX_POSITION_BYTES: usize = 64;

/// The regular expression of positions for `openapi.json`.
pub const POSITION_PATTERN: &str = "^[0-9]{1,18}(\\.[0-9]{1,18}\\.[0-9a-f]{24})?$";

/// The numbers of hexadecimal digits of the lineage and of the tag.
const LINEAGE_LENGTH: usize = 16;
const TAG_LENGTH: usize = 8;

/// A position in the feed. Its text is `NUMBER.NEWEST.DIGITS` (the digits of lineage and tag), or only `NUMBER`. Clients
/// must not rely on this form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedPosition {
    /// The number of the change that the client has read; in a list of rows, the id of the row.
    pub number: i64,
    /// `None` if the text has only a number.
    history: Option<FeedHistory>,
}

/// The part of a position by which it is checked to belong to this database.
#[derive(Debug, Clone, PartialEq, Eq)]
struct FeedHistory {
    /// The number of the newest change when the client read.
    newest: i64,
    lineage: i64,
    /// The tag of the entry of `newest`, XORed with the number of the list in which the position is.
    list_tag: i64,
}

impl FeedHistory {
    fn new(newest: i64, lineage: i64, entry_tag: i64, list_number: i64) -> Self {
        Self { newest, lineage, list_tag: entry_tag ^ list_number }
    }

    /// Returns the number of the list; `None` if the entry of `newest` had another tag than `entry_tag`.
    fn list_number(&self, entry_tag: i64) -> Option<i64> {
        // equal tags cancel out; the XOR of two different random tags is hardly ever so small
        let list_number = self.list_tag ^ entry_tag;
        (0..=MAX_LIST_NUMBER).contains(&list_number).then_some(list_number)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PositionError {
    /// The position belongs to another history, or a change after the position was pruned.
    Gone,
    /// The position belongs to this history, but this copy of the database does not have the change `newest` yet.
    Ahead,
    /// The position belongs to another list: to the rows of another data file, or to the changes.
    OtherList,
}

impl FeedPosition {
    pub fn after_change(change: i64, connection: &Connection) -> Result<Self> {
        Self::in_list(LIST_OF_CHANGES, change, connection)
    }

    pub fn after_row(row: i64, file: &DataFile, connection: &Connection) -> Result<Self> {
        Self::in_list(number_of_row_list(file), row, connection)
    }

    fn in_list(list_number: i64, number: i64, connection: &Connection) -> Result<Self> {
        let newest = newest_change(connection)?;
        let entry_tag = find_entry_tag(connection, newest)?;
        let history = FeedHistory::new(newest, read_lineage(connection)?, entry_tag, list_number);
        Ok(Self { number, history: Some(history) })
    }

    /// Returns whether the text has only a number, such as 0 for the start.
    pub fn is_number_only(&self) -> bool {
        self.history.is_none()
    }

    /// Checks a position in the rows of a data file. The inner error says why the position is invalid; the outer error is
    /// one of the database.
    pub fn check_in_rows(&self, file: &DataFile, connection: &Connection) -> Result<Result<(), PositionError>> {
        self.check_history(number_of_row_list(file), connection)
    }

    /// Checks a position in the changes, and that no later change was pruned. The number 0 needs no history. Returns errors
    /// as [`Self::check_in_rows`] does.
    pub fn check_in_changes(&self, connection: &Connection) -> Result<Result<(), PositionError>> {
        let pruned: i64 = connection.prepare_cached("SELECT pruned FROM feed")?.query_row([], |row| row.get(0))?;
        // no client can have read a change that is newer than the newest
        let is_after_newest = self.history.as_ref().is_some_and(|history| self.number > history.newest);
        if self.number < pruned || is_after_newest {
            return Ok(Err(PositionError::Gone));
        }
        // the start of the feed: nothing was read, so any history can follow
        let is_start = self.number == 0 && self.is_number_only();
        if is_start {
            return Ok(Ok(()));
        }
        self.check_history(LIST_OF_CHANGES, connection)
    }

    fn check_history(&self, expected_list: i64, connection: &Connection) -> Result<Result<(), PositionError>> {
        let Some(history) = &self.history else {
            return Ok(Err(PositionError::Gone));
        };
        if history.lineage != read_lineage(connection)? {
            return Ok(Err(PositionError::Gone));
        }
        if history.newest > newest_change(connection)? {
            return Ok(Err(PositionError::Ahead));
        }
        let entry_tag = find_entry_tag(connection, history.newest)?;
        Ok(match history.list_number(entry_tag) {
            Some(list) if list == expected_list => Ok(()),
            Some(_) => Err(PositionError::OtherList),
            // the entry of `newest` has another tag, or was deleted
            None => Err(PositionError::Gone),
        })
    }
}

/// Draws a new lineage, which makes all earlier positions invalid. An older schema gets a lineage by migration.
pub fn renew_lineage(connection: &Connection) -> Result<()> {
    // `restore` accepts older schemas, too
    let has_lineage = "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'feed')";
    if connection.query_row(has_lineage, [], |row| row.get(0))? {
        connection.execute("UPDATE feed SET lineage = random()", [])?;
    }
    Ok(())
}

fn read_lineage(connection: &Connection) -> Result<i64> {
    connection.prepare_cached("SELECT lineage FROM feed")?.query_row([], |row| row.get(0))
}

/// Returns the tag of the ledger entry of a change; 0 if the change is unknown. The last pruned change is known, too.
fn find_entry_tag(connection: &Connection, change: i64) -> Result<i64> {
    let sql = "SELECT pruned_tag FROM feed WHERE pruned = ?1
               UNION ALL
               SELECT l.tag FROM ledger_change AS c JOIN ledger AS l ON l.id = c.ledger WHERE c.id = ?1";
    Ok(query_optional(connection, sql, [change], |row| row.get(0))?.unwrap_or_default())
}

/// The number of the list of changes. The lists of rows have higher numbers, up to [`MAX_LIST_NUMBER`].
const LIST_OF_CHANGES: i64 = 0;

const MAX_LIST_NUMBER: i64 = 63;

/// Returns the number of the list that has the rows of a data file.
fn number_of_row_list(file: &DataFile) -> i64 {
    let position = i64::try_from(datafile::sort_position(file.name)).unwrap_or(MAX_LIST_NUMBER);
    position.saturating_add(LIST_OF_CHANGES + 1).min(MAX_LIST_NUMBER)
}

impl fmt::Display for FeedPosition {
    /// Writes the text that [`FeedPosition::from_str`] parses: `12.40.00c0ffee12345678deadbeef`, or only `12`. The number is
    /// 12 and the newest change 40. The 16 digits `00c0ffee12345678` are the lineage, and the 8 digits `deadbeef` the tag.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.number)?;
        if let Some(FeedHistory { newest, lineage, list_tag }) = &self.history {
            // filled up with zeros to a fixed length, which separates the tag from the lineage
            let lineage_digits = format!("{lineage:0width$x}", width = LINEAGE_LENGTH);
            let tag_digits = format!("{list_tag:0width$x}", width = TAG_LENGTH);
            write!(f, ".{newest}.{lineage_digits}{tag_digits}")?;
        }
        Ok(())
    }
}

impl FromStr for FeedPosition {
    type Err = ();

    /// Parses `12`, or `12.40.` followed by 24 hexadecimal digits. Fails if a number has a sign or is too large.
    fn from_str(text: &str) -> Result<Self, ()> {
        let parse_number = |number: &str| {
            let is_unsigned = number.bytes().all(|byte| byte.is_ascii_digit());
            // `parse` alone would accept a sign
            if is_unsigned { number.parse::<i64>().map_err(drop) } else { Err(()) }
        };
        let Some((number, history)) = text.split_once('.') else {
            return Ok(Self { number: parse_number(text)?, history: None });
        };
        let (newest, digits) = history.split_once('.').ok_or(())?;
        // `from_str_radix` alone would accept capitals and a sign
        let is_hexadecimal = digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if digits.len() != LINEAGE_LENGTH + TAG_LENGTH || !is_hexadecimal {
            return Err(());
        }
        // the lineage is a signed number, whose bits are written as those of an unsigned one
        let parse_hexadecimal = |digits| u64::from_str_radix(digits, 16).map(u64::cast_signed).map_err(drop);
        let (lineage_digits, tag_digits) = digits.split_at(LINEAGE_LENGTH);
        let (lineage, list_tag) = (parse_hexadecimal(lineage_digits)?, parse_hexadecimal(tag_digits)?);
        let history = FeedHistory { newest: parse_number(newest)?, lineage, list_tag };
        Ok(Self { number: parse_number(number)?, history: Some(history) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_parsed_and_other_texts_refused() {
        let history = FeedHistory { newest: i64::MAX, lineage: i64::MIN, list_tag: 4_294_967_295 };
        let longest = FeedPosition { number: i64::MAX, history: Some(history) };
        assert_eq!(longest.to_string().len(), MAX_POSITION_BYTES);
        assert_eq!(longest.to_string().parse(), Ok(longest));
        assert_eq!("12".parse(), Ok(FeedPosition { number: 12, history: None }));
        let complete = "1.2.000000000000000000000000";
        assert!(complete.parse::<FeedPosition>().is_ok());
        for text in
            ["", "-1", "+1", "yesterday", "1.", "1.2", "1.2.", "9223372036854775808", ".2.000000000000000000000000"]
                .into_iter()
                .chain((1..complete.len()).map(|end| &complete[..end]))
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
