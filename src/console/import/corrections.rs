//! The form that corrects an upload. A field corrects an unknown value in all rows, or another error in one cell.

use std::collections::{HashMap, HashSet};
use std::iter;

use anyhow::Result;
use askama::Template;

use super::mapping_form::{self, CELL, VALUE, field_name};
use super::options;
use crate::console::components::MoreFields;
use crate::console::data::column_options;
use crate::console::data::row_names::RowNames;
use crate::console::data::suggestions::suggestion_query;
use crate::console::message_names::{error_detail, links_to_referring_rows};
use crate::console::preview::{CheckedUpload, PreviewChange};
use crate::console::translations::Translations;
use crate::console::translations::fill;
use crate::console::{FormFields, PageContext};
use crate::datafile::file::Column;
use crate::datafile::{find_cell, find_file};
use crate::exchange::mapping::Mapping;
use crate::exchange::merge::error_table::{ErrorGroup, ImportError};
use crate::ledger::RecordedCells;
use crate::model::message::{MessageArgument, MessageName};
use crate::model::text::is_cut;

/// More keys of a [`field_name`]. With a `LINE`, the value of `FILE` is a data file; otherwise it is an uploaded file.
const FILE: &str = "file";
const LINE: &str = "line";
const COLUMN: &str = "column";

/// The maximum number of unknown values of a group that have a field.
const MAX_VALUE_FIELDS: usize = 50;

const HEADER_LINE: i64 = 1;

#[derive(Template)]
#[template(path = "correction_form.html")]
pub struct CorrectionForm<'a> {
    words: &'static Translations,
    token: &'a str,
    check_id: u64,
    action: String,
    groups: Vec<CorrectionGroup>,
    /// The options of the import; `None` if no error has a field.
    pub options: Option<MoreFields<'static>>,
}

/// The errors of an [`ErrorGroup`], with fields that correct them.
struct CorrectionGroup {
    /// The file and line of the first error: `persons.csv, line 4`.
    location: String,
    /// Several only for the headers of a file.
    messages: Vec<String>,
    /// The addresses and texts of links to the rows that refer to the first row, if its removal is refused.
    links: Vec<(String, String)>,
    /// The address of the form that maps the headers of the file; `None` if all headers are known.
    mapping_address: Option<String>,
    /// Is this the first group with such an address? Its link then leads on, and the button of the form does not.
    is_first_to_map: bool,
    corrections: Vec<Correction>,
}

struct Correction {
    /// The row with the error; empty to show no row.
    row: ErrorRow,
    /// `None` if the form cannot correct the error, or if an earlier correction has the same field.
    field: Option<CorrectionField>,
}

#[derive(Default)]
struct ErrorRow {
    /// The cell with the error, the key and the title of the row.
    main: Vec<RowCell>,
    /// The other cells, which the operator can expand.
    rest: Vec<RowCell>,
    /// The cells of the row, by column.
    cells: RecordedCells,
}

struct RowCell {
    label: String,
    cell: String,
    has_error: bool,
}

struct CorrectionField {
    /// A [`field_name`], which [`parse_corrections`] parses.
    name: String,
    label: String,
    value: String,
    /// The values and labels of a drop-down list; empty if any text is possible.
    options: Vec<(String, String)>,
    /// [`FormField::suggestion_query`](crate::console::components::FormField::suggestion_query).
    suggestion_query: String,
}

impl<'a> CorrectionForm<'a> {
    pub fn new(context: &'a PageContext, names: &RowNames, checked: &CheckedUpload) -> Result<Self> {
        let mut groups = correction_groups(context, names, checked)?;
        // a cell with several errors keeps only its first field
        let mut field_names = HashSet::new();
        for correction in groups.iter_mut().flat_map(|group| &mut group.corrections) {
            let is_repeated = |field: &CorrectionField| !field_names.insert(field.name.clone());
            if correction.field.as_ref().is_some_and(is_repeated) {
                correction.field = None;
            }
        }
        Ok(Self {
            words: context.words,
            token: &context.token,
            check_id: checked.id,
            action: context.address("import/preview/mend"),
            options: (!field_names.is_empty()).then(|| options::option_fields(context, checked)),
            groups,
        })
    }

