//! Finds the rows that contain the words of a search. Each word must occur in a searched column of the row, or of a row
//! to which it refers.

use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use crate::datafile::file::{Column, DataFile, Domain};
use crate::datafile::reference::Reference;

/// The most rows that are found by index. If more rows match, reading the rows one by one soon fills a page.
const MAX_INDEXED: usize = 2_000;

pub enum WordCondition {
    /// No row contains the words.
    NoRow,
    /// The ids of the rows that contain the words, as a JSON array.
    RowIds(Value),
    /// An SQL condition on the row `t`, with the values of its parameters.
    Sql(String, Vec<Value>),
}

/// Returns conditions that together find the rows with all words of `search`. Words that occur only in names of persons
/// become one condition, which is faster: many persons have one of the words, but few have all. For `jan bos bhv` in
/// results.csv, these are a condition for `jan bos` (a person) and one for `bhv` (a training).
pub fn word_conditions(
    connection: &Connection,
    file: &'static DataFile,
    search: &str,
) -> rusqlite::Result<Vec<WordCondition>> {
    let words: Vec<_> = search.split_whitespace().collect();
    let references: Vec<_> = file.searched_columns().flat_map(Column::references).collect();
    // only persons have a title of several columns: first name, insertion and family name
    let is_to_person = |reference: &&Reference| reference.to.title.len() > 1;
    let (person_references, other_references): (Vec<_>, Vec<_>) = references.iter().copied().partition(is_to_person);
    // with several references to persons, the words may be from names of different persons
    let can_combine_names = person_references.len() == 1;
    let (mut name_words, mut other_words) = (Vec::new(), Vec::new());
    for word in words {
        // a word is only in names if no row has it in its own columns or in a row that is no person
        let is_only_in_names = can_combine_names
            && matches!(find_condition(connection, file, &[word], &other_references)?, WordCondition::NoRow);
        match is_only_in_names {
            true => name_words.push(word),
            false => other_words.push(word),
        }
    }
    let mut conditions = Vec::new();
    if !name_words.is_empty() {
        conditions.push(find_condition(connection, file, &name_words, &person_references)?);
    }
    for word in other_words {
        conditions.push(find_condition(connection, file, &[word], &references)?);
    }
    Ok(conditions)
}

/// One way in which a row can contain the words: in its own columns, or in a row to which it refers.
struct WordAlternative {
    condition: String,
    values: Vec<Value>,
    /// Whether SQLite finds the rows by an index. If not, it reads all rows of the table.
    is_indexed: bool,
}

/// Returns the condition that a row contains all words: in its own columns, or in one row to which it refers. If
/// indexes find all these rows, and they are few, the condition is a list of their ids.
fn find_condition(
    connection: &Connection,
    file: &DataFile,
    words: &[&str],
    references: &[&Reference],
) -> rusqlite::Result<WordCondition> {
    let mut alternatives = Vec::new();
    if let Some((condition, values)) = own_columns_sql(file, "t", words) {
        // a word can be anywhere in a cell: all rows must be read
        alternatives.push(WordAlternative { condition, values, is_indexed: false });
    }
    for reference in references {
        alternatives.extend(find_reference_alternative(connection, reference, words)?);
    }
    if alternatives.is_empty() {
        return Ok(WordCondition::NoRow);
    }
    if let Some(row_ids) = find_few_rows(connection, file, &alternatives)? {
        return Ok(WordCondition::RowIds(json_array(&row_ids)));
    }
    let (mut conditions, mut values) = (Vec::new(), Vec::new());
    for alternative in alternatives {
        conditions.push(alternative.condition);
        values.extend(alternative.values);
    }
    Ok(WordCondition::Sql(format!("({})", conditions.join(" OR ")), values))
}

