//! Errors of accounts at the form's fields, in the page's language.

use anyhow::{Error, Result};

use crate::console::components::FormField;
use crate::console::connectors::GRANT;
use crate::console::page_context::PageContext;
use crate::gate::grants::UnknownGrantError;
use crate::gate::password::PasswordError;
use crate::model::text::{MAX_TEXT_CHARACTERS, TextError};
use crate::store::account::AccountError;

const NAME: &str = "name";

/// Why the value of a field is refused.
#[derive(Debug, thiserror::Error)]
#[error("{field}: {message}")]
pub struct AccountFieldError {
    pub field: String,
    pub message: String,
}

impl AccountFieldError {
    pub fn new(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { field: field.into(), message: message.into() }
    }

    /// Converts a refusal to the error of a field in this action's form; returns other errors unchanged.
    pub fn from_error(context: &PageContext, action: &str, error: Error) -> Result<Self> {
        if let Some(refused) = error.downcast_ref() {
            return Ok(Self::from_account(context, action, refused));
        }
        if let Some(refused) = error.downcast_ref() {
            return Ok(Self::from_password(context, refused));
        }
        if let Some(UnknownGrantError { word, .. }) = error.downcast_ref() {
            return Ok(Self::new(GRANT, context.words.unknown_operation.replace("{}", word)));
        }
        error.downcast()
    }

    fn from_account(context: &PageContext, action: &str, refused: &AccountError) -> Self {
        let words = context.words;
        let unseen = |code: u32| words.name_unseen.replace("{}", &format!("U+{code:04X}"));
        let message = match refused {
            AccountError::Taken { name, .. } => words.name_taken.replace("{}", name),
            AccountError::Unnamed(_) => words.name_needed.to_owned(),
            AccountError::PasswordReplaced { name, .. } => words.password_replaced.replace("{}", name),
            AccountError::LastOwner(_) => return Self::new(format!("{action}-word"), words.last_owner),
            AccountError::Unknown { .. } => words.nothing_here.to_owned(),
            AccountError::InvalidName(_, TextError::TooLong(most)) => words.name_long.replace("{}", &most.to_string()),
            AccountError::InvalidName(_, TextError::Forbidden(c)) => unseen(u32::from(*c)),
            AccountError::InvisibleCharacter(_, code) => unseen(*code),
        };
        Self::new(NAME, message)
    }

    fn from_password(context: &PageContext, refused: &PasswordError) -> Self {
        let words = context.words;
        let message = match refused {
            PasswordError::Short { length, least } => {
                words.password_short.replace("{least}", &least.to_string()).replace("{}", &length.to_string())
            }
            PasswordError::Long => words.password_long.replace("{}", &MAX_TEXT_CHARACTERS.to_string()),
            PasswordError::Forbidden => words.password_forbidden.to_owned(),
            PasswordError::Common => words.password_common.to_owned(),
        };
        Self::new("password", message)
    }

    /// Returns whether it concerns the account itself or its grants, which the forms of one account cannot show.
    pub fn is_of_account(&self) -> bool {
        [NAME, GRANT].contains(&self.field.as_str())
    }

    /// Adds the message to its field.
    pub fn show(error: Option<&Self>, fields: &mut [FormField]) {
        let Some(error) = error else { return };
        if let Some(field) = fields.iter_mut().find(|field| field.name == error.field) {
            field.wrong.push(error.message.clone());
        }
    }
}
