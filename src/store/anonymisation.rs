//! Anonymises persons (contract section 3, *Anonymised*): in their rows, in the ledger, and in the bytes of the file.
//! Other tables refer to a person by id, so results and enrolments stay.

use std::time::Duration;

use jiff::Span;
use rusqlite::{Connection, Row, TransactionBehavior, params};
use serde_json::Value;

use super::connection::Database;
use super::person::{self, IdentifiedPerson, PersonState};
use super::{connector_error, derived};
use crate::datafile::file::{Column, ColumnRole, DefaultCell, Domain};
use crate::datafile::persons::FILE;
use crate::ledger::blanking::{self, BLANKED};
use crate::ledger::query::{query_all, query_optional};
use crate::ledger::{self, Attribution, LedgerEntry};
use crate::model::message::{Message, MessageName};
use crate::model::time;

/// The longest wait for others to stop reading the write-ahead log. A service disconnects stalled clients after 30 s.
const READER_TIMEOUT: Duration = Duration::from_secs(35);

#[derive(Debug, thiserror::Error)]
pub enum AnonymisationError {
    #[error("{}", self.message())]
    Unknown(String),
    #[error("{}", self.message())]
    Employed(String),
    #[error("{}", self.message())]
    Taken { identifier: String, holder: i64 },
    #[error(transparent)]
    Database(#[from] rusqlite::Error),
}

impl AnonymisationError {
    pub fn message(&self) -> Message {
        match self {
            Self::Unknown(identifier) => Message::new(MessageName::NoSuchIdentifier).with(identifier),
            Self::Employed(identifier) => Message::new(MessageName::StillEmployed).with(identifier),
            Self::Taken { identifier, holder } => {
                Message::new(MessageName::ReservedIdentifier).with(holder).with(identifier)
            }
            Self::Database(error) => Message::new(MessageName::Verbatim).with(error),
        }
    }
}

pub fn find_subject(connection: &Connection, identifier: &str) -> Result<IdentifiedPerson, AnonymisationError> {
    person::find_by_identifier(connection, identifier)?
        .ok_or_else(|| AnonymisationError::Unknown(identifier.to_owned()))
}

/// A person whom the daily retention must anonymise.
pub struct OverduePerson {
    pub id: i64,
    pub identifier: String,
    pub name: String,
    pub contract_end: String,
}

/// Returns the persons whose contract ended at least `after` ago, the earliest end first.
pub fn overdue_persons(database: &Database, after: Span) -> rusqlite::Result<Vec<OverduePerson>> {
    // `None` if `after` reaches back before the earliest possible time: then no contract ended so long ago
    let Some(latest_end) = database.clock().time_ago(after) else { return Ok(Vec::new()) };
    let sql = "SELECT id, external_identifier AS identifier, contract_end,
                      concat_ws(' ', first_name, nullif(insertion, ''), family_name) AS name
               FROM person
               WHERE id > 0 -- row 0 is the placeholder \"no manager\"
                     AND NOT anonymised AND contract_end <= ?
               ORDER BY contract_end, id";
    let read_person = |row: &Row| read_row!(row => OverduePerson { id, identifier, name, contract_end });
    query_all(database, sql, [time::format_wall_time(latest_end)], read_person)
}

/// Anonymises a dismissed person. Does nothing with an anonymised person. Returns the number of blanked connector
/// errors. [`erase_traces`] must follow.
pub fn anonymise(
    database: &mut Database,
    identifier: &str,
    attribution: &Attribution,
) -> Result<usize, AnonymisationError> {
    database.set_service_now();
    let transaction = database.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let person = find_subject(&transaction, identifier)?;
    match person.state {
        PersonState::Employed => return Err(AnonymisationError::Employed(identifier.to_owned())),
        PersonState::Anonymised => return Ok(0),
        PersonState::Dismissed => {}
    }
    // a connector may have created a person with the new identifier
    let new_identifier = format!("anonymised-{}", person.id);
    if let Some(holder) = find_other_holder(&transaction, &new_identifier, person.id)? {
        return Err(AnonymisationError::Taken { identifier: new_identifier, holder });
    }
    // the texts are found before the cells and changes in which they occur are blanked
    let cells_before = ledger::find_cells(&transaction, &FILE, person.id)?.unwrap_or_default();
    let texts = find_identifying_texts(&transaction, person.id, &cells_before)?;
    let blanked_messages = connector_error::blank_messages(&transaction, &texts)?;
    blanking::blank_actions(&transaction, person.id, &texts)?;
    blanking::blank_changes(&transaction, person.id, identifier)?;
    blank_row(&transaction, person.id)?;
    transaction.execute("DELETE FROM calendar_feed WHERE kind = 'person' AND subject = ?", [person.id])?;
    let cells_after = ledger::find_cells(&transaction, &FILE, person.id)?.unwrap_or_default();
    let mut changed = ledger::changed_cells(cells_before, &cells_after);
    // the entry shows the changed columns, but not their old values
    changed.values_mut().for_each(|cell| *cell = Value::from(BLANKED));
    LedgerEntry::new(&transaction, attribution).record_change(&FILE, person.id, changed)?;
    derived::rebuild_dirty_batch(&transaction)?;
    transaction.commit()?;
    Ok(blanked_messages)
}

/// Returns the present (in `cells`) and former texts that identify a person. Omits identifiers of other persons.
pub fn find_identifying_texts(
    connection: &Connection,
    person: i64,
    cells: &[(String, String)],
) -> rusqlite::Result<Vec<String>> {
    let mut own_texts = Vec::new();
    // a former identifier may have been given to another person, whom the text then names
    for text in blanking::find_texts_naming_person(connection, person, cells)? {
        if find_other_holder(connection, &text, person)?.is_none() {
            own_texts.push(text);
        }
    }
    Ok(own_texts)
}

fn find_other_holder(connection: &Connection, identifier: &str, person: i64) -> rusqlite::Result<Option<i64>> {
    let sql = "SELECT id FROM person WHERE external_identifier = ? AND id <> ?";
    query_optional(connection, sql, params![identifier, person], |row| row.get(0))
}

/// Blanks the row as the specification requires (section 3). The dates of the employment stay.
fn blank_row(connection: &Connection, person: i64) -> rusqlite::Result<()> {
    // optional texts become empty; a text that is required, or has a default or a reference, gets a value in the UPDATE
    let is_emptied = |column: &&Column| {
        matches!(column.domain, Domain::Text(_))
            && column.role == ColumnRole::Optional
            && column.default == DefaultCell::Nothing
            && column.references().is_empty()
    };
    let emptied_columns = FILE.columns.iter().filter(is_emptied);
    let assignments: Vec<_> = emptied_columns.map(|column| format!("{} = ''", column.stored_column())).collect();
    let empty_optional_texts = assignments.join(", ");
    let sql = format!(
        "UPDATE person SET
             {empty_optional_texts},
             external_identifier = 'anonymised-' || id,
             email = 'anonymised-' || id || '@invalid',
             first_name = 'Anoniem',
             family_name = 'Persoon',
             employee_type = 'Intern',
             account_level = (SELECT id FROM account_level WHERE is_default = 1),
             -- row 0 is the placeholder \"no function\", \"no division\" or \"no manager\"
             function = 0, division = 0, manager = 0,
             has_activated_account = 0,
             anonymised = 1
         WHERE id = ?"
    );
    connection.execute(&sql, [person]).map(drop)
}

/// Removes blanked values from the file and its write-ahead log. `VACUUM` is needed because `secure_delete` leaves the
/// copies of moved rows in the free space of pages. Returns false if another connection still reads the log.
pub fn erase_traces(database: &Database) -> rusqlite::Result<bool> {
    database.busy_timeout(READER_TIMEOUT)?;
    database.execute_batch("VACUUM")?;
    database.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| Ok(!row.get::<_, bool>("busy")?))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::ledger::Origin;
    use crate::model::message::MessageName;
    use crate::model::time::Clock;
    use crate::store::{OpenMode, open};

