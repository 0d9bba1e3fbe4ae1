//! The errors of an import, by file and line, in a temporary table, because each cell can have an error.

mod error_group;

use std::borrow::Cow;
use std::cell::{Cell, RefCell, RefMut};
use std::collections::{BTreeMap, HashMap};

use anyhow::Result;
use rusqlite::{Connection, params};

use super::error_subject::ErrorSubject;
use super::imported_file::ImportedFile;
use crate::datafile::all_files;
use crate::datafile::file::DataFile;
use crate::exchange::mapping::MappedFile;
use crate::model::language::Language;
use crate::model::message::{Message, MessageName, Severity, option_words};
use crate::model::text::{cut_and_escape_cell, cut_cell};
pub use error_group::{ErrorGroup, GroupedFiles};

/// The maximum number of errors of a file that are stored (contract §11).
const MAX_STORED_ERRORS: u64 = 10_000;

#[derive(Clone)]
pub struct ImportError {
    /// The name of the given file, or the path of the picture.
    pub file: String,
    pub data_file: &'static DataFile,
    /// The line of the record; 1 if the error concerns no record.
    pub line: i64,
    /// Empty if the error concerns no column.
    pub column: String,
    /// The header of the column in a foreign file; empty in a data file.
    pub header: String,
    /// The cell; empty if the error concerns no cell.
    pub value: String,
    pub message: Message,
}

impl ImportError {
    /// Returns the error as a sentence: `persons.csv:17: Email: x has no @`.
    pub fn text(&self, language: Language) -> String {
        let column = if self.column.is_empty() { String::new() } else { format!("{}: ", self.column_text()) };
        format!("{}:{}: {column}{}", self.file, self.line, self.detail(language))
    }

    /// Returns the error without file, line and column: `x has no @`. It names other columns as in data files.
    pub fn detail(&self, language: Language) -> String {
        self.message.render_with_value(language, &cut_and_escape_cell(&self.value))
    }

    /// Returns [`Self::detail`] for pages: with labels of columns and options, and dates in the form of the language.
    pub fn labelled_detail(&self, language: Language) -> String {
        let label = |name: &str| match option_words(name, language) {
            Some(words) => words.to_owned(),
            None => self.data_file.column_label(name, language),
        };
        let value = language.format_if_datetime(&cut_and_escape_cell(&self.value));
        self.message.with_dates(language).render(language, &value, &label)
    }

    /// Returns the name of the column; in a foreign file its header, with the name behind it: `Roepnaam (FirstName)`.
    pub fn column_text(&self) -> String {
        match self.header.as_str() {
            "" => self.column.clone(),
            header => format!("{header} ({})", self.column),
        }
    }
}

/// An error or a warning about a row or a file.
pub struct RowMessage {
    pub severity: Severity,
    pub line: u64,
    pub subject: ErrorSubject,
    /// The cell that the message is about; empty if it is about no cell.
    pub value: String,
    pub message: Message,
}

impl RowMessage {
    pub fn about_file(severity: Severity, subject: ErrorSubject, message: Message) -> Self {
        Self { severity, line: 1, subject, value: String::new(), message }
    }
}

/// The temporary table of errors and warnings, and the counts of errors. A file can have more errors than the table
/// stores: the others are only counted, by kind.
pub struct ErrorTable<'d> {
    pub connection: &'d Connection,
    /// The rowid of the first error of a check. Lower rowids have errors of reading the files.
    first_check_error_id: Cell<i64>,
    /// The counts of the errors of each file, by [`ImportedFile::index`].
    counts: RefCell<BTreeMap<usize, ErrorCount>>,
    /// The counts of the errors of reading the files, without those of checks. A repeated check begins with them.
    counts_after_reading: RefCell<BTreeMap<usize, ErrorCount>>,
    /// The foreign files, by name of the data file.
    mapped_files: RefCell<HashMap<&'static str, MappedFile>>,
}

#[derive(Debug, Clone)]
struct ErrorCount {
    data_file: &'static str,
    given_name: String,
    kinds: HashMap<ErrorKind, KindCount>,
}

