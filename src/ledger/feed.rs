//! The ledger as it is told to who keeps a copy of the data: what became of which row, in order and by number.
//!
//! A notice tells a row as it is now, not as it was left by the change: whoever takes all of them ends with the data as
//! they are, no old value is read, and one costs the same however often its row was changed. Persons are told by number
//! too, since their identifiers change, and change hands, without a change of the rows that name them.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::history::{file, key, recorded_cells};
use crate::datafile::file::{Column, DataFile, Domain};
use crate::datafile::persons;

/// What became of one row.
pub struct FeedEvent {
    /// Its number, and when it was, in UTC; none where the row is told without a change.
    pub change: Option<(i64, String)>,
    pub file: &'static DataFile,
    pub row: i64,
    pub became: FeedEventKind,
}

/// What became of a row.
#[derive(Debug, PartialEq, Eq)]
pub enum FeedEventKind {
    Created,
    /// These columns have other cells.
    Changed(Vec<String>),
    Removed,
    /// It is a person of whom nothing is told any more, whatever the change was.
    Anonymised,
}

/// A column of a row with its cell.
pub struct FeedCell {
    pub column: &'static str,
    /// Its cell, as in the data file.
    pub value: String,
    /// The row in persons.csv of the person that the cell names.
    pub person: Option<i64>,
}

/// A page of changes, with whether each is a person who was anonymised.
const SINCE: &str = "
    SELECT c.id, l.at, c.file, c.row, c.kind, iif(c.kind = 'changed', c.old, NULL),
           c.file = ?3 AND EXISTS (SELECT 1 FROM person AS p WHERE p.id = c.row AND p.anonymised)
    FROM ledger_change AS c CROSS JOIN ledger AS l ON l.id = c.ledger
    WHERE c.id > ?1 ORDER BY c.id LIMIT ?2";

/// The number of the newest change; 0 before the first. Numbers are given under the write lock, so that none is
/// committed after a larger one, and without gaps: where one is missing it was forgotten.
pub fn newest(connection: &Connection) -> rusqlite::Result<i64> {
    connection
        .prepare_cached("SELECT coalesce((SELECT seq FROM main.sqlite_sequence WHERE name = 'ledger_change'), 0)")?
        .query_row([], |row| row.get(0))
}

/// The next notices after a number whose [position](super::position) is valid, at most `limit`.
pub fn since(connection: &Connection, number: i64, limit: i32) -> rusqlite::Result<Vec<FeedEvent>> {
    connection.prepare_cached(SINCE)?.query_and_then(params![number, limit, persons::FILE.name], notice)?.collect()
}

fn notice(row: &Row) -> rusqlite::Result<FeedEvent> {
    let kind = row.get_ref(4)?.as_str()?;
    Ok(FeedEvent {
        change: Some((row.get(0)?, row.get(1)?)),
        file: file(row, 2)?,
        row: row.get(3)?,
        became: match kind {
            "removed" => FeedEventKind::Removed,
            _ if row.get(6)? => FeedEventKind::Anonymised,
            "created" => FeedEventKind::Created,
            _ => FeedEventKind::Changed(recorded_cells(row, 5)?.into_iter().map(|(name, _)| name).collect()),
        },
    })
}

/// The rows of a file after this one, at most `limit`, as if each had just come to be what it is.
pub fn rows(
    connection: &Connection,
    file: &'static DataFile,
    after: i64,
    limit: i32,
) -> rusqlite::Result<Vec<FeedEvent>> {
    let anonymised = match file.name == persons::FILE.name {
        true => "anonymised",
        false => "0",
    };
    // the placeholder's row, 0, is no row of the file
    let sql = format!("SELECT rowid, {anonymised} FROM {} WHERE rowid > max(?, 0) ORDER BY rowid LIMIT ?", file.table);
    let row = |row: &Row| {
        Ok(FeedEvent {
            change: None,
            file,
            row: row.get(0)?,
            became: match row.get(1)? {
                true => FeedEventKind::Anonymised,
                false => FeedEventKind::Created,
            },
        })
    };
    connection.prepare_cached(&sql)?.query_map(params![after, limit], row)?.collect()
}

