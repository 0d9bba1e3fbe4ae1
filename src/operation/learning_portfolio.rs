//! LearningPortfolioContentCached: a row for each employed person and training, and what the two operations
//! that answer it share. How the rows come about is the store's.

use crate::model::cell::Cell;
use anyhow::Result;

use super::request::{Arguments, Kind, Parameter};
use super::shape::*;
use crate::store::Snapshot;
use crate::store::portfolio::{self, Moment, Row, Wanted};

/// Which rows are asked for.
pub const FLAGS: [Parameter; 2] = [
    Parameter::optional("includeContentNotInPortfolio", Kind::Bool),
    Parameter::optional("includeInactiveTrainings", Kind::Bool),
];

/// The list of rows, which come from there.
pub const fn list_of(rows: Rows) -> Each {
    Each {
        element: "LearningPortfolioContentCached",
        rows,
        item: Item::Fields(&FIELDS),
    }
}

/// "`TrainingIsMandatory` is `Ja` or `Nee`"
static TRAINING: Lookup = Lookup {
    key: "training",
    select: Sql::Text(
        "SELECT s.title AS StepTitle, s.introduction AS StepIntroduction, s.position AS StepOrder,
                 t.title AS TrainingTitle, iif(t.is_mandatory, 'Ja', 'Nee') AS TrainingIsMandatory,
                 t.image_name AS TrainingImageName
             FROM LearningModule AS t CROSS JOIN step AS s ON s.id = t.step WHERE t.key = :key",
    ),
    again: Again::AnyTime,
};

static PERSON: Lookup = Lookup {
    key: "person",
    select: Sql::Text("SELECT p.external_identifier AS PersonExternalIdentifier,
                 m.external_identifier AS ManagerExternalIdentifier, p.first_name AS PersonFirstName,
                 p.insertion AS PersonNameInsertion, p.family_name AS PersonFamilyName
             FROM person AS p CROSS JOIN shown_manager AS m ON m.key = p.manager WHERE p.id = :key"),
    // "Rows come by person id"
    again: Again::AtOnce,
};

/// What is told of the training and of the person; their keys are the first columns of a row.
const LOOKED_UP: [Field; 11] = [
    text("StepTitle").of(&TRAINING),
    text("StepIntroduction").of(&TRAINING),
    int("StepOrder").of(&TRAINING),
    text("TrainingTitle").of(&TRAINING),
    text("TrainingIsMandatory").of(&TRAINING),
    text("TrainingImageName").of(&TRAINING),
    text("PersonExternalIdentifier").of(&PERSON),
    text("ManagerExternalIdentifier").of(&PERSON),
    text("PersonFirstName").of(&PERSON),
    text("PersonNameInsertion").of(&PERSON),
    text("PersonFamilyName").of(&PERSON),
];

/// An element and the value that a row has for it.
type Column = (Field, for<'r> fn(&Row<'r>) -> Cell<'r>);

const COLUMNS: [Column; 12] = [
    (int("DimReasonId").optional(), |row| {
        row.relation.dim_reason.map_or(Cell::Null, Cell::Int)
    }),
    (boolean("TrainingThresholdIsMet"), |row| {
        flag(row.threshold_is_met)
    }),
    (boolean("TrainingIsManuallyAdded"), |row| {
        flag(row.relation.is_manually_added)
    }),
    (datetime("TrainingStartedAt").optional(), |row| {
        moment(&row.relation.started)
    }),
    (datetime("TrainingFinishedAt").optional(), |row| {
        moment(&row.relation.finished)
    }),
    (datetime("TrainingValidUntil").optional(), |row| {
        moment(&row.relation.valid_until)
    }),
    (int("LearningPortfolioStatus"), |row| number(row.status)),
    (boolean("InPortfolio"), |row| {
        flag(row.relation.in_portfolio())
    }),
    (int("Sources"), |row| number(row.relation.sources.into())),
    (int("TrainingsInPortfolioForPersonInStepCount"), |row| {
        number(row.counts.in_portfolio)
    }),
    (int("TrainingsFinishedForPersonInStepCount"), |row| {
        number(row.counts.finished)
    }),
    (
        int("TrainingsInPortfolioFinishedForPersonInStepCount"),
        |row| number(row.counts.in_portfolio_finished),
    ),
];

const FIELDS: [Field; LOOKED_UP.len() + COLUMNS.len()] = {
    let mut fields = [LOOKED_UP[0]; LOOKED_UP.len() + COLUMNS.len()];
    let mut at = 0;
    while at < fields.len() {
        fields[at] = match at.checked_sub(LOOKED_UP.len()) {
            None => LOOKED_UP[at],
            Some(column) => COLUMNS[column].0,
        };
        at += 1;
    }
    fields
};

fn number(number: i64) -> Cell<'static> {
    Cell::Int(number)
}

fn flag(flag: bool) -> Cell<'static> {
    Cell::Int(flag.into())
}

fn moment(moment: &Option<Moment>) -> Cell<'_> {
    match moment {
        Some(moment) => Cell::Text(moment.as_bytes()),
        None => Cell::Null,
    }
}

/// What the flags ask for.
pub fn wanted(arguments: &Arguments) -> Wanted {
    Wanted {
        not_in_portfolio: arguments.bool(FLAGS[0].name),
        inactive: arguments.bool(FLAGS[1].name),
    }
}

/// Opens all rows.
pub fn open<'s>(snapshot: &'s Snapshot, arguments: &Arguments) -> Result<Opened<'s>, Unopened> {
    let rows = portfolio::Rows::new(snapshot, wanted(arguments), 0)?;
    Ok(vec![Box::new(rows)])
}

impl MadeRows for portfolio::Rows<'_> {
    fn advance(&mut self) -> Result<bool> {
        Ok(portfolio::Rows::advance(self)?)
    }

    fn cell(&self, column: usize) -> Cell<'_> {
        let row = self.row();
        match column {
            0 => number(row.training.key),
            1 => number(row.person.id),
            _ => COLUMNS[column - 2].1(&row),
        }
    }
}
