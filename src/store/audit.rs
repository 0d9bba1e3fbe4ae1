//! The ledger read back: which person was changed when, by whom, in which fields.
//!
//! A change keeps old values only. What a field became stands in the next change of the same row that has
//! the field, or in the row as it is now. How a change is told to people is left to the command.

use std::collections::BTreeMap;

use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde_json::{Map, Value};

use super::ledger;

/// The only file whose changes are audited.
const FILE: &str = "persons.csv";

/// One change of one person.
#[derive(Debug)]
pub struct PersonChange {
    /// Its place in the ledger; the next page begins after it.
    pub id: i64,
    /// When, in UTC.
    pub at: String,
    /// What made it: `import`, `undo`, `call` or `command`.
    pub source: String,
    /// The number of the import or undo.
    pub number: Option<i64>,
    /// The credential's name, or `user@host`.
    pub actor: String,
    /// The operation, the path imported, or the command.
    pub action: String,
    /// On which line of an import's file.
    pub line: Option<i64>,
    /// `created`, `changed` or `removed`.
    pub kind: String,
    /// The person's id.
    pub person: i64,
    /// The person's identifier now; of a row that is gone, the last one.
    pub identifier: String,
    /// What changed, in the order of the file's columns.
    pub fields: Vec<FieldChange>,
}

/// One field of a change, as cells of the data file.
#[derive(Debug)]
pub struct FieldChange {
    /// The column.
    pub field: String,
    /// Its cell before; empty when the row was created.
    pub old: String,
    /// Its cell after; empty when the row was removed.
    pub new: String,
}

/// The next changes of persons, at most `limit`, after the place `after` and not before the moment `since`.
pub fn changes(
    connection: &Connection,
    after: i64,
    since: &str,
    limit: u32,
) -> rusqlite::Result<Vec<PersonChange>> {
    let columns = ledger::columns(connection, FILE)?;
    let mut page = connection.prepare_cached(
        "SELECT c.id, l.at, l.kind, l.number, l.actor, l.action, c.line, c.kind, c.row, c.old
         FROM ledger_change AS c CROSS JOIN ledger AS l ON l.id = c.ledger
         WHERE c.id > ? AND c.file = ? AND l.at >= ? ORDER BY c.id LIMIT ?",
    )?;
    page.query_and_then(params![after, FILE, since, limit], |row| {
        read(connection, &columns, row)
    })?
    .collect()
}

fn read(connection: &Connection, columns: &[String], row: &Row) -> rusqlite::Result<PersonChange> {
    let (id, person) = (row.get(0)?, row.get(8)?);
    let kind: String = row.get(7)?;
    let old = cells(row, 9)?;
    let present = ledger::cells(connection, FILE, person)?;
    let identifier = identifier(connection, person, present.as_deref())?;
    let new = match kind.as_str() {
        "removed" => BTreeMap::new(),
        _ => afterwards(connection, id, person, present, &old)?,
    };
    let fields = columns
        .iter()
        .filter_map(|column| field(column, &old, &new))
        .collect();
    Ok(PersonChange {
        id,
        at: row.get(1)?,
        source: row.get(2)?,
        number: row.get(3)?,
        actor: row.get(4)?,
        action: row.get(5)?,
        line: row.get(6)?,
        kind,
        person,
        identifier,
        fields,
    })
}

/// The cells that a change keeps, in a column of the query; none where the row was created.
fn cells(row: &Row, column: usize) -> rusqlite::Result<Map<String, Value>> {
    let Some(old) = row.get_ref(column)?.as_str_or_null()? else {
        return Ok(Map::new());
    };
    serde_json::from_str(old).map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(error))
    })
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// What changed in one column: a column of the change's own, or, where the row was created, one with a value.
fn field(
    column: &str,
    old: &Map<String, Value>,
    new: &BTreeMap<String, String>,
) -> Option<FieldChange> {
    let new = new.get(column);
    let old = match old.get(column) {
        Some(old) => text(old),
        None if new.is_some_and(|new| !new.is_empty()) => String::new(),
        None => return None,
    };
    Some(FieldChange {
        field: column.to_owned(),
        old,
        new: new.cloned().unwrap_or_default(),
    })
}

/// The cells of a row after a change: those that the change has, or all where it created the row.
fn afterwards(
    connection: &Connection,
    change: i64,
    row: i64,
    present: Option<ledger::Cells>,
    old: &Map<String, Value>,
) -> rusqlite::Result<BTreeMap<String, String>> {
    let wanted = |column: &str| old.is_empty() || old.contains_key(column);
    let mut new = BTreeMap::new();
    let mut later = connection.prepare_cached(
        "SELECT old FROM ledger_change
         WHERE row = ? AND file = ? AND id > ? AND old IS NOT NULL ORDER BY id",
    )?;
    let mut later = later.query(params![row, FILE, change])?;
    while old.is_empty() || new.len() < old.len() {
        let Some(row) = later.next()? else { break };
        for (column, cell) in cells(row, 0)? {
            if wanted(&column) {
                new.entry(column).or_insert_with(|| text(&cell));
            }
        }
    }
    for (column, cell) in present.unwrap_or_default() {
        if wanted(&column) {
            new.entry(column).or_insert(cell);
        }
    }
    Ok(new)
}

