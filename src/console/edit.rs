//! Saves and removes rows. Each edit is an import of these rows, so that the rules of imports apply.

use std::io::{Cursor, Read};
use std::thread;

use anyhow::{Context, Result, bail};
use blake2::{Blake2b256, Digest};

use super::page_context::PageContext;
use crate::datafile::file::{Column, DataFile};
use crate::datafile::{all_files, find_cell};
use crate::exchange;
use crate::exchange::amendments::Amendments;
use crate::exchange::import::{Import, ImportOptions};
use crate::exchange::merge::error_table::{ErrorTable, ImportError};
use crate::exchange::source::{Generator, Source};
use crate::ledger::blanking::REMOVED;
use crate::ledger::find_cells;
use crate::model::message::{MessageName, Severity};
use crate::model::text::to_hex;
use crate::store::connection::Database;
use crate::store::row_listing::{self, ListingQuery};
use crate::store::{OpenMode, Snapshot, open};

/// The most errors, or groups of errors, that a page lists.
pub const MAX_LISTED_ERRORS: usize = 50;

pub enum EditOutcome {
    /// The import with this number saved the rows. `row` is the row of the first edit; `None` if this row was removed.
    Saved {
        number: i64,
        row: Option<i64>,
    },
    Refused(Vec<ImportError>),
    /// Nothing was saved, because the operator has not confirmed these warnings.
    Warned(Vec<ImportError>),
    /// The edit at `index` creates a row, but the stored row `row` has the same key.
    KeyExists {
        index: usize,
        row: i64,
    },
    /// A row was changed since its form was shown.
    ChangedMeanwhile,
}

/// The row that the form showed. It is written only if it is still as shown.
#[derive(Clone, PartialEq, Eq)]
pub enum ShownRow {
    New,
    Stored {
        row: i64,
        /// The [`digest_cells`] of the row that the form showed.
        digest: String,
    },
}

pub struct Confirmation {
    pub is_confirmed: bool,
    /// Does the form have warnings of its own, besides the warnings of the import?
    pub form_has_warnings: bool,
}

pub struct RowEdit {
    pub file: &'static DataFile,
    pub cells: ColumnCells,
    pub shown: ShownRow,
}

/// The condition that a row is as its form showed it.
#[derive(Clone)]
struct EditCondition {
    file: &'static DataFile,
    index_in_file: usize,
    shown: ShownRow,
}

#[derive(Clone)]
struct EditConditions(Vec<EditCondition>);

