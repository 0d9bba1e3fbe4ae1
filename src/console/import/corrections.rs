//! Errors of an upload, each with its row, corrected in place: another cell, the meaning of a header, or skipping the
//! row.

use std::collections::{HashMap, HashSet};

use anyhow::Result;
use askama::Template;
use tokio::runtime::Handle;

use crate::console::components::{Form, FormField, Input};
use crate::console::page::PageAnswer;
use crate::console::page_context::PageContext;
use crate::console::preview::CheckedUpload;
use crate::console::translations::Translations;
use crate::datafile::FILES;
use crate::datafile::file::{Column, DataFile};
use crate::exchange::amendments::{Amendments, RowCells};
use crate::exchange::merge::error_table::ImportError;
use crate::model::language::Language;
use crate::model::nearest::near;
use crate::model::text::{is_cut, quoted};
use crate::store::header_match::{self, HeaderMatch};

/// The prefixes of field names: for a cell, a header's meaning, and a skipped row.
const CELL: &str = "cell";
const HEADER: &str = "header";
const ROW: &str = "row";

/// Separates the parts of a field name; no header contains it.
const BETWEEN: char = '\u{1f}';

/// The field with selected remembered headers.
const KEPT: &str = "kept";

/// The value for an ignored header; no column has this name.
const LEFT_OUT: &str = "-";

/// The errors as a form.
#[derive(Template)]
#[template(path = "faults.html")]
pub struct CorrectionForm<'a> {
    words: &'static Translations,
    token: &'a str,
    shown: FormField,
    action: String,
    faults: Vec<CorrectionRow>,
    /// Can any error be corrected here?
    mends: bool,
}

struct CorrectionRow {
    place: String,
    message: String,
    /// The row: headers, cells, and whether the error is in this cell.
    row: Vec<(String, String, bool)>,
    /// The correcting field: name, label and value.
    field: Option<(String, String, String)>,
    /// The choices for a header.
    choices: Vec<(String, String)>,
    /// The name of the field that skips the row.
    leaves_out: Option<String>,
}

impl<'a> CorrectionForm<'a> {
    /// Creates the form of an upload's errors.
    pub fn of(visit: &'a PageContext, ready: &CheckedUpload) -> Self {
        let mut faults: Vec<_> =
            ready.faults.0.iter().map(|fault| correction_row(visit, fault, &ready.around)).collect();
        // errors of one cell share a field, and errors of one row share the skip field
        let mut seen = HashSet::new();
        let mut is_new = |name: &str| seen.insert(name.to_owned());
        for fault in &mut faults {
            fault.field = fault.field.take().filter(|(name, ..)| is_new(name));
            fault.leaves_out = fault.leaves_out.take().filter(|name| is_new(name));
        }
        Self {
            words: visit.words,
            token: &visit.token,
            shown: super::preview_mark_field(ready),
            action: visit.address("import/preview/mend"),
            mends: !seen.is_empty(),
            faults,
        }
    }
}

fn correction_row(
    visit: &PageContext,
    fault: &ImportError,
    around: &HashMap<(String, i64), RowCells>,
) -> CorrectionRow {
    let file = FILES.iter().find(|file| [file.name, &file.workbook()].contains(&fault.file.as_str()));
    let row = file.and_then(|file| around.get(&(file.name.to_owned(), fault.line)));
    let column = file.and_then(|file| file.column(&fault.column));
    let mut shown = CorrectionRow {
        place: visit.error_location(fault),
        message: fault.labelled_detail(visit.language),
        row: Vec::new(),
        field: None,
        choices: Vec::new(),
        leaves_out: None,
    };
    let Some(file) = file else {
        return shown;
    };
    if let Some(row) = row {
        let cells = row.headers.iter().zip(&row.cells);
        let is_this = |header: &str| file.column(header).is_some_and(|(_, of)| of.name == fault.column);
        shown.row = cells
            .map(|(header, cell)| (header.clone(), cell.clone(), is_this(header)))
            .filter(|(_, cell, is_this)| *is_this || !cell.is_empty())
            .collect();
        shown.leaves_out = Some(field_name(&[ROW, file.name, &fault.line.to_string()]));
    }
    // an absent column has no cells; an unknown header may mean it
    let has = |row: &RowCells, column: &Column| {
        let mut headers = row.headers.iter().map(|header| file.column(header));
        headers.any(|known| known.is_none_or(|(_, known)| known.name == column.name))
    };
    if let Some((_, column)) = column
        && row.is_some_and(|row| has(row, column))
    {
        let name = field_name(&[CELL, file.name, &fault.line.to_string(), column.name]);
        // a cut cell is no value to start from
        let value = if is_cut(&fault.value) { String::new() } else { fault.value.clone() };
        shown.field = Some((name, column.label(visit.language), value));
    } else if fault.line == 1 && column.is_none() && !fault.column.is_empty() {
        // the field below suggests a column, so the message does not
        shown.message = visit.words.foreign_header.to_owned();
        let name = field_name(&[HEADER, file.name, &fault.column]);
        shown.field = Some((name, fault.column.clone(), guess_column(file, &fault.column)));
        shown.choices = choices(visit, file);
    }
    shown
}

