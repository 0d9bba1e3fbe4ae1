//! The errors of an import, ordered by file and line.
//!
//! They are in a temporary table, since there may be one per cell.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use rusqlite::{Connection, params};

use super::imported_file::ImportedFile;
use crate::datafile::file::{Column, DataFile};
use crate::datafile::images::PICTURES;
use crate::model::text::{cut_cell, quoted_cell};

/// The most errors kept per file (contract §11).
const KEPT: u64 = 10_000;

/// An error or a warning.
#[derive(Debug)]
pub struct ImportError {
    pub file: String,
    /// The line of the record; 1 if the error concerns no row.
    pub line: i64,
    /// The column; empty if it concerns none.
    pub column: String,
    /// The cell; empty if it concerns none.
    pub value: String,
    /// What is wrong, and what is allowed.
    pub message: String,
}

impl std::fmt::Display for ImportError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}: ", self.file, self.line)?;
        if !self.column.is_empty() {
            write!(f, "{}: ", self.column)?;
        }
        f.write_str(&self.message)
    }
}

/// The table of errors.
pub struct ErrorTable<'d> {
    connection: &'d Connection,
    /// The number of the first error found by comparison with the data, which can be repeated.
    compared: Cell<i64>,
    /// The errors per file, by its position.
    counts: RefCell<HashMap<usize, ErrorCount>>,
    /// Those found by reading the files alone.
    counts_read: RefCell<HashMap<usize, ErrorCount>>,
}

/// The error count of one file.
#[derive(Debug, Default, Clone)]
struct ErrorCount {
    /// The file's name as given.
    name: String,
    kept: u64,
    /// The errors that are counted but not kept.
    dropped: u64,
}

/// What an error is about: a column with its position and name, or a picture.
pub struct ErrorSubject {
    order: i64,
    name: Cow<'static, str>,
    picture: Option<String>,
}

impl ErrorSubject {
    /// No column; sorts before the columns of the same line.
    pub const NONE: ErrorSubject = ErrorSubject { order: -1, name: Cow::Borrowed(""), picture: None };

    /// A header that is not declared.
    pub fn unknown(name: &str) -> Self {
        ErrorSubject { name: name.to_owned().into(), ..ErrorSubject::NONE }
    }

    /// The picture of this name, in place of a file.
    pub fn picture(name: &str) -> Self {
        ErrorSubject { picture: Some(format!("{PICTURES}{name}")), ..ErrorSubject::NONE }
    }

    /// The column at this position.
    pub fn column(file: &DataFile, at: usize) -> Self {
        ErrorSubject { order: at as i64, name: file.columns[at].name.into(), picture: None }
    }
}

