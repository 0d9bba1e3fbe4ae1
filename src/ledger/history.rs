//! Reads the ledger. A change stores old cells only. The new cell is the old cell in the row's next change of the same
//! column; if there is no such change, it is the row's current cell.

use std::collections::BTreeMap;
use std::fmt;

use rusqlite::types::Type;
use rusqlite::{Connection, Result, Row, ToSql, params, params_from_iter};
use serde_json::{Map, Value};

use super::action::{Action, read_action};
use super::audit::{AuditFilter, actor_condition};
use super::blanking::BLANKED;
use super::imports::MappingVersion;
use super::query::{query_all, query_optional};
use super::{RecordedCells, find_cells};
use crate::datafile::file::DataFile;
use crate::datafile::{self, persons};
use crate::model::message::{Message, MessageName};

/// Who made a change, when and by which action.
#[derive(Debug, Clone)]
pub struct ChangeOrigin {
    pub entry: i64,
    pub at: String,
    /// `import`, `undo`, `call` or `command`.
    pub kind: String,
    /// The number of the import or undo; `None` for calls and commands.
    pub number: Option<i64>,
    pub actor: String,
    pub action: Action,
    /// The line in the imported file; `None` for a removal, and for a change that is not by an import.
    pub line: Option<i64>,
    /// The imported file; `None` if it is the row's file.
    pub imported_file: Option<String>,
    pub mapping: Option<MappingVersion>,
}

impl ChangeOrigin {
    /// Returns a message such as `import 3 line 17 (jan@host), mapping hr, version 2` or `hr UpdatePerson`.
    pub fn message(&self) -> Message {
        let message = match self.number {
            Some(number) => self.numbered_message(number),
            None => Message::new(MessageName::ByCall).with(&self.actor).with_argument(self.action.clone()),
        };
        match &self.mapping {
            Some(mapping) => message.with_part(mapping.message()),
            None => message,
        }
    }

    /// Returns a message such as `import 3 line 17 (jan@host)` or `undo 4 (jan@host)`.
    fn numbered_message(&self, number: i64) -> Message {
        let entry = numbered_entry_message(&self.kind, number);
        let message = Message::new(MessageName::ByNumberedEntry).with_part(entry);
        let message = match (self.line, &self.imported_file) {
            // the placeholder of the line stays empty
            (None, _) => message.with(""),
            (Some(line), None) => message.with_part(Message::new(MessageName::OnLine).with(line)),
            (Some(line), Some(file)) => message.with_part(Message::new(MessageName::OnLineOf).with(file).with(line)),
        };
        message.with(&self.actor)
    }
}

/// Returns a message such as `import 3`. `kind` is `import` or `undo`.
pub fn numbered_entry_message(kind: &str, number: i64) -> Message {
    let name = if kind == "undo" { MessageName::UndoNumber } else { MessageName::ImportNumber };
    Message::new(name).with(number)
}

pub fn change_kind_message(kind: &str) -> MessageName {
    match kind {
        "created" => MessageName::Created,
        "removed" => MessageName::Removed,
        _ => MessageName::Changed,
    }
}

impl fmt::Display for ChangeOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

#[derive(Debug)]
pub struct RowChange {
    /// The number of the change in the feed.
    pub id: i64,
    pub origin: ChangeOrigin,
    /// `created`, `changed` or `removed`.
    pub kind: String,
    pub file: String,
    pub row: i64,
    /// The row's current key; for a removed row, the last key.
    pub key: Vec<String>,
    pub fields: Vec<FieldChange>,
}

#[derive(Debug, Clone)]
pub struct FieldChange {
    pub field: String,
    /// The old cell; empty if the row was created.
    pub old: String,
    /// The new cell; empty if the row was removed.
    pub new: String,
}

/// The columns for [`read_origin`]. `c` is the change, `l` the entry and `m` the mapping.
pub(super) const ORIGIN_COLUMNS: &str = "l.id AS entry, l.at, l.kind, l.number, l.actor, l.action, c.line, c.source AS imported_file, \
     m.name, m.version";