    const PERSONS: i64 = 3_000;
    const MARK: &[u8] = b"Quellinck";

    /// Adds dismissed persons in an order that splits pages, and changes them so that rows move.
    fn add_persons(database: &Database) {
        database
            .execute_batch(&format!(
                "BEGIN;
                 WITH RECURSIVE n(at) AS (SELECT 0 UNION ALL SELECT at + 1 FROM n WHERE at < {PERSONS} - 1)
                 INSERT INTO person (id, external_identifier, first_name, family_name, email, account_level,
                     contract_end)
                 SELECT id, printf('Quellinck%05d', id), printf('Quellinck%05d', id), 'x',
                     printf('Quellinck%05d@x', id), 3, '2026-01-01T00:00:00'
                 FROM (SELECT at * 1789 % {PERSONS} + 1 AS id FROM n);
                 UPDATE person SET family_name = printf('%.*c', id * 7 % 90 + 1, 'y') WHERE id > 0;
                 INSERT INTO ledger (at, kind, actor, action) VALUES ('2026-01-01T00:00:00Z', 'call', 'a', 'b');
                 INSERT INTO ledger_change (ledger, file, row, kind, old)
                 SELECT 1, 'persons.csv', id, 'changed', json_object('Email', first_name)
                 FROM person WHERE id > 0 ORDER BY id * 1789 % {PERSONS};
                 COMMIT"
            ))
            .unwrap();
    }

