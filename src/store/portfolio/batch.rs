//! Reads batches of persons in the order of their ids, with their relations to trainings: one query per kind of relation.

use rusqlite::{Connection, Row, params};

use super::StoredDatetime;

const MAX_PERSONS: i64 = 64;

/// The ids of a batch differ by less than this.
const ID_RANGE: i64 = 128;

#[derive(Clone, Copy)]
pub enum PersonSelection {
    /// "each employed, non-anonymised person".
    Employed,
    /// Each person who is not anonymised.
    Known,
    /// Each of them who has a dirty row.
    Dirty,
}

impl PersonSelection {
    fn select_sql(self) -> String {
        let (id, from, also) = match self {
            PersonSelection::Employed => ("p.id", "known_person AS p", "AND NOT p.is_dismissed"),
            PersonSelection::Known => ("p.id", "known_person AS p", ""),
            PersonSelection::Dirty => {
                ("s.person", "portfolio_stale AS s CROSS JOIN known_person AS p ON p.id = s.person", "")
            }
        };
        format!(
            "SELECT p.id, p.function, p.division, p.contract_end FROM {from}
             WHERE {id} >= max(?, 1) {also} ORDER BY {id} LIMIT ?"
        )
    }
}

pub struct Learner {
    pub id: i64,
    pub(super) function: i64,
    pub division: i64,
    pub(super) contract_end: Option<StoredDatetime>,
}

pub enum TrainingRelation {
    /// The latest enrolment for a class, or without class, if it is not cancelled.
    Enrolled {
        training: i64,
        is_from_catalog: bool,
    },
    /// A learning path that is linked to the person, perhaps as theme.
    Path {
        path: i64,
        is_theme: bool,
    },
    Member {
        group: i64,
    },
    Trainer {
        training: i64,
    },
    Dimmed {
        training: i64,
        reason: i64,
    },
    Started {
        training: i64,
        at: StoredDatetime,
    },
    /// A result. The results of a training are in the order of time.
    Finished {
        training: i64,
        at: StoredDatetime,
        valid_until: Option<StoredDatetime>,
        started: Option<StoredDatetime>,
    },
}

#[derive(Default)]
pub struct PersonBatch {
    pub persons: Vec<Learner>,
    /// By the index of the person; it may have more entries than persons.
    relations: Vec<Vec<TrainingRelation>>,
}

impl PersonBatch {
    pub fn relations(&self, person: usize) -> &[TrainingRelation] {
        &self.relations[person]
    }

    /// Reads the next persons with ids from `from` on. At the end, the batch is empty.
    pub fn read(&mut self, connection: &Connection, who: PersonSelection, from: i64) -> rusqlite::Result<()> {
        self.persons.clear();
        self.relations.iter_mut().for_each(Vec::clear);
        self.read_persons(connection, who, from)?;
        let (Some(first), Some(last)) = (self.persons.first(), self.persons.last()) else { return Ok(()) };
        let range = (first.id, last.id);
        self.relations.resize_with(self.persons.len().max(self.relations.len()), Vec::new);
        self.read_enrollments(connection, range)?;
        for (select, read) in RELATIONS {
            self.read_relations(connection, select, range, *read)?;
        }
        Ok(())
    }

    fn read_persons(&mut self, connection: &Connection, who: PersonSelection, from: i64) -> rusqlite::Result<()> {
        let mut statement = connection.prepare_cached(&who.select_sql())?;
        let mut rows = statement.query(params![from, MAX_PERSONS])?;
        while let Some(row) = rows.next()? {
            let id = row.get(0)?;
            if self.persons.first().is_some_and(|first| id >= first.id + ID_RANGE) {
                break;
            }
            self.persons.push(Learner { id, function: row.get(1)?, division: row.get(2)?, contract_end: row.get(3)? });
        }
        Ok(())
    }

