//! Blanks an anonymised person's values in the ledger: replaces them by [`BLANKED`]. The names of the fields remain.

use rusqlite::{Connection, Result, named_params, params};
use serde_json::{Map, Value};

use super::person_columns::{PersonColumn, all_person_columns};
use crate::datafile::file::DataFile;
use crate::datafile::{all_files, persons};

/// The text that replaces a cell that was not empty. No other cell equals this text, because cells are trimmed.
pub const BLANKED: &str = " ";

/// The suffix of an action that removed a row.
pub const REMOVED: &str = ": removed";

/// Returns a person's current and former identifiers, e-mail addresses, telephone numbers and full names, sorted. By
/// these texts, messages of connectors and recorded actions name the person.
pub fn find_texts_naming_person(
    connection: &Connection,
    person: i64,
    current_cells: &[(String, String)],
) -> Result<Vec<String>> {
    // the changes are read from the newest to the oldest, from the current cells back to the first: a name consists of
    // several cells, so every former row is needed whole
    let cells = current_cells.iter().map(|(column, cell)| (column.clone(), cell.as_str().into()));
    let mut cells: Map<String, Value> = cells.collect();
    let mut texts = identifying_texts(&cells);
    let mut select = connection
        .prepare("SELECT old FROM ledger_change WHERE row = ? AND file = ? AND kind = 'changed' ORDER BY id DESC")?;
    let mut changes = select.query(params![person, persons::FILE.name])?;
    while let Some(change) = changes.next()? {
        // `cells` becomes the row as it was before this change
        let old = change.get_ref("old")?.as_str()?;
        cells.extend(serde_json::from_str::<Map<_, _>>(old).unwrap_or_default());
        texts.extend(identifying_texts(&cells));
    }
    texts.sort_unstable();
    texts.dedup();
    Ok(texts)
}

fn identifying_texts(cells: &Map<String, Value>) -> Vec<String> {
    let cell = |column: &str| cells.get(column).and_then(Value::as_str).unwrap_or_default();
    let name = ["FirstName", "Insertion", "FamilyName"].map(cell);
    let mut texts = vec![cell("ExternalIdentifier").to_owned(), cell("Email").to_owned()];
    texts.extend(spellings_of_name(name));
    texts.extend(spellings_of_telephone(cell("PhoneNumber")));
    texts.retain(|text| !text.trim().is_empty());
    texts
}

/// Returns the spellings of a name in responses and in messages of connectors. The insertion is a part such as
/// `van der`. For `Jan van der Berg`, some spellings are `Jan van der Berg`, `J. Berg`, `van der Berg, Jan` and
/// `Berg, Jan van der`.
fn spellings_of_name([first, insertion, family]: [&str; 3]) -> Vec<String> {
    let join = |parts: &[&str]| parts.iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join(" ");
    if first.is_empty() || family.is_empty() {
        return vec![join(&[first, insertion, family])];
    }
    let initial = first.chars().next().map(|letter| format!("{letter}.")).unwrap_or_default();
    let full_family = join(&[insertion, family]);
    let mut spellings = Vec::new();
    for first_or_initial in [first, &initial] {
        spellings.extend([
            join(&[first_or_initial, &full_family]),
            join(&[first_or_initial, family]),
            format!("{full_family}, {first_or_initial}"),
            format!("{family}, {}", join(&[first_or_initial, insertion])),
            format!("{family}, {insertion}, {first_or_initial}"),
            format!("{family}, {first_or_initial}"),
            // StartedCourses writes the insertion after the family name
            format!("{first_or_initial} {family}, {insertion}"),
        ]);
    }
    spellings
}

/// The least length of a telephone number that identifies a person. A shorter text would also match other numbers.
const MIN_TELEPHONE_LENGTH: usize = 6;

