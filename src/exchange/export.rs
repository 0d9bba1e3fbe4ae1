//! Exports data files: the rows of each file's view, all from one snapshot.

use std::borrow::Cow;
use std::io::Write;

use anyhow::{Context, Result};
use rusqlite::types::ValueRef;

use super::merge::imported_file::quote_identifier;
use super::pictures;
use super::source::records::UTF_8_MARK;
use super::target::ExportTarget;
use crate::datafile::file::{Column, DataFile, Domain, IdSource};
use crate::datafile::{FILES, images};
use crate::model::text::looks_like_formula;
use crate::store::connection::Database;

#[derive(Debug, Clone, Copy)]
pub struct ExportFormat {
    /// `--for-excel`: semicolons, a byte order mark and decimal commas, as Excel expects in Dutch.
    pub for_excel: bool,
}

impl ExportFormat {
    /// Returns a CSV writer. For Excel, writes a byte order mark first.
    pub fn begin_csv<W: Write>(self, mut out: W) -> Result<csv::Writer<W>> {
        let mut csv = csv::WriterBuilder::new();
        if self.for_excel {
            out.write_all(UTF_8_MARK)?;
            csv.delimiter(b';');
        }
        Ok(csv.from_writer(out))
    }

    /// Returns the cell as it is written. For Excel, money has a decimal comma, and a text that looks like a formula
    /// gets a `'` in front.
    pub fn format_cell<'c>(self, column: &Column, cell: &'c [u8]) -> Cow<'c, [u8]> {
        match column.domain {
            Domain::Money if self.for_excel => {
                cell.iter().map(|byte| if *byte == b'.' { b',' } else { *byte }).collect()
            }
            Domain::Text(_) if self.for_excel && needs_quote(cell) => Cow::Owned([b"'", cell].concat()),
            _ => Cow::Borrowed(cell),
        }
    }
}

/// Returns whether an export puts a `'` before a text, because Excel could run the text as a formula. A text such as
/// `'=1` gets a second `'`, so that an import, which removes one `'`, restores the text.
fn needs_quote(text: &[u8]) -> bool {
    let quote_count = text.iter().take_while(|byte| **byte == b'\'').count();
    looks_like_formula(&text[quote_count..])
}

/// Removes the `'` that `--for-excel` added to a cell.
pub fn remove_quote(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|text| needs_quote(text.as_bytes())).unwrap_or(cell)
}

/// Exports all data files and pictures from one snapshot. Passes the name and number of rows of each file to `report`.
pub fn export_files(
    database: &Database,
    mut target: ExportTarget<'_>,
    format: ExportFormat,
    mut report: impl FnMut(&str, u64) -> Result<()>,
) -> Result<()> {
    // `service_now()` returns the same time in all views
    database.set_service_now();
    // a read transaction: all files show the same state of the data
    database.execute_batch("BEGIN")?;
    for file in FILES {
        let mut row_count = 0;
        target
            .write_file(file.name, |out| {
                row_count = write_csv(database, file, format, out)?;
                Ok(())
            })
            .with_context(|| format!("{} cannot be written", file.name))?;
        report(file.name, row_count)?;
    }
    let picture_count = pictures::export_pictures(database, &mut target)?;
    if picture_count > 0 {
        report(images::FILE.name, picture_count)?;
    }
    database.execute_batch("COMMIT")?;
    target.finish().context("the export cannot be finished")
}

/// Returns the number of rows.
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
        // ends the record
        csv.write_record(None::<&[u8]>)?;
        count += 1;
    }
    csv.flush()?;
    Ok(count)
}

/// Returns the SQL for a file's rows, sorted by id or, without ids, by key.
fn select_rows_sql(file: &DataFile) -> String {
    let columns: Vec<_> = file.columns.iter().map(|column| quote_identifier(column.name)).collect();
    let order: Vec<_> = match file.ids {
        IdSource::Within { column, .. } => vec![quote_identifier(column), quote_identifier("Id")],
        // here the id is the rowid
        IdSource::Rowid if file.has_id() => vec!["row_id".to_owned()],
        IdSource::Rowid => file.key_columns().map(|(_, column)| quote_identifier(column.name)).collect(),
    };
    format!("SELECT {} FROM {}_csv ORDER BY {}", columns.join(", "), file.stem(), order.join(", "))
}
