//! The learning portfolio of a person: the trainings and the steps, each with its status.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use anyhow::Result;

use super::PersonView;
use crate::console::components::{Table, TableCell};
use crate::console::translations::Translations;
use crate::console::{PageContent, PageContext};
use crate::datafile::{find_cell, trainings};
use crate::ledger::find_cells;
use crate::model::enumeration::STATUSES;
use crate::store::portfolio::{PortfolioRow, PortfolioRows, StoredDatetime, TrainingSelection, status};

/// The numbers of trainings by [`status`]. A status without trainings is absent.
type StatusCounts = BTreeMap<i64, usize>;

pub struct Portfolio {
    /// The steps, each with the numbers of its trainings, in the order of the portfolio.
    steps: Table<'static>,
    /// The trainings, the most urgent status first.
    trainings: Table<'static>,
    mandatory_counts: StatusCounts,
}

/// The statuses, the most urgent first.
const STATUS_ORDER: [i64; 6] =
    [status::EXPIRED, status::EXPIRES_SOON, status::NOT_STARTED, status::STARTED, status::COMPLETED, status::EXEMPT];

struct PortfolioStep {
    title: String,
    counts: StatusCounts,
}

impl PortfolioStep {
    fn cells(&self, context: &PageContext) -> Vec<TableCell> {
        let badges = count_badges(context, &self.counts);
        let text = badges.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join(", ");
        vec![
            TableCell::text(&self.title),
            TableCell::number(self.counts.values().sum::<usize>()),
            TableCell { text, badges, ..TableCell::default() },
        ]
    }
}

/// Returns a badge (tone and text) with the number of trainings per status, the most urgent status first.
fn count_badges(context: &PageContext, counts: &StatusCounts) -> Vec<(&'static str, String)> {
    let words = context.words;
    let count = |status| counts.get(&status).copied().unwrap_or_default();
    let badges = [
        ("wrong", words.badge_expired, count(status::EXPIRED)),
        ("warn", words.badge_expiring, count(status::EXPIRES_SOON)),
        ("note", words.badge_not_completed, count(status::NOT_STARTED) + count(status::STARTED)),
        ("good", words.badge_completed, count(status::COMPLETED)),
        ("note", words.badge_exempt, count(status::EXEMPT)),
    ];
    let nonzero_badges = badges.into_iter().filter(|(.., count)| *count > 0);
    nonzero_badges.map(|(tone, text, count)| (tone, text.replace("{}", &count.to_string()))).collect()
}

fn status_badge(context: &PageContext, status: i64) -> TableCell {
    let number = status.to_string();
    TableCell::text(STATUSES.label(&number, context.language)).with_badge(STATUSES.tone(&number))
}

fn count_in_step(steps: &mut Vec<PortfolioStep>, step_title: &str, status: i64) {
    // rows arrive step by step: another title begins the next step
    if steps.last().is_none_or(|last| last.title != step_title) {
        steps.push(PortfolioStep { title: step_title.to_owned(), counts: StatusCounts::default() });
    }
    if let Some(current) = steps.last_mut() {
        *current.counts.entry(status).or_default() += 1;
    }
}

fn is_mandatory(row: &PortfolioRow) -> bool {
    row.training.is_mandatory && row.record.is_in_portfolio()
}

/// Returns the sort key of a row in the table of trainings: by status, then mandatory trainings, then the latest completed.
fn sort_key(row: &PortfolioRow) -> (Option<usize>, bool, Reverse<Option<StoredDatetime>>) {
    let position = STATUS_ORDER.iter().position(|status| *status == row.status);
    (position, !is_mandatory(row), Reverse(row.record.finished))
}

/// Returns a cell with the day of a datetime, or with `empty_text` if there is no datetime.
fn day_cell(context: &PageContext, datetime: Option<StoredDatetime>, empty_text: &str) -> TableCell {
    match datetime {
        Some(datetime) => {
            let day = String::from_utf8_lossy(&datetime.as_bytes()[.."2026-03-09".len()]);
            TableCell::text(context.language.format_date(&day))
        }
        None => TableCell::text(empty_text),
    }
}

/// Returns the row of a training: title, step, status, day of completion and end of validity. `training` has the cells
/// of the training's row in `trainings.csv`.
fn training_cells(context: &PageContext, row: &PortfolioRow, training: &[(String, String)]) -> Vec<TableCell> {
    let words = context.words;
    let small_text = match (row.record.is_in_portfolio(), is_mandatory(row)) {
        (false, _) => words.outside_portfolio,
        (true, true) => words.mandatory,
        (true, false) => "",
    };
    // a result without an end never expires
    let text_without_end = if row.record.finished.is_some() { context.language.no_end_date() } else { "" };
    let title = TableCell { small_text: small_text.to_owned(), ..TableCell::text(find_cell(training, "Title")) };
    vec![
        title.link_to(context.address(&format!("data/trainings/{}", row.training.key))),
        TableCell::text(find_cell(training, "StepTitle")),
        status_badge(context, row.status),
        day_cell(context, row.record.finished, ""),
        day_cell(context, row.record.valid_until, text_without_end),
    ]
}

impl Portfolio {
    /// Reads the portfolio of a person, and the trainings that the person completed outside the portfolio.
    pub fn read(person: &PersonView) -> Result<Self> {
        let (context, words) = (person.context, person.context.words);
        let selection = TrainingSelection { includes_outside_portfolio: true, includes_inactive: false };
        // the rows of this person come first, then those of persons with higher ids, where the loop ends
        let first_id = person.row;
        let mut portfolio_rows = PortfolioRows::new(person.snapshot, selection, first_id)?;
        let (mut training_rows, mut steps) = (Vec::new(), Vec::new());
        let mut mandatory_counts = StatusCounts::default();
        while portfolio_rows.advance()? && portfolio_rows.row().person.id == person.row {
            let row = portfolio_rows.row();
            let training = find_cells(person.snapshot, &trainings::FILE, row.training.key)?.unwrap_or_default();
            if is_mandatory(&row) {
                *mandatory_counts.entry(row.status).or_default() += 1;
            }
            if row.record.is_in_portfolio() {
                count_in_step(&mut steps, find_cell(&training, "StepTitle"), row.status);
            }
            training_rows.push((sort_key(&row), training_cells(context, &row, &training)));
        }
        training_rows.sort_by_key(|(key, _)| *key);
        let training_rows = training_rows.into_iter().map(|(_, cells)| cells).collect();
        let training_labels = [words.training, words.step, words.status, words.completed, words.valid_until];
        let step_rows = steps.iter().map(|step| step.cells(context)).collect();
        let step_labels = [words.step, words.trainings, words.status];
        Ok(Self {
            steps: Table::new(words.steps, step_labels, step_rows, ""),
            trainings: Table::new(words.portfolio, training_labels, training_rows, words.no_portfolio),
            mandatory_counts,
        })
    }

    /// Adds the table of steps, unless it is empty, and the table of trainings. Headings distinguish two tables.
    pub fn add_tables(&self, words: &Translations, content: &mut PageContent) {
        if !self.steps.rows.is_empty() {
            content.add_subheading(words.steps);
            content.add(&self.steps);
            content.add_subheading(words.trainings);
        }
        content.add(&self.trainings);
    }

    /// Returns the badges of the mandatory trainings.
    pub fn badges(&self, context: &PageContext) -> Vec<(&'static str, String)> {
        count_badges(context, &self.mandatory_counts)
    }
}