/// Returns a telephone number as stored and without separators, except forms too short to identify a person.
fn spellings_of_telephone(number: &str) -> Vec<String> {
    let mut numbers = vec![number.to_owned(), number.replace([' ', '-', '.', '/', '(', ')'], "")];
    numbers.retain(|number| number.len() >= MIN_TELEPHONE_LENGTH);
    numbers
}

/// Blanks, in recorded changes, all values of the person's row and the cells of other rows that name the person. The
/// changes remain, so that the history still shows when which fields were changed.
pub fn blank_changes(connection: &Connection, person: i64, identifier: &str) -> Result<()> {
    // the changes of the person's row must be blanked last, because they contain the person's former identifiers
    for person_column in all_person_columns() {
        let values =
            named_params! { ":person": person, ":identifier": identifier, ":persons_file": persons::FILE.name };
        connection.execute(&blank_person_column_sql(&person_column), values)?;
    }
    // keeps the names of the columns; an empty cell stays empty
    let sql = "UPDATE ledger_change
               SET old = (SELECT json_group_object(key, iif(value = '', '', ?3)) FROM json_each(ledger_change.old))
               WHERE row = ?1 AND file = ?2 AND old IS NOT NULL";
    connection.execute(sql, params![person, persons::FILE.name, BLANKED]).map(drop)
}

/// Replaces a person's identifiers in the actions of edits in the console, such as `persons.csv 001202`. The
/// replacement is `anonymised-` and the row id, which is the new identifier of the person.
pub fn blank_actions(connection: &Connection, person: i64, identifiers: &[String]) -> Result<()> {
    let mut update = connection.prepare("UPDATE ledger SET action = ? WHERE id = ?")?;
    // edits of rows in the console are imports
    let mut select = connection.prepare("SELECT id, action FROM ledger WHERE kind = 'import' AND action <> ''")?;
    let mut entries = select.query([])?;
    while let Some(entry) = entries.next()? {
        let action = entry.get_ref("action")?.as_str()?;
        let blanked = replace_in_key(action, identifiers, &format!("anonymised-{person}"));
        if blanked != action {
            update.execute(params![blanked, entry.get::<_, i64>("id")?])?;
        }
    }
    Ok(())
}

/// Replaces identifiers in the key of an action `FILE KEY` of the console, which may end with [`REMOVED`]. `, ` joins
/// the cells of the key. Returns other actions, and keys that contain no person, unchanged.
fn replace_in_key(action: &str, identifiers: &[String], replacement: &str) -> String {
    let has_persons_in_key = |file: &&DataFile| {
        let persons = persons::FILE.name;
        let mut references = file.key_columns().flat_map(|(_, column)| column.references());
        file.name == persons || references.any(|reference| reference.to.name == persons)
    };
    let Some((file, key_and_suffix)) = action.split_once(' ') else { return action.to_owned() };
    if !all_files().filter(has_persons_in_key).any(|known| known.name == file) {
        return action.to_owned();
    }
    let (key, suffix) = key_and_suffix.strip_suffix(REMOVED).map_or((key_and_suffix, ""), |key| (key, REMOVED));
    // not split at commas, because an identifier may contain a comma; with `, ` around the key, every cell has `, ` on
    // both sides
    let mut framed_key = format!(", {key}, ");
    for identifier in identifiers.iter().filter(|identifier| *identifier != replacement) {
        let (old, new) = (format!(", {identifier}, "), format!(", {replacement}, "));
        // one at a time, because adjacent identifiers share a comma
        while framed_key.contains(&old) {
            framed_key = framed_key.replacen(&old, &new, 1);
        }
    }
    let replaced_key = &framed_key[2..framed_key.len() - 2];
    format!("{file} {replaced_key}{suffix}")
}

