//! Saves and removes rows. Each edit is an import of these rows, so that the rules of imports apply.

use std::io::{Cursor, Read};
use std::thread;

use anyhow::{Context, Result, bail};
use blake2::{Blake2b256, Digest};

use super::PageContext;
use crate::datafile::file::{Column, DataFile};
use crate::datafile::{all_files, find_cell};
use crate::exchange;
use crate::exchange::import::{Import, ImportOptions};
use crate::exchange::merge::error_table::{ErrorTable, ImportError};
use crate::exchange::read_options::ReadOptions;
use crate::exchange::source::{FileGenerator, Source};
use crate::ledger::blanking::REMOVED;
use crate::ledger::find_cells;
use crate::model::message::{MessageName, Severity};
use crate::model::text::to_hex;
use crate::store::Snapshot;
use crate::store::connection::Database;
use crate::store::row_listing::{self, ListingQuery};

/// The hidden field of a form with the digest of the shown cells.
pub const SHOWN_DIGEST: &str = "seen";

/// The hidden field with which the operator confirms the warnings that the form shows.
pub const CONFIRMED: &str = "confirmed";

/// The most errors, or groups of errors, that a page lists.
pub const MAX_LISTED_ERRORS: usize = 50;

/// The outcome of [`save`]. Only `Saved` means that the data changed.
pub enum EditOutcome {
    /// The import with this number saved the rows. `row` is the row of the first edit; `None` if this row was removed.
    Saved { number: i64, row: Option<i64> },
    /// Nothing was saved, because the import has these errors.
    Refused(Vec<ImportError>),
    /// Nothing was saved, because the operator has not confirmed these warnings.
    Warned(Vec<ImportError>),
    /// An edit creates a row in `file`, but the stored row `row` has the same key.
    KeyExists { file: &'static DataFile, row: i64 },
    /// Nothing was saved, because a row has changed since the form showed it.
    ChangedMeanwhile,
}

/// The row that the form showed. The edit is saved only if the stored row has not changed since.
#[derive(Clone, PartialEq, Eq)]
pub enum ShownRow {
    /// The form of a new row.
    New,
    /// `digest` is the digest of the shown cells ([`digest_cells`]).
    Stored { row: i64, digest: String },
}

/// The operator's answer to warnings. Nothing is saved before the operator confirms them.
pub struct Confirmation {
    pub is_confirmed: bool,
    /// Does the form have warnings of its own, besides the warnings of the import?
    pub has_form_warnings: bool,
}

/// A row to create, change or remove.
#[derive(Clone)]
pub struct RowEdit {
    pub file: &'static DataFile,
    /// The cells that the edit sets, and the key. A removal has only the key.
    pub cells: ColumnCells,
    pub shown: ShownRow,
    /// Does the edit remove the row? The removal of a person is a dismissal.
    pub is_removal: bool,
}

/// Returns the first conflict with the stored rows: a shown row has changed, or the key of a new row exists already.
fn first_conflict(edits: &[RowEdit], import: &Import) -> Result<Option<EditOutcome>> {
    for (index, RowEdit { file, shown, .. }) in edits.iter().enumerate() {
        match shown {
            ShownRow::New => {
                // the import numbers the rows of each file on its own
                let index_in_file = edits[..index].iter().filter(|earlier| earlier.file.name == file.name).count();
                if let Some((row, is_new)) = import.planned_row(file, index_in_file)?
                    && !is_new
                {
                    return Ok(Some(EditOutcome::KeyExists { file, row }));
                }
            }
            ShownRow::Stored { row, digest } => {
                let cells = import.stored_cells(file, *row)?;
                if cells.is_none_or(|cells| digest_cells(&cells) != *digest) {
                    return Ok(Some(EditOutcome::ChangedMeanwhile));
                }
            }
        }
    }
    Ok(None)
}

/// Returns a digest of cells in hexadecimal digits. The column names do not matter.
pub fn digest_cells(cells: &[(String, String)]) -> String {
    let mut digest = Blake2b256::new();
    for (_, cell) in cells {
        // without the lengths, `ab` and `c` would have the digest of `a` and `bc`
        digest.update(cell.len().to_le_bytes());
        digest.update(cell);
    }
    to_hex(&digest.finalize()[..16])
}

pub type ColumnCells = Vec<(&'static Column, String)>;

/// The data files of an import that makes the edits, each with its CSV text.
struct EditedFiles(Vec<(&'static DataFile, Vec<u8>)>);

impl EditedFiles {
    fn new(snapshot: &Snapshot, edits: &[RowEdit]) -> Result<Self> {
        let mut files = Self(Vec::new());
        // each file has all its edits, in the place of its first edit
        for RowEdit { file, .. } in edits {
            if files.0.iter().all(|(known, _)| known.name != file.name) {
                let edits_of_file: Vec<_> = edits.iter().filter(|edit| edit.file.name == file.name).collect();
                files.0.push((file, csv_text(snapshot, file, &edits_of_file)?));
            }
        }
        Ok(files)
    }
}

/// Returns the edits as CSV text with the columns that any edit sets. An edit that does not set such a column repeats
/// the stored cell.
fn csv_text(snapshot: &Snapshot, file: &'static DataFile, edits: &[&RowEdit]) -> Result<Vec<u8>> {
    // an import of this file removes the rows that the file lacks
    if file.has_all_rows {
        let [edit] = edits else { bail!("{} takes one row at a time", file.name) };
        return csv_text_of_all_rows(snapshot, edit);
    }
    if let [RowEdit { is_removal: true, .. }] = edits {
        // only a header: the import option `row_to_remove` names the row
        let header: Vec<_> = file.key_columns().map(|(_, column)| column.name).collect();
        return Ok(header.join(",").into_bytes());
    }
    let is_set = |column: &&Column| edits.iter().any(|edit| edit.cell(column).is_some());
    let columns: Vec<_> = file.columns.iter().filter(is_set).collect();
    let mut text = csv::Writer::from_writer(Vec::new());
    text.write_record(columns.iter().map(|column| column.name))?;
    for edit in edits {
        let stored = match edit.shown {
            ShownRow::Stored { row, .. } => find_cells(snapshot, file, row)?.unwrap_or_default(),
            ShownRow::New => Vec::new(),
        };
        let cell = |column: &Column| edit.cell(column).unwrap_or_else(|| find_cell(&stored, column.name));
        text.write_record(columns.iter().map(|column| cell(column)))?;
    }
    text.into_inner().context("rows that cannot be written")
}

impl RowEdit {
    /// Returns the cell that the edit sets in a column; `None` if the edit does not set the column.
    fn cell(&self, column: &Column) -> Option<&str> {
        let mut cells = self.cells.iter();
        cells.find(|(set_column, _)| set_column.name == column.name).map(|(_, cell)| cell.as_str())
    }

    pub fn key_cells(&self) -> impl Iterator<Item = &str> {
        self.cells.iter().filter(|(column, _)| column.is_key()).map(|(_, cell)| cell.as_str())
    }

    /// Describes an import of only this edit for the ledger, such as `persons.csv E7`.
    pub fn ledger_action(&self) -> String {
        let suffix = if self.is_removal { REMOVED } else { "" };
        let joined_key = self.key_cells().collect::<Vec<_>>().join(", ");
        ledger_action(self.file, &format!("{joined_key}{suffix}"))
    }
}

/// The line of the first row in a file of edits. The header is on line 1.
pub const FIRST_ROW_LINE: i64 = 2;

/// Creates an error of an edit that the import does not find.
pub fn row_error(file: &'static DataFile, column: &Column, message: MessageName, value: String) -> ImportError {
    ImportError {
        file: file.name.to_owned(),
        line: FIRST_ROW_LINE,
        column: column.name.to_owned(),
        header: String::new(),
        data_file: file,
        message: message.into(),
        value,
    }
}

fn csv_text_of_all_rows(snapshot: &Snapshot, edit: &RowEdit) -> Result<Vec<u8>> {
    let file = edit.file;
    let mut text = csv::Writer::from_writer(Vec::new());
    text.write_record(file.columns.iter().map(|column| column.name))?;
    if !edit.is_removal {
        text.write_record(file.columns.iter().map(|column| edit.cell(column).unwrap_or_default()))?;
    }
    // all other rows follow unchanged; the edited row comes from the edit
    let key: Vec<_> = edit.key_cells().collect();
    let all = ListingQuery { file, search: "", filters: &[], order: None, after: None, size: usize::MAX };
    for (_, cells) in row_listing::list(snapshot, &all)?.rows {
        let mut key_cells = file.key_columns().map(|(index, _)| cells[index].1.as_str()).zip(&key);
        let has_this_key = key_cells.all(|(stored, edited)| stored == *edited);
        if !has_this_key {
            text.write_record(cells.iter().map(|(_, cell)| cell))?;
        }
    }
    text.into_inner().context("rows that cannot be written")
}

impl FileGenerator for EditedFiles {
    fn file_names(&self) -> Vec<String> {
        self.0.iter().map(|(file, _)| file.name.to_owned()).collect()
    }

    fn open_file(&self, name: &str) -> Option<Box<dyn Read + '_>> {
        let text = self.0.iter().find(|(file, _)| file.name == name).map(|(_, text)| text);
        text.map(|text| Box::new(Cursor::new(text)) as Box<dyn Read>)
    }
}

/// Imports the edits, unless a row has changed since the form showed it, or there are errors or unconfirmed warnings.
/// `action` describes the import in the ledger.
pub fn save(context: &PageContext, edits: &[RowEdit], action: &str, confirmation: Confirmation) -> Result<EditOutcome> {
    if let Some(errors) = errors_of_blank_row(edits) {
        return Ok(EditOutcome::Refused(errors));
    }
    // in a file that always has all rows, the missing line removes the row
    let row_to_remove = edits.iter().find_map(|edit| match edit.shown {
        ShownRow::Stored { row, .. } if edit.is_removal && !edit.file.has_all_rows => Some((edit.file.name, row)),
        _ => None,
    });
    let options = ImportOptions { row_to_remove, ..ImportOptions::default() };
    let database = context.console.service.store.open_connection()?;
    let mut source = Source::Generated(Box::new(EditedFiles::new(&context.snapshot()?, edits)?));
    let mut import = Import::read(&database, &mut source, &ReadOptions::default(), options, &|_, _| ())?;
    // a conflict comes before errors: errors can be a consequence of the other operator's change
    let is_valid = import.check()?;
    if let Some(conflict) = first_conflict(edits, &import)? {
        return Ok(conflict);
    }
    if !is_valid {
        return Ok(EditOutcome::Refused(first_errors(&import.errors, Severity::Error)?));
    }
    let warnings = first_errors(&import.errors, Severity::Warning)?;
    let needs_confirmation = confirmation.has_form_warnings || !warnings.is_empty();
    if needs_confirmation && !confirmation.is_confirmed {
        return Ok(EditOutcome::Warned(warnings));
    }
    // another operator may have changed the rows since: the writing transaction looks for conflicts again
    let checked_edits = edits.to_owned();
    import.write_only_if(move |import| Ok(first_conflict(&checked_edits, import)?.is_none()));
    let Some(number) = import.commit(&context.operator.name, action, &|| ())? else {
        return match first_conflict(edits, &import)? {
            Some(conflict) => Ok(conflict),
            None => Ok(EditOutcome::Refused(first_errors(&import.errors, Severity::Error)?)),
        };
    };
    let row = import.planned_row(edits[0].file, 0)?.map(|(row, _)| row);
    drop(import);
    rebuild_dirty_rows_later(database);
    Ok(EditOutcome::Saved { number, row })
}

/// Returns an error for each required column of a new row without any cell; `None` if there is no such row. An import
/// would skip the empty line, and report nothing.
fn errors_of_blank_row(edits: &[RowEdit]) -> Option<Vec<ImportError>> {
    let is_blank = |edit: &RowEdit| edit.cells.iter().all(|(_, cell)| cell.trim().is_empty());
    let RowEdit { file, .. } = edits.iter().find(|edit| edit.shown == ShownRow::New && is_blank(edit))?;
    let required = file.columns.iter().filter(|column| column.is_required());
    Some(required.map(|column| row_error(file, column, MessageName::ValueRequired, String::new())).collect())
}

/// Returns the action of an edit for the ledger, such as `persons.csv E7`. `joined_key` has the cells of the key,
/// joined by `, `.
pub fn ledger_action(file: &DataFile, joined_key: &str) -> String {
    format!("{} {joined_key}", file.name)
}

pub struct EditAction<'a> {
    pub file: &'static DataFile,
    pub joined_key: &'a str,
}

pub fn parse_action(action: &str) -> Option<EditAction<'_>> {
    all_files().find_map(|file| {
        let key_and_suffix = action.strip_prefix(file.name)?.strip_prefix(' ')?;
        let joined_key = key_and_suffix.strip_suffix(REMOVED).unwrap_or(key_and_suffix);
        Some(EditAction { file, joined_key })
    })
}

/// Returns whether a form or task made the import with this action.
pub fn is_edit_action(action: &str) -> bool {
    parse_action(action).is_some()
}

/// Rebuilds dirty rows on another thread, so that the operator need not wait: one edit can make all rows dirty.
pub fn rebuild_dirty_rows_later(database: Database) {
    thread::spawn(move || exchange::rebuild_dirty_rows(&database));
}

pub fn first_errors(errors: &ErrorTable, severity: Severity) -> Result<Vec<ImportError>> {
    let mut first = Vec::new();
    errors.for_each(severity, MAX_LISTED_ERRORS as u64, |error| {
        first.push(error);
        Ok(())
    })?;
    Ok(first)
}
