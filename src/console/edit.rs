//! Saves a row as an import of that single row, with the engine of every import.

use std::io::{Cursor, Read};
use std::thread;

use anyhow::{Context, Result};
use blake2::{Blake2b256, Digest};

use super::page_context::PageContext;
use crate::datafile::file::{Column, DataFile};
use crate::exchange;
use crate::exchange::amendments::Amendments;
use crate::exchange::import::{Import, ImportOptions};
use crate::exchange::merge::error_table::{ErrorTable, ImportError};
use crate::exchange::source::{Generator, Source};
use crate::ledger::RecordedCells;
use crate::ledger::blanks::REMOVED;
use crate::model::text::hex;
use crate::store::connection::Database;
use crate::store::listing::{self, ListingQuery};
use crate::store::{OpenMode, Snapshot, open};

/// The most errors or groups of them that a page lists.
pub const LISTED_ERRORS: usize = 50;

/// The result of saving.
pub enum EditOutcome {
    /// Saved: the import's number, and the row if it exists.
    Saved {
        number: i64,
        row: Option<i64>,
    },
    Refused(Vec<ImportError>),
    /// It can be saved after these warnings are confirmed.
    Warned(Vec<ImportError>),
    /// An existing row has the new row's key.
    There(i64),
    /// It was changed since its form was shown.
    Meanwhile,
}

/// What the form showed, which must still hold when the row is written.
#[derive(Clone)]
pub enum ShownRow {
    New,
    /// This row, with the [`digest`] of its cells.
    Row(i64, String),
}

impl ShownRow {
    /// Returns what differs now.
    fn otherwise(&self, import: &Import, file: &DataFile) -> Result<Option<EditOutcome>> {
        Ok(match self {
            Self::New => match import.row(file)? {
                Some((row, false)) => Some(EditOutcome::There(row)),
                _ => None,
            },
            Self::Row(row, shown) => {
                let cells = import.stored(file, *row)?;
                let is_same = cells.is_some_and(|cells| digest(&cells) == *shown);
                (!is_same).then_some(EditOutcome::Meanwhile)
            }
        })
    }
}

/// Returns a digest of a row's cells.
pub fn digest(cells: &[(String, String)]) -> String {
    let mut digest = Blake2b256::new();
    for (_, cell) in cells {
        digest.update(cell.len().to_le_bytes());
        digest.update(cell);
    }
    hex(&digest.finalize()[..16])
}

/// A data file with one row.
struct SingleRowSource {
    file: &'static DataFile,
    text: Vec<u8>,
}

/// Columns with their cells.
pub type ColumnCells = Vec<(&'static Column, String)>;

impl SingleRowSource {
    /// Creates the file; without cells the row is removed. A file that always holds the complete list includes the
    /// other rows.
    fn new(snapshot: &Snapshot, file: &'static DataFile, key: &[&str], set: Option<&ColumnCells>) -> Result<Self> {
        let mut text = csv::Writer::from_writer(Vec::new());
        if !file.whole {
            let columns = file.key().map(|(_, column)| column.name);
            match set {
                Some(set) => {
                    text.write_record(set.iter().map(|(column, _)| column.name))?;
                    text.write_record(set.iter().map(|(_, cell)| cell))?;
                }
                None => text.write_record(columns)?,
            }
        } else {
            text.write_record(file.columns.iter().map(|column| column.name))?;
            let cell = |column: &Column| {
                let mut set = set.into_iter().flatten();
                let cell = set.find(|(known, _)| known.name == column.name);
                cell.map(|(_, cell)| cell.as_str()).unwrap_or_default()
            };
            if set.is_some() {
                text.write_record(file.columns.iter().map(cell))?;
            }
            for cells in other_rows(snapshot, file, key)? {
                text.write_record(cells.iter().map(|(_, cell)| cell))?;
            }
        }
        let text = text.into_inner().context("a row that cannot be written")?;
        Ok(Self { file, text })
    }
}

/// Returns the other rows of such a file.
fn other_rows(snapshot: &Snapshot, file: &'static DataFile, key: &[&str]) -> Result<Vec<RecordedCells>> {
    let wish = ListingQuery { file, search: "", filters: &[], order: None, after: None, size: usize::MAX };
    let rows = listing::list(snapshot, &wish)?.rows.into_iter().map(|(_, cells)| cells);
    let is_other = |cells: &RecordedCells| file.key().zip(key).any(|((at, _), key)| cells[at].1 != *key);
    Ok(rows.filter(is_other).collect())
}

impl Generator for SingleRowSource {
    fn names(&self) -> Vec<String> {
        vec![self.file.name.to_owned()]
    }

    fn file(&self, name: &str) -> Option<Box<dyn Read + '_>> {
        (name == self.file.name).then(|| Box::new(Cursor::new(&self.text)) as Box<dyn Read>)
    }
}

