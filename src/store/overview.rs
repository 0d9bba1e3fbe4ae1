//! Reads the data of the page *Today*: figures, and the classes, connectors and rows that need attention.

mod connectors;

use std::collections::BTreeMap;

use rusqlite::{Connection, Result};

use super::class::{self, ClassSummary};
use super::connection::Database;
pub use super::portfolio::status::{EXPIRED, EXPIRES_SOON};
use super::portfolio::{PortfolioRows, StoredDatetime};
use super::row_listing;
use super::similar_names::{self, SimilarPair};
use crate::datafile::{classes, persons, trainings};
use crate::ledger::query::query_all;
use crate::model::time;
pub use connectors::{AlertReason, ConnectorAlert};

/// The most expiring trainings that are listed for a division.
const MAX_LISTED: usize = 200;

/// The data of the page *Today*.
#[derive(Clone)]
pub struct Overview {
    pub at: String,
    /// The numbers of persons, trainings and classes.
    pub counts: [i64; 3],
    /// The numbers of employed and of dismissed persons, without anonymised persons.
    pub employed_and_dismissed_persons: (i64, i64),
    pub classes_needing_attention: Vec<ClassSummary>,
    pub connector_alerts: Vec<ConnectorAlert>,
    /// Whether the fields below are read, which takes seconds in a large organisation.
    pub is_complete: bool,
    /// The topmost divisions by name. The progress of a division includes the persons in the divisions below.
    pub divisions: BTreeMap<String, DivisionProgress>,
    /// The number of results in each of the last thirteen months, by `yyyy-MM`.
    pub completions: BTreeMap<String, u32>,
    pub similar_pairs: Vec<SimilarPair>,
}

/// How far the employed persons of a division, and of the divisions below it, are with their trainings.
#[derive(Default, Clone)]
pub struct DivisionProgress {
    /// The number of trainings in the portfolios. The index is the status, from 1 to 6.
    pub statuses: [u64; 7],
    /// The number of mandatory trainings in the portfolios; the next two fields count some of these.
    pub mandatory_trainings: u64,
    pub expiring_soon: u64,
    pub expired: u64,
    /// The mandatory trainings that have expired or expire soon: the earliest [`MAX_LISTED`].
    pub first_due: Vec<ExpiringTraining>,
}

/// A mandatory training that a person must repeat.
#[derive(Clone)]
pub struct ExpiringTraining {
    pub until: Option<StoredDatetime>,
    pub person: i64,
    pub training: i64,
    pub status: i64,
}

impl Overview {
    /// Reads the parts that are quick to read.
    pub fn read_quick_parts(database: &Database) -> anyhow::Result<Self> {
        let clock = database.clock();
        let count = |file| row_listing::count_rows(database, file);
        Ok(Self {
            at: time::format_wall_time(clock.now()),
            counts: [count(&persons::FILE)?, count(&trainings::FILE)?, count(&classes::FILE)?],
            employed_and_dismissed_persons: database.query_row(
                "SELECT count(*) FILTER (WHERE NOT is_dismissed), count(*) FILTER (WHERE is_dismissed)
                 FROM known_person WHERE id > 0",
                [],
                |row| row.try_into(),
            )?,
            classes_needing_attention: classes_needing_attention(database)?,
            connector_alerts: connectors::alerts(database, clock)?,
            is_complete: false,
            divisions: BTreeMap::new(),
            completions: BTreeMap::new(),
            similar_pairs: Vec::new(),
        })
    }

    /// Reads the other parts, from the snapshot of the quick parts, so that all parts agree.
    pub fn complete(self, snapshot: &Database) -> anyhow::Result<Self> {
        Ok(Self {
            is_complete: true,
            divisions: progress_by_division(snapshot)?,
            completions: completions_per_month(snapshot)?,
            similar_pairs: similar_names::find_pairs(snapshot)?,
            ..self
        })
    }
}

/// Returns the progress of all employed persons, by the name of their topmost division.
fn progress_by_division(connection: &Connection) -> Result<BTreeMap<String, DivisionProgress>> {
    // `reported_division` has the name of the topmost division above each division
    let sql = "SELECT id, division FROM reported_division";
    let topmost_names: BTreeMap<i64, String> =
        query_all(connection, sql, [], |row| Ok((row.get("id")?, row.get("division")?)))?;
    let mut divisions: BTreeMap<&str, DivisionProgress> = BTreeMap::new();
    PortfolioRows::for_each_in_portfolio(connection, |person, training, record, status| {
        let name = topmost_names.get(&person.division).map_or("", String::as_str);
        divisions.entry(name).or_default().add(status, training.is_mandatory, || ExpiringTraining {
            until: record.valid_until,
            person: person.id,
            training: training.key,
            status,
        });
    })?;
    divisions.values_mut().for_each(DivisionProgress::keep_earliest);
    Ok(divisions.into_iter().map(|(name, division)| (name.to_owned(), division)).collect())
}

impl DivisionProgress {
    /// Counts a training. Also lists `expiring` if the training is mandatory and expires soon or has expired.
    fn add(&mut self, status: i64, is_mandatory: bool, expiring: impl FnOnce() -> ExpiringTraining) {
        // a status that does not exist would be counted at the nearest index, instead of panicking
        let index = usize::try_from(status).unwrap_or_default();
        self.statuses[index.min(self.statuses.len() - 1)] += 1;
        self.mandatory_trainings += u64::from(is_mandatory);
        if !is_mandatory || !matches!(status, EXPIRES_SOON | EXPIRED) {
            return;
        }
        self.expired += u64::from(status == EXPIRED);
        self.expiring_soon += u64::from(status == EXPIRES_SOON);
        self.first_due.push(expiring());
        // the list is sorted only when it is twice as long as needed, instead of for each training
        if self.first_due.len() >= 2 * MAX_LISTED {
            self.keep_earliest();
        }
    }

    fn keep_earliest(&mut self) {
        self.first_due.sort_by_key(|due| (due.until, due.person, due.training));
        self.first_due.truncate(MAX_LISTED);
    }
}

/// Returns the number of completions in each month. Counts the same results as CompletedCourses.
fn completions_per_month(connection: &Connection) -> Result<BTreeMap<String, u32>> {
    // `month` has the first day of this month and of the twelve months before it
    let sql = "WITH RECURSIVE month (begins) AS (
                   SELECT date(service_now(), 'start of month', '-12 months')
                   UNION ALL
                   SELECT date(begins, '+1 month') FROM month WHERE begins < date(service_now(), 'start of month'))
               SELECT substr(begins, 1, 7),
                      (SELECT count(*) FROM reported_result
                       WHERE finished_at >= begins AND finished_at < date(begins, '+1 month')
                         AND person NOT IN (SELECT id FROM person WHERE anonymised))
               FROM month";
    query_all(connection, sql, [], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// Returns the classes within two weeks without trainer or with too few persons, and all future overbooked classes.
fn classes_needing_attention(connection: &Connection) -> Result<Vec<ClassSummary>> {
    let mut classes = class::upcoming_classes(connection)?;
    classes.retain(|class| class.lacks_trainer || class.is_overbooked() || class.lacks_persons());
    Ok(classes)
}
