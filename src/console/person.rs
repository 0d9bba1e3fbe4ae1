//! Person: search by any part of a name, identifier or address; one page with everything about a person and the
//! possible actions.

mod access;
mod actions;
mod agenda;
mod history;
mod portfolio;

use anyhow::Result;

use super::calendar;
use super::components::{Form, FormField, Input, Table, TableCell};
use super::data::{filters, row_facts};
use super::page::{Page, PageAnswer, PageContent};
use super::page_context::PageContext;
use crate::datafile::file::{Column, DataFile};
use crate::datafile::persons::FILE;
use crate::datafile::{FILES, cell_of};
use crate::ledger::{RecordedCells, cells};
use crate::store::Snapshot;
use crate::store::calendar_feed::FeedKind;
use crate::store::listing::{self, ColumnFilter, FilterOperator, ListingQuery};
use crate::store::operator::Role;

pub static PAGE: Page =
    Page { path: "person", title: |words| words.persons, role: Role::Viewer, show, change: Some(actions::change) };

/// The most search results.
const FOUND: usize = 50;

/// Rows of a file on a person's page.
const ROWS: usize = 20;

/// The person to show.
struct PersonView<'a> {
    visit: &'a PageContext<'a>,
    snapshot: &'a Snapshot<'a>,
    row: i64,
    cells: RecordedCells,
}

fn show(visit: &PageContext) -> Result<PageAnswer> {
    match visit.steps().as_slice() {
        [] => search_results(visit),
        [row] => person(visit, row, |person| person.page()),
        [row, "agenda"] => person(visit, row, agenda::show),
        [row, "history"] => person(visit, row, history::show),
        [row, "everything"] => person(visit, row, access::download_dossier),
        _ => Ok(PageAnswer::Nothing),
    }
}

fn person(visit: &PageContext, row: &str, then: impl FnOnce(&PersonView) -> Result<PageAnswer>) -> Result<PageAnswer> {
    let snapshot = visit.snapshot()?;
    let row = row.parse::<i64>().ok().filter(|row| *row > 0);
    let found = row.map(|row| cells(&snapshot, &FILE, row)).transpose()?.flatten();
    let (Some(row), Some(cells)) = (row, found) else {
        return Ok(PageAnswer::Nothing);
    };
    then(&PersonView { visit, snapshot: &snapshot, row, cells })
}

/// Shows the persons that match all words.
fn search_results(visit: &PageContext) -> Result<PageAnswer> {
    let (words, search) = (visit.words, visit.request.query.text_of("q"));
    let mut content = PageContent::new(words.persons);
    let field = FormField::new("q", words.search, Input::Line("search")).with_value(search).hint(words.person_search);
    content.add(&Form::search_form(words.search, visit.address("person"), vec![field], words.find));
    if search.is_empty() {
        return Ok(PageAnswer::Page(content));
    }
    let snapshot = visit.snapshot()?;
    let query = &visit.request.query;
    let after = query.text_of("from").parse().ok().map(|row| listing::ListingPosition { value: String::new(), row });
    let wish = ListingQuery { file: &FILE, search, filters: &[], order: None, after, size: FOUND };
    let listing = listing::list(&snapshot, &wish)?;
    let shown = ["ExternalIdentifier", "Email", "FunctionName", "DivisionName", "ContractEndTime"];
    let columns: Vec<_> = shown.iter().filter_map(|name| FILE.column(name)).collect();
    let row = |(row, cells): &(i64, RecordedCells)| {
        let title = TableCell::text(FILE.title_of(cells)).to(visit.address(&format!("person/{row}")));
        let rest = columns.iter().map(|(at, column)| TableCell::text(column.shown(&cells[*at].1, visit.language)));
        [title].into_iter().chain(rest).collect()
    };
    let labels = columns.iter().map(|(_, column)| column.label(visit.language));
    let rows = listing.rows.iter().map(row).collect();
    let more = listing.next.iter().map(|next| {
        let query = query.with("from", &next.row.to_string());
        (format!("?{query}"), words.search_on)
    });
    let labels = [words.name.to_owned()].into_iter().chain(labels);
    content.add(&Table::new(words.persons, labels, rows, words.none_found).more(more));
    Ok(PageAnswer::Page(content))
}

