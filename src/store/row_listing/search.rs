//! Finds the rows that contain the words of a search. Each word must occur in a searched column of the row, or of a row
//! to which it refers.

use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use crate::datafile::file::{Column, DataFile, Domain};
use crate::datafile::reference::Reference;

/// The most rows that are found by index. If more rows match, reading the rows one by one soon fills a page.
const MAX_INDEXED: usize = 2_000;

/// How to find the rows that contain some words.
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

/// Returns the condition that a row contains all words: in its own columns, or in one row to which it refers.
fn find_condition(
    connection: &Connection,
    file: &DataFile,
    words: &[&str],
    references: &[&Reference],
) -> rusqlite::Result<WordCondition> {
    // the conditions of which a row must meet at least one, and the values of their parameters
    let (mut alternatives, mut values) = (Vec::new(), Vec::new());
    // the ids of the matching rows, until a condition cannot use an index or matches too many rows
    let mut row_ids = Some(Vec::new());
    if let Some((condition, patterns)) = own_columns_sql(file, "t", words) {
        alternatives.push(condition);
        values.extend(patterns);
        row_ids = None;
    }
    for reference in references {
        let Some((condition, patterns)) = own_columns_sql(reference.to, "r", words) else { continue };
        let (table, id_column) = (reference.to.table, reference.id_column);
        // `+` keeps the planner from reading the table instead of an index that has the searched columns
        let select_targets = format!("SELECT r.rowid FROM {table} AS r WHERE +r.rowid > 0 AND {condition}");
        let Some(target_ids) = query_few_ids(connection, &select_targets, &patterns)? else {
            // too many targets: each row of the file is checked with the row to which it refers
            alternatives
                .push(format!("EXISTS (SELECT 1 FROM {table} AS r WHERE r.rowid = t.{id_column} AND {condition})"));
            values.extend(patterns);
            row_ids = None;
            continue;
        };
        // without a target, this reference adds no rows
        if target_ids.is_empty() {
            continue;
        }
        let target_ids = json_array(&target_ids);
        let refers_to_target = format!("{id_column} IN (SELECT value FROM json_each(?))");
        // adds the rows that refer to the targets, unless the ids so far cannot be used anyway
        if let Some(known_ids) = row_ids {
            let select = format!("SELECT rowid FROM {} WHERE {refers_to_target}", file.table);
            let referring_ids = query_few_ids(connection, &select, std::slice::from_ref(&target_ids))?;
            let all_ids = referring_ids.map(|ids| [known_ids, ids].concat());
            row_ids = all_ids.filter(|ids| ids.len() <= MAX_INDEXED);
        }
        alternatives.push(format!("t.{refers_to_target}"));
        values.push(target_ids);
    }
    Ok(match row_ids {
        _ if alternatives.is_empty() => WordCondition::NoRow,
        Some(ids) => WordCondition::RowIds(json_array(&ids)),
        None => WordCondition::Sql(format!("({})", alternatives.join(" OR ")), values),
    })
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
    let columns = file.searched_columns().filter(can_have_words);
    let columns: Vec<_> = columns.map(|column| format!("{table}.{}", column.stored_column())).collect();
    if columns.is_empty() {
        return None;
    }
    let has_word = format!("contains_word(?, {})", columns.join(", "));
    let values = words.iter().map(|word| Value::Text((*word).to_owned())).collect();
    Some((vec![has_word; words.len()].join(" AND "), values))
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
