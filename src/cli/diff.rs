//! `import --diff` and `--diff-csv`: what an import changes, for a reader and for a spreadsheet.

use std::io::{self, BufWriter, IsTerminal, Write};

use anyhow::Result;
use rusqlite::Connection;

use super::fields::{field, value};
use super::page::unless_closed;
use super::printable::printable;
use super::table::Table;
use crate::exchange::merge::difference::{self, Difference, Fate};
use crate::ledger::history::FieldChange;

/// Tells what changes on standard output, in colours on a terminal.
///
/// ```text
/// persons.csv:17: 000101 changed
///     Email: a@x -> b@x
/// ```
pub fn tell(connection: &Connection) -> Result<()> {
    let stdout = io::stdout();
    let colours = stdout.is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let mut out = BufWriter::new(stdout.lock());
    let told = difference::each(connection, |difference| {
        block(&mut out, &difference, colours).map_err(Into::into)
    });
    match told.and_then(|()| Ok(out.flush()?)) {
        Err(error) => match error.downcast::<io::Error>() {
            Ok(error) => unless_closed(error),
            Err(error) => Err(error),
        },
        Ok(()) => Ok(()),
    }
}

fn block(out: &mut impl Write, difference: &Difference, colours: bool) -> io::Result<()> {
    let Difference {
        file,
        line,
        source,
        key,
        fate,
        fields,
    } = difference;
    let line = place(*line, *source);
    let (on, off) = match (colours, fate) {
        (false, _) => ("", ""),
        (true, Fate::Created) => ("\x1b[32m", "\x1b[0m"),
        (true, Fate::Changed) => ("\x1b[33m", "\x1b[0m"),
        (true, Fate::Removed | Fate::Dismissed) => ("\x1b[31m", "\x1b[0m"),
    };
    writeln!(out, "{file}{line}: {} {on}{fate}{off}", printable(key))?;
    for change in fields {
        writeln!(out, "    {}", said(change, *fate))?;
    }
    Ok(())
}

/// `:17`, or ` (persons.csv:17)` where the line is another file's; nothing where there is no line.
pub fn place(line: Option<i64>, source: Option<&str>) -> String {
    match (line, source) {
        (None, _) => String::new(),
        (Some(line), None) => format!(":{line}"),
        (Some(line), Some(source)) => format!(" ({source}:{line})"),
    }
}

/// Where there is only an old or only a new value, that one is enough.
fn said(change: &FieldChange, fate: Fate) -> String {
    match fate {
        Fate::Created => format!("{}: {}", change.field, value(&change.new)),
        Fate::Removed => format!("{}: {}", change.field, value(&change.old)),
        Fate::Changed | Fate::Dismissed => field(change),
    }
}

/// The columns of `--diff-csv`.
pub const COLUMNS: &[&str] = &["file", "line", "key", "change", "column", "old", "new"];

/// Writes what changes, a record for each field.
pub fn write(connection: &Connection, mut table: Table) -> Result<()> {
    difference::each(connection, |difference| {
        let own = difference.line.filter(|_| difference.source.is_none());
        let line = own.map(|line| line.to_string());
        for change in &difference.fields {
            table.record([
                difference.file,
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