/// Returns the possible meanings of a header.
fn choices(visit: &PageContext, file: &DataFile) -> Vec<(String, String)> {
    let none = (String::new(), visit.words.choose.to_owned());
    let left_out = (LEFT_OUT.to_owned(), visit.words.leave_out.to_owned());
    let columns = file.columns.iter().map(|column| (column.name.to_owned(), column.label(visit.language)));
    [none, left_out].into_iter().chain(columns).collect()
}

/// Guesses the column of a header by its labels and keys; empty if none is close.
fn guess_column(file: &DataFile, header: &str) -> String {
    let near = near(header, file.columns.iter().flat_map(called));
    let is_near = |column: &&Column| near.iter().any(|near| called(column).contains(near));
    file.columns.iter().find(is_near).map_or_else(String::new, |column| column.name.to_owned())
}

/// Returns the labels of a column in all languages, and the keys that it refers to.
fn called(column: &Column) -> Vec<String> {
    let keys = column.references().iter().flat_map(|reference| reference.to.key().map(|(_, key)| key));
    let columns = [column].into_iter().chain(keys);
    let labels = columns.flat_map(|column| Language::ALL.map(|language| column.label(language)));
    [column.name.to_owned()].into_iter().chain(labels).collect()
}

fn field_name(parts: &[&str]) -> String {
    parts.join(&BETWEEN.to_string())
}

/// Reads the form. Returns an error if a header cannot have its meaning.
pub fn said(visit: &PageContext) -> std::result::Result<Amendments, String> {
    let mut said = Amendments::default();
    for (name, value) in &visit.request.form.0 {
        let parts: Vec<_> = name.split(BETWEEN).collect();
        match parts.as_slice() {
            [CELL, file, line, column] => {
                if let Ok(line) = line.parse() {
                    let key = ((*file).to_owned(), line, (*column).to_owned());
                    said.cells.insert(key, value.clone());
                }
            }
            [ROW, file, line] if crate::datafile::named(file).is_some() => {
                let line = line.parse().map(|line| ((*file).to_owned(), line));
                said.left_out.extend(line);
            }
            [HEADER, file, header] if !value.is_empty() => {
                let meant = if value == LEFT_OUT { "" } else { value };
                if !can_mean(file, header, meant) {
                    let words = visit.words.no_match.replace("{header}", &quoted(header));
                    let words = words.replace("{file}", &quoted(file));
                    return Err(words.replace("{column}", &quoted(value)));
                }
                let key = ((*file).to_owned(), (*header).to_owned());
                said.headers.insert(key, meant.to_owned());
            }
            _ => {}
        }
    }
    Ok(said)
}

/// Returns whether a header can mean a column, or nothing: it is foreign, and the column exists.
fn can_mean(file: &str, header: &str, column: &str) -> bool {
    let has = |file: &DataFile, name| file.column(name).is_some();
    crate::datafile::named(file).is_some_and(|file| !has(file, header) && (column.is_empty() || has(file, column)))
}

/// Returns the remembered headers as a form to forget them; `None` if there are none.
pub fn remembered_headers_form<'a>(visit: &'a PageContext) -> Result<Option<Form<'a>>> {
    let words = visit.words;
    let choice = |(file, header, meant): HeaderMatch| {
        let column = crate::datafile::named(&file).and_then(|file| file.column(&meant));
        let column = match column {
            Some((_, column)) => column.label(visit.language),
            None => words.leave_out.to_owned(),
        };
        let sent = self::field_name(&[&file, &header]);
        (sent, format!("{file}: {header} → {column}"), false)
    };
    let snapshot = visit.snapshot()?;
    let choices: Vec<_> = header_match::all(&snapshot)?.into_iter().map(choice).collect();
    let is_any = !choices.is_empty();
    let field = FormField::new(KEPT, words.headers_kept, Input::Several(choices));
    let action = visit.address("import/forget");
    Ok(is_any.then(|| {
        let fields = vec![field];
        Form::changing(visit, words.headers_kept, action, fields, words.forget)
    }))
}

/// Forgets the selected headers.
pub fn forget(visit: &PageContext) -> Result<PageAnswer> {
    for chosen in visit.request.form.all(KEPT) {
        if let Some((file, header)) = chosen.split_once(BETWEEN) {
            let (writer, actor) = (visit.console.service.store.writer(), &visit.signed.name);
            let forget = header_match::forget(writer, actor, file.to_owned(), header.to_owned());
            Handle::current().block_on(forget)?;
        }
    }
    Ok(PageAnswer::To("import".to_owned()))
}
