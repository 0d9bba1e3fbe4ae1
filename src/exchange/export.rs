//! Exports data files: a cursor over each file's view, in one snapshot.

use std::borrow::Cow;
use std::io::Write;

use anyhow::{Context, Result};
use rusqlite::types::ValueRef;

use super::pictures;
use super::target::ExportTarget;
use crate::datafile::file::{Column, DataFile, Domain, IdSource};
use crate::datafile::{FILES, images};
use crate::model::text::looks_like_formula;
use crate::store::connection::Database;

/// The byte order mark by which Excel recognizes UTF-8.
const MARK: &[u8] = b"\xEF\xBB\xBF";

#[derive(Debug, Clone, Copy)]
pub struct ExportFormat {
    /// `--for-excel`: semicolons, a byte order mark and decimal commas, for a Dutch Excel.
    pub for_excel: bool,
}

impl ExportFormat {
    /// Returns a CSV writer, after a byte order mark for Excel.
    pub fn begin_csv<W: Write>(self, mut out: W) -> Result<csv::Writer<W>> {
        let mut csv = csv::WriterBuilder::new();
        if self.for_excel {
            out.write_all(MARK)?;
            csv.delimiter(b';');
        }
        Ok(csv.from_writer(out))
    }

    /// Returns a canonical cell in this format.
    pub fn format_cell<'c>(self, column: &Column, cell: &'c [u8]) -> Cow<'c, [u8]> {
        match column.domain {
            Domain::Money if self.for_excel => {
                let comma = |byte: &u8| if *byte == b'.' { b',' } else { *byte };
                cell.iter().map(comma).collect()
            }
            Domain::Text(_) if self.for_excel && needs_quote(cell) => Cow::Owned([b"'", cell].concat()),
            _ => Cow::Borrowed(cell),
        }
    }
}

/// Returns whether `--for-excel` prefixes a text with `'`: it looks like a formula, or would lose its own `'` on
/// import.
fn needs_quote(text: &[u8]) -> bool {
    let quotes = text.iter().take_while(|byte| **byte == b'\'').count();
    looks_like_formula(&text[quotes..])
}

/// Removes the `'` that `--for-excel` added to a cell.
pub fn remove_quote(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|text| needs_quote(text.as_bytes())).unwrap_or(cell)
}

/// Exports every data file from one snapshot. Calls `report` with the name and number of rows of each.
pub fn export_files(
    database: &Database,
    mut target: ExportTarget<'_>,
    format: ExportFormat,
    mut report: impl FnMut(&str, u64) -> Result<()>,
) -> Result<()> {
    // one read transaction for all files
    database.set_now();
    database.execute_batch("BEGIN")?;
    for file in FILES {
        let mut rows = 0;
        target
            .write_file(file.name, |out| {
                rows = write_csv(database, file, format, out)?;
                Ok(())
            })
            .with_context(|| format!("{} cannot be written", file.name))?;
        report(file.name, rows)?;
    }
    let pictures = pictures::export_pictures(database, &mut target)?;
    if pictures > 0 {
        report(images::FILE.name, pictures)?;
    }
    database.execute_batch("COMMIT")?;
    target.finish().context("the export cannot be finished")
}

/// Writes the rows of a file, and returns their number.
fn write_csv(database: &Database, file: &DataFile, format: ExportFormat, out: &mut dyn Write) -> Result<u64> {
    let mut csv = format.begin_csv(out)?;
    csv.write_record(file.columns.iter().map(|column| column.name))?;
    let mut query = database.prepare(&select_rows_sql(file))?;
    let mut rows = query.query([])?;
    let mut count = 0;
    while let Some(row) = rows.next()? {
        for (at, column) in file.columns.iter().enumerate() {
            match row.get_ref(at)? {
                ValueRef::Integer(number) => csv.write_field(number.to_string())?,
                cell => csv.write_field(format.format_cell(column, cell.as_bytes()?))?,
            }
        }
        csv.write_record(None::<&[u8]>)?;
        count += 1;
    }
    csv.flush()?;
    Ok(count)
}

/// Returns the SQL for a file's rows in the order of an export: by id, or by key if the file has no ids.
fn select_rows_sql(file: &DataFile) -> String {
    let columns: Vec<_> = file.columns.iter().map(|c| format!("\"{}\"", c.name)).collect();
    let order: Vec<_> = match file.ids {
        IdSource::Within { column, .. } => vec![format!("\"{column}\""), "\"Id\"".to_owned()],
        IdSource::Row if file.has_id() => vec!["row_id".to_owned()],
        IdSource::Row => file.key_columns().map(|(_, c)| format!("\"{}\"", c.name)).collect(),
    };
    format!("SELECT {} FROM {}_csv ORDER BY {}", columns.join(", "), file.stem(), order.join(", "))
}
