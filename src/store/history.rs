//! The ledger read back: what was changed in which row, when, by whom; and what gave a field its value.
//!
//! A change keeps old values only. What a field became stands in the next change of the same row that has
//! the field, or in the row as it is now. How it is told to people is left to the commands.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Row, ToSql, params};
use serde_json::{Map, Value};

use super::connection::Database;
use super::ledger::{self, BLANKED, Entry, Source};

/// The only file whose changes are audited.
pub const PERSONS: &str = "persons.csv";

/// Changes that are read in one snapshot and told at once.
const PAGE: u32 = 500;

/// Changes that are forgotten in one transaction: a call that meets the write lock waits for it.
const PRUNED_AT_ONCE: u32 = 10_000;

/// Gives the key columns of a data file, which its declaration names.
pub type Keys = fn(&str) -> Vec<&'static str>;

/// What made a change, and when.
#[derive(Debug, Clone)]
pub struct Origin {
    /// Its entry in the ledger; later ones have larger numbers.
    pub entry: i64,
    /// When, in UTC.
    pub at: String,
    /// What made it: `import`, `undo`, `call` or `command`.
    pub source: String,
    /// The number of the import or undo.
    pub number: Option<i64>,
    /// The credential's name, or `user@host`.
    pub actor: String,
    /// The operation, the path imported, the command, or what was undone.
    pub action: String,
    /// On which line of an import's file.
    pub line: Option<i64>,
    /// Which file that is, where it is not that of the row.
    pub file: Option<String>,
}

/// `import 3 line 17 (jan@host)`, `import 3 persons.csv line 17 (jan@host)`, `undo 4 (jan@host)`, `hr UpdatePerson`.
impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Origin {
            source,
            actor,
            action,
            ..
        } = self;
        let file = self.file.as_ref().map(|file| format!("{file} "));
        let file = file.unwrap_or_default();
        match (self.number, self.line) {
            (Some(number), Some(line)) => {
                write!(f, "{source} {number} {file}line {line} ({actor})")
            }
            (Some(number), None) => write!(f, "{source} {number} ({actor})"),
            (None, _) => write!(f, "{actor} {action}"),
        }
    }
}

/// One change of one row.
#[derive(Debug)]
pub struct Change {
    /// Its place in the ledger; the next page begins after it.
    pub id: i64,
    /// What made it.
    pub origin: Origin,
    /// `created`, `changed` or `removed`.
    pub kind: String,
    /// The data file.
    pub file: String,
    /// The row's id.
    pub row: i64,
    /// The row's key now; of a row that is gone, the last one.
    pub key: Vec<String>,
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

/// The first columns of a query that [`origin`] reads, of the change `c` and its entry `l`; one called `entry` is another.
const ORIGIN: &str = "l.at, l.kind, l.number, l.actor, l.action, c.line, c.source";

fn origin(row: &Row) -> rusqlite::Result<Origin> {
    Ok(Origin {
        entry: row.get("entry")?,
        at: row.get(0)?,
        source: row.get(1)?,
        number: row.get(2)?,
        actor: row.get(3)?,
        action: row.get(4)?,
        line: row.get(5)?,
        file: row.get(6)?,
    })
}

/// Which changes are asked for.
#[derive(Debug, Clone, Copy)]
pub enum Asked<'a> {
    /// Those of persons.
    Persons {
        /// Not before this moment.
        since: &'a str,
        /// Of the person of this row alone.
        person: Option<i64>,
    },
    /// Those of this entry of the ledger.
    Entry(i64),
}

/// Tells the changes that are asked for, in their order. They are read page by page: a reader who stops reading, such
/// as a pager, must not hold a snapshot.
pub fn each(
    database: &mut Database,
    keys: Keys,
    asked: Asked,
    mut tell: impl FnMut(&Change) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut after = 0;
    loop {
        let snapshot = database.transaction()?;
        let page = page(&snapshot, keys, asked, after, PAGE)?;
        drop(snapshot);
        let Some(last) = page.last() else {
            return Ok(());
        };
        after = last.id;
        page.iter().try_for_each(&mut tell)?;
    }
}

/// What commands did that changed no row of a data file, not before the moment `since`, in its order: credentials
/// given, changed and taken back, and details forgotten.
pub fn acts(connection: &Connection, since: &str) -> rusqlite::Result<Vec<Origin>> {
    let mut acts = connection.prepare(
        "SELECT at, 'command', number, actor, action, NULL, NULL, id AS entry FROM ledger
         WHERE kind = 'act' AND at >= ? ORDER BY id",
    )?;
    acts.query_map([since], origin)?.collect()
}