    /// Returns whether the columns of a file must be chosen first.
    pub fn needs_mapping(&self) -> bool {
        self.groups.iter().any(|group| group.is_first_to_map)
    }
}

/// Returns a group for each group of errors. If a header of a file is unknown, one group has all errors of the headers
/// of this file, because one change of the mapping can correct them.
fn correction_groups(context: &PageContext, names: &RowNames, checked: &CheckedUpload) -> Result<Vec<CorrectionGroup>> {
    let first_errors = checked.error_groups.iter().map(ErrorGroup::first);
    let files_with_unknown_header: HashSet<_> =
        first_errors.filter(|error| is_unknown_header(error)).map(|error| error.file.as_str()).collect();
    let mut groups: Vec<CorrectionGroup> = Vec::new();
    let mut header_group_of_file: HashMap<&str, usize> = HashMap::new();
    for error_group in &checked.error_groups {
        let file = error_group.first().file.as_str();
        let mut group = correction_group(context, names, checked, error_group)?;
        if error_group.first().line == HEADER_LINE && files_with_unknown_header.contains(file) {
            if let Some(index) = header_group_of_file.get(file) {
                groups[*index].messages.append(&mut group.messages);
                continue;
            }
            group.is_first_to_map = header_group_of_file.is_empty();
            header_group_of_file.insert(file, groups.len());
            group.mapping_address = Some(mapping_form::address_for(context, file));
        }
        groups.push(group);
    }
    Ok(groups)
}

fn is_unknown_header(error: &ImportError) -> bool {
    error.line == HEADER_LINE && !error.column.is_empty() && error.data_file.find_column(&error.column).is_none()
}

/// Returns a group with a field per unknown value or, without unknown values, a field per cell with an error. An error
/// that concerns no column of the data file has no field.
fn correction_group(
    context: &PageContext,
    names: &RowNames,
    checked: &CheckedUpload,
    group: &ErrorGroup,
) -> Result<CorrectionGroup> {
    let (first, words) = (group.first(), context.words);
    let column = first.data_file.find_column(&first.column).map(|(_, column)| column);
    let label = first.data_file.column_label(&first.column, context.language);
    let detail = match is_unknown_header(first) {
        true => words.unknown_column.to_owned(),
        false => error_detail(context, names, first)? + &group.row_summary(context.language),
    };
    // name the column: in a mapped file by its header, with the label behind it
    let message = match (label.as_str(), first.header.as_str()) {
        ("", _) => detail,
        (_, "") => format!("{label}: {detail}"),
        (_, header) => format!("{header} ({label}): {detail}"),
    };
    let row_of = |error: &ImportError| error_row(context, names, checked, error);
    let corrections = match column {
        None => Vec::new(),
        Some(column) if !group.values.is_empty() => {
            let rows = group.errors.iter().map(row_of).collect::<Result<_>>()?;
            value_corrections(context, group, column, rows)
        }
        Some(column) => {
            let correct_cell = |error| Ok(cell_correction(context, group, (error, column), row_of(error)?));
            group.errors.iter().map(correct_cell).collect::<Result<_>>()?
        }
    };
    Ok(CorrectionGroup {
        location: context.error_location(first),
        messages: vec![message],
        links: links_to_referring_rows(context, names.snapshot, first)?,
        mapping_address: None,
        is_first_to_map: false,
        corrections,
    })
}

/// Returns a correction for each of the first [`MAX_VALUE_FIELDS`] unknown values. Only the first correction shows a row,
/// as an example. `rows` are those of the group's errors.
fn value_corrections(
    context: &PageContext,
    group: &ErrorGroup,
    column: &Column,
    rows: Vec<ErrorRow>,
) -> Vec<Correction> {
    let options = possible_values(context, group.first(), column);
    let field = |(cell, suggestion): &(String, &str)| {
        let query = suggestion_query(column, |name| common_cell(group, &rows, cell, name));
        value_field(context, group.first(), column, (cell, suggestion), &options, query)
    };
    let fields: Vec<_> = group.values.iter().take(MAX_VALUE_FIELDS).map(field).collect();
    let shown_rows = rows.into_iter().take(1).chain(iter::repeat_with(ErrorRow::default));
    fields.into_iter().zip(shown_rows).map(|(field, row)| Correction { row, field: Some(field) }).collect()
}

