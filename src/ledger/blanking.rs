//! Blanks an anonymised person's values in the ledger; which fields were changed remains.

use rusqlite::{Connection, params};
use serde_json::{Map, Value};

use super::quotations::{Quotation, all_quotations};
use crate::datafile::file::DataFile;
use crate::datafile::{all_files, persons};

/// A blanked cell that was not empty. Cells are trimmed, so that no other cell equals it.
pub const BLANKED: &str = " ";

/// The suffix of an action that removed a row.
pub const REMOVED: &str = ": removed";

/// Returns the current and former identifiers, e-mail addresses, telephone numbers and full names of a person. `now`
/// are the current cells.
pub fn names_of_person(
    connection: &Connection,
    person: i64,
    now: &[(String, String)],
) -> rusqlite::Result<Vec<String>> {
    let mut cells: Map<String, Value> = now.iter().map(|(name, cell)| (name.clone(), cell.as_str().into())).collect();
    let mut known = names_in_cells(&cells);
    let mut changes = connection
        .prepare("SELECT old FROM ledger_change WHERE row = ? AND file = ? AND kind = 'changed' ORDER BY id DESC")?;
    let mut changes = changes.query(params![person, persons::FILE.name])?;
    while let Some(change) = changes.next()? {
        let old = change.get_ref(0)?.as_str()?;
        cells.extend(serde_json::from_str::<Map<_, _>>(old).unwrap_or_default());
        known.extend(names_in_cells(&cells));
    }
    known.sort_unstable();
    known.dedup();
    Ok(known)
}

/// Returns the texts in a row of persons.csv that identify the person.
fn names_in_cells(cells: &Map<String, Value>) -> Vec<String> {
    let cell = |column: &str| cells.get(column).and_then(Value::as_str).unwrap_or_default();
    let name = ["FirstName", "Insertion", "FamilyName"].map(cell);
    let mut known = vec![cell("ExternalIdentifier").to_owned(), cell("Email").to_owned()];
    known.extend(spellings_of_name(name));
    known.extend(spellings_of_telephone(cell("PhoneNumber")));
    known.retain(|name| !name.trim().is_empty());
    known
}

/// Returns the forms in which responses and people write a name.
fn spellings_of_name([first, insertion, family]: [&str; 3]) -> Vec<String> {
    let joined = |parts: &[&str]| parts.iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join(" ");
    if first.is_empty() || family.is_empty() {
        return vec![joined(&[first, insertion, family])];
    }
    let initial = first.chars().next().map(|letter| format!("{letter}.")).unwrap_or_default();
    let whole = joined(&[insertion, family]);
    let mut spellings = Vec::new();
    for first in [first, &initial] {
        spellings.push(joined(&[first, &whole]));
        spellings.push(joined(&[first, family]));
        spellings.push(format!("{whole}, {first}"));
        spellings.push(format!("{family}, {}", joined(&[first, insertion])));
        spellings.push(format!("{family}, {insertion}, {first}"));
        spellings.push(format!("{family}, {first}"));
        // StartedCourses writes the insertion after the family name
        spellings.push(format!("{first} {family}, {insertion}"));
    }
    spellings
}

/// The shortest telephone number that is blanked.
const MIN_TELEPHONE_LENGTH: usize = 6;

/// Returns a telephone number as stored and without separators; nothing if it is too short to identify a person.
fn spellings_of_telephone(number: &str) -> Vec<String> {
    let mut numbers = vec![number.to_owned(), number.replace([' ', '-', '.', '/', '(', ')'], "")];
    numbers.retain(|number| number.len() >= MIN_TELEPHONE_LENGTH);
    numbers
}

/// Blanks the values of a person in recorded changes, also where changes of other rows quote the person: "The
/// person's values in the audit log and the import ledger are blanked (field names stay)". `person` is the id.
pub fn blank_changes(connection: &Connection, person: i64, identifier: &str) -> rusqlite::Result<()> {
    // a person's own changes show who had an identifier at the time, so they are blanked last
    for quotation in all_quotations() {
        connection.execute(&blank_quotation_sql(&quotation), params![person, identifier, persons::FILE.name])?;
    }
    let sql = "UPDATE ledger_change
               SET old = (SELECT json_group_object(key, iif(value = '', '', ?3)) FROM json_each(ledger_change.old))
               WHERE row = ?1 AND file = ?2 AND old IS NOT NULL";
    connection.execute(sql, params![person, persons::FILE.name, BLANKED]).map(drop)
}