/// The column and the message of an error. Errors of one kind in a file are counted together.
type ErrorKind = (Cow<'static, str>, MessageName);

#[derive(Debug, Default, Clone, Copy)]
struct KindCount {
    /// The number of errors in the table, at least one.
    stored: u64,
    /// The number of errors that are not in the table.
    dropped: u64,
}

impl ErrorCount {
    fn stored(&self) -> u64 {
        self.kinds.values().map(|count| count.stored).sum()
    }

    fn dropped(&self) -> u64 {
        self.kinds.values().map(|count| count.dropped).sum()
    }

    fn count_as_dropped(&mut self, kind: &ErrorKind) {
        if let Some(count) = self.kinds.get_mut(kind) {
            (count.stored, count.dropped) = (count.stored - 1, count.dropped + 1);
        }
    }
}

impl<'d> ErrorTable<'d> {
    /// Creates the temporary table. `data_file` is a position in [`all_files`], `file_name` the name of the given file.
    pub fn new(connection: &'d Connection) -> rusqlite::Result<Self> {
        connection.execute_batch(
            "CREATE TEMP TABLE import_error (
                 data_file INTEGER NOT NULL, file_name TEXT NOT NULL, line INTEGER NOT NULL,
                 sort_order INTEGER NOT NULL, column TEXT NOT NULL, value TEXT NOT NULL, message TEXT NOT NULL,
                 is_warning INTEGER NOT NULL)",
        )?;
        Ok(Self {
            connection,
            first_check_error_id: Cell::new(0),
            counts: RefCell::default(),
            counts_after_reading: RefCell::default(),
            mapped_files: RefCell::default(),
        })
    }

    /// Makes errors in a foreign file name the headers of this file, which its mapping translates to columns.
    pub fn add_mapped_file(&self, mapped: &MappedFile) {
        self.mapped_files.borrow_mut().insert(mapped.mapping.file.name, mapped.clone());
    }

    /// Marks the current errors as those of reading the files. [`Self::clear_check_errors`] keeps them.
    pub fn keep_current_errors(&self) -> rusqlite::Result<()> {
        self.first_check_error_id.set(self.next_error_id()?);
        self.counts_after_reading.replace(self.counts.borrow().clone());
        Ok(())
    }

    /// Deletes the errors of the last check, before the check is repeated. Keeps those of reading the files.
    pub fn clear_check_errors(&self) -> rusqlite::Result<()> {
        self.counts.replace(self.counts_after_reading.borrow().clone());
        let first = self.first_check_error_id.get();
        self.connection.execute("DELETE FROM temp.import_error WHERE rowid >= ?", [first]).map(drop)
    }

    /// Deletes the warnings of a column on the lines that the query `lines` returns.
    pub fn clear_warnings(&self, imported: &ImportedFile, column: &str, lines: &str) -> rusqlite::Result<()> {
        let delete = "DELETE FROM temp.import_error WHERE is_warning AND data_file = ? AND column = ? AND line IN";
        self.connection.execute(&format!("{delete} ({lines})"), params![imported.index as i64, column]).map(drop)
    }

    pub fn add_limit_error(&self, imported: &ImportedFile, message: Message) -> rusqlite::Result<()> {
        self.add_message(imported, &RowMessage::about_file(Severity::Error, ErrorSubject::LIMIT, message))
    }

    /// Adds an error or a warning. Once the table has [`MAX_STORED_ERRORS`] errors of the file, an error of a kind that the
    /// table has is counted but not stored. The first error of a new kind replaces one of the most frequent kind.
    pub fn add_message(&self, imported: &ImportedFile, row_message: &RowMessage) -> rusqlite::Result<()> {
        let RowMessage { severity, line, subject, value, message } = row_message;
        let (is_error, kind) = (*severity == Severity::Error, (subject.column.clone(), message.name));
        if is_error && !self.make_room(imported, &kind)? {
            self.add_to_count(imported, kind, KindCount { stored: 0, dropped: 1 });
            return Ok(());
        }
        self.connection.prepare_cached("INSERT INTO temp.import_error VALUES (?, ?, ?, ?, ?, ?, ?, ?)")?.execute(
            params![
                imported.index as i64,
                // an error in a picture names the picture's file
                subject.picture.as_ref().unwrap_or(&imported.name),
                i64::try_from(*line).unwrap_or(i64::MAX),
                subject.order,
                subject.column,
                cut_cell(value),
                message.to_json().to_string(),
                !is_error
            ],
        )?;
        if is_error {
            self.add_to_count(imported, kind, KindCount { stored: 1, dropped: 0 });
        }
        Ok(())
    }

    /// Returns the counts of a file. The result borrows [`Self::counts`]: release it before the next call.
    fn error_count_of(&self, imported: &ImportedFile) -> RefMut<'_, ErrorCount> {
        let new_count =
            || ErrorCount { data_file: imported.file.name, given_name: imported.name.clone(), kinds: HashMap::new() };
        RefMut::map(self.counts.borrow_mut(), |counts| counts.entry(imported.index).or_insert_with(new_count))
    }

    fn remaining_capacity(&self, imported: &ImportedFile) -> u64 {
        MAX_STORED_ERRORS.saturating_sub(self.error_count_of(imported).stored())
    }

    /// Returns whether the table has room for an error of this kind. If it is full, makes room for an error of a new
    /// kind, so that each kind has at least one stored error, which shows users what is wrong.
    fn make_room(&self, imported: &ImportedFile, kind: &ErrorKind) -> rusqlite::Result<bool> {
        let is_full = self.remaining_capacity(imported) == 0;
        let is_new_kind = !self.error_count_of(imported).kinds.contains_key(kind);
        if is_full && is_new_kind {
            self.drop_error_of_most_frequent_kind(imported)?;
        }
        Ok(!is_full || is_new_kind)
    }

    /// Makes room for an error of another kind: drops the latest stored error of the most frequent kind.
    fn drop_error_of_most_frequent_kind(&self, imported: &ImportedFile) -> rusqlite::Result<()> {
        let mut error_counts = self.error_count_of(imported);
        let most_frequent = error_counts.kinds.iter().max_by_key(|(_, count)| count.stored);
        let Some(kind) = most_frequent.map(|(kind, _)| kind.clone()) else { return Ok(()) };
        let (column, message) = &kind;
        // a message is a JSON array that begins with its name
        let dropped_id: i64 = self.connection.query_row(
            "DELETE FROM temp.import_error WHERE rowid = (
                 SELECT max(rowid) FROM temp.import_error
                 WHERE data_file = ? AND column = ? AND NOT is_warning AND json_extract(message, '$[0]') = ?)
             RETURNING rowid",
            params![imported.index as i64, column, message.name()],
            |row| row.get(0),
        )?;
        error_counts.count_as_dropped(&kind);
        // a repeated check starts from `counts_after_reading`: an error of reading must count as dropped there, too
        let is_from_reading = dropped_id < self.first_check_error_id.get();
        if is_from_reading && let Some(count) = self.counts_after_reading.borrow_mut().get_mut(&imported.index) {
            count.count_as_dropped(&kind);
        }
        Ok(())
    }

    fn add_to_count(&self, imported: &ImportedFile, kind: ErrorKind, added: KindCount) {
        let mut file_count = self.error_count_of(imported);
        let count = file_count.kinds.entry(kind).or_default();
        (count.stored, count.dropped) = (count.stored + added.stored, count.dropped + added.dropped);
    }

    /// Returns the files that have dropped errors: the name of each, and the number of dropped errors.
    pub fn dropped_errors(&self) -> Vec<(String, u64)> {
        let counts = self.counts.borrow();
        let dropped = counts.values().filter(|count| count.dropped() > 0);
        dropped.map(|count| (count.given_name.clone(), count.dropped())).collect()
    }

    /// Adds an error or a warning about a column for each `line`, `value` and `message` that a query returns. Only
    /// errors are limited.
    pub fn add_results(
        &self,
        imported: &ImportedFile,
        column: usize,
        severity: Severity,
        select: &str,
    ) -> rusqlite::Result<()> {
        match severity {
            Severity::Error => self.add_errors(imported, column, select),
            Severity::Warning => self.insert_results(imported, column, severity, select, "").map(drop),
        }
    }

    /// Limits the errors as [`Self::add_message`] does. A constant of a mapping gets only one error.
    pub fn add_errors(&self, imported: &ImportedFile, column: usize, select: &str) -> rusqlite::Result<()> {
        let mapped_files = self.mapped_files.borrow();
        let is_constant = mapped_files.get(imported.file.name).is_some_and(|mapped| mapped.has_constant(column));
        // inserts one error even if the table is full: its message shows whether its kind is new
        let limit = if is_constant { 1 } else { self.remaining_capacity(imported).max(1) };
        let first_id = self.next_error_id()?;
        let first_results = format!("ORDER BY line LIMIT {limit}");
        let inserted = self.insert_results(imported, column, Severity::Error, select, &first_results)?;
        if inserted == 0 {
            return Ok(());
        }
        let can_have_more_results = inserted == limit && !is_constant;
        let result_count = match can_have_more_results {
            true => self.connection.query_row(&format!("SELECT count(*) FROM ({select})"), [], read_count)?,
            false => inserted,
        };
        // counts all results as errors of the first one's kind
        let kind = (imported.file.columns[column].name.into(), self.read_message(first_id)?.name);
        let stored = if self.make_room(imported, &kind)? {
            inserted
        } else {
            // the table was full: only one error was inserted, of a known kind
            self.connection.execute("DELETE FROM temp.import_error WHERE rowid = ?", [first_id])?;
            0
        };
        self.add_to_count(imported, kind, KindCount { stored, dropped: result_count.saturating_sub(stored) });
        Ok(())
    }

    fn insert_results(
        &self,
        imported: &ImportedFile,
        column: usize,
        severity: Severity,
        select: &str,
        order_and_limit: &str,
    ) -> rusqlite::Result<u64> {
        let sql = format!(
            "INSERT INTO temp.import_error
                 (data_file, file_name, line, sort_order, column, value, message, is_warning)
             SELECT {data_file}, ?, line, {column}, '{column_name}', value, message, {is_warning}
             FROM ({select}) {order_and_limit}",
            data_file = imported.index,
            column_name = imported.file.columns[column].name,
            is_warning = severity == Severity::Warning,
        );
        Ok(self.connection.execute(&sql, [&imported.name])? as u64)
    }

    fn read_message(&self, id: i64) -> rusqlite::Result<Message> {
        let sql = "SELECT message FROM temp.import_error WHERE rowid = ?";
        self.connection.query_row(sql, [id], |row| Ok(parse_message(row.get_ref(0)?.as_str()?)))
    }

    pub fn has_only_limit_errors(&self) -> rusqlite::Result<bool> {
        Ok(!self.has_other_than_limit_errors()? && self.has_errors()?)
    }

    /// Deletes the errors of limits if there are other errors, which may be their cause.
    pub fn drop_limit_errors_beside_others(&self) -> rusqlite::Result<()> {
        if self.has_other_than_limit_errors()? {
            let delete = "DELETE FROM temp.import_error WHERE sort_order = ?";
            self.connection.execute(delete, [ErrorSubject::LIMIT.order])?;
        }
        Ok(())
    }

    fn has_other_than_limit_errors(&self) -> rusqlite::Result<bool> {
        let select = "SELECT EXISTS (SELECT 1 FROM temp.import_error WHERE NOT is_warning AND sort_order <> ?)";
        self.connection.query_row(select, [ErrorSubject::LIMIT.order], |row| row.get(0))
    }

    pub fn next_error_id(&self) -> rusqlite::Result<i64> {
        let sql = "SELECT coalesce(max(rowid), 0) + 1 FROM temp.import_error";
        self.connection.query_row(sql, [], |row| row.get(0))
    }

    /// Returns the number of errors or warnings. The number of errors includes dropped errors.
    pub fn count(&self, severity: Severity) -> rusqlite::Result<u64> {
        let sql = "SELECT count(*) FROM temp.import_error WHERE is_warning = ?";
        let stored = self.connection.query_row(sql, [severity == Severity::Warning], read_count)?;
        let dropped: u64 = self.counts.borrow().values().map(ErrorCount::dropped).sum();
        Ok(if severity == Severity::Warning { stored } else { stored + dropped })
    }

    pub fn has_errors(&self) -> rusqlite::Result<bool> {
        Ok(self.count(Severity::Error)? > 0)
    }

    /// Reports in the order of files, lines and columns. Dropped errors are not in the table.
    pub fn for_each(
        &self,
        severity: Severity,
        limit: u64,
        mut report: impl FnMut(ImportError) -> Result<()>,
    ) -> Result<()> {
        let mapped_files = self.mapped_files.borrow();
        let mut select = self.connection.prepare(
            "SELECT file_name, line, column, value, message, data_file FROM temp.import_error WHERE is_warning = ?
             ORDER BY data_file, file_name, line, sort_order, column, value, message LIMIT ?",
        )?;
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let mut rows = select.query(params![severity == Severity::Warning, limit])?;
        while let Some(row) = rows.next()? {
            let (column, value): (String, String) = (row.get("column")?, row.get("value")?);
            let data_file = all_files().nth(row.get::<_, u16>("data_file")?.into()).expect("a position of a data file");
            let header = mapped_files.get(data_file.name).map_or("", |mapped| mapped.find_header(&column));
            report(ImportError {
                file: row.get("file_name")?,
                data_file,
                line: row.get("line")?,
                header: cut_and_escape_cell(header).into_owned(),
                column,
                message: parse_message(row.get_ref("message")?.as_str()?),
                value: cut_cell(&value).into_owned(),
            })?;
        }
        Ok(())
    }
}

/// Parses a message from a JSON array, such as `["UnknownColumn","Email"]`.
fn parse_message(json: &str) -> Message {
    let message = serde_json::from_str(json).ok().and_then(|json| Message::from_json(&json));
    message.expect("rules and code name messages of the registry")
}

fn read_count(row: &rusqlite::Row) -> rusqlite::Result<u64> {
    row.get::<_, i64>(0).map(|count| count as u64)
}
