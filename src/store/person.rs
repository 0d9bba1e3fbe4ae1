//! Reads and writes the columns of persons that `provision` sets.

use blake2::{Blake2b256, Digest};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Rows, params};

use super::{Change, ChangeError, similar_names};
use crate::datafile::file::DataFile;
use crate::datafile::{divisions, functions, persons};
use crate::ledger::query::{query_all, query_optional};
use crate::model::refusal::Refusal;
use crate::model::text::to_hex;
use crate::model::time::Clock;

const TAG_LENGTH: usize = 32;

/// Fails if a table has no free id. Contract: ids are 1 to 2147483647 and are never given twice.
fn check_id_is_left(change: &Change, DataFile { table, .. }: &'static DataFile) -> Result<(), ChangeError> {
    // `sqlite_sequence` has the largest id ever given in each table
    let sql = "SELECT 1 FROM sqlite_sequence WHERE name = ? AND seq >= 2147483647";
    if change.prepare_cached(sql)?.exists([table])? { Err(Refusal::NoIdLeft { table }.into()) } else { Ok(()) }
}

/// The columns of a person that the API can set.
#[derive(Default)]
pub struct PersonRow {
    pub external_identifier: String,
    pub first_name: String,
    pub insertion: String,
    pub family_name: String,
    pub email: String,
    pub account_level: i64,
    pub function: NamedRow,
    pub division: NamedRow,
    pub cost_centre: String,
    pub phone_number: String,
    pub contract_start: Option<String>,
    pub contract_end: Option<String>,
    /// The id of the manager; 0 without a manager.
    pub manager: i64,
}

/// The columns in the order in which [`PersonRow::write`] passes their values.
const COLUMNS: &str = "
    external_identifier, first_name, insertion, family_name, email, account_level, function, division,
    cost_centre, phone_number, contract_start, contract_end, manager";

const VALUES: &str = "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?";

/// A row of functions.csv or divisions.csv, which calls name.
pub enum NamedRow {
    /// The id of an existing row, or 0 for the placeholder.
    Known(i64),
    /// The name of a new row, which is created with the person.
    New(String),
}

impl Default for NamedRow {
    fn default() -> Self {
        NamedRow::Known(0)
    }
}

impl NamedRow {
    /// Finds a row by name. An empty name means the placeholder.
    pub fn find(change: &Change, file: &DataFile, name: String) -> rusqlite::Result<Self> {
        if name.is_empty() {
            return Ok(Self::default());
        }
        let sql = format!("SELECT id FROM {} WHERE name = ?", file.table);
        let known = query_optional(change, &sql, [&name], |row| row.get(0))?;
        Ok(known.map_or(NamedRow::New(name), NamedRow::Known))
    }

    /// Returns the id of the row. A new row is created and recorded in the ledger.
    fn find_or_create(&self, change: &mut Change, file: &'static DataFile) -> Result<i64, ChangeError> {
        match self {
            NamedRow::Known(id) => Ok(*id),
            NamedRow::New(name) => {
                check_id_is_left(change, file)?;
                change.prepare_cached(&format!("INSERT INTO {} (name) VALUES (?)", file.table))?.execute([name])?;
                let id = change.last_insert_rowid();
                change.entry.record_creation(file, id)?;
                // only a warning in the log: the name may be meant
                similar_names::warn_of_name(change, file, id, name)?;
                Ok(id)
            }
        }
    }
}

impl PersonRow {
    /// Returns the person; `None` if the person cannot be updated: an anonymised person or the placeholder.
    pub fn find(change: &Change, id: i64) -> rusqlite::Result<Option<Self>> {
        query_optional(change, "SELECT * FROM known_person WHERE id = ? AND id > 0", [id], |row| {
            read_row!(row => PersonRow {
                external_identifier, first_name, insertion, family_name, email, account_level, cost_centre,
                phone_number, contract_start, contract_end, manager,
                function: NamedRow::Known(row.get("function")?), division: NamedRow::Known(row.get("division")?)
            })
        })
    }

    /// Returns whether the contract's end is in the future, but before its start. Uses the rule of persons.csv.
    pub fn ends_before_start(&self, change: &Change) -> rusqlite::Result<bool> {
        // the rule names the columns of the data file
        let cells = "SELECT ? AS ContractStartTime, ? AS ContractEndTime";
        let rule = format!("SELECT 1 FROM ({cells}) WHERE {}", persons::ENDS_BEFORE_START);
        change.prepare_cached(&rule)?.exists([&self.contract_start, &self.contract_end])
    }

    /// Adds the person, and creates the function and the division if these are new. Returns the person's id.
    pub fn insert(self, change: &mut Change) -> Result<i64, ChangeError> {
        check_id_is_left(change, &persons::FILE)?;
        let insert = format!("INSERT INTO person ({COLUMNS}, id) VALUES ({VALUES}, ?)");
        let identifier = self.external_identifier.clone();
        self.write(change, &insert, None)?;
        let id = change.last_insert_rowid();
        similar_names::warn_of_identifier(change, id, &identifier)?;
        Ok(id)
    }

