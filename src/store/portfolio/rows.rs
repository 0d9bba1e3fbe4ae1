//! Computes the rows of the portfolio person by person, by the rules of contract section 4.

use rusqlite::{Connection, Result};

use super::batch::{PersonBatch, PersonSelection, TrainingLink};
use super::catalog::TrainingCatalog;
use super::{ALL_TRAININGS, PortfolioPerson, PortfolioTraining, StoredDatetime, TrainingSelection};

/// The bits of the column `Sources`: the reasons why a training is in a portfolio.
mod source {
    pub const ENROLLED: u8 = 1;
    pub const PATH: u8 = 2;
    // contract section 4: if bit 4, 8, 16 or 32 is set, bit 2 is set, too
    pub const FUNCTION: u8 = 4 | PATH;
    pub const DIVISION: u8 = 8 | PATH; // the contract's Location
    pub const GROUP: u8 = 16 | PATH;
    pub const THEME: u8 = 32 | PATH;
    pub const TRAINER: u8 = 64;
}

/// The statuses of trainings, as contract section 4 numbers them.
pub mod status {
    pub const EXEMPT: i64 = 1;
    pub const NOT_STARTED: i64 = 2;
    pub const STARTED: i64 = 3;
    pub const COMPLETED: i64 = 4;
    pub const EXPIRES_SOON: i64 = 5;
    pub const EXPIRED: i64 = 6;
}

/// The data about one person and one training: why the person has the training, and how far the person is.
#[derive(Debug, Clone, Copy, Default)]
pub struct TrainingRecord {
    /// Bits of [`source`]; 0 if the training is not in the portfolio.
    pub sources: u8,
    /// Whether one of the person's latest enrolments has AddedFromCatalog.
    pub is_from_catalog: bool,
    pub exemption_reason: Option<i64>,
    /// The latest start, from progress and results.
    pub started: Option<StoredDatetime>,
    /// The finish of the latest result.
    pub finished: Option<StoredDatetime>,
    /// The expiry of the latest result; `None` if this result never expires.
    pub valid_until: Option<StoredDatetime>,
    /// Whether [`PortfolioRows::training_indexes`] has the training.
    is_listed: bool,
}

impl TrainingRecord {
    pub fn is_in_portfolio(&self) -> bool {
        self.sources != 0
    }
}

/// The numbers of a person's active trainings in a step.
#[derive(Debug, Clone, Copy, Default)]
pub struct StepCounts {
    pub in_portfolio: i64,
    pub finished: i64,
    pub in_portfolio_finished: i64,
}

pub struct PortfolioRow<'a> {
    pub person: &'a PortfolioPerson,
    pub training: &'a PortfolioTraining,
    pub record: &'a TrainingRecord,
    /// The counts of the training's step.
    pub counts: &'a StepCounts,
    /// Whether the person has a valid result of each training that this training requires.
    pub has_required_results: bool,
    /// One of the numbers in [`status`].
    pub status: i64,
}

/// Computes rows one by one. [`Self::advance`] moves to the next row, and [`Self::row`] returns it. Persons are read in
/// batches, in the order of ids.
pub struct PortfolioRows<'s> {
    connection: &'s Connection,
    persons: PersonSelection,
    trainings: TrainingSelection,
    /// The smallest id of a person that the next batch may have.
    next_id: i64,
    now: StoredDatetime,
    /// Three calendar months from now. A result that expires by then counts as expiring soon.
    soon: StoredDatetime,
    catalog: TrainingCatalog,
    batch: PersonBatch,
    /// The index of the current person in the batch; `None` before the first person.
    person_index: Option<usize>,
    /// The current person's data about each training, by the training's index in the catalog.
    records: Vec<TrainingRecord>,
    /// The indexes, in the catalog, of the trainings to which the current person is linked, in ascending order.
    training_indexes: Vec<usize>,
    /// The position in `training_indexes` from which the next row is searched.
    next_position: usize,
    // the values of the current row; `step` is `None` before the person's first row
    training_index: usize,
    step: Option<i64>,
    step_counts: StepCounts,
    has_required_results: bool,
    status: i64,
}

impl<'s> PortfolioRows<'s> {
    /// Returns the rows of employed persons with ids from `first_id` on.
    pub fn new(connection: &'s Connection, trainings: TrainingSelection, first_id: i64) -> Result<Self> {
        Self::for_persons(connection, PersonSelection::Employed, trainings, first_id)
    }

