//! The learning portfolio of a person, by step.

use anyhow::Result;

use super::PersonView;
use crate::console::components::{Table, TableCell};
use crate::datafile::cell_of;
use crate::datafile::trainings::FILE;
use crate::ledger::cells;
use crate::model::enumeration::STATUSES;
use crate::store::portfolio::{PortfolioRows, Selection, StoredDatetime};

/// Returns a row per training, in the order of steps.
pub fn table(person: &PersonView) -> Result<Table<'static>> {
    let (visit, words) = (person.visit, person.visit.words);
    let wanted = Selection { not_in_portfolio: true, inactive: false };
    let mut portfolio = PortfolioRows::new(person.snapshot, wanted, person.row)?;
    let mut rows = Vec::new();
    while portfolio.advance()? && portfolio.row().person.id == person.row {
        let row = portfolio.row();
        let training = cells(person.snapshot, &FILE, row.training.key)?.unwrap_or_default();
        let moment = |moment: Option<StoredDatetime>| {
            let text = moment.map(|moment| String::from_utf8_lossy(moment.as_bytes()).into_owned());
            TableCell::text(text.unwrap_or_default().replace('T', " "))
        };
        rows.push(vec![
            TableCell::text(cell_of(&training, "Title"))
                .to(visit.address(&format!("data/trainings/{}", row.training.key))),
            TableCell::text(cell_of(&training, "StepTitle")),
            TableCell::text(STATUSES.label(&row.status.to_string(), visit.language)),
            moment(row.relation.finished),
            moment(row.relation.valid_until),
        ]);
    }
    let labels = [words.training, words.step, words.status, words.finished, words.valid_until];
    Ok(Table::new(words.portfolio, labels, rows, words.no_portfolio))
}
