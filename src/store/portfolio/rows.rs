//! Computes the rows of the portfolio person by person, by the rules of contract section 4.

use rusqlite::{Connection, Result};

use super::batch::{PersonBatch, PersonSelection, TrainingRelation};
use super::catalog::TrainingCatalog;
use super::{Learner, PortfolioTraining, Selection, StoredDatetime};

/// The bits of `Sources`: the reasons why a training is in a portfolio.
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

#[derive(Debug, Clone, Copy, Default)]
pub struct Relation {
    /// Bits of [`source`]; 0 if the training is not in the portfolio.
    pub sources: u8,
    /// Whether one of the person's latest enrolments has AddedFromCatalog.
    pub is_manually_added: bool,
    pub dim_reason: Option<i64>,
    /// The latest start, from progress and results.
    pub started: Option<StoredDatetime>,
    /// The finish of the latest result.
    pub finished: Option<StoredDatetime>,
    /// The expiry of the latest result; `None` if this result never expires.
    pub valid_until: Option<StoredDatetime>,
    is_listed: bool,
}

impl Relation {
    pub fn is_in_portfolio(&self) -> bool {
        self.sources != 0
    }
}

#[derive(Debug, Clone, Copy, Default)]
pub struct StepCounts {
    pub in_portfolio: i64,
    pub finished: i64,
    pub in_portfolio_finished: i64,
}

pub struct PortfolioRow<'a> {
    pub person: &'a Learner,
    pub training: &'a PortfolioTraining,
    pub relation: &'a Relation,
    pub counts: &'a StepCounts,
    pub is_threshold_met: bool,
    pub status: i64,
}

pub struct PortfolioRows<'s> {
    connection: &'s Connection,
    persons: PersonSelection,
    from: i64,
    selection: Selection,
    now: StoredDatetime,
    /// Three calendar months from now. A result that expires by then counts as expiring soon.
    soon: StoredDatetime,
    catalog: TrainingCatalog,
    batch: PersonBatch,
    /// The index of the current person in the batch; `None` before the first person.
    person_index: Option<usize>,
    /// The relations of the current person, by the training's index in the catalog.
    relations: Vec<Relation>,
    /// The trainings to which the current person has a relation, in the order of the catalog.
    listed: Vec<usize>,
    listed_index: usize,
    /// The step of the current row; `None` before the person's first row.
    step: Option<i64>,
    step_counts: StepCounts,
    is_threshold_met: bool,
    status: i64,
}

impl<'s> PortfolioRows<'s> {
    /// Returns the rows of employed persons with ids from `from` on.
    pub fn new(connection: &'s Connection, selection: Selection, from: i64) -> Result<Self> {
        let mut rows = Self::for_persons(connection, PersonSelection::Employed, from)?;
        rows.selection = selection;
        Ok(rows)
    }

    /// Returns all rows of the selected persons with ids from `from` on.
    pub(super) fn for_persons(connection: &'s Connection, persons: PersonSelection, from: i64) -> Result<Self> {
        let (now, soon) = connection
            .prepare_cached(
                "SELECT service_now(), coalesce(
                     strftime('%Y-%m-%dT%H:%M:%S', service_now(), '+3 months', 'floor'),
                     '9999-12-31T23:59:59')",
            )?
            .query_row([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let catalog = TrainingCatalog::read(connection)?;
        Ok(Self {
            connection,
            persons,
            from,
            selection: Selection { not_in_portfolio: true, inactive: true },
            now,
            soon,
            relations: vec![Relation::default(); catalog.trainings.len()],
            catalog,
            batch: PersonBatch::default(),
            person_index: None,
            listed: Vec::new(),
            listed_index: 0,
            step: None,
            step_counts: StepCounts::default(),
            is_threshold_met: false,
            status: 0,
        })
    }

    /// Advances to the next row. Returns false at the end.
    pub fn advance(&mut self) -> Result<bool> {
        if self.person_index.is_some() {
            self.listed_index += 1;
        }
        loop {
            while let Some(training) = self.listed.get(self.listed_index) {
                if self.is_selected(*training) {
                    self.compute_row(*training);
                    return Ok(true);
                }
                self.listed_index += 1;
            }
            if !self.next_person()? {
                return Ok(false);
            }
        }
    }

    pub fn row(&self) -> PortfolioRow<'_> {
        let training = self.listed[self.listed_index];
        PortfolioRow {
            person: &self.batch.persons[self.person_index.unwrap_or_default()],
            training: &self.catalog.trainings[training],
            relation: &self.relations[training],
            counts: &self.step_counts,
            is_threshold_met: self.is_threshold_met,
            status: self.status,
        }
    }

    /// Advances to the next person, and collects the person's relations. Returns false at the end.
    pub(super) fn next_person(&mut self) -> Result<bool> {
        let mut next_index = self.person_index.map_or(0, |index| index + 1);
        if next_index >= self.batch.persons.len() {
            self.batch.read(self.connection, self.persons, self.from)?;
            let Some(last) = self.batch.persons.last() else { return Ok(false) };
            (self.from, next_index) = (last.id + 1, 0);
        }
        self.person_index = Some(next_index);
        self.collect_relations(next_index);
        (self.listed_index, self.step) = (0, None);
        Ok(true)
    }

    /// Returns the current person, and the trainings to which this person has a relation.
    pub(super) fn current_person(&self) -> (&Learner, impl Iterator<Item = (&PortfolioTraining, &Relation)>) {
        let relations =
            self.listed.iter().map(|training| (&self.catalog.trainings[*training], &self.relations[*training]));
        (&self.batch.persons[self.person_index.unwrap_or_default()], relations)
    }

