//! Reads the data files into their stage tables: headers to columns, cells to canonical text, and a fault
//! for each that cannot be read.
//!
//! Nothing here looks at the data; only temporary tables are written.

use std::borrow::Cow;
use std::io::Read;

use anyhow::{Context, Result};
use blake2::{Blake2b256, Digest};
use encoding_rs::{Encoding, UTF_8};
use rusqlite::types::{ToSqlOutput, Value, ValueRef};
use rusqlite::{Statement, params_from_iter};

use super::cell::{canonical, slip};
use super::faults::{Faults, Place};
use super::file::{Column, File};
use super::file_named;
use super::import::Progress;
use super::records::{Mark, Records};
use super::sheet::{Given, Sheet, identifier};
use crate::model::time::Clock;
use crate::store::connection::Database;

/// Told of a record that takes the rest of its file.
const UNCLOSED: &str = "a quote is opened in this row and never closed";

/// Told of a file as a spreadsheet's "Unicode text" is.
const UTF_16: &str = "the file is in UTF-16; save it as CSV UTF-8";

/// Told of a first line that says the separator.
const FOR_EXCEL: &str =
    "this line is for Excel alone; take it out, the separator is found from the header";

/// Whether a file begins with `sep=;`, which Excel takes for the separator.
fn is_for_excel(cell: &[u8]) -> bool {
    cell.get(..4)
        .is_some_and(|begin| begin.eq_ignore_ascii_case(b"sep="))
}

/// How the files are read.
pub struct Stage<'a> {
    /// Where the stage tables are.
    pub database: &'a Database,
    /// Where faults go.
    pub faults: &'a Faults<'a>,
    /// The encoding of files that do not say that they are UTF-8.
    pub encoding: &'static Encoding,
    /// Who is told how far it is.
    pub progress: &'a dyn Fn(Progress),
}

