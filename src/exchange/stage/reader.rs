//! Reads data files on a separate thread. Finds the column of each header, parses cells to canonical text, and reports
//! an error for each invalid cell. Sends the rows in batches, so that only a few batches are in memory.

mod foreign_file;

use std::borrow::Cow;
use std::cell::Cell;
use std::io::Read;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;

use anyhow::{Context, Result};
use blake2::{Blake2b256, Digest};

use crate::datafile::FILES;
use crate::datafile::cell::{find_spreadsheet_error, parse_cell};
use crate::datafile::file::{Column, DataFile, Domain};
use crate::exchange::export::remove_quote;
use crate::exchange::file_names::is_workbook_name;
use crate::exchange::mapping::MappedFile;
use crate::exchange::mapping::foreign_header::LAST_HEADER_LINE;
use crate::exchange::merge::error_subject::ErrorSubject;
use crate::exchange::merge::error_table::RowMessage;
use crate::exchange::merge::imported_file::{AppliedMapping, GivenFile};
use crate::exchange::read_options::ReadOptions;
use crate::exchange::source::Source;
use crate::exchange::source::charset::{Charset, CsvEncoding, EncodingSetting};
use crate::exchange::source::records::SEPARATORS;
use crate::exchange::source::rows::{CsvRows, RowReader, SourceRow};
use crate::exchange::source::top_rows::workbook_error;
use crate::exchange::source::workbook::{SheetError, Workbook};
use crate::model::message::{Message, MessageName, Severity};
use crate::model::name_similarity::find_nearest_name;
use crate::model::text::{cut_and_escape_cell, cut_cell, to_hex};
use crate::model::time::Clock;

const BATCH_BYTES: usize = 64 << 10;

/// Reads the files of a source on its own thread, and sends batches to [`Stage`](super::Stage).
pub struct FileReader<'a> {
    pub read_options: &'a ReadOptions,
    pub clock: &'a Clock,
    pub encoding: Option<CsvEncoding>,
    pub stop: Option<Arc<AtomicBool>>,
    pub sender: SyncSender<ReadBatch>,
}

/// Some rows of a file, or only progress or errors.
pub struct ReadBatch {
    pub file: &'static DataFile,
    pub name: String,
    /// The number of bytes read since the previous batch.
    pub read_bytes: u64,
    pub rows: BatchRows,
    /// Sent with the last batch of a file; `None` in earlier batches.
    pub given_file: Option<GivenFile>,
}

#[derive(Default)]
pub struct BatchRows {
    pub lines: Vec<u64>,
    /// The cells, row by row, as ranges of `text`. `None` for an absent column or an invalid cell.
    pub cells: Vec<Option<Range<usize>>>,
    pub text: String,
    pub messages: Vec<RowMessage>,
}

impl FileReader<'_> {
    /// Reads all data files of the source. Fails if the receiver has stopped.
    pub fn read_files(self, source: &mut Source) -> Result<()> {
        for file in FILES {
            let mapped = self.read_options.find_mapped_file(file);
            // a mapped file is read as this data file; if CSV file and workbook exist, `detect_format` refuses both
            let name = match mapped {
                Some(mapped) => mapped.name.clone(),
                None if source.has_file(&file.workbook_name()) && !source.has_file(file.name) => file.workbook_name(),
                None => file.name.to_owned(),
            };
            let reading = FileReading {
                reader: &self,
                file,
                name: name.clone(),
                mapped,
                read_bytes: &Cell::new(0),
                batch: BatchRows::default(),
                batch_size: 0,
                is_from_spreadsheet: false,
                skipped_rows: 0,
                without_header: Vec::new(),
            };
            if source.has_file(&name) {
                let result = reading.read_file(source);
                result.with_context(|| Message::new(MessageName::Unreadable).with(&name))?;
            }
        }
        Ok(())
    }
}

/// The context of an error that cannot occur: only files that the source has are read.
const MISSING_FILE: &str = "it does not exist";

enum FileFormat {
    Workbook,
    Csv(CsvEncoding),
    Unreadable { line: u64, reason: Message },
}

