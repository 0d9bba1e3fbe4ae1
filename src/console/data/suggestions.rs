//! The rows to choose from in a field that refers to a row. If the key is an id, the field is a list of rows. Otherwise
//! the field suggests rows while the operator types.

use anyhow::Result;
use serde_json::json;

use crate::console::components::{FormField, Input};
use crate::console::response::ResponseBody;
use crate::console::{PageAnswer, PageContext};
use crate::datafile::file::{DataFile, Domain};
use crate::datafile::find_cell;
use crate::datafile::reference::Reference;
use crate::ledger::{RecordedCells, find_cells};
use crate::store::Snapshot;
use crate::store::row_listing::{self, ListingQuery};

const MAX_SUGGESTIONS: usize = 20;

const MAX_LISTED_ROWS: usize = 200;

/// Answers `data/suggest?file=persons&q=jan` with the keys and descriptions of matching rows.
pub fn show(context: &PageContext) -> Result<PageAnswer> {
    let query = &context.request.query;
    let file = super::file_with_stem(query.text_of("file"));
    let Some(file) = file.filter(|file| file.only_key_column().is_some()) else { return Ok(PageAnswer::NotFound) };
    let rows = row_listing::suggest(&*context.snapshot()?, file, query.text_of("q"), MAX_SUGGESTIONS)?;
    let suggestion = |(key, text): (String, String)| json!({ "key": key, "text": text });
    let suggestions: Vec<_> = keys_and_titles(file, &rows).map(suggestion).collect();
    Ok(PageAnswer::File {
        name: "suggestions.json".to_owned(),
        content_type: "application/json",
        body: ResponseBody::Bytes(serde_json::to_vec(&suggestions)?),
    })
}

/// Returns the key and the full title of each row: `E7` and `Jan Bos · E7 · Kok · Noord`.
fn keys_and_titles(file: &'static DataFile, rows: &[(i64, RecordedCells)]) -> impl Iterator<Item = (String, String)> {
    let key = file.only_key_column().map_or("", |column| column.name);
    rows.iter().map(move |(_, cells)| (find_cell(cells, key).to_owned(), file.full_row_title(cells)))
}

/// Adds to a field the name of the row that `value` refers to, and the rows to choose from. An unknown value becomes an
/// error with similar rows, unless saving creates a row for it. Leaves the field alone if the key has several columns.
pub fn add_suggestions(
    context: &PageContext,
    snapshot: &Snapshot,
    field: &mut FormField,
    reference: &Reference,
    value: &str,
) -> Result<()> {
    let file = reference.to;
    let Some(key) = file.only_key_column().filter(|_| reference.other_key_columns.is_empty()) else { return Ok(()) };
    let row = if value.is_empty() { None } else { row_listing::find_row_by_key(snapshot, file, value)? };
    if let Some(row) = row
        && let Some(cells) = find_cells(snapshot, file, row)?
    {
        // the full title begins with the title
        let (title, full_title) = (file.row_title(&cells), file.full_row_title(&cells));
        if full_title != value {
            field.chosen_details = full_title[title.len()..].trim_start_matches(" · ").to_owned();
            field.chosen_name = title;
        }
    }
    if field.input == Input::ReadOnly {
        return Ok(());
    }
    if key.domain == Domain::Id {
        // a value that no row has is listed, too: otherwise the browser would send the first row instead
        let unlisted_value = row.is_none().then(|| (value.to_owned(), value.to_owned()));
        return change_to_list(context, snapshot, field, (file, unlisted_value));
    }
    field.suggestion_stem = file.stem();
    // a part of a name would create a row with this part as its name
    if !reference.creates_rows {
        field.hint = format!("{} {}", context.words.suggestion_hint, field.hint).trim_end().to_owned();
    }
    // if saving creates a missing row, an unknown value is no error
    if row.is_some() || value.is_empty() || reference.creates_rows || row_listing::check_search(value).is_err() {
        return Ok(());
    }
    // no row has this value as its key: the operator may have typed a part of a name
    let matches = row_listing::suggest(snapshot, file, value, MAX_SUGGESTIONS)?;
    field.matches = keys_and_titles(file, &matches).collect();
    let error = match field.matches.len() {
        0 if field.errors.is_empty() => context.words.nothing_matches,
        0 => return Ok(()),
        1 => context.words.one_similar_row,
        _ => context.words.several_rows_match,
    };
    field.errors = vec![error.replace("{}", value)];
    Ok(())
}

/// Changes the input of a field to a list of the rows. The list begins with the value, if no row has this value.
fn change_to_list(
    context: &PageContext,
    snapshot: &Snapshot,
    field: &mut FormField,
    (file, unlisted_value): (&'static DataFile, Option<(String, String)>),
) -> Result<()> {
    let query = ListingQuery { file, search: "", filters: &[], order: None, after: None, size: MAX_LISTED_ROWS };
    let rows = row_listing::list(snapshot, &query)?.rows;
    // the list itself shows the name of the chosen row
    field.chosen_name.clear();
    field.chosen_details.clear();
    if rows.is_empty() {
        field.hint = context.words.nothing_to_choose.replace("{}", &file.label(context.language));
    }
    field.input = Input::Select(unlisted_value.into_iter().chain(keys_and_titles(file, &rows)).collect());
    Ok(())
}
