//! Data: a table per data file, from its declaration, and each row as a form ([`row`]).

mod download;
pub mod filters;
mod last_change;
pub mod names;
mod row;
pub mod suggestions;

use anyhow::Result;

use super::components::{FilterChips, Form, FormField, Heading, Input, Paging, Sort, Table, TableCell};
use super::page::{Page, PageAnswer, PageContent};
use super::page_context::PageContext;
use super::translations;
use crate::datafile::FILES;
use crate::datafile::file::{Column, DataFile, Domain};
use crate::decode::rest::FORMAT;
use crate::ledger::RecordedCells;
use crate::model::language::Language;
use crate::model::text::shorten_for_message;
use crate::store::listing::{self, ListingPosition, ListingQuery};
use crate::store::operator::Role;
use download::TableDownload;
use filters::Filters;
use names::Names;

pub static PAGE: Page =
    Page { path: "data", title: |words| words.tables, role: Role::Viewer, show, change: Some(change) };

/// Rows per page.
const ROWS_PER_PAGE: usize = 50;

/// Columns of a table, unless others are declared or chosen.
const DEFAULT_COLUMNS: usize = 6;

/// The field of the address that chooses columns.
const CHOSEN: &str = "columns";

/// The fields of the address that belong to one view of the table: its position, messages, and the format of a file.
const FIELDS_OF_POSITION: [&str; 6] = ["after", "from", "saved", "removed", "undone", FORMAT];

/// The fields of the address that choose the order and columns.
const FIELDS_OF_VIEW: [&str; 3] = ["sort", "way", CHOSEN];

/// Returns the data file with this name in an address.
fn file(stem: &str) -> Option<&'static DataFile> {
    FILES.iter().copied().find(|file| file.stem() == stem)
}

fn show(context: &PageContext) -> Result<PageAnswer> {
    let steps = context.steps();
    let [stem, below @ ..] = steps.as_slice() else {
        return file_list(context);
    };
    match (file(stem), below) {
        (None, []) if *stem == "suggest" => suggestions::show(context),
        (Some(file), []) => table_page(context, file),
        (Some(_), ["new"]) if !context.may(Role::Editor) => Ok(PageAnswer::Refused(context.words.not_allowed)),
        (Some(file), [step]) => row::show(context, file, step),
        _ => Ok(PageAnswer::Nothing),
    }
}

fn change(context: &PageContext) -> Result<PageAnswer> {
    let steps = context.steps();
    let [stem, below @ ..] = steps.as_slice() else {
        return Ok(PageAnswer::Nothing);
    };
    context.changing(|| match (file(stem), below) {
        (Some(file), ["undo"]) => last_change::undo_change(context, file),
        (Some(file), [step]) => row::change(context, file, step),
        (Some(file), [step, "remove"]) => row::remove(context, file, step),
        _ => Ok(PageAnswer::Nothing),
    })
}

/// Lists the data files with their numbers of rows.
fn file_list(context: &PageContext) -> Result<PageAnswer> {
    let words = context.words;
    let snapshot = context.snapshot()?;
    let row = |(file, rows): (&&'static DataFile, i64)| {
        let address = context.address(&format!("data/{}", file.stem()));
        vec![
            TableCell::text(file.label(context.language)).to(address),
            TableCell::text(file.contents(context.language)),
            TableCell::number(rows),
        ]
    };
    let counts = context.console.counts.read(&snapshot)?;
    let mut content = PageContent::new(words.tables);
    let rows = FILES.iter().zip(counts).map(row).collect();
    content.add(&Table::new(words.tables, [words.file, words.holds, words.rows], rows, words.none_found));
    Ok(PageAnswer::Page(content))
}

