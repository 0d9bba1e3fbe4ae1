//! Computes the portfolio's rows, by person, by the rules of contract section 4.

use rusqlite::{Connection, Result};

use super::batch::{PersonBatch, PersonRange, TrainingRelation};
use super::catalog::TrainingCatalog;
use super::{Learner, PortfolioTraining, Selection, StoredDatetime};

mod source {
    pub const ENROLLED: u8 = 1;
    pub const PATH: u8 = 2;
    /// "When 4, 8, 16 or 32 is set, 2 is always also set."
    pub const FUNCTION: u8 = 4 | PATH;
    pub const LOCATION: u8 = 8 | PATH;
    pub const GROUP: u8 = 16 | PATH;
    pub const THEME: u8 = 32 | PATH;
    pub const TRAINER: u8 = 64;
}

#[derive(Debug, Clone, Copy, Default)]
pub struct Relation {
    pub sources: u8,
    /// "one of those enrolments has AddedFromCatalog".
    pub is_manually_added: bool,
    pub dim_reason: Option<i64>,
    /// "The latest start among progress and results".
    pub started: Option<StoredDatetime>,
    pub finished: Option<StoredDatetime>,
    /// Of the latest result; `None` if unlimited.
    pub valid_until: Option<StoredDatetime>,
    touched: bool,
}

impl Relation {
    pub fn in_portfolio(&self) -> bool {
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
    pub threshold_is_met: bool,
    pub status: i64,
}

pub struct PortfolioRows<'s> {
    connection: &'s Connection,
    who: PersonRange,
    from: i64,
    selection: Selection,
    now: StoredDatetime,
    /// "now + 3 calendar months (clamped to the month's end)".
    soon: StoredDatetime,
    catalog: TrainingCatalog,
    batch: PersonBatch,
    person: Option<usize>,
    /// By the training's index in the catalog.
    relations: Vec<Relation>,
    /// The indexes of relations that differ from the default, in order.
    touched: Vec<usize>,
    at: usize,
    step: Option<i64>,
    counts: StepCounts,
    threshold_is_met: bool,
    status: i64,
}

impl<'s> PortfolioRows<'s> {
    /// Returns the rows of employed persons with ids from `from` on.
    pub fn new(connection: &'s Connection, selection: Selection, from: i64) -> Result<Self> {
        let mut rows = Self::of(connection, PersonRange::Employed, from)?;
        rows.selection = selection;
        Ok(rows)
    }

