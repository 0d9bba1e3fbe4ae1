//! A CSV file for spreadsheets: `import --errors` and `--diff-csv`.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::model::text::begins_formula;
use crate::output::{Destination, Draft, ProtectedFiles};

/// What a file begins with that Excel reads as UTF-8.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// A table under construction. It replaces an existing table that has the same header, and nothing else.
pub struct CsvTable {
    draft: Draft,
    csv: csv::Writer<File>,
}

impl CsvTable {
    /// Creates the table if a path is given, and protects the path from other outputs.
    pub fn create_if_requested(
        path: Option<&Path>,
        header: &[&str],
        for_excel: bool,
        in_use: &mut ProtectedFiles,
    ) -> Result<Option<Self>> {
        path.map(|path| Self::create(path, header, for_excel, in_use)).transpose()
    }

    fn create(path: &Path, header: &[&str], for_excel: bool, in_use: &mut ProtectedFiles) -> Result<Self> {
        let destination = Destination::instead(path, in_use, || is_such(path, header))?;
        in_use.add(path, "is named for something else too");
        let (draft, mut file) = destination.draft()?;
        if for_excel {
            file.write_all(MARK)?;
        }
        let separator = if for_excel { b';' } else { b',' };
        let mut table = Self { draft, csv: csv::WriterBuilder::new().delimiter(separator).from_writer(file) };
        table.record(header)?;
        Ok(table)
    }

    /// Writes a record. As in `csv-excel`, cells that begin a formula and are no number are prefixed with `'`.
    pub fn record<T: AsRef<[u8]>>(&mut self, cells: impl IntoIterator<Item = T>) -> Result<()> {
        let written = self.csv.write_record(cells.into_iter().map(guarded));
        written.with_context(|| format!("{} cannot be written", self.draft.path().display()))
    }

    /// Renames the finished draft to its final path.
    pub fn finish(mut self) -> Result<()> {
        self.csv.flush().with_context(|| format!("{} cannot be written", self.draft.path().display()))?;
        self.draft.name()
    }
}

fn guarded<T: AsRef<[u8]>>(cell: T) -> Vec<u8> {
    let cell = cell.as_ref();
    let is_number = cell.strip_prefix(b"-").is_some_and(|digits| {
        digits.iter().any(u8::is_ascii_digit) && digits.iter().all(|byte| byte.is_ascii_digit() || b".,".contains(byte))
    });
    let guard: &[u8] = if begins_formula(cell) && !is_number { b"'" } else { b"" };
    [guard, cell].concat()
}

/// Refuses a file that is neither empty nor a table with this header.
fn is_such(path: &Path, header: &[&str]) -> Result<()> {
    let header = header.join(",");
    let mut first = Vec::new();
    File::open(path)
        .map(|there| there.take((MARK.len() + header.len()) as u64 + 2))
        .and_then(|there| BufReader::new(there).read_until(b'\n', &mut first))
        .with_context(|| format!("{} cannot be read", path.display()))?;
    let line = first.trim_ascii_end();
    let for_excel = [MARK, header.replace(',', ";").as_bytes()].concat();
    if first.is_empty() || line == header.as_bytes() || line == for_excel {
        return Ok(());
    }
    bail!(
        "{} already exists and was left unchanged, since its first line is not `{header}`: name another file, or \
         move that one away",
        path.display()
    )
}
