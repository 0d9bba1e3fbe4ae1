//! Reads batches of persons in the order of ids, with what links them to trainings.

use rusqlite::{Connection, Result, Row, params};

use super::StoredDatetime;
use crate::ledger::query::query_all;

const MAX_PERSONS: i64 = 64;

/// The ids of a batch differ by less than this number, since the links of all persons between these ids are read.
const ID_RANGE: i64 = 128;

/// The persons to read. Anonymised persons are never read.
#[derive(Clone, Copy)]
pub enum PersonSelection {
    /// The persons whose contract has not ended.
    Employed,
    /// Also dismissed persons.
    All,
    /// The persons in `portfolio_dirty_person`, whose counts must be computed again.
    Dirty,
}

impl PersonSelection {
    /// Returns the query of [`PersonBatch::read_persons`]. Its parameters are the first id and the maximum count.
    fn select_sql(self) -> String {
        let (id, from, condition) = match self {
            PersonSelection::Employed => ("p.id", "known_person AS p", "AND NOT p.is_dismissed"),
            PersonSelection::All => ("p.id", "known_person AS p", ""),
            PersonSelection::Dirty => {
                ("d.person", "portfolio_dirty_person AS d CROSS JOIN known_person AS p ON p.id = d.person", "")
            }
        };
        // ids below 1 are the placeholder and, among dirty persons, the marks of ranges
        format!(
            "SELECT p.id, p.function, p.division, p.contract_end FROM {from}
             WHERE {id} >= max(?, 1) {condition} ORDER BY {id} LIMIT ?"
        )
    }
}

pub struct PortfolioPerson {
    pub id: i64,
    pub(super) function: i64,
    pub division: i64,
    pub(super) contract_end: Option<StoredDatetime>,
}

/// A row that links a person to trainings. `Enrolled` is the latest enrolment for a class, or without a class, unless
/// cancelled. The results of a training are sorted by time.
pub enum TrainingLink {
    Enrolled { training: i64, is_from_catalog: bool },
    Path { path: i64, is_theme: bool },
    Member { group: i64 },
    Trainer { training: i64 },
    Exempted { training: i64, reason: i64 },
    Started { training: i64, at: StoredDatetime },
    Result { training: i64, at: StoredDatetime, valid_until: Option<StoredDatetime>, started: Option<StoredDatetime> },
}

#[derive(Default)]
pub struct PersonBatch {
    pub persons: Vec<PortfolioPerson>,
    /// The links of each person, by the index of the person. May have more entries than there are persons: the vectors
    /// of an earlier batch are kept to be reused.
    links: Vec<Vec<TrainingLink>>,
}

impl PersonBatch {
    pub fn links(&self, index: usize) -> &[TrainingLink] {
        &self.links[index]
    }

    /// Reads the next selected persons with ids from `from` on. If no person is left, the batch becomes empty.
    pub fn read(&mut self, connection: &Connection, selection: PersonSelection, from: i64) -> Result<()> {
        self.persons.clear();
        self.links.iter_mut().for_each(Vec::clear);
        self.read_persons(connection, selection, from)?;
        let (Some(first), Some(last)) = (self.persons.first(), self.persons.last()) else { return Ok(()) };
        let id_range = (first.id, last.id);
        // grows only: `push_link` finds a vector for each person
        self.links.resize_with(self.persons.len().max(self.links.len()), Vec::new);
        self.read_enrollments(connection, id_range)?;
        for (select, read) in LINK_QUERIES {
            self.read_links(connection, select, id_range, *read)?;
        }
        Ok(())
    }

    /// Reads the persons of the batch, without their links: at most [`MAX_PERSONS`], and within [`ID_RANGE`].
    fn read_persons(&mut self, connection: &Connection, selection: PersonSelection, from: i64) -> Result<()> {
        let mut statement = connection.prepare_cached(&selection.select_sql())?;
        let mut rows = statement.query(params![from, MAX_PERSONS])?;
        while let Some(row) = rows.next()? {
            let id = row.get(0)?;
            // ids with a large gap would make the queries for links read the links of many unselected persons
            if self.persons.first().is_some_and(|first| id >= first.id + ID_RANGE) {
                break;
            }
            let (function, division, contract_end) = (row.get(1)?, row.get(2)?, row.get(3)?);
            self.persons.push(PortfolioPerson { id, function, division, contract_end });
        }
        Ok(())
    }

