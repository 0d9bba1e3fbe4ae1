//! The pages of persons: a search by any part of a name, identifier or e-mail address, and a page per person.

mod actions;
mod agenda;
mod history;
mod portfolio;

use anyhow::Result;

use super::calendar;
use super::components::{
    Collapsed, FilterChips, Form, FormField, Input, NamedValue, NamedValues, SectionLinks, Summary, Table, TableCell,
};
use super::data::download::{self, TableDownload};
use super::data::row_names::RowNames;
use super::data::{NEW_ROW, filters, last_change, listed_columns, query_without_page_fields};
use super::tasks::{self, TaskTarget};
use super::{FormFields, Page, PageAnswer, PageContent, PageContext};
use crate::datafile::file::{Column, DataFile};
use crate::datafile::{FILES, enrollments, find_cell, persons};
use crate::decode::rest::FORMAT;
use crate::ledger::{RecordedCells, find_cells};
use crate::model::time;
use crate::store::Snapshot;
use crate::store::calendar_feed::FeedKind;
use crate::store::operator::Role;
use crate::store::person::find_by_identifier;
use crate::store::row_listing::{self, ColumnFilter, FilterOperator, ListingOrder, ListingPosition, ListingQuery};
use portfolio::Portfolio;

pub static PAGE: Page =
    Page { path: "person", title: |words| words.persons, role: Role::Viewer, show, submit: Some(actions::submit) };

/// The path segment that leads to the page of the person with the employee number in the field [`NUMBER`].
pub const BY_NUMBER: &str = "by-number";

pub const NUMBER: &str = "number";

const RESULTS_PER_PAGE: usize = 50;

const MAX_ROWS_OF_SECTION: usize = 20;

/// The most rows of a table that is not collapsed.
const MAX_EXPANDED_ROWS: usize = 5;

struct PersonView<'a> {
    context: &'a PageContext<'a>,
    snapshot: &'a Snapshot<'a>,
    /// The id of the person's row. The address of the page contains this id: `person/7`.
    row: i64,
    cells: RecordedCells,
}

/// Shows the search, a page about a person, or the form of a task, such as `person/7/enrol`.
fn show(context: &PageContext) -> Result<PageAnswer> {
    match context.segments().as_slice() {
        [] => show_search_results(context),
        [BY_NUMBER] => {
            let person = find_by_identifier(&*context.snapshot()?, context.request.query.text_of(NUMBER))?;
            Ok(person
                .map_or(PageAnswer::NotFound, |person| PageAnswer::Redirect(format!("{}/{}", PAGE.path, person.id))))
        }
        [row] => with_person(context, row, |person| person.show_page()),
        [row, "agenda"] => with_person(context, row, agenda::show),
        [row, "history"] => with_person(context, row, history::show),
        [row, "everything"] => with_person(context, row, actions::download_dossier),
        [row, task] => with_person(context, row, |person| person.task_target().show_task(task)),
        _ => Ok(PageAnswer::NotFound),
    }
}

/// Returns `NotFound` for a text that is no positive number, and for an unknown id.
fn with_person(
    context: &PageContext,
    row: &str,
    answer: impl FnOnce(&PersonView) -> Result<PageAnswer>,
) -> Result<PageAnswer> {
    let snapshot = context.snapshot()?;
    let Ok(row) = row.parse::<i64>() else { return Ok(PageAnswer::NotFound) };
    // row 0 is the placeholder to which empty cells refer
    if row <= 0 {
        return Ok(PageAnswer::NotFound);
    }
    let Some(cells) = find_cells(&snapshot, &persons::FILE, row)? else { return Ok(PageAnswer::NotFound) };
    answer(&PersonView { context, snapshot: &snapshot, row, cells })
}