impl FeedEvent {
    /// The number of its change.
    pub fn number(&self) -> Option<i64> {
        self.change.as_ref().map(|(number, _)| *number)
    }

    /// The row's key; of a row that is gone, the last one.
    pub fn key(&self, connection: &Connection) -> rusqlite::Result<Vec<FeedCell>> {
        let columns: Vec<_> = self.file.key().map(|(_, column)| column.name).collect();
        if let Some(mut cells) = self.present(connection)? {
            cells.retain(|told| columns.contains(&told.column));
            return Ok(cells);
        }
        let last = key(connection, self.file, self.row, None)?;
        let told = |(column, value)| FeedCell { column, value, person: None };
        Ok(columns.into_iter().zip(last).map(told).collect())
    }

    /// What its cells are now that the change gave: none where the row is gone.
    pub fn cells(&self, connection: &Connection) -> rusqlite::Result<Vec<FeedCell>> {
        let mut cells = self.present(connection)?.unwrap_or_default();
        cells.retain(|told| match &self.became {
            FeedEventKind::Created => true,
            FeedEventKind::Changed(columns) => columns.iter().any(|column| column == told.column),
            FeedEventKind::Removed | FeedEventKind::Anonymised => false,
        });
        Ok(cells)
    }

    /// All cells of the row that are told: no bytes of pictures, which have an address.
    fn present(&self, connection: &Connection) -> rusqlite::Result<Option<Vec<FeedCell>>> {
        let columns: Vec<_> = self.file.columns.iter().filter(|is| is.domain != Domain::Bytes).collect();
        let select = columns.iter().map(|column| format!("CAST(\"{}\" AS TEXT)", column.name));
        let sql =
            format!("SELECT {} FROM {}_csv WHERE key = ?", select.collect::<Vec<_>>().join(", "), self.file.stem());
        let cells = connection
            .prepare_cached(&sql)?
            .query_row([self.row], |row| (0..columns.len()).map(|at| row.get(at)).collect())
            .optional()?;
        cells.map(|cells| reported_cells(connection, &columns, cells)).transpose()
    }
}

fn reported_cells(
    connection: &Connection,
    columns: &[&'static Column],
    cells: Vec<String>,
) -> rusqlite::Result<Vec<FeedCell>> {
    let cell = |name: &str| columns.iter().position(|of| of.name == name);
    let names_person = |column: &Column| {
        let mut references = column.references().iter();
        references.any(|reference| {
            let said = |(by, words): (&str, &[&str])| cell(by).is_some_and(|at| words.contains(&cells[at].as_str()));
            reference.to.name == persons::FILE.name && reference.when.is_none_or(said)
        })
    };
    let named: Vec<bool> = columns.iter().map(|column| names_person(column)).collect();
    let rows = columns.iter().zip(cells).zip(named);
    rows.map(|((column, value), names_person)| {
        Ok(FeedCell {
            column: column.name,
            person: match names_person {
                true => person(connection, &value)?,
                false => None,
            },
            value,
        })
    })
    .collect()
}

/// The person who has the identifier now.
fn person(connection: &Connection, identifier: &str) -> rusqlite::Result<Option<i64>> {
    connection
        .prepare_cached("SELECT id FROM person WHERE external_identifier = ? AND id > 0")?
        .query_row([identifier], |row| row.get(0))
        .optional()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::time::Clock;
    use crate::store::in_memory;

    // what a page costs does not depend on how long the ledger is
    #[test]
    fn a_page_is_found_by_its_first_number() {
        let database = in_memory(&Clock::new("Europe/Amsterdam", None).unwrap()).unwrap();
        let plan = format!("EXPLAIN QUERY PLAN {SINCE}");
        let mut plan = database.prepare(&plan).unwrap();
        let steps = plan.query_map(params![1, 2, "x"], |row| row.get::<_, String>("detail"));
        let steps: Vec<_> = steps.unwrap().map(Result::unwrap).collect();
        assert_eq!(
            steps,
            [
                "SEARCH c USING INTEGER PRIMARY KEY (rowid>?)",
                "SEARCH l USING INTEGER PRIMARY KEY (rowid=?)",
                "CORRELATED SCALAR SUBQUERY 1",
                "SEARCH p USING INTEGER PRIMARY KEY (rowid=?)",
            ]
        );
    }
}
