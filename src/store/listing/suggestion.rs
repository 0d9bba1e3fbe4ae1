//! Suggests rows for a typed text. Words are found by an index as prefixes of a column, which is fast in large files too.

use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use super::{ListingError, check_search, find_rows, index_collation};
use crate::datafile::file::DataFile;
use crate::ledger::{RecordedCells, find_cells};
use crate::model::text::containing_pattern;

/// The most words that are looked up as a prefix.
const PREFIXES: usize = 5;

/// Returns at most `size` rows that contain every word, without anonymised persons. Rows in which a column begins with a
/// word come first.
pub fn suggest(
    connection: &Connection,
    file: &'static DataFile,
    text: &str,
    size: usize,
) -> Result<Vec<(i64, RecordedCells)>, ListingError> {
    check_search(text)?;
    let mut found = Vec::new();
    let own: Vec<_> = file.searched_columns().filter(|column| column.references().is_empty()).collect();
    let words: Vec<_> = text.split_whitespace().collect();
    let all: Vec<_> = own.iter().map(|column| format!("t.{}", column.stored_column())).collect();
    let all = format!(r"({}) LIKE ? ESCAPE '\'", all.join(" || ' ' || "));
    // each word is looked up beside all others
    for (at, word) in words.iter().enumerate().take(PREFIXES) {
        for column in &own {
            let Some(collation) = index_collation(connection, file, column)? else { continue };
            let others: String = (1..words.len()).map(|_| format!(" AND {all}")).collect();
            let sql = format!(
                "SELECT t.rowid FROM {} AS t WHERE t.rowid > 0 AND t.{by} COLLATE {collation} >= ?
                        AND t.{by} COLLATE {collation} < ?{others} ORDER BY t.{by} COLLATE {collation} LIMIT ?",
                file.table,
                by = column.stored_column()
            );
            let range = [(*word).to_owned(), format!("{word}\u{10ffff}")].map(Value::Text);
            let others = words.iter().enumerate().filter(|(other, _)| *other != at);
            let others = others.map(|(_, word)| Value::Text(containing_pattern(word)));
            // reads more rows than needed, since anonymised persons are dropped below
            let values = range.into_iter().chain(others).chain([Value::Integer(2 * size as i64)]);
            let mut select = connection.prepare_cached(&sql)?;
            let rows = select.query_map(params_from_iter(values), |row| row.get::<_, i64>(0))?;
            let rows = rows.collect::<rusqlite::Result<Vec<_>>>()?;
            for row in rows {
                add_suggestion(&mut found, size, row, || find_cells(connection, file, row))?;
            }
        }
    }
    if found.len() < size {
        // reads the whole index of the names
        for (row, cells) in find_rows(connection, file, text, 2 * size)? {
            add_suggestion(&mut found, size, row, || Ok(Some(cells)))?;
        }
    }
    Ok(found)
}

/// Adds a row, unless there are enough, the row is among them, or it is an anonymised person.
fn add_suggestion(
    found: &mut Vec<(i64, RecordedCells)>,
    size: usize,
    row: i64,
    cells: impl FnOnce() -> rusqlite::Result<Option<RecordedCells>>,
) -> rusqlite::Result<()> {
    if found.len() < size
        && found.iter().all(|(known, _)| *known != row)
        && let Some(cells) = cells()?
        && crate::datafile::find_cell(&cells, "Anonymised") != "true"
    {
        found.push((row, cells));
    }
    Ok(())
}