    /// Passes each active training in the portfolio of an employed person to a callback, with its status.
    pub fn for_each_in_portfolio(
        connection: &'s Connection,
        mut callback: impl FnMut(&Learner, &PortfolioTraining, &Relation, i64),
    ) -> Result<()> {
        let mut rows = Self::for_persons(connection, PersonSelection::Employed, 0)?;
        while rows.next_person()? {
            let (person, relations) = rows.current_person();
            for (training, relation) in relations {
                if relation.is_in_portfolio() && training.is_active {
                    callback(person, training, relation, rows.status(relation));
                }
            }
        }
        Ok(())
    }

    /// Returns whether the flags `includeContentNotInPortfolio` and `includeInactiveTrainings` select a training's row.
    fn is_selected(&self, training: usize) -> bool {
        let relation = &self.relations[training];
        let has_row = relation.is_in_portfolio() || self.selection.not_in_portfolio && relation.finished.is_some();
        has_row && (self.selection.inactive || self.catalog.trainings[training].is_active)
    }

    /// Computes the values of the current row, for the training with this index.
    fn compute_row(&mut self, index: usize) {
        let training = &self.catalog.trainings[index];
        if self.step != Some(training.step) {
            self.step = Some(training.step);
            self.step_counts = self.count_step(training.step);
        }
        let is_met = |relation: &Relation| relation.finished.is_some() && !self.has_expired(relation);
        self.is_threshold_met = training.required.iter().all(|required| is_met(&self.relations[*required]));
        self.status = self.status(&self.relations[index]);
    }

    /// Counts the person's active trainings in a step, whatever the flags of the call.
    fn count_step(&self, step: i64) -> StepCounts {
        let mut counts = StepCounts::default();
        for index in &self.listed {
            let training = &self.catalog.trainings[*index];
            if training.step == step && training.is_active {
                let relation = &self.relations[*index];
                let (is_offered, is_finished) = (relation.is_in_portfolio(), relation.finished.is_some());
                counts.in_portfolio += i64::from(is_offered);
                counts.finished += i64::from(is_finished);
                counts.in_portfolio_finished += i64::from(is_offered && is_finished);
            }
        }
        counts
    }

    fn has_expired(&self, relation: &Relation) -> bool {
        relation.valid_until.is_some_and(|until| until < self.now)
    }

    /// Returns one of the numbers in [`status`].
    fn status(&self, relation: &Relation) -> i64 {
        let expires_soon = relation.valid_until.is_some_and(|until| until <= self.soon);
        match relation {
            _ if self.has_expired(relation) && relation.started > relation.finished => status::STARTED,
            _ if self.has_expired(relation) => status::EXPIRED,
            _ if expires_soon => status::EXPIRES_SOON,
            Relation { finished: Some(_), .. } => status::COMPLETED,
            Relation { started: Some(_), .. } => status::STARTED,
            Relation { dim_reason: Some(_), .. } => status::EXEMPT,
            _ => status::NOT_STARTED,
        }
    }

    fn collect_relations(&mut self, index: usize) {
        let mut collector = RelationCollector { relations: &mut self.relations, listed: &mut self.listed };
        collector.clear();
        let person = &self.batch.persons[index];
        collector.add_source(self.catalog.trainings_of_function(person.function), source::FUNCTION);
        collector.add_source(self.catalog.trainings_of_division(person.division), source::DIVISION);
        for relation in self.batch.relations(index) {
            let _ = collector.add(relation, &self.catalog);
        }
        self.listed.sort_unstable();
    }
}

struct RelationCollector<'a> {
    relations: &'a mut [Relation],
    listed: &'a mut Vec<usize>,
}

impl RelationCollector<'_> {
    fn clear(&mut self) {
        for training in self.listed.drain(..) {
            self.relations[training] = Relation::default();
        }
    }

    fn relation_mut(&mut self, training: usize) -> &mut Relation {
        let relation = &mut self.relations[training];
        if !relation.is_listed {
            relation.is_listed = true;
            self.listed.push(training);
        }
        relation
    }

    fn add_source(&mut self, trainings: impl Iterator<Item = usize>, source: u8) {
        for training in trainings {
            self.relation_mut(training).sources |= source;
        }
    }

    /// Adds a relation. Adds nothing, and returns `None`, if a damaged database lacks the training.
    fn add(&mut self, relation: &TrainingRelation, catalog: &TrainingCatalog) -> Option<()> {
        match *relation {
            TrainingRelation::Path { path, is_theme } => {
                let source = if is_theme { source::THEME } else { source::PATH };
                self.add_source(catalog.trainings_of_path(path).iter().copied(), source);
            }
            TrainingRelation::Member { group } => self.add_source(catalog.trainings_of_group(group), source::GROUP),
            TrainingRelation::Enrolled { training, is_from_catalog } => {
                let relation = self.relation_mut(catalog.find_index(training)?);
                relation.sources |= source::ENROLLED;
                relation.is_manually_added |= is_from_catalog;
            }
            TrainingRelation::Trainer { training } => {
                self.relation_mut(catalog.find_index(training)?).sources |= source::TRAINER;
            }
            TrainingRelation::Dimmed { training, reason } => {
                self.relation_mut(catalog.find_index(training)?).dim_reason = Some(reason);
            }
            TrainingRelation::Started { training, at } => {
                let relation = self.relation_mut(catalog.find_index(training)?);
                relation.started = relation.started.max(Some(at));
            }
            TrainingRelation::Result { training, at, valid_until, started } => {
                let relation = self.relation_mut(catalog.find_index(training)?);
                relation.started = relation.started.max(started);
                (relation.finished, relation.valid_until) = (Some(at), valid_until);
            }
        }
        Some(())
    }
}