impl EditConditions {
    /// Returns the outcome of the first condition that does not hold; `None` if all hold.
    fn first_violation(&self, import: &Import) -> Result<Option<EditOutcome>> {
        for (index, EditCondition { file, index_in_file, shown }) in self.0.iter().enumerate() {
            match shown {
                ShownRow::New => {
                    if let Some((row, is_new)) = import.planned_row(file, *index_in_file)?
                        && !is_new
                    {
                        return Ok(Some(EditOutcome::KeyExists { index, row }));
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
}

pub fn digest_cells(cells: &[(String, String)]) -> String {
    let mut digest = Blake2b256::new();
    for (_, cell) in cells {
        digest.update(cell.len().to_le_bytes());
        digest.update(cell);
    }
    to_hex(&digest.finalize()[..16])
}

pub type ColumnCells = Vec<(&'static Column, String)>;

struct EditedFiles(Vec<(&'static DataFile, Vec<u8>)>);

impl EditedFiles {
    fn new(snapshot: &Snapshot, edits: &[RowEdit]) -> Result<Self> {
        let mut files: Vec<(&'static DataFile, Vec<&RowEdit>)> = Vec::new();
        for edit in edits {
            match files.iter_mut().find(|(file, _)| file.name == edit.file.name) {
                Some((_, edits_of_file)) => edits_of_file.push(edit),
                None => files.push((edit.file, vec![edit])),
            }
        }
        let texts = files.into_iter().map(|(file, edits)| Ok((file, csv_text(snapshot, file, &edits)?)));
        texts.collect::<Result<_>>().map(Self)
    }
}

/// Returns the CSV text of a file with these edits. The text has the columns that at least one edit sets. Where an edit
/// does not set such a column, the text repeats the stored cell.
fn csv_text(snapshot: &Snapshot, file: &'static DataFile, edits: &[&RowEdit]) -> Result<Vec<u8>> {
    if file.is_complete_list {
        let [edit] = edits else { bail!("{} takes one row at a time", file.name) };
        let key: Vec<_> = edit.key().collect();
        return complete_csv_text(snapshot, file, &key, Some(&edit.cells));
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

    fn is_blank(&self) -> bool {
        self.cells.iter().all(|(_, cell)| cell.trim().is_empty())
    }

    /// Returns an error for each required column of a blank row.
    fn missing_value_errors(&self) -> Vec<ImportError> {
        let required = self.file.columns.iter().filter(|column| column.is_required());
        let error = |column: &Column| ImportError {
            file: self.file.name.to_owned(),
            // the first line after the header
            line: 2,
            column: column.name.to_owned(),
            header: String::new(),
            data_file: self.file,
            message: MessageName::ValueRequired.into(),
            value: String::new(),
        };
        required.map(error).collect()
    }

    pub fn key(&self) -> impl Iterator<Item = &str> {
        self.cells.iter().filter(|(column, _)| column.is_key()).map(|(_, cell)| cell.as_str())
    }
}

/// Returns the CSV text of a file that must list all rows. `edited` replaces the stored row with this key. If `edited`
/// is `None`, the text lacks the row with this key, so that the import removes the row.
fn complete_csv_text(
    snapshot: &Snapshot,
    file: &'static DataFile,
    key: &[&str],
    edited: Option<&ColumnCells>,
) -> Result<Vec<u8>> {
    let mut text = csv::Writer::from_writer(Vec::new());
    text.write_record(file.columns.iter().map(|column| column.name))?;
    if let Some(edited) = edited {
        let edited: Vec<_> = edited.iter().map(|(column, cell)| (column.name.to_owned(), cell.clone())).collect();
        text.write_record(file.columns.iter().map(|column| find_cell(&edited, column.name)))?;
    }
    let all = ListingQuery { file, search: "", filters: &[], order: None, after: None, size: usize::MAX };
    for (_, cells) in row_listing::list(snapshot, &all)?.rows {
        let has_this_key = file.key_columns().zip(key).all(|((index, _), part)| cells[index].1 == *part);
        if !has_this_key {
            text.write_record(cells.iter().map(|(_, cell)| cell))?;
        }
    }
    text.into_inner().context("rows that cannot be written")
}

impl Generator for EditedFiles {
    fn file_names(&self) -> Vec<String> {
        self.0.iter().map(|(file, _)| file.name.to_owned()).collect()
    }

    fn open_file(&self, name: &str) -> Option<Box<dyn Read + '_>> {
        let text = self.0.iter().find(|(file, _)| file.name == name).map(|(_, text)| text);
        text.map(|text| Box::new(Cursor::new(text)) as Box<dyn Read>)
    }
}

/// Saves rows in one import if no row was changed since it was shown. `action` describes the import in the ledger.
pub fn save(
    context: &PageContext,
    edits: &[RowEdit],
    action: String,
    confirmation: Confirmation,
) -> Result<EditOutcome> {
    // an import would skip the empty line without an error
    if let Some(edit) = edits.iter().find(|edit| edit.shown == ShownRow::New && edit.is_blank()) {
        return Ok(EditOutcome::Refused(edit.missing_value_errors()));
    }
    let snapshot = context.snapshot()?;
    let files = EditedFiles::new(&snapshot, edits)?;
    let condition = |(index, edit): (usize, &RowEdit)| {
        let earlier_in_file = edits[..index].iter().filter(|earlier| earlier.file.name == edit.file.name);
        EditCondition { file: edit.file, index_in_file: earlier_in_file.count(), shown: edit.shown.clone() }
    };
    let conditions = EditConditions(edits.iter().enumerate().map(condition).collect());
    let edit = Edit { conditions, options: ImportOptions::default(), action, confirmation };
    import_edit(context, snapshot, files, edit)
}

/// Removes a row, or dismisses a person, if the row was not changed since it was shown.
pub fn remove(
    context: &PageContext,
    file: &'static DataFile,
    row: i64,
    digest: String,
    key: &[&str],
) -> Result<EditOutcome> {
    let snapshot = context.snapshot()?;
    let text = match file.is_complete_list {
        true => complete_csv_text(&snapshot, file, key, None)?,
        // only a header: the option `removed_row` names the row
        false => file.key_columns().map(|(_, column)| column.name).collect::<Vec<_>>().join(",").into_bytes(),
    };
    let edit = Edit {
        conditions: EditConditions(vec![EditCondition {
            file,
            index_in_file: 0,
            shown: ShownRow::Stored { row, digest },
        }]),
        options: ImportOptions {
            removed_row: (!file.is_complete_list).then_some((file.name, row)),
            ..ImportOptions::default()
        },
        action: ledger_action(file, &format!("{}{REMOVED}", key.join(", "))),
        confirmation: Confirmation { is_confirmed: true, form_has_warnings: false },
    };
    import_edit(context, snapshot, EditedFiles(vec![(file, text)]), edit)
}

/// Returns the action of an edit for the ledger, such as `persons.csv E7`. The key has its cells joined by ", ".
pub fn ledger_action(file: &DataFile, joined_key: &str) -> String {
    format!("{} {joined_key}", file.name)
}

/// Returns the data file and the key in an action by [`ledger_action`]; `None` for any other action.
pub fn parse_action(action: &str) -> Option<(&'static DataFile, &str)> {
    all_files().find_map(|file| Some((file, action.strip_prefix(file.name)?.strip_prefix(' ')?)))
}

struct Edit {
    conditions: EditConditions,
    options: ImportOptions,
    action: String,
    confirmation: Confirmation,
}

/// Imports the files if the conditions hold and the import has neither errors nor unconfirmed warnings.
fn import_edit(context: &PageContext, snapshot: Snapshot, files: EditedFiles, edit: Edit) -> Result<EditOutcome> {
    let (first_file, _) = files.0[0];
    let (conditions, clock) = (edit.conditions, snapshot.clock().clone());
    drop(snapshot);
    let database = open(&context.console.database_path, &clock, OpenMode::Existing)?;
    let mut source = Source::Generated(Box::new(files));
    let mut import = Import::read(&database, &mut source, &Amendments::default(), edit.options, |_, _| (), &|_| ())?;
    let is_valid = import.check()?;
    if let Some(outcome) = conditions.first_violation(&import)? {
        return Ok(outcome);
    }
    if !is_valid {
        return Ok(EditOutcome::Refused(listed_errors(&import.errors, Severity::Error)?));
    }
    let warnings = listed_errors(&import.errors, Severity::Warning)?;
    if (edit.confirmation.form_has_warnings || !warnings.is_empty()) && !edit.confirmation.is_confirmed {
        return Ok(EditOutcome::Warned(warnings));
    }
    // another operator may have changed the rows since: the writing transaction checks the conditions again
    let still_required = conditions.clone();
    import.write_only_if(move |import| Ok(still_required.first_violation(import)?.is_none()));
    let Some(number) = import.commit(&context.operator.name, &edit.action, &|| ())? else {
        let refused = || Ok(EditOutcome::Refused(listed_errors(&import.errors, Severity::Error)?));
        return conditions.first_violation(&import)?.map_or_else(refused, Ok);
    };
    let row = import.planned_row(first_file, 0)?.map(|(row, _)| row);
    drop(import);
    rebuild_dirty_rows_later(database);
    Ok(EditOutcome::Saved { number, row })
}

/// Rebuilds dirty rows on another thread. A rebuild can take long: an edit of the topmost division makes all rows
/// dirty.
pub fn rebuild_dirty_rows_later(database: Database) {
    thread::spawn(move || exchange::rebuild_dirty_rows(&database));
}

pub fn listed_errors(errors: &ErrorTable, severity: Severity) -> Result<Vec<ImportError>> {
    let mut listed = Vec::new();
    errors.for_each(severity, MAX_LISTED_ERRORS as u64, |error| {
        listed.push(error);
        Ok::<_, anyhow::Error>(())
    })?;
    Ok(listed)
}