/// Returns the SQL that blanks a column in changes of other rows that name the person `:person`. A key column gets the
/// new identifier instead, so that a removal can be undone.
fn blank_person_column_sql(person_column: &PersonColumn) -> String {
    let (column, condition) = (person_column.column, person_column.and_condition_sql());
    let new_cell_sql = match person_column.is_key {
        true => NEW_IDENTIFIER_SQL.to_owned(),
        false => format!("'{BLANKED}'"),
    };
    format!(
        "UPDATE ledger_change AS change SET old = json_set(old, '$.{column}', {new_cell_sql})
         WHERE (file <> :persons_file OR row <> :person) AND old IS NOT NULL {condition}
               AND old ->> '{column}' = {IDENTIFIER_AT_CHANGE_SQL}"
    )
}

const NEW_IDENTIFIER_SQL: &str = "'anonymised-' || :person";

/// The SQL for the identifier that the person `:person` had when `change` was recorded. The next change of the identifier
/// has it as the old cell; without a next change, it is the current `:identifier`.
const IDENTIFIER_AT_CHANGE_SQL: &str = "coalesce(
    (SELECT later.old ->> 'ExternalIdentifier' FROM ledger_change AS later
     WHERE later.row = :person AND later.file = :persons_file AND later.id > change.id
           AND later.old ->> 'ExternalIdentifier' IS NOT NULL
     ORDER BY later.id LIMIT 1),
    :identifier)";

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::json;

    use super::*;
    use crate::datafile::file::{Column, Domain};
    use crate::model::time::Clock;
    use crate::store::in_memory;

    /// Records changes that contain an identifier, in each text column. A column that names a person only for some
    /// words of a deciding column gets a change for each of these words. Returns the columns that name persons.
    fn record_changes_with_identifier(connection: &Connection) -> BTreeSet<&'static str> {
        let mut naming_columns = BTreeSet::new();
        let record = |file: &DataFile, kind: &str, old: Value| {
            connection
                .prepare_cached("INSERT INTO ledger_change (ledger, file, row, kind, old) VALUES (1, ?, 99, ?, ?)")
                .unwrap()
                .execute(params![file.name, kind, old.to_string()])
                .unwrap();
        };
        for file in all_files() {
            let is_text = |column: &&Column| matches!(column.domain, Domain::Text(_));
            for column in file.columns.iter().filter(is_text) {
                let mut references = column.references().iter();
                let to_persons = references.find(|reference| reference.to.name == persons::FILE.name);
                naming_columns.extend(to_persons.map(|_| column.name));
                if to_persons.is_some() || column.references().is_empty() {
                    record(file, "changed", json!({ column.name: "E7" }));
                }
                let condition = to_persons.and_then(|reference| reference.only_if);
                for value in condition.map_or(&[][..], |condition| condition.values) {
                    record(file, "removed", json!({ condition.unwrap().column: value, column.name: "E7" }));
                }
            }
        }
        naming_columns
    }

    #[test]
    fn no_column_that_names_persons_leaks_a_name() {
        let database = in_memory(&Clock::new("Europe/Amsterdam", None).unwrap()).unwrap();
        database
            .execute_batch(
                "INSERT INTO ledger (at, kind, number, actor, action)
                 VALUES ('2026-03-01T00:00:00Z', 'import', 1, 'jan@host', 'data')",
            )
            .unwrap();
        let naming_columns = record_changes_with_identifier(&database);
        let columns_with_identifier = |database: &Connection| -> String {
            let select = "SELECT group_concat(key, ' ') FROM (
                            SELECT DISTINCT key FROM ledger_change, json_each(old)
                            WHERE instr(value, 'E7') ORDER BY key)";
            database.query_row(select, [], |row| row.get(0)).unwrap()
        };
        blank_changes(&database, 8, "E8").unwrap();
        let columns = columns_with_identifier(&database);
        assert!(columns.contains("PersonExternalIdentifier"), "quotations of another person stay: {columns}");
        blank_changes(&database, 7, "E7").unwrap();
        let columns = columns_with_identifier(&database);
        assert!(columns.contains("Memo"), "free texts stay: {columns}");
        let leaked: Vec<_> = columns.split(' ').filter(|column| naming_columns.contains(column)).collect();
        assert_eq!(leaked, [""; 0]);
    }
}