/// Returns the columns of data files that name a person.
fn naming() -> impl Iterator<Item = (&'static DataFile, &'static Column)> {
    FILES.iter().flat_map(|file| {
        let columns = file.columns.iter();
        let names = |column: &&Column| matches!(column.references(), [one] if one.to.name == FILE.name);
        columns.filter(names).map(|column| (*file, column))
    })
}

impl PersonView<'_> {
    fn cell(&self, name: &str) -> &str {
        cell_of(&self.cells, name)
    }

    fn identifier(&self) -> &str {
        self.cell("ExternalIdentifier")
    }

    fn is_dismissed(&self) -> bool {
        let end = self.cell("ContractEndTime");
        let now = crate::model::time::text(self.snapshot.clock().now());
        !end.is_empty() && *end <= *now
    }

    fn page(&self) -> Result<PageAnswer> {
        let (visit, words) = (self.visit, self.visit.words);
        let mut content = PageContent::new(FILE.title_of(&self.cells));
        actions::show_last_action(self, &mut content)?;
        if self.cell("Anonymised") == "true" {
            content.note(words.is_anonymised);
        } else if self.is_dismissed() {
            content.note(words.is_dismissed);
        }
        content.add(&row_facts(visit, &FILE, &self.cells));
        let manager = self.cell("ManagerExternalIdentifier");
        if let Some(row) = listing::row(self.snapshot, &FILE, manager)?
            && !manager.is_empty()
            && let Some(cells) = cells(self.snapshot, &FILE, row)?
        {
            let text = format!("{}: {}", words.manager, FILE.title_of(&cells));
            content.link(visit.address(&format!("person/{row}")), &text);
        }
        content.link(visit.address(&format!("data/persons/{}", self.row)), words.all_fields);
        calendar::add_link(visit, FeedKind::Person, self.row, &mut content)?;
        content.heading(words.portfolio);
        content.add(&portfolio::table(self)?);
        agenda::add(self, &mut content)?;
        for (file, column) in naming() {
            self.rows(file, column, &mut content)?;
        }
        content.heading(words.history);
        content.add(&history::table(self, None)?);
        actions::add_actions(self, &mut content);
        Ok(PageAnswer::Page(content))
    }

    /// Shows the rows of a file that name the person in a column.
    fn rows(&self, file: &'static DataFile, column: &'static Column, content: &mut PageContent) -> Result<()> {
        let (visit, words) = (self.visit, self.visit.words);
        let filters = [ColumnFilter::is(column, self.identifier())];
        let wish = ListingQuery { file, search: "", filters: &filters, order: None, after: None, size: ROWS };
        let listing = listing::list(self.snapshot, &wish)?;
        if listing.rows.is_empty() {
            return Ok(());
        }
        // in the file of persons, they are the team
        let is_team = file.name == FILE.name;
        let label = file.label(visit.language);
        let title = if is_team { words.team } else { &label };
        let query = super::FormFields(vec![(filters::name(FilterOperator::Is, column), self.identifier().to_owned())]);
        let all = visit.address(&format!("data/{}?{}", file.stem(), query.text()));
        let more = listing.next.is_some().then_some((all, words.all));
        let shown: Vec<_> =
            super::data::shown_columns(file).into_iter().filter(|(_, of)| of.name != column.name).collect();
        let row = |(row, cells): &(i64, RecordedCells)| {
            let to = if is_team { format!("person/{row}") } else { format!("data/{}/{row}", file.stem()) };
            let cells = shown.iter().map(|(at, of)| TableCell::text(of.shown(&cells[*at].1, visit.language)));
            TableCell::link_first_cell(cells.collect(), visit.address(&to))
        };
        content.heading(title);
        let labels = shown.iter().map(|(_, of)| of.label(visit.language));
        let rows = listing.rows.iter().map(row).collect();
        content.add(&Table::new(title, labels, rows, words.none_found).more(more));
        Ok(())
    }
}