    /// Returns the rows of the selected persons with ids from `first_id` on.
    pub(super) fn for_persons(
        connection: &'s Connection,
        persons: PersonSelection,
        trainings: TrainingSelection,
        first_id: i64,
    ) -> Result<Self> {
        // `floor`: three months after 30 November is the last day of February
        let sql = "SELECT service_now(), coalesce(
                       strftime('%Y-%m-%dT%H:%M:%S', service_now(), '+3 months', 'floor'), '9999-12-31T23:59:59')";
        let (now, soon) = connection.prepare_cached(sql)?.query_row([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let catalog = TrainingCatalog::read(connection)?;
        Ok(Self {
            connection,
            persons,
            trainings,
            next_id: first_id,
            now,
            soon,
            records: vec![TrainingRecord::default(); catalog.trainings.len()],
            catalog,
            batch: PersonBatch::default(),
            person_index: None,
            training_indexes: Vec::new(),
            next_position: 0,
            training_index: 0,
            step: None,
            step_counts: StepCounts::default(),
            has_required_results: false,
            status: status::NOT_STARTED,
        })
    }

    /// Advances to the next row. Returns false at the end.
    pub fn advance(&mut self) -> Result<bool> {
        loop {
            while let Some(&index) = self.training_indexes.get(self.next_position) {
                self.next_position += 1;
                if self.is_selected(index) {
                    self.compute_row(index);
                    return Ok(true);
                }
            }
            if !self.load_next_person()? {
                return Ok(false);
            }
        }
    }

    /// Returns the current row. Panics unless [`Self::advance`] has returned true.
    pub fn row(&self) -> PortfolioRow<'_> {
        PortfolioRow {
            person: &self.batch.persons[self.person_index.expect("`advance` has returned true")],
            training: &self.catalog.trainings[self.training_index],
            record: &self.records[self.training_index],
            counts: &self.step_counts,
            has_required_results: self.has_required_results,
            status: self.status,
        }
    }

    /// Advances to the next person, and collects the person's trainings. Returns false at the end.
    pub(super) fn load_next_person(&mut self) -> Result<bool> {
        let mut next_index = self.person_index.map_or(0, |index| index + 1);
        if next_index >= self.batch.persons.len() {
            self.batch.read(self.connection, self.persons, self.next_id)?;
            let Some(last) = self.batch.persons.last() else { return Ok(false) };
            (self.next_id, next_index) = (last.id + 1, 0);
        }
        self.person_index = Some(next_index);
        self.collect_trainings(next_index);
        // step `None`: the counts of the previous person's step are invalid
        (self.next_position, self.step) = (0, None);
        Ok(true)
    }

    /// Returns the current person, and the trainings to which this person is linked.
    pub(super) fn current_person(
        &self,
    ) -> (&PortfolioPerson, impl Iterator<Item = (&PortfolioTraining, &TrainingRecord)>) {
        let data_of_training = |index: &usize| (&self.catalog.trainings[*index], &self.records[*index]);
        let person_index = self.person_index.expect("`load_next_person` has returned true");
        (&self.batch.persons[person_index], self.training_indexes.iter().map(data_of_training))
    }

    /// Passes each active training in the portfolio of an employed person to a callback, with its status.
    pub fn for_each_in_portfolio(
        connection: &'s Connection,
        mut callback: impl FnMut(&PortfolioPerson, &PortfolioTraining, &TrainingRecord, i64),
    ) -> Result<()> {
        // all trainings of each person are visited at once, instead of row by row with `advance`: the counts of steps
        // are not needed
        let mut rows = Self::new(connection, ALL_TRAININGS, 0)?;
        while rows.load_next_person()? {
            let (person, trainings) = rows.current_person();
            for (training, record) in trainings {
                if record.is_in_portfolio() && training.is_active {
                    callback(person, training, record, rows.status(record));
                }
            }
        }
        Ok(())
    }

    /// Returns whether the flags `includeContentNotInPortfolio` and `includeInactiveTrainings` select a training's row. The
    /// first adds completed trainings.
    fn is_selected(&self, index: usize) -> bool {
        let (selection, record) = (self.trainings, &self.records[index]);
        let is_listed = record.is_in_portfolio() || selection.includes_outside_portfolio && record.finished.is_some();
        is_listed && (selection.includes_inactive || self.catalog.trainings[index].is_active)
    }

    /// Computes the values of the current row, for the training with this index.
    fn compute_row(&mut self, index: usize) {
        self.training_index = index;
        let training = &self.catalog.trainings[index];
        // the rows of a person are in the order of steps, so each step is counted once
        if self.step != Some(training.step) {
            self.step = Some(training.step);
            self.step_counts = self.count_step(training.step);
        }
        let has_valid_result = |index: &usize| {
            let required = &self.records[*index];
            required.finished.is_some() && !self.has_expired(required)
        };
        self.has_required_results = training.required.iter().all(has_valid_result);
        self.status = self.status(&self.records[index]);
    }

