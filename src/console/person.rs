//! Person: search by any part of a name, identifier or address; one page with everything about a person and the
//! possible actions.

mod access;
mod actions;
mod agenda;
mod history;
mod portfolio;

use anyhow::Result;

use super::calendar;
use super::components::{Collapsed, Form, FormField, Input, SectionLinks, Summary, Table, TableCell};
use super::data::filters;
use super::data::names::Names;
use super::page::{Page, PageAnswer, PageContent};
use super::page_context::PageContext;
use super::request::FormFields;
use super::tasks::{self, TaskSubject};
use crate::datafile::file::{Column, DataFile};
use crate::datafile::persons::FILE;
use crate::datafile::{FILES, find_cell};
use crate::ledger::{RecordedCells, find_cells};
use crate::model::time;
use crate::store::Snapshot;
use crate::store::calendar_feed::FeedKind;
use crate::store::listing::{self, ColumnFilter, FilterOperator, ListingPosition, ListingQuery};
use crate::store::operator::Role;
use portfolio::Portfolio;

pub static PAGE: Page =
    Page { path: "person", title: |words| words.persons, role: Role::Viewer, show, change: Some(actions::change) };

/// The most search results.
const FOUND: usize = 50;

/// The most rows of a list on a person's page, and of one that is not collapsed.
const ROWS: usize = 20;
const SHOWN_ROWS: usize = 5;

/// The person to show.
struct PersonView<'a> {
    context: &'a PageContext<'a>,
    snapshot: &'a Snapshot<'a>,
    row: i64,
    cells: RecordedCells,
}

fn show(context: &PageContext) -> Result<PageAnswer> {
    match context.steps().as_slice() {
        [] => show_search_results(context),
        [row] => with_person(context, row, |person| person.show_page()),
        [row, "agenda"] => with_person(context, row, agenda::show),
        [row, "history"] => with_person(context, row, history::show),
        [row, "everything"] => with_person(context, row, access::download_dossier),
        [row, task] => with_person(context, row, |person| person.tasks().show(task)),
        _ => Ok(PageAnswer::Nothing),
    }
}

/// Finds the person of the row in an address and answers with `then`.
fn with_person(
    context: &PageContext,
    row: &str,
    then: impl FnOnce(&PersonView) -> Result<PageAnswer>,
) -> Result<PageAnswer> {
    let snapshot = context.snapshot()?;
    let row = row.parse::<i64>().ok().filter(|row| *row > 0);
    let found = row.map(|row| find_cells(&snapshot, &FILE, row)).transpose()?.flatten();
    let (Some(row), Some(cells)) = (row, found) else {
        return Ok(PageAnswer::Nothing);
    };
    then(&PersonView { context, snapshot: &snapshot, row, cells })
}

/// Shows the persons that match all words.
fn show_search_results(context: &PageContext) -> Result<PageAnswer> {
    let (words, search) = (context.words, context.request.query.text_of("q"));
    let snapshot = context.snapshot()?;
    let mut content = PageContent::new(words.persons);
    if context.may(Role::Editor) {
        content.button(context.address("data/persons/new"), words.add_person);
    }
    let field = FormField::new("q", words.search, Input::Line("search")).with_value(search).hint(words.person_search);
    content.add(&Form::search_form(words.search, context.address("person"), vec![field], words.search));
    let query = &context.request.query;
    let after = query.text_of("from").parse().ok();
    let after = after.map(|row| ListingPosition { value: query.text_of("after").to_owned(), row });
    let mut listing_query = ListingQuery { file: &FILE, search, filters: &[], order: None, after, size: FOUND };
    let employed = FILE.find_column("ContractEndTime").map(|(_, column)| ColumnFilter {
        column,
        operator: FilterOperator::EmptyOrAfter,
        cell: time::format_wall_time(snapshot.clock().now()),
    });
    if search.is_empty() {
        content.note(words.persons_employed);
        listing_query.filters = employed.as_slice();
        listing_query.order = FILE.find_column("FamilyName").map(|(_, column)| (column, false));
    }
    let listing = listing::list(&snapshot, &listing_query)?;
    let shown = ["ExternalIdentifier", "FunctionName", "DivisionName", "ContractEndTime"];
    let columns: Vec<_> = shown.iter().filter_map(|name| FILE.find_column(name)).collect();
    let row = |(row, cells): &(i64, RecordedCells)| {
        let title = TableCell::text(FILE.row_title(cells)).to(context.address(&format!("person/{row}")));
        let rest =
            columns.iter().map(|(at, column)| TableCell::text(column.format_cell(&cells[*at].1, context.language)));
        [title].into_iter().chain(rest).collect()
    };
    let labels = columns.iter().map(|(_, column)| column.label(context.language));
    let rows = listing.rows.iter().map(row).collect();
    let more = listing.next.iter().map(|next| {
        let place = [("after", next.value.clone()), ("from", next.row.to_string())];
        let place = place.map(|(name, value)| (name.to_owned(), value));
        let fields = query.given_but(&["after", "from"]).0.into_iter().chain(place);
        (format!("?{}", FormFields(fields.collect()).text()), words.search_on)
    });
    let labels = [words.name.to_owned()].into_iter().chain(labels);
    content.add(&Table::new(words.persons, labels, rows, words.none_found).without_empty_columns().more(more));
    content.link(context.address("data/persons"), words.other_columns);
    Ok(PageAnswer::Page(content))
}

