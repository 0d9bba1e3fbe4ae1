//! The feed: numbered events of rows, for clients that keep a copy of the data. An event has the row's current cells,
//! so that a client that has read all events has the current data. A cell that names a person also has the id of the
//! person's row: the identifier can change without an event of the row that has the cell.

use rusqlite::{Connection, Result, Row, params};

use super::history::{find_key_from, read_file_name, recorded_cells};
use super::query::{query_all, query_optional};
use crate::datafile::file::{Column, DataFile, Domain};
use crate::datafile::persons;
use crate::datafile::reference::ReferenceCondition;

/// A change of a row, reported with the current state of the row.
pub struct FeedEvent {
    /// `None` if the row is reported without a change, as [`list_rows_as_events`] does.
    pub change: Option<FeedChange>,
    pub file: &'static DataFile,
    pub row: i64,
    pub kind: FeedEventKind,
}

pub struct FeedChange {
    /// The number of the change in the feed.
    pub number: i64,
    pub at: String,
}

#[derive(Debug, PartialEq, Eq)]
pub enum FeedEventKind {
    Created,
    /// The names of the changed columns.
    Changed(Vec<String>),
    Removed,
    /// The person of the row is anonymised now.
    Anonymised,
}

pub struct FeedCell {
    pub column: &'static str,
    pub value: String,
    /// The row id of the person whom the cell names; `None` if the cell names no person.
    pub person: Option<i64>,
}

/// The query of [`list_events`] for the changes `c` and their entries `l`. ?1 is the number after which to begin, ?2
/// the limit, ?3 the name of persons.csv, ?4 the names of data files, comma-separated. Commas around both texts let
/// `instr` find whole names only.
const SELECT_EVENTS: &str = "
    SELECT c.id, l.at, c.file, c.row, c.kind, iif(c.kind = 'changed', c.old, NULL) AS old,
           c.file = ?3 AND EXISTS (SELECT 1 FROM person AS p WHERE p.id = c.row AND p.anonymised) AS is_anonymised
    FROM ledger_change AS c CROSS JOIN ledger AS l ON l.id = c.ledger
    WHERE c.id > ?1 AND (?4 = '' OR instr(',' || ?4 || ',', ',' || c.file || ',')) ORDER BY c.id LIMIT ?2";

/// Returns the number of the newest change; 0 before the first change. Numbers are committed in order and without gaps.
pub fn newest_change(connection: &Connection) -> Result<i64> {
    // SQLite keeps the largest id of an AUTOINCREMENT table, even after the row is deleted
    let sql = "SELECT coalesce((SELECT seq FROM main.sqlite_sequence WHERE name = 'ledger_change'), 0)";
    connection.prepare_cached(sql)?.query_row([], |row| row.get(0))
}

/// Returns at most `limit` events after the change `after`. `files` lists data files, comma-separated; empty for all.
pub fn list_events(connection: &Connection, after: i64, limit: i32, files: &str) -> Result<Vec<FeedEvent>> {
    query_all(connection, SELECT_EVENTS, params![after, limit, persons::FILE.name, files], read_event)
}

/// Reads a row of [`SELECT_EVENTS`]. The kind is `Anonymised` even for earlier changes of a person who is anonymised now,
/// because events report the current state.
fn read_event(row: &Row) -> Result<FeedEvent> {
    Ok(FeedEvent {
        change: Some(FeedChange { number: row.get("id")?, at: row.get("at")? }),
        file: read_file_name(row)?,
        row: row.get("row")?,
        kind: match row.get_ref("kind")?.as_str()? {
            "removed" => FeedEventKind::Removed,
            // before `created`: the cells of an anonymised person are not reported
            _ if row.get("is_anonymised")? => FeedEventKind::Anonymised,
            "created" => FeedEventKind::Created,
            _ => FeedEventKind::Changed(recorded_cells(row)?.into_iter().map(|(name, _)| name).collect()),
        },
    })
}

/// Returns at most `limit` rows of a file, after the row with the id `after`, as if each had just been created. A
/// client that begins a copy reads these events first, and the changes afterwards.
pub fn list_rows_as_events(
    connection: &Connection,
    file: &'static DataFile,
    after: i64,
    limit: i32,
) -> Result<Vec<FeedEvent>> {
    // only persons have the column `anonymised`
    let anonymised = if file.name == persons::FILE.name { "anonymised" } else { "0" };
    // row 0 is the placeholder, which is not part of the file
    let sql = format!("SELECT rowid, {anonymised} FROM {} WHERE rowid > max(?, 0) ORDER BY rowid LIMIT ?", file.table);
    query_all(connection, &sql, params![after, limit], |row| {
        let (row_id, is_anonymised) = (row.get(0)?, row.get(1)?);
        let kind = if is_anonymised { FeedEventKind::Anonymised } else { FeedEventKind::Created };
        Ok(FeedEvent { change: None, file, row: row_id, kind })
    })
}

