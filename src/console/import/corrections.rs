//! Errors of an upload, with one way to correct each kind: other cells, or another value for a cell in all rows.

use std::collections::HashSet;

use askama::Template;

use super::mapping_form::{CELL, VALUE, address_for, field_name};
use super::options;
use crate::console::FormFields;
use crate::console::components::FormField;
use crate::console::data::choices;
use crate::console::page_context::PageContext;
use crate::console::preview::{CheckedUpload, PreviewChange};
use crate::console::translations::Translations;
use crate::datafile::file::Column;
use crate::datafile::find_file;
use crate::exchange::mapping::Mapping;
use crate::exchange::merge::error_table::{ErrorGroup, ImportError};
use crate::model::message::{Fact, MessageName};
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
    /// Whether the options are open, and their fields; `None` if no error has a field.
    options: Option<(bool, Vec<FormField>)>,
}

struct CorrectionGroup {
    place: String,
    message: String,
    /// The address of the form that maps the file's headers, if one of them is unknown.
    mapping: Option<String>,
    parts: Vec<CorrectionPart>,
}

/// A row with an error, or a value, with its correction.
struct CorrectionPart {
    row: ErrorRow,
    field: Option<CorrectionField>,
}

/// The cells of a row: labels, cells, and whether the error is in this cell.
#[derive(Default)]
struct ErrorRow {
    /// The wrong cell, the key and the title of the row.
    main: Vec<(String, String, bool)>,
    rest: Vec<(String, String, bool)>,
}

struct CorrectionField {
    name: String,
    label: String,
    value: String,
    /// Its possible values; any text if there are none.
    choices: Vec<(String, String)>,
}

impl<'a> CorrectionForm<'a> {
    /// Creates the form of an upload's errors. Those of the headers of a file have one cause if one of them is unknown.
    pub fn of(context: &'a PageContext, ready: &CheckedUpload) -> Self {
        let groups = &ready.errors.0;
        let mut errors: Vec<CorrectionGroup> = Vec::new();
        for group in groups {
            let mut next = correction_group(context, ready, group);
            let unknown = groups
                .iter()
                .map(ErrorGroup::first)
                .find(|error| is_unknown_header(error) && error.file == group.first().file);
            if group.first().line == 1
                && let Some(unknown) = unknown
            {
                next.mapping = Some(address_for(context, &unknown.file));
                if let Some(same) = errors.iter_mut().find(|error| error.mapping == next.mapping) {
                    same.message = format!("{} {}", same.message, next.message);
                    continue;
                }
            }
            errors.push(next);
        }
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
            options: (!seen.is_empty()).then(|| options::fields(context, ready)),
            errors,
        }
    }

    pub fn has_fields(&self) -> bool {
        self.options.is_some()
    }
}

/// Returns whether an error is about a header that is no column of the data file.
fn is_unknown_header(error: &ImportError) -> bool {
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
            let row = marked_row(context, ready, first);
            let values = group.values.iter().take(MOST_VALUES);
            let choices = possible_values(context, first, column);
            let field =
                |(cell, meant): &(String, &str)| value_field(context, first, column, (cell.as_str(), *meant), &choices);
            let rows = std::iter::once(row).chain(std::iter::repeat_with(ErrorRow::default));
            values.zip(rows).map(|(value, row)| CorrectionPart { row, field: Some(field(value)) }).collect()
        }
        Some(_) => {
            let part = |error: &ImportError| {
                let row = marked_row(context, ready, error);
                let is_there = row.main.iter().any(|(_, _, is_this)| *is_this);
                let label = match group.count {
                    1 => label.clone(),
                    _ => format!("{label}, {} {}", words.line.to_lowercase(), error.line),
                };
                CorrectionPart { row, field: is_there.then(|| cell_field(context, error, label)) }
            };
            group.errors.iter().map(part).collect()
        }
    };
    CorrectionGroup { place: context.error_location(first), message, mapping: None, parts }
}

/// Returns the values that a column takes with their labels, if they are a list or the error names them.
fn possible_values(context: &PageContext, error: &ImportError, column: &Column) -> Vec<(String, String)> {
    let listed = error.message.facts.iter().find_map(|fact| match fact {
        Fact::Part(part) if part.name == MessageName::Listed => part.facts.first(),
        _ => None,
    });
    choices(context, column).unwrap_or_else(|| match listed {
        Some(Fact::Text(all)) => all.split(", ").map(|value| (value.to_owned(), value.to_owned())).collect(),
        _ => Vec::new(),
    })
}

/// Returns the cells of the row with an error. Those of a data file are labelled in the page's language.
fn marked_row(context: &PageContext, ready: &CheckedUpload, error: &ImportError) -> ErrorRow {
    let (file, mapped) = (error.data_file, ready.mapped.iter().find(|mapped| mapped.name == error.file));
    let column_of = |header: &str| match mapped {
        Some(mapped) => file.columns.iter().find(|column| mapped.find_header(column.name) == header),
        None => file.find_column(header).map(|(_, column)| column),
    };
    let row = ready.around.get(&(error.file.clone(), error.line));
    let cells = row.into_iter().flat_map(|row| row.headers.iter().zip(&row.cells));
    let mut shown = ErrorRow::default();
    for (header, cell) in cells {
        let column = column_of(header);
        let is_this = match error.header.as_str() {
            "" => column.is_some_and(|column| column.name == error.column),
            own => header == own,
        };
        let is_main = is_this || column.is_some_and(|column| column.is_key() || file.title.contains(&column.name));
        let label = column.filter(|_| mapped.is_none()).map(|column| column.label(context.language));
        let cells = if is_main { &mut shown.main } else { &mut shown.rest };
        if is_this || !cell.is_empty() {
            cells.push((label.unwrap_or_else(|| header.clone()), cell.clone(), is_this));
        }
    }
    shown
}

/// Returns the value that was sent for a field, or another one.
fn sent_or(context: &PageContext, name: &str, value: &str) -> String {
    context.request.form.get(name).unwrap_or(value).to_owned()
}

fn value_field(
    context: &PageContext,
    first: &ImportError,
    column: &Column,
    (cell, meant): (&str, &str),
    choices: &[(String, String)],
) -> CorrectionField {
    let none = (!choices.is_empty()).then(|| (String::new(), context.words.choose.to_owned()));
    let label = context.words.map_value.replace("{column}", &column.label(context.language));
    let name = field_name([(VALUE, column.name), (CELL, cell), (FILE, &first.file)]);
    CorrectionField {
        label: label.replace("{}", cell),
        value: sent_or(context, &name, if meant == "?" { "" } else { meant }),
        choices: none.into_iter().chain(choices.iter().cloned()).collect(),
        name,
    }
}

fn cell_field(context: &PageContext, error: &ImportError, label: String) -> CorrectionField {
    let line = error.line.to_string();
    let name = field_name([(FILE, error.data_file.name), (LINE, &line), (COLUMN, &error.column)]);
    // a cut cell is no value to start from
    let value = sent_or(context, &name, if is_cut(&error.value) { "" } else { &error.value });
    CorrectionField { label, value, choices: Vec::new(), name }
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