/// Shows the persons that match the search. If the search is empty, shows all employed persons.
fn show_search_results(context: &PageContext) -> Result<PageAnswer> {
    let (words, search) = (context.words, context.request.query.text_of("q"));
    let snapshot = context.snapshot()?;
    let mut content = PageContent::new(words.persons).with_row_key(search);
    content.add_new_row_button(context, &persons::FILE, context.form_address(&persons::FILE, NEW_ROW));
    last_change::add_outcome_message(context, &snapshot, &persons::FILE, None, &mut content)?;
    let field =
        FormField::new("q", words.search, Input::Line("search")).with_value(search).with_hint(words.person_search_hint);
    let form = Form::selecting(words.search, context.address("person"), vec![field], words.search);
    content.add(&form);
    // a page after the first has the id and the sort value of the previous page's last row in its address
    let query = &context.request.query;
    let first_page_query = query_without_page_fields(context);
    content.add(&FilterChips::of(context, &first_page_query, form.all_fields()));
    let last_row = query.text_of("from").parse().ok();
    let after = last_row.map(|row| ListingPosition { value: query.text_of("after").to_owned(), row });
    let mut listing_query =
        ListingQuery { file: &persons::FILE, search, filters: &[], order: None, after, size: RESULTS_PER_PAGE };
    // employed persons have a contract without an end, or with an end in the future
    let employed = persons::FILE.find_column("ContractEndTime").map(|(_, column)| ColumnFilter {
        column,
        operator: FilterOperator::EmptyOrAfter,
        cell: time::format_wall_time(snapshot.clock().now()),
    });
    if search.is_empty() {
        content.add_note(words.employed_persons_intro);
        listing_query.filters = employed.as_slice();
        listing_query.order =
            persons::FILE.find_column("FamilyName").map(|(_, column)| ListingOrder { column, is_descending: false });
    }
    if let Some(format) = query.get(FORMAT) {
        let download = TableDownload {
            file: &persons::FILE,
            columns: listed_columns(context, &persons::FILE),
            search: search.to_owned(),
            filters: listing_query.filters.to_vec(),
            order: listing_query.order,
            language: context.language,
        };
        return download.begin(context, format);
    }
    let listing = row_listing::list(&snapshot, &listing_query)?;
    let column_names = ["ExternalIdentifier", "FunctionName", "DivisionName", "ContractEndTime"];
    let columns: Vec<_> = column_names.iter().filter_map(|name| persons::FILE.find_column(name)).collect();
    let names = RowNames::new(context, &snapshot);
    let person_row = |(id, cells): &(i64, RecordedCells)| {
        let name = names.title_with_badge(&persons::FILE, cells).link_to(context.address(&format!("person/{id}")));
        let cell = |(_, column): &(usize, &Column)| TableCell::text(shown_text(context, column, cells));
        [name].into_iter().chain(columns.iter().map(cell)).collect()
    };
    let rows: Vec<_> = listing.rows.iter().map(person_row).collect();
    let has_rows = !rows.is_empty();
    let next_page = listing.next.iter().map(|next| {
        let mut next_query = first_page_query.clone();
        next_query.0.extend([("after".to_owned(), next.value.clone()), ("from".to_owned(), next.row.to_string())]);
        (format!("?{}", next_query.to_query()), words.next_rows)
    });
    let column_labels = columns.iter().map(|(_, column)| column.label(context.language));
    let labels = [words.name.to_owned()].into_iter().chain(column_labels);
    let table = Table::new(words.persons, labels, rows, words.nothing_found).without_empty_columns();
    content.add(&table.with_links(next_page));
    let table_address = context.address("data/persons");
    if has_rows {
        let all_rows = (table_address.as_str(), &FormFields::default());
        download::add_links(context, &persons::FILE, Some(("", &first_page_query)), all_rows, &mut content);
    }
    content.add_link(table_address, words.other_columns);
    Ok(PageAnswer::Page(content))
}

/// Returns the text of a person's cell. A contract without an end has an empty cell or, in some HR systems, a date in the
/// year 9999: both are shown as nothing.
fn shown_text(context: &PageContext, column: &Column, person: &RecordedCells) -> String {
    let text = column.format_cell(find_cell(person, column.name), context.language);
    let is_open_end = column.name == "ContractEndTime" && text == context.language.no_end_date();
    if is_open_end { String::new() } else { text }
}

