//! Errors of an upload, with one way to correct each kind: other cells, or another value for a cell in all rows.

use std::collections::HashSet;

use anyhow::Result;
use askama::Template;

use super::mapping_form::{CELL, VALUE, field_name};
use crate::console::FormFields;
use crate::console::data::choices;
use crate::console::page_context::PageContext;
use crate::console::preview::{CheckedUpload, PreviewChange};
use crate::console::translations::Translations;
use crate::datafile::file::Column;
use crate::datafile::find_file;
use crate::exchange::mapping::Mapping;
use crate::exchange::merge::error_table::{ErrorGroup, ImportError};
use crate::model::text::is_cut;

/// Parts of field names: the file of the upload or the data file, the line and the column.
const FILE: &str = "file";
const LINE: &str = "line";
const COLUMN: &str = "column";

/// The most values of a group that are shown.
const MOST_VALUES: usize = 50;

/// The errors as a form.
#[derive(Template)]
#[template(path = "faults.html")]
pub struct CorrectionForm<'a> {
    words: &'static Translations,
    token: &'a str,
    mark: u64,
    action: String,
    errors: Vec<CorrectionGroup>,
    has_fields: bool,
}

struct CorrectionGroup {
    place: String,
    message: String,
    parts: Vec<CorrectionPart>,
}

/// A row with an error, or a value, with its correction.
struct CorrectionPart {
    /// Headers, cells, and whether the error is in this cell.
    row: Vec<(String, String, bool)>,
    field: Option<CorrectionField>,
}

struct CorrectionField {
    name: String,
    label: String,
    value: String,
    /// Its possible values; any text if there are none.
    choices: Vec<(String, String)>,
}

impl<'a> CorrectionForm<'a> {
    /// Creates the form of an upload's errors.
    pub fn of(context: &'a PageContext, ready: &CheckedUpload) -> Self {
        let mut errors: Vec<_> = ready.errors.0.iter().map(|group| correction_group(context, ready, group)).collect();
        // errors of one cell share a field
        let mut seen = HashSet::new();
        for part in errors.iter_mut().flat_map(|error| &mut error.parts) {
            part.field.take_if(|field| !seen.insert(field.name.clone()));
        }
        Self {
            words: context.words,
            token: &context.token,
            mark: ready.mark,
            action: context.address("import/preview/mend"),
            has_fields: !seen.is_empty(),
            errors,
        }
    }
}

/// Returns whether an error is about a header that is no column of the data file.
pub fn is_unknown_header(error: &ImportError) -> bool {
    error.line == 1 && !error.column.is_empty() && error.data_file.find_column(&error.column).is_none()
}

fn correction_group(context: &PageContext, ready: &CheckedUpload, group: &ErrorGroup) -> CorrectionGroup {
    let (first, words) = (group.first(), context.words);
    let column = first.data_file.find_column(&first.column).map(|(_, column)| column);
    let label = first.data_file.column_label(&first.column, context.language);
    let message = match is_unknown_header(first) {
        true => words.foreign_header.to_owned(),
        false => first.labelled_detail(context.language) + &group.row_summary(context.language),
    };
    let message = match first.header.as_str() {
        _ if label.is_empty() => message,
        "" => format!("{label}: {message}"),
        header => format!("{header} ({label}): {message}"),
    };
    let parts = match column {
        None => Vec::new(),
        Some(column) if !group.values.is_empty() => {
            let row = marked_row(ready, first);
            let values = group.values.iter().take(MOST_VALUES);
            let field = |(cell, meant): &(String, &str)| value_field(context, first, column, cell, meant);
            let rows = std::iter::once(row).chain(std::iter::repeat_with(Vec::new));
            values.zip(rows).map(|(value, row)| CorrectionPart { row, field: Some(field(value)) }).collect()
        }
        Some(_) => {
            let part = |error: &ImportError| {
                let row = marked_row(ready, error);
                let is_there = row.iter().any(|(_, _, is_this)| *is_this);
                let label = match group.count {
                    1 => label.clone(),
                    _ => format!("{label}, {} {}", words.line.to_lowercase(), error.line),
                };
                CorrectionPart { row, field: is_there.then(|| cell_field(error, label)) }
            };
            group.errors.iter().map(part).collect()
        }
    };
    CorrectionGroup { place: context.error_location(first), message, parts }
}

