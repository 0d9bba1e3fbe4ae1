//! Prints to standard output and standard error. `println!` and `eprintln!` would panic if the reader has stopped,
//! perhaps in the middle of a change.

use std::fmt::Display;
use std::io::{BufWriter, Error, ErrorKind, Write, stderr, stdout};
use std::sync::OnceLock;

use anyhow::{Context, Result};

use crate::gate::grants::UnknownGrantError;
use crate::gate::password::PasswordError;
use crate::model::language::Language;
use crate::model::message::{Message, MessageName};
use crate::store;
use crate::store::account::AccountError;
use crate::store::anonymisation::AnonymisationError;

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

/// Returns an error and its causes as one line. Explains the errors of SQLite.
pub fn describe_error(error: &anyhow::Error) -> String {
    let mut causes = Vec::new();
    for cause in error.chain() {
        if let Some(error) = cause.downcast_ref::<store::Error>() {
            // the message explains the whole error, so deeper causes are omitted
            causes.push(translate(store::sqlite_message::message(error)));
            break;
        }
        if let Some(name) = cause.downcast_ref::<Error>().and_then(system_error_message) {
            causes.push(translate(Message::new(name).with(cause)));
            continue;
        }
        causes.push(match as_message(cause, error) {
            Some(message) => translate(message),
            None => cause.to_string(),
        });
    }
    causes.join(": ")
}

/// Returns a cause of `error` as a message; `None` for an error of another type. `chain` hides the type of a message that
/// was added as context: such a message is recognised by its text.
fn as_message(cause: &(dyn std::error::Error + 'static), error: &anyhow::Error) -> Option<Message> {
    let is_cause = |message: &&Message| message.to_string() == cause.to_string();
    let message = cause.downcast_ref::<Message>().or_else(|| error.downcast_ref::<Message>().filter(is_cause));
    (message.cloned())
        .or_else(|| cause.downcast_ref().map(AccountError::message))
        .or_else(|| cause.downcast_ref().map(PasswordError::message))
        .or_else(|| cause.downcast_ref().map(AnonymisationError::message))
        .or_else(|| cause.downcast_ref().map(|error: &UnknownGrantError| error.message.clone()))
}

/// Returns a translatable message for a frequent error of the operating system; `None` for other errors.
fn system_error_message(error: &Error) -> Option<MessageName> {
    match error.kind() {
        ErrorKind::AddrInUse => Some(MessageName::AddressInUse),
        ErrorKind::PermissionDenied => Some(MessageName::PermissionDenied),
        ErrorKind::NotFound => Some(MessageName::FileNotFound),
        _ => None,
    }
}

pub fn report_busy_database() {
    eprint_message(MessageName::DatabaseBeingWritten);
}
