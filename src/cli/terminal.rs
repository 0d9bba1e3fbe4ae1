//! Prints to standard output and error whose readers may have gone: `println!` and `eprintln!` would panic, perhaps in
//! the middle of a change.

use std::fmt::Display;
use std::io::{BufWriter, Error, ErrorKind, Write, stderr, stdout};

use anyhow::{Context, Result};

use crate::store;

/// Prints a line on standard output. A reader that has stopped, such as `head`, is no error.
pub fn print_line(line: impl Display) -> Result<()> {
    match write_line(line) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        said => said.context("standard output cannot be written"),
    }
}

/// Passes buffered standard output to `write`. A reader that has stopped is no error.
pub fn with_writer(write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    let mut out = BufWriter::new(stdout().lock());
    let written = write(&mut out).and_then(|()| Ok(out.flush()?));
    let closed = |error: &Error| error.kind() == ErrorKind::BrokenPipe;
    match written {
        Err(error) if error.downcast_ref().is_some_and(closed) => Ok(()),
        written => written,
    }
}

/// Prints a line on standard output; a reader that has stopped is an error.
pub fn write_line(line: impl Display) -> std::io::Result<()> {
    let mut out = stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}

/// Ignores an error of reporting a completed change, which must not fail the command: the user would repeat it.
pub fn done(telling: Result<()>) {
    if let Err(error) = telling {
        warn(format_args!("warning: done, but this could not be reported: {error:#}"));
    }
}

/// Prints a line on standard error. If that fails, there is nowhere to report it.
pub fn warn(line: impl Display) {
    let _ = writeln!(stderr(), "{line}");
}

/// Reports that another process holds the lock, for a command that has waited a second.
pub fn report_locked() {
    warn("another process is using the database; waiting for it, up to ten seconds");
}

/// Formats an error with its causes. SQLite's errors are explained.
pub fn explain(error: &anyhow::Error) -> String {
    let mut words = Vec::new();
    for cause in error.chain() {
        if let Some(error) = cause.downcast_ref::<store::Error>() {
            words.push(store::failure::sentence(error));
            break;
        }
        words.push(cause.to_string());
    }
    words.join(": ")
}

/// Reports that a command waits for the write lock.
pub fn report_waiting() {
    warn("another process is writing to the database; waiting for it, up to a minute");
}