/// Returns the cells of the row with an error.
fn marked_row(ready: &CheckedUpload, error: &ImportError) -> Vec<(String, String, bool)> {
    let is_this = |header: &str| match error.header.as_str() {
        "" => error.data_file.find_column(header).is_some_and(|(_, of)| of.name == error.column),
        own => header == own,
    };
    let row = ready.around.get(&(error.file.clone(), error.line));
    let cells = row.into_iter().flat_map(|row| row.headers.iter().zip(&row.cells));
    let cells = cells.map(|(header, cell)| (header.clone(), cell.clone(), is_this(header)));
    cells.filter(|(_, cell, is_this)| *is_this || !cell.is_empty()).collect()
}

fn value_field(
    context: &PageContext,
    first: &ImportError,
    column: &Column,
    cell: &str,
    meant: &str,
) -> CorrectionField {
    let choices = choices(context, column).unwrap_or_default();
    let none = (!choices.is_empty()).then(|| (String::new(), context.words.choose.to_owned()));
    let label = context.words.map_value.replace("{column}", &column.label(context.language));
    CorrectionField {
        name: field_name([(VALUE, column.name), (CELL, cell), (FILE, &first.file)]),
        label: label.replace("{}", cell),
        value: if meant == "?" { String::new() } else { meant.to_owned() },
        choices: none.into_iter().chain(choices).collect(),
    }
}

fn cell_field(error: &ImportError, label: String) -> CorrectionField {
    let line = error.line.to_string();
    CorrectionField {
        name: field_name([(FILE, error.data_file.name), (LINE, &line), (COLUMN, &error.column)]),
        label,
        // a cut cell is no value to start from
        value: if is_cut(&error.value) { String::new() } else { error.value.clone() },
        choices: Vec::new(),
    }
}

/// Reads the form. Values of mapped files change their mappings, which are stored with the import. Returns what is wrong
/// with those.
pub fn parse_corrections(context: &PageContext, ready: &CheckedUpload) -> Result<PreviewChange, String> {
    let mut change = PreviewChange::default();
    for (field, sent) in &context.request.form.0 {
        let parts = FormFields::read(field.as_bytes());
        let parts: Vec<_> = parts.0.iter().map(|(part, value)| (part.as_str(), value.as_str())).collect();
        match parts[..] {
            [(FILE, file), (LINE, line), (COLUMN, column)] if find_file(file).is_some() => {
                if let Ok(line) = line.parse() {
                    change.corrections.cells.insert((file.to_owned(), line, column.to_owned()), sent.clone());
                }
            }
            [(VALUE, column), (CELL, cell), (FILE, name)] if !sent.is_empty() => {
                let mapped = ready.mapped.iter().find(|mapped| mapped.name == name);
                let Some((file, (at, _))) =
                    ready.data_file(name).and_then(|file| Some((file, file.find_column(column)?)))
                else {
                    continue;
                };
                match mapped {
                    Some(mapped) => {
                        let mapping = change.mappings.entry(name.to_owned());
                        mapping.or_insert_with(|| mapped.mapping.clone()).set_value(at, cell, sent);
                    }
                    None => {
                        let key = (file.name.to_owned(), file.columns[at].name.to_owned(), cell.to_owned());
                        change.corrections.values.insert(key, sent.clone());
                    }
                }
            }
            _ => {}
        }
    }
    for mapping in change.mappings.values() {
        if let Err(errors) = Mapping::parse(&mapping.to_toml(), context.console.service.store.clock()) {
            let errors = errors.iter().map(|error| error.message.text(context.language));
            return Err(errors.collect::<Vec<_>>().join(" "));
        }
    }
    Ok(change)
}
