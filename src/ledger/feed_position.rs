//! Positions in the feed, from which clients continue to read. A position has the number of the last change that the
//! client has read and, because events have the current cells of rows, the number of the newest change at that time.
//!
//! A position is valid in a database that has the same lineage, and in which that newest change belongs to an entry
//! with the same tag. Lineages and tags are random numbers. `restore` draws a new lineage, because the restored
//! database continues differently. The tags distinguish copies of the file that were changed separately.

use std::fmt;
use std::str::FromStr;

use rusqlite::{Connection, Result};

use super::feed::newest_change;
use super::query::query_optional;
use crate::datafile::{self, file::DataFile};

pub const MAX_POSITION_BYTES: usize = 64;

/// The regular expression of positions for `openapi.json`.
pub const POSITION_PATTERN: &str = "^[0-9]{1,18}(\\.[0-9]{1,18}\\.[0-9a-f]{24})?$";

/// The number of hexadecimal digits of the lineage in a mark. The 8 digits of the tag follow.
const LINEAGE_LENGTH: usize = 16;

const MARK_LENGTH: usize = LINEAGE_LENGTH + 8;

/// A position in the feed. Its text is `NUMBER.NEWEST.MARK`, or only `NUMBER`; clients must not rely on this form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedPosition {
    /// The number of the change that the client has read; in a list of rows, the id of the row.
    pub number: i64,
    /// `None` if the text has only a number.
    history: Option<FeedHistory>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct FeedHistory {
    /// The number of the newest change when the client read.
    newest: i64,
    /// The lineage, then the tag of the entry of `newest`, XORed with the number of the list.
    mark: String,
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
    /// Returns the position after the row `number` of a data file or, without a file, after the change `number`.
    pub fn after(number: i64, file: Option<&DataFile>, connection: &Connection) -> Result<Self> {
        let newest = newest_change(connection)?;
        let mark = format_mark(read_lineage(connection)?, find_entry_tag(connection, newest)? ^ list_number(file));
        Ok(Self { number, history: Some(FeedHistory { newest, mark }) })
    }

    pub fn is_number_only(&self) -> bool {
        self.history.is_none()
    }

    /// Checks that the position belongs to this history, and to the rows of `file` or, without a file, to the changes.
    pub fn check_history(&self, file: Option<&DataFile>, connection: &Connection) -> Result<Result<(), PositionError>> {
        let Some(FeedHistory { newest, mark }) = &self.history else {
            return Ok(Err(PositionError::Gone));
        };
        let (lineage, tag) = (read_lineage(connection)?, find_entry_tag(connection, *newest)?);
        let has_lineage = mark[..LINEAGE_LENGTH] == format_mark(lineage, tag)[..LINEAGE_LENGTH];
        let belongs_to_list = |list| *mark == format_mark(lineage, tag ^ list);
        Ok(if *newest > newest_change(connection)? {
            Err(if has_lineage { PositionError::Ahead } else { PositionError::Gone })
        } else if belongs_to_list(list_number(file)) {
            Ok(())
        } else if (0..=MAX_LIST_NUMBER).any(belongs_to_list) {
            Err(PositionError::OtherList)
        } else {
            Err(PositionError::Gone)
        })
    }

    /// Checks a position in the changes, and that no later change was pruned. The number 0 needs no history.
    pub fn check(&self, connection: &Connection) -> Result<Result<(), PositionError>> {
        let pruned: i64 = connection.prepare_cached("SELECT pruned FROM feed")?.query_row([], |row| row.get(0))?;
        match (self.number, &self.history) {
            (number, _) if number < pruned => Ok(Err(PositionError::Gone)),
            (0, None) => Ok(Ok(())),
            (number, Some(history)) if number > history.newest => Ok(Err(PositionError::Gone)),
            _ => self.check_history(None, connection),
        }
    }
}

/// Draws a new lineage, which makes all earlier positions invalid. An older schema gets a lineage by migration.
pub fn renew_lineage(connection: &Connection) -> Result<()> {
    let has_lineage = "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'feed')";
    if connection.query_row(has_lineage, [], |row| row.get(0))? {
        connection.execute("UPDATE feed SET lineage = random()", [])?;
    }
    Ok(())
}

fn read_lineage(connection: &Connection) -> Result<i64> {
    connection.prepare_cached("SELECT lineage FROM feed")?.query_row([], |row| row.get(0))
}

/// Returns the tag of the entry of a change, which may be the last pruned change; 0 if the change is unknown.
fn find_entry_tag(connection: &Connection, change: i64) -> Result<i64> {
    let sql = "SELECT pruned_tag FROM feed WHERE pruned = ?1
               UNION ALL
               SELECT l.tag FROM ledger_change AS c JOIN ledger AS l ON l.id = c.ledger WHERE c.id = ?1";
    Ok(query_optional(connection, sql, [change], |row| row.get(0))?.unwrap_or_default())
}

const MAX_LIST_NUMBER: i64 = 63;

/// Returns the number of a list in marks: 0 for the changes, else a number for the rows of a data file.
fn list_number(file: Option<&DataFile>) -> i64 {
    let position = |file: &DataFile| i64::try_from(datafile::sort_position(file.name)).unwrap_or(MAX_LIST_NUMBER);
    file.map_or(0, |file| position(file).saturating_add(1).min(MAX_LIST_NUMBER))
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
        let parse_number = |text: &str| {
            let is_unsigned = text.bytes().all(|byte| byte.is_ascii_digit());
            if is_unsigned { text.parse::<i64>().map_err(drop) } else { Err(()) }
        };
        let Some((number, history)) = text.split_once('.') else {
            return Ok(Self { number: parse_number(text)?, history: None });
        };
        let (newest, mark) = history.split_once('.').ok_or(())?;
        let is_mark = mark.len() == MARK_LENGTH && mark.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if !is_mark {
            return Err(());
        }
        let history = FeedHistory { newest: parse_number(newest)?, mark: mark.to_owned() };
        Ok(Self { number: parse_number(number)?, history: Some(history) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_parsed_and_other_texts_refused() {
        let mark = format_mark(i64::MIN, 4_294_967_295);
        let longest = FeedPosition { number: i64::MAX, history: Some(FeedHistory { newest: i64::MAX, mark }) };
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
