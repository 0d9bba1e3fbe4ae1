//! The state of the organisation for the page *Today*, and what needs attention.

mod connectors;

use std::collections::BTreeMap;

use rusqlite::{Connection, Result, Row};

use super::connection::Database;
use super::listing;
use super::portfolio::{PortfolioRows, StoredDatetime};
use super::similar_names::{self, SimilarPair};
use crate::datafile::{classes, persons, trainings};
use crate::model::time;
pub use connectors::{AlertReason, ConnectorAlert};

/// The most trainings listed per division.
const MAX_LISTED: usize = 200;

/// The portfolio statuses of an expiring training.
pub const EXPIRES_SOON: i64 = 5;
pub const EXPIRED: i64 = 6;

pub struct Overview {
    pub at: String,
    pub counts: [i64; 3],
    /// The topmost divisions by name, each with the state of the persons in and below it.
    pub divisions: BTreeMap<String, DivisionProgress>,
    /// Results per month for this month and the twelve before it, by `yyyy-MM`.
    pub completions: BTreeMap<String, u32>,
    pub classes: Vec<UpcomingClass>,
    pub connectors: Vec<ConnectorAlert>,
    pub similar: Vec<SimilarPair>,
}

#[derive(Default)]
pub struct DivisionProgress {
    pub statuses: [u64; 7],
    /// The number of mandatory trainings in the portfolios.
    pub mandatory: u64,
    /// The numbers of mandatory trainings that expire soon and that have expired.
    pub due: [u64; 2],
    pub first: Vec<ExpiringTraining>,
}

/// A mandatory training that a person must repeat.
pub struct ExpiringTraining {
    pub until: Option<StoredDatetime>,
    pub person: i64,
    pub training: i64,
    pub status: i64,
}

pub struct UpcomingClass {
    pub row: i64,
    pub name: String,
    pub training: String,
    pub begins: String,
    pub enrolled: i64,
    pub least: Option<i64>,
    pub most: Option<i64>,
    pub lacks_trainer: bool,
}

impl UpcomingClass {
    pub fn is_overbooked(&self) -> bool {
        self.most.is_some_and(|most| self.enrolled > most)
    }

    pub fn lacks_persons(&self) -> bool {
        self.least.is_some_and(|least| self.enrolled < least)
    }
}

impl Overview {
    pub fn count(database: &Database) -> anyhow::Result<Self> {
        let clock = database.clock();
        let count = |file| listing::count(database, file);
        Ok(Self {
            at: time::format_wall_time(clock.now()),
            counts: [count(&persons::FILE)?, count(&trainings::FILE)?, count(&classes::FILE)?],
            divisions: divisions(database)?,
            completions: completions_per_month(database)?,
            classes: classes_in_need(database)?,
            connectors: connectors::alerts(database, clock)?,
            similar: similar_names::pairs(database)?,
        })
    }
}

/// "portfolio status per division"; as in reports, a person's topmost division.
fn divisions(connection: &Connection) -> Result<BTreeMap<String, DivisionProgress>> {
    let mut statement = connection.prepare_cached("SELECT id, division FROM reported_division")?;
    let names = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let names: BTreeMap<i64, String> = names.collect::<Result<_>>()?;
    let mut divisions: BTreeMap<&str, DivisionProgress> = BTreeMap::new();
    PortfolioRows::for_each_in_portfolio(connection, |person, training, relation, status| {
        let name = names.get(&person.division).map_or("", String::as_str);
        divisions.entry(name).or_default().add(status, training.is_mandatory, || ExpiringTraining {
            until: relation.valid_until,
            person: person.id,
            training: training.key,
            status,
        });
    })?;
    let named = divisions.into_iter().map(|(name, mut division)| {
        division.cut();
        (name.to_owned(), division)
    });
    Ok(named.collect())
}

impl DivisionProgress {
    fn add(&mut self, status: i64, is_mandatory: bool, due: impl FnOnce() -> ExpiringTraining) {
        let index = usize::try_from(status).unwrap_or_default();
        self.statuses[index.min(6)] += 1;
        self.mandatory += u64::from(is_mandatory && status > 0);
        if !is_mandatory || status < EXPIRES_SOON {
            return;
        }
        self.due[usize::from(status == EXPIRED)] += 1;
        self.first.push(due());
        if self.first.len() >= 2 * MAX_LISTED {
            self.cut();
        }
    }

    fn cut(&mut self) {
        self.first.sort_by_key(|due| (due.until, due.person, due.training));
        self.first.truncate(MAX_LISTED);
    }
}

/// "completions per month", as CompletedCourses counts them.
fn completions_per_month(connection: &Connection) -> Result<BTreeMap<String, u32>> {
    let sql = "WITH RECURSIVE month (begins) AS (
                   SELECT date(service_now(), 'start of month', '-12 months')
                   UNION ALL
                   SELECT date(begins, '+1 month') FROM month WHERE begins < date(service_now(), 'start of month'))
               SELECT substr(begins, 1, 7),
                      (SELECT count(*) FROM reported_result
                       WHERE finished_at >= begins AND finished_at < date(begins, '+1 month')
                         AND person NOT IN (SELECT id FROM person WHERE anonymised))
               FROM month";
    let mut statement = connection.prepare_cached(sql)?;
    statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}

/// "classes within two weeks without trainer, overbooked or below their minimum"
fn classes_in_need(connection: &Connection) -> Result<Vec<UpcomingClass>> {
    let mut statement = connection.prepare_cached(
        "SELECT c.id AS row, c.name, t.title AS training, c.begins, c.min_persons AS least, c.max_persons AS most,
                (SELECT count(*) FROM enrolled WHERE class = c.id) AS enrolled,
                EXISTS (SELECT 1 FROM class_date AS d WHERE d.class = c.id AND d.id NOT IN (
                            SELECT contact_moment FROM contact_moment_trainer WHERE class = c.id)) AS lacks_trainer
         FROM class AS c INDEXED BY class_in_order CROSS JOIN LearningModule AS t ON t.key = c.training
         WHERE c.begins BETWEEN service_now() AND strftime('%Y-%m-%dT%H:%M:%S', service_now(), '+14 days')
           AND NOT c.is_archived AND NOT c.is_cancelled AND NOT c.is_under_construction
         ORDER BY c.begins, c.id",
    )?;
    let read = |row: &Row| read_row!(row => UpcomingClass { row, name, training, begins, enrolled, least, most, lacks_trainer });
    let classes = statement.query_map([], read)?;
    let is_in_need = |class: &UpcomingClass| class.lacks_trainer || class.is_overbooked() || class.lacks_persons();
    let classes: Vec<UpcomingClass> = classes.collect::<Result<_>>()?;
    Ok(classes.into_iter().filter(is_in_need).collect())
}
