//! LearningPortfolioContentCached: a row for each employed person and training, and what the two operations
//! that answer it share. How the rows come about is the store's.

use anyhow::Result;
use rusqlite::types::ValueRef;

use super::{
    Arguments, Each, Field, Item, MadeRows, Parameter, Value, boolean, field, int,
    optional_bool_parameter, optional_datetime, text,
};
use crate::store::Snapshot;
use crate::store::portfolio::{Moment, Row, Rows, Wanted};

/// Which rows are asked for.
pub const FLAGS: [Parameter; 2] = [
    optional_bool_parameter("includeContentNotInPortfolio"),
    optional_bool_parameter("includeInactiveTrainings"),
];

/// The list of rows.
pub const ROWS: Each = Each {
    element: "LearningPortfolioContentCached",
    select: "",
    item: Item::Fields(&FIELDS),
};

/// An element and the value that a row has for it.
type Column = (Field, for<'r> fn(&Row<'r>) -> ValueRef<'r>);

const COLUMNS: [Column; 23] = [
    (text("StepTitle"), |row| words(&row.step.title)),
    (text("StepIntroduction"), |row| {
        words(&row.step.introduction)
    }),
    (int("StepOrder"), |row| number(row.step.order)),
    (text("TrainingTitle"), |row| words(&row.training.title)),
    // "`TrainingIsMandatory` is `Ja` or `Nee`"
    (text("TrainingIsMandatory"), |row| {
        words(if row.training.is_mandatory {
            "Ja"
        } else {
            "Nee"
        })
    }),
    (text("TrainingImageName"), |row| {
        words(&row.training.image_name)
    }),
    (text("PersonExternalIdentifier"), |row| {
        words(&row.person.external_identifier)
    }),
    (text("ManagerExternalIdentifier"), |row| {
        words(&row.person.manager)
    }),
    (text("PersonFirstName"), |row| words(&row.person.first_name)),
    (text("PersonNameInsertion"), |row| {
        words(&row.person.insertion)
    }),
    (text("PersonFamilyName"), |row| {
        words(&row.person.family_name)
    }),
    (field("DimReasonId", Value::OptionalInt), |row| {
        row.relation
            .dim_reason
            .map_or(ValueRef::Null, ValueRef::Integer)
    }),
    (boolean("TrainingThresholdIsMet"), |row| {
        flag(row.threshold_is_met)
    }),
    (boolean("TrainingIsManuallyAdded"), |row| {
        flag(row.relation.is_manually_added)
    }),
    (optional_datetime("TrainingStartedAt"), |row| {
        moment(&row.relation.started)
    }),
    (optional_datetime("TrainingFinishedAt"), |row| {
        moment(&row.relation.finished)
    }),
    (optional_datetime("TrainingValidUntil"), |row| {
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

const FIELDS: [Field; COLUMNS.len()] = {
    let mut fields = [COLUMNS[0].0; COLUMNS.len()];
    let mut at = 0;
    while at < COLUMNS.len() {
        fields[at] = COLUMNS[at].0;
        at += 1;
    }
    fields
};

fn number(number: i64) -> ValueRef<'static> {
    ValueRef::Integer(number)
}

fn words(text: &str) -> ValueRef<'_> {
    ValueRef::Text(text.as_bytes())
}

fn flag(flag: bool) -> ValueRef<'static> {
    ValueRef::Integer(flag.into())
}

fn moment(moment: &Option<Moment>) -> ValueRef<'_> {
    match moment {
        Some(moment) => ValueRef::Text(moment.as_bytes()),
        None => ValueRef::Null,
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
pub fn open<'s>(
    snapshot: &'s Snapshot,
    arguments: &Arguments,
) -> Result<Vec<Box<dyn MadeRows + 's>>> {
    let rows = Rows::new(snapshot, wanted(arguments), 0)?;
    Ok(vec![Box::new(rows)])
}

impl MadeRows for Rows<'_> {
    fn advance(&mut self) -> Result<bool> {
        Ok(Rows::advance(self)?)
    }

    fn cell(&self, column: usize) -> ValueRef<'_> {
        COLUMNS[column].1(&self.row())
    }
}