/// Returns the columns of all data files whose cells are identifiers of persons, such as the manager in `persons.csv`.
/// Omits columns that can also refer to another file.
fn columns_that_refer_to_persons() -> impl Iterator<Item = (&'static DataFile, &'static Column)> {
    FILES.iter().flat_map(|file| {
        let columns = file.columns.iter();
        let refers_to_persons =
            |column: &&Column| matches!(column.references(), [reference] if reference.to.name == persons::FILE.name);
        columns.filter(refers_to_persons).map(|column| (*file, column))
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
        persons::is_dismissed(&self.cells, &time::format_wall_time(self.snapshot.clock().now()))
    }

    fn task_target(&self) -> TaskTarget<'_> {
        TaskTarget {
            context: self.context,
            snapshot: self.snapshot,
            page: PAGE.path,
            file: &persons::FILE,
            row: self.row,
            cells: self.cells.clone(),
            tasks: &tasks::person::TASKS,
            is_closed: self.is_dismissed(),
        }
    }

    fn show_page(&self) -> Result<PageAnswer> {
        let (context, words) = (self.context, self.context.words);
        let mut content = PageContent::new(persons::FILE.row_title(&self.cells)).with_row_key(self.identifier());
        let is_anonymised = persons::is_anonymised(&self.cells);
        let tasks = self.task_target();
        actions::add_success_message(self, &mut content)?;
        tasks.add_task_message(&mut content)?;
        if is_anonymised {
            content.add_note(words.person_is_anonymised);
        } else if self.is_dismissed() {
            content.add_note(words.person_not_employed);
        }
        let portfolio = Portfolio::read(self)?;
        content.add(&self.summary(&portfolio)?);
        if !is_anonymised {
            tasks.add_links(&mut content)?;
        }
        let edit = if context.has_role(Role::Editor) { words.edit } else { words.all_fields };
        content.add_link(context.form_address(&persons::FILE, self.row), edit);
        calendar::add_link(context, FeedKind::Person, self.row, &mut content)?;
        // the links to the sections come before the sections, but only the sections determine which links exist
        let mut sections = Sections { content: PageContent::new(""), ids_and_headings: Vec::new() };
        sections.begin("portfolio", words.portfolio);
        portfolio.add_tables(words, &mut sections.content);
        agenda::add_section(self, &mut sections)?;
        let names = RowNames::new(context, self.snapshot);
        for (file, column) in columns_that_refer_to_persons() {
            self.add_referring_rows(file, column, &names, &mut sections)?;
        }
        sections.begin("history", words.history);
        sections.content.add(&history::changes_table(self, None)?);
        if context.has_role(Role::Editor) {
            sections.begin("employment", words.employment_and_privacy);
            actions::add_actions(self, &mut sections.content);
        }
        content.add(&SectionLinks { label: words.on_this_page, ids_and_headings: sections.ids_and_headings });
        content.append(sections.content);
        Ok(PageAnswer::Page(content))
    }

    fn summary(&self, portfolio: &Portfolio) -> Result<Summary<'static>> {
        let (context, words) = (self.context, self.context.words);
        let manager = tasks::row_with_key(self.snapshot, &persons::FILE, self.cell("ManagerExternalIdentifier"))?;
        let manager_value = match manager {
            Some((row, cells)) => NamedValue::from((words.manager, persons::FILE.row_title(&cells)))
                .link_to(context.address(&format!("person/{row}"))),
            None => NamedValue::default(),
        };
        let named_cell = |name: &str| match persons::FILE.find_column(name) {
            Some((_, column)) => {
                NamedValue::from((column.label(context.language), shown_text(context, column, &self.cells)))
            }
            None => NamedValue::default(),
        };
        Ok(Summary {
            values: NamedValues::of([
                named_cell("FunctionName"),
                named_cell("DivisionName"),
                manager_value,
                named_cell("ContractStartTime"),
                named_cell("ContractEndTime"),
                named_cell("ExternalIdentifier"),
                named_cell("Email"),
                named_cell("PhoneNumber"),
            ]),
            badges_label: words.mandatory_trainings,
            badges: portfolio.badges(context),
        })
    }

    /// Adds a section with the rows of `file` whose `column` refers to the person. Adds nothing if there are no rows.
    fn add_referring_rows(
        &self,
        file: &'static DataFile,
        column: &'static Column,
        names: &RowNames,
        sections: &mut Sections,
    ) -> Result<()> {
        let (context, words) = (self.context, self.context.words);
        let filters = [ColumnFilter::equals(column, self.identifier())];
        let listing_query =
            ListingQuery { file, search: "", filters: &filters, order: None, after: None, size: MAX_ROWS_OF_SECTION };
        let listing = row_listing::list(self.snapshot, &listing_query)?;
        if listing.rows.is_empty() {
            return Ok(());
        }
        let label = file.label(context.language);
        let title = match file.name {
            // in `persons.csv`, only the column of the manager refers to a person
            "persons.csv" => words.team,
            "group_members.csv" => words.groups,
            "class_trainers.csv" => words.teaches_classes,
            "training_trainers.csv" => words.teaches_trainings,
            _ => &label,
        };
        // the table of the file, filtered by this person, has the rows beyond the section
        let filter_name = filters::filter_field_name(FilterOperator::Is, column);
        let filter_query = FormFields::new([(filter_name, self.identifier())]).to_query();
        let all_rows = context.address(&format!("data/{}?{filter_query}", file.stem()));
        let more = listing.next.is_some().then_some((all_rows, words.all));
        // no single column shows a title that consists of several columns, such as the name of a person
        let has_title_column = file.title.len() > 1;
        // the referring column has the same cell in each row: this person
        let mut columns = super::data::default_columns(file);
        columns.retain(|other| other.name != column.name);
        let title_label = has_title_column.then(|| words.name.to_owned());
        let column_labels = columns.iter().map(|column| column.label(context.language));
        let mut labels: Vec<_> = title_label.into_iter().chain(column_labels).collect();
        // the status of an enrolment depends on its class
        let state_index =
            columns.iter().position(|column| file.name == enrollments::FILE.name && column.name == "State");
        if let Some(index) = state_index {
            labels.insert(index, words.begins.to_owned());
        }
        let mut rows = Vec::new();
        for (row, cells) in &listing.rows {
            let cell = |column: &&Column| names.cell_with_name(column, find_cell(cells, column.name), cells);
            let title_cell = has_title_column.then(|| Ok(names.title_with_badge(file, cells)));
            let mut row_cells = title_cell.into_iter().chain(columns.iter().map(cell)).collect::<Result<_>>()?;
            if let Some(index) = state_index {
                agenda::add_class_timing(self, cells, index, &mut row_cells)?;
            }
            // a person has a page; any other row has only a form
            let address = match file.name {
                "persons.csv" => context.row_address(file.name, *row),
                _ => context.form_address(file, *row),
            };
            rows.push(TableCell::link_first_cell(row_cells, address));
        }
        sections.begin(&format!("{}-{}", file.stem(), column.name), title);
        let table = Table::new(title, labels, rows, words.nothing_found).without_empty_columns();
        sections.add_table(context, table.with_links(more));
        Ok(())
    }
}

struct Sections {
    content: PageContent,
    ids_and_headings: Vec<(String, String)>,
}

impl Sections {
    fn begin(&mut self, id: &str, heading: &str) {
        self.content.add_section(id, heading);
        self.ids_and_headings.push((id.to_owned(), heading.to_owned()));
    }

    /// Adds a table, collapsed if it has more than [`MAX_EXPANDED_ROWS`] rows.
    fn add_table(&mut self, context: &PageContext, table: Table) {
        let (words, count) = (context.words, table.rows.len());
        if count <= MAX_EXPANDED_ROWS {
            return self.content.add(&table);
        }
        let text = if table.more.is_empty() { words.show_rows } else { words.show_first_rows };
        self.content.add(&Collapsed { heading: &text.replace("{}", &count.to_string()), content: table });
    }
}