/// Joins the mapping `m` of a change `c`. A removal has no line, but the file that lacks the row may have a mapping.
pub(super) const JOIN_MAPPING: &str =
    "LEFT JOIN ledger_mapping AS m ON m.ledger = c.ledger AND m.file = coalesce(c.source, c.file)";

pub(super) fn read_origin(row: &Row) -> Result<ChangeOrigin> {
    read_row!(row => ChangeOrigin {
        entry, at, kind, number, actor, action: read_action(row)?, line, imported_file,
        mapping: MappingVersion::read(row)?
    })
}

/// Selects changes. Only `NewestFirst` lists the newest change first; the others list the oldest first.
#[derive(Clone, Copy)]
pub enum ChangeQuery<'a> {
    /// The changes of a person, or of all persons, since a time in UTC.
    Persons { since: &'a str, person: Option<i64> },
    /// The changes of a ledger entry.
    Entry(i64),
    /// The changes of a row.
    Row { file: &'a DataFile, row: i64 },
    /// The changes of a person that match a filter.
    NewestFirst { person: i64, filter: &'a AuditFilter<'a> },
}

impl ChangeQuery<'_> {
    /// Returns the condition on a change `c` of an entry `l`, and the values of its parameters from `?3` on.
    fn condition(&self) -> (String, Vec<&dyn ToSql>) {
        let persons_file = &persons::FILE.name;
        // the values are in the order of the numbers of their parameters
        match self {
            Self::Entry(entry) => ("c.ledger = ?3".into(), vec![entry]),
            Self::Row { file, row } => ("c.file = ?3 AND c.row = ?4".into(), vec![&file.name, row]),
            Self::NewestFirst { person, filter } => {
                let is_by_actor = actor_condition("?6");
                let condition =
                    format!("c.row = ?3 AND c.file = '{persons_file}' AND l.at >= ?4 AND l.at < ?5 AND {is_by_actor}");
                (condition, vec![person, &filter.from, &filter.till, &filter.actor])
            }
            Self::Persons { since, person: None } => ("c.file = ?3 AND l.at >= ?4".into(), vec![persons_file, since]),
            Self::Persons { since, person: Some(person) } => {
                ("c.file = ?3 AND l.at >= ?4 AND c.row = ?5".into(), vec![persons_file, since, person])
            }
        }
    }
}

/// Returns the actions since a time that changed no row of a data file, such as changes of credentials.
pub fn list_actions(connection: &Connection, since: &str) -> Result<Vec<ChangeOrigin>> {
    let sql = "SELECT id AS entry, at, 'command' AS kind, number, actor, action FROM ledger
               WHERE kind = 'act' AND at >= ? ORDER BY id";
    query_all(connection, sql, [since], read_entry)
}

/// Reads a [`ChangeOrigin`] without the parts of an import.
pub(super) fn read_entry(row: &Row) -> Result<ChangeOrigin> {
    read_row!(row => ChangeOrigin {
        entry, at, kind, number, actor, action: read_action(row)?, line: None, imported_file: None, mapping: None
    })
}

/// Returns at most `limit` changes that follow the change with the id `after` in the order of the query. A caller reads
/// the next page with the id of the last change.
pub fn list_changes(connection: &Connection, query: ChangeQuery, after: i64, limit: u32) -> Result<Vec<RowChange>> {
    // ?1 and ?2 are `after` and `limit`; the condition has the others
    let (condition, values) = query.condition();
    // for the newest first, `after` is the smallest id of the previous page
    let (comparison, order) = match query {
        ChangeQuery::NewestFirst { .. } => ("<", "DESC"),
        _ => (">", "ASC"),
    };
    // CROSS JOIN fixes the order of the tables: first the changes, then the entry of each
    let sql = format!(
        "SELECT {ORIGIN_COLUMNS}, c.file, c.old, c.id, c.kind AS change, c.row
         FROM ledger_change AS c CROSS JOIN ledger AS l ON l.id = c.ledger {JOIN_MAPPING}
         WHERE c.id {comparison} ?1 AND {condition} ORDER BY c.id {order} LIMIT ?2"
    );
    let parameters = [&after as &dyn ToSql, &limit].into_iter().chain(values);
    query_all(connection, &sql, params_from_iter(parameters), |row| read_change(connection, row))
}

