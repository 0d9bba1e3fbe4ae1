//! `import --diff` and `--diff-csv`: shows what an import changes, as text and as CSV.

use std::io::{self, IsTerminal, Write, stdout};

use anyhow::Result;

use super::csv_table::CsvTable;
use super::field_change::{field, value};
use super::printable::printable;
use super::terminal::{said, with_writer};
use crate::exchange::import::Import;
use crate::exchange::merge::difference::{self, Difference, RowOutcome};
use crate::ledger::history::FieldChange;
use crate::store::connection::Database;

/// Prints the differences, in colour on a terminal.
///
/// ```text
/// persons.csv:17: 000101 changed
///     Email: a@x -> b@x
/// ```
pub fn print_differences(database: &Database, import: &Import) -> Result<()> {
    let colours = stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    with_writer(|out| difference::each(database, |difference| Ok(block(out, import, &difference, colours)?)))
}

fn block(out: &mut dyn Write, import: &Import, difference: &Difference, colours: bool) -> io::Result<()> {
    let line = location(difference.line, difference.source.map(|source| import.given_name(source)));
    let (on, off) = match (colours, difference.fate) {
        (false, _) => ("", ""),
        (true, RowOutcome::Created) => ("\x1b[32m", "\x1b[0m"),
        (true, RowOutcome::Changed) => ("\x1b[33m", "\x1b[0m"),
        (true, RowOutcome::Removed | RowOutcome::Dismissed) => ("\x1b[31m", "\x1b[0m"),
    };
    let (file, fate, key) = (import.given_name(difference.file), difference.fate, printable(&difference.key));
    writeln!(out, "{file}{line}: {key} {on}{}{off}", said(fate.message()))?;
    for change in &difference.fields {
        writeln!(out, "    {}", field_line(change, fate))?;
    }
    Ok(())
}

/// Returns `:17`, or ` (persons.csv:17)` for another file's line; empty without a line.
pub fn location(line: Option<i64>, source: Option<&str>) -> String {
    match (line, source) {
        (None, _) => String::new(),
        (Some(line), None) => format!(":{line}"),
        (Some(line), Some(source)) => format!(" ({source}:{line})"),
    }
}

/// Formats a change of a field. A created or removed row only shows one value.
fn field_line(change: &FieldChange, fate: RowOutcome) -> String {
    match fate {
        RowOutcome::Created => format!("{}: {}", change.field, value(&change.new)),
        RowOutcome::Removed => format!("{}: {}", change.field, value(&change.old)),
        RowOutcome::Changed | RowOutcome::Dismissed => field(change),
    }
}

pub const COLUMNS: &[&str] = &["file", "line", "key", "change", "column", "old", "new"];

/// Writes the differences, one record per field.
pub fn write(database: &Database, import: &Import, mut table: CsvTable) -> Result<()> {
    difference::each(database, |difference| {
        let line = difference.line.filter(|_| difference.source.is_none()).map(|line| line.to_string());
        for change in &difference.fields {
            table.record([
                import.given_name(difference.file),
                line.as_deref().unwrap_or_default(),
                &difference.key,
                &difference.fate.to_string(),
                &change.field,
                &change.old,
                &change.new,
            ])?;
        }
        Ok(())
    })?;
    table.finish()
}
