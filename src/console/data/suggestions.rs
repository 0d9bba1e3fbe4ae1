//! The rows to choose from in a field that refers to a row. The field suggests rows while the operator types. If the key
//! is an id, and there are few rows, the field is a list of the rows.

use anyhow::Result;
use serde_json::json;

use crate::console::components::{FormField, Input};
use crate::console::message_names::nothing_matches_text;
use crate::console::response::ResponseBody;
use crate::console::{FormFields, PageAnswer, PageContext};
use crate::datafile::cell::parse_cell;
use crate::datafile::file::{Column, DataFile, Domain};
use crate::datafile::reference::Reference;
use crate::datafile::{FILES, find_cell};
use crate::ledger::{RecordedCells, find_cells};
use crate::operation::grantable;
use crate::store::Snapshot;
use crate::store::row_listing::{self, ColumnFilter, ListingQuery};

const MAX_SUGGESTIONS: usize = 20;

/// The most rows of a list. More rows are suggested while the operator types.
const MAX_LISTED_ROWS: u32 = 200;

/// Begins the name of a query field with a cell of the key, before the name of the form's field with this cell.
const KEY_PREFIX: &str = "key.";

/// The reference of a field to the rows of a data file.
pub struct FieldReference {
    file: &'static DataFile,
    /// The column whose cells are the values of the field.
    column: &'static Column,
    /// Does saving create a row for an unknown value?
    creates_rows: bool,
    /// If the key has several columns: the names and the values of the form's fields for the columns before the last.
    other_key_fields: Vec<(String, String)>,
}

impl FieldReference {
    /// Returns the reference of a field with the cells of a column that refers to rows by the last column of their key.
    /// `field_of` returns the name and the value of the form's field for another column. Returns `None` if this column
    /// has times: many rows have the same time.
    pub fn new(reference: &Reference, field_of: impl Fn(&'static str) -> (String, String)) -> Option<Self> {
        let column = referenced_column(reference)?;
        let other_key_fields = reference.other_key_columns.iter().map(|name| field_of(name)).collect();
        Some(Self { creates_rows: reference.creates_rows, other_key_fields, ..Self::by(reference.to, column) })
    }

    /// Returns the reference of a field with a cell of this column. Panics if a declaration names an unknown column.
    pub fn by_column(file: &'static DataFile, column: &str) -> Self {
        let (_, column) = file.find_column(column).expect("a declared column");
        Self::by(file, column)
    }

    fn by(file: &'static DataFile, column: &'static Column) -> Self {
        Self { file, column, creates_rows: false, other_key_fields: Vec::new() }
    }

    /// Returns the query for suggestions of this field ([`FormField::suggestion_query`]).
    pub fn suggestion_query(&self) -> String {
        let target = [("file", self.file.stem()), ("column", self.column.name)];
        let target = target.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let key = self.other_key_fields.iter().map(|(name, value)| (format!("{KEY_PREFIX}{name}"), value.clone()));
        FormFields::new(target.into_iter().chain(key)).to_query()
    }

    /// Returns filters for the rows with the other cells of the key. An empty field does not select rows yet.
    fn filters(&self) -> Vec<ColumnFilter> {
        let other_key_columns = self.file.key_columns().zip(&self.other_key_fields);
        let filled = other_key_columns.filter(|(_, (_, value))| !value.trim().is_empty());
        filled.map(|((_, column), (_, value))| ColumnFilter::equals(column, value.trim())).collect()
    }

    /// Returns the ids of at most two rows that the value of the field can mean.
    fn find_rows(&self, snapshot: &Snapshot, value: &str) -> Result<Vec<i64>> {
        // SQLite would compare an invalid number such as `1e0` as the number 1
        let Ok(cell) = parse_cell(self.column, value, snapshot.clock()) else { return Ok(Vec::new()) };
        if cell.is_empty() {
            return Ok(Vec::new());
        }
        Ok(row_listing::find_rows_by_cell(snapshot, self.file, self.column, &cell, &self.filters())?)
    }

    /// Returns the value and the full title of each row that contains a text: `E7` and `Jan Bos · E7 · Kok · Noord`.
    fn suggest(&self, snapshot: &Snapshot, text: &str) -> Result<Vec<(String, String)>> {
        Ok(self.values_and_titles(&row_listing::suggest(snapshot, self.file, text, &self.filters(), MAX_SUGGESTIONS)?))
    }

    fn values_and_titles(&self, rows: &[(i64, RecordedCells)]) -> Vec<(String, String)> {
        let value = |cells| find_cell(cells, self.column.name).to_owned();
        rows.iter().map(|(_, cells)| (value(cells), self.file.full_row_title(cells))).collect()
    }
}

/// Returns the column by whose cells fields refer to a row: the last of the key, unless it has times.
fn referenced_column(reference: &Reference) -> Option<&'static Column> {
    let (_, column) = reference.to.key_columns().last().filter(|(_, column)| column.domain != Domain::Time)?;
    Some(column)
}

