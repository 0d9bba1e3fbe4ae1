//! The learning portfolio of a person: the trainings and the steps, each with its status.

use std::collections::BTreeMap;

use anyhow::Result;

use super::PersonView;
use crate::console::PageContext;
use crate::console::components::{Table, TableCell};
use crate::datafile::{find_cell, trainings};
use crate::ledger::find_cells;
use crate::model::enumeration::STATUSES;
use crate::store::portfolio::{PortfolioRows, StoredDatetime, TrainingSelection, status};

/// The numbers of trainings by [`status`].
type StatusCounts = BTreeMap<i64, usize>;

pub struct Portfolio {
    pub steps: Table<'static>,
    /// The trainings: first the mandatory trainings that need action, in order of urgency, then all other trainings.
    pub trainings: Table<'static>,
    mandatory: StatusCounts,
}

/// The statuses that need action, the most urgent first.
const URGENT_STATUSES: [i64; 4] = [status::EXPIRED, status::EXPIRES_SOON, status::STARTED, status::NOT_STARTED];

struct PortfolioStep {
    title: String,
    counts: StatusCounts,
}

impl PortfolioStep {
    /// Returns the most urgent status of the trainings. If only some trainings are completed, the step is started.
    fn status(&self) -> i64 {
        let has = |status| self.counts.contains_key(&status);
        if has(status::NOT_STARTED) && has(status::COMPLETED) && !has(status::EXPIRED) && !has(status::EXPIRES_SOON) {
            return status::STARTED;
        }
        let mut by_urgency = URGENT_STATUSES.into_iter().chain([status::COMPLETED]);
        by_urgency.find(|status| has(*status)).unwrap_or(status::EXEMPT)
    }

    fn cells(&self, context: &PageContext) -> Vec<TableCell> {
        // trainings that expire soon are completed, too
        let completed = [status::COMPLETED, status::EXPIRES_SOON].iter().filter_map(|status| self.counts.get(status));
        vec![
            TableCell::text(&self.title),
            TableCell::number(self.counts.values().sum::<usize>()),
            TableCell::number(completed.sum::<usize>()),
            status_badge(context, self.status()),
        ]
    }
}

fn status_badge(context: &PageContext, status: i64) -> TableCell {
    let number = status.to_string();
    TableCell { badge_tone: STATUSES.tone(&number), ..TableCell::text(STATUSES.label(&number, context.language)) }
}

impl Portfolio {
    /// Reads the portfolio of a person, and the trainings that the person completed outside the portfolio.
    pub fn read(person: &PersonView) -> Result<Self> {
        let (context, words) = (person.context, person.context.words);
        let selection = TrainingSelection { not_in_portfolio: true, inactive: false };
        let mut portfolio = PortfolioRows::new(person.snapshot, selection, person.row)?;
        let (mut rows, mut mandatory) = (Vec::new(), StatusCounts::default());
        let mut steps: Vec<PortfolioStep> = Vec::new();
        // after the rows of this person come the rows of the next person
        while portfolio.advance()? && portfolio.row().person.id == person.row {
            let row = portfolio.row();
            let is_in_portfolio = row.record.is_in_portfolio();
            let is_mandatory = row.training.is_mandatory && is_in_portfolio;
            if is_mandatory {
                *mandatory.entry(row.status).or_default() += 1;
            }
            let training = find_cells(person.snapshot, &trainings::FILE, row.training.key)?.unwrap_or_default();
            let step = find_cell(&training, "StepTitle");
            if is_in_portfolio {
                if steps.last().is_none_or(|last| last.title != step) {
                    steps.push(PortfolioStep { title: step.to_owned(), counts: StatusCounts::default() });
                }
                if let Some(last) = steps.last_mut() {
                    *last.counts.entry(row.status).or_default() += 1;
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
            let title =
                TableCell { small_text: small_text.to_owned(), ..TableCell::text(find_cell(&training, "Title")) };
            let urgency = URGENT_STATUSES.iter().position(|status| *status == row.status);
            let urgency = urgency.filter(|_| is_mandatory).unwrap_or(usize::MAX);
            let cells = vec![
                title.link_to(context.address(&format!("data/trainings/{}", row.training.key))),
                TableCell::text(step),
                status_badge(context, row.status),
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
        let count = |status| self.mandatory.get(&status).copied().unwrap_or_default();
        let badges = [
            ("wrong", words.badge_expired, count(status::EXPIRED)),
            ("warn", words.badge_expiring, count(status::EXPIRES_SOON)),
            ("note", words.badge_not_completed, count(status::NOT_STARTED) + count(status::STARTED)),
            ("note", words.badge_exempt, count(status::EXEMPT)),
            ("good", words.badge_completed, count(status::COMPLETED)),
        ];
        let badges = badges.into_iter().filter(|(.., count)| *count > 0);
        badges.map(|(tone, text, count)| (tone, text.replace("{}", &count.to_string()))).collect()
    }
}
