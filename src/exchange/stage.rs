//! Reads the data files into their stage tables: headers to columns, cells to canonical text, and a fault
//! for each that cannot be read.
//!
//! Nothing here looks at the data; only temporary tables are written.

use std::borrow::Cow;
use std::io::Read;

use anyhow::{Context, Result};
use blake2::{Blake2b256, Digest};
use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use rusqlite::types::{ToSqlOutput, Value, ValueRef};
use rusqlite::{Statement, params_from_iter};

use super::amendments::Amendments;
use super::merge::faults::{Faults, Place};
use super::source::charset::Charset;
use crate::datafile::cell::{canonical, slip};
use crate::datafile::file::{Column, File};

use super::merge::sheet::{Given, Sheet, identifier};
use super::source::Source;
use super::source::records::SEPARATORS;
use super::source::rows::{Row, Rows, Text};
use super::source::workbook::Workbook;
use crate::model::nearest::nearest;
use crate::model::text::{hex, quoted};
use crate::model::time::Clock;
use crate::store::connection::Database;

/// How far an import is.
#[derive(Debug, Clone, Copy)]
pub enum Progress<'a> {
    /// So many bytes more of this file are read.
    Read(&'a str, u64),
    /// The rows are compared with the data.
    Checking,
}

/// Told of a record that takes the rest of its file.
const UNCLOSED: &str = "a quote is opened in this row and never closed";

/// Told of a file that was guessed to be so.
const GUESSED: &str =
    "the file is not UTF-8; it is read as windows-1252, as older spreadsheets write";

/// Told of a first line that says the separator.
const FOR_EXCEL: &str =
    "this line is for Excel alone; take it out, the separator is found from the header";

/// Whether a file begins with `sep=;`, which Excel takes for the separator.
fn is_for_excel(cell: &str) -> bool {
    cell.get(..4)
        .is_some_and(|begin| begin.eq_ignore_ascii_case("sep="))
}

/// How the files are read.
pub struct Stage<'a> {
    /// What somebody said of the files beyond what stands in them.
    pub amendments: &'a Amendments,
    /// Where the stage tables are.
    pub database: &'a Database,
    /// Where faults go.
    pub faults: &'a Faults<'a>,
    /// The encoding of files that do not say that they are UTF-8, if it is known.
    pub encoding: Option<&'static Encoding>,
    /// Who is told how far it is.
    pub progress: &'a dyn Fn(Progress),
}