    fn marked_ids(path: &Path) -> Vec<i64> {
        let bytes = std::fs::read(path).unwrap();
        let marked = bytes.windows(MARK.len() + 5).filter(|window| window.starts_with(MARK));
        marked.filter_map(|window| std::str::from_utf8(&window[MARK.len()..]).ok()?.parse().ok()).collect()
    }

    // fails if a new text column of persons.csv is not blanked
    #[test]
    fn every_text_about_the_person_is_blanked() {
        let folder = tempfile::tempdir().unwrap();
        let clock = Clock::new("Europe/Amsterdam", None).unwrap();
        let mut database = open(&folder.path().join("lms.sqlite"), &clock, OpenMode::Create).unwrap();
        add_persons(&database);
        for column in FILE.columns.iter().filter(|column| matches!(column.domain, Domain::Text(_))) {
            if column.references().is_empty() && column.name != "ExternalIdentifier" {
                let sql = format!("UPDATE person SET {} = 'Quellinck-' || id WHERE id = 7", column.stored_column());
                assert_eq!(database.execute(&sql, []).unwrap(), 1, "{}", column.name);
            }
        }
        let attribution = Attribution {
            origin: Origin::Command,
            actor: "jan@host".into(),
            action: MessageName::AnonymisePerson.into(),
        };
        anonymise(&mut database, "Quellinck00007", &attribution).unwrap();
        let cells = ledger::find_cells(&database, &FILE, 7).unwrap().unwrap();
        let remaining: Vec<_> = cells.iter().filter(|(_, cell)| cell.contains("Quellinck")).collect();
        assert!(remaining.is_empty(), "{remaining:?}");
    }

    #[test]
    fn anonymised_values_are_erased_from_split_pages() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lms.sqlite");
        let clock = Clock::new("Europe/Amsterdam", None).unwrap();
        let mut database = open(&path, &clock, OpenMode::Create).unwrap();
        database.pragma_update(None, "synchronous", "OFF").unwrap();
        add_persons(&database);
        let attribution = Attribution {
            origin: Origin::Command,
            actor: "jan@host".into(),
            action: MessageName::AnonymisePerson.into(),
        };
        for id in (1..=PERSONS).filter(|id| id % 3 > 0) {
            anonymise(&mut database, &format!("Quellinck{id:05}"), &attribution).unwrap();
        }
        assert!(erase_traces(&database).unwrap());
        let remaining = marked_ids(&path);
        assert!(remaining.iter().all(|id| id % 3 == 0), "{remaining:?}");
        // three occurrences for each of the 1000 other persons
        assert!(remaining.len() >= 3_000, "{} occurrences", remaining.len());
        assert_eq!(marked_ids(&folder.path().join("lms.sqlite-wal")), [0_i64; 0]);
    }
}
