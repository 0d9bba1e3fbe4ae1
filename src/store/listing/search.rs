//! The words of a search: each occurs in one of a file's searched columns, or in those of a row that one refers to.

use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use crate::datafile::file::{Column, DataFile, Domain};
use crate::datafile::reference::Reference;
use crate::model::text::like_containing;

/// The most referred rows, and rows that refer to them, that are found by index. More are found by reading rows: then
/// so many match that a page is full soon.
const INDEXED: usize = 1_000;

/// How the rows with a word are found.
pub enum WordCondition {
    /// No row can have it.
    Nothing,
    /// These rows have it, as a JSON array.
    Rows(Value),
    /// SQL on the row `t`, with the values of its parameters.
    Holds(String, Vec<Value>),
}

/// Returns how the rows of a file are found that have all words. Words that only a person's name can have are looked up
/// together: few persons have all of them, although many have each.
pub fn conditions(
    connection: &Connection,
    file: &'static DataFile,
    search: &str,
) -> rusqlite::Result<Vec<WordCondition>> {
    let words: Vec<_> = search.split_whitespace().collect();
    let references: Vec<_> = file.searched_columns().flat_map(Column::references).collect();
    let is_name = |reference: &&Reference| reference.to.title.len() > 1;
    let (names, others): (Vec<_>, Vec<_>) = references.iter().copied().partition(is_name);
    let (mut of_name, mut single) = (Vec::new(), Vec::new());
    for word in words {
        let only_name =
            names.len() == 1 && matches!(condition(connection, file, &[word], &others)?, WordCondition::Nothing);
        if only_name { &mut of_name } else { &mut single }.push(word);
    }
    let mut found = Vec::new();
    if !of_name.is_empty() {
        found.push(condition(connection, file, &of_name, &names)?);
    }
    for word in single {
        found.push(condition(connection, file, &[word], &references)?);
    }
    Ok(found)
}

/// Returns how the rows are found that have these words all in their own columns, or all in the row of one reference.
fn condition(
    connection: &Connection,
    file: &DataFile,
    words: &[&str],
    references: &[&Reference],
) -> rusqlite::Result<WordCondition> {
    let (mut alternatives, mut values) = (Vec::new(), Vec::new());
    let own = own_text(file, "t", words);
    let mut rows = own.is_none().then(Vec::new);
    if let Some((text, texts)) = own {
        alternatives.push(text);
        values.extend(texts);
    }
    for reference in references {
        let Some((text, texts)) = own_text(reference.to, "r", words) else { continue };
        let table = reference.to.table;
        // `+` keeps the planner from reading the table itself instead of an index that has the searched columns
        let select = format!("SELECT r.rowid FROM {table} AS r WHERE +r.rowid > 0 AND {text} LIMIT {}", INDEXED + 1);
        let found = numbers(connection, &select, &texts)?;
        if found.len() > INDEXED {
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
        let found = json(&found);
        let is_one = format!("{} IN (SELECT value FROM json_each(?))", reference.id_column);
        if let Some(known) = &mut rows {
            let select = format!("SELECT rowid FROM {} WHERE {is_one} LIMIT {}", file.table, INDEXED + 1);
            known.extend(numbers(connection, &select, std::slice::from_ref(&found))?);
            rows = rows.filter(|known| known.len() <= INDEXED);
        }
        alternatives.push(format!("t.{is_one}"));
        values.push(found);
    }
    Ok(match rows {
        _ if alternatives.is_empty() => WordCondition::Nothing,
        Some(rows) => WordCondition::Rows(json(&rows)),
        None => WordCondition::Holds(format!("({})", alternatives.join(" OR ")), values),
    })
}

/// Returns the SQL by which the file's own searched columns have all words, with its parameters; `None` if none of them can
/// have one of the words. Each column is compared on its own: joining them first takes three times as long.
fn own_text(file: &DataFile, table: &str, words: &[&str]) -> Option<(String, Vec<Value>)> {
    // no date or time has more than four digits in a row
    let in_date = |digits: &str| digits.len() <= 4 && digits.bytes().all(|byte| byte.is_ascii_digit());
    let is_date = words.iter().all(|word| word.split(['-', ':', 'T']).all(in_date));
    let own =
        file.searched_columns().filter(|column| column.references().is_empty() && !column.stored_column().is_empty());
    let own = own.filter(|column| is_date || !matches!(column.domain, Domain::Date | Domain::Time | Domain::Datetime));
    let own: Vec<_> = own.map(|column| format!(r"{table}.{} LIKE ? ESCAPE '\'", column.stored_column())).collect();
    let has_word = format!("({})", own.join(" OR "));
    let texts = words.iter().flat_map(|word| vec![Value::Text(like_containing(word)); own.len()]);
    (!own.is_empty()).then(|| (vec![has_word; words.len()].join(" AND "), texts.collect()))
}

fn numbers(connection: &Connection, select: &str, values: &[Value]) -> rusqlite::Result<Vec<i64>> {
    let mut select = connection.prepare_cached(select)?;
    select.query_map(params_from_iter(values), |row| row.get(0))?.collect()
}

fn json(numbers: &[i64]) -> Value {
    let numbers: Vec<_> = numbers.iter().map(i64::to_string).collect();
    Value::Text(format!("[{}]", numbers.join(",")))
}
