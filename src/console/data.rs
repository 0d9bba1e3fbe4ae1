//! Data: a table per data file, from its declaration, and each row as a form ([`row`]).

pub mod filters;
mod last_change;
pub mod names;
mod row;
pub mod suggestions;

use anyhow::Result;

use super::components::{Form, FormField, Heading, Input, Paging, Sort, Table, TableCell};
use super::page::{Page, PageAnswer, PageContent};
use super::page_context::PageContext;
use crate::datafile::FILES;
use crate::datafile::file::{Column, DataFile, Domain};
use crate::store::listing::{self, ListingPosition, ListingQuery};
use crate::store::operator::Role;
use filters::Filters;

pub static PAGE: Page =
    Page { path: "data", title: |words| words.data, role: Role::Viewer, show, change: Some(change) };

/// Rows per page.
const ROWS: usize = 50;

/// Columns of a table; the row's own page has all.
const COLUMNS: usize = 8;

/// Returns the data file with this name in an address.
fn file(stem: &str) -> Option<&'static DataFile> {
    FILES.iter().copied().find(|file| file.stem() == stem)
}

fn show(visit: &PageContext) -> Result<PageAnswer> {
    let steps = visit.steps();
    let [stem, below @ ..] = steps.as_slice() else {
        return files(visit);
    };
    match (file(stem), below) {
        (None, []) if *stem == "suggest" => suggestions::show(visit),
        (Some(file), []) => rows(visit, file),
        (Some(_), ["new"]) if !visit.may(Role::Editor) => Ok(PageAnswer::Nothing),
        (Some(file), [step]) => row::show(visit, file, step),
        _ => Ok(PageAnswer::Nothing),
    }
}

fn change(visit: &PageContext) -> Result<PageAnswer> {
    let steps = visit.steps();
    let [stem, below @ ..] = steps.as_slice() else {
        return Ok(PageAnswer::Nothing);
    };
    visit.changing(|| match (file(stem), below) {
        (Some(file), ["undo"]) => last_change::undone(visit, file),
        (Some(file), [step]) => row::change(visit, file, step),
        (Some(file), [step, "remove"]) => row::remove(visit, file, step),
        _ => Ok(PageAnswer::Nothing),
    })
}

fn files(visit: &PageContext) -> Result<PageAnswer> {
    let words = visit.words;
    let snapshot = visit.snapshot()?;
    let row = |(file, rows): (&&'static DataFile, i64)| {
        let address = visit.address(&format!("data/{}", file.stem()));
        vec![
            TableCell::text(file.label(visit.language)).to(address),
            TableCell::text(file.holds(visit.language)),
            TableCell::number(rows),
        ]
    };
    let counts = visit.console.counts.of(&snapshot)?;
    let mut content = PageContent::new(words.data);
    let rows = FILES.iter().zip(counts).map(row).collect();
    content.add(&Table::new(words.data, [words.file, words.holds, words.rows], rows, words.none_found));
    Ok(PageAnswer::Page(content))
}

/// Returns the columns of the table, without the id and long texts.
pub fn shown_columns(file: &'static DataFile) -> impl Iterator<Item = (usize, &'static Column)> {
    let columns = file.columns.iter().enumerate();
    let short = |column: &Column| !matches!(column.domain, Domain::Id) && !column.is_long();
    columns.filter(move |(_, column)| short(column)).take(COLUMNS)
}

fn rows(visit: &PageContext, file: &'static DataFile) -> Result<PageAnswer> {
    let (words, query) = (visit.words, &visit.request.query);
    let snapshot = visit.snapshot()?;
    let filters = filters::of(visit, &snapshot, file);
    let is_wrong = filters.fields.iter().any(|field| !field.wrong.is_empty());
    let order = query.get("sort").and_then(|name| file.column(name));
    let after = query.get("from").and_then(|row| row.parse().ok());
    let wish = ListingQuery {
        file,
        search: query.text_of("q"),
        filters: &filters.all,
        order: order.map(|(_, column)| (column, query.get("way") == Some("down"))),
        after: after.map(|row| ListingPosition { value: query.text_of("after").to_owned(), row }),
        size: ROWS,
    };
    let listing = listing::list(&snapshot, &wish)?;
    let sortable = listing::sortable(&snapshot, file)?;
    let mut content = PageContent::new(file.label(visit.language));
    content.note(&file.holds(visit.language));
    last_change::done(visit, &snapshot, file, None, &mut content)?;
    if visit.may(Role::Editor) {
        content.button(visit.address(&format!("data/{}/new", file.stem())), words.add_row);
    }
    content.add(&search(visit, file, filters));
    if is_wrong {
        return Ok(PageAnswer::Page(content));
    }
    let paging = Paging::of(visit, "from", format!("?{}", query_without_position(visit).text()));
    let next = listing.next.into_iter().flat_map(|next| [("after", next.value), ("from", next.row.to_string())]);
    content.add(&Table {
        caption: &file.label(visit.language),
        headings: shown_columns(file).map(|(_, column)| heading(visit, column, &sortable)).collect(),
        rows: listing.rows.iter().map(|(row, cells)| cells_of(visit, file, *row, cells)).collect(),
        none: words.none_found,
        more: paging.links(next),
    });
    Ok(PageAnswer::Page(content))
}

fn search<'a>(visit: &'a PageContext, file: &'static DataFile, filters: Filters) -> Form<'a> {
    let words = visit.words;
    let labels: Vec<_> = file.searched().map(|column| column.label(visit.language)).collect();
    let field = FormField::new("q", words.search, Input::Line("search")).with_value(visit.request.query.text_of("q"));
    let mut fields = vec![field.hint(words.search_in.replace("{}", &labels.join(", ")))];
    // keeps the current sorting
    for name in ["sort", "way"] {
        if let Some(value) = visit.request.query.get(name) {
            fields.push(FormField::new(name, "", Input::Hidden).with_value(value));
        }
    }
    Form {
        more: Some((words.filters, filters.are_any, filters.fields)),
        ..Form::search_form(words.search, visit.address(&format!("data/{}", file.stem())), fields, words.find)
    }
}

/// Returns the possible values of a cell with their labels, if they are a list.
pub fn choices(visit: &PageContext, column: &Column) -> Option<Vec<(String, String)>> {
    let known: &[&str] = match column.domain {
        Domain::Flag => &["true", "false"],
        Domain::Choice(known) => known,
        _ => return None,
    };
    let shown = |cell: &&str| ((*cell).to_owned(), column.shown(cell, visit.language));
    Some(known.iter().map(shown).collect())
}

/// Returns the query without the position.
fn query_without_position(visit: &PageContext) -> super::FormFields {
    visit.request.query.given_but(&["after", "from", "saved", "removed", "undone"])
}

fn heading(visit: &PageContext, column: &'static Column, sortable: &[&str]) -> Heading {
    let label = column.label(visit.language);
    let sort = sortable.contains(&column.name).then(|| {
        let names = ("sort", "way");
        Sort::by(&query_without_position(visit), names, column.name, visit.words).above(&label)
    });
    Heading { label, is_number: column.is_number(), sort }
}

/// Returns a row of the table, whose first cell links to the row's page.
fn cells_of(visit: &PageContext, file: &'static DataFile, row: i64, cells: &[(String, String)]) -> Vec<TableCell> {
    let cell = |(at, column): (usize, &Column)| {
        let (_, value) = &cells[at];
        TableCell { text: column.shown(value, visit.language), address: None, is_number: column.is_number() }
    };
    TableCell::link_first_cell(
        shown_columns(file).map(cell).collect(),
        visit.address(&format!("data/{}/{row}", file.stem())),
    )
}
