//! The errors of account forms, each with its field, in the page's language.

use anyhow::{Error, Result};

use super::confirmation_field_name;
use crate::console::PageContext;
use crate::console::components::FormField;
use crate::console::connectors::GRANT;
use crate::console::translations::fill;
use crate::gate::grants::UnknownGrantError;
use crate::gate::password::PasswordError;
use crate::model::text::{MAX_TEXT_CHARACTERS, TextError};
use crate::store::account::AccountError;

const NAME: &str = "name";

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

    /// Assigns an error about an account, a password or a grant to a form field. Returns any other error as `Err`.
    pub fn from_error(context: &PageContext, action: &str, error: Error) -> Result<Self> {
        if let Some(error) = error.downcast_ref::<AccountError>() {
            return Ok(Self::from_account_error(context, action, error));
        }
        if let Some(error) = error.downcast_ref::<PasswordError>() {
            return Ok(Self::from_password_error(context, error));
        }
        if let Some(UnknownGrantError { word, .. }) = error.downcast_ref() {
            return Ok(Self::new(GRANT, context.words.unknown_operation.replace("{}", word)));
        }
        error.downcast()
    }

    /// Assigns most errors to the field of the name. A form without this field needs a separate page.
    fn from_account_error(context: &PageContext, action: &str, error: &AccountError) -> Self {
        let words = context.words;
        let invisible_character_text = |code: u32| words.invisible_character.replace("{}", &format!("U+{code:04X}"));
        let message = match error {
            AccountError::Taken { name, .. } => words.name_taken.replace("{}", name),
            AccountError::Unnamed(_) => words.name_required.to_owned(),
            AccountError::PasswordReplaced { name, .. } => words.password_changed_meanwhile.replace("{}", name),
            // beside the field in which the operator confirms the removal of the last owner
            AccountError::LastOwner(_) => {
                return Self::new(confirmation_field_name(action), words.last_owner_not_confirmed);
            }
            AccountError::Unknown { .. } => words.nothing_at_address.to_owned(),
            AccountError::InvalidName(_, TextError::TooLong(most)) => {
                words.name_too_long.replace("{}", &most.to_string())
            }
            AccountError::InvalidName(_, TextError::Forbidden(c)) => invisible_character_text(u32::from(*c)),
            AccountError::InvisibleCharacter { code_point, .. } => invisible_character_text(*code_point),
        };
        Self::new(NAME, message)
    }

    fn from_password_error(context: &PageContext, error: &PasswordError) -> Self {
        let words = context.words;
        let message = match error {
            PasswordError::Short { length, least } => {
                fill(words.password_too_short, [("", &length.to_string()), ("least", &least.to_string())])
            }
            PasswordError::Long => words.password_too_long.replace("{}", &MAX_TEXT_CHARACTERS.to_string()),
            PasswordError::Forbidden => words.password_forbidden.to_owned(),
            PasswordError::Common => words.password_too_common.to_owned(),
        };
        Self::new("password", message)
    }

    /// Returns whether the page of an account lacks the error's field: it has no field for the name, and no checkbox
    /// for an unknown operation.
    pub fn needs_separate_page(&self) -> bool {
        [NAME, GRANT].contains(&self.field.as_str())
    }

    /// Adds the message to the field that the error names, if `fields` contains this field.
    pub fn add_to_field(&self, fields: &mut [FormField]) {
        if let Some(field) = fields.iter_mut().find(|field| field.name == self.field) {
            field.errors.push(self.message.clone());
        }
    }
}