fn read_change(connection: &Connection, row: &Row) -> Result<RowChange> {
    let (id, kind, row_id): (_, String, _) = (row.get("id")?, row.get("change")?, row.get("row")?);
    let (file, old) = (read_file_name(row)?, recorded_cells(row)?);
    let current = find_cells(connection, file, row_id)?;
    let key = find_key_from(connection, file, row_id, current.as_deref())?;
    let new = match kind.as_str() {
        "removed" => BTreeMap::new(),
        _ => find_cells_after(connection, id, file, row_id, current, &old)?,
    };
    let fields = file.columns.iter().filter_map(|column| field_change(column.name, &old, &new)).collect();
    Ok(RowChange { id, origin: read_origin(row)?, kind, file: file.name.to_owned(), row: row_id, key, fields })
}

/// Finds the data file whose name is in the column `file`. An unknown name is an error.
pub fn read_file_name(row: &Row) -> Result<&'static DataFile> {
    let column = row.as_ref().column_index("file")?;
    let name = row.get_ref(column)?.as_str()?;
    datafile::find_file(name).ok_or_else(|| {
        let unknown = format!("the ledger names {name}, which is not a data file");
        rusqlite::Error::FromSqlConversionFailure(column, Type::Text, unknown.into())
    })
}

/// Parses the old cells in the column `old`. The map is empty if the row was created.
pub(super) fn recorded_cells(row: &Row) -> Result<Map<String, Value>> {
    let column = row.as_ref().column_index("old")?;
    let Some(old) = row.get_ref(column)?.as_str_or_null()? else { return Ok(Map::new()) };
    serde_json::from_str(old)
        .map_err(|error| rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(error)))
}

/// Returns a recorded cell as text. Ids are recorded as JSON numbers.
pub(super) fn cell_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Returns a cell for display: an empty text if the cell was blanked.
pub(super) fn shown_cell(cell: String) -> String {
    if cell == BLANKED { String::new() } else { cell }
}

/// Returns the change of a column; `None` if the column did not change, or if a created row has an empty cell. `old`
/// and `new` are the cells before and after the change of the row.
fn field_change(column: &str, old: &Map<String, Value>, new: &BTreeMap<String, String>) -> Option<FieldChange> {
    let new_cell = new.get(column);
    let old_cell = match old.get(column) {
        Some(cell) => cell_text(cell),
        None if new_cell.is_some_and(|cell| !cell.is_empty()) => String::new(),
        None => return None,
    };
    Some(FieldChange {
        field: column.to_owned(),
        old: shown_cell(old_cell),
        new: shown_cell(new_cell.cloned().unwrap_or_default()),
    })
}

/// Returns the cells of a row after a change: of the changed columns, or of all columns if the change created the row
/// (`old` is empty). A cell is the old cell of the column's next change or, without one, the cell in `current`.
fn find_cells_after(
    connection: &Connection,
    change: i64,
    file: &DataFile,
    row: i64,
    current: Option<RecordedCells>,
    old: &Map<String, Value>,
) -> Result<BTreeMap<String, String>> {
    let was_created = old.is_empty();
    let is_changed = |column: &str| was_created || old.contains_key(column);
    // from the oldest to the newest later change: the first old cell of a column is the cell after this change
    let mut new = BTreeMap::new();
    let sql = "SELECT old FROM ledger_change
               WHERE row = ? AND file = ? AND id > ? AND old IS NOT NULL ORDER BY id";
    let mut select_later = connection.prepare_cached(sql)?;
    let mut later_changes = select_later.query(params![row, file.name, change])?;
    // ends when each changed column has a cell; after a creation, all later changes are read
    while was_created || new.len() < old.len() {
        let Some(later_change) = later_changes.next()? else { break };
        for (column, cell) in recorded_cells(later_change)? {
            if is_changed(&column) {
                new.entry(column).or_insert_with(|| cell_text(&cell));
            }
        }
    }
    for (column, cell) in current.unwrap_or_default() {
        if is_changed(&column) {
            new.entry(column).or_insert(cell);
        }
    }
    Ok(new)
}

