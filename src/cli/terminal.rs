//! Prints to standard output and error whose readers may have gone: `println!` and `eprintln!` would panic, perhaps in
//! the middle of a change.

use std::fmt::Display;
use std::io::{BufWriter, Error, ErrorKind, Write, stderr, stdout};
use std::sync::OnceLock;

use anyhow::{Context, Result};

use crate::model::language::Language;
use crate::model::message::{Message, MessageName};
use crate::store;

/// Prints a line on standard output. A reader that has stopped, such as `head`, is no error.
pub fn print_line(line: impl Display) -> Result<()> {
    match write_line(line) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written.context("standard output cannot be written"),
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

static LANGUAGE: OnceLock<Language> = OnceLock::new();

pub fn set_language(language: Language) {
    let _ = LANGUAGE.set(language);
}

pub fn chosen_language() -> Option<Language> {
    LANGUAGE.get().copied()
}

pub fn language() -> Language {
    chosen_language().unwrap_or(Language::English)
}

pub fn said(message: impl Into<Message>) -> String {
    message.into().text(language())
}

pub fn warn_of(message: impl Into<Message>) {
    warn(said(message));
}

/// Ignores an error of reporting a completed change, which must not fail the command: the user would repeat it.
pub fn done(reported: Result<()>) {
    if let Err(error) = reported {
        let message = Message::new(MessageName::NotReported).with(explain(&error));
        warn_of(Message::new(MessageName::Warning).with_part(message));
    }
}

/// Prints a line on standard error. If that fails, there is nowhere to report it.
pub fn warn(line: impl Display) {
    let _ = writeln!(stderr(), "{line}");
}

/// Formats an error with its causes. SQLite's errors are explained.
pub fn explain(error: &anyhow::Error) -> String {
    let mut words = Vec::new();
    // of a message that has causes, anyhow hides the type
    let outer = error.downcast_ref::<Message>();
    for cause in error.chain() {
        if let Some(error) = cause.downcast_ref::<store::Error>() {
            words.push(said(store::sqlite_message::message(error)));
            break;
        }
        let message = cause.downcast_ref().or(outer.filter(|outer| outer.to_string() == cause.to_string()));
        words.push(message.map_or_else(|| cause.to_string(), |message| message.text(language())));
    }
    words.join(": ")
}

pub fn report_waiting() {
    warn_of(MessageName::DatabaseBeingWritten);
}
