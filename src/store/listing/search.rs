//! The words of a search: each occurs in one of a file's searched columns, or in those of a row that one refers to.

use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use crate::datafile::file::{Column, DataFile, Domain};
use crate::model::text::anywhere;

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

/// Returns how the rows of a file are found that have a word.
pub fn condition(connection: &Connection, file: &'static DataFile, word: &str) -> rusqlite::Result<WordCondition> {
    let (mut alternatives, mut values) = (Vec::new(), Vec::new());
    let own = own_text(file, "t", word);
    let mut rows = own.is_none().then(Vec::new);
    if let Some(own) = own {
        alternatives.push(own);
        values.push(Value::Text(anywhere(word)));
    }
    for reference in file.searched().flat_map(Column::references) {
        let Some(text) = own_text(reference.to, "r", word) else { continue };
        let table = reference.to.table;
        // `+` keeps the planner from reading the table itself instead of an index that has the searched columns
        let select = format!("SELECT r.rowid FROM {table} AS r WHERE +r.rowid > 0 AND {text} LIMIT {}", INDEXED + 1);
        let found = numbers(connection, &select, &[Value::Text(anywhere(word))])?;
        if found.len() > INDEXED {
            rows = None;
            alternatives
                .push(format!("EXISTS (SELECT 1 FROM {table} AS r WHERE r.rowid = t.{} AND {text})", reference.stored));
            values.push(Value::Text(anywhere(word)));
            continue;
        }
        if found.is_empty() {
            continue;
        }
        let found = json(&found);
        let is_one = format!("{} IN (SELECT value FROM json_each(?))", reference.stored);
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

/// Returns the SQL by which the file's own searched columns have a word; `None` if none of them can have it.
fn own_text(file: &DataFile, table: &str, word: &str) -> Option<String> {
    let is_date = word.chars().all(|c| c.is_ascii_digit() || "-:T".contains(c));
    let own = file.searched().filter(|column| column.references().is_empty() && !column.stored().is_empty());
    let own = own.filter(|column| is_date || !matches!(column.domain, Domain::Date | Domain::Time | Domain::Datetime));
    let own: Vec<_> = own.map(|column| format!("{table}.{}", column.stored())).collect();
    (!own.is_empty()).then(|| format!(r"({}) LIKE ? ESCAPE '\'", own.join(" || ' ' || ")))
}

fn numbers(connection: &Connection, select: &str, values: &[Value]) -> rusqlite::Result<Vec<i64>> {
    let mut select = connection.prepare_cached(select)?;
    select.query_map(params_from_iter(values), |row| row.get(0))?.collect()
}

fn json(numbers: &[i64]) -> Value {
    let numbers: Vec<_> = numbers.iter().map(i64::to_string).collect();
    Value::Text(format!("[{}]", numbers.join(",")))
}
