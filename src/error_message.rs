//! Errors and their causes as messages, which are rendered in the language of their reader.

use std::io::{Error, ErrorKind};

use crate::gate::grants::UnknownGrantError;
use crate::gate::password::PasswordError;
use crate::model::message::{Message, MessageName};
use crate::store;
use crate::store::account::AccountError;
use crate::store::anonymisation::AnonymisationError;

/// Returns an error and its causes as one message. Explains the errors of SQLite.
pub fn error_message(error: &anyhow::Error) -> Message {
    let mut causes = Vec::new();
    for cause in error.chain() {
        if let Some(error) = cause.downcast_ref::<store::Error>() {
            // the message explains the whole error, so deeper causes are omitted
            causes.push(store::sqlite_message::message(error));
            break;
        }
        let system_error = cause.downcast_ref::<Error>().and_then(system_error_message);
        let message = match system_error {
            Some(name) => Some(Message::new(name).with(cause)),
            None => as_message(cause, error),
        };
        causes.push(message.unwrap_or_else(|| Message::new(MessageName::Verbatim).with(cause)));
    }
    let with_cause = |cause, message| Message::new(MessageName::WithCause).with_part(message).with_part(cause);
    causes.into_iter().rev().reduce(with_cause).unwrap_or_else(|| Message::new(MessageName::Verbatim).with(error))
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
