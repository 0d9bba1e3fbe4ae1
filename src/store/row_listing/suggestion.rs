//! Suggests rows for a typed text. An index finds the beginnings of columns, which is fast in large files too.

use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use super::{ListingError, check_search, find_rows, index_collation};
use crate::datafile::file::{Column, DataFile};
use crate::datafile::persons;
use crate::ledger::query::query_all;
use crate::ledger::{RecordedCells, find_cells};
use crate::model::text::containing_pattern;

/// The most words that an index looks up.
const MAX_PREFIXES: usize = 5;

/// Returns up to `size` rows with every word of `text`, without anonymised persons. Rows that have a column that begins
/// with a word come first: an index finds them, even in a large file.
pub fn suggest(
    connection: &Connection,
    file: &'static DataFile,
    text: &str,
    size: usize,
) -> Result<Vec<(i64, RecordedCells)>, ListingError> {
    check_search(text)?;
    let mut suggestions = Vec::new();
    let columns: Vec<_> = file.searched_columns().filter(|column| column.references().is_empty()).collect();
    let words: Vec<_> = text.split_whitespace().collect();
    // more rows than needed, because `add_suggestion` drops anonymised persons
    let limit = 2 * size;
    // each word in turn is the prefix of an indexed column; the row must contain the other words anywhere
    for prefix_index in 0..words.len().min(MAX_PREFIXES) {
        let mut other_words = words.clone();
        let prefix = other_words.remove(prefix_index);
        for column in &columns {
            let Some(collation) = index_collation(connection, file, column)? else { continue };
            let indexed = format!("t.{} COLLATE {collation}", column.stored_column());
            for row in find_rows_by_prefix(connection, file, &columns, &indexed, prefix, &other_words, limit)? {
                add_suggestion(&mut suggestions, size, row, || find_cells(connection, file, row))?;
            }
        }
    }
    if suggestions.len() < size {
        // this search reads the whole index of names
        for (row, cells) in find_rows(connection, file, text, limit)? {
            add_suggestion(&mut suggestions, size, row, || Ok(Some(cells)))?;
        }
    }
    Ok(suggestions)
}

/// Returns the ids of the rows whose `indexed` column begins with the prefix, and that contain the other words in any
/// of the `columns`. `indexed` is the SQL of the column with the collation of its index.
fn find_rows_by_prefix(
    connection: &Connection,
    DataFile { table, .. }: &DataFile,
    columns: &[&Column],
    indexed: &str,
    prefix: &str,
    other_words: &[&str],
    limit: usize,
) -> rusqlite::Result<Vec<i64>> {
    let columns: Vec<_> = columns.iter().map(|column| format!("t.{}", column.stored_column())).collect();
    let has_word = format!(r" AND ({}) LIKE ? ESCAPE '\'", columns.join(" || ' ' || "));
    let has_other_words = has_word.repeat(other_words.len());
    // row 0 is a placeholder, which is not suggested
    let sql = format!(
        "SELECT t.rowid FROM {table} AS t WHERE t.rowid > 0 AND {indexed} >= ? AND {indexed} < ?{has_other_words}
         ORDER BY {indexed} LIMIT ?"
    );
    // U+10FFFF is the last character, so that texts with the prefix sort before this end
    let range = [prefix.to_owned(), format!("{prefix}\u{10ffff}")].map(Value::Text);
    let patterns = other_words.iter().map(|word| Value::Text(containing_pattern(word)));
    let values = range.into_iter().chain(patterns).chain([Value::Integer(limit as i64)]);
    query_all(connection, &sql, params_from_iter(values), |row| row.get(0))
}

/// Adds a row, unless there are `size` suggestions, the row is already suggested, or it is an anonymised person.
fn add_suggestion(
    suggestions: &mut Vec<(i64, RecordedCells)>,
    size: usize,
    row: i64,
    cells: impl FnOnce() -> rusqlite::Result<Option<RecordedCells>>,
) -> rusqlite::Result<()> {
    // the cells are read last, only if the row may be added
    if suggestions.len() < size
        && suggestions.iter().all(|(known, _)| *known != row)
        && let Some(cells) = cells()?
        && !persons::is_anonymised(&cells)
    {
        suggestions.push((row, cells));
    }
    Ok(())
}