/// A column of the table: one of the file, or the title of the row from several of them.
#[derive(Clone, Copy)]
enum ListedColumn {
    Title,
    Cell(usize, &'static Column),
}

/// Returns the columns that people look for first: the declared ones, else the key and the first others.
pub fn shown_columns(file: &'static DataFile) -> Vec<(usize, &'static Column)> {
    if !file.listed.is_empty() {
        return file.listed.iter().filter_map(|name| file.find_column(name)).collect();
    }
    choosable_columns(file).take(DEFAULT_COLUMNS).collect()
}

/// Returns the columns that a table can show: all but the id, which says nothing to people.
fn choosable_columns(file: &'static DataFile) -> impl Iterator<Item = (usize, &'static Column)> {
    let columns = file.columns.iter().enumerate();
    columns.filter(|(_, column)| !matches!(column.domain, Domain::Id | Domain::Bytes) && !column.is_long())
}

/// Returns the columns of the table: the title if several columns make it, then those that the address chooses.
fn listed_columns(context: &PageContext, file: &'static DataFile) -> Vec<ListedColumn> {
    let chosen = context.request.query.all(CHOSEN);
    let columns: Vec<_> = match chosen.is_empty() {
        true => shown_columns(file),
        false => choosable_columns(file).filter(|(_, column)| chosen.iter().any(|name| name == column.name)).collect(),
    };
    let title = (file.title.len() > 1).then_some(ListedColumn::Title);
    let title = title.or_else(|| match file.title {
        [name] if chosen.is_empty() => file.find_column(name).map(|(at, column)| ListedColumn::Cell(at, column)),
        _ => None,
    });
    title.into_iter().chain(columns.into_iter().map(|(at, column)| ListedColumn::Cell(at, column))).collect()
}

/// Shows the rows of a data file that the address selects, or sends them as a file.
fn table_page(context: &PageContext, file: &'static DataFile) -> Result<PageAnswer> {
    let (words, query) = (context.words, &context.request.query);
    let snapshot = context.snapshot()?;
    let filters = filters::of(context, &snapshot, file);
    if let Some(name) = unknown_field(context, file, &filters) {
        return Ok(PageAnswer::Bad(words.unknown_field.replace("{}", &shorten_for_message(name))));
    }
    let is_wrong = filters.fields.iter().any(|field| !field.wrong.is_empty());
    let order = query.get("sort").and_then(|name| file.find_column(name));
    let order = order.map(|(_, column)| (column, query.get("way") == Some("down")));
    let columns = listed_columns(context, file);
    let search = query.text_of("q");
    if let Some(format) = query.get(FORMAT).filter(|_| !is_wrong) {
        listing::check_search(search)?;
        let (search, language) = (search.to_owned(), context.language);
        let download = TableDownload { file, columns, search, filters: filters.all, order, language };
        return download.answer(context, format);
    }
    let after = query.get("from").and_then(|row| row.parse().ok());
    let selects = !search.trim().is_empty() || !filters.all.is_empty();
    let wish = ListingQuery {
        file,
        search,
        filters: &filters.all,
        order,
        after: after.map(|row| ListingPosition { value: query.text_of("after").to_owned(), row }),
        size: ROWS_PER_PAGE,
    };
    let listing = listing::list(&snapshot, &wish)?;
    let sortable = listing::sortable_columns(&snapshot, file)?;
    let label = file.label(context.language);
    // other pages have these titles
    let is_taken = [words.persons, words.classes].contains(&label.as_str());
    let mut content = PageContent::new(if is_taken { format!("{label} ({})", words.table) } else { label });
    content.note(&file.contents(context.language));
    last_change::add_last_change(context, &snapshot, file, None, &mut content)?;
    if context.may(Role::Editor) {
        content.button(context.address(&format!("data/{}/new", file.stem())), words.add_row);
    }
    let form = search_form(context, file, filters);
    content.add(&form);
    if is_wrong {
        return Ok(PageAnswer::Page(content));
    }
    let fields = form.fields.iter().chain(form.more.iter().flat_map(|(_, _, filters)| filters));
    content.add(&FilterChips::of(context, &query_without_position(context), fields));
    content.add(&column_choice(context, file, &columns));
    let paging = Paging::of(context, "from", format!("?{}", query_without_position(context).text()));
    let none = if listing.next.is_some() { words.none_found_yet } else { words.none_found };
    let next = listing.next.into_iter().flat_map(|next| [("after", next.value), ("from", next.row.to_string())]);
    let names = Names::new(context, &snapshot);
    let row = |(row, cells): &(i64, RecordedCells)| -> Result<Vec<TableCell>> {
        let shown = columns.iter().map(|column| column.cell(file, &names, cells)).collect::<Result<_>>()?;
        Ok(TableCell::link_first_cell(shown, context.address(&format!("data/{}/{row}", file.stem()))))
    };
    let found = !listing.rows.is_empty();
    content.add(&Table {
        caption: &file.label(context.language),
        headings: columns.iter().map(|column| heading(context, file, *column, &sortable)).collect(),
        rows: listing.rows.iter().map(row).collect::<Result<_>>()?,
        none,
        more: paging.links(next),
    });
    if found {
        download::add_links(context, selects, &mut content);
    }
    Ok(PageAnswer::Page(content))
}

fn search_form<'a>(context: &'a PageContext, file: &'static DataFile, filters: Filters) -> Form<'a> {
    let words = context.words;
    let labels: Vec<_> = file.searched_columns().map(|column| column.label(context.language)).collect();
    let field = FormField::new("q", words.search, Input::Line("search")).with_value(context.request.query.text_of("q"));
    let mut fields = vec![field.hint(words.search_in.replace("{}", &labels.join(", ")))];
    // keeps the current sorting and columns
    let view_parameters = context.request.query.0.iter().filter(|(name, _)| FIELDS_OF_VIEW.contains(&name.as_str()));
    fields.extend(view_parameters.map(|(name, value)| FormField::new(name, "", Input::Hidden).with_value(value)));
    Form {
        more: Some((words.filters, filters.fields.iter().any(|field| !field.wrong.is_empty()), filters.fields)),
        ..Form::search_form(words.search, context.address(&format!("data/{}", file.stem())), fields, words.search)
    }
}

/// Returns the form that chooses the columns.
fn column_choice<'a>(context: &'a PageContext, file: &'static DataFile, shown: &[ListedColumn]) -> Form<'a> {
    let words = context.words;
    let query = context.request.query.given_but(&[FIELDS_OF_POSITION.as_slice(), &[CHOSEN]].concat());
    let hidden = query.0.into_iter().map(|(name, value)| FormField::new(name, "", Input::Hidden).with_value(value));
    let is_shown = |at: usize| shown.iter().any(|column| matches!(column, ListedColumn::Cell(of, _) if *of == at));
    let in_title = |column: &Column| file.title.len() > 1 && file.title.contains(&column.name);
    let columns = choosable_columns(file).filter(|(_, column)| !in_title(column));
    let columns = columns.map(|(at, column)| (column.name.to_owned(), column.label(context.language), is_shown(at)));
    let choice = FormField::new(CHOSEN, words.columns_shown, Input::Several(columns.collect()));
    let action = context.address(&format!("data/{}", file.stem()));
    Form {
        more: Some((words.table_columns, false, vec![choice])),
        ..Form::search_form(words.table_columns, action, hidden.collect(), words.show)
    }
}

/// Returns the possible values of a cell with their labels, if they are a list.
pub fn choices(context: &PageContext, column: &Column) -> Option<Vec<(String, String)>> {
    let known: &[&str] = match column.domain {
        Domain::Flag => &["true", "false"],
        Domain::Choice(known) => known,
        _ => return None,
    };
    let shown = |cell: &&str| ((*cell).to_owned(), column.format_cell(cell, context.language));
    Some(known.iter().map(shown).collect())
}

/// Returns the query without the position.
fn query_without_position(context: &PageContext) -> super::FormFields {
    context.request.query.given_but(&FIELDS_OF_POSITION)
}

fn heading(context: &PageContext, file: &'static DataFile, column: ListedColumn, sortable: &[&str]) -> Heading {
    let label = column.label(context.language);
    let column = match column {
        ListedColumn::Cell(_, column) => Some(column),
        // names are sorted by their last part
        ListedColumn::Title => file.title.last().and_then(|name| file.find_column(name)).map(|(_, column)| column),
    };
    let Some(column) = column else { return Heading::plain(label) };
    let sort = sortable.contains(&column.name).then(|| {
        let names = ("sort", "way");
        Sort::by(&query_without_position(context), names, column.name, context.words).above(&label)
    });
    Heading { label, is_number: column.is_number(), sort }
}

/// Returns the first field of the address, or column in it, that this table does not have.
fn unknown_field<'q>(context: &'q PageContext, file: &DataFile, filters: &Filters) -> Option<&'q str> {
    let fields = context.request.query.0.iter();
    fields.into_iter().find_map(|(name, value)| match name.as_str() {
        "sort" | CHOSEN => (!value.is_empty() && file.find_column(value).is_none()).then_some(value.as_str()),
        "q" | "way" => None,
        known if FIELDS_OF_POSITION.contains(&known) || filters.fields.iter().any(|field| field.name == known) => None,
        unknown => Some(unknown),
    })
}

impl ListedColumn {
    fn label(self, language: Language) -> String {
        match self {
            ListedColumn::Title => translations::of(language).name.to_owned(),
            ListedColumn::Cell(_, column) => column.label(language),
        }
    }

    fn cell(self, file: &DataFile, names: &Names, cells: &[(String, String)]) -> Result<TableCell> {
        match self {
            ListedColumn::Title => Ok(TableCell::text(file.row_title(cells))),
            ListedColumn::Cell(at, column) => names.cell(column, &cells[at].1, cells),
        }
    }
}
