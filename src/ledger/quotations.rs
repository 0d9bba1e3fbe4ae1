//! Where the ledger quotes a person: in columns that name persons.

use std::collections::BTreeSet;

use rusqlite::{Connection, params};
use serde_json::json;

use super::history::read_file_name;
use crate::datafile::file::{Column, DataFile};
use crate::datafile::{all_files, persons};

/// A column that may contain a person's identifier.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub struct Quotation {
    pub column: &'static str,
    pub is_key: bool,
    /// Another column, and its words for which this one names a person; `None` if it always does.
    when: Option<(&'static str, &'static [&'static str])>,
}

/// Returns every column of the data files that may name a person.
pub fn all_quotations() -> BTreeSet<Quotation> {
    let to_persons = |column: &'static Column| {
        let references = column.references().iter().filter(|reference| reference.to.name == persons::FILE.name);
        references.map(|reference| Quotation { column: column.name, is_key: column.is_key(), when: reference.when })
    };
    all_files().flat_map(|file| file.columns).flat_map(to_persons).collect()
}

impl Quotation {
    /// Returns `AND` and the condition that the column may name a person in a change; empty if it always does.
    pub fn sql_condition(&self) -> String {
        self.when.map_or_else(String::new, |(deciding_column, words)| {
            let words = words.join("', '");
            // true if the change lacks the deciding column
            format!("AND coalesce(old ->> '{deciding_column}' IN ('{words}'), 1)")
        })
    }
}

/// Returns the removed rows that named a person with one of these identifiers: data file and row id.
pub fn find_removed_rows_naming(
    connection: &Connection,
    identifiers: &[String],
) -> rusqlite::Result<Vec<(&'static DataFile, i64)>> {
    let (identifiers, persons) = (json!(identifiers).to_string(), persons::FILE.name);
    let mut removed = Vec::new();
    for quotation in all_quotations() {
        let (column, condition) = (quotation.column, quotation.sql_condition());
        let mut rows = connection.prepare(&format!(
            "SELECT DISTINCT file, row FROM ledger_change
             WHERE kind = 'removed' AND file <> ?1
                   AND old ->> '{column}' IN (SELECT value FROM json_each(?2)) {condition}"
        ))?;
        for row in rows.query_map(params![persons, identifiers], |row| Ok((read_file_name(row, 0)?, row.get(1)?)))? {
            removed.push(row?);
        }
    }
    Ok(removed)
}
