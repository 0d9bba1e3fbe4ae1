//! The learning portfolio of one person, by step.

use anyhow::Result;

use super::Person;
use crate::console::components::{Cell, Table};
use crate::datafile::cell_of;
use crate::datafile::trainings::FILE;
use crate::ledger::cells;
use crate::model::enumeration::STATUSES;
use crate::store::portfolio::{Moment, Rows, Selection};

/// A row for each training, in the order of the steps.
pub fn table(person: &Person) -> Result<Table<'static>> {
    let (visit, words) = (person.visit, person.visit.words);
    let wanted = Selection { not_in_portfolio: true, inactive: false };
    let mut portfolio = Rows::new(person.snapshot, wanted, person.row)?;
    let mut rows = Vec::new();
    while portfolio.advance()? && portfolio.row().person.id == person.row {
        let row = portfolio.row();
        let training = cells(person.snapshot, &FILE, row.training.key)?.unwrap_or_default();
        let moment = |moment: Option<Moment>| {
            let text = moment.map(|moment| String::from_utf8_lossy(moment.as_bytes()).into_owned());
            Cell::text(text.unwrap_or_default().replace('T', " "))
        };
        rows.push(vec![
            Cell::text(cell_of(&training, "Title")).to(visit.address(&format!("data/trainings/{}", row.training.key))),
            Cell::text(cell_of(&training, "StepTitle")),
            Cell::text(STATUSES.told(&row.status.to_string(), visit.language)),
            moment(row.relation.finished),
            moment(row.relation.valid_until),
        ]);
    }
    let labels = [words.training, words.step, words.status, words.finished, words.valid_until];
    Ok(Table::new(words.portfolio, labels, rows, words.no_portfolio))
}
