//! Values for a field that refers to a row: a choice where the key is a number, else the rows that match the typed text,
//! suggested while somebody types, or to choose from after the form was sent.

use anyhow::Result;
use serde_json::json;

use crate::console::components::{FormField, Input};
use crate::console::page::PageAnswer;
use crate::console::page_context::PageContext;
use crate::datafile::file::{DataFile, Domain};
use crate::datafile::find_cell;
use crate::datafile::reference::Reference;
use crate::ledger::{RecordedCells, find_cells};
use crate::store::Snapshot;
use crate::store::listing::{self, ListingQuery};

/// The most rows that are suggested for a typed text.
const SUGGESTED: usize = 20;

/// The most rows of a field whose key is a number, where all rows are offered.
const CHOICES: usize = 200;

/// Answers `data/suggest?file=persons&q=jan` with the keys and descriptions of matching rows.
pub fn show(context: &PageContext) -> Result<PageAnswer> {
    let query = &context.request.query;
    let Some(file) = super::file(query.text_of("file")).filter(|file| file.key_columns().nth(1).is_none()) else {
        return Ok(PageAnswer::Nothing);
    };
    let found = listing::suggest(&*context.snapshot()?, file, query.text_of("q"), SUGGESTED)?;
    let rows: Vec<_> = choices(file, &found).map(|(key, text)| json!({ "key": key, "text": text })).collect();
    Ok(PageAnswer::File {
        name: "suggestions.json".to_owned(),
        content_type: "application/json",
        body: serde_json::to_vec(&rows)?.into(),
    })
}

/// Returns the keys and descriptions of rows.
fn choices<'r>(
    file: &'static DataFile,
    rows: &'r [(i64, RecordedCells)],
) -> impl Iterator<Item = (String, String)> + 'r {
    let key = file.key_columns().next().map_or("", |(_, column)| column.name);
    rows.iter().map(move |(_, cells)| (find_cell(cells, key).to_owned(), file.full_row_title(cells)))
}

/// Describes the row that a field refers to, and adds the rows that it may mean.
pub fn add_suggestions(
    context: &PageContext,
    snapshot: &Snapshot,
    field: &mut FormField,
    reference: &Reference,
    entered: &str,
) -> Result<()> {
    let (to, words) = (reference.to, context.words);
    let Some((_, key)) =
        to.key_columns().next().filter(|_| reference.with.is_empty() && to.key_columns().nth(1).is_none())
    else {
        return Ok(());
    };
    let row = listing::find_row_by_key(snapshot, to, entered)?.filter(|_| !entered.is_empty());
    if let Some(row) = row
        && let Some(cells) = find_cells(snapshot, to, row)?
    {
        let (name, full) = (to.row_title(&cells), to.full_row_title(&cells));
        if full != entered {
            let rest = full[name.len()..].trim_start_matches(" · ").to_owned();
            field.chosen = [name, rest];
        }
    }
    if field.input == Input::Fixed {
        return Ok(());
    }
    if key.domain == Domain::Id {
        let wish = ListingQuery { file: to, search: "", filters: &[], order: None, after: None, size: CHOICES };
        let rows = listing::list(snapshot, &wish)?.rows;
        let typed = (row.is_none() || entered.is_empty()).then(|| (entered.to_owned(), entered.to_owned()));
        field.chosen = Default::default();
        if rows.is_empty() {
            field.hint = words.nothing_to_choose.replace("{}", &to.label(context.language));
        }
        field.input = Input::Choice(typed.into_iter().chain(choices(to, &rows)).collect());
        return Ok(());
    }
    field.suggests = to.stem();
    // an unknown name of a row that is created is no mistake
    if row.is_some() || entered.is_empty() || reference.creates || listing::check_search(entered).is_err() {
        return Ok(());
    }
    let found = listing::suggest(snapshot, to, entered, SUGGESTED)?;
    field.matches = choices(to, &found).collect();
    let says = match field.matches.len() {
        0 if field.wrong.is_empty() => words.nothing_matches,
        0 => return Ok(()),
        1 => words.one_matches,
        _ => words.several_match,
    };
    field.wrong = vec![says.replace("{}", entered)];
    Ok(())
}