/// Saves a row if it is unchanged since it was shown. The cells are the key and the changed columns. Warnings are
/// returned unless `confirmed`.
pub fn save(
    visit: &PageContext,
    file: &'static DataFile,
    set: &ColumnCells,
    shown: ShownRow,
    confirmed: bool,
) -> Result<EditOutcome> {
    let key: Vec<_> = set.iter().filter(|(column, _)| column.is_key()).map(|(_, cell)| cell.as_str()).collect();
    let snapshot = visit.snapshot()?;
    let source = SingleRowSource::new(&snapshot, file, &key, Some(set))?;
    let act = RowEdit { shown, options: ImportOptions::PLAIN, action: action(file, &key.join(", ")), confirmed };
    carry_out(visit, snapshot, source, act)
}

/// Removes a row if it is unchanged since it was shown; a person is dismissed.
pub fn remove(
    visit: &PageContext,
    file: &'static DataFile,
    (row, seen): (i64, String),
    key: &[&str],
) -> Result<EditOutcome> {
    let snapshot = visit.snapshot()?;
    let source = SingleRowSource::new(&snapshot, file, key, None)?;
    let act = RowEdit {
        shown: ShownRow::Row(row, seen),
        options: ImportOptions { takes: (!file.whole).then_some((file.name, row)), ..ImportOptions::PLAIN },
        action: action(file, &format!("{}{REMOVED}", key.join(", "))),
        confirmed: true,
    };
    carry_out(visit, snapshot, source, act)
}

/// Returns the ledger action for an edit.
fn action(file: &DataFile, what: &str) -> String {
    format!("{} {what}", file.name)
}

/// Returns whether an action is an edit of this file.
pub fn is_of(run: &str, file: &DataFile) -> bool {
    run.starts_with(&action(file, ""))
}

/// An edit of a row.
struct RowEdit {
    /// The condition for writing.
    shown: ShownRow,
    options: ImportOptions,
    /// The ledger action.
    action: String,
    /// Were warnings confirmed?
    confirmed: bool,
}

fn carry_out(visit: &PageContext, snapshot: Snapshot, source: SingleRowSource, act: RowEdit) -> Result<EditOutcome> {
    let (file, shown, clock) = (source.file, act.shown, snapshot.clock().clone());
    drop(snapshot);
    let database = open(&visit.console.file, &clock, OpenMode::Existing)?;
    let mut source = Source::Generated(Box::new(source));
    let mut import = Import::read(&database, &mut source, &Amendments::default(), act.options, |_, _| (), &|_| ())?;
    let otherwise = move |import: &Import| shown.otherwise(import, file);
    let sound = import.rehearse()?;
    if let Some(outcome) = otherwise(&import)? {
        return Ok(outcome);
    }
    if !sound {
        return Ok(EditOutcome::Refused(listed_errors(&import.faults, false)?));
    }
    let warnings = listed_errors(&import.faults, true)?;
    if !warnings.is_empty() && !act.confirmed {
        return Ok(EditOutcome::Warned(warnings));
    }
    // others may change it before it is written
    let condition = otherwise.clone();
    import.only_if(move |import| Ok(condition(import)?.is_none()));
    let Some(number) = import.carry_out(&visit.signed.name, &act.action, &|| ())? else {
        let refused = || Ok(EditOutcome::Refused(listed_errors(&import.faults, false)?));
        return otherwise(&import)?.map_or_else(refused, Ok);
    };
    let row = import.row(file)?.map(|(row, _)| row);
    drop(import);
    settle_later(database);
    Ok(EditOutcome::Saved { number, row })
}

/// Runs long work on its own thread: the topmost division may have got a parent.
pub fn settle_later(database: Database) {
    thread::spawn(move || exchange::settle(&database));
}

/// Returns the first errors or warnings.
pub fn listed_errors(faults: &ErrorTable, warns: bool) -> Result<Vec<ImportError>> {
    let mut all = Vec::new();
    faults.each(warns, LISTED_ERRORS as u64, |fault| {
        all.push(fault);
        Ok::<_, anyhow::Error>(())
    })?;
    Ok(all)
}