    /// Sets the columns of the person with this id, and creates the function and the division if these are new.
    pub fn update(self, change: &mut Change, id: i64) -> Result<(), ChangeError> {
        let update = format!("UPDATE person SET ({COLUMNS}) = ({VALUES}) WHERE id = ?");
        self.write(change, &update, Some(id))
    }

    /// Runs the INSERT or UPDATE `sql`. For the id `None`, the database gives the person an id.
    fn write(self, change: &mut Change, sql: &str, id: Option<i64>) -> Result<(), ChangeError> {
        let function = self.function.find_or_create(change, &functions::FILE)?;
        let division = self.division.find_or_create(change, &divisions::FILE)?;
        let values = params![
            self.external_identifier,
            self.first_name,
            self.insertion,
            self.family_name,
            self.email,
            self.account_level,
            function,
            division,
            self.cost_centre,
            self.phone_number,
            self.contract_start,
            self.contract_end,
            self.manager,
            id,
        ];
        Ok(change.prepare_cached(sql)?.execute(values).map(drop)?)
    }
}

/// Returns the entity tag of a person's JSON, from rows of `api_person`; `None` unless there is exactly one row.
pub fn entity_tag(rows: &mut Rows, clock: &Clock) -> rusqlite::Result<Option<String>> {
    let Some(row) = rows.next()? else { return Ok(None) };
    // datetimes in JSON have an offset, so the tag depends on the zone
    let mut digest = Blake2b256::new().chain_update(clock.zone_name());
    for column in 0..row.as_ref().column_count() {
        // the type and the length distinguish NULL from the text `n`, and the texts `a`, `b` from `ab`, ``
        let cell = match row.get_ref(column)? {
            ValueRef::Null => "n".to_owned(),
            ValueRef::Integer(number) => format!("i{number}"),
            ValueRef::Text(text) => format!("t{}:{}", text.len(), String::from_utf8_lossy(text)),
            other => format!("{other:?}"),
        };
        digest.update(cell);
    }
    let tag = format!("\"{}\"", &to_hex(&digest.finalize())[..TAG_LENGTH]);
    let is_only_row = rows.next()?.is_none();
    Ok(is_only_row.then_some(tag))
}

/// Returns the entity tag of a person as the change sees it; `None` if `api_person` lacks the person.
pub fn current_entity_tag(change: &Change, id: i64) -> rusqlite::Result<Option<String>> {
    let mut statement = change.prepare_cached("SELECT * FROM api_person WHERE Id = ?")?;
    entity_tag(&mut statement.query([id])?, change.clock)
}

/// A person who was found by identifier, even if dismissed or anonymised.
pub struct IdentifiedPerson {
    pub id: i64,
    pub name: String,
    pub state: PersonState,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PersonState {
    Employed,
    Dismissed,
    Anonymised,
}

/// Returns the person with this identifier; `None` for the placeholder, whose identifier is empty.
pub fn find_by_identifier(connection: &Connection, identifier: &str) -> rusqlite::Result<Option<IdentifiedPerson>> {
    let sql = "SELECT id, concat_ws(' ', first_name, nullif(insertion, ''), family_name) AS name, anonymised,
                      contract_end IS NOT NULL AND contract_end <= service_now() AS is_dismissed
               FROM person WHERE external_identifier = ? AND id > 0";
    query_optional(connection, sql, [identifier], |row| {
        // an anonymised person is dismissed, too
        let state = match (row.get("anonymised")?, row.get("is_dismissed")?) {
            (true, _) => PersonState::Anonymised,
            (false, true) => PersonState::Dismissed,
            (false, false) => PersonState::Employed,
        };
        read_row!(row => IdentifiedPerson { id, name, state: state })
    })
}

/// Returns the id of an account level. An empty name means the default level. Returns `None` for an unknown name.
pub fn find_account_level(change: &Change, name: &str) -> rusqlite::Result<Option<i64>> {
    let sql = "SELECT id FROM account_level WHERE name = ?1 OR (?1 = '' AND is_default = 1)";
    query_optional(change, sql, [name], |row| row.get(0))
}

pub fn account_levels(change: &Change) -> rusqlite::Result<Vec<String>> {
    query_all(change, "SELECT name FROM account_level ORDER BY id", [], |row| row.get(0))
}

/// Returns the id of a manager; `None` for an unknown identifier or that of an anonymised person. An empty identifier
/// and the placeholder's name mean the id 0.
pub fn find_manager(change: &Change, identifier: &str) -> rusqlite::Result<Option<i64>> {
    if identifier.is_empty() || identifier == persons::PLACEHOLDER {
        return Ok(Some(0));
    }
    let sql = "SELECT id FROM known_person WHERE external_identifier = ?";
    query_optional(change, sql, [identifier], |row| row.get(0))
}

/// Returns whether `manager` manages the person, directly or through other managers. Managers may form a cycle.
pub fn is_managed_by(connection: &Connection, person: i64, manager: i64) -> rusqlite::Result<bool> {
    // UNION, unlike UNION ALL, drops managers that were found before, so that a cycle ends
    let sql = "WITH RECURSIVE superior (id) AS (
                   SELECT manager FROM person WHERE id = ?1
                   UNION SELECT person.manager FROM superior JOIN person USING (id))
               SELECT 1 FROM superior WHERE id = ?2";
    connection.prepare_cached(sql)?.exists([person, manager])
}
