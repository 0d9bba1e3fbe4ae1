//! The columns by which recorded changes name persons.

use std::collections::BTreeSet;

use rusqlite::{Connection, Result, Row, params};
use serde_json::json;

use super::history::read_file_name;
use super::query::query_all;
use crate::datafile::file::{Column, DataFile};
use crate::datafile::reference::ReferenceCondition;
use crate::datafile::{all_files, persons};

/// A column that may contain a person's identifier.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub struct PersonColumn {
    pub column: &'static str,
    pub is_key: bool,
    /// `None` if `column` always names a person.
    only_if: Option<ReferenceCondition>,
}

/// Returns the columns of all data files that refer to persons. Columns of several files that have the same name and
/// condition are one.
pub fn all_person_columns() -> BTreeSet<PersonColumn> {
    let person_columns_of = |column: &'static Column| {
        let references = column.references().iter().filter(|reference| reference.to.name == persons::FILE.name);
        references.map(|reference| PersonColumn {
            column: column.name,
            is_key: column.is_key(),
            only_if: reference.only_if,
        })
    };
    all_files().flat_map(|file| file.columns).flat_map(person_columns_of).collect()
}

impl PersonColumn {
    /// Returns `AND` and the SQL condition that `column` names a person in a change; empty if it always does.
    pub fn and_condition_sql(&self) -> String {
        self.only_if.map_or_else(String::new, |ReferenceCondition { column, values }| {
            // true for a change that did not store the other column
            format!("AND coalesce(old ->> '{column}' IN ('{}'), 1)", values.join("', '"))
        })
    }
}

/// Returns the removed rows that named a person by one of these identifiers: the data file and the id of each.
pub fn find_removed_rows_naming(
    connection: &Connection,
    identifiers: &[String],
) -> Result<Vec<(&'static DataFile, i64)>> {
    let (identifiers, persons) = (json!(identifiers).to_string(), persons::FILE.name);
    // a removal records all cells of the row in `old`, a JSON object
    let mut removed = Vec::new();
    for person_column in all_person_columns() {
        let (column, condition) = (person_column.column, person_column.and_condition_sql());
        let sql = format!(
            "SELECT DISTINCT file, row FROM ledger_change
             WHERE kind = 'removed' AND file <> ?1
                   AND old ->> '{column}' IN (SELECT value FROM json_each(?2)) {condition}"
        );
        // a row may be found by several columns: the caller removes duplicates
        let read_row = |row: &Row| Ok((read_file_name(row)?, row.get("row")?));
        removed.append(&mut query_all(connection, &sql, params![persons, identifiers], read_row)?);
    }
    Ok(removed)
}
