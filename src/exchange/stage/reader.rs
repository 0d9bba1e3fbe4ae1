//! Reads data files on a thread of its own: headers to columns, cells to canonical text, and an error for each
//! unreadable cell. Sends batches, few of which are in memory at a time.

mod foreign;

use std::borrow::Cow;
use std::cell::Cell;
use std::io::Read;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;

use anyhow::{Context, Result};
use blake2::{Blake2b256, Digest};
use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

use crate::datafile::FILES;
use crate::datafile::cell::{canonical, slip};
use crate::datafile::file::{Column, DataFile, Domain};
use crate::exchange::amendments::Amendments;
use crate::exchange::export::unguarded;
use crate::exchange::file_names::is_workbook;
use crate::exchange::mapping::MappedFile;
use crate::exchange::mapping::layout::{LAST_LINE, Layout};
use crate::exchange::merge::error_table::ErrorSubject;
use crate::exchange::merge::imported_file::{FileForm, ForeignForm};
use crate::exchange::source::Source;
use crate::exchange::source::charset::Charset;
use crate::exchange::source::head::unreadable_workbook;
use crate::exchange::source::records::SEPARATORS;
use crate::exchange::source::rows::{CsvRows, RowReader, SourceRow};
use crate::exchange::source::workbook::{SheetError, Workbook};
use crate::model::message::{Message, MessageName};
use crate::model::nearest::find_nearest_name;
use crate::model::text::{cut_and_escape_cell, cut_cell, to_hex};
use crate::model::time::Clock;

/// The size in bytes at which a batch is sent.
const BYTES: usize = 64 << 10;

/// How files are read.
pub struct ReadOptions<'a> {
    /// Corrections of the files.
    pub amendments: &'a Amendments,
    /// The clock, for the zone of datetimes.
    pub clock: &'a Clock,
    /// The encoding of files that are not marked as UTF-8, if given.
    pub encoding: Option<&'static Encoding>,
    /// Stops the reading at the next row when set.
    pub stop: Option<Arc<AtomicBool>>,
    /// The receiver of batches.
    pub parts: SyncSender<ReadBatch>,
}

/// A batch of a file's content.
pub struct ReadBatch {
    pub file: &'static DataFile,
    /// The name under which the file was given.
    pub name: String,
    /// The bytes read since the last batch.
    pub read: u64,
    /// The lines of the rows.
    pub lines: Vec<u64>,
    /// The cells, row by row, as ranges of `text`; `None` for an absent column or an unreadable cell.
    pub cells: Vec<Option<Range<usize>>>,
    pub text: String,
    pub notes: Vec<RowMessage>,
    /// How the file was given, set after its last row.
    pub given: Option<FileForm>,
}

/// An error or a warning.
pub struct RowMessage {
    pub warns: bool,
    /// The line of its record.
    pub line: u64,
    pub place: ErrorSubject,
    pub value: String,
    pub message: Message,
}

impl ReadBatch {
    fn of(file: &'static DataFile, name: String) -> Self {
        Self {
            file,
            name,
            read: 0,
            lines: Vec::new(),
            cells: Vec::new(),
            text: String::new(),
            notes: Vec::new(),
            given: None,
        }
    }
}

impl ReadOptions<'_> {
    fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Reads all data files of the source.
    pub fn read(self, source: &mut Source) -> Result<()> {
        for file in FILES {
            let mapped = self.amendments.mapped(file);
            let name = match mapped {
                Some(mapped) => mapped.name.clone(),
                None if source.has(&file.workbook()) && !source.has(file.name) => file.workbook(),
                None => file.name.to_owned(),
            };
            let one = FileReading {
                reading: &self,
                mapped,
                read: &Cell::new(0),
                part: ReadBatch::of(file, name.clone()),
                size: 0,
                is_guarded: false,
                skipped: 0,
                nameless: Vec::new(),
            };
            if source.has(&name) {
                let read = one.read(source);
                read.with_context(|| Message::new(MessageName::Unreadable).with(&name))?;
            }
        }
        Ok(())
    }
}

/// A file being read.
struct FileReading<'a> {
    reading: &'a ReadOptions<'a>,
    /// How the file is mapped, if another system wrote it.
    mapped: Option<&'a MappedFile>,
    /// The bytes read and not yet reported.
    read: &'a Cell<u64>,
    /// The unsent batch.
    part: ReadBatch,
    size: usize,
    /// Did a spreadsheet write the file? Then a `'` may precede a text that looks like a formula.
    is_guarded: bool,
    /// How many rows the mapping has skipped.
    skipped: u64,
    /// The positions of columns without a header, of which no row had a cell yet.
    nameless: Vec<usize>,
}