/// Returns the columns of data files that name a person.
fn columns_naming_a_person() -> impl Iterator<Item = (&'static DataFile, &'static Column)> {
    FILES.iter().flat_map(|file| {
        let columns = file.columns.iter();
        let names = |column: &&Column| matches!(column.references(), [one] if one.to.name == FILE.name);
        columns.filter(names).map(|column| (*file, column))
    })
}

impl PersonView<'_> {
    fn cell(&self, name: &str) -> &str {
        find_cell(&self.cells, name)
    }

    fn identifier(&self) -> &str {
        self.cell("ExternalIdentifier")
    }

    fn is_dismissed(&self) -> bool {
        let end = self.cell("ContractEndTime");
        let now = time::format_wall_time(self.snapshot.clock().now());
        !end.is_empty() && *end <= *now
    }

    fn tasks(&self) -> TaskSubject<'_> {
        TaskSubject {
            context: self.context,
            snapshot: self.snapshot,
            page: PAGE.path,
            file: &FILE,
            row: self.row,
            cells: self.cells.clone(),
            tasks: &tasks::person::TASKS,
            is_closed: self.is_dismissed(),
        }
    }

    fn show_page(&self) -> Result<PageAnswer> {
        let (context, words) = (self.context, self.context.words);
        let mut content = PageContent::new(FILE.row_title(&self.cells));
        let is_anonymised = self.cell("Anonymised") == "true";
        let tasks = self.tasks();
        actions::show_last_action(self, &mut content)?;
        tasks.show_previous_task(&mut content)?;
        if is_anonymised {
            content.note(words.is_anonymised);
        } else if self.is_dismissed() {
            content.note(words.is_dismissed);
        }
        let portfolio = Portfolio::read(self)?;
        content.add(&self.summary(&portfolio)?);
        if !is_anonymised {
            tasks.add_links(&mut content)?;
        }
        calendar::add_link(context, FeedKind::Person, self.row, &mut content)?;
        let mut sections = Sections { content: PageContent::new(""), links: Vec::new() };
        sections.begin("portfolio", words.portfolio);
        if !portfolio.steps.rows.is_empty() {
            sections.content.add(&portfolio.steps);
        }
        sections.content.add(&portfolio.table);
        agenda::add_section(self, &mut sections)?;
        let names = Names::new(context, self.snapshot);
        for (file, column) in columns_naming_a_person() {
            self.add_rows(file, column, &names, &mut sections)?;
        }
        sections.begin("history", words.history);
        sections.content.add(&history::changes_table(self, None)?);
        if context.may(Role::Editor) {
            sections.begin("employment", words.deeds);
            actions::add_actions(self, &mut sections.content);
        }
        content.add(&SectionLinks { label: words.sections, sections: sections.links });
        content.append(sections.content);
        Ok(PageAnswer::Page(content))
    }

    /// Returns who it is, and the mandatory trainings that are valid or not.
    fn summary(&self, portfolio: &Portfolio) -> Result<Summary<'static>> {
        let (context, words) = (self.context, self.context.words);
        let manager = listing::find_row_by_key(self.snapshot, &FILE, self.cell("ManagerExternalIdentifier"))?;
        let manager =
            manager.filter(|row| *row > 0).map(|row| find_cells(self.snapshot, &FILE, row).map(|cells| (row, cells)));
        let (to, manager) = match manager.transpose()? {
            Some((row, Some(cells))) => (Some(context.address(&format!("person/{row}"))), FILE.row_title(&cells)),
            _ => (None, String::new()),
        };
        let shown = |name: &str| {
            let column = FILE.find_column(name).map(|(_, column)| column);
            column.map_or_else(Default::default, |column| {
                (column.label(context.language), column.format_cell(self.cell(name), context.language), None)
            })
        };
        let contract = ["ContractStartTime", "ContractEndTime"].map(|name| shown(name).1);
        let contract = match contract.each_ref().map(String::as_str) {
            ["", ""] => String::new(),
            [start, ""] => words.contract_from.replace("{}", start),
            ["", end] => words.contract_until.replace("{}", end),
            both => both.join(" – "),
        };
        let edit = if context.may(Role::Editor) { words.edit } else { words.all_fields };
        Ok(Summary {
            facts: vec![
                shown("FunctionName"),
                shown("DivisionName"),
                (words.manager.to_owned(), manager, to),
                (words.contract.to_owned(), contract, None),
                shown("ExternalIdentifier"),
                shown("Email"),
                shown("PhoneNumber"),
                (words.data.to_owned(), edit.to_owned(), Some(context.address(&format!("data/persons/{}", self.row)))),
            ],
            label: words.mandatory_trainings,
            badges: portfolio.badges(context),
        })
    }

    /// Shows the rows of a file that name the person in a column.
    fn add_rows(
        &self,
        file: &'static DataFile,
        column: &'static Column,
        names: &Names,
        sections: &mut Sections,
    ) -> Result<()> {
        let (context, words) = (self.context, self.context.words);
        let filters = [ColumnFilter::equals(column, self.identifier())];
        let query = ListingQuery { file, search: "", filters: &filters, order: None, after: None, size: ROWS };
        let listing = listing::list(self.snapshot, &query)?;
        if listing.rows.is_empty() {
            return Ok(());
        }
        // in the file of persons, they are the team
        let is_team = file.name == FILE.name;
        let label = file.label(context.language);
        let title = match file.name {
            "persons.csv" => words.team,
            "group_members.csv" => words.groups,
            "class_trainers.csv" => words.trainer_of_classes,
            "training_trainers.csv" => words.trainer_of_trainings,
            _ => &label,
        };
        let query = FormFields(vec![(filters::name(FilterOperator::Is, column), self.identifier().to_owned())]);
        let all = context.address(&format!("data/{}?{}", file.stem(), query.text()));
        let more = listing.next.is_some().then_some((all, words.all));
        let shown: Vec<_> =
            super::data::shown_columns(file).into_iter().filter(|(_, of)| of.name != column.name).collect();
        let mut rows = Vec::new();
        for (row, cells) in &listing.rows {
            let to = if is_team { format!("person/{row}") } else { format!("data/{}/{row}", file.stem()) };
            let texts = shown.iter().map(|(at, of)| Ok(TableCell::text(names.shown(of, &cells[*at].1)?)));
            rows.push(TableCell::link_first_cell(texts.collect::<Result<_>>()?, context.address(&to)));
        }
        sections.begin(&format!("{}-{}", file.stem(), column.name), title);
        let labels = shown.iter().map(|(_, of)| of.label(context.language));
        sections.add_list(context, Table::new(title, labels, rows, words.none_found).more(more));
        Ok(())
    }
}

/// The sections of the page, with links to each.
struct Sections {
    content: PageContent,
    links: Vec<(String, String)>,
}

impl Sections {
    /// Begins a section below this heading; `id` is where its link leads.
    fn begin(&mut self, id: &str, heading: &str) {
        self.content.section(id, heading);
        self.links.push((id.to_owned(), heading.to_owned()));
    }

    /// Adds a table, collapsed below the number of its rows if it has many.
    fn add_list(&mut self, context: &PageContext, table: Table) {
        let (words, count) = (context.words, table.rows.len());
        if count <= SHOWN_ROWS {
            return self.content.add(&table);
        }
        let text = if table.more.is_empty() { words.folded_rows } else { words.folded_rows_more };
        self.content.add(&Collapsed { heading: &text.replace("{}", &count.to_string()), content: table });
    }
}