    /// Reads "an enrolment in state 0, 1 or 3 …, where the latest per class counts (e-learning: the latest without
    /// class)". A person has no two enrolments for a class with the same time.
    fn read_enrollments(&mut self, connection: &Connection, range: (i64, i64)) -> rusqlite::Result<()> {
        let sql = "SELECT person, training, coalesce(class, 0), state, added_from_catalog FROM enrollment
                   WHERE person BETWEEN ? AND ? ORDER BY person, training, class, enrolled_at";
        let mut statement = connection.prepare_cached(sql)?;
        let mut rows = statement.query(range)?;
        let mut at = 0;
        let mut latest: Option<ReadEnrollment> = None;
        loop {
            let next = rows.next()?.map(ReadEnrollment::read).transpose()?;
            if let Some(last) = &latest
                && next.as_ref().is_none_or(|next| next.key != last.key)
                && last.state != 2
            {
                let (person, training, _) = last.key;
                let is_from_catalog = last.is_from_catalog;
                self.push(person, &mut at, TrainingRelation::Enrolled { training, is_from_catalog });
            }
            if next.is_none() {
                return Ok(());
            }
            latest = next;
        }
    }

    fn read_relations(
        &mut self,
        connection: &Connection,
        select: &str,
        range: (i64, i64),
        read: ReadRelation,
    ) -> rusqlite::Result<()> {
        let mut statement = connection.prepare_cached(select)?;
        let mut rows = statement.query(range)?;
        let mut at = 0;
        while let Some(row) = rows.next()? {
            let relation = read(row)?;
            self.push(row.get(0)?, &mut at, relation);
        }
        Ok(())
    }

    /// Adds a relation to a person, if the batch has that person. Calls must be in the order of persons; `at` is the index
    /// that the last call reached.
    fn push(&mut self, person: i64, at: &mut usize, relation: TrainingRelation) {
        while self.persons.get(*at).is_some_and(|known| known.id < person) {
            *at += 1;
        }
        if self.persons.get(*at).is_some_and(|known| known.id == person) {
            self.relations[*at].push(relation);
        }
    }
}

struct ReadEnrollment {
    /// Person, training, and class or 0.
    key: (i64, i64, i64),
    state: i64,
    is_from_catalog: bool,
}

impl ReadEnrollment {
    fn read(row: &Row) -> rusqlite::Result<Self> {
        let key = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok(Self { key, state: row.get(3)?, is_from_catalog: row.get(4)? })
    }
}

type ReadRelation = fn(&Row) -> rusqlite::Result<TrainingRelation>;

/// The queries of all kinds of relations but enrolments. Their first column is the person.
const RELATIONS: &[(&str, ReadRelation)] = &[
    (
        "SELECT person, learning_path, link_type = 'Theme' FROM learning_path_link
         WHERE person BETWEEN ? AND ? ORDER BY person",
        |row| Ok(TrainingRelation::Path { path: row.get(1)?, is_theme: row.get(2)? }),
    ),
    ("SELECT person, person_group FROM group_member WHERE person BETWEEN ? AND ? ORDER BY person", |row| {
        Ok(TrainingRelation::Member { group: row.get(1)? })
    }),
    ("SELECT person, training FROM training_trainer WHERE person BETWEEN ? AND ? ORDER BY person", |row| {
        Ok(TrainingRelation::Trainer { training: row.get(1)? })
    }),
    (
        "SELECT person, training, dim_reason FROM dimming
         WHERE person BETWEEN ? AND ? ORDER BY person",
        |row| Ok(TrainingRelation::Dimmed { training: row.get(1)?, reason: row.get(2)? }),
    ),
    (
        "SELECT person, training, started_at FROM progress
         WHERE person BETWEEN ? AND ? ORDER BY person",
        |row| Ok(TrainingRelation::Started { training: row.get(1)?, at: row.get(2)? }),
    ),
    (
        "SELECT person, training, finished_at, valid_until, started_at FROM FinishedModule
         WHERE person BETWEEN ? AND ? ORDER BY person, training, finished_at",
        |row| {
            Ok(TrainingRelation::Finished {
                training: row.get(1)?,
                at: row.get(2)?,
                valid_until: row.get(3)?,
                started: row.get(4)?,
            })
        },
    ),
];
