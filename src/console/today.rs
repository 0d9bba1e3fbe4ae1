//! The page *Today*: problems that need attention, key figures, and progress. Numbers link to rows or reports.

mod attention;
mod overview_cache;

use anyhow::Result;

use super::components::{AttentionList, BarChart, KeyFigures, Note, Table, TableCell};
use super::translations::fill;
use super::{FormFields, Page, PageAnswer, PageContent, PageContext};
use crate::datafile::{classes, persons, trainings};
use crate::model::enumeration::STATUSES;
use crate::model::time;
use crate::store::operator::Role;
use crate::store::overview::{DivisionProgress, Overview};
pub use overview_cache::OverviewCache;

pub static PAGE: Page = Page { path: "today", title: |words| words.today, role: Role::Viewer, show, submit: None };

/// Shows the overview, or a division's trainings that expire (`today/due`). Until the first count ends, the page lacks
/// the parts that are slow to count, and reloads itself.
fn show(context: &PageContext) -> Result<PageAnswer> {
    let console = context.console;
    let (overview, is_counting) = console.overview_cache.get(&console.service.store)?;
    let mut content = PageContent::new(context.words.today);
    let is_complete = overview.as_ref().is_some_and(|overview| overview.is_complete);
    if !is_complete && is_counting {
        content.add_note(context.words.counting_in_progress);
        content.mark_unfinished();
    } else if !is_complete {
        content.add_note(context.words.counting_failed);
    }
    let view = overview.as_deref().map(|overview| OverviewView { context, overview });
    match (context.segments().as_slice(), view) {
        ([], Some(view)) => view.overview_page(content),
        (["due"], Some(view)) if is_complete => view.expiring_page(),
        ([] | ["due"], _) => Ok(PageAnswer::Page(content)),
        _ => Ok(PageAnswer::NotFound),
    }
}

const PORTFOLIO_REPORT: &str = "GetAllLearningPortfolioContent";

const STATUS_FILTER: &str = "in.LearningPortfolioStatus";

struct OverviewView<'a> {
    context: &'a PageContext<'a>,
    overview: &'a Overview,
}