impl FileReading<'_> {
    fn read(mut self, source: &mut Source) -> Result<()> {
        let name = self.part.name.clone();
        let charset = self.charset(source)?;
        let Some(file) = source.file(&name)? else {
            return Ok(());
        };
        let mut file = DigestReader { file, digest: Blake2b256::new(), read: self.read };
        let columns = match charset {
            Charset::Unreadable(line, why) => self.refuse(line, why),
            _ if is_workbook(&name) => self.workbook(&mut file)?,
            Charset::Known(encoding) => self.rows(CsvRows::new(&mut file, encoding, self.separator())?)?,
            Charset::Guessed(line) => {
                self.note(true, line, ErrorSubject::NONE, "", MessageName::GuessedEncoding.into());
                self.rows(CsvRows::new(&mut file, WINDOWS_1252, self.separator())?)?
            }
        };
        // the digest covers unread bytes too
        std::io::copy(&mut file, &mut std::io::sink())?;
        let digest = to_hex(&file.digest.finalize());
        let foreign = self.mapped.map(|mapped| ForeignForm {
            mapping: mapped.version(),
            skipped: Some(self.skipped).filter(|skipped| *skipped > 0 || !mapped.mapping.skip.is_empty()),
        });
        self.part.given = Some(FileForm { columns, digest, foreign });
        self.go_on()
    }

    /// Sends the batch. Fails if the receiver has stopped.
    fn go_on(&mut self) -> Result<()> {
        let next = ReadBatch::of(self.part.file, self.part.name.clone());
        let mut part = std::mem::replace(&mut self.part, next);
        (part.read, self.size) = (self.read.take(), 0);
        self.reading.parts.send(part).context("nobody takes it")
    }

    /// Detects the encoding of the file, or why it is unreadable.
    fn charset(&mut self, source: &mut Source) -> Result<Charset> {
        if let Some(mapped) = self.mapped {
            return self.charset_of_mapped(source, mapped);
        }
        let (name, workbook) = (self.part.file.name, self.part.file.workbook());
        if source.has(name) && source.has(&workbook) {
            // "a folder with both is a fault"
            return Ok(Charset::Unreadable(1, Message::new(MessageName::BothForms).with(workbook)));
        }
        if source.is_generated() {
            return Ok(Charset::Known(UTF_8));
        }
        match source.file(name)? {
            Some(file) => Charset::of(file, self.reading.encoding, MessageName::EncodingOption, || self.go_on()),
            None => Ok(Charset::Known(UTF_8)),
        }
    }

    fn workbook(&mut self, file: impl Read) -> Result<Vec<bool>> {
        let mut workbook = match Workbook::open(file) {
            Ok(workbook) => workbook,
            Err(error) => {
                return Ok(self.refuse(1, unreadable_workbook(&error)));
            }
        };
        let sheet = self.layout().and_then(|layout| layout.sheet.clone());
        let rows = workbook.rows(sheet.as_deref())?;
        self.rows(rows).or_else(|error| match error.downcast::<SheetError>() {
            Ok(error) => Ok(self.refuse(error.row, Message::new(MessageName::UnreadableSheet).with(error.why))),
            Err(error) => Err(error),
        })
    }

    fn rows(&mut self, mut rows: impl RowReader) -> Result<Vec<bool>> {
        let separator = rows.separator();
        self.is_guarded = matches!(separator, None | Some(b';'));
        let layout = match self.mapped.map(|mapped| &mapped.layout) {
            None => None,
            Some(Ok(layout)) => Some(layout),
            Some(Err(wrong)) => {
                match first_error(&mut rows)? {
                    Some((line, message)) => self.error(line, message),
                    None => wrong.messages.iter().for_each(|message| self.error(wrong.line, message.clone())),
                }
                return Ok(vec![false; self.part.file.columns.len()]);
            }
        };
        let header = match layout {
            Some(layout) => self.mapped_header(&mut rows, layout)?,
            None => match self.own_header(&mut rows)? {
                Some(header) => header,
                None => return Ok(vec![false; self.part.file.columns.len()]),
            },
        };
        self.records(rows, &header, layout)?;
        let has_constant = |at| self.mapped.is_some_and(|mapped| mapped.mapping.constants.contains_key(&at));
        let columns = 0..self.part.file.columns.len();
        Ok(columns.map(|at| header.contains(&Some(at)) || has_constant(at)).collect())
    }

    /// Reads the header of a data file; `None` where nothing else can be read.
    fn own_header(&mut self, rows: &mut impl RowReader) -> Result<Option<Vec<Option<usize>>>> {
        let first = rows.next()?;
        let cell = first.as_ref().and_then(|row| row.cells.first());
        if cell.is_some_and(|cell| is_for_excel(cell)) {
            self.error(1, MessageName::SeparatorLine);
            return Ok(None);
        }
        if let Some(error) = first.as_ref().and_then(|row| row.error) {
            self.error(1, error.message());
            return Ok(None);
        }
        Ok(Some(self.header(first)))
    }

    /// Reads the rows below the header.
    fn records(&mut self, mut rows: impl RowReader, header: &[Option<usize>], layout: Option<&Layout>) -> Result<()> {
        let separator = rows.separator();
        let mut mixed = false;
        while let Some(mut row) = rows.next()? {
            if self.size >= BYTES || self.reading.is_stopped() {
                self.go_on()?;
            }
            if let Some(error) = row.error {
                self.error(row.line, error.message());
                continue;
            }
            if row.cells.iter().all(|cell| cell.trim().is_empty()) {
                continue; // a spreadsheet writes the rows below the last as separators only
            }
            if let Some(layout) = layout {
                layout.fit(&mut row.cells);
                if layout.skips(&row.cells) {
                    self.skipped += 1;
                    continue;
                }
            }
            if row.cells.len() == header.len() {
                self.row(header, &row);
            } else if let Some(other) = separator.and_then(|own| other(own, &row, header.len())) {
                // "A cause that holds for a whole file is one fault"
                if !std::mem::replace(&mut mixed, true) {
                    self.error(row.line, other);
                }
            } else {
                let (cells, columns) = (row.cells.len(), header.len());
                let message = Message::new(MessageName::OtherCellCount).with(cells).with(columns);
                let message = match separator {
                    Some(_) => message.with_part(MessageName::SeparatorNotQuoted),
                    None => message,
                };
                self.error(row.line, message);
            }
        }
        Ok(())
    }

    /// Reports the only error of an unusable file.
    fn refuse(&mut self, line: u64, message: Message) -> Vec<bool> {
        self.error(line, message);
        vec![false; self.part.file.columns.len()]
    }

    /// Reports an error without a column.
    fn error(&mut self, line: u64, message: impl Into<Message>) {
        self.note(false, line, ErrorSubject::NONE, "", message.into());
    }

    fn note(&mut self, warns: bool, line: u64, place: ErrorSubject, value: &str, message: Message) {
        let value = cut_cell(value).into_owned();
        self.size += value.len() + message.memory_bytes() + size_of::<RowMessage>();
        self.part.notes.push(RowMessage { warns, line, place, value, message });
    }

    /// Returns the column of each cell; `None` for an unknown header.
    fn header(&mut self, row: Option<SourceRow>) -> Vec<Option<usize>> {
        let file = self.part.file;
        let mut header = Vec::new();
        let mut error = |place: ErrorSubject, message: Message| self.note(false, 1, place, "", message);
        if let Some(row) = row {
            for (at, name) in row.cells.iter().enumerate() {
                let name = name.trim();
                let known = file.column(name).map(|(at, _)| at);
                match known {
                    Some(at) if header.contains(&Some(at)) => {
                        error(ErrorSubject::column(file, at), MessageName::RepeatedColumn.into());
                    }
                    Some(_) => {}
                    None => {
                        let name = &cut_and_escape_cell(name);
                        error(ErrorSubject::unknown(name), unknown_column(file, at, name));
                    }
                }
                header.push(known.filter(|at| !header.contains(&Some(*at))));
            }
        }
        self.missing_key(1, |at| header.contains(&Some(at)));
        header
    }

    fn missing_key(&mut self, line: u64, has: impl Fn(usize) -> bool) {
        let file = self.part.file;
        for (at, _) in file.key().filter(|(at, _)| !has(*at)) {
            self.note(false, line, ErrorSubject::column(file, at), "", MessageName::KeyColumnMissing.into());
        }
    }

    /// Adds a row, without its unreadable cells.
    fn row(&mut self, header: &[Option<usize>], row: &SourceRow) {
        let (file, reading) = (self.part.file, self.reading);
        self.note_nameless(row);
        let first = self.part.cells.len();
        self.part.lines.push(row.line);
        self.part.cells.resize(first + file.columns.len(), None);
        for (text, known) in row.cells.iter().zip(header) {
            let Some(at) = *known else { continue };
            let amended = reading.amendments.cell(file, row.line, at, text);
            let column = &file.columns[at];
            let text = self.mapped.map_or(&**text, |mapped| mapped.mapping.value(at, text));
            let text = match self.is_guarded && matches!(column.domain, Domain::Text(_)) {
                true => amended.unwrap_or_else(|| unguarded(text.trim())),
                false => amended.unwrap_or(text),
            };
            self.cell(first, row.line, at, text);
        }
        if let Some(mapped) = self.mapped {
            mapped.mapping.constants.iter().for_each(|(at, constant)| self.cell(first, row.line, *at, constant));
        }
        self.size += file.columns.len() * size_of::<Option<Range<usize>>>();
    }
}

