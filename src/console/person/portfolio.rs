//! The learning portfolio of a person, by step.

use anyhow::Result;

use super::PersonView;
use crate::console::components::{Table, TableCell};
use crate::console::page_context::PageContext;
use crate::datafile::find_cell;
use crate::datafile::trainings::FILE;
use crate::ledger::find_cells;
use crate::model::enumeration::STATUSES;
use crate::store::portfolio::{PortfolioRows, Selection, StoredDatetime};

/// The trainings of a person, in the order of steps.
pub struct Portfolio {
    /// The steps, each with its status.
    pub steps: Table<'static>,
    pub table: Table<'static>,
    /// The number of mandatory trainings of each status, 1 to 6.
    mandatory: [usize; 7],
}

/// A step of the portfolio, with the number of its trainings of each status, 1 to 6.
struct StepStatuses {
    title: String,
    counts: [usize; 7],
}

impl StepStatuses {
    /// Returns the status of the step: the most urgent one of its trainings, else how far the person is.
    fn status(&self) -> &'static str {
        let [_, _, not_started, started, completed, expiring, expired] = self.counts;
        let is_started = started > 0 || (not_started > 0 && completed > 0);
        let statuses =
            [(expired > 0, "6"), (expiring > 0, "5"), (is_started, "3"), (not_started > 0, "2"), (completed > 0, "4")];
        statuses.into_iter().find(|(holds, _)| *holds).map_or("1", |(_, status)| status)
    }

    fn cells(&self, context: &PageContext) -> Vec<TableCell> {
        let [_, _, _, _, completed, expiring, _] = self.counts;
        vec![
            TableCell::text(&self.title),
            TableCell::number(self.counts.iter().sum::<usize>()),
            TableCell::number(completed + expiring),
            status_badge(context, self.status()),
        ]
    }
}

fn status_badge(context: &PageContext, status: &str) -> TableCell {
    TableCell { badge: STATUSES.tone(status), ..TableCell::text(STATUSES.label(status, context.language)) }
}

impl Portfolio {
    /// Reads the portfolio of a person, with the trainings completed outside it.
    pub fn read(person: &PersonView) -> Result<Self> {
        let (context, words) = (person.context, person.context.words);
        let wanted = Selection { not_in_portfolio: true, inactive: false };
        let mut portfolio = PortfolioRows::new(person.snapshot, wanted, person.row)?;
        let (mut rows, mut mandatory) = (Vec::new(), [0; 7]);
        let mut steps: Vec<StepStatuses> = Vec::new();
        while portfolio.advance()? && portfolio.row().person.id == person.row {
            let row = portfolio.row();
            if row.training.is_mandatory && row.relation.is_in_portfolio() {
                mandatory[row.status as usize] += 1;
            }
            let training = find_cells(person.snapshot, &FILE, row.training.key)?.unwrap_or_default();
            let step = find_cell(&training, "StepTitle");
            if row.relation.is_in_portfolio() {
                if steps.last().is_none_or(|last| last.title != step) {
                    steps.push(StepStatuses { title: step.to_owned(), counts: [0; 7] });
                }
                steps.iter_mut().last().into_iter().for_each(|last| last.counts[row.status as usize] += 1);
            }
            let day = |moment: Option<StoredDatetime>, none: &str| {
                let day = moment.map(|moment| String::from_utf8_lossy(&moment.as_bytes()[..10]).into_owned());
                TableCell::text(day.map_or(none.to_owned(), |day| context.language.format_date(&day)))
            };
            let aside = match (row.relation.is_in_portfolio(), row.training.is_mandatory) {
                (false, _) => words.outside_portfolio,
                (true, true) => words.mandatory,
                (true, false) => "",
            };
            // a result without an end is valid for ever
            let for_ever = if row.relation.finished.is_some() { context.language.never_expires() } else { "" };
            let status = row.status.to_string();
            let title = TableCell { aside: aside.to_owned(), ..TableCell::text(find_cell(&training, "Title")) };
            let needs_action = [6, 5, 3, 2].iter().position(|status| *status == row.status);
            let urgency = needs_action.filter(|_| aside == words.mandatory).unwrap_or(usize::MAX);
            let cells = vec![
                title.to(context.address(&format!("data/trainings/{}", row.training.key))),
                TableCell::text(step),
                status_badge(context, &status),
                day(row.relation.finished, ""),
                day(row.relation.valid_until, for_ever),
            ];
            rows.push((urgency, cells));
        }
        // mandatory trainings that need action first
        rows.sort_by_key(|(urgency, _)| *urgency);
        let rows = rows.into_iter().map(|(_, cells)| cells).collect();
        let labels = [words.training, words.step, words.status, words.finished, words.valid_until];
        let table = Table::new(words.portfolio, labels, rows, words.no_portfolio);
        let steps = steps.iter().map(|step| step.cells(context)).collect();
        let labels = [words.step, words.trainings, words.finished, words.status];
        Ok(Self { steps: Table::new(words.steps, labels, steps, ""), table, mandatory })
    }

    /// Returns the numbers of mandatory trainings as badges, the most urgent first.
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