impl OverviewView<'_> {
    fn overview_page(&self, mut content: PageContent) -> Result<PageAnswer> {
        let (words, overview) = (self.context.words, self.overview);
        content.add_note(&words.counted_at.replace("{}", &self.counted_at()));
        let items = self.attention_items()?;
        // other items may follow, so that it is unknown whether nothing needs action
        if overview.is_complete || !items.is_empty() {
            content.add_heading(words.needs_action);
        }
        if !items.is_empty() {
            content.add(&AttentionList { items });
        } else if overview.is_complete {
            content.add(&Note { tone: "good", text: words.nothing_needs_action });
        }
        let files = [&persons::FILE, &trainings::FILE, &classes::FILE];
        let labels = files.map(|file| file.label(self.context.language));
        let figures = labels.iter().zip(files).zip(overview.counts).map(|((label, file), count)| {
            let address = self.context.address(&format!("data/{}", file.stem()));
            (label.as_str(), group_digits(count.unsigned_abs()), address)
        });
        content.add(&KeyFigures { figures: figures.collect() });
        let [persons, ..] = overview.counts;
        let (employed, dismissed) = overview.employed_and_dismissed_persons;
        let anonymised = persons - employed - dismissed;
        let text = if anonymised == 0 { words.employed_and_left } else { words.employed_left_and_anonymised };
        let counts = [employed, dismissed, anonymised].map(|count| group_digits(count.unsigned_abs()));
        content.add_note(&fill(text, [("", &counts[0]), ("left", &counts[1]), ("anonymised", &counts[2])]));
        // the items of the list link to these sections by id
        if overview.is_complete {
            content.add_section("mandatory", words.expired_or_expiring);
            let mandatory = self.mandatory_table();
            if !mandatory.rows.is_empty() {
                content.add_note(words.percentage_of_mandatory);
            }
            content.add(&mandatory);
        }
        content.add_section("classes", words.classes_needing_attention);
        content.add(&self.classes_table());
        content.add_section("connectors", words.connectors);
        content.add(&self.connectors_table()?);
        if !self.overview.similar_pairs.is_empty() {
            content.add_section("similar", words.similar_rows);
            content.add(&self.similar_table());
        }
        self.add_last_backup(&mut content)?;
        if overview.is_complete {
            content.add_heading(words.portfolio_by_division);
            // status 0 is outside the portfolio
            if overview.divisions.values().flat_map(|division| &division.statuses[1..]).any(|count| *count > 0) {
                content.add_note(words.percentage_of_portfolio);
                content.add(&self.portfolio_chart());
            } else {
                content.add_note(words.all_portfolios_empty);
            }
            content.add_heading(words.completed_per_month);
            if overview.completions.values().any(|count| *count > 0) {
                content.add(&self.completions_chart());
            } else {
                content.add_note(words.nothing_completed);
            }
        }
        Ok(PageAnswer::Page(content))
    }

    fn counted_at(&self) -> String {
        self.context.language.format_date(&self.overview.at)
    }

    fn report_address(&self, operation: &str, parameters: &[(&str, &str)]) -> String {
        let query = FormFields::new(parameters.iter().copied()).to_query();
        self.context.address(&format!("reports/{operation}?{query}"))
    }

    fn mandatory_portfolio_address(&self, status: i64) -> String {
        // the report contains "Ja" for true
        let status = status.to_string();
        self.report_address(PORTFOLIO_REPORT, &[(STATUS_FILTER, &status), ("in.TrainingIsMandatory", "Ja")])
    }

    fn portfolio_chart(&self) -> BarChart<'static> {
        let words = self.context.words;
        // status 0 is outside the portfolio
        let counts_by_status = |division: &DivisionProgress| division.statuses[1..].to_vec();
        let divisions = self.overview.divisions.iter();
        let bars: Vec<_> = divisions.map(|(name, division)| (name.clone(), counts_by_status(division))).collect();
        let row = |(name, counts): &(String, Vec<u64>)| {
            let sum = counts.iter().sum();
            let cell =
                |count| TableCell { small_text: percentage(count, sum), ..TableCell::number(group_digits(count)) };
            [TableCell::text(name)].into_iter().chain(counts.iter().copied().map(cell)).collect()
        };
        // the last row has the totals, which link to the report of all divisions
        let sum_of_all = bars.iter().flat_map(|(_, counts)| counts).sum();
        let total_cell = |(index, status): (usize, &&str)| {
            let total = bars.iter().map(|(_, counts)| counts[index]).sum();
            linked_share(total, sum_of_all, self.report_address(PORTFOLIO_REPORT, &[(STATUS_FILTER, status)]))
        };
        let total_cells = STATUSES.numbers.iter().enumerate().map(total_cell);
        let total_row = [TableCell::text(words.all_divisions)].into_iter().chain(total_cells).collect();
        let statuses = STATUSES.words(self.context.language);
        let labels = [words.topmost_division].into_iter().chain(statuses.iter().copied());
        let rows = bars.iter().map(row).chain([total_row]).collect();
        let table = Table::new(words.portfolio_by_division, labels, rows, words.no_portfolio);
        BarChart::new(words.portfolio_by_division, &statuses, &bars, table)
    }

    fn completions_chart(&self) -> BarChart<'static> {
        let words = self.context.words;
        let completions = &self.overview.completions;
        let bar = |(month, count): (&String, &u32)| (words.month_name(month), vec![u64::from(*count)]);
        let bars: Vec<_> = completions.iter().map(bar).collect();
        let row = |(month, count): (&String, &u32)| {
            let first_day = time::parse_date(&format!("{month}-01")).unwrap_or_default();
            let (from, to) = (first_day.to_string(), first_day.last_of_month().to_string());
            let address = self.report_address("CompletedCourses", &[("fromDate", &from), ("toDate", &to)]);
            vec![TableCell::text(words.month_name(month)), linked_number(u64::from(*count), address)]
        };
        let rows = completions.iter().map(row).collect();
        let table =
            Table::new(words.completed_per_month, [words.month, words.completed_per_month], rows, words.nothing_found);
        BarChart::new(words.completed_per_month, &[words.completed_per_month], &bars, table)
    }
}

fn linked_number(number: u64, address: String) -> TableCell {
    let cell = TableCell::number(group_digits(number));
    if number == 0 { cell } else { cell.link_to(address) }
}

/// Returns a linked number with its percentage of `whole`.
fn linked_share(part: u64, whole: u64, address: String) -> TableCell {
    TableCell { small_text: percentage(part, whole), ..linked_number(part, address) }
}

/// Returns a rounded percentage such as `17%`; empty for zero, so that the table stays easy to read.
fn percentage(part: u64, whole: u64) -> String {
    match part {
        0 => String::new(),
        // half of the divisor rounds to the nearest whole number
        _ => format!("{}%", (part * 100 + whole / 2) / whole.max(1)),
    }
}

/// Groups the digits of a number by three, with narrow spaces: `12 345`.
pub(super) fn group_digits(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group).into_owned());
    groups.collect::<Vec<_>>().join("\u{202f}")
}