/// The reading of one file, with the batch that is filled next.
struct FileReading<'a> {
    reader: &'a FileReader<'a>,
    file: &'static DataFile,
    name: String,
    /// The mapping of a foreign file; `None` in a data file.
    mapped: Option<&'a MappedFile>,
    /// The number of bytes read since the last batch. [`DigestReader`] counts them.
    read_bytes: &'a Cell<u64>,
    batch: BatchRows,
    /// The approximate size of `batch` in memory, in bytes.
    batch_size: usize,
    /// Whether a spreadsheet probably wrote the file. Then a `'` may precede a text that looks like a formula.
    is_from_spreadsheet: bool,
    skipped_rows: u64,
    /// The positions of cells that have no header and were empty in all rows so far.
    without_header: Vec<usize>,
}

impl FileReading<'_> {
    /// Reads the file and sends all its batches. An unusable file gives one error, not a failure.
    fn read_file(mut self, source: &mut Source) -> Result<()> {
        // reads a CSV file twice: the encoding must be known before the first cell
        let format = self.detect_format(source)?;
        let file = source.open_file(&self.name)?.context(MISSING_FILE)?;
        let mut file = DigestReader { file, digest: Blake2b256::new(), read_bytes: self.read_bytes };
        let present_columns = match format {
            FileFormat::Workbook => self.read_workbook(&mut file)?,
            FileFormat::Csv(encoding) => self.read_rows(CsvRows::new(&mut file, Some(encoding), self.separator())?)?,
            FileFormat::Unreadable { line, reason } => {
                self.add_error(line, reason);
                self.no_present_columns()
            }
        };
        // the digest also covers the bytes that were not parsed
        std::io::copy(&mut file, &mut std::io::sink())?;
        let digest = to_hex(&file.digest.finalize());
        let mapping = self.mapped.map(|mapped| {
            let can_skip_rows = !mapped.mapping.skip.is_empty();
            AppliedMapping {
                version: mapped.mapping_version(),
                skipped_rows: can_skip_rows.then_some(self.skipped_rows),
            }
        });
        self.send_batch(Some(GivenFile { present_columns, digest, mapping }))
    }

    /// Sends the rows and the progress since the last batch, and at the end of a file its `given_file`. Fails if the
    /// receiver has stopped.
    fn send_batch(&mut self, given_file: Option<GivenFile>) -> Result<()> {
        self.batch_size = 0;
        let (read_bytes, rows) = (self.read_bytes.take(), std::mem::take(&mut self.batch));
        let batch = ReadBatch { file: self.file, name: self.name.clone(), read_bytes, rows, given_file };
        self.reader.sender.send(batch).context("the receiver has stopped")
    }

    /// Fails if the receiver has stopped, because the import has failed or was stopped.
    fn fail_if_stopped(&mut self) -> Result<()> {
        self.send_batch(None)
    }

    /// Returns the format of the file, or why it is unreadable. Adds a warning if the encoding of a CSV file is a guess.
    fn detect_format(&mut self, source: &mut Source) -> Result<FileFormat> {
        let workbook = self.file.workbook_name();
        if self.mapped.is_none() && source.has_file(self.file.name) && source.has_file(&workbook) {
            // contract §7: a folder with a file both as CSV and as workbook is an error
            let reason = Message::new(MessageName::GivenInBothForms).with(workbook);
            return Ok(FileFormat::Unreadable { line: 1, reason });
        }
        if is_workbook_name(&self.name) {
            return Ok(FileFormat::Workbook);
        }
        // generators write UTF-8, and detection would generate the file twice
        if source.is_generated() {
            return Ok(FileFormat::Csv(CsvEncoding::Utf8));
        }
        let file = source.open_file(&self.name)?.context(MISSING_FILE)?;
        let setting = self.encoding_setting();
        Ok(match Charset::detect_with_setting(file, setting, || self.fail_if_stopped())? {
            Charset::Known(encoding) => FileFormat::Csv(encoding),
            Charset::ProbablyWindows1252 { first_invalid_utf_8_line: line } => {
                self.add_message(Severity::Warning, line, ErrorSubject::NONE, "", MessageName::GuessedEncoding.into());
                FileFormat::Csv(CsvEncoding::Windows1252)
            }
            Charset::Unreadable { line, reason } => FileFormat::Unreadable { line, reason },
        })
    }

    fn encoding_setting(&self) -> EncodingSetting {
        match self.mapped.and_then(|mapped| mapped.mapping.encoding) {
            Some(encoding) => EncodingSetting { name: MessageName::EncodingOfMapping, encoding: Some(encoding) },
            None => EncodingSetting { name: MessageName::EncodingOption, encoding: self.reader.encoding },
        }
    }

    /// Reads the sheet with the rows. Returns [`GivenFile::present_columns`].
    fn read_workbook(&mut self, file: impl Read) -> Result<Vec<bool>> {
        let mut workbook = match Workbook::open(file) {
            Ok(workbook) => workbook,
            Err(error) => {
                self.add_error(1, workbook_error(&error));
                return Ok(self.no_present_columns());
            }
        };
        let rows = workbook.read_rows(self.foreign_header().and_then(|header| header.sheet.as_deref()))?;
        self.read_rows(rows).or_else(|error| {
            let SheetError { row, reason } = error.downcast()?;
            self.add_error(row, Message::new(MessageName::UnreadableSheet).with_part(reason));
            Ok(self.no_present_columns())
        })
    }

    /// Reads the header and the rows. Returns [`GivenFile::present_columns`].
    fn read_rows(&mut self, mut rows: impl RowReader) -> Result<Vec<bool>> {
        // a workbook has no separator; Excel in Dutch writes CSV files with semicolons
        self.is_from_spreadsheet = matches!(rows.separator(), None | Some(b';'));
        let header = match self.mapped.map(|mapped| &mapped.foreign_header) {
            None => self.read_data_file_header(&mut rows)?,
            Some(Ok(found)) => Some(self.read_mapped_header(&mut rows, found)?),
            // the mapping does not fit: an unreadable row is the more probable cause
            Some(Err(error)) => {
                match find_first_error(&mut rows)? {
                    Some((line, message)) => self.add_error(line, message),
                    None => error.messages.iter().for_each(|message| self.add_error(error.line, message.clone())),
                }
                None
            }
        };
        let Some(header) = header else { return Ok(self.no_present_columns()) };
        self.read_records(rows, &header)?;
        let has_constant = |at| self.mapped.is_some_and(|mapped| mapped.has_constant(at));
        Ok((0..self.file.columns.len()).map(|at| header.contains(&Some(at)) || has_constant(at)).collect())
    }

    /// Reads the header of a data file. Adds an error and returns `None` if the header is unreadable.
    fn read_data_file_header(&mut self, rows: &mut impl RowReader) -> Result<Option<Vec<Option<usize>>>> {
        let first_row = rows.next_row()?;
        // a file may begin with `sep=;` for Excel, or with a row that cannot be parsed
        let error = first_row.as_ref().and_then(|row| match row.cells.first() {
            Some(cell) if is_separator_line(cell) => Some(MessageName::SeparatorLine.into()),
            _ => row.error.map(|error| error.message()),
        });
        if let Some(error) = error {
            self.add_error(1, error);
            return Ok(None);
        }
        Ok(Some(self.match_header(first_row)))
    }

    /// Reads the rows below the header. `header` has the position of each cell's column; `None` for an ignored cell.
    fn read_records(&mut self, mut rows: impl RowReader, header: &[Option<usize>]) -> Result<()> {
        let (foreign_header, separator) = (self.foreign_header(), rows.separator());
        let mut is_separator_error_reported = false;
        while let Some(mut row) = rows.next_row()? {
            // a stopped import has dropped the receiver, so that sending fails
            let is_stopped = self.reader.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
            if self.batch_size >= BATCH_BYTES || is_stopped {
                self.send_batch(None)?;
            }
            if let Some(error) = row.error {
                self.add_error(row.line, error.message());
                continue;
            }
            if row.cells.iter().all(|cell| cell.trim().is_empty()) {
                continue; // some spreadsheets write empty rows below the last row
            }
            // contract §10: rows are skipped by their original cells
            if let Some(foreign_header) = foreign_header {
                foreign_header.fit_length(&mut row.cells);
                if foreign_header.is_row_skipped(&row.cells) {
                    self.skipped_rows += 1;
                    continue;
                }
            }
            if row.cells.len() == header.len() {
                self.add_row(header, &row);
                continue;
            }
            match separator.and_then(|separator| separator_error(separator, &row, header.len())) {
                None => self.add_error(row.line, cell_count_error(row.cells.len(), header.len(), separator)),
                // contract §7: a cause that holds for a whole file is reported once
                Some(_) if is_separator_error_reported => {}
                Some(error) => {
                    is_separator_error_reported = true;
                    self.add_error(row.line, error);
                }
            }
        }
        Ok(())
    }

    fn no_present_columns(&self) -> Vec<bool> {
        vec![false; self.file.columns.len()]
    }

    fn add_error(&mut self, line: u64, message: impl Into<Message>) {
        self.add_message(Severity::Error, line, ErrorSubject::NONE, "", message.into());
    }

    /// Adds an error or a warning to the batch. `value` is the cell that it is about; empty if it is about no cell.
    fn add_message(&mut self, severity: Severity, line: u64, subject: ErrorSubject, value: &str, message: Message) {
        let value = cut_cell(value).into_owned();
        self.batch_size += value.len() + message.memory_bytes() + size_of::<RowMessage>();
        self.batch.messages.push(RowMessage { severity, line, subject, value, message });
    }

    /// Returns the position of the column of each header; `None`, with an error, for an unknown or repeated header.
    fn match_header(&mut self, row: Option<SourceRow>) -> Vec<Option<usize>> {
        let file = self.file;
        let mut header = Vec::new();
        let mut add_error =
            |subject: ErrorSubject, message: Message| self.add_message(Severity::Error, 1, subject, "", message);
        for (at, name) in row.iter().flat_map(|row| &row.cells).enumerate() {
            let name = name.trim();
            let column = file.find_column(name).map(|(column, _)| column);
            let is_repeated = column.is_some() && header.contains(&column);
            match column {
                Some(column) if is_repeated => {
                    add_error(ErrorSubject::column(file, column), MessageName::RepeatedColumn.into());
                }
                Some(_) => {}
                None => {
                    let shown = &cut_and_escape_cell(name);
                    add_error(ErrorSubject::unknown_header(shown), unknown_column_error(file, at, shown));
                }
            }
            // reads the first of repeated columns
            header.push(column.filter(|_| !is_repeated));
        }
        self.report_missing_key_columns(1, |at| header.contains(&Some(at)));
        header
    }

    fn report_missing_key_columns(&mut self, line: u64, has_column: impl Fn(usize) -> bool) {
        let file = self.file;
        for (at, _) in file.key_columns().filter(|(at, _)| !has_column(*at)) {
            let subject = ErrorSubject::column(file, at);
            self.add_message(Severity::Error, line, subject, "", MessageName::KeyColumnMissing.into());
        }
    }

    /// Adds a row to the batch. Each cell is corrected by the user or else mapped; then come the constants of the
    /// mapping.
    fn add_row(&mut self, header: &[Option<usize>], row: &SourceRow) {
        let (file, read_options) = (self.file, self.reader.read_options);
        self.warn_of_cells_without_header(row);
        let row_begin = self.batch.cells.len();
        self.batch.lines.push(row.line);
        self.batch.cells.resize(row_begin + file.columns.len(), None);
        for (text, column) in row.cells.iter().zip(header) {
            let Some(at) = *column else { continue };
            if let Some(corrected) = read_options.corrected_cell(file, row.line, at, text) {
                self.add_cell(row_begin, row.line, at, corrected);
                continue;
            }
            let mapped_text = self.mapped.map_or(&**text, |mapped| mapped.mapping.map_cell(at, text));
            // `--for-excel` puts a `'` before a text that looks like a formula
            let may_have_quote = self.is_from_spreadsheet && matches!(file.columns[at].domain, Domain::Text(_));
            let unquoted = if may_have_quote { remove_quote(mapped_text.trim()) } else { mapped_text };
            self.add_cell(row_begin, row.line, at, unquoted);
        }
        if let Some(mapped) = self.mapped {
            let constants = mapped.mapping.constants.iter();
            constants.for_each(|(at, constant)| self.add_cell(row_begin, row.line, *at, constant));
        }
        self.batch_size += file.columns.len() * size_of::<Option<Range<usize>>>();
    }

    /// Adds a cell, or its error, to the row whose cells begin at `row_begin`. `at` is the position of the column.
    fn add_cell(&mut self, row_begin: usize, line: u64, at: usize, text: &str) {
        if let Err(message) = self.parse_and_add_cell(row_begin, at, text) {
            let message = self.mapped.map_or(message.clone(), |mapped| mapped.mapping.explain_date_error(message));
            self.add_message(Severity::Error, line, ErrorSubject::column(self.file, at), text.trim(), message);
        }
    }

    /// Fails with the error of an invalid cell, which stays `None` in the batch.
    fn parse_and_add_cell(&mut self, row_begin: usize, at: usize, text: &str) -> Result<(), Message> {
        let column = &self.file.columns[at];
        // a mapping can declare another form of dates
        let iso_text = match self.mapped {
            Some(mapped) => mapped.mapping.to_iso_if_date(column, text)?,
            None => Cow::Borrowed(text),
        };
        let cell = parse_given_cell(column, &iso_text, self.reader.clock)?;
        let begin = self.batch.text.len();
        self.batch.text.push_str(&cell);
        self.batch.cells[row_begin + at] = Some(begin..self.batch.text.len());
        self.batch_size += cell.len();
        Ok(())
    }
}