/// Returns the cell in another column of all rows with an unknown value; empty if the cells differ, or if the group has
/// more rows than `rows`.
fn common_cell<'a>(group: &ErrorGroup, rows: &'a [ErrorRow], value: &str, column: &str) -> &'a str {
    let with_value = group.errors.iter().zip(rows).filter(|(error, _)| error.value == value);
    let mut cells = with_value.map(|(_, row)| find_cell(&row.cells, column));
    let first = cells.next().unwrap_or_default();
    let is_common = group.count == group.errors.len() as u64 && cells.all(|cell| cell == first);
    if is_common { first } else { "" }
}

/// Returns the correction of a cell. There is no field if the file has no such cell, for example because it lacks the
/// column.
fn cell_correction(
    context: &PageContext,
    group: &ErrorGroup,
    (error, column): (&ImportError, &Column),
    row: ErrorRow,
) -> Correction {
    let has_cell = row.main.iter().any(|cell| cell.has_error);
    let column_label = error.data_file.column_label(&error.column, context.language);
    // the errors of a group are in one column: the line distinguishes their fields
    let label = match group.count {
        1 => column_label,
        _ => format!("{column_label}, {} {}", context.words.line.to_lowercase(), error.line),
    };
    let field = has_cell.then(|| cell_field(context, error, column, label, &row.cells));
    Correction { row, field }
}

/// Returns the possible values, each with a label. The column lists these values, or else the error does.
fn possible_values(context: &PageContext, error: &ImportError, column: &Column) -> Vec<(String, String)> {
    use MessageArgument::{Part, Text};
    if let Some(options) = column_options(context, column) {
        return options;
    }
    // an error about a reference can list the keys of all rows, as one text: `North, South`
    let listed = error.message.arguments.iter().find_map(|argument| match argument {
        Part(part) if part.name == MessageName::Listed => part.arguments.first(),
        _ => None,
    });
    match listed {
        Some(Text(list)) => list.split(", ").map(|value| (value.to_owned(), value.to_owned())).collect(),
        _ => Vec::new(),
    }
}

/// Returns the row of an error, without empty cells that have no error. In a mapped file, the labels are the headers. A
/// cell that refers to a row has the name of the row.
fn error_row(
    context: &PageContext,
    names: &RowNames,
    checked: &CheckedUpload,
    error: &ImportError,
) -> Result<ErrorRow> {
    let (file, mapped) = (error.data_file, checked.mapped.iter().find(|mapped| mapped.name == error.file));
    // in a data file, the headers are the names of the columns
    let column_with_header = |header: &str| match mapped {
        Some(mapped) => file.columns.iter().find(|column| mapped.find_header(column.name) == header),
        None => file.find_column(header).map(|(_, column)| column),
    };
    let row = checked.error_rows.get(&(error.file.clone(), error.line));
    let cells = row.into_iter().flat_map(|row| row.headers.iter().zip(&row.cells));
    let cells: Vec<_> = cells.map(|(header, cell)| (column_with_header(header), header, cell)).collect();
    let cells_by_column: Vec<_> =
        cells.iter().filter_map(|(c, _, cell)| Some((c.as_ref()?.name.to_owned(), (*cell).clone()))).collect();
    let mut error_row = ErrorRow { cells: cells_by_column, ..ErrorRow::default() };
    for (column, header, cell) in cells {
        let has_error = match error.header.as_str() {
            // without a header, the error has only the name of a column
            "" => column.is_some_and(|column| column.name == error.column),
            error_header => header == error_header,
        };
        let is_main = has_error || column.is_some_and(|column| column.is_key() || file.title.contains(&column.name));
        let label = match column {
            Some(column) if mapped.is_none() => column.label(context.language),
            _ => header.clone(),
        };
        if has_error || !cell.is_empty() {
            let title = column.map(|column| names.referenced_title(column, cell, &error_row.cells)).transpose()?;
            let cell = title.flatten().map_or_else(|| cell.clone(), |title| format!("{title} ({cell})"));
            let part = if is_main { &mut error_row.main } else { &mut error_row.rest };
            part.push(RowCell { label, cell, has_error });
        }
    }
    Ok(error_row)
}