impl FeedEvent {
    /// Returns the number of the change; `None` for a row that is reported without a change.
    pub fn number(&self) -> Option<i64> {
        self.change.as_ref().map(|change| change.number)
    }

    /// Returns the cells of the row's key; for a removed row, those of the last key.
    pub fn key_cells(&self, connection: &Connection) -> Result<Vec<FeedCell>> {
        let key_columns: Vec<_> = self.file.key_columns().map(|(_, column)| column.name).collect();
        if let Some(mut cells) = self.current_cells(connection)? {
            cells.retain(|cell| key_columns.contains(&cell.column));
            return Ok(cells);
        }
        // the row was removed: the ledger has its last key
        let last_key = find_key_from(connection, self.file, self.row, None)?;
        let to_cell = |(column, value)| FeedCell { column, value, person: None };
        Ok(key_columns.into_iter().zip(last_key).map(to_cell).collect())
    }

    /// Returns the current cells of a created row, or those of the changed columns. Other events have no cells.
    pub fn reported_cells(&self, connection: &Connection) -> Result<Vec<FeedCell>> {
        let mut cells = self.current_cells(connection)?.unwrap_or_default();
        cells.retain(|cell| match &self.kind {
            FeedEventKind::Created => true,
            FeedEventKind::Changed(columns) => columns.iter().any(|column| column == cell.column),
            FeedEventKind::Removed | FeedEventKind::Anonymised => false,
        });
        Ok(cells)
    }

    /// Returns the row's current cells, without the bytes of pictures; `None` if the row does not exist.
    fn current_cells(&self, connection: &Connection) -> Result<Option<Vec<FeedCell>>> {
        let columns: Vec<_> = self.file.columns.iter().filter(|column| column.domain != Domain::Bytes).collect();
        // numbers are cast, so that every cell is a text as in a data file
        let texts: Vec<_> = columns.iter().map(|column| format!("CAST(\"{}\" AS TEXT)", column.name)).collect();
        let sql = format!("SELECT {} FROM {}_csv WHERE row_id = ?", texts.join(", "), self.file.stem());
        let read_texts = |row: &Row| (0..columns.len()).map(|index| row.get(index)).collect();
        let cells: Option<Vec<String>> = query_optional(connection, &sql, [self.row], read_texts)?;
        cells.map(|cells| to_feed_cells(connection, &columns, &cells)).transpose()
    }
}

/// Adds to each cell that names a person the id of the person. `columns` and `cells` are those of one row, in the same
/// order.
fn to_feed_cells(connection: &Connection, columns: &[&'static Column], cells: &[String]) -> Result<Vec<FeedCell>> {
    // whether the row has one of the condition's values: `LinkType` decides whether `LinkValue` names a person
    let applies = |condition: ReferenceCondition| {
        let mut row = columns.iter().zip(cells);
        row.any(|(column, cell)| column.name == condition.column && condition.values.contains(&cell.as_str()))
    };
    let names_person = |column: &Column| {
        let mut references = column.references().iter();
        references.any(|reference| reference.to.name == persons::FILE.name && reference.only_if.is_none_or(applies))
    };
    let to_feed_cell = |(column, value): (&&'static Column, &String)| {
        let person = if names_person(column) { find_person_id(connection, value)? } else { None };
        Ok(FeedCell { column: column.name, value: value.clone(), person })
    };
    columns.iter().zip(cells).map(to_feed_cell).collect()
}

/// Returns the id of the person with this identifier; `None` for the placeholder, whose identifier is empty.
fn find_person_id(connection: &Connection, identifier: &str) -> Result<Option<i64>> {
    let sql = "SELECT id FROM person WHERE external_identifier = ? AND id > 0";
    query_optional(connection, sql, [identifier], |row| row.get(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::time::Clock;
    use crate::store::in_memory;

    // The cost of a page does not depend on the length of the ledger.
    #[test]
    fn a_page_is_found_by_its_first_number() {
        let database = in_memory(&Clock::new("Europe/Amsterdam", None).unwrap()).unwrap();
        let plan = format!("EXPLAIN QUERY PLAN {SELECT_EVENTS}");
        let mut plan = database.prepare(&plan).unwrap();
        let steps = plan.query_map(params![1, 2, "x", ""], |row| row.get::<_, String>("detail"));
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
