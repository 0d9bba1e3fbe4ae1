//! The errors of an import, ordered by file and line.
//!
//! They are in a temporary table, since there may be one per cell.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use rusqlite::{Connection, params};

use super::error_subject::ErrorSubject;
use super::imported_file::ImportedFile;
use crate::datafile::all_files;
use crate::datafile::file::{Column, DataFile};
use crate::exchange::mapping::MappedFile;
use crate::exchange::mapping::suggestion::find_value;
use crate::model::language::Language;
use crate::model::message::MessageName::{NeitherInFileNorStored, NotAChoice, NotAFlag, NotStored, UnlistedInFile};
use crate::model::message::{Message, MessageName, MessageSubject, Severity};
use crate::model::text::{cut_and_escape_cell, cut_cell, is_cut};

/// The most errors stored per file (contract §11).
const MAX_STORED_ERRORS: u64 = 10_000;

/// The most lines of a group that are listed.
const MAX_LISTED_LINES: usize = 3;

/// The errors of cells that are not among the allowed values. A mapping can replace such a cell by another value.
const UNKNOWN_VALUES: [MessageName; 5] = [NotAChoice, NotAFlag, NotStored, UnlistedInFile, NeitherInFileNorStored];

/// Errors of one kind in one column, or a single error.
pub struct ErrorGroup {
    /// The first errors, one to [`MAX_LISTED_LINES`].
    pub errors: Vec<ImportError>,
    pub count: u64,
    /// The cells that a mapping can replace, each with the probable value; `?` if it is unknown.
    pub values: Vec<(String, &'static str)>,
}

impl ErrorGroup {
    pub fn first(&self) -> &ImportError {
        &self.errors[0]
    }

    /// Returns `x.csv:4: Soort (EmployeeType): Vast is not one of Intern, Extern (58 rows with 2 values: lines 4, 5, 6, …)`.
    pub fn text(&self, language: Language) -> String {
        self.first().text(language) + &self.row_summary(language)
    }

    /// Returns ` (58 rows with 2 values: lines 4, 5, 6, …)`; empty for a single error.
    pub fn row_summary(&self, language: Language) -> String {
        if self.count == 1 {
            return String::new();
        }
        let values = Message::new(MessageName::WithValues).with(self.values.len());
        let message = Message::new(MessageName::InRows).with(self.count);
        let message = if self.values.len() > 1 { message.with_part(values) } else { message.with("") };
        let lines = self.errors.iter().map(|error| error.line.to_string()).collect::<Vec<_>>().join(", ");
        let more = if self.count > MAX_LISTED_LINES as u64 { ", …" } else { "" };
        message.with(lines).with(more).text(language)
    }
}

#[derive(Clone)]
pub struct ImportError {
    pub file: String,
    pub data_file: &'static DataFile,
    /// The line of the record; 1 if the error concerns no row.
    pub line: i64,
    /// The column; empty if it concerns none.
    pub column: String,
    /// The header of a foreign file that the column has; empty in a data file.
    pub header: String,
    /// The cell; empty if it concerns none.
    pub value: String,
    pub message: Message,
}

impl ImportError {
    /// Returns the sentence: `persons.csv:17: Email: x has no @`.
    pub fn text(&self, language: Language) -> String {
        let column = if self.column.is_empty() { String::new() } else { format!("{}: ", self.column_text()) };
        format!("{}:{}: {column}{}", self.file, self.line, self.detail(language))
    }

    /// Returns the sentence without file, line and column, which names columns as the file does.
    pub fn detail(&self, language: Language) -> String {
        self.message.render_with_value(language, &cut_and_escape_cell(&self.value))
    }

    /// Returns the sentence of [`Self::detail`] for pages: with labels of columns, and dates as the language writes them.
    pub fn labelled_detail(&self, language: Language) -> String {
        let label = |name: &str| self.data_file.column_label(name, language);
        let value = language.format_if_datetime(&cut_and_escape_cell(&self.value));
        self.message.with_dates(language).render(language, MessageSubject { value: &value, column: &label })
    }

