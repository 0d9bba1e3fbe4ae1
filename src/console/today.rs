//! Today: key figures, what needs attention, and progress, each linked to its rows or report. The store does the
//! counting.

mod attention;
mod overview_cache;

use anyhow::Result;

use super::FormFields;
use super::components::{BarChart, KeyFigures, Needs, Note, Table, TableCell};
use super::page::{Page, PageAnswer, PageContent};
use super::page_context::PageContext;
use crate::datafile::{classes, persons, trainings};
use crate::model::enumeration::STATUSES;
use crate::model::time;
use crate::store::operator::Role;
use crate::store::overview::{DivisionProgress, Overview};
pub use overview_cache::OverviewCache;

pub static PAGE: Page = Page { path: "today", title: |words| words.today, role: Role::Viewer, show, change: None };

fn show(context: &PageContext) -> Result<PageAnswer> {
    let steps = context.steps();
    let console = context.console;
    let (standing, is_counting) = console.kept.look(&console.service.store)?;
    let mut content = PageContent::new(context.words.today);
    let Some(standing) = standing else {
        content.note(match is_counting {
            true => context.words.is_counted,
            false => context.words.not_counted,
        });
        if is_counting {
            content.refresh_soon();
        }
        return Ok(PageAnswer::Page(content));
    };
    let figures = TodayFigures { context, standing: &standing };
    match steps.as_slice() {
        [] => figures.overview_page(content),
        ["due"] => figures.expiring_page(),
        _ => Ok(PageAnswer::Nothing),
    }
}

/// The figures of the page.
struct TodayFigures<'a> {
    context: &'a PageContext<'a>,
    standing: &'a Overview,
}

impl TodayFigures<'_> {
    fn overview_page(&self, mut content: PageContent) -> Result<PageAnswer> {
        let (words, standing) = (self.context.words, self.standing);
        content.note(&words.counted_at.replace("{}", &self.counted_at()));
        content.heading(words.needs_action);
        match self.needed_actions()? {
            needs if needs.is_empty() => content.add(&Note { kind: "good", text: words.nothing_needed }),
            needs => content.add(&Needs { needs }),
        }
        let files = [&persons::FILE, &trainings::FILE, &classes::FILE];
        let labels = files.map(|file| file.label(self.context.language));
        let figures = labels.iter().zip(files).zip(standing.counts);
        content.add(&KeyFigures {
            figures: figures
                .map(|((label, file), count)| {
                    let address = self.context.address(&format!("data/{}", file.stem()));
                    (label.as_str(), group_digits(count.unsigned_abs()), address)
                })
                .collect(),
        });
        content.section("mandatory", words.mandatory_due);
        let mandatory = self.mandatory_table();
        if !mandatory.rows.is_empty() {
            content.note(words.share_of_mandatory);
        }
        content.add(&mandatory);
        content.section("classes", words.classes_soon);
        content.add(&self.classes_table());
        content.section("connectors", words.connectors_in_trouble);
        content.add(&self.connectors_table()?);
        if !self.standing.similar.is_empty() {
            content.section("similar", words.similar_rows);
            content.add(&self.similar_table());
        }
        self.add_last_backup(&mut content)?;
        content.heading(words.portfolio_by_division);
        content.note(words.share_of_portfolio);
        content.add(&self.portfolio_chart());
        content.heading(words.completions);
        content.add(&self.completions_chart());
        Ok(PageAnswer::Page(content))
    }

    /// Returns the time at which the figures were counted, as the language writes it.
    fn counted_at(&self) -> String {
        let at = &self.standing.at;
        self.context.language.format_date(at)
    }

    /// Returns the address of a report with these parameters.
    fn report_address(&self, operation: &str, parameters: &[(&str, &str)]) -> String {
        let fields = parameters.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let query = FormFields(fields.collect()).text();
        self.context.address(&format!("reports/{operation}?{query}"))
    }

    /// Returns the address of the portfolio report with this status, for mandatory trainings or all.
    fn portfolio_address(&self, status: impl ToString, mandatory: bool) -> String {
        let status = status.to_string();
        let mut parameters = vec![("in.LearningPortfolioStatus", status.as_str())];
        if mandatory {
            parameters.push(("in.TrainingIsMandatory", "Ja"));
        }
        self.report_address("GetAllLearningPortfolioContent", &parameters)
    }

    /// "portfolio status per division"
    fn portfolio_chart(&self) -> BarChart<'static> {
        let words = self.context.words;
        // the first status means outside the portfolio
        let numbers = |division: &DivisionProgress| division.statuses[1..].to_vec();
        let divisions = self.standing.divisions.iter();
        let drawn: Vec<_> = divisions.map(|(name, division)| (name.clone(), numbers(division))).collect();
        let row = |(name, numbers): &(String, Vec<u64>)| {
            let all = numbers.iter().sum();
            let share = |count| TableCell { aside: percentage(count, all), ..TableCell::number(group_digits(count)) };
            let numbers = numbers.iter().copied().map(share);
            [TableCell::text(name)].into_iter().chain(numbers).collect()
        };
        let all = drawn.iter().flat_map(|(_, numbers)| numbers).sum();
        let total = |(at, status): (usize, &&str)| {
            let total = drawn.iter().map(|(_, numbers)| numbers[at]).sum();
            TableCell {
                aside: percentage(total, all),
                ..linked_number(total, || self.portfolio_address(status, false))
            }
        };
        let totals = STATUSES.numbers.iter().enumerate().map(total);
        let total = [TableCell::text(words.all_divisions)].into_iter().chain(totals);
        let parts = STATUSES.words(self.context.language);
        let labels = [words.division].into_iter().chain(parts.iter().copied());
        let rows = drawn.iter().map(row).chain([total.collect()]).collect();
        let table = Table::new(words.portfolio_by_division, labels, rows, words.no_portfolio);
        BarChart::of(words.portfolio_by_division, &parts, &drawn, table)
    }

    /// "completions per month"
    fn completions_chart(&self) -> BarChart<'static> {
        let words = self.context.words;
        let drawn =
            self.standing.completions.iter().map(|(month, count)| (words.month_name(month), vec![u64::from(*count)]));
        let drawn: Vec<_> = drawn.collect();
        let row = |(month, count): (&String, &u32)| {
            let first = time::parse_date(&format!("{month}-01")).unwrap_or_default();
            let (from, to) = (first.to_string(), first.last_of_month().to_string());
            let parameters = [("fromDate", from.as_str()), ("toDate", &to)];
            vec![
                TableCell::text(words.month_name(month)),
                linked_number(u64::from(*count), || self.report_address("CompletedCourses", &parameters)),
            ]
        };
        let rows = self.standing.completions.iter().map(row).collect();
        let table = Table::new(words.completions, [words.month, words.completions], rows, words.none_found);
        BarChart::of(words.completions, &[words.completions], &drawn, table)
    }
}

/// Returns a cell with a number, which is a link unless the number is 0.
fn linked_number(number: u64, address: impl FnOnce() -> String) -> TableCell {
    let cell = TableCell::number(group_digits(number));
    match number {
        0 => cell,
        _ => cell.to(address()),
    }
}

/// Returns a part of a whole as a rounded percentage, such as `38%`; empty for 0.
fn percentage(part: u64, whole: u64) -> String {
    match part {
        0 => String::new(),
        _ => format!("{}%", (part * 100 + whole / 2) / whole.max(1)),
    }
}

/// Groups the digits of a number by three, with narrow spaces.
fn group_digits(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group).into_owned());
    groups.collect::<Vec<_>>().join("\u{202f}")
}