/// Returns the first error, with its line, in the rows that can be the header; `None` if these rows are readable.
fn find_first_error(rows: &mut impl RowReader) -> Result<Option<(u64, Message)>> {
    let mut is_empty = true;
    while let Some(row) = rows.next_row()?.filter(|row| row.line <= LAST_HEADER_LINE) {
        if let Some(error) = row.error {
            return Ok(Some((row.line, error.message())));
        }
        is_empty = false;
    }
    Ok(is_empty.then(|| (1, MessageName::EmptyFile.into())))
}

/// Returns whether a cell is a line such as `sep=;`, which names the separator for Excel.
fn is_separator_line(cell: &str) -> bool {
    cell.get(..4).is_some_and(|begin| begin.eq_ignore_ascii_case("sep="))
}

/// Returns an error if the row would have the right number of cells with another separator; else `None`.
fn separator_error(separator: u8, row: &SourceRow, columns: usize) -> Option<Message> {
    // joins the cells to the line in the file, and counts its cells with another separator
    let line = row.cells.join(std::str::from_utf8(&[separator]).ok()?);
    let count_cells = |separator: u8| line.bytes().filter(|byte| *byte == separator).count() + 1;
    let mut other_separators = SEPARATORS.into_iter().filter(|other| *other != separator);
    let used = other_separators.find(|other| count_cells(*other) == columns)?;
    let message = Message::new(MessageName::OtherSeparator).with_part(separator_name(separator));
    Some(message.with_part(separator_name(used)))
}

