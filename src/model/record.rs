//! Records, which are parameters that are objects: the declared fields, and the fields of a request.

use std::collections::BTreeMap;

use super::refusal::FieldErrorKind;
use super::text::{MAX_TEXT_CHARACTERS, check_text};
use super::time::Clock;

/// A declared field of a record. Its name is that of the XML element and of the JSON key.
pub struct RecordField {
    pub name: &'static str,
    pub is_datetime: bool,
    /// Whether the field must have a text when a person is created, and cannot be emptied later.
    pub is_required: bool,
    pub description: &'static str,
}

impl RecordField {
    pub const fn optional(name: &'static str, description: &'static str) -> Self {
        Self { name, is_datetime: false, is_required: false, description }
    }

    pub const fn required(name: &'static str, description: &'static str) -> Self {
        Self { is_required: true, ..Self::optional(name, description) }
    }

    pub const fn datetime(name: &'static str, description: &'static str) -> Self {
        Self { is_datetime: true, ..Self::optional(name, description) }
    }

    /// Returns the sent text, trimmed. Fails if the text is invalid, or is empty and the field is required.
    pub fn read_text<'a>(&self, sent: &'a SentField) -> Result<&'a str, FieldErrorKind> {
        match sent {
            SentField::Elements => Err(FieldErrorKind::Elements),
            SentField::Text(text) => match check_text(text, MAX_TEXT_CHARACTERS) {
                Ok("") if self.is_required => Err(FieldErrorKind::Required),
                Ok(trimmed) => Ok(trimmed),
                Err(error) => Err(FieldErrorKind::InvalidText(text.trim().to_owned(), error)),
            },
        }
    }

    /// Returns the error of a sent value; `None` if the value is valid. Does not check rules that need stored data.
    pub fn find_error(&self, sent: &SentField, clock: &Clock) -> Option<FieldErrorKind> {
        match self.read_text(sent) {
            Err(error) => Some(error),
            Ok(text) if self.is_datetime && !text.is_empty() && clock.parse_datetime(text).is_none() => {
                Some(FieldErrorKind::NotADateTime(text.to_owned()))
            }
            Ok(_) => None,
        }
    }
}

/// The fields that a request has sent, by their declared names.
pub type Record = BTreeMap<&'static str, SentField>;

#[derive(Debug, Clone)]
pub enum SentField {
    /// Empty for an empty or nil element.
    Text(String),
    /// Child elements where a text belongs, which is an error.
    Elements,
}
