//! The learning portfolio of a person, by step.

use anyhow::Result;

use super::PersonView;
use crate::console::components::{Table, TableCell};
use crate::console::page_context::PageContext;
use crate::datafile::cell_of;
use crate::datafile::trainings::FILE;
use crate::ledger::cells;
use crate::model::enumeration::STATUSES;
use crate::store::portfolio::{PortfolioRows, Selection, StoredDatetime};

/// The trainings of a person, in the order of steps.
pub struct Portfolio {
    pub table: Table<'static>,
    /// The number of mandatory trainings of each status, 1 to 6.
    mandatory: [usize; 7],
}

impl Portfolio {
    pub fn of(person: &PersonView) -> Result<Self> {
        let (context, words) = (person.context, person.context.words);
        let wanted = Selection { not_in_portfolio: true, inactive: false };
        let mut portfolio = PortfolioRows::new(person.snapshot, wanted, person.row)?;
        let (mut rows, mut mandatory) = (Vec::new(), [0; 7]);
        while portfolio.advance()? && portfolio.row().person.id == person.row {
            let row = portfolio.row();
            if row.training.is_mandatory && row.relation.in_portfolio() {
                mandatory[row.status as usize] += 1;
            }
            let training = cells(person.snapshot, &FILE, row.training.key)?.unwrap_or_default();
            let day = |moment: Option<StoredDatetime>, none: &str| {
                let day = moment.map(|moment| String::from_utf8_lossy(&moment.as_bytes()[..10]).into_owned());
                TableCell::text(day.map_or(none.to_owned(), |day| context.language.date(&day)))
            };
            // a result without an end is valid for ever
            let for_ever = if row.relation.finished.is_some() { context.language.never() } else { "" };
            let status = row.status.to_string();
            rows.push(vec![
                TableCell::text(cell_of(&training, "Title"))
                    .to(context.address(&format!("data/trainings/{}", row.training.key))),
                TableCell::text(cell_of(&training, "StepTitle")),
                TableCell {
                    badge: STATUSES.tone(&status),
                    ..TableCell::text(STATUSES.label(&status, context.language))
                },
                day(row.relation.finished, ""),
                day(row.relation.valid_until, for_ever),
            ]);
        }
        let labels = [words.training, words.step, words.status, words.finished, words.valid_until];
        Ok(Self { table: Table::new(words.portfolio, labels, rows, words.no_portfolio), mandatory })
    }

    /// Returns the numbers of mandatory trainings by what they ask of the person.
    pub fn badges(&self, context: &PageContext) -> Vec<(&'static str, String)> {
        let (words, of) = (context.words, &self.mandatory);
        let kinds = [
            ("wrong", words.badge_expired, of[6]),
            ("warn", words.badge_expiring, of[5]),
            ("note", words.badge_open, of[2] + of[3]),
            ("note", words.badge_dimmed, of[1]),
            ("good", words.badge_valid, of[4]),
        ];
        let kinds = kinds.into_iter().filter(|(.., count)| *count > 0);
        kinds.map(|(kind, says, count)| (kind, says.replace("{}", &count.to_string()))).collect()
    }
}
