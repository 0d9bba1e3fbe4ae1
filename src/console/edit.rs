//! Saves rows as an import of those rows, with the engine of every import.

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
use crate::ledger::{RecordedCells, find_cells};
use crate::model::message::{MessageName, Severity};
use crate::model::text::to_hex;
use crate::store::connection::Database;
use crate::store::listing::{self, ListingQuery};
use crate::store::{OpenMode, Snapshot, open};

/// The most errors or groups of them that a page lists.
pub const LISTED_ERRORS: usize = 50;

/// The result of saving.
pub enum EditOutcome {
    /// Saved: the import's number, and the first row if it exists.
    Saved {
        number: i64,
        row: Option<i64>,
    },
    Refused(Vec<ImportError>),
    /// It can be saved after these warnings are confirmed.
    Warned(Vec<ImportError>),
    /// A row with the key of this new one exists.
    Exists {
        at: usize,
        row: i64,
    },
    /// A row was changed since its form was shown.
    ChangedMeanwhile,
}

/// What the form showed, which must still hold when the row is written.
#[derive(Clone, PartialEq, Eq)]
pub enum ShownRow {
    New,
    /// This row, with the [`digest`] of its cells.
    Row(i64, String),
}

/// A row to save: the key and the columns to set.
pub struct RowEdit {
    pub file: &'static DataFile,
    pub cells: ColumnCells,
    pub shown: ShownRow,
}

