//! `import --diff` and `--diff-csv`: shows the changes of an import row by row, as text and as CSV.

use std::io::{self, IsTerminal, Write, stdout};

use anyhow::Result;

use super::control_characters::escape;
use super::csv_table::CsvTable;
use super::field_change::{format_field_change, quote_if_ambiguous};
use super::terminal::{translate, with_stdout};
use crate::exchange::import::Import;
use crate::exchange::merge::difference::{self, Difference, RowOutcome};
use crate::ledger::history::FieldChange;
use crate::store::connection::Database;

/// Prints the changes on standard output. On a terminal, the kinds of changes have colours, unless `NO_COLOR` is set.
pub fn print_differences(database: &Database, import: &Import) -> Result<()> {
    let is_coloured = stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    with_stdout(|out| {
        difference::for_each_difference(database, |difference| {
            Ok(write_difference(out, import, &difference, is_coloured)?)
        })
    })
}

/// Writes the change of a row: a line such as `persons.csv:17: 000101 changed`, then an indented line for each field.
fn write_difference(
    out: &mut dyn Write,
    import: &Import,
    difference: &Difference,
    is_coloured: bool,
) -> io::Result<()> {
    let location = format_location(difference.line, difference.creating_file.map(|file| import.given_name(file)));
    // green, yellow or red, as escape sequences of terminals
    let (colour, reset) = match (is_coloured, difference.outcome) {
        (false, _) => ("", ""),
        (true, RowOutcome::Created) => ("\x1b[32m", "\x1b[0m"),
        (true, RowOutcome::Changed) => ("\x1b[33m", "\x1b[0m"),
        (true, RowOutcome::Removed | RowOutcome::Dismissed) => ("\x1b[31m", "\x1b[0m"),
    };
    let (file, outcome, key) = (import.given_name(difference.file), difference.outcome, escape(&difference.key));
    writeln!(out, "{file}{location}: {key} {colour}{}{reset}", translate(outcome.message_name()))?;
    for change in &difference.fields {
        writeln!(out, "    {}", format_field(change, outcome))?;
    }
    Ok(())
}

/// Formats a row's line number as `:17`, or as ` (persons.csv:17)` if the line is in `source`, not in the row's file.
pub fn format_location(line: Option<i64>, source: Option<&str>) -> String {
    match (line, source) {
        (None, _) => String::new(),
        (Some(line), None) => format!(":{line}"),
        (Some(line), Some(source)) => format!(" ({source}:{line})"),
    }
}

/// Formats a change of a field. A created or removed row has only one value.
fn format_field(change: &FieldChange, outcome: RowOutcome) -> String {
    match outcome {
        RowOutcome::Created => format!("{}: {}", change.field, quote_if_ambiguous(&change.new)),
        RowOutcome::Removed => format!("{}: {}", change.field, quote_if_ambiguous(&change.old)),
        RowOutcome::Changed | RowOutcome::Dismissed => format_field_change(change),
    }
}

/// The columns of the CSV, in the order of the records of [`write_csv`].
pub const COLUMNS: &[&str] = &["file", "line", "key", "change", "column", "old", "new"];

/// Writes a record for each changed field of each row.
pub fn write_csv(database: &Database, import: &Import, mut table: CsvTable) -> Result<()> {
    difference::for_each_difference(database, |difference| {
        // the CSV has no column for `creating_file`, so a line number in that file is omitted
        let line = difference.line.filter(|_| difference.creating_file.is_none()).map(|line| line.to_string());
        for change in &difference.fields {
            table.write_record([
                import.given_name(difference.file),
                line.as_deref().unwrap_or_default(),
                &difference.key,
                &difference.outcome.to_string(),
                &change.field,
                &change.old,
                &change.new,
            ])?;
        }
        Ok(())
    })?;
    table.finish()
}
