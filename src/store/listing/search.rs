//! Finds the rows that have the words of a search: each word must occur in a searched column, or in a searched column of
//! the row to which one refers.

use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use crate::datafile::file::{Column, DataFile, Domain};
use crate::datafile::reference::Reference;
use crate::model::text::containing_pattern;

/// The most rows that are found by index. If more match, reading the rows one by one fills a page soon.
const MAX_INDEXED: usize = 1_000;

pub enum WordCondition {
    /// No row can have the words.
    NoRow,
    /// The ids of the rows that have the words, as a JSON array.
    Rows(Value),
    /// SQL on the row `t`, with the values of its parameters.
    Sql(String, Vec<Value>),
}

/// Returns conditions that together find the rows with all words. Words that only a person's name can have form one
/// condition: few persons have all of them, although many have each.
pub fn word_conditions(
    connection: &Connection,
    file: &'static DataFile,
    search: &str,
) -> rusqlite::Result<Vec<WordCondition>> {
    let words: Vec<_> = search.split_whitespace().collect();
    let references: Vec<_> = file.searched_columns().flat_map(Column::references).collect();
    let is_name = |reference: &&Reference| reference.to.title.len() > 1;
    let (names, others): (Vec<_>, Vec<_>) = references.iter().copied().partition(is_name);
    let (mut name_words, mut other_words) = (Vec::new(), Vec::new());
    for word in words {
        let is_name_word =
            names.len() == 1 && matches!(find_condition(connection, file, &[word], &others)?, WordCondition::NoRow);
        if is_name_word { &mut name_words } else { &mut other_words }.push(word);
    }
    let mut conditions = Vec::new();
    if !name_words.is_empty() {
        conditions.push(find_condition(connection, file, &name_words, &names)?);
    }
    for word in other_words {
        conditions.push(find_condition(connection, file, &[word], &references)?);
    }
    Ok(conditions)
}

/// Returns the condition for rows that have all these words in their own columns, or all in the row of one reference.
fn find_condition(
    connection: &Connection,
    file: &DataFile,
    words: &[&str],
    references: &[&Reference],
) -> rusqlite::Result<WordCondition> {
    let (mut alternatives, mut values) = (Vec::new(), Vec::new());
    let own = own_columns_sql(file, "t", words);
    let mut rows = own.is_none().then(Vec::new);
    if let Some((text, texts)) = own {
        alternatives.push(text);
        values.extend(texts);
    }
    for reference in references {
        let Some((text, texts)) = own_columns_sql(reference.to, "r", words) else { continue };
        let table = reference.to.table;
        // `+` keeps the planner from reading the table itself instead of an index that has the searched columns
        let select =
            format!("SELECT r.rowid FROM {table} AS r WHERE +r.rowid > 0 AND {text} LIMIT {}", MAX_INDEXED + 1);
        let found = query_ids(connection, &select, &texts)?;
        if found.len() > MAX_INDEXED {
            rows = None;
            alternatives.push(format!(
                "EXISTS (SELECT 1 FROM {table} AS r WHERE r.rowid = t.{} AND {text})",
                reference.id_column
            ));
            values.extend(texts);
            continue;
        }
        if found.is_empty() {
            continue;
        }
        let found = json_array(&found);
        let refers_to_found = format!("{} IN (SELECT value FROM json_each(?))", reference.id_column);
        if let Some(known) = &mut rows {
            let select = format!("SELECT rowid FROM {} WHERE {refers_to_found} LIMIT {}", file.table, MAX_INDEXED + 1);
            known.extend(query_ids(connection, &select, std::slice::from_ref(&found))?);
            rows = rows.filter(|known| known.len() <= MAX_INDEXED);
        }
        alternatives.push(format!("t.{refers_to_found}"));
        values.push(found);
    }
    Ok(match rows {
        _ if alternatives.is_empty() => WordCondition::NoRow,
        Some(rows) => WordCondition::Rows(json_array(&rows)),
        None => WordCondition::Sql(format!("({})", alternatives.join(" OR ")), values),
    })
}

/// Returns the SQL condition that each word occurs in one of the file's own searched columns, with its parameters; `None`
/// if no column can have the words. Comparing the joined columns would take three times as long.
fn own_columns_sql(file: &DataFile, table: &str, words: &[&str]) -> Option<(String, Vec<Value>)> {
    // no date or time has more than four digits in a row
    let in_date = |digits: &str| digits.len() <= 4 && digits.bytes().all(|byte| byte.is_ascii_digit());
    let is_date = words.iter().all(|word| word.split(['-', ':', 'T']).all(in_date));
    let own =
        file.searched_columns().filter(|column| column.references().is_empty() && !column.stored_column().is_empty());
    let own = own.filter(|column| is_date || !matches!(column.domain, Domain::Date | Domain::Time | Domain::Datetime));
    let own: Vec<_> = own.map(|column| format!(r"{table}.{} LIKE ? ESCAPE '\'", column.stored_column())).collect();
    let has_word = format!("({})", own.join(" OR "));
    let texts = words.iter().flat_map(|word| vec![Value::Text(containing_pattern(word)); own.len()]);
    (!own.is_empty()).then(|| (vec![has_word; words.len()].join(" AND "), texts.collect()))
}

fn query_ids(connection: &Connection, select: &str, values: &[Value]) -> rusqlite::Result<Vec<i64>> {
    let mut select = connection.prepare_cached(select)?;
    select.query_map(params_from_iter(values), |row| row.get(0))?.collect()
}

fn json_array(numbers: &[i64]) -> Value {
    let numbers: Vec<_> = numbers.iter().map(i64::to_string).collect();
    Value::Text(format!("[{}]", numbers.join(",")))
}