impl FileReading<'_> {
    /// Takes in one cell of the row whose cells begin at `first`, or its fault.
    fn cell(&mut self, first: usize, line: u64, at: usize, text: &str) {
        let file = self.part.file;
        let column = &file.columns[at];
        let dated = self.mapped.map_or(Ok(Cow::Borrowed(text)), |mapped| mapped.mapping.dated(column, text));
        match dated.as_deref().map_err(Clone::clone).and_then(|text| cell(column, text, self.reading.clock)) {
            Ok(cell) => {
                let begin = self.part.text.len();
                self.part.text.push_str(&cell);
                self.part.cells[first + at] = Some(begin..self.part.text.len());
                self.size += cell.len();
            }
            Err(message) => {
                let message = self.mapped.map_or(message.clone(), |mapped| mapped.mapping.date_error(message));
                self.note(false, line, ErrorSubject::column(file, at), text.trim(), message);
            }
        }
    }
}

/// Returns the first error in the rows that can contain the header, which explains why no header was found.
fn first_error(rows: &mut impl RowReader) -> Result<Option<(u64, Message)>> {
    let mut is_empty = true;
    while let Some(row) = rows.next()?.filter(|row| row.line <= LAST_LINE) {
        if let Some(error) = row.error {
            return Ok(Some((row.line, error.message())));
        }
        is_empty = false;
    }
    Ok(is_empty.then(|| (1, MessageName::EmptyFile.into())))
}