impl Stage<'_> {
    /// Reads the sheet's file, if the source has it, into a table that it makes, and says how it was given.
    pub fn take(&self, sheet: &mut Sheet, source: &mut Source) -> Result<()> {
        let workbook = sheet.file.workbook();
        sheet.is_workbook = source.has(&workbook) && !source.has(sheet.file.name);
        let of = sheet.name();
        let charset = self.charset(sheet, source)?;
        let Some(file) = source.file(&of)? else {
            return Ok(());
        };
        self.database.execute_batch(&sheet.tables())?;
        let mut file = Digesting {
            file,
            digest: Blake2b256::new(),
            read: |bytes| (self.progress)(Progress::Read(&of, bytes)),
        };
        let columns = match charset {
            Charset::Unreadable(line, why) => self.refuse(sheet, line, &why)?,
            _ if sheet.is_workbook => self.sheet_rows(sheet, &mut file)?,
            Charset::Known(encoding) => self.rows(sheet, Text::new(&mut file, encoding)?)?,
            Charset::Guessed(line) => {
                self.faults
                    .note(true, sheet, line, Place::NONE, "", GUESSED)?;
                self.rows(sheet, Text::new(&mut file, WINDOWS_1252)?)?
            }
        };
        // what was left unread belongs to the file too
        std::io::copy(&mut file, &mut std::io::sink())?;
        let digest = hex(&file.digest.finalize());
        sheet.given = Some(Given { columns, digest });
        Ok(())
    }

    /// In which encoding the sheet's file is, or why it is not to be read.
    fn charset(&self, sheet: &Sheet, source: &mut Source) -> Result<Charset> {
        let (name, workbook) = (sheet.file.name, sheet.file.workbook());
        if source.has(name) && source.has(&workbook) {
            // "a folder with both is a fault"
            let why = format!("{workbook} is there too; which of the two is meant cannot be told");
            return Ok(Charset::Unreadable(1, why));
        }
        if source.is_generated() {
            return Ok(Charset::Known(UTF_8));
        }
        match source.file(name)? {
            Some(file) => Charset::of(file, self.encoding, || self.database.go_on()),
            None => Ok(Charset::Known(UTF_8)),
        }
    }

    fn sheet_rows(&self, sheet: &Sheet, mut file: impl Read) -> Result<Vec<bool>> {
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        match Workbook::open(bytes) {
            Ok(mut workbook) => self.rows(sheet, workbook.rows()?),
            Err(error) => self.refuse(
                sheet,
                1,
                &format!("{error:#}; save it as .xlsx or CSV UTF-8"),
            ),
        }
    }

    fn rows(&self, sheet: &Sheet, mut rows: impl Rows) -> Result<Vec<bool>> {
        let separator = rows.separator();
        let first = rows.next()?;
        let cell = first.as_ref().and_then(|row| row.cells.first());
        if cell.is_some_and(|cell| is_for_excel(cell)) {
            return self.refuse(sheet, 1, FOR_EXCEL);
        }
        let header = self.header(sheet, first)?;
        let mut insert = self.database.prepare(&insert(sheet.file))?;
        let mut mixed = false;
        while let Some(row) = rows.next()? {
            let fault = |message: &str| self.faults.add(sheet, row.line, Place::NONE, "", message);
            if row.unclosed {
                fault(UNCLOSED)?;
                break;
            }
            if row.cells.iter().all(|cell| cell.trim().is_empty()) {
                continue; // a spreadsheet writes the rows below the last as separators only
            }
            if self.amendments.leaves_out(sheet.file, row.line) {
                continue;
            }
            if row.cells.len() == header.len() {
                self.insert(sheet, &header, &row, &mut insert)?;
            } else if let Some(other) = separator.and_then(|own| other(own, &row, header.len())) {
                // "A cause that holds for a whole file is one fault"
                if !std::mem::replace(&mut mixed, true) {
                    fault(&other)?;
                }
            } else {
                let (cells, columns) = (row.cells.len(), header.len());
                let why = separator.map_or("", |_| ": is a separator not quoted?");
                fault(&format!(
                    "the row has {cells} cells, the header {columns}{why}"
                ))?;
            }
        }
        let present = |(at, _)| header.contains(&Some(at));
        Ok(sheet.columns().map(present).collect())
    }

    /// A file of which nothing else can be told.
    fn refuse(&self, sheet: &Sheet, line: u64, message: &str) -> Result<Vec<bool>> {
        self.faults.add(sheet, line, Place::NONE, "", message)?;
        Ok(vec![false; sheet.file.columns.len()])
    }

    /// For each cell of a row the column that it is of; `None` for one that is not known.
    fn header(&self, sheet: &Sheet, row: Option<Row>) -> Result<Vec<Option<usize>>> {
        let mut header = Vec::new();
        let fault = |place: Place, message: &str| self.faults.add(sheet, 1, place, "", message);
        if let Some(row) = row {
            if row.unclosed {
                fault(Place::NONE, UNCLOSED)?;
            }
            for (at, name) in row.cells.iter().enumerate() {
                let name = name.trim();
                // a header that is ours means what it says
                let own = sheet.file.column(name);
                let meant = self.amendments.header(sheet.file, name);
                let known = own.or_else(|| sheet.file.column(meant?)).map(|(at, _)| at);
                match known {
                    Some(at) if header.contains(&Some(at)) => {
                        fault(Place::column(sheet.file, at), "the column is there twice")?
                    }
                    Some(_) => {}
                    None if meant == Some("") => {}
                    None => {
                        let name = &quoted(name);
                        fault(Place::unknown(name), &unknown_column(sheet.file, at, name))?
                    }
                }
                header.push(known.filter(|at| !header.contains(&Some(*at))));
            }
        }
        for (at, _) in sheet
            .file
            .key()
            .filter(|(at, _)| !header.contains(&Some(*at)))
        {
            let message = "the column is missing; rows are told apart by it";
            fault(Place::column(sheet.file, at), message)?;
        }
        Ok(header)
    }

    /// Takes one row in, but for its faulty cells.
    fn insert(
        &self,
        sheet: &Sheet,
        header: &[Option<usize>],
        row: &Row,
        insert: &mut Statement,
    ) -> Result<()> {
        let mut values = vec![ToSqlOutput::Owned(Value::Null); sheet.file.columns.len() + 1];
        values[0] = i64::try_from(row.line)?.into();
        let mut canonical = Vec::with_capacity(row.cells.len());
        for (text, known) in row.cells.iter().zip(header) {
            let Some(at) = *known else { continue };
            let amended = self.amendments.cell(sheet.file, row.line, at);
            let text = amended.unwrap_or(text);
            match read(&sheet.file.columns[at], text, self.database.clock()) {
                Ok(cell) => canonical.push((at, cell)),
                Err(message) => {
                    let place = Place::column(sheet.file, at);
                    self.faults
                        .add(sheet, row.line, place, text.trim(), &message)?;
                }
            }
        }
        for (at, cell) in &canonical {
            values[at + 1] = ToSqlOutput::Borrowed(ValueRef::Text(cell.as_bytes()));
        }
        insert
            .execute(params_from_iter(&values))
            .context("the temporary files cannot be written")?;
        Ok(())
    }
}

