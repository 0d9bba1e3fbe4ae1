//! The rows of both learning portfolio operations: one for each employed person and training. The store computes them.

use crate::model::cell::Cell;
use anyhow::Result;

use super::prelude::*;
use crate::model::enumeration::{SOURCES, STATUSES};
use crate::store::portfolio::{self, PortfolioRow, StoredDatetime, TrainingSelection};

pub const INCLUDE_NOT_IN_PORTFOLIO: Parameter = bool_parameter("includeContentNotInPortfolio")
    .optional()
    .described("Include completed trainings outside the portfolio.")
    .dutch("Ook buiten het portfolio", "Ook afgeronde trainingen buiten het portfolio.");

pub const INCLUDE_INACTIVE: Parameter = bool_parameter("includeInactiveTrainings")
    .optional()
    .described("Include inactive trainings.")
    .dutch("Ook inactieve trainingen", "Ook inactieve trainingen.");

/// Declares the list of portfolio rows. The two operations differ only in the source of the rows.
pub const fn list_schema(rows: RowSource) -> ListSchema {
    ListSchema::of_objects("LearningPortfolioContentCached", rows, &FIELDS)
}

/// "`TrainingIsMandatory` is `Ja` or `Nee`"
static TRAINING: Lookup = Lookup::new(
    "training",
    "SELECT s.title AS StepTitle, s.introduction AS StepIntroduction, s.position AS StepOrder,
                 t.title AS TrainingTitle, iif(t.is_mandatory, 'Ja', 'Nee') AS TrainingIsMandatory,
                 t.image_name AS TrainingImageName
             FROM LearningModule AS t CROSS JOIN step AS s ON s.id = t.step WHERE t.key = :key",
);

static PERSON: Lookup = Lookup {
    // "Rows come by person id", so the rows of a person are adjacent
    key_repeats: RepeatRule::Consecutive,
    ..Lookup::new(
        "person",
        "SELECT p.external_identifier AS PersonExternalIdentifier,
                 m.external_identifier AS ManagerExternalIdentifier, p.first_name AS PersonFirstName,
                 p.insertion AS PersonNameInsertion, p.family_name AS PersonFamilyName
             FROM person AS p CROSS JOIN shown_manager AS m ON m.person = p.manager WHERE p.id = :key",
    )
};

/// The fields that lookups provide. The keys of the lookups are the first columns of a row.
#[rustfmt::skip]
const LOOKUP_FIELDS: [Field; 11] = [
    text("StepTitle").with_lookup(&TRAINING).described(descriptions::STEP),
    text("StepIntroduction").with_lookup(&TRAINING).described("Introduction of the step."),
    int("StepOrder").with_lookup(&TRAINING).described("Position of the step in the order of the steps."),
    text("TrainingTitle").with_lookup(&TRAINING).described(descriptions::TRAINING_TITLE),
    text("TrainingIsMandatory").with_lookup(&TRAINING).described(descriptions::MANDATORY),
    text("TrainingImageName").with_lookup(&TRAINING).described("Name of the training's picture; empty when there is none."),
    text("PersonExternalIdentifier").with_lookup(&PERSON).described(descriptions::EXTERNAL_IDENTIFIER),
    text("ManagerExternalIdentifier").with_lookup(&PERSON).described(descriptions::MANAGER_IDENTIFIER),
    text("PersonFirstName").with_lookup(&PERSON).described(descriptions::FIRST_NAME),
    text("PersonNameInsertion").with_lookup(&PERSON).described(descriptions::INSERTION),
    text("PersonFamilyName").with_lookup(&PERSON).described(descriptions::FAMILY_NAME),
];

/// A column whose cell comes from the computed row, not from a lookup.
struct PortfolioColumn {
    field: Field,
    cell: for<'r> fn(&PortfolioRow<'r>) -> Cell<'r>,
}

const fn column(field: Field, cell: for<'r> fn(&PortfolioRow<'r>) -> Cell<'r>) -> PortfolioColumn {
    PortfolioColumn { field, cell }
}