/// Returns [`FormField::suggestion_query`] for the cells of a column; empty for no suggestions. `cell_of` returns the
/// cell of another column in the row, if it is known.
pub fn suggestion_query<'c>(column: &Column, cell_of: impl Fn(&'static str) -> &'c str) -> String {
    let field_of = |name: &'static str| (name.to_owned(), cell_of(name).to_owned());
    let reference = column.applying_reference(&cell_of).and_then(|reference| FieldReference::new(reference, field_of));
    reference.map(|reference| reference.suggestion_query()).unwrap_or_default()
}

/// Returns the column of a file with this name, if a declared column or parameter refers to rows by it.
fn find_referenced_column(file: &'static DataFile, name: &str) -> Option<&'static Column> {
    let (_, column) = file.find_column(name)?;
    let is_column = |to: &DataFile, by: &str| to.name == file.name && by == column.name;
    let mut references = FILES.iter().flat_map(|referring| referring.columns).flat_map(Column::references);
    let is_in_row = references.any(|reference| {
        referenced_column(reference).is_some_and(|key_column| is_column(reference.to, key_column.name))
    });
    let mut parameters = grantable().flat_map(|operation| operation.request);
    let mut is_in_report = || parameters.any(|parameter| parameter.reference.is_some_and(|(to, by)| is_column(to, by)));
    (is_in_row || is_in_report()).then_some(column)
}

/// Answers `data/suggest?file=persons&column=ExternalIdentifier&q=jan` with the cells and descriptions of matching rows.
/// If the key has several columns, the fields `key.` have the other cells: `key.StepTitle=Veilig+werken`.
pub fn show(context: &PageContext) -> Result<PageAnswer> {
    let query = &context.request.query;
    let file = super::file_with_stem(query.text_of("file"));
    let reference =
        file.and_then(|file| Some(FieldReference::by(file, find_referenced_column(file, query.text_of("column"))?)));
    let Some(reference) = reference else { return Ok(PageAnswer::NotFound) };
    let key_fields = query.0.iter().filter(|(name, _)| name.starts_with(KEY_PREFIX));
    let reference = FieldReference { other_key_fields: key_fields.cloned().collect(), ..reference };
    let rows = reference.suggest(&context.snapshot()?, query.text_of("q"))?;
    let suggestions: Vec<_> = rows.into_iter().map(|(value, text)| json!({ "key": value, "text": text })).collect();
    Ok(PageAnswer::File {
        name: "suggestions.json".to_owned(),
        content_type: "application/json",
        body: ResponseBody::Bytes(serde_json::to_vec(&suggestions)?),
    })
}

/// Returns what to type to find a row: a part of its name or, for rows with a title, also of the `column` of the values
/// or else of the key.
fn hint(context: &PageContext, file: &DataFile, column: &Column) -> String {
    let (words, language) = (context.words, context.language);
    let is_shown = |column: &&Column| column.domain != Domain::Id && !file.title.contains(&column.name);
    let mut columns = [column].into_iter().chain(file.key_columns().map(|(_, column)| column));
    match columns.find(is_shown).filter(|_| !file.title.is_empty()) {
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
    let FieldReference { file, column, creates_rows, .. } = *reference;
    let rows = reference.find_rows(snapshot, value)?;
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
        field.hint = format!("{} {}", hint(context, file, column), field.hint).trim_end().to_owned();
    }
    // if saving creates a missing row, an unknown value is no error
    if !rows.is_empty() || value.is_empty() || creates_rows || row_listing::check_search(value).is_err() {
        return Ok(());
    }
    // no row has this value: the operator may have typed a part of a name
    field.matches = reference.suggest(snapshot, value)?;
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
