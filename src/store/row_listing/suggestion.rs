//! Suggests rows for a typed text. An index finds the beginnings of columns, which is fast in large files too.

use rusqlite::Connection;
use rusqlite::types::Value;

use super::search::contains_word_sql;
use super::{
    ColumnFilter, ListingError, ListingQuery, MAX_SCANNED, RowConditions, build_conditions, check_search,
    index_collation, read_matching_ids,
};
use crate::datafile::file::{Column, DataFile};
use crate::datafile::persons;
use crate::ledger::{RecordedCells, find_cells};

/// The most words that an index looks up.
const MAX_PREFIXES: usize = 5;

/// Returns up to `size` rows with every word of `text` that match the filters, without anonymised persons. Rows that
/// have a column that begins with a word come first: an index finds them, even in a large file.
pub fn suggest(
    connection: &Connection,
    file: &'static DataFile,
    text: &str,
    filters: &[ColumnFilter],
    size: usize,
) -> Result<Vec<(i64, RecordedCells)>, ListingError> {
    check_search(text)?;
    let mut suggestions = Vec::new();
    let query = |search| ListingQuery { file, search, filters, order: None, after: None, size };
    let Some(conditions) = build_conditions(connection, &query(""))? else { return Ok(suggestions) };
    let columns: Vec<_> = file.searched_columns().filter(|column| column.references().is_empty()).collect();
    let words: Vec<_> = text.split_whitespace().collect();
    let mut unread = MAX_SCANNED;
    // more rows than needed, because `add_suggestion` drops anonymised persons
    let limit = 2 * size;
    // each word in turn is the prefix of an indexed column; the row must contain the other words anywhere
    for prefix_index in 0..words.len().min(MAX_PREFIXES) {
        let mut other_words = words.clone();
        let prefix = other_words.remove(prefix_index);
        for column in &columns {
            let Some(collation) = index_collation(connection, file, column)? else { continue };
            let indexed = format!("t.{} COLLATE {collation}", column.stored_column());
            let mut conditions = conditions.clone();
            add_prefix(&mut conditions, &columns, &indexed, prefix, &other_words);
            let (sql, values) = conditions.into_select(file);
            let select = (format!("{sql} ORDER BY {indexed}"), values);
            for row in read_matching_ids(connection, &select, limit, &mut unread)? {
                add_suggestion(connection, &mut suggestions, size, file, row)?;
            }
        }
    }
    if suggestions.len() < size
        && let Some(conditions) = build_conditions(connection, &query(text))?
    {
        // this search reads the rows in the order of the index of names, if the file has one
        for row in read_matching_ids(connection, &conditions.into_select(file), limit, &mut unread)? {
            add_suggestion(connection, &mut suggestions, size, file, row)?;
        }
    }
    Ok(suggestions)
}

/// Adds the conditions that the `indexed` column begins with the prefix, and that the row contains the other words in
/// any of the `columns`. `indexed` is the SQL of the column with the collation of its index.
fn add_prefix(conditions: &mut RowConditions, columns: &[&Column], indexed: &str, prefix: &str, other_words: &[&str]) {
    // U+10FFFF is the last character, so that texts with the prefix sort before this end
    let range = [prefix.to_owned(), format!("{prefix}\u{10ffff}")].map(Value::Text);
    conditions.indexed.add(format!("{indexed} >= ? AND {indexed} < ?"), range);
    let has_word = contains_word_sql("t", columns);
    for word in other_words {
        conditions.unindexed.add(has_word.clone(), [Value::Text((*word).to_owned())]);
    }
}

/// Adds a row, unless there are `size` suggestions, the row is already suggested, or it is an anonymised person.
fn add_suggestion(
    connection: &Connection,
    suggestions: &mut Vec<(i64, RecordedCells)>,
    size: usize,
    file: &'static DataFile,
    row: i64,
) -> rusqlite::Result<()> {
    // the cells are read last, only if the row may be added
    if suggestions.len() < size
        && suggestions.iter().all(|(known, _)| *known != row)
        && let Some(cells) = find_cells(connection, file, row)?
        && !persons::is_anonymised(&cells)
    {
        suggestions.push((row, cells));
    }
    Ok(())
}