#[rustfmt::skip]
const COLUMNS: [PortfolioColumn; 12] = [
    column(int("DimReasonId").optional().described("Id of the reason for exemption; no value if the person is not exempt."),
        |row| row.record.exemption_reason.map_or(Cell::Null, Cell::Int)),
    column(boolean("TrainingThresholdIsMet").described("Whether the person has a valid result for every training that this training requires."),
        |row| bool_cell(row.has_required_results)),
    column(boolean("TrainingIsManuallyAdded").described("Whether the person added the training from the catalogue."),
        |row| bool_cell(row.record.is_from_catalog)),
    column(datetime("TrainingStartedAt").optional().described("When the person last started the training; no value if not started."),
        |row| datetime_cell(&row.record.started)),
    column(datetime("TrainingFinishedAt").optional().described("When the person last completed the training; no value if not completed."),
        |row| datetime_cell(&row.record.finished)),
    column(datetime("TrainingValidUntil").optional().described("Until when the result is valid; no value if it has no end date."),
        |row| datetime_cell(&row.record.valid_until)),
    column(int("LearningPortfolioStatus").described("How far the person is").enumerated(&STATUSES),
        |row| Cell::Int(row.status)),
    column(boolean("InPortfolio").described("Whether the training is in the person's portfolio."),
        |row| bool_cell(row.record.is_in_portfolio())),
    column(int("Sources").described("Why in the portfolio, as a sum").enumerated(&SOURCES),
        |row| Cell::Int(row.record.sources.into())),
    column(int("TrainingsInPortfolioForPersonInStepCount").described("Number of active trainings of the step that are in the portfolio."),
        |row| Cell::Int(row.counts.in_portfolio)),
    column(int("TrainingsFinishedForPersonInStepCount").described("Number of active trainings of the step that are completed."),
        |row| Cell::Int(row.counts.finished)),
    column(int("TrainingsInPortfolioFinishedForPersonInStepCount").described("Number of active trainings of the step that are in the portfolio and completed."),
        |row| Cell::Int(row.counts.in_portfolio_finished)),
];

/// The fields of a row: those of the lookups, then those of the columns. A constant cannot use iterators.
const FIELDS: [Field; LOOKUP_FIELDS.len() + COLUMNS.len()] = {
    let mut fields = [LOOKUP_FIELDS[0]; LOOKUP_FIELDS.len() + COLUMNS.len()];
    let mut index = 0;
    while index < fields.len() {
        fields[index] = match index.checked_sub(LOOKUP_FIELDS.len()) {
            None => LOOKUP_FIELDS[index],
            Some(column) => COLUMNS[column].field,
        };
        index += 1;
    }
    fields
};

fn bool_cell(value: bool) -> Cell<'static> {
    Cell::Int(value.into())
}

fn datetime_cell(datetime: &Option<StoredDatetime>) -> Cell<'_> {
    datetime.as_ref().map_or(Cell::Null, |datetime| Cell::Text(datetime.as_bytes()))
}

pub fn requested_selection(arguments: &Arguments) -> TrainingSelection {
    TrainingSelection {
        includes_outside_portfolio: arguments.bool(INCLUDE_NOT_IN_PORTFOLIO.name),
        includes_inactive: arguments.bool(INCLUDE_INACTIVE.name),
    }
}

/// The id with which all rows begin: no person has a lower one.
const FIRST_PERSON: i64 = 0;

pub fn open_all<'s>(snapshot: &'s Snapshot, arguments: &Arguments) -> Result<OpenedRows<'s>, AnswerError> {
    let rows = portfolio::PortfolioRows::new(snapshot, requested_selection(arguments), FIRST_PERSON)?;
    let lists: Vec<Box<dyn ComputedRows>> = vec![Box::new(rows)];
    Ok(lists.into())
}

impl ComputedRows for portfolio::PortfolioRows<'_> {
    fn advance(&mut self) -> Result<bool> {
        Ok(portfolio::PortfolioRows::advance(self)?)
    }

    fn cell(&self, column: usize) -> Cell<'_> {
        let row = self.row();
        // the columns: the keys of both lookups, then the fields of `COLUMNS`
        match column {
            0 => Cell::Int(row.training.key),
            1 => Cell::Int(row.person.id),
            _ => (COLUMNS[column - 2].cell)(&row),
        }
    }
}
