//! The actions of ledger entries. An action of a command or of the console is a message, which readers see in their
//! language. It is stored as the JSON array of the message.

use std::borrow::Cow;

use rusqlite::{Result, Row};

use super::retention::FAILED_SIGN_INS;
use crate::model::message::{Message, MessageArgument, MessageName};

/// A message, or the text of an API call (the operation), an import (the path) or an undo (the undone import).
pub type Action = MessageArgument;

/// Marks an action as done in the console. The audit then shows the console as its origin, and not a command.
pub fn in_console(action: impl Into<Action>) -> Action {
    Message::new(MessageName::InConsole).with_argument(action.into()).into()
}

/// Returns whether an action was made in the console: a command in it, or a sign-in, even a failed one.
pub fn is_from_console(action: &Action) -> bool {
    let Action::Part(message) = action else { return false };
    // sign-ins happen only in the console, so they have no `InConsole`
    let other_names =
        [MessageName::InConsole, MessageName::SignIn, MessageName::SignInByRecoveryCode, MessageName::SignInByProxy];
    other_names.contains(&message.name) || FAILED_SIGN_INS.contains(&message.name)
}

pub fn without_console_wrapper(action: &Action) -> &Action {
    match action {
        Action::Part(message) if message.name == MessageName::InConsole => message.arguments.first().unwrap_or(action),
        _ => action,
    }
}

/// Returns the text of the column `action`: JSON for a message, such as `["RevokeOperator","jan"]`.
pub fn to_stored_text(action: &Action) -> Cow<'_, str> {
    match action {
        Action::Text(text) => text.into(),
        Action::Part(message) => message.to_json().to_string().into(),
    }
}

pub(super) fn read_action(row: &Row) -> Result<Action> {
    let (kind, text): (String, String) = (row.get("kind")?, row.get("action")?);
    // the path of an import may look like a message
    let can_be_message = matches!(kind.as_str(), "command" | "act");
    let json = can_be_message.then(|| serde_json::from_str(&text).ok()).flatten();
    let message = json.and_then(|json| Message::from_json(&json));
    // migrations keep texts of earlier versions that they do not know
    Ok(message.map_or(Action::Text(text), Action::Part))
}

pub fn action_condition(names: &[MessageName]) -> String {
    let conditions = names.iter().map(|name| format!("action LIKE '[\"{}\"%'", name.name()));
    conditions.collect::<Vec<_>>().join(" OR ")
}
