//! Errors of an upload, with one way to correct each: another cell, or for all rows the column of a header or the value of
//! a cell, which a mapping then keeps.

use std::collections::HashSet;

use anyhow::Result;
use askama::Template;

use super::mapping_form::{columns, save, unused_name};
use crate::console::components::FormField;
use crate::console::data::choices;
use crate::console::page_context::PageContext;
use crate::console::preview::{CheckedUpload, Preview};
use crate::console::translations::Translations;
use crate::datafile::file::DataFile;
use crate::datafile::{FILES, named};
use crate::exchange::amendments::Amendments;
use crate::exchange::mapping::suggestion::Suggestion;
use crate::exchange::mapping::{self, Mapping, header_key};
use crate::exchange::merge::error_table::ErrorGroup;
use crate::model::text::is_cut;

/// The prefixes of field names: for a cell, the column of a header, and the value of a cell.
const CELL: &str = "cell";
const HEADER: &str = "header";
const VALUE: &str = "value";

/// Separates the parts of a field name; no header contains it.
const BETWEEN: char = '\u{1f}';

/// The most values of a group that are shown.
const MOST_VALUES: usize = 50;

/// The errors as a form.
#[derive(Template)]
#[template(path = "faults.html")]
pub struct CorrectionForm<'a> {
    words: &'static Translations,
    token: &'a str,
    shown: FormField,
    action: String,
    errors: Vec<CorrectionRow>,
    has_fields: bool,
}

struct CorrectionRow {
    place: String,
    message: String,
    /// The row of the first error: headers, cells, and whether the error is in this cell.
    row: Vec<(String, String, bool)>,
    fields: Vec<CorrectionField>,
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
    pub fn of(visit: &'a PageContext, preview: &Preview, ready: &CheckedUpload) -> Result<Self> {
        let mut suggested: Option<(String, Option<Suggestion>)> = None;
        let mut errors = Vec::new();
        for group in &ready.errors.0 {
            let mut error = correction_row(visit, ready, group);
            if let Some((name, file)) = unknown_header(ready, group) {
                if suggested.as_ref().is_none_or(|(known, _)| *known != name) {
                    suggested = Some((name.clone(), preview.suggestion(&name, Some(file))?));
                }
                let suggestion = suggested.as_ref().and_then(|(_, suggestion)| suggestion.as_ref());
                error.message = visit.words.foreign_header.to_owned();
                error.fields = vec![header_field(visit, file, &name, &group.first.column, suggestion)];
            }
            errors.push(error);
        }
        // errors of one cell share a field
        let mut seen = HashSet::new();
        for error in &mut errors {
            error.fields.retain(|field| seen.insert(field.name.clone()));
        }
        Ok(Self {
            words: visit.words,
            token: &visit.token,
            shown: super::preview_mark_field(ready),
            action: visit.address("import/preview/mend"),
            has_fields: !seen.is_empty(),
            errors,
        })
    }
}

/// Returns the data file that a file of an upload becomes.
fn data_file(ready: &CheckedUpload, name: &str) -> Option<&'static DataFile> {
    let mapped = ready.mapped.iter().find(|mapped| mapped.name == name).map(|mapped| mapped.mapping.file);
    mapped.or_else(|| FILES.iter().copied().find(|file| file.name == name || file.workbook() == name))
}

/// Returns the file and data file of an error about a header that is not one of the columns.
fn unknown_header(ready: &CheckedUpload, group: &ErrorGroup) -> Option<(String, &'static DataFile)> {
    let name = &group.first.file;
    let is_mapped = ready.mapped.iter().any(|mapped| mapped.name == *name);
    let file = data_file(ready, name).filter(|_| !is_mapped && group.first.line == 1)?;
    let header = &group.first.column;
    (!header.is_empty() && file.column(header).is_none()).then(|| (name.clone(), file))
}

fn header_field(
    visit: &PageContext,
    file: &'static DataFile,
    name: &str,
    header: &str,
    suggestion: Option<&Suggestion>,
) -> CorrectionField {
    let suggested = suggestion.and_then(|suggestion| suggestion.headers.iter().find(|known| known.name == header));
    let column = suggested.and_then(|header| header.column).map(|at| file.columns[at].name);
    CorrectionField {
        name: field_name(&[HEADER, name, header]),
        label: header.to_owned(),
        value: column.unwrap_or_default().to_owned(),
        choices: [(String::new(), visit.words.choose.to_owned())].into_iter().chain(columns(visit, file)).collect(),
    }
}

