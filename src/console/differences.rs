//! The changed rows in the preview of an import or an undo: the first rows of each file, and, page by page, all rows
//! of a file.

use std::sync::mpsc::Sender;

use anyhow::Result;

use super::components::{Paging, Table, TableCell};
use super::data::row_names::RowNames;
use super::translations::fill;
use super::{PageContent, PageContext};
use crate::datafile::file::DataFile;
use crate::datafile::find_file;
use crate::exchange::merge::difference::Difference;
use crate::ledger::imports::RowCounts;

const ROWS_PER_PAGE: u32 = 50;

/// The most rows of a file, and of all files together, on the preview page. The limits keep the page below 100 kB.
const MAX_FIRST_ROWS_OF_FILE: u32 = 10;
const MAX_FIRST_ROWS: u32 = 60;

/// A request to a preview's thread: at most `limit` differences of a file after the position `after`, with positions.
pub struct DifferencesRequest {
    pub file: &'static str,
    pub after: i64,
    pub limit: u32,
    pub reply: Sender<Result<Vec<(i64, Difference)>>>,
}

/// A function that reads the differences of a file after a position, up to a limit. Returns each difference with its
/// position; `None` if the preview has ended.
pub type ReadDifferences<'r> = &'r dyn Fn(&'static str, i64, u32) -> Result<Option<Vec<(i64, Difference)>>>;

/// Adds the first changed rows of each file, with a link to all changed rows of this file, such as
/// `import/preview/persons`. `preview_query` begins with `?` or is empty.
pub fn add_first_rows<'f>(
    context: &PageContext,
    names: &RowNames,
    files: impl Iterator<Item = (&'f str, RowCounts)>,
    read: ReadDifferences,
    (preview_path, preview_query): (&str, &str),
    content: &mut PageContent,
) -> Result<()> {
    let mut remaining = MAX_FIRST_ROWS;
    // files for which no rows remain still get a link to their rows
    for (name, counts) in files {
        let Some(file) = find_file(name) else { continue };
        let Some(rows) = read(file.name, 0, remaining.min(MAX_FIRST_ROWS_OF_FILE))? else { continue };
        remaining -= u32::try_from(rows.len())?;
        let label = file.label(context.language);
        let count = counts.changes();
        let link_text = fill(context.words.all_rows_of, [("", &label), ("count", &count.to_string())]);
        let address = context.address(&format!("{preview_path}/{}{preview_query}", file.stem()));
        let has_more = count > rows.len() as i64;
        content.add_heading(&label);
        if !rows.is_empty() {
            let link = has_more.then_some((address, link_text.as_str()));
            content.add(&difference_table(context, names, file, &label, &rows)?.with_links(link));
        } else if has_more {
            content.add_links(vec![(address, link_text)]);
        }
    }
    Ok(())
}

/// Shows the changed rows of a file after the position in the query; `None` if the preview has ended.
pub fn changed_rows_page(
    context: &PageContext,
    names: &RowNames,
    file: &'static DataFile,
    title: String,
    read: ReadDifferences,
    preview_path: &str,
) -> Result<Option<PageContent>> {
    let (words, query) = (context.words, &context.request.query);
    let after = query.text_of("after").parse().unwrap_or_default();
    let Some(rows) = read(file.name, after, ROWS_PER_PAGE)? else { return Ok(None) };
    let is_full = rows.len() == ROWS_PER_PAGE as usize;
    let next = rows.last().filter(|_| is_full).map(|(position, _)| ("after", position.to_string()));
    let paging = Paging::of(context, "after", format!("?{}", query.query_without("after")));
    let mut content = PageContent::new(title);
    content.add_note(words.nothing_changed_yet);
    let back_link = [(context.address(preview_path), words.back_to_preview)];
    let table = difference_table(context, names, file, words.rows, &rows)?;
    content.add(&table.with_links(back_link).with_links(paging.links(next)));
    Ok(Some(content))
}

fn difference_table<'a>(
    context: &PageContext,
    names: &RowNames,
    file: &'static DataFile,
    caption: &'a str,
    differences: &[(i64, Difference)],
) -> Result<Table<'a>> {
    let words = context.words;
    let row = |(_, difference): &(i64, Difference)| -> Result<Vec<TableCell>> {
        let kind = difference.outcome.to_string();
        Ok(vec![
            names.cell_of_row_with_key(file, &difference.key, &difference.fields)?,
            difference.line.map_or_else(TableCell::default, TableCell::number),
            TableCell::text(context.change_label(&kind)),
            TableCell::text(names.describe_fields(file.name, &kind, &difference.fields)?),
        ])
    };
    let rows = differences.iter().map(row).collect::<Result<_>>()?;
    let labels = [words.row, words.line, words.kind_of_change, words.change_noun];
    Ok(Table::new(caption, labels, rows, words.nothing_found).without_empty_columns())
}