fn identifier(
    connection: &Connection,
    row: i64,
    present: Option<&[(String, String)]>,
) -> rusqlite::Result<String> {
    let of_present = present.and_then(|cells| {
        let mut cells = cells.iter();
        cells.find(|(column, _)| column == "ExternalIdentifier")
    });
    if let Some((_, identifier)) = of_present {
        return Ok(identifier.clone());
    }
    let of_removed = connection
        .prepare_cached(
            "SELECT old ->> 'ExternalIdentifier' FROM ledger_change
             WHERE row = ? AND file = ? AND kind = 'removed' ORDER BY id DESC LIMIT 1",
        )?
        .query_row(params![row, FILE], |row| row.get::<_, Option<String>>(0))
        .optional()?;
    Ok(of_removed.flatten().unwrap_or_default())
}

/// Forgets the next changes of persons, at most `limit`, after the place `after` and before the moment
/// `before`: how many, and the place of the last. Later changes lose nothing by it.
pub fn prune(
    connection: &Connection,
    after: i64,
    before: &str,
    limit: u32,
) -> rusqlite::Result<(usize, i64)> {
    let mut statement = connection.prepare_cached(
        "DELETE FROM ledger_change WHERE id IN (
             SELECT c.id FROM ledger_change AS c CROSS JOIN ledger AS l ON l.id = c.ledger
             WHERE c.id > ? AND c.file = ? AND l.at < ? ORDER BY c.id LIMIT ?
         ) RETURNING id",
    )?;
    let ids: Vec<i64> = statement
        .query_map(params![after, FILE, before, limit], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    Ok((ids.len(), ids.into_iter().max().unwrap_or(after)))
}

/// Forgets calls and commands before the moment of which no change is left; imports keep their numbers.
pub fn prune_empty(connection: &Connection, before: &str) -> rusqlite::Result<()> {
    connection.execute(
        "DELETE FROM ledger WHERE at < ? AND kind IN ('call', 'command')
             AND NOT EXISTS (SELECT 1 FROM ledger_change WHERE ledger = ledger.id)",
        [before],
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::time::Clock;
    use crate::store::{Open, open};

    #[test]
    fn a_row_that_is_gone_is_told_from_its_changes() {
        let folder = tempfile::tempdir().unwrap();
        let clock = Clock::new("Europe/Amsterdam", None).unwrap();
        let database = open(&folder.path().join("lms.sqlite"), &clock, Open::Create).unwrap();
        database
            .execute_batch(
                "INSERT INTO ledger (at, kind, number, actor, action) VALUES
                     ('2026-03-01T00:00:00Z', 'import', 1, 'jan@host', 'data'),
                     ('2026-03-02T00:00:00Z', 'call', NULL, 'hr', 'UpdatePerson'),
                     ('2026-03-03T00:00:00Z', 'undo', 2, 'jan@host', 'import 1');
                 INSERT INTO ledger_change (ledger, file, row, line, kind, old) VALUES
                     (1, 'functions.csv', 7, 2, 'created', NULL),
                     (1, 'persons.csv', 7, 17, 'created', NULL),
                     (2, 'persons.csv', 7, NULL, 'changed', '{\"Email\":\"a@x\"}'),
                     (3, 'persons.csv', 7, NULL, 'removed',
                      '{\"Email\":\"b@x\",\"ExternalIdentifier\":\"E7\",\"Insertion\":\"\"}')",
            )
            .unwrap();
        let told: Vec<String> = changes(&database, 0, "", 10)
            .unwrap()
            .iter()
            .map(|change| {
                let fields = change.fields.iter();
                let fields = fields.map(|f| format!("{}:{}>{}", f.field, f.old, f.new));
                let fields: Vec<String> = fields.collect();
                format!(
                    "{} {:?} {:?} {} {} {}",
                    change.kind,
                    change.number,
                    change.line,
                    change.person,
                    change.identifier,
                    fields.join(" ")
                )
            })
            .collect();
        assert_eq!(
            told,
            [
                "created Some(1) Some(17) 7 E7 ExternalIdentifier:>E7 Email:>a@x",
                "changed None None 7 E7 Email:a@x>b@x",
                "removed Some(2) None 7 E7 ExternalIdentifier:E7> Insertion:> Email:b@x>",
            ]
        );
        // pages, and the moment from which on
        let page = changes(&database, 0, "2026-03-02T00:00:00Z", 1).unwrap();
        assert_eq!((page.len(), page[0].kind.as_str()), (1, "changed"));
        let next = changes(&database, page[0].id, "2026-03-02T00:00:00Z", 1).unwrap();
        assert_eq!(next[0].kind, "removed");
    }
}