impl Stage<'_> {
    /// Reads one file into its table, and says how it was given.
    pub fn read(&self, sheet: &mut Sheet, file: impl Read) -> Result<()> {
        let name = sheet.file.name;
        let mut file = Digesting {
            file,
            digest: Blake2b256::new(),
            read: |bytes| (self.progress)(Progress::Read(name, bytes)),
        };
        let columns = self.records(sheet, &mut file)?;
        // what the parser left unread belongs to the file too
        std::io::copy(&mut file, &mut std::io::sink())?;
        let digest = file.digest.finalize();
        let digest = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        sheet.given = Some(Given { columns, digest });
        Ok(())
    }

    fn records(&self, sheet: &Sheet, file: impl Read) -> Result<Vec<bool>> {
        let mut records = Records::new(file)?;
        let encoding = match records.mark() {
            Mark::Utf16 => return self.refuse(sheet, UTF_16),
            Mark::Utf8 => UTF_8,
            Mark::None => self.encoding,
        };
        let any = records.next()?;
        if any && !records.is_unclosed() && is_for_excel(records.cell(0)) {
            return self.refuse(sheet, FOR_EXCEL);
        }
        let header = self.header(sheet, &records, any, encoding)?;
        let mut insert = self.database.prepare(&insert(sheet.file))?;
        let clock = self.database.clock();
        while records.next()? {
            if records.is_unclosed() {
                self.faults
                    .add(sheet, records.line(), Place::NONE, "", UNCLOSED)?;
                break;
            }
            let cells: Vec<_> = (0..records.len())
                .map(|at| encoding.decode_without_bom_handling(records.cell(at)))
                .collect();
            if cells.iter().all(|(text, _)| text.trim().is_empty()) {
                continue; // a spreadsheet writes the rows below the last as separators only
            }
            if cells.len() != header.len() {
                let message = format!(
                    "the row has {} cells, the header {}: is a separator not quoted?",
                    cells.len(),
                    header.len()
                );
                self.faults
                    .add(sheet, records.line(), Place::NONE, "", &message)?;
                continue;
            }
            let row = Row {
                sheet,
                line: records.line(),
                header: &header,
                clock,
            };
            row.insert(&cells, &mut insert, self.faults)?;
        }
        let present = |(at, _)| header.contains(&Some(at));
        Ok(sheet.columns().map(present).collect())
    }

    /// A file of which nothing else can be told.
    fn refuse(&self, sheet: &Sheet, message: &str) -> Result<Vec<bool>> {
        self.faults.add(sheet, 1, Place::NONE, "", message)?;
        Ok(vec![false; sheet.file.columns.len()])
    }

    /// For each cell of a record the column that it is of; `None` for one that is not known.
    fn header(
        &self,
        sheet: &Sheet,
        records: &Records<impl Read>,
        any: bool,
        encoding: &'static Encoding,
    ) -> Result<Vec<Option<usize>>> {
        let mut header = Vec::new();
        let fault = |place: Place, message: &str| self.faults.add(sheet, 1, place, "", message);
        if any {
            if records.is_unclosed() {
                fault(Place::NONE, UNCLOSED)?;
            }
            for at in 0..records.len() {
                let (name, _) = encoding.decode_without_bom_handling(records.cell(at));
                let name = name.trim();
                let known = sheet.file.column(name).map(|(at, _)| at);
                match known {
                    Some(at) if header.contains(&Some(at)) => {
                        fault(Place::column(sheet.file, at), "the column is there twice")?
                    }
                    Some(_) => {}
                    None => fault(Place::unknown(name), &unknown_column(sheet.file, at, name))?,
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
}

fn unknown_column(file: &File, at: usize, name: &str) -> String {
    if name.is_empty() {
        return format!("column {} has no name", at + 1);
    }
    let distance = |column: &&Column| {
        strsim::damerau_levenshtein(&column.name.to_lowercase(), &name.to_lowercase())
    };
    let nearest = file
        .columns
        .iter()
        .min_by_key(distance)
        .map_or("", |column| column.name);
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

/// A record on its way into the stage table.
struct Row<'a> {
    sheet: &'a Sheet,
    line: u64,
    header: &'a [Option<usize>],
    clock: &'a Clock,
}

impl Row<'_> {
    fn insert(
        &self,
        cells: &[(Cow<str>, bool)],
        insert: &mut Statement,
        faults: &Faults,
    ) -> Result<()> {
        let mut values = vec![ToSqlOutput::Owned(Value::Null); self.sheet.file.columns.len() + 1];
        values[0] = i64::try_from(self.line)?.into();
        let mut canonical = Vec::with_capacity(cells.len());
        for ((text, undecodable), known) in cells.iter().zip(self.header) {
            let Some(at) = *known else { continue };
            match self.read(at, text, *undecodable) {
                Ok(cell) => canonical.push((at, cell)),
                Err(message) => {
                    faults.add(
                        self.sheet,
                        self.line,
                        Place::column(self.sheet.file, at),
                        text.trim(),
                        &message,
                    )?;
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

    fn read<'c>(
        &self,
        at: usize,
        text: &'c str,
        undecodable: bool,
    ) -> Result<Cow<'c, str>, String> {
        let column = &self.sheet.file.columns[at];
        if undecodable {
            return Err(
                "{} is not UTF-8; --encoding windows-1252 reads what older spreadsheets write"
                    .into(),
            );
        }
        if let Some(slip) = slip(column, text.trim()) {
            return Err(slip);
        }
        let cell = canonical(column, text, self.clock)?;
        // "in a field or cell that refers to a person, function or division, a placeholder's name means the
        // placeholder", which an empty cell means too
        let mut references = column.references().iter();
        let placeholder = references
            .find(|reference| reference.empty == "0")
            .and_then(|reference| file_named(reference.to).placeholder);
        Ok(match placeholder {
            Some(name) if cell == name => Cow::Borrowed(""),
            _ => cell,
        })
    }
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
