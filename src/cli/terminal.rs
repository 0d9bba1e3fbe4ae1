//! Prints to standard output and standard error. `println!` and `eprintln!` would panic if the reader has stopped,
//! perhaps in the middle of a change.

use std::fmt::Display;
use std::io::{BufWriter, Error, ErrorKind, Write, stderr, stdout};
use std::sync::OnceLock;

use anyhow::{Context, Result};

use crate::error_message::error_message;
use crate::model::language::Language;
use crate::model::message::{Message, MessageName};

/// Prints a line on standard output. A reader that has stopped, such as `head`, is no error.
pub fn print_line(line: impl Display) -> Result<()> {
    match try_print_line(line) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written.context(Message::from(MessageName::OutputStopped)),
    }
}

/// Calls `write` with buffered standard output. A reader that has stopped is no error.
pub fn with_stdout(write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    let mut out = BufWriter::new(stdout().lock());
    let written = write(&mut out).and_then(|()| Ok(out.flush()?));
    // the error may come from another output, so only a broken pipe is ignored
    let is_broken_pipe = |error: &Error| error.kind() == ErrorKind::BrokenPipe;
    match written {
        Err(error) if error.downcast_ref().is_some_and(is_broken_pipe) => Ok(()),
        written => written,
    }
}

/// Prints a line on standard output; a reader that has stopped is an error.
pub fn try_print_line(line: impl Display) -> std::io::Result<()> {
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

pub fn translate(message: impl Into<Message>) -> String {
    message.into().text(language())
}

pub fn print_message(message: impl Into<Message>) -> Result<()> {
    print_line(translate(message))
}

pub fn eprint_message(message: impl Into<Message>) {
    eprint_line(translate(message));
}

pub fn eprint_warning(message: impl Into<Message>) {
    eprint_message(Message::new(MessageName::Warning).with_part(message));
}

/// Prints a warning if the report of a completed change failed. An error would make users repeat the change.
pub fn warn_of_report_error(report: Result<()>) {
    if let Err(error) = report {
        eprint_warning(Message::new(MessageName::NotReported).with(describe_error(&error)));
    }
}

/// Prints a line on standard error. Ignores an error, which could not be printed either.
pub fn eprint_line(line: impl Display) {
    let _ = writeln!(stderr(), "{line}");
}

/// Returns an error and its causes as one line.
pub fn describe_error(error: &anyhow::Error) -> String {
    translate(error_message(error))
}

pub fn report_busy_database() {
    eprint_message(MessageName::DatabaseBeingWritten);
}
