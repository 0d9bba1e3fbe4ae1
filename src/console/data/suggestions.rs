//! The rows to choose from in a field that refers to a row. The field suggests rows while the operator types. If the key
//! is an id, and there are few rows, the field is a list of the rows.

use anyhow::Result;
use serde_json::json;

use crate::console::components::{FormField, Input};
use crate::console::message_names::nothing_matches_text;
use crate::console::response::ResponseBody;
use crate::console::{FormFields, PageAnswer, PageContext};
use crate::datafile::file::{Column, DataFile, Domain};
use crate::datafile::find_cell;
use crate::datafile::reference::Reference;
use crate::ledger::{RecordedCells, find_cells};
use crate::store::Snapshot;
use crate::store::row_listing::{self, ListingQuery};

const MAX_SUGGESTIONS: usize = 20;

/// The most rows of a list. More rows are suggested while the operator types.
const MAX_LISTED_ROWS: u32 = 200;

/// The reference of a field to the rows of a data file.
pub struct FieldReference {
    file: &'static DataFile,
    /// The column whose cells are the values of the field.
    column: &'static Column,
    /// Does saving create a row for an unknown value?
    creates_rows: bool,
}

impl FieldReference {
    /// Returns the reference of a field with the cells of a column that refers to rows by the last column of their key.
    /// Returns `None` if this column has times: many rows have the same time.
    pub fn new(Reference { to, creates_rows, .. }: &Reference) -> Option<Self> {
        let (_, column) = to.key_columns().last().filter(|(_, column)| column.domain != Domain::Time)?;
        Some(Self { file: to, column, creates_rows: *creates_rows })
    }

    /// Returns the reference of a field with a cell of this column. Panics if a declaration names an unknown column.
    pub fn by_column(file: &'static DataFile, column: &str) -> Self {
        let (_, column) = file.find_column(column).expect("a declared column");
        Self { file, column, creates_rows: false }
    }

    /// Returns the query for suggestions of this field ([`FormField::suggestion_query`]).
    pub fn suggestion_query(&self) -> String {
        FormFields::new([("file", self.file.stem()), ("column", self.column.name)]).to_query()
    }

    /// Returns the value and the full title of each row: `E7` and `Jan Bos · E7 · Kok · Noord`.
    fn values_and_titles(&self, rows: &[(i64, RecordedCells)]) -> Vec<(String, String)> {
        let value = |cells| find_cell(cells, self.column.name).to_owned();
        rows.iter().map(|(_, cells)| (value(cells), self.file.full_row_title(cells))).collect()
    }
}

/// Returns [`FormField::suggestion_query`] for the cells of a column; empty for no suggestions.
pub fn suggestion_query(column: &Column) -> String {
    let reference = column.references().first().and_then(FieldReference::new);
    reference.map(|reference| reference.suggestion_query()).unwrap_or_default()
}

/// Answers `data/suggest?file=persons&column=ExternalIdentifier&q=jan` with the cells and descriptions of matching rows.
pub fn show(context: &PageContext) -> Result<PageAnswer> {
    let query = &context.request.query;
    let file = super::file_with_stem(query.text_of("file"));
    let column = file.and_then(|file| Some((file, file.find_column(query.text_of("column"))?.1)));
    let Some((file, column)) = column else { return Ok(PageAnswer::NotFound) };
    let reference = FieldReference { file, column, creates_rows: false };
    let rows = row_listing::suggest(&*context.snapshot()?, file, query.text_of("q"), MAX_SUGGESTIONS)?;
    let suggestion = |(value, text): (String, String)| json!({ "key": value, "text": text });
    let suggestions: Vec<_> = reference.values_and_titles(&rows).into_iter().map(suggestion).collect();
    Ok(PageAnswer::File {
        name: "suggestions.json".to_owned(),
        content_type: "application/json",
        body: ResponseBody::Bytes(serde_json::to_vec(&suggestions)?),
    })
}

/// Returns what to type to find a row: a part of its name or, for rows with a title, also of their key.
fn hint(context: &PageContext, file: &DataFile) -> String {
    let (words, language) = (context.words, context.language);
    let is_shown = |column: &&Column| column.domain != Domain::Id && !file.title.contains(&column.name);
    match file.key_columns().map(|(_, column)| column).find(is_shown).filter(|_| !file.title.is_empty()) {
        Some(key) => words.suggestion_hint_with_key.replace("{}", &key.label(language).to_lowercase()),
        None => words.suggestion_hint.to_owned(),
    }
}

/// Adds to a field the name of the row that `value` refers to, and the rows to choose from. An unknown value becomes an
/// error with similar rows, unless saving creates a row for it.
pub fn add_suggestions(
    context: &PageContext,
    snapshot: &Snapshot,
    field: &mut FormField,
    reference: &FieldReference,
    value: &str,
) -> Result<()> {
    let FieldReference { file, column, creates_rows } = *reference;
    let rows = match value {
        "" => Vec::new(),
        value => row_listing::find_rows_by_cell(snapshot, file, column, value)?,
    };
    // several rows can have the cell, such as an e-mail address
    if let [row] = rows[..]
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
    let is_key_id = column.is_key() && column.domain == Domain::Id;
    if is_key_id && row_listing::has_at_most_rows(snapshot, file, MAX_LISTED_ROWS)? {
        return change_to_list(context, snapshot, field, reference, value);
    }
    // the operator can type a name even if the value is a number
    field.input = Input::Line("text");
    field.suggestion_query = reference.suggestion_query();
    // a part of a name would create a row with this part as its name
    if !creates_rows {
        field.hint = format!("{} {}", hint(context, file), field.hint).trim_end().to_owned();
    }
    // if saving creates a missing row, an unknown value is no error
    if !rows.is_empty() || value.is_empty() || creates_rows || row_listing::check_search(value).is_err() {
        return Ok(());
    }
    // no row has this value: the operator may have typed a part of a name
    field.matches = reference.values_and_titles(&row_listing::suggest(snapshot, file, value, MAX_SUGGESTIONS)?);
    field.errors = vec![match field.matches.len() {
        // the import's error may have a suggestion
        0 if !field.errors.is_empty() => return Ok(()),
        0 => nothing_matches_text(context, file, value, None),
        1 => context.words.one_similar_row.replace("{}", value),
        _ => context.words.several_rows_match.replace("{}", value),
    }];
    Ok(())
}

/// Changes the input of a field to a list of the rows. A value that no row has is listed, too: otherwise the browser
/// would send the first row instead.
fn change_to_list(
    context: &PageContext,
    snapshot: &Snapshot,
    field: &mut FormField,
    reference: &FieldReference,
    value: &str,
) -> Result<()> {
    let file = reference.file;
    let size = MAX_LISTED_ROWS as usize;
    let query = ListingQuery { file, search: "", filters: &[], order: None, after: None, size };
    let rows = reference.values_and_titles(&row_listing::list(snapshot, &query)?.rows);
    // the list itself shows the name of the chosen row
    field.chosen_name.clear();
    field.chosen_details.clear();
    if rows.is_empty() {
        field.hint = context.words.nothing_to_choose.replace("{}", &file.label(context.language));
    }
    let empty_option = (value.is_empty() || !field.is_required).then(String::new);
    let is_listed = value.is_empty() || rows.iter().any(|(listed, _)| listed == value);
    let unlisted_value = (!is_listed).then(|| value.to_owned());
    let first_options = empty_option.into_iter().chain(unlisted_value).map(|value| (value.clone(), value));
    field.input = Input::Select(first_options.chain(rows).collect());
    Ok(())
}
