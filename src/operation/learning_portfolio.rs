//! LearningPortfolioContentCached: one row per employed person and training, and what the two portfolio operations
//! share. The store computes the rows.

use crate::model::cell::Cell;
use anyhow::Result;

use super::request::{Arguments, Parameter, ParameterKind};
use super::response_schema::*;
use crate::model::descriptions;
use crate::model::enumeration::{SOURCES, STATUSES};
use crate::store::Snapshot;
use crate::store::portfolio::{self, PortfolioRow, Selection, StoredDatetime};

/// The parameters that select rows.
pub const FLAGS: [Parameter; 2] = [
    Parameter::optional("includeContentNotInPortfolio", ParameterKind::Bool)
        .described("Include completed trainings outside the portfolio.")
        .dutch("Ook buiten het portfolio", "Ook afgeronde trainingen buiten het portfolio."),
    Parameter::optional("includeInactiveTrainings", ParameterKind::Bool)
        .described("Include inactive trainings.")
        .dutch("Ook inactieve trainingen", "Ook inactieve trainingen."),
];

/// Returns the schema of a list with these rows.
pub const fn list_of(rows: RowSource) -> ListSchema {
    ListSchema { element: "LearningPortfolioContentCached", rows, item: ListItem::Fields(&FIELDS) }
}

/// "`TrainingIsMandatory` is `Ja` or `Nee`"
static TRAINING: Lookup = Lookup {
    key: "training",
    select: QueryText::Text(
        "SELECT s.title AS StepTitle, s.introduction AS StepIntroduction, s.position AS StepOrder,
                 t.title AS TrainingTitle, iif(t.is_mandatory, 'Ja', 'Nee') AS TrainingIsMandatory,
                 t.image_name AS TrainingImageName
             FROM LearningModule AS t CROSS JOIN step AS s ON s.id = t.step WHERE t.key = :key",
    ),
    again: RepeatRule::AnyTime,
};

static PERSON: Lookup = Lookup {
    key: "person",
    select: QueryText::Text(
        "SELECT p.external_identifier AS PersonExternalIdentifier,
                 m.external_identifier AS ManagerExternalIdentifier, p.first_name AS PersonFirstName,
                 p.insertion AS PersonNameInsertion, p.family_name AS PersonFamilyName
             FROM person AS p CROSS JOIN shown_manager AS m ON m.key = p.manager WHERE p.id = :key",
    ),
    // "Rows come by person id"
    again: RepeatRule::AtOnce,
};

/// The columns about the training and the person. Their keys are the first columns of a row.
#[rustfmt::skip]
const LOOKED_UP: [Field; 11] = [
    text("StepTitle").of(&TRAINING).described(descriptions::STEP),
    text("StepIntroduction").of(&TRAINING).described("Introduction of the step."),
    int("StepOrder").of(&TRAINING).described("Place of the step among the steps."),
    text("TrainingTitle").of(&TRAINING).described(descriptions::TRAINING_TITLE),
    text("TrainingIsMandatory").of(&TRAINING).described(descriptions::MANDATORY),
    text("TrainingImageName").of(&TRAINING).described("Name of the training's picture; empty when there is none."),
    text("PersonExternalIdentifier").of(&PERSON).described(descriptions::EXTERNAL_IDENTIFIER),
    text("ManagerExternalIdentifier").of(&PERSON).described(descriptions::MANAGER_IDENTIFIER),
    text("PersonFirstName").of(&PERSON).described(descriptions::FIRST_NAME),
    text("PersonNameInsertion").of(&PERSON).described(descriptions::INSERTION),
    text("PersonFamilyName").of(&PERSON).described(descriptions::FAMILY_NAME),
];

/// An element and how a row provides its value.
type PortfolioColumn = (Field, for<'r> fn(&PortfolioRow<'r>) -> Cell<'r>);

#[rustfmt::skip]
const COLUMNS: [PortfolioColumn; 12] = [
    (int("DimReasonId").optional().described("Id of the reason why the person is exempt; none when the person is not."),
        |row| row.relation.dim_reason.map_or(Cell::Null, Cell::Int)),
    (boolean("TrainingThresholdIsMet").described("Whether there is a valid result for every training that it requires."),
        |row| flag(row.threshold_is_met)),
    (boolean("TrainingIsManuallyAdded").described("Whether the person added the training from the catalogue."),
        |row| flag(row.relation.is_manually_added)),
    (datetime("TrainingStartedAt").optional().described("The latest start; none before there is one."),
        |row| moment(&row.relation.started)),
    (datetime("TrainingFinishedAt").optional().described("The latest completion; none before there is one."),
        |row| moment(&row.relation.finished)),
    (datetime("TrainingValidUntil").optional().described("Until when that is valid; none when it is for ever."),
        |row| moment(&row.relation.valid_until)),
    (int("LearningPortfolioStatus").described("How far the person is").enumerated(&STATUSES),
        |row| number(row.status)),
    (boolean("InPortfolio").described("Whether the training is in the person's offering."),
        |row| flag(row.relation.in_portfolio())),
    (int("Sources").described("Why, summed").enumerated(&SOURCES),
        |row| number(row.relation.sources.into())),
    (int("TrainingsInPortfolioForPersonInStepCount").described("Active trainings of the step in the portfolio."),
        |row| number(row.counts.in_portfolio)),
    (int("TrainingsFinishedForPersonInStepCount").described("Active trainings of the step that are completed."),
        |row| number(row.counts.finished)),
    (int("TrainingsInPortfolioFinishedForPersonInStepCount").described("Active trainings of the step that are in the portfolio and completed."),
        |row| number(row.counts.in_portfolio_finished)),
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

fn moment(moment: &Option<StoredDatetime>) -> Cell<'_> {
    match moment {
        Some(moment) => Cell::Text(moment.as_bytes()),
        None => Cell::Null,
    }
}

/// Returns the selection that the flags request.
pub fn selection(arguments: &Arguments) -> Selection {
    Selection { not_in_portfolio: arguments.bool(FLAGS[0].name), inactive: arguments.bool(FLAGS[1].name) }
}

pub fn open<'s>(snapshot: &'s Snapshot, arguments: &Arguments) -> Result<OpenedRows<'s>, OpenRowsError> {
    let rows = portfolio::PortfolioRows::new(snapshot, selection(arguments), 0)?;
    let lists: Vec<Box<dyn ComputedRows>> = vec![Box::new(rows)];
    Ok(lists.into())
}

impl ComputedRows for portfolio::PortfolioRows<'_> {
    fn advance(&mut self) -> Result<bool> {
        Ok(portfolio::PortfolioRows::advance(self)?)
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