/// Returns the row's current key; for a removed row, the last key.
pub fn find_key(connection: &Connection, file: &DataFile, row: i64) -> Result<Vec<String>> {
    let current = find_cells(connection, file, row)?;
    find_key_from(connection, file, row, current.as_deref())
}

/// Returns the row's key from its current cells or, if the row was removed (`None`), from the ledger. A blanked cell of
/// the key becomes empty.
pub(super) fn find_key_from(
    connection: &Connection,
    file: &DataFile,
    row: i64,
    current: Option<&[(String, String)]>,
) -> Result<Vec<String>> {
    let columns = file.key_columns().map(|(_, column)| column.name);
    if let Some(cells) = current {
        let find_cell = |name| cells.iter().find(|(column, _)| column == name);
        return Ok(columns.filter_map(find_cell).map(|(_, cell)| cell.clone()).collect());
    }
    // the newest change of a removed row is its removal, which records all cells
    let sql = "SELECT iif(kind = 'removed', old, NULL) AS old FROM ledger_change
               WHERE row = ? AND file = ? ORDER BY id DESC LIMIT 1";
    let removed_cells = query_optional(connection, sql, params![row, file.name], recorded_cells)?.unwrap_or_default();
    let find_cell = |name| shown_cell(removed_cells.get(name).map(cell_text).unwrap_or_default());
    Ok(columns.map(find_cell).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::time::Clock;
    use crate::store::in_memory;

    #[test]
    fn changes_of_a_removed_row_are_listed() {
        let database = in_memory(&Clock::new("Europe/Amsterdam", None).unwrap()).unwrap();
        database
            .execute_batch(
                "INSERT INTO ledger (at, kind, number, undoes, actor, action) VALUES
                     ('2026-03-01T00:00:00Z', 'import', 1, NULL, 'jan@host', 'data'),
                     ('2026-03-02T00:00:00Z', 'call', NULL, NULL, 'hr', 'UpdatePerson'),
                     ('2026-03-03T00:00:00Z', 'undo', 2, 1, 'jan@host', 'import 1');
                 INSERT INTO ledger_change (ledger, file, row, line, kind, old) VALUES
                     (1, 'functions.csv', 7, 2, 'created', NULL),
                     (1, 'persons.csv', 7, 17, 'created', NULL),
                     (2, 'persons.csv', 7, NULL, 'changed', '{\"Email\":\"a@x\"}'),
                     (3, 'persons.csv', 7, NULL, 'removed',
                      '{\"Email\":\"b@x\",\"ExternalIdentifier\":\"E7\",\"Insertion\":\"\"}')",
            )
            .unwrap();
        let all = ChangeQuery::Persons { since: "", person: None };
        let described: Vec<String> = list_changes(&database, all, 0, 10)
            .unwrap()
            .iter()
            .map(|change| {
                let describe = |FieldChange { field, old, new }: &FieldChange| format!("{field}:{old}>{new}");
                let fields: Vec<String> = change.fields.iter().map(describe).collect();
                let RowChange { kind, origin, row, key, .. } = change;
                format!("{kind} {:?} {:?} {row} {} {}", origin.number, origin.line, key.concat(), fields.join(" "))
            })
            .collect();
        assert_eq!(
            described,
            [
                "created Some(1) Some(17) 7 E7 ExternalIdentifier:>E7 Email:>a@x",
                "changed None None 7 E7 Email:a@x>b@x",
                "removed Some(2) None 7 E7 ExternalIdentifier:E7> Insertion:> Email:b@x>",
            ]
        );
        let later = ChangeQuery::Persons { since: "2026-03-02T00:00:00Z", person: Some(7) };
        let first = list_changes(&database, later, 0, 1).unwrap();
        assert_eq!((first.len(), first[0].kind.as_str()), (1, "changed"));
        let next = list_changes(&database, later, first[0].id, 1).unwrap();
        assert_eq!(next[0].kind, "removed");
    }
}
