//! Calendar feeds: the contact moments of a class, person or division, at an address with a stored secret.

use anyhow::Result;
use base64ct::{Base64UrlUnpadded, Encoding};
use rusqlite::{Connection, Row, params};

use super::connection::Database;
use super::ledger_action::change_and_record;
use crate::ledger::Attribution;
use crate::ledger::query::{query_all, query_optional};
use crate::model::message::MessageName;
use crate::model::random::random_bytes;
use crate::model::time::current_instant;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FeedKind {
    Class,
    Person,
    Division,
}

impl FeedKind {
    /// Returns the name of the kind in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::Class => "class",
            Self::Person => "person",
            Self::Division => "division",
        }
    }

    pub fn message(self) -> MessageName {
        match self {
            Self::Class => MessageName::FeedOfClass,
            Self::Person => MessageName::FeedOfPerson,
            Self::Division => MessageName::FeedOfDivision,
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Class, Self::Person, Self::Division].into_iter().find(|kind| kind.name() == name)
    }
}

/// The class, person or division whose contact moments a feed shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FeedSubject {
    pub kind: FeedKind,
    pub row: i64,
}

impl FeedSubject {
    /// Returns the name of the subject, and its code; a division has no code. Returns `None` if the subject was removed,
    /// dismissed or anonymised, which ends the feed.
    pub fn name_and_code(self, connection: &Connection) -> rusqlite::Result<Option<(String, String)>> {
        // Row 0 of the persons and of the divisions is a placeholder: "no manager" and "no division". It has no feed.
        // Classes have no placeholder. The view `known_person` omits anonymised persons.
        let select = match self.kind {
            FeedKind::Class => "SELECT name, code FROM class WHERE id = ?",
            FeedKind::Person => {
                "SELECT full_name, external_identifier FROM known_person WHERE id = ? AND id > 0 AND NOT is_dismissed"
            }
            FeedKind::Division => "SELECT name, '' AS code FROM division WHERE id = ? AND id > 0",
        };
        query_optional(connection, select, [self.row], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// Returns the secret in the address of the feed; `None` if the subject has no feed.
    pub fn secret(self, connection: &Connection) -> rusqlite::Result<Option<String>> {
        let select = "SELECT secret FROM calendar_feed WHERE kind = ? AND subject = ?";
        query_optional(connection, select, params![self.kind.name(), self.row], |row| row.get(0))
    }

    /// Creates the feed, or replaces its secret. The address with the old secret stops working.
    pub fn renew_secret(self, database: &mut Database, attribution: &Attribution) -> Result<()> {
        let secret = Base64UrlUnpadded::encode_string(&random_bytes::<32>()?);
        change_and_record(database, attribution, |connection| {
            let insert = "INSERT OR REPLACE INTO calendar_feed (kind, subject, secret, created_at) VALUES (?, ?, ?, ?)";
            Ok(connection.execute(insert, params![self.kind.name(), self.row, secret, current_instant()]).map(drop)?)
        })
    }

    pub fn remove(self, database: &mut Database, attribution: &Attribution) -> Result<()> {
        change_and_record(database, attribution, |connection| {
            let delete = "DELETE FROM calendar_feed WHERE kind = ? AND subject = ?";
            Ok(connection.execute(delete, params![self.kind.name(), self.row]).map(drop)?)
        })
    }
}

pub fn find_by_secret(connection: &Connection, secret: &str) -> rusqlite::Result<Option<FeedSubject>> {
    let select = "SELECT kind, subject FROM calendar_feed WHERE secret = ?";
    let read_columns = |row: &Row| Ok((row.get::<_, String>("kind")?, row.get("subject")?));
    let found = query_optional(connection, select, [secret], read_columns)?;
    Ok(found.and_then(|(kind, row)| Some(FeedSubject { kind: FeedKind::from_name(&kind)?, row })))
}

pub struct DivisionFeed {
    pub name: String,
    pub row: i64,
    pub has_feed: bool,
}

/// Returns at most `limit` divisions, sorted by name, after the name `after` (empty for the first page).
pub fn list_divisions(connection: &Connection, after: &str, limit: u32) -> rusqlite::Result<Vec<DivisionFeed>> {
    let sql = "SELECT name, id AS row,
                      EXISTS (SELECT 1 FROM calendar_feed
                              WHERE kind = 'division' AND subject = division.id) AS has_feed
               FROM division
               WHERE id > 0 -- row 0 is the placeholder \"no division\"
                     AND name > ?
               ORDER BY name LIMIT ?";
    query_all(connection, sql, params![after, limit], |row| read_row!(row => DivisionFeed { name, row, has_feed }))
}

pub struct CalendarEvent {
    /// The id of the contact moment.
    pub row: i64,
    pub date: String,
    pub starts_at: String,
    pub ends_at: String,
    pub training: String,
    pub class_name: String,
    pub location_name: String,
    pub location_address: String,
    /// CONFIRMED, TENTATIVE or CANCELLED, as in iCalendar.
    pub status: String,
    /// The number of recorded changes of the contact moment and its class.
    pub sequence: i64,
    /// The time of the latest change, in UTC; `None` if none is recorded.
    pub changed_at: Option<String>,
}

const MAX_EVENTS: u32 = 2_000;

/// Returns the query for the classes of the feed's subject `?1`. Its columns are `id`, `training`, `name` and `status`:
/// the status that the contact moments of the class have in iCalendar, such as `CONFIRMED`.
fn select_classes_sql(kind: FeedKind) -> &'static str {
    match kind {
        FeedKind::Class => {
            "SELECT id, training, name, iif(is_cancelled, 'CANCELLED', 'CONFIRMED') AS status
             FROM class
             WHERE id = ?1"
        }
        FeedKind::Person => {
            "SELECT class.id, class.training, class.name,
                    CASE -- state 2 is a cancelled enrolment, state 3 a scheduled one
                         WHEN class.is_cancelled OR enrolment.state = 2 THEN 'CANCELLED'
                         WHEN enrolment.state = 3 AND NOT enrolment.on_waiting_list THEN 'CONFIRMED'
                         ELSE 'TENTATIVE' END AS status
             FROM class_enrollment AS enrolment CROSS JOIN class ON class.id = enrolment.class
             WHERE enrolment.person = ?1"
        }
        FeedKind::Division => {
            "WITH RECURSIVE
                 -- the division and all divisions below it
                 included_division (id) AS (
                     SELECT ?1
                     UNION SELECT division.id FROM included_division
                           JOIN division ON division.parent = included_division.id)
             SELECT id, training, name, iif(is_cancelled, 'CANCELLED', 'CONFIRMED') AS status
             FROM class
             WHERE NOT is_under_construction AND NOT is_archived AND id IN (
                 -- the classes in which employees of these divisions take part
                 SELECT participant.class
                 FROM included_division JOIN known_person AS person ON person.division = included_division.id
                      JOIN class_participant AS participant ON participant.person = person.id
                 WHERE NOT person.is_dismissed AND (participant.is_enrolled OR participant.is_waiting))"
        }
    }
}

/// Returns the events sorted by date. If there are more than [`MAX_EVENTS`], the earliest are left out.
pub fn events(connection: &Connection, subject: FeedSubject) -> rusqlite::Result<Vec<CalendarEvent>> {
    let shown_classes = select_classes_sql(subject.kind);
    // the ledger records the file and the id of each changed row; a change of a class changes all its events
    let is_change_of_event = "((change.file = 'class_dates.csv' AND change.row = class_date.id)
                               OR (change.file = 'classes.csv' AND change.row = class_date.class))";
    let select = format!(
        "WITH shown_class AS ({shown_classes})
         SELECT class_date.id AS row, class_date.date, class_date.starts_at, class_date.ends_at,
                class_date.location_name, class_date.location_address,
                LearningModule.title AS training, shown_class.name AS class_name, shown_class.status,
                -- the revision number of the event in iCalendar: its number of recorded changes
                (SELECT count(*) FROM ledger_change AS change
                 WHERE change.kind = 'changed' AND {is_change_of_event}) AS sequence,
                -- the time of the latest entry in the ledger that has a change
                (SELECT at FROM ledger
                 WHERE id = (SELECT max(change.ledger) FROM ledger_change AS change
                             WHERE {is_change_of_event})) AS changed_at
         FROM shown_class JOIN LearningModule ON LearningModule.key = shown_class.training
              JOIN class_date ON class_date.class = shown_class.id
         -- the latest first, so that the limit leaves out the earliest
         ORDER BY class_date.date DESC, class_date.starts_at DESC, class_date.id DESC LIMIT {MAX_EVENTS}"
    );
    let read_event = |row: &Row| {
        read_row!(row => CalendarEvent {
            row, date, starts_at, ends_at, training, class_name, location_name, location_address, status, sequence,
            changed_at
        })
    };
    let mut events: Vec<_> = query_all(connection, &select, [subject.row], read_event)?;
    events.reverse();
    Ok(events)
}