/// That the cells of a row are held apart by another separator than those of the header, if they are.
fn other(own: u8, row: &Row, columns: usize) -> Option<String> {
    let whole = row.cells.join(std::str::from_utf8(&[own]).ok()?);
    let count = |separator: u8| whole.bytes().filter(|byte| *byte == separator).count();
    let mut others = SEPARATORS.iter().filter(|separator| **separator != own);
    let other = others.find(|other| count(**other) + 1 == columns)?;
    Some(format!(
        "the header is separated by {}, this row by {}; save the file with one separator",
        separators(own),
        separators(*other)
    ))
}

fn separators(separator: u8) -> &'static str {
    match separator {
        b',' => "commas",
        b';' => "semicolons",
        _ => "tabs",
    }
}

fn unknown_column(file: &File, at: usize, name: &str) -> String {
    if name.is_empty() {
        return format!("column {} has no name", at + 1);
    }
    let nearest = nearest(name, file.columns.iter().map(|column| column.name));
    format!("unknown column; did you mean {nearest}?")
}

fn insert(file: &File) -> String {
    let names: String = file
        .columns
        .iter()
        .map(|c| format!(", {}", identifier(c.name)))
        .collect();
    let marks = ", ?".repeat(file.columns.len());
    format!(
        "INSERT INTO temp.stage_{} (line{names}) VALUES (?{marks})",
        file.stem()
    )
}

/// The canonical text of a cell, or what is wrong with it.
fn read<'c>(column: &Column, text: &'c str, clock: &Clock) -> Result<Cow<'c, str>, String> {
    if let Some(slip) = slip(column, text.trim()) {
        return Err(slip);
    }
    let cell = canonical(column, text, clock)?;
    // "in a field or cell that refers to a person, function or division, a placeholder's name means the
    // placeholder", which an empty cell means too
    let mut references = column.references().iter();
    let placeholder = references
        .find(|reference| reference.empty == "0")
        .and_then(|reference| reference.to.placeholder);
    Ok(match placeholder {
        Some(name) if cell == name => Cow::Borrowed(""),
        _ => cell,
    })
}

/// A file whose digest is made while it is read, and its progress told.
struct Digesting<R, P> {
    file: R,
    digest: Blake2b256,
    read: P,
}

impl<R: Read, P: FnMut(u64)> Read for Digesting<R, P> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.file.read(buffer)?;
        self.digest.update(&buffer[..count]);
        (self.read)(count as u64);
        Ok(count)
    }
}