/// Replaces a person's names in the actions of console edits, such as `persons.csv 001202`.
pub fn blank_actions(connection: &Connection, person: i64, names: &[String]) -> rusqlite::Result<()> {
    let mut set = connection.prepare("UPDATE ledger SET action = ? WHERE id = ?")?;
    let mut entries = connection.prepare("SELECT id, action FROM ledger WHERE kind = 'import' AND action <> ''")?;
    let mut entries = entries.query([])?;
    while let Some(entry) = entries.next()? {
        let action = entry.get_ref(1)?.as_str()?;
        let blanked = replace_names_in_action(action, names, &format!("anonymised-{person}"));
        if blanked != action {
            set.execute(params![blanked, entry.get::<_, i64>(0)?])?;
        }
    }
    Ok(())
}

/// Returns an action with the names in its key replaced, if the key of its data file names persons.
fn replace_names_in_action(action: &str, names: &[String], new_name: &str) -> String {
    let names_persons = |file: &&DataFile| {
        let persons = persons::FILE.name;
        let mut key = file.key_columns().flat_map(|(_, column)| column.references());
        file.name == persons || key.any(|reference| reference.to.name == persons)
    };
    let Some((file, key)) = action.split_once(' ') else { return action.to_owned() };
    if !all_files().filter(names_persons).any(|known| known.name == file) {
        return action.to_owned();
    }
    let (key, end) = key.strip_suffix(REMOVED).map_or((key, ""), |key| (key, REMOVED));
    // a name may contain a comma, so the key is not split
    let mut key = format!(", {key}, ");
    for name in names {
        let (old, new) = (format!(", {name}, "), format!(", {new_name}, "));
        // adjacent names share a comma
        while name != new_name && key.contains(&old) {
            key = key.replacen(&old, &new, 1);
        }
    }
    let key = &key[2..key.len() - 2];
    format!("{file} {key}{end}")
}

/// Returns the SQL that blanks a quotation; a removed row's key gets the new name, for an undo. Identifiers change hands:
/// the person's next change shows who had one at the time.
fn blank_quotation_sql(quotation: &Quotation) -> String {
    let (column, may_name) = (quotation.column, quotation.may_name());
    let afterwards = if quotation.is_key { "'anonymised-' || ?1".to_owned() } else { format!("'{BLANKED}'") };
    format!(
        "UPDATE ledger_change SET old = json_set(old, '$.{column}', {afterwards})
         WHERE (file <> ?3 OR row <> ?1) AND old IS NOT NULL {may_name}
               AND old ->> '{column}' = coalesce(
                   (SELECT later.old ->> 'ExternalIdentifier' FROM ledger_change AS later
                    WHERE later.row = ?1 AND later.file = ?3 AND later.id > ledger_change.id
                      AND later.old ->> 'ExternalIdentifier' IS NOT NULL
                    ORDER BY later.id LIMIT 1),
                   ?2)"
    )
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::json;

    use super::*;
    use crate::datafile::file::{Column, Domain};
    use crate::model::time::Clock;
    use crate::store::in_memory;

    /// Creates changes that quote an identifier in each text, with each word by which its column names a person.
    /// Returns the columns that name persons.
    fn quote(connection: &Connection) -> BTreeSet<&'static str> {
        let mut naming = BTreeSet::new();
        let record = |file: &DataFile, kind: &str, old: Value| {
            connection
                .prepare_cached("INSERT INTO ledger_change (ledger, file, row, kind, old) VALUES (1, ?, 99, ?, ?)")
                .unwrap()
                .execute(params![file.name, kind, old.to_string()])
                .unwrap();
        };
        for file in all_files() {
            let texts = |column: &&Column| matches!(column.domain, Domain::Text(_));
            for column in file.columns.iter().filter(texts) {
                let mut references = column.references().iter();
                let to_persons = references.find(|to| to.to.name == persons::FILE.name);
                naming.extend(to_persons.map(|_| column.name));
                if to_persons.is_some() || column.references().is_empty() {
                    record(file, "changed", json!({ column.name: "E7" }));
                }
                let (by, words) = to_persons.and_then(|to| to.when).unwrap_or_default();
                for word in words {
                    record(file, "removed", json!({ by: word, column.name: "E7" }));
                }
            }
        }
        naming
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
        let naming = quote(&database);
        let left = |database: &Connection| -> String {
            let left = "SELECT group_concat(key, ' ') FROM (
                            SELECT DISTINCT key FROM ledger_change, json_each(old)
                            WHERE instr(value, 'E7') ORDER BY key)";
            database.query_row(left, [], |row| row.get(0)).unwrap()
        };
        blank_changes(&database, 8, "E8").unwrap();
        let all = left(&database);
        assert!(all.contains("PersonExternalIdentifier"), "another's are left: {all}");
        blank_changes(&database, 7, "E7").unwrap();
        let left = left(&database);
        assert!(left.contains("Memo"), "free texts are left: {left}");
        let leaked: Vec<_> = left.split(' ').filter(|column| naming.contains(column)).collect();
        assert_eq!(leaked, [""; 0]);
    }
}