/// The conditions on the rows of an import, by file and record.
#[derive(Clone)]
struct EditConditions(Vec<(&'static DataFile, usize, ShownRow)>);

impl EditConditions {
    /// Returns the outcome of the first row that is not as its form showed it; `None` if all are.
    fn first_violation(&self, import: &Import) -> Result<Option<EditOutcome>> {
        for (at, (file, record, shown)) in self.0.iter().enumerate() {
            match shown {
                ShownRow::New => {
                    if let Some((row, false)) = import.planned_row(file, *record)? {
                        return Ok(Some(EditOutcome::Exists { at, row }));
                    }
                }
                ShownRow::Row(row, shown) => {
                    let cells = import.stored_cells(file, *row)?;
                    if cells.is_none_or(|cells| digest(&cells) != *shown) {
                        return Ok(Some(EditOutcome::ChangedMeanwhile));
                    }
                }
            }
        }
        Ok(None)
    }
}

/// Returns a digest of a row's cells.
pub fn digest(cells: &[(String, String)]) -> String {
    let mut digest = Blake2b256::new();
    for (_, cell) in cells {
        digest.update(cell.len().to_le_bytes());
        digest.update(cell);
    }
    to_hex(&digest.finalize()[..16])
}

/// Columns with their cells.
pub type ColumnCells = Vec<(&'static Column, String)>;

/// Data files with some rows.
struct EditedFiles(Vec<(&'static DataFile, Vec<u8>)>);

impl EditedFiles {
    /// Writes the files of some rows. All rows of a file have the same columns: what an edit does not set stays.
    fn write(snapshot: &Snapshot, edits: &[RowEdit]) -> Result<Self> {
        let mut files: Vec<(&'static DataFile, Vec<&RowEdit>)> = Vec::new();
        for edit in edits {
            match files.iter_mut().find(|(file, _)| file.name == edit.file.name) {
                Some((_, rows)) => rows.push(edit),
                None => files.push((edit.file, vec![edit])),
            }
        }
        let texts = files.into_iter().map(|(file, rows)| Ok((file, Self::write_file(snapshot, file, &rows)?)));
        texts.collect::<Result<_>>().map(Self)
    }

    /// Writes one file with these rows; columns that an edit does not set keep the stored cells.
    fn write_file(snapshot: &Snapshot, file: &'static DataFile, rows: &[&RowEdit]) -> Result<Vec<u8>> {
        if file.is_complete_list {
            let [edit] = rows else { bail!("{} takes one row at a time", file.name) };
            let key: Vec<_> = edit.key().collect();
            return write_whole_file(snapshot, file, &key, Some(&edit.cells));
        }
        let is_set = |column: &Column| rows.iter().any(|edit| edit.cell(column).is_some());
        let columns: Vec<_> = file.columns.iter().filter(|column| is_set(column)).collect();
        let mut text = csv::Writer::from_writer(Vec::new());
        text.write_record(columns.iter().map(|column| column.name))?;
        for edit in rows {
            let stored = match edit.shown {
                ShownRow::Row(row, _) => find_cells(snapshot, file, row)?.unwrap_or_default(),
                ShownRow::New => Vec::new(),
            };
            let cell = |column: &&&Column| edit.cell(column).unwrap_or_else(|| find_cell(&stored, column.name));
            text.write_record(columns.iter().map(|column| cell(&column)))?;
        }
        text.into_inner().context("rows that cannot be written")
    }
}

impl RowEdit {
    fn cell(&self, column: &Column) -> Option<&str> {
        let mut cells = self.cells.iter();
        cells.find(|(known, _)| known.name == column.name).map(|(_, cell)| cell.as_str())
    }

    fn is_blank(&self) -> bool {
        self.cells.iter().all(|(_, cell)| cell.trim().is_empty())
    }

    /// Returns the errors of the required columns of a blank row.
    fn required_errors(&self) -> Vec<ImportError> {
        let required = self.file.columns.iter().filter(|column| column.is_required());
        let error = |column: &Column| ImportError {
            file: self.file.name.to_owned(),
            line: 2,
            column: column.name.to_owned(),
            header: String::new(),
            data_file: self.file,
            message: MessageName::ValueRequired.into(),
            value: String::new(),
        };
        required.map(error).collect()
    }

    /// Returns the cells of its key.
    pub fn key(&self) -> impl Iterator<Item = &str> {
        self.cells.iter().filter(|(column, _)| column.is_key()).map(|(_, cell)| cell.as_str())
    }
}

/// Returns a file that always holds the complete list: the other rows, and this one if it is not removed.
fn write_whole_file(
    snapshot: &Snapshot,
    file: &'static DataFile,
    key: &[&str],
    set: Option<&ColumnCells>,
) -> Result<Vec<u8>> {
    let mut text = csv::Writer::from_writer(Vec::new());
    text.write_record(file.columns.iter().map(|column| column.name))?;
    if let Some(set) = set {
        let set: Vec<_> = set.iter().map(|(column, cell)| (column.name.to_owned(), cell.clone())).collect();
        text.write_record(file.columns.iter().map(|column| find_cell(&set, column.name)))?;
    }
    for cells in other_rows(snapshot, file, key)? {
        text.write_record(cells.iter().map(|(_, cell)| cell))?;
    }
    text.into_inner().context("rows that cannot be written")
}

/// Returns the rows of a file except the one with this key.
fn other_rows(snapshot: &Snapshot, file: &'static DataFile, key: &[&str]) -> Result<Vec<RecordedCells>> {
    let query = ListingQuery { file, search: "", filters: &[], order: None, after: None, size: usize::MAX };
    let rows = listing::list(snapshot, &query)?.rows.into_iter().map(|(_, cells)| cells);
    let is_other = |cells: &RecordedCells| file.key_columns().zip(key).any(|((at, _), key)| cells[at].1 != *key);
    Ok(rows.filter(is_other).collect())
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

/// Saves rows in one import if they are unchanged since they were shown. Warnings are returned unless `confirmed`, also
/// if the form alone `warns`. The ledger records the `action`.
pub fn save(
    context: &PageContext,
    edits: &[RowEdit],
    action: String,
    confirmed: bool,
    warns: bool,
) -> Result<EditOutcome> {
    // an import skips an empty line
    if let Some(edit) = edits.iter().find(|edit| edit.shown == ShownRow::New && edit.is_blank()) {
        return Ok(EditOutcome::Refused(edit.required_errors()));
    }
    let snapshot = context.snapshot()?;
    let files = EditedFiles::write(&snapshot, edits)?;
    let record = |at: usize| edits[..at].iter().filter(|edit| edit.file.name == edits[at].file.name).count();
    let conditions = edits.iter().enumerate().map(|(at, edit)| (edit.file, record(at), edit.shown.clone())).collect();
    let edit =
        Edit { conditions: EditConditions(conditions), options: ImportOptions::default(), action, confirmed, warns };
    carry_out(context, snapshot, files, edit)
}

/// Removes a row if it is unchanged since it was shown; a person is dismissed.
pub fn remove(
    context: &PageContext,
    file: &'static DataFile,
    (row, seen): (i64, String),
    key: &[&str],
) -> Result<EditOutcome> {
    let snapshot = context.snapshot()?;
    let text = match file.is_complete_list {
        true => write_whole_file(&snapshot, file, key, None)?,
        false => file.key_columns().map(|(_, column)| column.name).collect::<Vec<_>>().join(",").into_bytes(),
    };
    let edit = Edit {
        conditions: EditConditions(vec![(file, 0, ShownRow::Row(row, seen))]),
        options: ImportOptions {
            removed_row: (!file.is_complete_list).then_some((file.name, row)),
            ..ImportOptions::default()
        },
        action: ledger_action(file, &format!("{}{REMOVED}", key.join(", "))),
        confirmed: true,
        warns: false,
    };
    carry_out(context, snapshot, EditedFiles(vec![(file, text)]), edit)
}

/// Returns the ledger's action for an edit of a file; `what` is the key of the row.
pub fn ledger_action(file: &DataFile, what: &str) -> String {
    format!("{} {what}", file.name)
}

/// Returns the data file and the key in the action of an edit; `None` for another action.
pub fn parse_action(action: &str) -> Option<(&'static DataFile, &str)> {
    all_files().find_map(|file| Some((file, action.strip_prefix(file.name)?.strip_prefix(' ')?)))
}

/// An edit of rows.
struct Edit {
    /// The conditions for writing.
    conditions: EditConditions,
    options: ImportOptions,
    /// The ledger action.
    action: String,
    /// Were warnings confirmed?
    confirmed: bool,
    /// Does the form have warnings of its own?
    warns: bool,
}

/// Imports the files if the conditions hold and the import has neither errors nor unconfirmed warnings.
fn carry_out(context: &PageContext, snapshot: Snapshot, files: EditedFiles, edit: Edit) -> Result<EditOutcome> {
    let (first, conditions, clock) = (files.0[0].0, edit.conditions, snapshot.clock().clone());
    drop(snapshot);
    let database = open(&context.console.file, &clock, OpenMode::Existing)?;
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
    if (edit.warns || !warnings.is_empty()) && !edit.confirmed {
        return Ok(EditOutcome::Warned(warnings));
    }
    // others may change it before it is written
    let condition = conditions.clone();
    import.write_only_if(move |import| Ok(condition.first_violation(import)?.is_none()));
    let Some(number) = import.commit(&context.signed.name, &edit.action, &|| ())? else {
        let refused = || Ok(EditOutcome::Refused(listed_errors(&import.errors, Severity::Error)?));
        return conditions.first_violation(&import)?.map_or_else(refused, Ok);
    };
    let row = import.planned_row(first, 0)?.map(|(row, _)| row);
    drop(import);
    rebuild_dirty_rows_later(database);
    Ok(EditOutcome::Saved { number, row })
}

/// Rebuilds dirty rows on a thread of its own: an edit of the topmost division makes all rows dirty.
pub fn rebuild_dirty_rows_later(database: Database) {
    thread::spawn(move || exchange::rebuild_dirty_rows(&database));
}

/// Returns the first errors or warnings, as many as a page lists.
pub fn listed_errors(errors: &ErrorTable, severity: Severity) -> Result<Vec<ImportError>> {
    let mut all = Vec::new();
    errors.for_each(severity, LISTED_ERRORS as u64, |error| {
        all.push(error);
        Ok::<_, anyhow::Error>(())
    })?;
    Ok(all)
}
