//! The learning portfolio of a person: the trainings and the steps, each with its status.

use anyhow::Result;

use super::PersonView;
use crate::console::PageContext;
use crate::console::components::{Table, TableCell};
use crate::datafile::{find_cell, trainings};
use crate::ledger::find_cells;
use crate::model::enumeration::STATUSES;
use crate::store::portfolio::{PortfolioRows, StoredDatetime, TrainingSelection};

/// The numbers of trainings by status. The index is the status: 0 outside the portfolio, 1 exempt, 2 not started, 3
/// started, 4 completed, 5 expiring soon, 6 expired.
type StatusCounts = [usize; 7];

pub struct Portfolio {
    pub steps: Table<'static>,
    /// The trainings: first the mandatory trainings that need action, in order of urgency, then all other trainings.
    pub trainings: Table<'static>,
    mandatory: StatusCounts,
}

/// The statuses of [`StatusCounts`] that need action, the most urgent first.
const URGENT_STATUSES: [i64; 4] = [6, 5, 3, 2];

struct PortfolioStep {
    title: String,
    counts: StatusCounts,
}

impl PortfolioStep {
    /// Returns the most urgent status of the trainings. If only some trainings are completed, the step is started.
    fn status(&self) -> &'static str {
        let [_, _, not_started, started, completed, expiring, expired] = self.counts;
        let is_started = started > 0 || (not_started > 0 && completed > 0);
        let statuses =
            [("6", expired > 0), ("5", expiring > 0), ("3", is_started), ("2", not_started > 0), ("4", completed > 0)];
        statuses.iter().find(|(_, applies)| *applies).map_or("1", |(status, _)| status)
    }

    fn cells(&self, context: &PageContext) -> Vec<TableCell> {
        // trainings that expire soon are completed, too
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
    TableCell { badge_tone: STATUSES.tone(status), ..TableCell::text(STATUSES.label(status, context.language)) }
}

impl Portfolio {
    /// Reads the portfolio of a person, and the trainings that the person completed outside the portfolio.
    pub fn read(person: &PersonView) -> Result<Self> {
        let (context, words) = (person.context, person.context.words);
        let selection = TrainingSelection { not_in_portfolio: true, inactive: false };
        let mut portfolio = PortfolioRows::new(person.snapshot, selection, person.row)?;
        let (mut rows, mut mandatory) = (Vec::new(), [0; 7]);
        let mut steps: Vec<PortfolioStep> = Vec::new();
        // after the rows of this person come the rows of the next person
        while portfolio.advance()? && portfolio.row().person.id == person.row {
            let row = portfolio.row();
            let is_in_portfolio = row.record.is_in_portfolio();
            let is_mandatory = row.training.is_mandatory && is_in_portfolio;
            if is_mandatory {
                mandatory[row.status as usize] += 1;
            }
            let training = find_cells(person.snapshot, &trainings::FILE, row.training.key)?.unwrap_or_default();
            let step = find_cell(&training, "StepTitle");
            if is_in_portfolio {
                if steps.last().is_none_or(|last| last.title != step) {
                    steps.push(PortfolioStep { title: step.to_owned(), counts: [0; 7] });
                }
                if let Some(last) = steps.last_mut() {
                    last.counts[row.status as usize] += 1;
                }
            }
            let day_cell = |datetime: Option<StoredDatetime>, empty_text: &str| {
                let day = datetime.map(|datetime| String::from_utf8_lossy(&datetime.as_bytes()[..10]).into_owned());
                TableCell::text(day.map_or(empty_text.to_owned(), |day| context.language.format_date(&day)))
            };
            let small_text = match (is_in_portfolio, is_mandatory) {
                (false, _) => words.outside_portfolio,
                (true, true) => words.mandatory,
                (true, false) => "",
            };
            // a result without an end never expires
            let text_without_end = if row.record.finished.is_some() { context.language.no_end_date() } else { "" };
            let status = row.status.to_string();
            let title =
                TableCell { small_text: small_text.to_owned(), ..TableCell::text(find_cell(&training, "Title")) };
            let urgency = URGENT_STATUSES.iter().position(|status| *status == row.status);
            let urgency = urgency.filter(|_| is_mandatory).unwrap_or(usize::MAX);
            let cells = vec![
                title.link_to(context.address(&format!("data/trainings/{}", row.training.key))),
                TableCell::text(step),
                status_badge(context, &status),
                day_cell(row.record.finished, ""),
                day_cell(row.record.valid_until, text_without_end),
            ];
            rows.push((urgency, cells));
        }
        rows.sort_by_key(|(urgency, _)| *urgency);
        let rows = rows.into_iter().map(|(_, cells)| cells).collect();
        let labels = [words.training, words.step, words.status, words.completed, words.valid_until];
        let trainings = Table::new(words.portfolio, labels, rows, words.no_portfolio);
        let steps = steps.iter().map(|step| step.cells(context)).collect();
        let labels = [words.step, words.trainings, words.completed, words.status];
        Ok(Self { steps: Table::new(words.steps, labels, steps, ""), trainings, mandatory })
    }

    /// Returns a badge (tone and text) with the number of mandatory trainings per status, the most urgent status first.
    pub fn badges(&self, context: &PageContext) -> Vec<(&'static str, String)> {
        let words = context.words;
        let [_, exempt, not_started, started, completed, expiring, expired] = self.mandatory;
        let badges = [
            ("wrong", words.badge_expired, expired),
            ("warn", words.badge_expiring, expiring),
            ("note", words.badge_not_completed, not_started + started),
            ("note", words.badge_exempt, exempt),
            ("good", words.badge_completed, completed),
        ];
        let badges = badges.into_iter().filter(|(.., count)| *count > 0);
        badges.map(|(tone, text, count)| (tone, text.replace("{}", &count.to_string()))).collect()
    }
}
