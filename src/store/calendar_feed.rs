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

/// The kind of subject that a feed has.
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

    /// Returns the kind with this [`Self::name`].
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
        let select = match self.kind {
            FeedKind::Class => "SELECT name, code FROM class WHERE id = ?",
            FeedKind::Person => {
                "SELECT full_name, external_identifier FROM known_person WHERE id = ? AND id > 0 AND NOT is_dismissed"
            }
            FeedKind::Division => "SELECT name, '' FROM division WHERE id = ? AND id > 0",
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

    /// Removes the feed. Its address stops working.
    pub fn remove(self, database: &mut Database, attribution: &Attribution) -> Result<()> {
        change_and_record(database, attribution, |connection| {
            let delete = "DELETE FROM calendar_feed WHERE kind = ? AND subject = ?";
            Ok(connection.execute(delete, params![self.kind.name(), self.row]).map(drop)?)
        })
    }
}

/// Returns the subject of the feed with this secret.
pub fn find_by_secret(connection: &Connection, secret: &str) -> rusqlite::Result<Option<FeedSubject>> {
    let select = "SELECT kind, subject FROM calendar_feed WHERE secret = ?";
    let read_columns = |row: &Row| Ok((row.get::<_, String>("kind")?, row.get("subject")?));
    let found = query_optional(connection, select, [secret], read_columns)?;
    Ok(found.and_then(|(kind, row)| Some(FeedSubject { kind: FeedKind::from_name(&kind)?, row })))
}

/// A division, and whether it has a feed.
pub struct DivisionFeed {
    pub name: String,
    pub row: i64,
    pub has_feed: bool,
}

/// Returns the divisions whose names follow `after`, by name.
pub fn list_divisions(connection: &Connection, after: &str, limit: u32) -> rusqlite::Result<Vec<DivisionFeed>> {
    let sql = "SELECT name, id AS row,
                      EXISTS (SELECT 1 FROM calendar_feed WHERE kind = 'division' AND subject = d.id) AS has_feed
               FROM division AS d WHERE id > 0 AND name > ? ORDER BY name LIMIT ?";
    query_all(connection, sql, params![after, limit], |row| read_row!(row => DivisionFeed { name, row, has_feed }))
}

/// A contact moment in a calendar feed.
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

/// The most contact moments of a feed.
const MAX_EVENTS: u32 = 2_000;

/// Returns the SQL of a class's status, and the FROM clause that selects the classes `c` of the subject `?1`.
fn status_and_classes_sql(kind: FeedKind) -> (&'static str, &'static str) {
    let class_status = "iif(c.is_cancelled, 'CANCELLED', 'CONFIRMED')";
    match kind {
        FeedKind::Class => (class_status, "class AS c WHERE c.id = ?1"),
        FeedKind::Person => (
            // state 2 is a cancelled enrolment, state 3 a scheduled one
            "CASE WHEN c.is_cancelled OR e.state = 2 THEN 'CANCELLED'
                  WHEN e.state = 3 AND NOT e.on_waiting_list THEN 'CONFIRMED' ELSE 'TENTATIVE' END",
            "class_enrollment AS e CROSS JOIN class AS c ON c.id = e.class WHERE e.person = ?1",
        ),
        // the classes of employees of this division and of the divisions below it
        FeedKind::Division => (
            class_status,
            "class AS c WHERE NOT c.is_under_construction AND NOT c.is_archived AND c.id IN (
                 WITH RECURSIVE below (id) AS (
                     SELECT ?1 UNION SELECT d.id FROM below JOIN division AS d ON d.parent = below.id)
                 SELECT e.class FROM below JOIN known_person AS p ON p.division = below.id
                        JOIN class_participant AS e ON e.person = p.id
                 WHERE NOT p.is_dismissed AND (e.is_enrolled OR e.is_waiting))",
        ),
    }
}

/// Returns the latest events of a feed, at most [`MAX_EVENTS`], sorted by date.
pub fn events(connection: &Connection, subject: FeedSubject) -> rusqlite::Result<Vec<CalendarEvent>> {
    let (status, classes) = status_and_classes_sql(subject.kind);
    // `g` is a recorded change of the contact moment `d` or of its class `c`
    let date_changes = "ledger_change AS g WHERE g.row = d.id AND g.file = 'class_dates.csv'";
    let class_changes = "ledger_change AS g WHERE g.row = d.class AND g.file = 'classes.csv'";
    let select = format!(
        "SELECT d.*, d.id AS row, t.title AS training, c.name AS class_name, c.status,
                (SELECT count(*) FROM {date_changes} AND g.kind = 'changed')
                + (SELECT count(*) FROM {class_changes} AND g.kind = 'changed') AS sequence,
                (SELECT at FROM ledger WHERE id = max(coalesce((SELECT max(g.ledger) FROM {date_changes}), 0),
                                                      coalesce((SELECT max(g.ledger) FROM {class_changes}), 0))
                ) AS changed_at
         FROM (SELECT c.*, {status} AS status FROM {classes}) AS c
              JOIN LearningModule AS t ON t.key = c.training JOIN class_date AS d ON d.class = c.id
         ORDER BY d.date DESC, d.starts_at DESC, d.id DESC LIMIT {MAX_EVENTS}"
    );
    let read_event = |row: &Row| {
        read_row!(row => CalendarEvent {
            row, date, starts_at, ends_at, training, class_name, location_name, location_address, status, sequence,
            changed_at
        })
    };
    // the query returns the latest first, so that the limit drops the earliest
    let mut events: Vec<_> = query_all(connection, &select, [subject.row], read_event)?;
    events.reverse();
    Ok(events)
}
