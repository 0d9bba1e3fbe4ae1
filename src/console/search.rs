//! Search: the persons, trainings and classes that match all words, in groups.

use anyhow::Result;

use super::FormFields;
use super::components::{Table, TableCell};
use super::data::names::Names;
use super::page::{Page, PageAnswer, PageContent};
use super::page_context::PageContext;
use crate::datafile::file::DataFile;
use crate::datafile::{classes, persons, trainings};
use crate::ledger::RecordedCells;
use crate::store::listing;
use crate::store::operator::Role;

pub static PAGE: Page = Page { path: "search", title: |words| words.search, role: Role::Viewer, show, change: None };

/// The most results shown of each file.
const FOUND: usize = 10;

/// The searched files, each with the path of its rows' pages, the path of all results, and the columns shown beside
/// the title.
type Group = (&'static DataFile, &'static str, &'static str, &'static [&'static str]);

static GROUPS: [Group; 3] = [
    (&persons::FILE, "person", "person", &["ExternalIdentifier", "FunctionName", "DivisionName"]),
    (&trainings::FILE, "data/trainings", "data/trainings", &["Code", "Type"]),
    (&classes::FILE, "classes", "data/classes", &["Code", "TrainingCode"]),
];

fn show(context: &PageContext) -> Result<PageAnswer> {
    let (words, search) = (context.words, context.request.query.text_of("q").trim());
    if !context.steps().is_empty() {
        return Ok(PageAnswer::Nothing);
    }
    let mut content = PageContent::new(words.search);
    if search.is_empty() {
        content.note(words.search_all_says);
        return Ok(PageAnswer::Page(content));
    }
    let snapshot = context.snapshot()?;
    let names = Names::new(context, &snapshot);
    let mut is_found = false;
    for (file, path, all, columns) in &GROUPS {
        let mut found = listing::suggest(&snapshot, file, search, FOUND + 1)?;
        let has_more = found.len() > FOUND;
        found.truncate(FOUND);
        if found.is_empty() {
            continue;
        }
        is_found = true;
        let label = file.label(context.language);
        let columns: Vec<_> = columns.iter().filter_map(|name| file.find_column(name)).collect();
        let row = |(row, cells): &(i64, RecordedCells)| -> Result<Vec<TableCell>> {
            let title = TableCell::text(file.row_title(cells)).to(context.address(&format!("{path}/{row}")));
            let rest = columns.iter().map(|(at, column)| names.cell(column, &cells[*at].1, cells));
            [Ok(title)].into_iter().chain(rest).collect()
        };
        let labels = columns.iter().map(|(_, column)| column.label(context.language));
        let rows = found.iter().map(row).collect::<Result<_>>()?;
        let query = FormFields(vec![("q".to_owned(), search.to_owned())]).text();
        let more = has_more.then(|| (context.address(&format!("{all}?{query}")), words.search_on));
        content.heading(&label);
        content.add(&Table::new(&label, [words.name.to_owned()].into_iter().chain(labels), rows, "").more(more));
    }
    if !is_found {
        content.note(words.none_found);
    }
    Ok(PageAnswer::Page(content))
}
