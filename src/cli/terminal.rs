//! What commands say, to readers who may have gone: `println!` and `eprintln!` would panic then, perhaps
//! between a change and what belongs to it.

use std::fmt::Display;
use std::io::{BufWriter, Error, ErrorKind, Write, stderr, stdout};

use anyhow::{Context, Result};

use crate::store;

/// A line on standard output. Whoever reads may have seen enough, as `head` does: that is no failure.
pub fn print_line(line: impl Display) -> Result<()> {
    match write_line(line) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        said => said.context("standard output cannot be written"),
    }
}

/// Whatever is written, on standard output. Who has seen enough before its end ends it.
pub fn with_writer(write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    let mut out = BufWriter::new(stdout().lock());
    let written = write(&mut out).and_then(|()| Ok(out.flush()?));
    let closed = |error: &Error| error.kind() == ErrorKind::BrokenPipe;
    match written {
        Err(error) if error.downcast_ref().is_some_and(closed) => Ok(()),
        written => written,
    }
}

/// A line on standard output; also a reader who has gone is an error.
pub fn write_line(line: impl Display) -> std::io::Result<()> {
    let mut out = stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}

/// What is told of a change that is made and stays. That it cannot be told is no failure of the command: who
/// reads "failed" does it again.
pub fn done(telling: Result<()>) {
    if let Err(error) = telling {
        warn(format_args!("warning: it is done, and this alone could not be told: {error:#}"));
    }
}

/// A line on standard error. There is no other place to say that it cannot be written.
pub fn warn(line: impl Display) {
    let _ = writeln!(stderr(), "{line}");
}

/// Reports that another process holds the lock, for a command that has waited a second.
pub fn report_locked() {
    warn("another process is using the database; waiting for it, up to ten seconds");
}

/// An error with its causes. What SQLite reports is put in words.
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

/// That a command is past all that it does without the write lock, and waits for it.
pub fn report_waiting() {
    warn("another process is writing to the database; waiting for it, up to a minute");
}
