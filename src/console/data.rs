//! Data: a table per data file, from the declaration of the file, and each row as a form ([`row`]).

pub mod download;
pub mod filters;
pub mod last_change;
mod row;
pub mod row_names;
pub mod suggestions;

use anyhow::Result;

use super::components::{
    CheckboxOption, FilterChips, Form, FormField, Heading, Input, MoreFields, Paging, SortFields, Table, TableCell,
};
use super::{Page, PageAnswer, PageContent, PageContext, translations};
use crate::datafile::file::{Column, DataFile, Domain};
use crate::datafile::{FILES, find_cell};
use crate::decode::rest::FORMAT;
use crate::ledger::RecordedCells;
use crate::model::language::Language;
use crate::model::text::cut_and_escape_value;
use crate::store::operator::Role;
use crate::store::row_listing::{self, Listing, ListingOrder, ListingPosition, ListingQuery};
use download::TableDownload;
use filters::Filters;
use row_names::RowNames;

pub static PAGE: Page =
    Page { path: "data", title: |words| words.tables, role: Role::Viewer, show, submit: Some(submit) };

const ROWS_PER_PAGE: usize = 50;

/// The most columns of a list whose file declares no columns for lists.
const MAX_DEFAULT_COLUMNS: usize = 6;

/// The path segment of the form of a new row.
pub const NEW_ROW: &str = "new";

const SEARCH_FIELD: &str = "q";

/// The query field with a chosen column. A query can have the field several times.
const COLUMNS_FIELD: &str = "columns";

/// The query fields of a single page: position, messages and file format. Links to other pages omit these fields.
const PAGE_FIELDS: [&str; 6] = ["after", "from", "saved", "removed", "undone", FORMAT];

const SORT: SortFields = SortFields { column_field: "sort", direction_field: "way" };

/// The query fields that determine how a table is shown, and not which rows it has.
const ORDER_AND_COLUMN_FIELDS: [&str; 3] = [SORT.column_field, SORT.direction_field, COLUMNS_FIELD];

fn file_with_stem(stem: &str) -> Option<&'static DataFile> {
    FILES.iter().copied().find(|file| file.stem() == stem)
}

/// Shows the list of files, a table, a row's form, or suggestions: `data`, `data/persons`, `data/persons/7` and
/// `data/suggest`.
fn show(context: &PageContext) -> Result<PageAnswer> {
    let segments = context.segments();
    let [stem, subpage @ ..] = segments.as_slice() else { return file_list(context) };
    match (file_with_stem(stem), subpage) {
        (None, []) if *stem == "suggest" => suggestions::show(context),
        (Some(file), []) => table_page(context, file),
        (Some(_), [NEW_ROW]) if !context.has_role(Role::Editor) => Ok(PageAnswer::Forbidden(context.words.not_allowed)),
        (Some(file), [segment]) => row::show(context, file, segment),
        _ => Ok(PageAnswer::NotFound),
    }
}

/// Saves or removes a row, or undoes an import that a row's form made.
fn submit(context: &PageContext) -> Result<PageAnswer> {
    let segments = context.segments();
    let [stem, subpage @ ..] = segments.as_slice() else { return Ok(PageAnswer::NotFound) };
    context.with_editor_access(|| match (file_with_stem(stem), subpage) {
        (Some(file), ["undo"]) => last_change::undo(context, file),
        (Some(file), [segment]) => row::save(context, file, segment),
        (Some(file), [segment, "remove"]) => row::remove(context, file, segment),
        _ => Ok(PageAnswer::NotFound),
    })
}

fn file_list(context: &PageContext) -> Result<PageAnswer> {
    let words = context.words;
    let snapshot = context.snapshot()?;
    let row = |(file, rows): (&&'static DataFile, i64)| {
        let address = context.address(&format!("data/{}", file.stem()));
        vec![
            TableCell::text(file.label(context.language)).link_to(address),
            TableCell::text(file.summary(context.language)),
            TableCell::number(rows),
        ]
    };
    // the counts are in the order of `FILES`
    let counts = context.console.file_row_counts.read(&snapshot)?;
    let mut content = PageContent::new(words.tables);
    let rows = FILES.iter().zip(counts).map(row).collect();
    content.add(&Table::new(words.tables, [words.data_file, words.contents, words.rows], rows, words.nothing_found));
    Ok(PageAnswer::Page(content))
}