    /// Returns the column's name; for a foreign file its header, with the column in brackets: `Roepnaam (FirstName)`.
    pub fn column_text(&self) -> String {
        match self.header.as_str() {
            "" => self.column.clone(),
            header => format!("{header} ({})", self.column),
        }
    }
}

pub struct ErrorTable<'d> {
    connection: &'d Connection,
    /// The rowid of the first error that a check added. Earlier ones come from reading the files.
    first_of_check: Cell<i64>,
    /// The numbers of errors, by the position of the file.
    counts: RefCell<HashMap<usize, ErrorCount>>,
    /// Those numbers after reading the files, before any check.
    counts_read: RefCell<HashMap<usize, ErrorCount>>,
    /// Files of other systems, by the position of the data file.
    mapped: RefCell<HashMap<i64, MappedFile>>,
}

#[derive(Debug, Default, Clone)]
struct ErrorCount {
    /// The file's name as given.
    name: String,
    kinds: HashMap<ErrorKind, KindCount>,
}

/// The column and the message of errors.
type ErrorKind = (Cow<'static, str>, MessageName);

#[derive(Debug, Default, Clone, Copy)]
struct KindCount {
    /// The errors in the table, at least one.
    stored: u64,
    /// The errors that are only counted.
    dropped: u64,
}

impl ErrorCount {
    fn stored(&self) -> u64 {
        self.kinds.values().map(|count| count.stored).sum()
    }

    fn dropped(&self) -> u64 {
        self.kinds.values().map(|count| count.dropped).sum()
    }

    /// Counts one of the stored errors of this kind as dropped.
    fn count_as_dropped(&mut self, kind: &ErrorKind) {
        if let Some(count) = self.kinds.get_mut(kind) {
            (count.stored, count.dropped) = (count.stored - 1, count.dropped + 1);
        }
    }
}

impl<'d> ErrorTable<'d> {
    pub fn new(connection: &'d Connection) -> rusqlite::Result<Self> {
        connection.execute_batch(
            "CREATE TEMP TABLE import_error (
                 file INTEGER NOT NULL, name TEXT NOT NULL, line INTEGER NOT NULL, place INTEGER NOT NULL,
                 column TEXT NOT NULL, value TEXT NOT NULL, message TEXT NOT NULL, warns INTEGER NOT NULL)",
        )?;
        Ok(Self {
            connection,
            first_of_check: Cell::new(0),
            counts: RefCell::default(),
            counts_read: RefCell::default(),
            mapped: RefCell::default(),
        })
    }

    /// Sets the mapping by which a file is read, so that its errors name its headers.
    pub fn set_mapped(&self, imported: &ImportedFile, mapped: Option<&MappedFile>) {
        self.mapped.borrow_mut().extend(mapped.map(|mapped| (imported.index as i64, mapped.clone())));
    }

    /// Returns the errors in groups of one kind and column. Those of data files stay single unless `groups_all`.
    pub fn group_errors(&self, groups_all: bool) -> rusqlite::Result<Vec<ErrorGroup>> {
        let mapped = self.mapped.borrow();
        let mut groups: Vec<ErrorGroup> = Vec::new();
        let mut by_kind = HashMap::new();
        self.for_each_of_file(Severity::Error, u64::MAX, |file, error| {
            let mapped = mapped.get(&file);
            let is_grouped = mapped.is_some() || groups_all;
            // errors without a column are only grouped if their facts are equal
            let facts = error.column.is_empty().then(|| error.message.to_string());
            let new = groups.len();
            let position = match is_grouped {
                true => *by_kind.entry((file, error.column.clone(), error.message.name, facts)).or_insert(new),
                false => new,
            };
            if position == new {
                groups.push(ErrorGroup { errors: Vec::new(), count: 0, values: Vec::new() });
            }
            let group = &mut groups[position];
            group.count += 1;
            if group.errors.len() < MAX_LISTED_LINES {
                group.errors.push(error.clone());
            }
            let file = error.data_file;
            let Some((at, column)) = file.find_column(&error.column) else { return Ok(()) };
            let is_own = mapped.is_some_and(|mapped| mapped.mapping.is_own_value(at, &error.value));
            let is_mappable = UNKNOWN_VALUES.contains(&error.message.name) && !is_own && !is_cut(&error.value);
            if is_grouped && is_mappable && !group.values.iter().any(|(value, _)| *value == error.value) {
                let known = find_value(file, column, &error.value);
                group.values.push((error.value, known.unwrap_or("?")));
            }
            Ok::<_, rusqlite::Error>(())
        })?;
        // errors that are not stored count in their groups
        for (file, count) in self.counts.borrow().iter() {
            for ((column, name), KindCount { dropped, .. }) in &count.kinds {
                let group = by_kind.iter().find(|((of, place, message, _), _)| {
                    (*of, place.as_str(), message) == (*file as i64, column, name)
                });
                group.into_iter().for_each(|(_, at)| groups[*at].count += dropped);
            }
        }
        Ok(groups)
    }

    pub fn connection(&self) -> &'d Connection {
        self.connection
    }

    /// Marks the current errors as those of reading the files, which [`Self::clear`] keeps.
    pub fn keep_current_errors(&self) -> rusqlite::Result<()> {
        self.first_of_check.set(self.next_id()?);
        self.counts_read.replace(self.counts.borrow().clone());
        Ok(())
    }

    /// Deletes the errors of the last check, but not those of reading the files.
    pub fn clear(&self) -> rusqlite::Result<()> {
        self.counts.replace(self.counts_read.borrow().clone());
        self.connection
            .execute("DELETE FROM temp.import_error WHERE rowid >= ?", [self.first_of_check.get()])
            .map(|_| ())
    }

    /// Deletes the warnings of a column in the lines that a query returns.
    pub fn clear_warnings(&self, imported: &ImportedFile, column: &str, lines: &str) -> rusqlite::Result<()> {
        let delete = "DELETE FROM temp.import_error WHERE warns AND file = ? AND column = ? AND line IN";
        self.connection.execute(&format!("{delete} ({lines})"), params![imported.index as i64, column]).map(drop)
    }

    /// Adds an error; `value` is the cell that it is about.
    pub fn add_error(
        &self,
        imported: &ImportedFile,
        line: u64,
        subject: &ErrorSubject,
        value: &str,
        message: &Message,
    ) -> rusqlite::Result<()> {
        self.add_message(Severity::Error, imported, line, subject, value, message)
    }

    /// Adds an error or a warning; `value` is the cell that it is about.
    pub fn add_message(
        &self,
        severity: Severity,
        imported: &ImportedFile,
        line: u64,
        subject: &ErrorSubject,
        value: &str,
        message: &Message,
    ) -> rusqlite::Result<()> {
        let kind = (subject.name.clone(), message.name);
        if severity == Severity::Error && self.remaining_room(imported) == 0 {
            if self.has_kind(imported, &kind) {
                self.add_to_count(imported, kind, KindCount { stored: 0, dropped: 1 });
                return Ok(());
            }
            self.drop_most_frequent(imported)?;
        }
        self.connection.prepare_cached("INSERT INTO temp.import_error VALUES (?, ?, ?, ?, ?, ?, ?, ?)")?.execute(
            params![
                imported.index as i64,
                subject.picture.as_ref().unwrap_or(&imported.name),
                i64::try_from(line).unwrap_or(i64::MAX),
                subject.order,
                subject.name,
                cut_cell(value),
                message.to_json().to_string(),
                severity == Severity::Warning
            ],
        )?;
        if severity == Severity::Error {
            self.add_to_count(imported, kind, KindCount { stored: 1, dropped: 0 });
        }
        Ok(())
    }

    /// Returns how many more errors of the file can be stored.
    fn remaining_room(&self, imported: &ImportedFile) -> u64 {
        MAX_STORED_ERRORS.saturating_sub(self.counts.borrow().get(&imported.index).map_or(0, ErrorCount::stored))
    }

    fn has_kind(&self, imported: &ImportedFile, kind: &ErrorKind) -> bool {
        self.counts.borrow().get(&imported.index).is_some_and(|count| count.kinds.contains_key(kind))
    }

    /// Deletes the last error of the most frequent kind, to make room for the first of a new kind.
    fn drop_most_frequent(&self, imported: &ImportedFile) -> rusqlite::Result<()> {
        let mut counts = self.counts.borrow_mut();
        let Some(count) = counts.get_mut(&imported.index) else { return Ok(()) };
        let most = count.kinds.iter().max_by_key(|(_, count)| count.stored).map(|(kind, _)| kind.clone());
        let Some(kind) = most else { return Ok(()) };
        let row: i64 = self.connection.query_row(
            "DELETE FROM temp.import_error WHERE rowid = (
                 SELECT max(rowid) FROM temp.import_error
                 WHERE file = ? AND column = ? AND NOT warns AND json_extract(message, '$[0]') = ?) RETURNING rowid",
            params![imported.index as i64, kind.0, kind.1.name()],
            |row| row.get(0),
        )?;
        count.count_as_dropped(&kind);
        if row < self.first_of_check.get() {
            let mut counts_read = self.counts_read.borrow_mut();
            counts_read.get_mut(&imported.index).into_iter().for_each(|count| count.count_as_dropped(&kind));
        }
        Ok(())
    }

    fn add_to_count(&self, imported: &ImportedFile, kind: ErrorKind, added: KindCount) {
        let mut counts = self.counts.borrow_mut();
        let count = counts
            .entry(imported.index)
            .or_insert_with(|| ErrorCount { name: imported.name.clone(), ..ErrorCount::default() });
        let count = count.kinds.entry(kind).or_default();
        (count.stored, count.dropped) = (count.stored + added.stored, count.dropped + added.dropped);
    }

    /// Returns each file with errors that were not stored, and the number of these errors.
    pub fn dropped_errors(&self) -> Vec<(String, u64)> {
        let counts = self.counts.borrow();
        let mut dropped: Vec<_> = counts.iter().filter(|(_, count)| count.dropped() > 0).collect();
        dropped.sort_by_key(|(index, _)| **index);
        dropped.into_iter().map(|(_, count)| (count.name.clone(), count.dropped())).collect()
    }

    /// Adds an error or a warning for each `line`, `value` and `message` that a query returns.
    pub fn add_results(
        &self,
        imported: &ImportedFile,
        (at, column): (usize, &Column),
        severity: Severity,
        select: &str,
    ) -> rusqlite::Result<()> {
        let is_warning = severity == Severity::Warning;
        // all warnings are stored, and the first error of each query; a wrong constant is one error
        let is_constant =
            self.mapped.borrow().get(&(imported.index as i64)).is_some_and(|mapped| mapped.has_constant(at));
        let room = self.remaining_room(imported);
        let limit = if is_constant { 1 } else { room.max(1) };
        let first_errors = if is_warning { String::new() } else { format!("ORDER BY line LIMIT {limit}") };
        let first = self.next_id()?;
        let sql = format!(
            "INSERT INTO temp.import_error
             SELECT {}, ?, line, {at}, '{}', value, message, {is_warning} FROM ({select}) {first_errors}",
            imported.index, column.name
        );
        let mut stored = self.connection.execute(&sql, [&imported.name])? as u64;
        if is_warning || stored == 0 {
            return Ok(());
        }
        let found = match stored == limit && !is_constant {
            true => self.connection.query_row(&format!("SELECT count(*) FROM ({select})"), [], read_count)?,
            false => stored,
        };
        let message =
            self.connection.query_row("SELECT message FROM temp.import_error WHERE rowid = ?", [first], |row| {
                row.get::<_, String>(0)
            })?;
        let kind = (column.name.into(), parse_message(&message).name);
        if room == 0 && self.has_kind(imported, &kind) {
            self.connection.execute("DELETE FROM temp.import_error WHERE rowid = ?", [first])?;
            stored = 0;
        } else if room == 0 {
            self.drop_most_frequent(imported)?;
        }
        self.add_to_count(imported, kind, KindCount { stored, dropped: found.saturating_sub(stored) });
        Ok(())
    }

    /// Returns whether the only errors are exceeded limits such as `--max-removals`. Deletes those if there are others.
    pub fn is_stopped_by_guards(&self) -> rusqlite::Result<bool> {
        let guard = ErrorSubject::GUARD.order;
        let errors = "SELECT count(*) FROM temp.import_error WHERE NOT warns AND place <> ?";
        if self.connection.query_row(errors, [guard], read_count)? == 0 {
            return self.has_errors();
        }
        self.connection.execute("DELETE FROM temp.import_error WHERE place = ?", [guard])?;
        Ok(false)
    }

    /// Returns the number of rows in the file's table, and of those to remove.
    pub fn count_removals(&self, imported: &ImportedFile) -> rusqlite::Result<(u64, u64)> {
        let sql = format!(
            "SELECT (SELECT count(*) FROM {} WHERE rowid > 0), (SELECT count(*) FROM gone_{})",
            imported.file.table,
            imported.file.stem()
        );
        let count = |count: i64| count as u64;
        self.connection.query_row(&sql, [], |row| Ok((count(row.get(0)?), count(row.get(1)?))))
    }

    /// Returns the id that the next error will have.
    pub fn next_id(&self) -> rusqlite::Result<i64> {
        let sql = "SELECT coalesce(max(rowid), 0) + 1 FROM temp.import_error";
        self.connection.query_row(sql, [], |row| row.get(0))
    }

    /// Returns the number of errors or of warnings.
    pub fn count(&self, severity: Severity) -> rusqlite::Result<u64> {
        let sql = "SELECT count(*) FROM temp.import_error WHERE warns = ?";
        let stored = self.connection.query_row(sql, [severity == Severity::Warning], read_count)?;
        let dropped: u64 = self.counts.borrow().values().map(ErrorCount::dropped).sum();
        Ok(if severity == Severity::Warning { stored } else { stored + dropped })
    }

    /// Returns whether there is at least one error.
    pub fn has_errors(&self) -> rusqlite::Result<bool> {
        Ok(self.count(Severity::Error)? > 0)
    }

    /// Passes the first `limit` errors or warnings to a callback, by file, line and column.
    pub fn for_each<E: From<rusqlite::Error>>(
        &self,
        severity: Severity,
        limit: u64,
        mut report: impl FnMut(ImportError) -> Result<(), E>,
    ) -> Result<(), E> {
        self.for_each_of_file(severity, limit, |_, error| report(error))
    }

    /// Like [`Self::for_each`], with the position of the error's file.
    fn for_each_of_file<E: From<rusqlite::Error>>(
        &self,
        severity: Severity,
        limit: u64,
        mut report: impl FnMut(i64, ImportError) -> Result<(), E>,
    ) -> Result<(), E> {
        let mapped = self.mapped.borrow();
        let mut select = self.connection.prepare(
            "SELECT name, line, column, value, message, file FROM temp.import_error WHERE warns = ?
             ORDER BY file, name, line, place, column, value, message LIMIT ?",
        )?;
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let mut rows = select.query(params![severity == Severity::Warning, limit])?;
        while let Some(row) = rows.next()? {
            let value: String = row.get(3)?;
            let (column, message): (String, String) = (row.get(2)?, row.get(4)?);
            let file: i64 = row.get(5)?;
            let data_file = usize::try_from(file).ok().and_then(|file| all_files().nth(file));
            let header = mapped.get(&file).map_or("", |mapped| mapped.find_header(&column));
            let error = ImportError {
                file: row.get(0)?,
                data_file: data_file.expect("a position of a data file"),
                line: row.get(1)?,
                header: cut_and_escape_cell(header).into_owned(),
                column,
                message: parse_message(&message),
                value: cut_cell(&value).into_owned(),
            };
            report(file, error)?;
        }
        Ok(())
    }
}

fn parse_message(message: &str) -> Message {
    let message = serde_json::from_str(message).ok().and_then(|json| Message::from_json(&json));
    message.expect("rules and code name messages of the registry")
}

fn read_count(row: &rusqlite::Row) -> rusqlite::Result<u64> {
    row.get::<_, i64>(0).map(|count| count as u64)
}