/// Returns the condition that a row refers to a row with all words. Returns `None` if no row can meet it, because no
/// row of the file to which `reference` leads has the words.
fn find_reference_alternative(
    connection: &Connection,
    reference: &Reference,
    words: &[&str],
) -> rusqlite::Result<Option<WordAlternative>> {
    let Some((target_has_words, values)) = own_columns_sql(reference.to, "target", words) else { return Ok(None) };
    let (target_table, id_column) = (reference.to.table, reference.id_column);
    // row 0 is a placeholder, which a search does not find; `+` keeps the planner from reading the table instead of an
    // index that has the searched columns
    let select_targets =
        format!("SELECT target.rowid FROM {target_table} AS target WHERE +target.rowid > 0 AND {target_has_words}");
    let alternative = match query_few_ids(connection, &select_targets, &values)? {
        Some(target_ids) if target_ids.is_empty() => return Ok(None),
        Some(target_ids) => WordAlternative {
            condition: format!("t.{id_column} IN (SELECT value FROM json_each(?))"),
            values: vec![json_array(&target_ids)],
            is_indexed: true,
        },
        // too many targets for a list: each row of the file is checked with the row to which it refers
        None => WordAlternative {
            condition: format!(
                "EXISTS (SELECT 1 FROM {target_table} AS target
                         WHERE target.rowid = t.{id_column} AND {target_has_words})"
            ),
            values,
            is_indexed: false,
        },
    };
    Ok(Some(alternative))
}

/// Returns the ids of the rows that meet at least one alternative. Returns `None` if these are more than
/// [`MAX_INDEXED`], or if an index does not find them all.
fn find_few_rows(
    connection: &Connection,
    file: &DataFile,
    alternatives: &[WordAlternative],
) -> rusqlite::Result<Option<Vec<i64>>> {
    if !alternatives.iter().all(|alternative| alternative.is_indexed) {
        return Ok(None);
    }
    let mut row_ids = Vec::new();
    for WordAlternative { condition, values, .. } in alternatives {
        let select = format!("SELECT t.rowid FROM {} AS t WHERE {condition}", file.table);
        let Some(ids) = query_few_ids(connection, &select, values)? else { return Ok(None) };
        row_ids.extend(ids);
    }
    Ok(Some(row_ids).filter(|ids| ids.len() <= MAX_INDEXED))
}

/// Returns the SQL condition that each word occurs in one of the file's own searched columns, and the words as its
/// parameters; `None` if no column can contain the words. `table` is the alias of the file's table in the query.
fn own_columns_sql(file: &DataFile, table: &str, words: &[&str]) -> Option<(String, Vec<Value>)> {
    // no date or time has more than four adjacent digits
    let is_part_of_date = |digits: &str| digits.len() <= 4 && digits.bytes().all(|byte| byte.is_ascii_digit());
    let can_be_date = words.iter().all(|word| word.split(['-', ':', 'T']).all(is_part_of_date));
    let can_have_words = |column: &&Column| match column.domain {
        // these columns store the id of another row, or nothing
        _ if !column.references().is_empty() || !column.is_stored() => false,
        Domain::Date | Domain::Time | Domain::Datetime => can_be_date,
        _ => true,
    };
    let columns: Vec<_> = file.searched_columns().filter(can_have_words).collect();
    if columns.is_empty() {
        return None;
    }
    let has_word = contains_word_sql(table, &columns);
    let values = words.iter().map(|word| Value::Text((*word).to_owned())).collect();
    Some((vec![has_word; words.len()].join(" AND "), values))
}

/// Returns the SQL condition that a column contains the word that is its parameter. `table` is the alias of the table.
pub fn contains_word_sql(table: &str, columns: &[&Column]) -> String {
    let columns: Vec<_> = columns.iter().map(|column| format!("{table}.{}", column.stored_column())).collect();
    format!("contains_word(?, {})", columns.join(", "))
}

/// Returns the ids that a query selects; `None` if there are more than [`MAX_INDEXED`].
fn query_few_ids(connection: &Connection, select: &str, values: &[Value]) -> rusqlite::Result<Option<Vec<i64>>> {
    // one more than the limit shows whether there are too many
    let mut select = connection.prepare_cached(&format!("{select} LIMIT {}", MAX_INDEXED + 1))?;
    let ids: Vec<_> = select.query_map(params_from_iter(values), |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    Ok(Some(ids).filter(|ids| ids.len() <= MAX_INDEXED))
}

fn json_array(numbers: &[i64]) -> Value {
    let numbers: Vec<_> = numbers.iter().map(i64::to_string).collect();
    Value::Text(format!("[{}]", numbers.join(",")))
}