impl<'d> ErrorTable<'d> {
    pub fn new(connection: &'d Connection) -> rusqlite::Result<Self> {
        connection.execute_batch(
            "CREATE TEMP TABLE fault (
                 file INTEGER NOT NULL, name TEXT NOT NULL, line INTEGER NOT NULL, place INTEGER NOT NULL,
                 column TEXT NOT NULL, value TEXT NOT NULL, message TEXT NOT NULL, warns INTEGER NOT NULL)",
        )?;
        Ok(Self { connection, compared: Cell::new(0), counts: RefCell::default(), counts_read: RefCell::default() })
    }

    pub fn connection(&self) -> &'d Connection {
        self.connection
    }

    /// Keeps the current errors as those of the files alone.
    pub fn keep(&self) -> rusqlite::Result<()> {
        self.compared.set(self.next()?);
        self.counts_read.replace(self.counts.borrow().clone());
        Ok(())
    }

    /// Deletes all errors that are not kept.
    pub fn clear(&self) -> rusqlite::Result<()> {
        self.counts.replace(self.counts_read.borrow().clone());
        self.connection.execute("DELETE FROM temp.fault WHERE rowid >= ?", [self.compared.get()]).map(|_| ())
    }

    /// Deletes the warnings of a column in the lines that a query returns.
    pub fn clear_warnings(&self, sheet: &ImportedFile, column: &str, lines: &str) -> rusqlite::Result<()> {
        let sql = format!("DELETE FROM temp.fault WHERE warns AND file = ? AND column = ? AND line IN ({lines})");
        self.connection.execute(&sql, params![sheet.index as i64, column]).map(|_| ())
    }

    /// Adds an error; `{}` in the message stands for the value.
    pub fn add(
        &self,
        sheet: &ImportedFile,
        line: u64,
        place: &ErrorSubject,
        value: &str,
        message: &str,
    ) -> rusqlite::Result<()> {
        self.note(false, sheet, line, place, value, message)
    }

    /// Adds an error or a warning.
    pub fn note(
        &self,
        warns: bool,
        sheet: &ImportedFile,
        line: u64,
        place: &ErrorSubject,
        value: &str,
        message: &str,
    ) -> rusqlite::Result<()> {
        if !warns && self.room(sheet) == 0 {
            self.counted(sheet, 0, 1);
            return Ok(());
        }
        self.connection.prepare_cached("INSERT INTO temp.fault VALUES (?, ?, ?, ?, ?, ?, ?, ?)")?.execute(params![
            sheet.index as i64,
            place.picture.clone().unwrap_or_else(|| sheet.name()),
            i64::try_from(line).unwrap_or(i64::MAX),
            place.order,
            place.name,
            cut_cell(value),
            message,
            warns
        ])?;
        if !warns {
            self.counted(sheet, 1, 0);
        }
        Ok(())
    }

    /// Returns how many more errors of the file are kept.
    fn room(&self, sheet: &ImportedFile) -> u64 {
        KEPT.saturating_sub(self.counts.borrow().get(&sheet.index).map_or(0, |count| count.kept))
    }

    fn counted(&self, sheet: &ImportedFile, kept: u64, dropped: u64) {
        let mut counts = self.counts.borrow_mut();
        let count =
            counts.entry(sheet.index).or_insert_with(|| ErrorCount { name: sheet.name(), ..ErrorCount::default() });
        count.kept += kept;
        count.dropped += dropped;
    }

    /// Returns the files with dropped errors, and how many.
    pub fn dropped(&self) -> Vec<(String, u64)> {
        let counts = self.counts.borrow();
        let mut dropped: Vec<_> = counts.iter().filter(|(_, count)| count.dropped > 0).collect();
        dropped.sort_by_key(|(index, _)| **index);
        dropped.into_iter().map(|(_, count)| (count.name.clone(), count.dropped)).collect()
    }

    /// Adds the results of a query: `line`, `value`, `message`.
    pub fn find(
        &self,
        sheet: &ImportedFile,
        (at, column): (usize, &Column),
        warns: bool,
        select: &str,
    ) -> rusqlite::Result<()> {
        // all warnings are kept
        let room = self.room(sheet);
        let kept_first = if warns { String::new() } else { format!("ORDER BY line LIMIT {room}") };
        let sql = format!(
            "INSERT INTO temp.fault
             SELECT {}, '{}', line, {at}, '{}', value, message, {warns} FROM ({select}) {kept_first}",
            sheet.index,
            sheet.name(),
            column.name
        );
        let kept = self.connection.execute(&sql, [])? as u64;
        if !warns {
            let found = match kept == room {
                true => self.connection.query_row(&format!("SELECT count(*) FROM ({select})"), [], count)?,
                false => kept,
            };
            self.counted(sheet, kept, found.saturating_sub(kept));
        }
        Ok(())
    }

    /// Returns the number of rows in the file's table and of those to be removed.
    pub fn removals(&self, sheet: &ImportedFile) -> rusqlite::Result<(u64, u64)> {
        let sql = format!(
            "SELECT (SELECT count(*) FROM {} WHERE rowid > 0), (SELECT count(*) FROM gone_{})",
            sheet.file.table,
            sheet.file.stem()
        );
        let count = |count: i64| count as u64;
        self.connection.query_row(&sql, [], |row| Ok((count(row.get(0)?), count(row.get(1)?))))
    }

    /// Returns the number of the next error.
    pub fn next(&self) -> rusqlite::Result<i64> {
        let sql = "SELECT coalesce(max(rowid), 0) + 1 FROM temp.fault";
        self.connection.query_row(sql, [], |row| row.get(0))
    }

    /// Returns the number of errors or warnings.
    pub fn count(&self, warns: bool) -> rusqlite::Result<u64> {
        let kept = self.connection.query_row("SELECT count(*) FROM temp.fault WHERE warns = ?", [warns], count)?;
        let dropped: u64 = self.counts.borrow().values().map(|count| count.dropped).sum();
        Ok(if warns { kept } else { kept + dropped })
    }

    /// Passes the first `limit` errors or warnings to a callback, by file, line and column.
    pub fn each<E: From<rusqlite::Error>>(
        &self,
        warns: bool,
        limit: u64,
        mut tell: impl FnMut(ImportError) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut select = self.connection.prepare(
            "SELECT name, line, column, value, message FROM temp.fault WHERE warns = ?
             ORDER BY file, name, line, place, column, value, message LIMIT ?",
        )?;
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let mut rows = select.query(params![warns, limit])?;
        while let Some(row) = rows.next()? {
            let value: String = row.get(3)?;
            let message: String = row.get(4)?;
            tell(ImportError {
                file: row.get(0)?,
                line: row.get(1)?,
                column: row.get(2)?,
                message: message.replacen("{}", &quoted_cell(&value), 1),
                value: cut_cell(&value).into_owned(),
            })?;
        }
        Ok(())
    }
}

fn count(row: &rusqlite::Row) -> rusqlite::Result<u64> {
    row.get::<_, i64>(0).map(|count| count as u64)
}