    /// Reads the latest enrolment per person, training and class (or no class). Omits it if it is cancelled.
    fn read_enrollments(&mut self, connection: &Connection, id_range: (i64, i64)) -> Result<()> {
        let sql = "SELECT person, training, coalesce(class, 0), state, added_from_catalog FROM enrollment
                   WHERE person BETWEEN ? AND ? ORDER BY person, training, class, enrolled_at";
        let enrollments: Vec<Enrollment> = query_all(connection, sql, id_range, Enrollment::read)?;
        let mut person_index = 0;
        // the last of the enrolments with the same key is the latest
        for with_same_key in enrollments.chunk_by(|first, second| first.key == second.key) {
            if let Some(Enrollment { key: (person, training, _), state, is_from_catalog }) = with_same_key.last()
                && *state != CANCELLED_STATE
            {
                let link = TrainingLink::Enrolled { training: *training, is_from_catalog: *is_from_catalog };
                self.push_link(*person, &mut person_index, link);
            }
        }
        Ok(())
    }

    fn read_links(
        &mut self,
        connection: &Connection,
        select: &str,
        id_range: (i64, i64),
        read: ReadLink,
    ) -> Result<()> {
        let mut statement = connection.prepare_cached(select)?;
        let mut rows = statement.query(id_range)?;
        let mut person_index = 0;
        while let Some(row) = rows.next()? {
            let person_id = row.get(0)?;
            self.push_link(person_id, &mut person_index, read(row)?);
        }
        Ok(())
    }

    /// Adds a link to a person, if the batch has the person. Callers pass ascending ids: `person_index` is the index from
    /// which this call searches, and receives the index from which the next call can search.
    fn push_link(&mut self, person_id: i64, person_index: &mut usize, link: TrainingLink) {
        while self.persons.get(*person_index).is_some_and(|person| person.id < person_id) {
            *person_index += 1;
        }
        if self.persons.get(*person_index).is_some_and(|person| person.id == person_id) {
            self.links[*person_index].push(link);
        }
    }
}

/// The state of a cancelled enrolment (contract section 3).
const CANCELLED_STATE: i64 = 2;

struct Enrollment {
    /// Person, training and class; the class is 0 without a class.
    key: (i64, i64, i64),
    state: i64,
    is_from_catalog: bool,
}

impl Enrollment {
    fn read(row: &Row) -> Result<Self> {
        let (person, training, class) = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok(Self { key: (person, training, class), state: row.get(3)?, is_from_catalog: row.get(4)? })
    }
}

type ReadLink = fn(&Row) -> Result<TrainingLink>;

/// The queries for all links except enrolments, with the functions that read a row. Column 0 is the person.
const LINK_QUERIES: &[(&str, ReadLink)] = &[
    (
        "SELECT person, learning_path, link_type = 'Theme' FROM learning_path_link
         WHERE person BETWEEN ? AND ? ORDER BY person",
        |row| Ok(TrainingLink::Path { path: row.get(1)?, is_theme: row.get(2)? }),
    ),
    ("SELECT person, person_group FROM group_member WHERE person BETWEEN ? AND ? ORDER BY person", |row| {
        Ok(TrainingLink::Member { group: row.get(1)? })
    }),
    ("SELECT person, training FROM training_trainer WHERE person BETWEEN ? AND ? ORDER BY person", |row| {
        Ok(TrainingLink::Trainer { training: row.get(1)? })
    }),
    ("SELECT person, training, dim_reason FROM dimming WHERE person BETWEEN ? AND ? ORDER BY person", |row| {
        Ok(TrainingLink::Exempted { training: row.get(1)?, reason: row.get(2)? })
    }),
    ("SELECT person, training, started_at FROM progress WHERE person BETWEEN ? AND ? ORDER BY person", |row| {
        Ok(TrainingLink::Started { training: row.get(1)?, at: row.get(2)? })
    }),
    (
        "SELECT person, training, finished_at, valid_until, started_at FROM FinishedModule
         WHERE person BETWEEN ? AND ? ORDER BY person, training, finished_at",
        |row| {
            Ok(TrainingLink::Result {
                training: row.get(1)?,
                at: row.get(2)?,
                valid_until: row.get(3)?,
                started: row.get(4)?,
            })
        },
    ),
];