/// The next changes that are asked for, at most `limit`, after the place `after`.
fn page(
    connection: &Connection,
    keys: Keys,
    asked: Asked,
    after: i64,
    limit: u32,
) -> rusqlite::Result<Vec<Change>> {
    let mut parameters: Vec<&dyn ToSql> = vec![&after, &limit];
    let which = match &asked {
        Asked::Entry(entry) => {
            parameters.push(entry);
            "c.ledger = ?3"
        }
        Asked::Persons { since, person } => {
            parameters.extend([&PERSONS as &dyn ToSql, since]);
            parameters.extend(person.iter().map(|person| person as &dyn ToSql));
            match person {
                None => "c.file = ?3 AND l.at >= ?4",
                Some(_) => "c.file = ?3 AND l.at >= ?4 AND c.row = ?5",
            }
        }
    };
    let mut page = connection.prepare_cached(&format!(
        "SELECT {ORIGIN}, c.id, c.kind, c.file, c.row, c.old, l.id AS entry
         FROM ledger_change AS c CROSS JOIN ledger AS l ON l.id = c.ledger
         WHERE c.id > ?1 AND {which} ORDER BY c.id LIMIT ?2"
    ))?;
    page.query_and_then(&parameters[..], |row| read(connection, keys, row))?
        .collect()
}

fn read(connection: &Connection, keys: Keys, row: &Row) -> rusqlite::Result<Change> {
    let (id, kind, file): (_, String, String) = (row.get(7)?, row.get(8)?, row.get(9)?);
    let (of, old) = (row.get(10)?, cells(row, 11)?);
    let columns = ledger::columns(connection, &file)?;
    let present = ledger::cells(connection, &file, of)?;
    let key = key(connection, &file, of, &keys(&file), present.as_deref())?;
    let new = match kind.as_str() {
        "removed" => BTreeMap::new(),
        _ => afterwards(connection, id, &file, of, present, &old)?,
    };
    let fields = columns
        .iter()
        .filter_map(|column| field(column, &old, &new))
        .collect();
    Ok(Change {
        id,
        origin: origin(row)?,
        kind,
        file,
        row: of,
        key,
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

/// The cell as it is told: of one that was blanked, only that it was there.
fn told(cell: String) -> String {
    if cell == BLANKED { String::new() } else { cell }
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
        old: told(old),
        new: told(new.cloned().unwrap_or_default()),
    })
}

/// The cells of a row after a change: those that the change has, or all where it created the row.
fn afterwards(
    connection: &Connection,
    change: i64,
    file: &str,
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
    let mut later = later.query(params![row, file, change])?;
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

/// The key of a row as it is now, or as it was last; empty where nothing tells it any more.
pub fn key_of(
    connection: &Connection,
    keys: Keys,
    file: &str,
    row: i64,
) -> rusqlite::Result<Vec<String>> {
    let present = ledger::cells(connection, file, row)?;
    key(connection, file, row, &keys(file), present.as_deref())
}

fn key(
    connection: &Connection,
    file: &str,
    row: i64,
    columns: &[&str],
    present: Option<&[(String, String)]>,
) -> rusqlite::Result<Vec<String>> {
    if let Some(cells) = present {
        let cell = |name: &&str| cells.iter().find(|(column, _)| column == name);
        let key = columns.iter().filter_map(cell);
        return Ok(key.map(|(_, cell)| cell.clone()).collect());
    }
    let removed = connection
        .prepare_cached(
            "SELECT old FROM ledger_change
             WHERE row = ? AND file = ? AND kind = 'removed' ORDER BY id DESC LIMIT 1",
        )?
        .query_row(params![row, file], |row| cells(row, 0))
        .optional()?;
    let removed = removed.unwrap_or_default();
    let cell = |name: &&str| told(removed.get(*name).map(text).unwrap_or_default());
    Ok(columns.iter().map(cell).collect())
}

/// One change of a row, as far as it matters for what came of it later.
#[derive(Debug)]
pub struct Touch {
    /// Its place in the ledger.
    pub change: i64,
    /// The entry that its entry took back.
    undoes: Option<i64>,
    /// The cells that it found: those of the columns that it changed, all when it removed the row.
    found: Map<String, Value>,
    /// What made it.
    pub origin: Origin,
    /// `created`, `changed` or `removed`.
    pub kind: String,
}

impl Touch {
    /// Whether it touched the column.
    pub fn has(&self, column: &str) -> bool {
        self.kind != "changed" || self.found.contains_key(column)
    }

    /// The cells that it found, where it removed the row.
    pub fn cells(&self) -> ledger::Cells {
        let cells = self
            .found
            .iter()
            .map(|(column, cell)| (column.clone(), told(text(cell))));
        cells.collect()
    }

    /// The columns that it changed, where the row was there before and after.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        let columns = self.found.keys().map(String::as_str);
        columns.filter(|_| self.kind == "changed")
    }
}

/// All changes of a row from the place `from` on, in their order.
pub fn touches(
    connection: &Connection,
    file: &str,
    row: i64,
    from: i64,
) -> rusqlite::Result<Vec<Touch>> {
    let mut touches = connection.prepare_cached(&format!(
        "SELECT {ORIGIN}, c.id, c.ledger AS entry, l.undoes, c.kind, c.old
         FROM ledger_change AS c CROSS JOIN ledger AS l ON l.id = c.ledger
         WHERE c.row = ? AND c.file = ? AND c.id >= ? ORDER BY c.id"
    ))?;
    touches
        .query_and_then(params![row, file, from], |row| {
            Ok(Touch {
                change: row.get(7)?,
                undoes: row.get(9)?,
                kind: row.get(10)?,
                found: cells(row, 11)?,
                origin: origin(row)?,
            })
        })?
        .collect()
}

/// Of what touched a field, in its order, that which counts: a touch that an undo took back does not, nor
/// does that undo, unless it was taken back itself. The last gave the field its value.
pub fn standing<'t>(touches: impl IntoIterator<Item = &'t Touch>) -> Vec<&'t Touch> {
    let mut standing: Vec<&Touch> = Vec::new();
    let mut taken_back: Vec<(&Touch, &Touch)> = Vec::new();
    for touch in touches {
        let undoes = |last: &&Touch| touch.undoes == Some(last.origin.entry);
        if let Some(last) = standing.pop_if(|last| undoes(last)) {
            taken_back.push((touch, last));
        } else if let Some((_, again)) = taken_back.pop_if(|(undo, _)| undoes(undo)) {
            standing.push(again);
        } else {
            standing.push(touch);
        }
    }
    standing
}