fn correction_row(visit: &PageContext, ready: &CheckedUpload, group: &ErrorGroup) -> CorrectionRow {
    let first = &group.first;
    let mut shown = CorrectionRow {
        place: visit.error_location(first),
        message: first.labelled_detail(visit.language),
        row: Vec::new(),
        fields: Vec::new(),
    };
    let column = data_file(ready, &first.file).and_then(|file| Some((file, file.column(&first.column)?.1)));
    if let Some((_, column)) = column.filter(|_| !first.header.is_empty()) {
        shown.message = format!("{} ({}): {}", first.header, column.label(visit.language), shown.message);
    }
    if group.count > 1 {
        let lines: Vec<_> = group.lines.iter().map(i64::to_string).collect();
        let rows = visit.words.rows_with_error.replace("{lines}", &lines.join(", "));
        shown.message += &rows.replace("{}", &group.count.to_string());
    }
    let Some((file, column)) = column else {
        return shown;
    };
    let is_this = |header: &str| match first.header.as_str() {
        "" => file.column(header).is_some_and(|(_, of)| of.name == first.column),
        own => header == own,
    };
    let row = ready.around.get(&(first.file.clone(), first.line));
    if let Some(row) = row {
        let cells = row.headers.iter().zip(&row.cells);
        let cells = cells.map(|(header, cell)| (header.clone(), cell.clone(), is_this(header)));
        shown.row = cells.filter(|(_, cell, is_this)| *is_this || !cell.is_empty()).collect();
    }
    let choices: Vec<_> = choices(visit, column).unwrap_or_default();
    for (cell, meant) in group.values.iter().take(MOST_VALUES) {
        let none = (!choices.is_empty()).then(|| (String::new(), visit.words.choose.to_owned()));
        shown.fields.push(CorrectionField {
            name: field_name(&[VALUE, &first.file, column.name, cell]),
            label: visit.words.map_value.replace("{}", cell),
            value: if *meant == "?" { String::new() } else { (*meant).to_owned() },
            choices: none.into_iter().chain(choices.iter().cloned()).collect(),
        });
    }
    if group.values.is_empty() && row.is_some_and(|row| row.headers.iter().any(|header| is_this(header))) {
        shown.fields.push(CorrectionField {
            name: field_name(&[CELL, file.name, &first.line.to_string(), column.name]),
            label: column.label(visit.language),
            // a cut cell is no value to start from
            value: if is_cut(&first.value) { String::new() } else { first.value.clone() },
            choices: Vec::new(),
        });
    }
    shown
}

fn field_name(parts: &[&str]) -> String {
    parts.join(&BETWEEN.to_string())
}

/// Reads the form: cells are returned, headers and values are stored in mappings. Returns what is wrong with those.
pub fn take(visit: &PageContext, ready: &CheckedUpload) -> Result<Result<Amendments, String>> {
    let snapshot = visit.snapshot()?;
    let stored = mapping::stored(&snapshot, snapshot.clock())?;
    drop(snapshot);
    let mut corrections = Amendments::default();
    let mut changed: Vec<(String, Mapping)> = Vec::new();
    // the mapping of a file, as it is changed here
    let mut mapping_of = |name: &str, new: Option<&'static DataFile>| -> Option<usize> {
        if let Some(at) = changed.iter().position(|(known, _)| known == name) {
            return Some(at);
        }
        let used = ready.mapped.iter().find(|mapped| mapped.name == name).map(|mapped| &mapped.mapping.name);
        let present = stored.iter().find(|stored| Some(&stored.mapping.name) == used);
        let mapping = present.map(|present| present.mapping.clone()).or_else(|| {
            let file = new?;
            let name = unused_name(&file.stem().replace('_', "-"), &stored);
            Some(Mapping::new(name, file))
        })?;
        changed.push((name.to_owned(), mapping));
        Some(changed.len() - 1)
    };
    let mut headers = Vec::new();
    let mut values = Vec::new();
    for (field, sent) in &visit.request.form.0 {
        let parts: Vec<_> = field.split(BETWEEN).collect();
        match parts.as_slice() {
            [CELL, file, line, column] if named(file).is_some() => {
                if let Ok(line) = line.parse() {
                    corrections.cells.insert(((*file).to_owned(), line, (*column).to_owned()), sent.clone());
                }
            }
            [HEADER, name, header] if !sent.is_empty() => {
                let file = data_file(ready, name).filter(|file| file.column(header).is_none());
                headers.extend(mapping_of(name, file).map(|at| (at, *header, sent)));
            }
            [VALUE, name, column, cell] if !sent.is_empty() => {
                values.extend(mapping_of(name, None).map(|at| (at, *column, *cell, sent)));
            }
            _ => {}
        }
    }
    for (at, header, column) in headers {
        let (name, mapping) = &mut changed[at];
        let column = mapping.file.column(column).map(|(at, _)| at);
        mapping.columns.retain(|(known, _)| header_key(known) != header_key(header));
        mapping.columns.push((header.to_owned(), column));
        mapping.patterns = vec![name.clone()];
    }
    for (at, column, cell, value) in values {
        let mapping = &mut changed[at].1;
        if let Some((column, _)) = mapping.file.column(column) {
            mapping.values.entry(column).or_default().insert(cell.trim().to_owned(), value.clone());
        }
    }
    for (_, mapping) in &changed {
        if let Err(wrong) = save(visit, mapping)? {
            return Ok(Err(wrong));
        }
    }
    Ok(Ok(corrections))
}