/// Returns the value that the operator sent for a field, so that it stays after an error; else the default.
fn sent_value_or(context: &PageContext, name: &str, default: &str) -> String {
    context.request.form.get(name).unwrap_or(default).to_owned()
}

/// Returns the field for a value that replaces `cell` in all rows. The suggestion `?` means that no value is likely.
fn value_field(
    context: &PageContext,
    first: &ImportError,
    column: &Column,
    (cell, suggestion): (&str, &str),
    options: &[(String, String)],
    suggestion_query: String,
) -> CorrectionField {
    let no_choice = (!options.is_empty()).then(|| (String::new(), context.words.choose_meaning.to_owned()));
    let name = field_name([(VALUE, column.name), (CELL, cell), (FILE, &first.file)]);
    CorrectionField {
        label: fill(context.words.meaning_of_value, [("", cell), ("column", &column.label(context.language))]),
        value: sent_value_or(context, &name, if suggestion == "?" { "" } else { suggestion }),
        options: no_choice.into_iter().chain(options.iter().cloned()).collect(),
        suggestion_query,
        name,
    }
}

/// Returns the field for one cell. It suggests rows that fit the other cells of the row.
fn cell_field(
    context: &PageContext,
    error: &ImportError,
    column: &Column,
    label: String,
    cells: &RecordedCells,
) -> CorrectionField {
    let line = error.line.to_string();
    let name = field_name([(FILE, error.data_file.name), (LINE, &line), (COLUMN, &error.column)]);
    // the error holds only the beginning of a long cell
    let value = sent_value_or(context, &name, if is_cut(&error.value) { "" } else { &error.value });
    let suggestion_query = suggestion_query(column, |name| find_cell(cells, name));
    CorrectionField { label, value, options: Vec::new(), suggestion_query, name }
}

/// Parses the form. Values for a mapped file change its mapping; the errors of an invalid mapping are returned.
pub fn parse_corrections(
    context: &PageContext,
    checked: &CheckedUpload,
) -> std::result::Result<PreviewChange, Vec<String>> {
    let mut change = PreviewChange::default();
    for (field, sent) in &context.request.form.0 {
        // the name of a field is a query, such as `file=persons.csv&line=3&column=Email`
        let parts = FormFields::parse(field.as_bytes());
        match parts.as_pairs()[..] {
            [(FILE, file), (LINE, line), (COLUMN, column)] if find_file(file).is_some() => {
                if let Ok(line) = line.parse() {
                    change.corrections.corrected_cells.insert((file.to_owned(), line, column.to_owned()), sent.clone());
                }
            }
            // a value that replaces a cell in all rows: a mapping keeps it for later imports
            [(VALUE, column_name), (CELL, cell), (FILE, name)] if !sent.is_empty() => {
                let Some(file) = checked.data_file(name) else { continue };
                let Some((column_index, column)) = file.find_column(column_name) else { continue };
                match checked.mapped.iter().find(|mapped| mapped.name == name) {
                    Some(mapped) => {
                        let mapping = change.mappings.entry(name.to_owned());
                        mapping.or_insert_with(|| mapped.mapping.clone()).set_value(column_index, cell, sent);
                    }
                    None => {
                        let key = (file.name.to_owned(), column.name.to_owned(), cell.to_owned());
                        change.corrections.replaced_values.insert(key, sent.clone());
                    }
                }
            }
            _ => {}
        }
    }
    // the mapping that results must be valid as a whole
    for mapping in change.mappings.values() {
        if let Err(errors) = Mapping::parse(&mapping.to_toml(), context.console.service.store.clock()) {
            return Err(errors.iter().map(|error| error.message.text(context.language)).collect());
        }
    }
    Ok(change)
}