/// What is forgotten after a time.
#[derive(Debug, Clone, Copy)]
pub enum Details {
    /// Changes of persons, whatever made them.
    Persons,
    /// Changes that imports and undos made, of whatever.
    Imports,
}

/// Forgets the changes before the moment `before`, which is kept as `source` did it; how many there were.
pub fn prune(
    database: &mut Database,
    what: Details,
    before: &str,
    source: &Source,
) -> anyhow::Result<usize> {
    let (mut pruned, mut after) = (0, 0);
    loop {
        let transaction = database.begin()?;
        let (count, last) = forget(&transaction, what, after, before, PRUNED_AT_ONCE)?;
        if pruned == 0 && count > 0 {
            Entry::new(&transaction, source).act()?;
        }
        transaction.commit()?;
        if count == 0 {
            return Ok(pruned);
        }
        (pruned, after) = (pruned + count, last);
    }
}

/// Forgets the next changes, at most `limit`, after the place `after` and before the moment `before`, and with its last
/// change a call or command; imports keep their numbers. How many there were, and the place of the last. Later changes
/// lose nothing by it.
fn forget(
    connection: &Connection,
    what: Details,
    after: i64,
    before: &str,
    limit: u32,
) -> rusqlite::Result<(usize, i64)> {
    let which = match what {
        Details::Persons => "c.file = 'persons.csv'",
        Details::Imports => "l.number IS NOT NULL",
    };
    let mut statement = connection.prepare_cached(&format!(
        "DELETE FROM ledger_change WHERE id IN (
             SELECT c.id FROM ledger_change AS c CROSS JOIN ledger AS l ON l.id = c.ledger
             WHERE c.id > ? AND {which} AND l.at < ? ORDER BY c.id LIMIT ?
         ) RETURNING id, ledger"
    ))?;
    let forgotten: Vec<(i64, i64)> = statement
        .query_map(params![after, before, limit], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })?
        .collect::<rusqlite::Result<_>>()?;
    let mut emptied = connection.prepare_cached(
        "DELETE FROM ledger WHERE id = ?1 AND number IS NULL
             AND NOT EXISTS (SELECT 1 FROM ledger_change WHERE ledger = ?1)",
    )?;
    for entry in forgotten
        .iter()
        .map(|(_, entry)| entry)
        .collect::<BTreeSet<_>>()
    {
        emptied.execute([entry])?;
    }
    let last = forgotten.iter().map(|(id, _)| *id).max();
    Ok((forgotten.len(), last.unwrap_or(after)))
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
        let keys: Keys = |_| vec!["ExternalIdentifier"];
        let all = Asked::Persons {
            since: "",
            person: None,
        };
        let told: Vec<String> = page(&database, keys, all, 0, 10)
            .unwrap()
            .iter()
            .map(|change| {
                let fields = change.fields.iter();
                let fields = fields.map(|f| format!("{}:{}>{}", f.field, f.old, f.new));
                let fields: Vec<String> = fields.collect();
                format!(
                    "{} {:?} {:?} {} {} {}",
                    change.kind,
                    change.origin.number,
                    change.origin.line,
                    change.row,
                    change.key.concat(),
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
        let later = Asked::Persons {
            since: "2026-03-02T00:00:00Z",
            person: Some(7),
        };
        let first = page(&database, keys, later, 0, 1).unwrap();
        assert_eq!((first.len(), first[0].kind.as_str()), (1, "changed"));
        let next = page(&database, keys, later, first[0].id, 1).unwrap();
        assert_eq!(next[0].kind, "removed");
    }
}