    /// Counts the person's active trainings in a step. The counts do not depend on the flags of the call.
    fn count_step(&self, step: i64) -> StepCounts {
        let mut counts = StepCounts::default();
        for index in &self.training_indexes {
            let training = &self.catalog.trainings[*index];
            if training.step == step && training.is_active {
                let record = &self.records[*index];
                let (is_in_portfolio, is_finished) = (record.is_in_portfolio(), record.finished.is_some());
                counts.in_portfolio += i64::from(is_in_portfolio);
                counts.finished += i64::from(is_finished);
                counts.in_portfolio_finished += i64::from(is_in_portfolio && is_finished);
            }
        }
        counts
    }

    /// Returns whether the latest result is no longer valid; false without a result.
    fn has_expired(&self, record: &TrainingRecord) -> bool {
        record.valid_until.is_some_and(|until| until < self.now)
    }

    /// Returns one of the numbers in [`status`]: the first that applies, in the order of contract section 4.
    fn status(&self, record: &TrainingRecord) -> i64 {
        let has_expired = self.has_expired(record);
        // only a result has an expiry, so these are false without a result
        let expires_soon = record.valid_until.is_some_and(|until| until <= self.soon);
        match record {
            _ if has_expired && record.started > record.finished => status::STARTED, // started again
            _ if has_expired => status::EXPIRED,
            _ if expires_soon => status::EXPIRES_SOON,
            TrainingRecord { finished: Some(_), .. } => status::COMPLETED,
            TrainingRecord { started: Some(_), .. } => status::STARTED,
            TrainingRecord { exemption_reason: Some(_), .. } => status::EXEMPT,
            _ => status::NOT_STARTED,
        }
    }

    /// Sets `records` and `training_indexes` for the person at this index in the batch.
    fn collect_trainings(&mut self, index: usize) {
        let mut collector =
            TrainingCollector { records: &mut self.records, training_indexes: &mut self.training_indexes };
        collector.clear();
        let person = &self.batch.persons[index];
        collector.add_reason(self.catalog.trainings_of_function(person.function), source::FUNCTION);
        collector.add_reason(self.catalog.trainings_of_division(person.division), source::DIVISION);
        for link in self.batch.links(index) {
            // a link to a missing training adds nothing
            let _ = collector.add(link, &self.catalog);
        }
        // the order of rows is the order of the catalog
        self.training_indexes.sort_unstable();
    }
}

struct TrainingCollector<'a> {
    records: &'a mut [TrainingRecord],
    training_indexes: &'a mut Vec<usize>,
}

impl TrainingCollector<'_> {
    /// Removes the data of the previous person. Resets only the records that were used.
    fn clear(&mut self) {
        for index in self.training_indexes.drain(..) {
            self.records[index] = TrainingRecord::default();
        }
    }

    /// Returns the record of the training with this index, and lists the training.
    fn record_mut(&mut self, index: usize) -> &mut TrainingRecord {
        let record = &mut self.records[index];
        if !record.is_listed {
            record.is_listed = true;
            self.training_indexes.push(index);
        }
        record
    }

    /// Adds a reason (bits of [`source`]) why the trainings with these indexes are in the portfolio.
    fn add_reason(&mut self, indexes: impl Iterator<Item = usize>, source: u8) {
        for index in indexes {
            self.record_mut(index).sources |= source;
        }
    }

    /// Adds the data of a link. Adds nothing, and returns `None`, if a damaged database lacks the training.
    fn add(&mut self, link: &TrainingLink, catalog: &TrainingCatalog) -> Option<()> {
        match *link {
            TrainingLink::Path { path, is_theme } => {
                let source = if is_theme { source::THEME } else { source::PATH };
                self.add_reason(catalog.trainings_of_path(path).iter().copied(), source);
            }
            TrainingLink::Member { group } => self.add_reason(catalog.trainings_of_group(group), source::GROUP),
            TrainingLink::Enrolled { training, is_from_catalog } => {
                let record = self.record_mut(catalog.find_index(training)?);
                record.sources |= source::ENROLLED;
                record.is_from_catalog |= is_from_catalog;
            }
            TrainingLink::Trainer { training } => {
                self.record_mut(catalog.find_index(training)?).sources |= source::TRAINER;
            }
            TrainingLink::Exempted { training, reason } => {
                self.record_mut(catalog.find_index(training)?).exemption_reason = Some(reason);
            }
            TrainingLink::Started { training, at } => {
                let record = self.record_mut(catalog.find_index(training)?);
                record.started = record.started.max(Some(at));
            }
            TrainingLink::Result { training, at, valid_until, started } => {
                let record = self.record_mut(catalog.find_index(training)?);
                record.started = record.started.max(started);
                // results are added in the order of time, so that the latest stays
                (record.finished, record.valid_until) = (Some(at), valid_until);
            }
        }
        Some(())
    }
}
