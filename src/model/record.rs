//! Record parameters: an object in a request, its declared fields and the fields as sent.

use std::collections::BTreeMap;

use super::refusal::FieldErrorKind;
use super::text::{LONGEST, checked};
use super::time::Clock;

pub struct RecordField {
    pub name: &'static str,
    /// Whether it is a datetime instead of a text.
    pub datetime: bool,
    /// Whether creation requires it, not empty.
    pub required: bool,
    pub description: &'static str,
}

impl RecordField {
    pub const fn optional(name: &'static str) -> Self {
        Self { name, datetime: false, required: false, description: "" }
    }

    pub const fn required(name: &'static str) -> Self {
        Self { required: true, ..Self::optional(name) }
    }

    pub const fn datetime(name: &'static str) -> Self {
        Self { datetime: true, ..Self::optional(name) }
    }

    pub const fn described(self, description: &'static str) -> Self {
        Self { description, ..self }
    }

    /// Returns the trimmed text of the field as sent.
    pub fn text<'a>(&self, sent: &'a SentField) -> Result<&'a str, FieldErrorKind> {
        match sent {
            SentField::Elements => Err(FieldErrorKind::Elements),
            SentField::Text(text) => match checked(text, LONGEST) {
                Ok("") if self.required => Err(FieldErrorKind::Required),
                checked => checked.map_err(|unfit| FieldErrorKind::Unfit(text.trim().to_owned(), unfit)),
            },
        }
    }

    /// Returns the error of the field as sent, as far as it is known without the data.
    pub fn error(&self, sent: &SentField, clock: &Clock) -> Option<FieldErrorKind> {
        match self.text(sent) {
            Err(error) => Some(error),
            Ok(text) if self.datetime && !text.is_empty() && clock.parse(text).is_none() => {
                Some(FieldErrorKind::NotADateTime(text.to_owned()))
            }
            Ok(_) => None,
        }
    }
}

/// The fields of a record that were sent, by name.
pub type Record = BTreeMap<&'static str, SentField>;

#[derive(Debug, Clone)]
pub enum SentField {
    /// Empty for an empty or nil element.
    Text(String),
    Elements,
}
