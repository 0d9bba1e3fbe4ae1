//! The search page. Shows the persons, trainings and classes that match all words of the search.

use std::collections::BTreeMap;

use anyhow::Result;

use super::classes::begin_text;
use super::components::{Table, TableCell};
use super::data::row_names::RowNames;
use super::{FormFields, Page, PageAnswer, PageContent, PageContext};
use crate::datafile::file::{Column, DataFile};
use crate::datafile::{classes, find_cell, persons, trainings};
use crate::ledger::RecordedCells;
use crate::model::text::cut_and_escape_value;
use crate::store::class;
use crate::store::operator::Role;
use crate::store::row_listing;

pub static PAGE: Page = Page { path: "search", title: |words| words.search, role: Role::Viewer, show, submit: None };

const MAX_RESULTS_PER_FILE: usize = 10;

/// The most classes that are sorted by their begin. If more match, the page may omit the next class.
const MAX_SORTED_CLASSES: usize = 100;

struct SearchedFile {
    file: &'static DataFile,
    /// The path of a row's page without the row's id, such as `person` of `person/7`.
    path_before_row: &'static str,
    /// The path of the page with all results, which takes the search in the query field `q`.
    results_path: &'static str,
    columns: &'static [&'static str],
}

static SEARCHED_FILES: [SearchedFile; 3] = [
    SearchedFile {
        file: &persons::FILE,
        path_before_row: "person",
        results_path: "person",
        columns: &["ExternalIdentifier", "FunctionName", "DivisionName"],
    },
    SearchedFile {
        file: &trainings::FILE,
        path_before_row: "data/trainings",
        results_path: "data/trainings",
        columns: &["Code", "Type"],
    },
    SearchedFile { file: &classes::FILE, path_before_row: "classes", results_path: "data/classes", columns: &["Code"] },
];

fn show(context: &PageContext) -> Result<PageAnswer> {
    let (words, search) = (context.words, context.request.query.text_of("q").trim());
    if !context.segments().is_empty() {
        return Ok(PageAnswer::NotFound);
    }
    if search.is_empty() {
        let mut content = PageContent::new(words.search);
        content.add_note(words.search_all_hint);
        return Ok(PageAnswer::Page(content));
    }
    let mut content = PageContent::new(format!("{}: {}", words.search, cut_and_escape_value(search)));
    let snapshot = context.snapshot()?;
    let names = RowNames::new(context, &snapshot);
    let mut has_results = false;
    for searched in &SEARCHED_FILES {
        has_results |= add_results(context, &names, searched, search, &mut content)?;
    }
    if !has_results {
        content.add_note(words.nothing_found);
    }
    Ok(PageAnswer::Page(content))
}

/// Adds a heading and a table with the first results in a file. Returns false, and adds nothing, without results.
fn add_results(
    context: &PageContext,
    names: &RowNames,
    searched: &SearchedFile,
    search: &str,
    content: &mut PageContent,
) -> Result<bool> {
    let SearchedFile { file, path_before_row, results_path, columns } = searched;
    let is_class = file.name == classes::FILE.name;
    // one row more than the page shows: its presence means that there are more results
    let limit = if is_class { MAX_SORTED_CLASSES } else { MAX_RESULTS_PER_FILE + 1 };
    let mut matches = row_listing::suggest(names.snapshot, file, search, &[], limit)?;
    if matches.is_empty() {
        return Ok(false);
    }
    let has_more = matches.len() > MAX_RESULTS_PER_FILE;
    let mut timings = BTreeMap::new();
    if is_class {
        for (row, cells) in &matches {
            timings.extend(class::timing(names.snapshot, find_cell(cells, "Code"))?.map(|timing| (*row, timing)));
        }
        // the next class comes first; classes that are over come last, the latest first
        let key = |(row, _): &(i64, RecordedCells)| timings.get(row).map(|timing| (timing.is_past, &timing.begins));
        matches.sort_by_key(key);
        let first_past = matches.partition_point(|class| !matches!(key(class), Some((true, _))));
        matches[first_past..].reverse();
    }
    matches.truncate(MAX_RESULTS_PER_FILE);
    let label = file.label(context.language);
    let named_columns = columns.iter().filter_map(|name| file.find_column(name));
    let columns: Vec<_> = named_columns.map(|(_, column)| column).collect();
    let mut rows = Vec::new();
    for (row, cells) in &matches {
        let title = names.title_with_badge(file, cells).link_to(context.address(&format!("{path_before_row}/{row}")));
        let cell = |column: &&Column| names.cell_with_name(column, find_cell(cells, column.name), cells);
        let mut shown_cells = [Ok(title)].into_iter().chain(columns.iter().map(cell)).collect::<Result<Vec<_>>>()?;
        // classes of the same name differ by their begin
        shown_cells.extend(timings.get(row).map(|timing| TableCell::text(begin_text(context, &timing.begins))));
        rows.push(shown_cells);
    }
    let column_labels = columns.iter().map(|column| column.label(context.language));
    let begin_label = is_class.then(|| context.words.begins.to_owned());
    let labels = [context.words.name.to_owned()].into_iter().chain(column_labels).chain(begin_label);
    let query = FormFields::new([("q", search)]).to_query();
    let more = has_more.then(|| (context.address(&format!("{results_path}?{query}")), context.words.next_rows));
    content.add_heading(&label);
    content.add(&Table::new(&label, labels, rows, "").with_links(more));
    Ok(true)
}