    pub(super) fn of(connection: &'s Connection, who: PersonRange, from: i64) -> Result<Self> {
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
            who,
            from,
            selection: Selection { not_in_portfolio: true, inactive: true },
            now,
            soon,
            relations: vec![Relation::default(); catalog.trainings.len()],
            catalog,
            batch: PersonBatch::default(),
            person: None,
            touched: Vec::new(),
            at: 0,
            step: None,
            counts: StepCounts::default(),
            threshold_is_met: false,
            status: 0,
        })
    }

    /// Advances to the next row. Returns false at the end.
    pub fn advance(&mut self) -> Result<bool> {
        if self.person.is_some() {
            self.at += 1;
        }
        loop {
            while let Some(training) = self.touched.get(self.at) {
                if self.is_selected(*training) {
                    self.move_to(*training);
                    return Ok(true);
                }
                self.at += 1;
            }
            if !self.next_person()? {
                return Ok(false);
            }
        }
    }

    pub fn row(&self) -> PortfolioRow<'_> {
        let training = self.touched[self.at];
        PortfolioRow {
            person: &self.batch.persons[self.person.unwrap_or_default()],
            training: &self.catalog.trainings[training],
            relation: &self.relations[training],
            counts: &self.counts,
            threshold_is_met: self.threshold_is_met,
            status: self.status,
        }
    }

    /// Advances to the next person and collects their relations. Returns false at the end.
    pub(super) fn next_person(&mut self) -> Result<bool> {
        let mut next = self.person.map_or(0, |person| person + 1);
        if next >= self.batch.persons.len() {
            self.batch.read(self.connection, self.who, self.from)?;
            let Some(last) = self.batch.persons.last() else { return Ok(false) };
            (self.from, next) = (last.id + 1, 0);
        }
        self.person = Some(next);
        self.collect(next);
        (self.at, self.step) = (0, None);
        Ok(true)
    }

    pub(super) fn current_person(&self) -> (&Learner, impl Iterator<Item = (&PortfolioTraining, &Relation)>) {
        let relations =
            self.touched.iter().map(|training| (&self.catalog.trainings[*training], &self.relations[*training]));
        (&self.batch.persons[self.person.unwrap_or_default()], relations)
    }

    /// Passes each active training in an employed person's portfolio to a callback, with its status.
    pub fn for_each_in_portfolio(
        connection: &'s Connection,
        mut callback: impl FnMut(&Learner, &PortfolioTraining, &Relation, i64),
    ) -> Result<()> {
        let mut rows = Self::of(connection, PersonRange::Employed, 0)?;
        while rows.next_person()? {
            let (person, relations) = rows.current_person();
            for (training, relation) in relations {
                if relation.in_portfolio() && training.is_active {
                    callback(person, training, relation, rows.status(relation));
                }
            }
        }
        Ok(())
    }

    /// "Where the training is in the portfolio (Sources ≠ 0), or, with `includeContentNotInPortfolio`, where
    /// it is not but the person has completed it. Inactive trainings only with `includeInactiveTrainings`."
    fn is_selected(&self, training: usize) -> bool {
        let relation = &self.relations[training];
        let shown = relation.in_portfolio() || self.selection.not_in_portfolio && relation.finished.is_some();
        shown && (self.selection.inactive || self.catalog.trainings[training].is_active)
    }

    fn move_to(&mut self, training: usize) {
        let of = &self.catalog.trainings[training];
        if self.step != Some(of.step) {
            self.step = Some(of.step);
            self.counts = self.count_step(of.step);
        }
        self.threshold_is_met = of.required.iter().all(|required| self.is_met(*required));
        self.status = self.status(&self.relations[training]);
    }

    /// Counts a step "over active trainings whatever the flags of the call".
    fn count_step(&self, step: i64) -> StepCounts {
        let mut counts = StepCounts::default();
        for training in &self.touched {
            let of = &self.catalog.trainings[*training];
            if of.step == step && of.is_active {
                let relation = &self.relations[*training];
                let (offered, finished) = (relation.in_portfolio(), relation.finished.is_some());
                counts.in_portfolio += i64::from(offered);
                counts.finished += i64::from(finished);
                counts.in_portfolio_finished += i64::from(offered && finished);
            }
        }
        counts
    }

    /// "Has a latest result that has not expired".
    fn is_met(&self, required: usize) -> bool {
        let relation = &self.relations[required];
        relation.finished.is_some() && !self.has_expired(relation)
    }

    /// "*expired* means `ValidUntil` earlier than now".
    fn has_expired(&self, relation: &Relation) -> bool {
        relation.valid_until.is_some_and(|until| until < self.now)
    }

    /// "First that applies: expired: 3 if started again after that finish, else 6; ValidUntil not later than
    /// now + 3 calendar months: 5; finished: 4; started: 3; dimmed: 1; else 2. 0 is never sent."
    fn status(&self, relation: &Relation) -> i64 {
        let soon = |until| until <= self.soon;
        match relation {
            expired if self.has_expired(expired) => {
                if expired.started > expired.finished {
                    3
                } else {
                    6
                }
            }
            Relation { valid_until, .. } if valid_until.is_some_and(soon) => 5,
            Relation { finished: Some(_), .. } => 4,
            Relation { started: Some(_), .. } => 3,
            Relation { dim_reason: Some(_), .. } => 1,
            _ => 2,
        }
    }

    fn collect(&mut self, person: usize) {
        let mut collector = RelationCollector { relations: &mut self.relations, touched: &mut self.touched };
        collector.clear();
        let of = &self.batch.persons[person];
        collector.add_source(self.catalog.of_function(of.function), source::FUNCTION);
        collector.add_source(self.catalog.of_division(of.division), source::LOCATION);
        for relation in self.batch.relations(person) {
            let _ = collector.add(relation, &self.catalog);
        }
        self.touched.sort_unstable();
    }
}

struct RelationCollector<'a> {
    relations: &'a mut [Relation],
    touched: &'a mut Vec<usize>,
}

impl RelationCollector<'_> {
    fn clear(&mut self) {
        for training in self.touched.drain(..) {
            self.relations[training] = Relation::default();
        }
    }

    fn relation(&mut self, training: usize) -> &mut Relation {
        let relation = &mut self.relations[training];
        if !relation.touched {
            relation.touched = true;
            self.touched.push(training);
        }
        relation
    }

    fn add_source(&mut self, trainings: impl Iterator<Item = usize>, source: u8) {
        for training in trainings {
            self.relation(training).sources |= source;
        }
    }

    /// Ignores a training that a damaged database lacks.
    fn add(&mut self, relation: &TrainingRelation, catalog: &TrainingCatalog) -> Option<()> {
        match *relation {
            TrainingRelation::Path { path, theme } => {
                let source = if theme { source::THEME } else { source::PATH };
                self.add_source(catalog.of_path(path).iter().copied(), source);
            }
            TrainingRelation::Member { group } => self.add_source(catalog.of_group(group), source::GROUP),
            TrainingRelation::Enrolled { training, from_catalog } => {
                let relation = self.relation(catalog.training(training)?);
                relation.sources |= source::ENROLLED;
                relation.is_manually_added |= from_catalog;
            }
            TrainingRelation::Trainer { training } => {
                self.relation(catalog.training(training)?).sources |= source::TRAINER;
            }
            TrainingRelation::Dimmed { training, reason } => {
                self.relation(catalog.training(training)?).dim_reason = Some(reason);
            }
            TrainingRelation::Started { training, at } => {
                let relation = self.relation(catalog.training(training)?);
                relation.started = relation.started.max(Some(at));
            }
            TrainingRelation::Finished { training, at, valid_until, started } => {
                let relation = self.relation(catalog.training(training)?);
                relation.started = relation.started.max(started);
                (relation.finished, relation.valid_until) = (Some(at), valid_until);
            }
        }
        Some(())
    }
}