/// Returns whether a file begins with `sep=;`, which names the separator for Excel.
fn is_for_excel(cell: &str) -> bool {
    cell.get(..4).is_some_and(|begin| begin.eq_ignore_ascii_case("sep="))
}

/// Returns an error if a row uses another separator than the header.
fn other(own: u8, row: &SourceRow, columns: usize) -> Option<Message> {
    let whole = row.cells.join(std::str::from_utf8(&[own]).ok()?);
    let count = |separator: u8| whole.bytes().filter(|byte| *byte == separator).count();
    let mut others = SEPARATORS.iter().filter(|separator| **separator != own);
    let other = others.find(|other| count(**other) + 1 == columns)?;
    Some(Message::new(MessageName::OtherSeparator).with_part(separators(own)).with_part(separators(*other)))
}

fn separators(separator: u8) -> MessageName {
    match separator {
        b',' => MessageName::Commas,
        b';' => MessageName::Semicolons,
        _ => MessageName::Tabs,
    }
}

fn unknown_column(file: &DataFile, at: usize, name: &str) -> Message {
    if name.is_empty() {
        return Message::new(MessageName::NamelessColumn).with(at + 1);
    }
    let nearest = find_nearest_name(name, file.columns.iter().map(|column| column.name));
    Message::new(MessageName::UnknownColumn).with(nearest)
}

/// Parses a cell to its canonical text, or returns what is wrong.
fn cell<'c>(column: &Column, text: &'c str, clock: &Clock) -> Result<Cow<'c, str>, Message> {
    if let Some(slip) = slip(column, text.trim()) {
        return Err(slip.into());
    }
    let cell = canonical(column, text, clock)?;
    // "in a field or cell that refers to a person, function or division, a placeholder's name means the placeholder",
    // as an empty cell does
    let mut references = column.references().iter();
    let placeholder =
        references.find(|reference| reference.empty == "0").and_then(|reference| reference.to.placeholder);
    Ok(match placeholder {
        Some(name) if cell == name => Cow::Borrowed(""),
        _ => cell,
    })
}

/// A reader that computes the digest and counts the bytes.
struct DigestReader<'a, R> {
    file: R,
    digest: Blake2b256,
    read: &'a Cell<u64>,
}

impl<R: Read> Read for DigestReader<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.file.read(buffer)?;
        self.digest.update(&buffer[..count]);
        self.read.update(|read| read + count as u64);
        Ok(count)
    }
}
