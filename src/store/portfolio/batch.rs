//! Reads batches of persons by id, with their relations to trainings: one query per kind of relation.

use rusqlite::{Connection, Row, params};

use super::StoredDatetime;

/// The most persons of a batch, and the range of their ids.
const MAX_PERSONS: i64 = 64;
const ID_RANGE: i64 = 128;

#[derive(Clone, Copy)]
pub enum PersonRange {
    /// "each employed, non-anonymised person".
    Employed,
    Known,
    Stale,
}

impl PersonRange {
    fn select(self) -> String {
        let (id, from, also) = match self {
            PersonRange::Employed => ("p.id", "known_person AS p", "AND NOT p.is_dismissed"),
            PersonRange::Known => ("p.id", "known_person AS p", ""),
            PersonRange::Stale => {
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
    /// The enrolment that counts for a class, or without class; not cancelled.
    Enrolled {
        training: i64,
        from_catalog: bool,
    },
    /// A learning path linked to the person or chosen as theme.
    Path {
        path: i64,
        theme: bool,
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
    /// A result; later ones come later.
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
    relations: Vec<Vec<TrainingRelation>>,
}

impl PersonBatch {
    pub fn relations(&self, person: usize) -> &[TrainingRelation] {
        &self.relations[person]
    }

    /// Reads the next persons with ids from `from` on; none at the end.
    pub fn read(&mut self, connection: &Connection, who: PersonRange, from: i64) -> rusqlite::Result<()> {
        self.persons.clear();
        self.relations.iter_mut().for_each(Vec::clear);
        self.read_persons(connection, who, from)?;
        let (Some(first), Some(last)) = (self.persons.first(), self.persons.last()) else { return Ok(()) };
        let range = (first.id, last.id);
        self.relations.resize_with(self.persons.len().max(self.relations.len()), Vec::new);
        self.enrollments(connection, range)?;
        for (select, relation) in RELATIONS {
            self.each(connection, select, range, *relation)?;
        }
        Ok(())
    }

    fn read_persons(&mut self, connection: &Connection, who: PersonRange, from: i64) -> rusqlite::Result<()> {
        let mut statement = connection.prepare_cached(&who.select())?;
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
    /// class)". A class has no two enrolments of one person at the same time.
    fn enrollments(&mut self, connection: &Connection, range: (i64, i64)) -> rusqlite::Result<()> {
        let sql = "SELECT person, training, coalesce(class, 0), state, added_from_catalog FROM enrollment
                   WHERE person BETWEEN ? AND ? ORDER BY person, training, class, enrolled_at";
        let mut statement = connection.prepare_cached(sql)?;
        let mut rows = statement.query(range)?;
        let mut at = 0;
        let mut latest: Option<((i64, i64, i64), i64, bool)> = None;
        loop {
            let next = match rows.next()? {
                Some(row) => {
                    let key = (row.get(0)?, row.get(1)?, row.get(2)?);
                    Some((key, row.get(3)?, row.get(4)?))
                }
                None => None,
            };
            match (&latest, &next) {
                (Some((key, ..)), Some((next_key, ..))) if key == next_key => {}
                (Some(((person, training, _), state, from_catalog)), _) if *state != 2 => {
                    let relation = TrainingRelation::Enrolled { training: *training, from_catalog: *from_catalog };
                    self.push(*person, &mut at, relation);
                }
                _ => {}
            }
            if next.is_none() {
                return Ok(());
            }
            latest = next;
        }
    }

    fn each(
        &mut self,
        connection: &Connection,
        select: &str,
        range: (i64, i64),
        relation: fn(&Row) -> rusqlite::Result<TrainingRelation>,
    ) -> rusqlite::Result<()> {
        let mut statement = connection.prepare_cached(select)?;
        let mut rows = statement.query(range)?;
        let mut at = 0;
        while let Some(row) = rows.next()? {
            let relation = relation(row)?;
            self.push(row.get(0)?, &mut at, relation);
        }
        Ok(())
    }

    /// Adds a relation, in the order of persons; `at` is the index of the last person.
    fn push(&mut self, person: i64, at: &mut usize, relation: TrainingRelation) {
        while self.persons.get(*at).is_some_and(|known| known.id < person) {
            *at += 1;
        }
        if self.persons.get(*at).is_some_and(|known| known.id == person) {
            self.relations[*at].push(relation);
        }
    }
}

type ReadRelation = fn(&Row) -> rusqlite::Result<TrainingRelation>;

/// The queries of the other relations, with the person first.
const RELATIONS: &[(&str, ReadRelation)] = &[
    (
        "SELECT person, learning_path, link_type = 'Theme' FROM learning_path_link
         WHERE person BETWEEN ? AND ? ORDER BY person",
        |row| Ok(TrainingRelation::Path { path: row.get(1)?, theme: row.get(2)? }),
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