#[derive(Clone, Copy)]
pub enum ListedColumn {
    /// The title of the row, which consists of several columns of the file.
    Title,
    Cell(&'static Column),
}

/// Returns the columns that the file declares for lists, or else the first choosable columns.
pub fn default_columns(file: &'static DataFile) -> Vec<&'static Column> {
    if !file.listed.is_empty() {
        let listed = file.listed.iter().filter_map(|name| file.find_column(name));
        return listed.map(|(_, column)| column).collect();
    }
    choosable_columns(file).take(MAX_DEFAULT_COLUMNS).collect()
}

/// Returns the columns that a table can show: no ids, no hidden columns, no pictures and no long texts.
fn choosable_columns(file: &'static DataFile) -> impl Iterator<Item = &'static Column> {
    let is_choosable = |column: &Column| !matches!(column.domain, Domain::Id | Domain::Bytes) && !column.is_long();
    file.columns.iter().filter(move |column| column.is_field() && is_choosable(column))
}

/// Returns the columns that the query chooses or, if it chooses none, the title and the default columns. A title of
/// several columns always comes first, because no single column shows it.
pub fn listed_columns(context: &PageContext, file: &'static DataFile) -> Vec<ListedColumn> {
    let chosen = context.request.query.get_all(COLUMNS_FIELD);
    let columns: Vec<_> = if chosen.is_empty() {
        title_and_default_columns(file)
    } else {
        choosable_columns(file).filter(|column| chosen.iter().any(|name| name == column.name)).collect()
    };
    let has_composed_title = file.title.len() > 1;
    let composed_title = has_composed_title.then_some(ListedColumn::Title);
    composed_title.into_iter().chain(columns.into_iter().map(ListedColumn::Cell)).collect()
}

/// Returns the default columns, after the column of the title if a single column is the title.
fn title_and_default_columns(file: &'static DataFile) -> Vec<&'static Column> {
    let mut columns = default_columns(file);
    if let [title] = file.title
        && let Some((_, title_column)) = file.find_column(title)
    {
        columns.retain(|column| column.name != title_column.name);
        columns.insert(0, title_column);
    }
    columns
}

/// Shows a table, or answers with its rows as a file if the query names a file format.
fn table_page(context: &PageContext, file: &'static DataFile) -> Result<PageAnswer> {
    let (words, query) = (context.words, &context.request.query);
    let snapshot = context.snapshot()?;
    let filters = filters::parse_filters(context, &snapshot, file)?;
    if let Some(name) = unknown_field(context, file, &filters) {
        let reason = words.unknown_field.replace("{}", &cut_and_escape_value(name));
        return Ok(PageAnswer::WrongAddress { reason, label: file.label(context.language) });
    }
    // with a wrong filter, the page shows the error and no rows
    let has_errors = filters.fields.iter().any(|field| !field.errors.is_empty());
    let is_descending = query.get(SORT.direction_field) == Some(SortFields::DESCENDING);
    let sort_column = query.get(SORT.column_field).and_then(|name| file.find_column(name));
    let order = sort_column.map(|(_, column)| ListingOrder { column, is_descending });
    let columns = listed_columns(context, file);
    let search = query.text_of(SEARCH_FIELD);
    row_listing::check_search(search)?;
    if let Some(format) = query.get(FORMAT).filter(|_| !has_errors) {
        let (search, language) = (search.to_owned(), context.language);
        let download = TableDownload { file, columns, search, filters: filters.valid, order, language };
        return download.begin(context, format);
    }
    let label = file.label(context.language);
    // the pages *Persons* and *Classes* have these titles already
    let is_title_of_another_page = [words.persons, words.classes].contains(&label.as_str());
    let title = if is_title_of_another_page { format!("{label} ({})", words.table) } else { label };
    let mut content = PageContent::new(title).with_row_key(search);
    content.add_new_row_button(context, file, context.address(&format!("data/{}/{NEW_ROW}", file.stem())));
    content.add_note(&file.summary(context.language));
    last_change::add_outcome_message(context, &snapshot, file, None, &mut content)?;
    let form = search_form(context, file, filters.fields);
    content.add(&form);
    content.add(&FilterChips::of(context, &query_without_page_fields(context), form.all_fields()));
    content.add(&column_choice_form(context, file, &columns));
    let last_row = query.get("from").and_then(|row| row.parse().ok());
    let listing_query = ListingQuery {
        file,
        search,
        filters: &filters.valid,
        order,
        after: last_row.map(|row| ListingPosition { value: query.text_of("after").to_owned(), row }),
        size: ROWS_PER_PAGE,
    };
    let listing = match has_errors {
        true => Listing { rows: Vec::new(), next: None },
        false => row_listing::list(&snapshot, &listing_query)?,
    };
    let empty_text = match listing.next {
        _ if has_errors => words.no_rows_with_wrong_filter,
        // a slow search stops early: a page without rows can have a next page
        Some(_) => words.nothing_found_yet,
        None => words.nothing_found,
    };
    let has_rows = !listing.rows.is_empty();
    add_rows(context, &RowNames::new(context, &snapshot), file, &columns, (listing, empty_text), &mut content)?;
    if has_rows {
        let is_selection = !search.trim().is_empty() || !filters.valid.is_empty();
        let query = query_without_page_fields(context);
        let mut without_selection = query.clone();
        without_selection.0.retain(|(name, _)| ORDER_AND_COLUMN_FIELDS.contains(&name.as_str()));
        let selection = is_selection.then_some(("", &query));
        download::add_links(context, file, selection, ("", &without_selection), &mut content);
    }
    Ok(PageAnswer::Page(content))
}

fn add_rows(
    context: &PageContext,
    names: &RowNames,
    file: &'static DataFile,
    columns: &[ListedColumn],
    (listing, empty_text): (Listing, &str),
    content: &mut PageContent,
) -> Result<()> {
    let paging = Paging::of(context, "from", format!("?{}", query_without_page_fields(context).to_query()));
    let position = |next: ListingPosition| [("after", next.value), ("from", next.row.to_string())];
    let row = |(id, cells): &(i64, RecordedCells)| -> Result<Vec<TableCell>> {
        let shown_cells = columns.iter().map(|column| column.cell(file, names, cells)).collect::<Result<_>>()?;
        Ok(TableCell::link_first_cell(shown_cells, context.address(&format!("data/{}/{id}", file.stem()))))
    };
    let sortable = row_listing::sortable_columns(names.snapshot, file)?;
    content.add(&Table {
        caption: &file.label(context.language),
        headings: columns.iter().map(|column| heading(context, file, *column, &sortable)).collect(),
        rows: listing.rows.iter().map(row).collect::<Result<_>>()?,
        empty_text,
        more: paging.links(listing.next.into_iter().flat_map(position)),
    });
    Ok(())
}

/// Returns the form with the search and the filters. Sending the form keeps the order and the columns.
fn search_form<'a>(context: &'a PageContext, file: &'static DataFile, filter_fields: Vec<FormField>) -> Form<'a> {
    let words = context.words;
    let labels: Vec<_> = file.searched_columns().map(|column| column.label(context.language)).collect();
    let field = FormField::new(SEARCH_FIELD, words.search, Input::Line("search"))
        .with_value(context.request.query.text_of(SEARCH_FIELD));
    let mut fields = vec![field.with_hint(words.search_in.replace("{}", &labels.join(", ")))];
    let view_fields =
        context.request.query.0.iter().filter(|(name, _)| ORDER_AND_COLUMN_FIELDS.contains(&name.as_str()));
    fields.extend(view_fields.map(|(name, value)| FormField::hidden(name, value)));
    let is_open = filter_fields.iter().any(|field| !field.errors.is_empty());
    Form {
        more: Some(MoreFields { heading: words.filters, is_open, fields: filter_fields }),
        ..Form::selecting(words.search, context.address(&format!("data/{}", file.stem())), fields, words.search)
    }
}

/// Returns the form that chooses the columns of the table. Sending the form keeps search, filters and order.
fn column_choice_form<'a>(context: &'a PageContext, file: &'static DataFile, shown: &[ListedColumn]) -> Form<'a> {
    let is_shown =
        |name: &str| shown.iter().any(|column| matches!(column, ListedColumn::Cell(shown) if shown.name == name));
    // a title of several columns is always shown
    let is_in_title = |column: &Column| file.title.len() > 1 && file.title.contains(&column.name);
    let columns = choosable_columns(file).filter(|column| !is_in_title(column));
    let options = columns.map(|column| CheckboxOption {
        value: column.name.to_owned(),
        label: column.label(context.language),
        is_ticked: is_shown(column.name),
    });
    let action = context.address(&format!("data/{}", file.stem()));
    Form::choosing_columns(context, action, &query_without_page_fields(context), COLUMNS_FIELD, options.collect())
}

/// Returns the possible cells of a column, each with a label; `None` if the column has no list of values.
pub fn column_options(context: &PageContext, column: &Column) -> Option<Vec<(String, String)>> {
    let cells: &[&str] = match column.domain {
        Domain::Flag => &["true", "false"],
        Domain::Choice(cells) => cells,
        _ => return None,
    };
    let option = |cell: &&str| ((*cell).to_owned(), column.format_cell(cell, context.language));
    Some(cells.iter().map(option).collect())
}

/// Returns the fields of the query for links to other pages of the same list.
pub fn query_without_page_fields(context: &PageContext) -> super::FormFields {
    context.request.query.nonempty_without(&PAGE_FIELDS)
}

fn heading(context: &PageContext, file: &'static DataFile, column: ListedColumn, sortable: &[&str]) -> Heading {
    let label = column.label(context.language);
    let sort_column = match column {
        ListedColumn::Cell(column) => Some(column),
        // a title sorts by its last column: names of persons by the family name
        ListedColumn::Title => file.title.last().and_then(|name| file.find_column(name)).map(|(_, column)| column),
    };
    let Some(column) = sort_column else { return Heading::plain(label) };
    let is_sortable = sortable.contains(&column.name);
    // without a choice, a table is sorted by id, which is no column of the page
    let sort_link = || SORT.link(&query_without_page_fields(context), (column.name, &label), None, context.words);
    let sort = is_sortable.then(sort_link);
    Heading { label, is_number: column.is_number(), sort }
}

/// Returns the first unknown query field, or the first unknown column that the query sorts by or chooses.
fn unknown_field<'q>(context: &'q PageContext, file: &DataFile, filters: &Filters) -> Option<&'q str> {
    context.request.query.0.iter().find_map(|(name, value)| match name.as_str() {
        // an empty field selects nothing
        _ if value.is_empty() => None,
        name if name == SORT.column_field || name == COLUMNS_FIELD => {
            file.find_column(value).is_none().then_some(value.as_str())
        }
        name if name == SORT.direction_field || name == SEARCH_FIELD => None,
        known if PAGE_FIELDS.contains(&known) || filters.fields.iter().any(|field| field.name == known) => None,
        unknown => Some(unknown),
    })
}

impl ListedColumn {
    fn label(self, language: Language) -> String {
        match self {
            ListedColumn::Title => translations::of(language).name.to_owned(),
            ListedColumn::Cell(column) => column.label(language),
        }
    }

    /// Returns whether the cells are words of the data file that pages show with a name, such as `Learning (course)`.
    fn is_choice(self) -> bool {
        matches!(self, Self::Cell(Column { domain: Domain::Choice(_), .. }))
    }

    /// Returns the cell of the data file; empty for a title.
    fn stored_cell(self, cells: &[(String, String)]) -> &str {
        match self {
            ListedColumn::Title => "",
            ListedColumn::Cell(column) => find_cell(cells, column.name),
        }
    }

    fn cell(self, file: &DataFile, names: &RowNames, cells: &[(String, String)]) -> Result<TableCell> {
        match self {
            ListedColumn::Title => Ok(names.title_with_badge(file, cells)),
            ListedColumn::Cell(column) => names.cell_with_name(column, self.stored_cell(cells), cells),
        }
    }
}