/// Returns the error of a row with too few or too many cells. In a CSV file, a separator in an unquoted cell is a usual
/// cause. `separator` is `None` in a workbook.
fn cell_count_error(cells: usize, columns: usize, separator: Option<u8>) -> Message {
    let message = Message::new(MessageName::OtherCellCount).with(cells).with(columns);
    if separator.is_some() { message.with_part(MessageName::SeparatorNotQuoted) } else { message }
}

fn separator_name(separator: u8) -> MessageName {
    match separator {
        b',' => MessageName::Commas,
        b';' => MessageName::Semicolons,
        _ => MessageName::Tabs,
    }
}

fn unknown_column_error(file: &DataFile, at: usize, name: &str) -> Message {
    if name.is_empty() {
        return Message::new(MessageName::NamelessColumn).with(at + 1);
    }
    let nearest = find_nearest_name(name, file.columns.iter().map(|column| column.name));
    Message::new(MessageName::UnknownColumn).with(nearest)
}

/// Parses a cell to its canonical form. Refuses spreadsheet errors such as `#N/A`. The name of a placeholder, such as
/// `Functie onbekend`, becomes an empty cell, because both refer to the placeholder (contract §3).
fn parse_given_cell<'c>(column: &Column, text: &'c str, clock: &Clock) -> Result<Cow<'c, str>, Message> {
    if let Some(error) = find_spreadsheet_error(column, text.trim()) {
        return Err(error.into());
    }
    let cell = parse_cell(column, text, clock)?;
    let reference = column.references().iter().find(|reference| reference.has_placeholder);
    let placeholder_name = reference.and_then(|reference| reference.to.placeholder_name);
    Ok(if placeholder_name == Some(&*cell) { Cow::Borrowed("") } else { cell })
}

struct DigestReader<'a, R> {
    file: R,
    digest: Blake2b256,
    read_bytes: &'a Cell<u64>,
}

impl<R: Read> Read for DigestReader<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.file.read(buffer)?;
        self.digest.update(&buffer[..count]);
        self.read_bytes.update(|read| read + count as u64);
        Ok(count)
    }
}
